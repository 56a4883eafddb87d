"""Whole games by seed, as wild as the rules allow: all pass, all fold, azi after azi, somebody leaves, somebody brings chips; and
under `record` cards are shown in dealing, played against the rules and claimed, and entries corrected."""

from __future__ import annotations

import json
import random
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import Any

from engine.azi import legal
from engine.azi.commands import DeclareRaznomast
from engine.azi.declarations import is_raznomast
from engine.azi.play import choices
from engine.azi.state import RITUAL
from engine.cards import STRENGTH
from tests.api.filling import filled
from tests.api.onlookers import Onlooker, Watch, onlookers
from tests.api.service import PlayedTable, Service, new_key
from tests.api.sight_lines import PACK, PLAYER, STEWARD, Heard, Truth

# How likely which act is, where there is a choice. Not named: 1.
MOODS: dict[str, dict[str, float]] = {
    "bold": {"fold": 0.25, "raise": 0.3, "call": 4, "check": 0.2, "buy_in": 3, "shuffle": 0.3, "demand_redeal": 0.2},
    "quiet": {"fold": 0.05, "check": 9, "bet": 0.4, "bet_blind": 0.1, "call": 4, "raise": 0.1, "shuffle": 0.3},
    "timid": {"fold": 9, "bet": 3, "call": 0.5, "raise": 0.5, "shuffle": 0.3},
}
LEAVE, TOP_UP, OFF_SUIT, CLAIM, SHOW, CORRECT = 0.02, 0.04, 0.5, 0.3, 0.4, 0.04
OUT_OF_TURN, FALSELY, DEALT_RAZNOMAST, NOT_HELD, AGAIN = 0.4, 0.3, 0.6, 0.2, 0.25
DEALING = {"draw_lot", "shuffle", "offer_cut", "cut", "deal", "replace_card"}  # at a real table the steward's


