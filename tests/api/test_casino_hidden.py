"""At no step of a game of Casino does an answer name a card that its reader may not know (D29).

`./run test --all` plays random games more. They are of one deck: after it every card has been seen.
"""

from __future__ import annotations

import logging
import random
from collections.abc import Iterator
from typing import Any

import pytest

from api.views.legal import acts
from engine.cards import pack
from engine.casino.deal import cards_each, table_cards
from engine.games import KINDS
from engine.seats import clockwise
from tests import lengths
from tests.api.casino_sight import PACK, CasinoTruth
from tests.api.casino_table import LOT, casino_table
from tests.api.filling import filled
from tests.api.onlookers import Onlooker, Watch, Wire, onlookers
from tests.api.service import Service
from tests.api.sight_lines import CODE, Heard, Truth

CASINO = KINDS["casino"]
DEALING = {"draw_lot", "shuffle", "cut", "deal"}  # at a real table the steward's
LOOKS = 0.4  # so often, of the plays, everybody asks
Row = tuple[int, int, dict[str, Any], str]
# players, seed, house rules, and what comes about in this game
GAMES: list[Row] = [
    (2, 2, {"reveal": "shown"}, "cards_captured build_made build_raised last_cards_taken refused"),
    (
        3,
        11,
        {"reveal": "played", "preset": "casino-letter", "scoring": "strict_6"},
        "build_made player_left player_put_out refused",
    ),
    (3, 8, {"reveal": "played", "enforcement": "record"}, "deal_annulled exposed_card_kept play_restored points_deducted"),
]


def more(seed: int) -> Row:
    """A game like those above."""
    dice = random.Random(seed)  # noqa: S311
    house = {"reveal": dice.choice(("shown", "played", "all")), "deck": dice.choice(("service", "entered"))}
    return dice.randint(2, 4), seed, {**house, "enforcement": dice.choice(("refuse", "record"))}, ""


GAMES += [more(seed) for seed in range(lengths.by_length(0, 0, 10))]


