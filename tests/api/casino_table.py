"""Tables of Casino through the interface: dealt by the service and played by its players, or real ones that a steward types in."""

from __future__ import annotations

from typing import Any

import httpx

from api.views.legal import acts
from engine.games import KINDS
from tests.api.service import PlayedTable, Service

LOT = ("2H", "3H", "4H", "5H")
Body = dict[str, Any]


class CasinoTable(PlayedTable):
    """A table of Casino whose players act through the room."""

    def gets_on(self, game: Any) -> Body:
        """An act of the seat in turn: the target claimed where that is right, else the largest capture, else any legal act."""
        seat, legal = game.turn, acts(KINDS["casino"].legal(game, game.turn), game, KINDS["casino"])
        side, captures = game.sides.get(seat), [act for act in legal if act["type"] == "capture"]
        if (
            side
            and game.house.scoring == "to_21"
            and standing_of(game, side) >= 21
            and {"type": "claim_target", "seat": seat} in legal
        ):
            return {"type": "claim_target", "seat": seat}
        if captures:
            return max(captures, key=lambda act: len(act["loose"]) + 2 * len(act["builds"]))
        return self.chosen(legal)

    def chips(self) -> dict[int, int]:
        """What each player has before him, by seat."""
        return {one["seat"]: int(one["stack"]["amount"]) for one in self.seen(1)["seats"]}


def standing_of(game: Any, side: int) -> int:
    """What a side could claim, counted again: finished decks, the pile and its sweeps."""
    pile = [card for seat, of in game.sides.items() if of == side for card in game.piles.get(seat, ())]
    sweeps = sum(game.sweeps.get(seat, 0) for seat, of in game.sides.items() if of == side)
    worth = {"TD": 2, "2S": 1, "AC": 1, "AD": 1, "AH": 1, "AS": 1}
    points = sum(worth.get(card, 0) for card in pile) + 3 * (len(pile) >= 27) + (sum(card[1] == "S" for card in pile) >= 7)
    return int(game.scores[side]) + points + (sweeps if game.house.scoring == "to_21" else 0)


def casino_table(service: Service, players: int = 2, chips: int = 100, preset: str = "casino-family", **house: Any) -> CasinoTable:
    """A table with so many players, each with so many chips; opened by `steward`."""
    body = {"name": "Casino", "preset": preset, "seats": players, "house": house}
    table = CasinoTable(service, service.steward.done("/v1/tables", body)["id"], {})
    for seat in range(1, players + 1):
        table.seats[seat] = service.player(chips)
        service.steward.done(f"/v1/tables/{table.id}/seats", {"player": table.seats[seat], "seat": seat, "amount": str(chips)})
    return table


class TypedGame:
    """A game at a real table, every act typed in by the steward; the last of the players deals."""

    def __init__(self, service: Service, players: int = 2, chips: int = 100, **house: Any) -> None:
        self.service = service
        self.table = casino_table(service, players, chips, **{"deck": "entered", **house})
        self.game = self.table.start()
        drawn = [{"seat": seat, "card": "AH" if seat == players else LOT[seat - 1]} for seat in self.table.seats]
        self.do("draw_lot", draws=drawn)

    def now(self) -> Any:
        """The game as the steward sees it."""
        return self.service.steward.read(f"/v1/games/{self.game}")

    def tries(self, word: str, **fields: Any) -> httpx.Response:
        """An act that the steward sends."""
        return self.service.steward.post(f"/v1/games/{self.game}/actions", {"type": word, **fields})

    def do(self, word: str, **fields: Any) -> list[Body]:
        """An act of the steward that must be accepted; its events."""
        answer = self.tries(word, **fields)
        assert answer.status_code == 201, answer.text
        events: list[Body] = answer.json()["events"]
        return events

    def refused(self, rule: str, word: str, **fields: Any) -> Body:
        """An act of the steward that must be refused by this rule, and change nothing; the refusal."""
        before = self.now()
        answer = self.tries(word, **fields)
        assert answer.status_code == 409, answer.text
        told: Body = answer.json()
        assert told["rule"] == rule, told
        assert self.now() == before
        return told

    def deal(self, table: str = "", **hands: str) -> None:
        """What is due before a deal, and the deal: cards of the table, and by seat as `a`, `b`, `c`, `d`; no hands where only
        the players see them."""
        while (phase := self.now()["phase"]) != "deal":
            self.do(phase, seat=self.now()["turn"], **({"at": 20} if phase == "cut" else {}))
        if [act["type"] for act in self.now()["legal"]] == ["announce_last"]:
            self.do("announce_last", seat=self.now()["turn"])
        dealt = {str(" abcd".index(name)): cards.split() for name, cards in hands.items()}
        body = {**({"hands": dealt} if dealt else {}), **({"table": table.split()} if table else {})}
        self.do("deal", seat=self.now()["turn"], **body)

    def play(self, word: str, card: str, loose: str = "", **more: Any) -> list[Body]:
        """A card by whoever is in turn; its events."""
        taken = {"loose": loose.split()} if word != "trail" else {}
        return self.do(word, seat=self.now()["turn"], card=card, **taken, **more)

    def refuses(self, rule: str, word: str, card: str, loose: str = "", **more: Any) -> Body:
        """The same, refused."""
        taken = {"loose": loose.split()} if word != "trail" else {}
        return self.refused(rule, word, seat=self.now()["turn"], card=card, **taken, **more)