@dataclass
class WildGame:
    """One game at a table of its own. happened: the words of all acts that were accepted, "refused" and "declared_falsely"."""

    service: Service
    mood: str
    players: int
    seed: int
    house: dict[str, Any]
    watch_with: Callable[..., Watch]
    happened: set[str] = field(default_factory=set)

    def __post_init__(self) -> None:
        self.dice = random.Random(self.seed)  # noqa: S311
        self.entered, self.recorded = self.house.get("deck") == "entered", self.house.get("enforcement") == "record"
        house = dict(self.house)
        body = {"name": "Wild", "preset": house.pop("preset", "azi-three"), "seats": self.players + 2, "house": house}
        table = self.service.steward.done("/v1/tables", body)["id"]
        self.table = PlayedTable(self.service, table, {})
        for seat in range(1, self.players + 2):  # the last one is in the game, and cannot pay
            self.table.seats[seat] = self._sits(seat, 0 if seat > self.players else 500)
        self.table.start()
        beside = self._sits(self.players + 2, 50)
        elsewhere = self.service.table(2)
        everybody = onlookers(self.service, self.table, beside, (elsewhere.seats[1],))
        self.watch = self.watch_with(self.service, self.table, everybody, dice=random.Random(self.seed))  # noqa: S311
        self.actors = {one.name: one for one in everybody}
        self.steward = self.actors["the steward of the table"]
        self.path = f"/v1/games/{self.table.game}/actions"

    def _sits(self, seat: int, chips: int) -> str:
        """A new player who sits down here; more chips are in his wallet."""
        player = self.service.player(chips + 300)
        amount = {"amount": str(chips)} if chips else {}
        self.service.steward.done(f"/v1/tables/{self.table.id}/seats", {"player": player, "seat": seat, **amount})
        return player

    @property
    def state(self) -> Any:
        """The game as the service has it: the driver may look, the judge does not."""
        return self.service.ledger.load(f"game-{self.table.game}").state

    def steps(self) -> Iterator[Truth]:
        """Plays to the end; gives the truth after each step, when everybody has asked."""
        yield self.watch.look()
        while not self.state.over:
            self.move()
            yield self.watch.look()

    def move(self) -> None:
        """One act, or somebody leaves or wants to bring chips."""
        state = self.state
        if self.dice.random() < LEAVE and len(state.staying) > 3 and state.phase != "lot":
            self._beside_the_course(self.dice.choice(state.staying), "leave", {})
        elif self.dice.random() < TOP_UP:
            self._beside_the_course(self.dice.choice(state.seats), "chips", {"direction": "top_up", "amount": "7"})
        elif not (self.recorded and self._against_the_rules(state)):
            self._act(state)

    def _player(self, seat: int) -> Onlooker:
        return self.actors[f"seat {seat} by {self.dice.choice(['key', 'room'])}"]

    def _beside_the_course(self, seat: int, word: str, body: dict[str, Any]) -> None:
        heard = self._send(self._player(seat), f"/v1/tables/{self.table.id}/{word}", body)
        self.happened |= {word} if heard.status == 201 else set()

    def _act(self, state: Any) -> None:
        """One act of the seat in turn, or out of turn where that can be; at a real table of the steward, who enters the cards and
        may enter everything."""
        body = self._lot(state) if state.phase == "lot" else self._chosen(state, self._who_acts(state))
        if body["type"] == "play" and not self.recorded and self.dice.random() < OFF_SUIT:
            for card in self._off_suit(state):
                assert self._send(self._player(state.turn), self.path, {**body, "card": card}).status == 409
                self.happened.add("refused")
        if body["type"] in {"play", "discard"} and self.watch.dice.random() < NOT_HELD:
            strange = self.watch.dice.choice(sorted(PACK - set(state.hands[body["seat"]])))
            assert self._send(self.actors[f"seat {body['seat']} by key"], self.path, {**body, "card": strange}).status == 409
        self._accepted(self._who(body), body)

    def _who_acts(self, state: Any) -> int:
        """The seat in turn, or another that may put away, declare or answer. Before that somebody may declare falsely."""
        seats = [seat for seat in state.active if seat != state.turn and legal(state, seat)]
        if not self.recorded and state.house.raznomast and state.active and self.dice.random() < FALSELY:
            seat = self.dice.choice(state.active)
            if not any(isinstance(act, DeclareRaznomast) for act in legal(state, seat)):
                assert self._send(self._player(seat), self.path, {"type": "declare_raznomast", "seat": seat}).status == 409
                self.happened.add("declared_falsely")
        return self.dice.choice(seats) if seats and self.dice.random() < OUT_OF_TURN else int(state.turn)

    def _who(self, body: dict[str, Any]) -> Onlooker:
        """The steward where it is his, or where he enters what others do."""
        types = (self.entered or self.recorded) and self.dice.random() < 0.3
        alone = "seat" not in body or body["type"] in ({"expose"} | (DEALING if self.entered else set()))
        return self.steward if types or alone else self._player(body["seat"])

    def _accepted(self, by: Onlooker, body: dict[str, Any]) -> None:
        heard = self._send(by, self.path, body)
        assert heard.status == 201, (by.name, body, heard.body)
        self.happened.add(body["type"])

    def _against_the_rules(self, state: Any) -> bool:
        """Under `record`: whether something has been done that is none of the acts in their course."""
        dice, laid = self.dice, [play for play in state.offences.laid if play.stands]
        entries = [entry.step for entry in state.offences.entries if not entry.stays]
        if entries and dice.random() < CORRECT:
            body = {"step": dice.choice(entries[-3:]), "reason": "mistyped"}
            version = self.service.ledger.load(f"game-{self.table.game}").version
            heard = self._send(self.steward, self.path.replace("actions", "corrections"), body, {"If-Match": f'"{version}"'})
            self.happened |= {"correct"} if heard.status == 201 else set()
            return True
        if laid and state.phase in {"play", "awaiting_settlement"} and dice.random() < CLAIM:
            play, seat = dice.choice(laid), dice.choice(state.staying)
            body = {"type": "claim", "seat": seat, "deal": state.deal, "trick": play.trick, "card": play.card}
            heard = self._send(self._player(seat), self.path, body)  # refused the second time
            self.happened |= {"claim"} if heard.status == 201 else set()
            return True
        others = [(seat, card) for seat in state.active if seat != state.dealer for card in state.hands.get(seat, ())]
        others = [pair for pair in others if pair not in {(one.seat, one.card) for one in state.offences.shown}]
        if state.phase == "blind" and dice.random() < SHOW:
            seat, card = dice.choice(others)
            self._accepted(self.steward, {"type": "expose", "seat": seat, "card": card})
            return True
        if state.phase == "play" and (wrong := self._off_suit(state)) and dice.random() < OFF_SUIT:
            body = {"type": "play", "seat": state.turn, "card": dice.choice(wrong)}
            self._accepted(self._who(body), body)
            return True
        if state.phase == "awaiting_settlement":
            self._accepted(self.steward, {"type": "settle"})
            return True
        return False

    @staticmethod
    def _off_suit(state: Any) -> list[str]:
        """The cards that the seat in turn holds and may not play."""
        hand = state.hands[state.turn]
        may = choices(hand, state.trick, state.trump[1], state.house.must_overtrump)
        return [card for card in hand if card not in may]

    def _send(self, by: Onlooker, path: str, body: dict[str, Any], headers: dict[str, str] | None = None) -> Heard:
        """Sends it, sends it again under the same key, and has others do so who may not act for him."""
        key, name = new_key(), f"POST {path.rpartition('/')[2]} {body}"
        heard = self.watch.ask(by, "POST", path, body, key, headers)
        self.watch.truth.read_on()
        self.watch.judge(by, heard, name)
        if self.watch.dice.random() < AGAIN:
            again = self.watch.ask(by, "POST", path, body, key, headers)
            assert (again.status, again.body) == (heard.status, heard.body)
        idle = [one for one in self.watch.everybody if one.eyes.kind != STEWARD and one.player != by.player]
        if by.eyes.kind == STEWARD:
            idle = [one for one in idle if one.eyes.kind != PLAYER or one.eyes.seat != body.get("seat")]
        elif not path.endswith("actions"):
            idle = [one for one in idle if one.player is None]
        other = self.watch.dice.choice(idle)
        self.watch.judge(other, self.watch.ask(other, "POST", path, body, key, headers), f"the same {name}")
        return heard

    def _chosen(self, state: Any, seat: int) -> dict[str, Any]:
        """One of the acts that the interface calls legal, by mood; at a real table with the cards that were dealt."""
        dealing = self.entered and state.phase in {*RITUAL, "exposed"}
        asks = self.steward if dealing else self.actors[f"seat {seat} by room"]
        seen = json.loads(self.watch.read(asks, f"/v1/games/{self.table.game}").body)["legal"]
        may, mood = (
            [one for one in seen if one["seat"] == seat],
            MOODS["bold" if self.mood == "quiet" and state.deal > 2 else self.mood],
        )
        act = dict(self.dice.choices(may, [mood.get(one["type"], 1) for one in may])[0])
        if act["type"] == "discard" and state.house.raznomast:  # who could declare mostly wants to
            kept = {card: tuple([other for other in state.hands[seat] if other != card]) for card in state.hands[seat]}
            act["card"] = next((card for card in kept if is_raznomast(kept[card], state.trump[1])), act["card"])
        if act["type"] == "deal" and self.entered:
            hands = act.pop("fill")["hands"]
            assert (hands["seats"], hands["count"]) == (list(state.dealt_to), state.house.cards_dealt)
            act["hands"], act["trump"] = self._dealt(state)
        return filled(act, self.dice)

    def _dealt(self, state: Any) -> tuple[dict[str, list[str]], str]:
        """Any hands and trump; where raznomast is played mostly somebody gets the cards for it."""
        many, to = state.house.cards_dealt, state.dealt_to
        cards = self.dice.sample(sorted(PACK), many * len(to) + 1)
        hands = {str(seat): cards[place * many : (place + 1) * many] for place, seat in enumerate(to)}
        own = hands.get(str(state.dealer)) if state.trump_from == "dealer_last" else None
        trump = own[-1] if own else cards[-1]
        others = [hand for hand in hands.values() if hand is not own]
        if state.house.raznomast and others and self.dice.random() < DEALT_RAZNOMAST:
            plain = next(suit for suit in "DHS" if suit != trump[1])
            wanted = {"A" + trump[1], "6" + plain, "7" + plain} - {trump}
            lucky, left = self.dice.choice(others), sorted(PACK - wanted - {trump})
            self.dice.shuffle(left)
            for hand in hands.values():
                hand[:] = [trump if card == trump else left.pop() for card in hand]
            lucky[: len(wanted)] = sorted(wanted)
        return hands, trump

    def _lot(self, state: Any) -> dict[str, Any]:
        """A draw in which nobody ties."""
        drawn = {STRENGTH[card[0]]: card for card in self.dice.sample(sorted(PACK), len(PACK))}
        draws = [{"seat": seat, "card": card} for seat, card in zip(state.staying, drawn.values(), strict=False)]
        return {"type": "draw_lot", "draws": draws}
