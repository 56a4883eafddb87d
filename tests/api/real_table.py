"""A real table as its steward types it through the interface: ritual, deal, bids, cards, and what goes against the rules."""

from __future__ import annotations

from typing import Any

import httpx

from tests.api.service import PlayedTable, Service

LOW = ("6H", "7H", "8H", "9H", "TH", "JH", "QH")
LISTED_MAX = 100


class RealTable:
    """A table of azi-three whose cards are entered; under `record` unless told otherwise. `steward` types, players may speak for
    themselves through the room. dealer: of the first game."""

    def __init__(self, service: Service, players: int = 3, chips: int = 1000, dealer: int = 1, **house: Any) -> None:
        self.service, self.dealer = service, dealer
        self.table: PlayedTable = service.table(players, chips, **{"deck": "entered", "enforcement": "record", **house})
        self.seats = self.table.seats
        self.game = ""

    @property
    def id(self) -> str:
        """The table's id."""
        return self.table.id

    def start(self) -> RealTable:
        """The next game; in the first one the lot names `dealer`."""
        self.game = self.table.start()
        if self.now()["phase"] == "lot":
            drawn = [{"seat": seat, "card": "AH" if seat == self.dealer else LOW[seat - 1]} for seat in self.seats]
            self.do("draw_lot", draws=drawn)
        return self

    def now(self) -> Any:
        """The game as the steward sees it."""
        return self.service.steward.read(f"/v1/games/{self.game}")

    def tries(self, word: str, **fields: Any) -> httpx.Response:
        """An act that the steward sends."""
        return self.service.steward.post(f"/v1/games/{self.game}/actions", {"type": word, **fields})

    def do(self, word: str, **fields: Any) -> list[dict[str, Any]]:
        """An act of the steward that must be accepted; its events."""
        answer = self.tries(word, **fields)
        assert answer.status_code == 201, answer.text
        events: list[dict[str, Any]] = answer.json()["events"]
        return events

    def refused(self, rule: str, word: str, **fields: Any) -> dict[str, Any]:
        """An act of the steward that must be refused by this rule, and change nothing; the refusal."""
        before = self.now()["version"]
        answer = self.tries(word, **fields)
        assert answer.status_code == 409, answer.text
        told: dict[str, Any] = answer.json()
        assert told["rule"] == rule, told
        assert self.now()["version"] == before
        return told

    def by(self, seat: int, word: str, **fields: Any) -> httpx.Response:
        """An act that the player at `seat` sends for himself."""
        return self.table.of(seat).post(f"/v1/games/{self.game}/actions", {"type": word, "seat": seat, **fields})

    def turn(self) -> int:
        """Whose turn it is."""
        seat: int = self.now()["turn"]
        return seat

    def ritual(self, *, cut: bool = True) -> None:
        """Shuffle, offer, cut; without `cut` only the dealer's shuffle."""
        self.do("shuffle", seat=self.turn())
        if cut:
            self.do("cut", seat=self.turn(), at=9)
            self.do("offer_cut", seat=self.turn())
            self.do("cut", seat=self.turn(), at=11)

    def deal(self, hands: dict[int, str], trump: str, *, cut: bool = True) -> None:
        """The ritual and the deal. hands: by seat, the cards with spaces between."""
        self.ritual(cut=cut)
        dealt = {str(seat): cards.split() for seat, cards in hands.items()}
        self.do("deal", seat=self.now()["dealer"], hands=dealt, trump=trump)

    def bids(self, *acts: tuple[Any, ...]) -> None:
        """Acts as (seat, word) or (seat, word, amount)."""
        for seat, word, *amount in acts:
            self.do(word, seat=seat, **({"amount": str(amount[0])} if amount else {}))

    def plays(self, cards: str) -> None:
        """Cards in the order of play, each by whoever is in turn."""
        for card in cards.split():
            self.do("play", seat=self.turn(), card=card)

    def pot(self) -> int:
        """What the pot holds."""
        return int(self.now()["pot"]["amount"])

    def stacks(self) -> dict[int, int]:
        """What each player has before him."""
        return {seat["seat"]: int(seat["stack"]["amount"]) for seat in self.now()["seats"]}

    def events(self, kind: str) -> list[dict[str, Any]]:
        """The data of the game's events of this type, e.g. "penalty_imposed"."""
        page = self.service.steward.read(f"/v1/games/{self.game}/events?limit={LISTED_MAX}")
        found = page["events"]
        while page["next"] is not None:
            page = self.service.steward.read(f"/v1/games/{self.game}/events?limit={LISTED_MAX}&after={page['next']}")
            found += page["events"]
        return [event["data"] for event in found if event["type"] == f"azi.{kind}"]

    def step_of(self, kind: str, nth: int = -1) -> int:
        """The step of an event of this type, the last one unless told otherwise."""
        told = self.service.steward.read(f"/v1/games/{self.game}/replay")
        lines = told["headlines"]
        while told["next"] is not None:
            told = self.service.steward.read(f"/v1/games/{self.game}/replay?after={told['next']}")
            lines += told["headlines"]
        step: int = [line["step"] for line in lines if line["type"] == f"azi.{kind}"][nth]
        return step

    def correct(self, step: int, reason: str = "mistyped", version: int | None = None) -> httpx.Response:
        """A correction on the present version, or the one given."""
        if_match = f'"{self.now()["version"] if version is None else version}"'
        body = {"step": step, "reason": reason}
        return self.service.steward.post(f"/v1/games/{self.game}/corrections", body, If_Match=if_match)


def adds_up(service: Service, player: str) -> list[dict[str, Any]]:
    """The lines of a player's statement, checked: opening and lines give the closing balance, which is what he has."""
    position = service.ledger.head()
    told = service.auditor.read(f"/v1/players/{player}/statement?limit=100&min_position={position}")
    lines: list[dict[str, Any]] = told["lines"]
    while told["next"] is not None:
        told = service.auditor.read(f"/v1/players/{player}/statement?limit=100&cursor={told['next']}")
        lines += told["lines"]
    assert sum(int(line["amount"]["amount"]) for line in lines) == int(told["closing"]["amount"])
    has = service.auditor.read(f"/v1/players/{player}/balance?min_position={position}")
    assert has["total"] == told["closing"]
    return lines


def books_balance(service: Service, game: str) -> None:
    """All accounts together are zero, and a finished game's pot holds nothing."""
    position = service.ledger.head()
    page = service.auditor.read(f"/v1/accounts?limit=1&min_position={position}")
    assert page["sum"]["amount"] == "0"
    cursor: str | None = None
    held: dict[str, str] = {}
    while True:
        page = service.auditor.read("/v1/accounts?limit=100" + (f"&cursor={cursor}" if cursor else ""))
        held |= {account["account"]: account["balance"]["amount"] for account in page["accounts"]}
        cursor = page["next"]
        if cursor is None:
            break
    state = service.auditor.read(f"/v1/games/{game}")
    assert held.get(f"game:{game}:pot", "0") == state["pot"]["amount"]
    assert not state["over"] or state["pot"]["amount"] == "0"