class CasinoGame:
    """One game at a table of its own, at random; whoever may asks after every act. happened: words of what was accepted, and
    "refused"."""

    def __init__(self, service: Service, wire: Wire, players: int, seed: int, house: dict[str, Any]) -> None:
        self.dice = random.Random(seed)  # noqa: S311
        self.service, house = service, {"preset": "casino-strict-6", **house}
        self.entered, self.recorded = house.get("deck") == "entered", house.get("enforcement") == "record"
        self.table = casino_table(service, players, 100, **house)
        self.table.start()
        elsewhere = casino_table(service, 2)
        beside = self.service.player(50)
        everybody = onlookers(service, self.table, beside, (elsewhere.seats[1],))
        everybody = [one for one in everybody if not one.name.startswith("beside")]
        self.watch = Watch(service, self.table, everybody, wire, random.Random(seed), service.ledger.head(), CasinoTruth)  # noqa: S311
        self.actors = {one.name: one for one in everybody}
        self.steward = self.actors["the steward of the table"]
        self.path = f"/v1/games/{self.table.game}/actions"
        self.happened: set[str] = set()

    def steps(self) -> Iterator[Truth]:
        """Plays to the end; gives the truth after each step, when everybody has asked."""
        yield self.watch.look()
        while not (state := self.table.now()).over:
            self.move(state)
            if state.phase != "play" or self.watch.dice.random() < LOOKS:
                yield self.watch.look()
        yield self.watch.look()

    def move(self, state: Any) -> None:
        """One act; now and then one that is refused, somebody leaves, or something goes against the rules."""
        if state.phase == "play" and self.dice.random() < 0.3:
            self._strange(state)
        if len(state.staying) > 2 and state.phase == "play" and self.dice.random() < 0.02:
            self._send(self._player(self.dice.choice(state.active)), f"/v1/tables/{self.table.id}/leave", {})
            return
        dealt = state.phase == "play" and not state.moved
        body = self._beside(state) if self.recorded and (dealt or self.dice.random() < 0.3) else None
        body = body or self._next(state)
        alone = "seat" not in body or body["type"] == "expose" or (self.entered and body["type"] in DEALING)
        heard = self._send(self.steward if alone else self._player(body["seat"]), self.path, body)
        assert heard.status == 201, (body, heard.body)

    def _next(self, state: Any) -> dict[str, Any]:
        """A legal act of whoever is in turn, a claim of the target seldom; what the steward does where nobody is."""
        if state.phase == "lot":
            order = (*LOT[1 : len(state.staying)], "AC")
            return {
                "type": "draw_lot",
                "draws": [{"seat": seat, "card": card} for seat, card in zip(state.staying, order, strict=True)],
            }
        if state.phase == "awaiting_settlement":
            return {"type": "settle"}
        legal = acts(CASINO.legal(state, state.turn), state, CASINO)
        claims = [act for act in legal if act["type"] == "claim_target"]
        act = dict(self.dice.choice([act for act in legal if act not in claims]))
        if claims and len(state.active) > 2 and state.decks_over == 0 and self.dice.random() < 0.06:
            return claims[0]
        return self._dealt(state) if act["type"] == "deal" and self.entered else filled(act, self.dice)

    def _dealt(self, state: Any) -> dict[str, Any]:
        """Any cards that have not been dealt in this deck."""
        gone = {*state.loose, *state.aside, *[card for build in state.builds for card in build.cards]}
        gone = gone.union(*state.piles.values())
        cards = self.dice.sample(sorted(PACK - gone), len(PACK - gone))
        hands = {str(seat): [cards.pop() for _ in range(cards_each(state))] for seat in clockwise(state.active, state.dealer)}
        table = [cards.pop() for _ in range(table_cards(state))]
        return {"type": "deal", "seat": state.turn, "hands": hands, **({"table": table} if table else {})}

    def _beside(self, state: Any) -> dict[str, Any] | None:
        """Under `record`: a card shown in dealing, a play against the rules or out of turn, a claim of one."""
        kept = state.offences
        if state.phase == "play" and not state.moved and not kept.shown and self.dice.random() < 0.7:
            seat = self.dice.choice(state.active)
            return {"type": "expose", "seat": seat, "card": self.dice.choice(state.hands[seat])}
        unjudged = [laid for laid in kept.laid if (state.deal, laid.number) not in kept.judged]
        if unjudged and self.dice.random() < 0.3:
            claimant = self.dice.choice(state.staying)
            return {"type": "claim", "seat": claimant, "deal": state.deal, "card": self.dice.choice(unjudged).card}
        for seat in self.dice.sample(state.active, len(state.active)):
            if may := acts(CASINO.recordable(state, seat), state, CASINO):
                return filled(self.dice.choice(may), self.dice)
        return None

    def _strange(self, state: Any) -> None:
        """A card that he does not hold, or not in turn: refused."""
        seat = state.turn
        held = set(state.hands[seat])
        act = {"type": "capture", "seat": seat, "card": self.dice.choice(sorted(PACK - held)), "loose": list(state.loose[:1])}
        assert self._send(self._player(seat), self.path, act).status == 409
        self.happened.add("refused")

    def _player(self, seat: int) -> Onlooker:
        return self.actors[f"seat {seat} by {self.dice.choice(['key', 'room'])}"]

    def _send(self, by: Onlooker, path: str, body: dict[str, Any]) -> Heard:
        heard = self.watch.ask(by, "POST", path, body)
        self.watch.truth.read_on()
        self.watch.judge(by, heard, f"POST {path} {body}")
        return heard


@pytest.fixture
def wire(service: Service) -> Iterator[Wire]:
    """One connection."""
    wire = Wire(service.url)
    yield wire
    wire.close()


@pytest.mark.parametrize(("players", "seed", "house", "comes_about"), GAMES, ids=[f"{game[0]}-{game[1]}" for game in GAMES])
def test_nobody_is_told_a_card_that_he_may_not_know(
    service: Service,
    wire: Wire,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
    players: int,
    seed: int,
    house: dict[str, Any],
    comes_about: str,
) -> None:
    monkeypatch.setattr(service.ledger, "dice", random.Random(seed).randbytes)  # noqa: S311
    caplog.set_level(logging.DEBUG)
    caplog.set_level(logging.INFO, "httpcore")  # a client's, not the service's
    game = CasinoGame(service, wire, players, seed, house)
    for _ in game.steps():
        assert not game.watch.found, "\n".join(game.watch.found)
    truth = game.watch.look_back()
    assert not game.watch.found, "\n".join(game.watch.found)
    assert set(comes_about.split()) <= game.happened | truth.happened, "the game has become another one"
    assert not [word for word in [*[part.salt for part in truth.parts], *CODE.findall(caplog.text)] if word in caplog.text]


def test_every_card_of_the_pack_is_a_code_that_is_looked_for() -> None:
    assert all(CODE.fullmatch(card) for card in pack("2"))
