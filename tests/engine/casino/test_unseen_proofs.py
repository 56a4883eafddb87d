"""What is proved of hands that only their players see: a play is judged exactly when every hand that is still possible agrees."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import combinations
from math import comb
from typing import Any

import pytest

from engine.cardgame.claims import laid_in
from engine.casino import casino, events, legal, violations
from engine.casino import offence_events as offences
from engine.casino.building import sum_fault
from engine.casino.commands import (
    Capture,
    Claim,
    Correct,
    Deal,
    Expose,
    KeepCard,
    LayBuild,
    Leave,
    PlayOutOfTurn,
    Settle,
    Trail,
)
from engine.casino.offences import Laid
from engine.casino.particulars import PACK
from engine.casino.state import Game
from engine.casino.unseen import count, held
from tests.engine.casino.brute_force import worth
from tests.engine.casino.deals import at, reached_from
from tests.engine.casino.test_unseen import dealt
from tests.engine.casino.unseen_table import played
from tests.engine.scenario import breaks, keeps
from tests.laws import law

HANDS_MOST = 3000  # of one play are looked at; with more of them it is not compared
CARDS = (events.CardTrailed, events.CardsCaptured, events.BuildMade, events.BuildDoubled, events.BuildRaised)
BUILDS = (events.BuildMade, events.BuildDoubled, events.BuildRaised)


@dataclass
class Seen:
    """What all have seen of one hand. many: cards dealt to it. cards: those seen. could: what the others can be."""

    many: int
    could: set[str]
    cards: list[str] = field(default_factory=list)

    def hands(self) -> Iterator[frozenset[str]]:
        """Every hand that it can have been when it was dealt."""
        for rest in combinations(sorted(self.could), self.many - len(self.cards)):
            yield frozenset((*self.cards, *rest))

    @property
    def ways(self) -> int:
        """How many they are."""
        return comb(len(self.could), self.many - len(self.cards))


@dataclass
class Onlookers:
    """What the table has seen in this deck, by its events. plays: the game before each card laid, and its event."""

    royal: bool = False
    unseen: set[str] = field(default_factory=set)
    stock: set[str] | None = None  # where a claim has told it
    hands: dict[tuple[int, int], Seen] = field(default_factory=dict)  # by deal and seat
    plays: list[tuple[Game, Any]] = field(default_factory=list)

    def follow(self, before: Game, event: Any, after: Game) -> None:
        """What an event shows."""
        match event:
            case events.StakesPosted() | events.DeckScored():
                self.__init__(after.house.royal, set(PACK))  # type: ignore[misc]
            case events.DealtUnseen():
                self._see(event.table)
                could = self.unseen if self.stock is None else self.stock
                self.hands |= {(event.deal, seat): Seen(event.each, set(could)) for seat in event.seats}
                self.stock = None
            case offences.CardExposed() | offences.CardPlayedOutOfTurn():
                self._see((event.card,), (event.deal, event.seat))
            case offences.DealAnnulled():
                again = {key: seen for key, seen in self.hands.items() if key[0] == event.deal and key[1] in after.active}
                self.unseen |= {card for seen in again.values() for card in seen.cards} | set(before.loose if before.first else ())
                self.hands = {key: seen for key, seen in self.hands.items() if key not in again}
            case events.TargetClaimed() if event.undealt:
                self.stock = set(event.undealt)
                self._see(event.undealt)
                self.unseen |= self.stock
            case events.LastCardsTaken():
                self._see(event.undealt)
            case _ if isinstance(event, CARDS):
                self.plays.append((before, event))
                self._see((event.card,), (event.deal, event.seat))

    def _see(self, cards: tuple[str, ...], owner: tuple[int, int] | None = None) -> None:
        self.unseen -= set(cards)
        for key, seen in self.hands.items():
            seen.could -= set(cards)
            if key == owner:
                seen.cards += [card for card in cards if card not in seen.cards]

    def verdicts(self, before: Game, event: Any) -> set[tuple[bool, bool]] | None:
        """Of every hand that may have been held: whether the play was against the rules then, and whether it costs points. None: of
        too many, or it is wrong by the cards of the table alone."""
        seen = self.hands[event.deal, event.seat]
        if seen.ways > HANDS_MOST or self._plainly_wrong(before, event):
            return None
        gone = self._played_before(event)
        return {self.judged(before, event, hand - gone) for hand in seen.hands()}

    def _played_before(self, event: Any) -> set[str]:
        laid = [one for _, one in self.plays if (one.deal, one.seat) == (event.deal, event.seat)]
        return {one.card for one in laid[: laid.index(event)]}

    def _plainly_wrong(self, before: Game, event: Any) -> bool:
        if isinstance(event, BUILDS):
            upon = next((build for build in before.builds if build.id == event.build), None)
            return sum_fault(event.card, event.loose, event.value, upon, self.royal) is not None
        laid = laid_in(casino.evolve(before, event), event.deal)
        return laid[-1].broken not in ("", "CAS-BUILD-7")

    def judged(self, before: Game, event: Any, hand: frozenset[str]) -> tuple[bool, bool]:
        """CAS-BUILD-1, CAS-BUILD-7, CAS-VIOL-1, retold from the rules. hand: before the play, its card among it."""
        had = {worth(card, self.royal) for card in hand}
        has = {worth(card, self.royal) for card in hand - {event.card}}
        free = before.house.builder_may_trail or (event.seat, event.card) in before.offences.pinned
        true = [build for build in before.builds if build.owner == event.seat and build.value in had]
        touched = {*getattr(event, "builds", ()), getattr(event, "build", 0)}
        false = isinstance(event, BUILDS) and event.value not in has
        false = false or (not free and any(build.value not in has for build in true if build.id not in touched))
        return false or (isinstance(event, events.CardTrailed) and bool(true) and not free), false


@keeps("CAS-DEAL-6", "CAS-VIOL-1", "CAS-BUILD-1")
@breaks("CAS-BUILD-1", "CAS-VIOL-1")
def test_a_build_whose_cards_all_lie_elsewhere_is_false_now_and_put_right_now():
    game = reached_from(dealt(table="TS TD TH 4C"), Trail(1, "2C"), Trail(2, "TC"))
    made = at(game).when(LayBuild(1, "6C", 10, ("4C",))).then_one(events.BuildMade).after
    assert [(one.kind, one.rule, one.status) for one in violations(made)] == [("false_build", "CAS-BUILD-1", "open")]
    story = at(made).when(Claim(2, 1, "6C")).then_one(offences.ClaimUpheld).then_one(offences.PointsDeducted, score=-2)
    story.then_one(offences.PlayRestored, loose=("TS", "TD", "TH", "4C", "2C", "TC", "6C"), builds=())
    three = reached_from(dealt(table="TS TD TH 4C"), LayBuild(1, "6C", 10, ("4C",)), Claim(2, 1, "6C"))
    at(three).when(Trail(2, "9C")).then_none(offences.ClaimUpheld)
    last = at(three).when(Trail(2, "TC")).then_one(offences.ClaimUpheld, card="6C").then_one(offences.PointsDeducted, claimant=2)
    last.then_none(offences.PlayRestored)


@keeps("CAS-DEAL-6", "CAS-BUILD-1")
def test_the_card_for_a_build_proves_it_as_soon_as_it_is_seen_in_its_builders_hand():
    made = reached_from(dealt(), LayBuild(1, "5H", 9, ("4S",)), Claim(2, 1, "5H"), Trail(2, "QC"))
    at(made).when(Capture(1, "9H", (), (1,))).then_one(offences.ClaimUnfounded, card="5H")
    at(made).when(Capture(1, "8C", ("8H",))).then_none(offences.ClaimUnfounded)
    shown = at(reached_from(dealt(), Trail(1, "2C"), LayBuild(2, "5H", 9, ("4S",)), Claim(1, 1, "5H")))
    shown.when(PlayOutOfTurn(2, "9H")).then_one(offences.ClaimUnfounded, card="5H")
    before = reached_from(dealt(), Expose(1, "9H"), KeepCard(1), LayBuild(1, "5H", 9, ("4S",)))
    at(before).when(Claim(2, 1, "5H")).then_one(offences.ClaimUnfounded)


@keeps("CAS-DEAL-6", "CAS-VIOL-1")
@breaks("CAS-BUILD-1")
def test_a_build_with_the_last_card_of_a_hand_is_false_at_once():
    game = dealt()
    rest = iter(["JC", "QC", "QD", "QH", "QS", "JD"])
    while game.turn != 1 or count(game, 1) > 1:
        game = reached_from(game, Trail(game.turn, next(rest)))
    made = reached_from(game, LayBuild(1, "5H", 9, ("4S",)))
    at(made).when(Claim(2, 1, "5H")).then_one(offences.ClaimUpheld, rule="CAS-BUILD-1").then_one(offences.PlayRestored)


@keeps("CAS-BUILD-7", "CAS-DEAL-6")
def test_giving_a_card_for_his_build_away_stays_open_until_it_shows_whether_it_was_the_last():
    game = reached_from(dealt(), LayBuild(1, "5H", 9, ("4S",)), Trail(2, "QC"), Trail(1, "9H"))
    laid = next(one for one in laid_in(game, 1) if one.card == "9H")
    assert (laid.broken, laid.false, laid.open) == ("CAS-BUILD-7", False, True)
    claimed = at(game).when(Claim(2, 1, "9H")).then(offences.ClaimMade(2, 1, 1, "9H")).after
    last = reached_from(claimed, Trail(2, "9C"), Trail(1, "2C"))
    at(last).when(Capture(2, "9D", ("9C",))).then_none(offences.ClaimUpheld)
    both = reached_from(claimed, Trail(2, "9C"), Trail(1, "2C"), Capture(2, "9D", ("9C", "9H")))
    at(both).when(Trail(1, "2D")).then_one(offences.ClaimUpheld, card="9H").then_one(offences.PointsDeducted, broken="CAS-BUILD-7")
    kept = at(reached_from(claimed, Trail(2, "QD"))).when(Capture(1, "9S", (), (1,)))
    kept.then_one(offences.ClaimUpheld, card="9H", rule="CAS-BUILD-7").then_none(offences.PointsDeducted)


@keeps("CAS-VIOL-4", "CAS-DEAL-6")
def test_a_build_whose_card_was_trailed_out_of_turn_is_nobodys_once_no_other_can_have_been_in_the_hand():
    game = reached_from(dealt(), LayBuild(1, "5H", 9, ("4S",)), PlayOutOfTurn(1, "9H"), Trail(2, "QC"), Trail(1, "9H"))
    assert [build.owner for build in game.builds] == [1]
    played = reached_from(game, Trail(2, "QD"), Trail(1, "2C"), Trail(2, "QH"), Trail(1, "2D"))
    assert ([build.owner for build in played.builds], violations(played)) == ([0], violations(game))
    assert {one.kind for one in violations(played)} == {"out_of_turn"}
    another = reached_from(game, Trail(2, "QD"), Capture(1, "9C", ("9H",)), Trail(2, "QH"), Trail(1, "2D"))
    assert [build.owner for build in another.builds] == [1]
    assert [(one.kind, one.card) for one in violations(another) if one.kind == "false_build"] == [("false_build", "9C")]


@keeps("CAS-OUT-1", "CAS-DEAL-6")
@breaks("CAS-BUILD-1")
def test_a_hand_that_was_set_aside_is_judged_once_no_card_for_the_build_can_be_in_it():
    game = reached_from(dealt(3, "TS TD TH 4C"), LayBuild(1, "6C", 10, ("4C",)), Claim(2, 1, "6C"), Leave(1))
    at(game).when(Trail(2, "9C")).then_none(offences.ClaimUpheld)
    story = at(game).when(Trail(2, "TC")).then_one(offences.ClaimUpheld, card="6C", against=1)
    story.then_none(offences.PointsDeducted).then_state(scores={1: 0, 2: 0, 3: 0})
    rest = [card for card in PACK if card in held(game, 2) and card != "TC"]
    later = game
    while later.deal == 1:
        later = reached_from(later, Trail(later.turn, rest.pop()))
    later = reached_from(later, Deal(later.turn))
    at(later).when(Trail(later.turn, "TC")).then_one(offences.ClaimUpheld, card="6C", deal=1)


@keeps("CAS-OUT-1", "CAS-LAST-1", "CAS-DEAL-6")
@pytest.mark.parametrize(("over", "outcome"), [(("TC", "KH"), offences.ClaimUpheld), (("KC", "KH"), offences.ClaimUnfounded)])
def test_the_cards_left_over_can_prove_what_was_in_a_hand_set_aside(over, outcome):
    game = dealt(4, "4C 3D", hand_size=6, table_size=2)
    game = reached_from(game, LayBuild(1, "6C", 10, ("4C",)), Claim(2, 1, "6C"), Leave(1))
    rest = [card for card in PACK if card in held(game, 2) and card not in ("TC", "KC", "KH", "KD", "KS", "QD", "QH")]
    while game.phase != "awaiting_settlement":
        game = reached_from(game, Trail(game.turn, rest.pop()) if game.phase == "play" else legal(game, game.turn)[0])
    assert (game.remaining, game.hidden) == (2, 5)
    at(game).when(Settle(over)).then_one(outcome, card="6C")


@keeps("CAS-REC-1", "CAS-DEAL-6")
def test_what_a_mistyped_card_has_proved_is_open_again_once_it_is_corrected():
    game = reached_from(dealt(table="TS TD TH 4C"), LayBuild(1, "6C", 10, ("4C",)), Claim(2, 1, "6C"))
    proved = reached_from(game, Trail(2, "TC"))
    assert proved.scores == {1: -2, 2: 0}
    back = reached_from(proved, Correct(game.offences.step + 1, "It was the nine"))
    assert [one.open for one in laid_in(back, 1)] == [True]
    at(back).when(Trail(2, "9C")).then_none(offences.ClaimUpheld).then_state(scores={1: 0, 2: 0})


def agrees(laid: Laid, verdicts: set[tuple[bool, bool]]) -> bool:
    """Whether the engine says of the play what all these hands have in common."""
    guilty, costs = {one for one, _ in verdicts}, {one for _, one in verdicts}
    if guilty == {False}:
        return not laid.broken and not laid.open
    if guilty == {True, False}:
        return not laid.broken and laid.open
    return bool(laid.broken) and (laid.open if len(costs) > 1 else not laid.open and {laid.false} == costs)


@keeps("CAS-DEAL-6", "CAS-BUILD-1", "CAS-BUILD-7", "CAS-OUT-1")
@law(games=24, first=18000)
def test_a_play_is_judged_exactly_when_every_possible_hand_agrees(seed):
    whole_game(seed, Counter[str]())


def test_the_games_by_which_that_is_tried_have_verdicts_of_every_kind():
    looked = Counter[str]()
    for seed in range(18000, 18012):
        whole_game(seed, looked)
    assert min(looked["right"], looked["wrong"], looked["open"]) > 10, looked


def whole_game(seed: int, looked: Counter[str]) -> None:
    """One game, looked at after every act. looked: how many verdicts were compared, by what they were."""
    onlookers, state = Onlookers(), casino.initial
    for made, game, known in played(seed):
        for event in made:
            after = casino.evolve(state, event)
            onlookers.follow(state, event, after)
            state = after
        assert state == game
        truth = {(deal, one.card): one for deal in range(1, known.deal + 1) for one in laid_in(known, deal)}
        for before, event in onlookers.plays:
            laid = next(one for one in laid_in(game, event.deal) if one.card == event.card)
            told = truth[event.deal, event.card]
            assert laid.doubt or (laid.broken, laid.lost, laid.false) == (told.broken, told.lost, told.false), event
            assert not laid.broken or told.broken, event
            if (verdicts := onlookers.verdicts(before, event)) is not None:
                assert (bool(told.broken), told.false) in verdicts, event
                assert agrees(laid, verdicts), (event, laid, verdicts)
                looked["open" if laid.open else "wrong" if laid.broken else "right"] += 1
