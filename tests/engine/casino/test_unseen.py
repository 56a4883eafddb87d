"""Tables where only the players see their hands: what is entered, what is known, when a false build is proved. A shadow of each
random game, in which the hands are known, says what has to come out."""

from __future__ import annotations

from typing import Any

import pytest

from engine.cardgame.claims import laid_in
from engine.cardgame.unseen import told
from engine.casino import casino, commands, events, legal, recordable, violations
from engine.casino.commands import Capture, Claim, ClaimTarget, Deal, Expose, LayBuild, Leave, Penalise, Settle, Trail
from engine.casino.deal import cards_each, distributed, elsewhere, table_cards
from engine.casino.house_rules import house_rules, plain
from engine.casino.offence_events import ClaimLapsed, ClaimMade, ClaimUnfounded, ClaimUpheld, PlayRestored, PointsDeducted
from engine.casino.particulars import PACK
from engine.casino.rulebook import CAS_DEAL_1, CAS_DEAL_5, CAS_DEAL_6, CAS_ORDER_1, CAS_VIOL_1
from engine.casino.state import Game
from engine.casino.unseen import count, held
from engine.decider import act, fold
from engine.games import KINDS
from engine.record import read, recorded, write
from engine.rules import RuleBroken
from engine.seats import clockwise
from tests.engine.casino.deals import at, plays, reached, reached_from, ritual, start
from tests.engine.casino.offending_games import offending_house, wrong_play
from tests.engine.casino.random_games import any_lot, cards_of, random_start
from tests.engine.mixes import dice
from tests.engine.scenario import breaks, keeps
from tests.laws import law

HIDDEN = {"deck": "unseen", "enforcement": "record"}
TABLE = "4S 3D 8H KD"


def dealt(players: int = 2, table: str = TABLE, **changes: Any) -> Game:
    """The first deal at a table where only the players see their hands."""
    game = reached(start(*[50] * players, **HIDDEN, **changes))
    return reached_from(game, *ritual(players, game.active), Deal(players, None, tuple(table.split())))


@keeps("CAS-DEAL-6", "CAS-DEAL-1")
@breaks("CAS-DEAL-6", "CAS-DEAL-1")
def test_only_the_cards_of_the_table_are_entered():
    ready = reached(start(50, 50, **HIDDEN), *ritual(2, (1, 2)))
    story = at(ready).when(Deal(2, None, tuple(TABLE.split())))
    told_of = events.DealtUnseen(1, 1, 2, (1, 2), 4, tuple(TABLE.split()), 40, last=False)
    story.then(told_of).then_state(hands={}, turn=1, remaining=40)
    assert (count(story.after, 1), len(held(story.after, 1))) == (4, 48)
    at(ready).when(Deal(2, {1: ("2C",), 2: ("3C",)}, tuple(TABLE.split()))).then_refused(CAS_DEAL_6)
    at(ready).when(Deal(2)).then_refused(CAS_DEAL_1)
    at(ready).when(Deal(2, None, ("4S", "4S", "3D", "KD"))).then_refused(CAS_DEAL_6)


@keeps("CAS-DEAL-6")
@breaks("CAS-DEAL-6", "CAS-ORDER-1", "CAS-DEAL-5")
def test_a_card_that_has_come_up_elsewhere_is_held_by_nobody():
    game = reached_from(dealt(), Trail(1, "9C"))
    assert "9C" not in held(game, 2)
    at(game).when(Trail(2, "9C")).then_refused(CAS_DEAL_6)
    at(game).when(Trail(2, "4S")).then_refused(CAS_DEAL_6)
    at(game).when(Trail(2, "XX")).then_refused(CAS_ORDER_1)
    at(game).when(Trail(1, "5C")).then_refused(CAS_DEAL_5)
    shown = reached_from(dealt(), Expose(2, "7C"))
    assert "7C" not in held(shown, 1)
    at(shown).when(Expose(1, "7C")).then_refused(CAS_DEAL_6)
    known = told(shown, 2)
    assert known is not None
    assert (known.count, known.surely) == (4, ("7C",))


@keeps("CAS-DEAL-6", "CAS-VIOL-1")
@breaks("CAS-VIOL-1", "CAS-BUILD-1")
def test_a_false_build_is_proved_when_the_hand_is_played_out():
    game = reached_from(dealt(), *plays("1 5H = 9 4S", "2 QC"))
    assert violations(game) == ()
    claimed = at(game).when(Claim(2, 1, "5H")).then(ClaimMade(2, 1, 1, "5H")).after
    at(claimed).when(Claim(2, 1, "5H")).then_refused(CAS_VIOL_1)
    at(game).when(Penalise(1, "5H")).then_refused(CAS_DEAL_6)
    later = reached_from(claimed, *plays("1 2C", "2 QD", "1 2D", "2 QH"))
    story = at(later).when(Trail(1, "2H"))
    story.then_one(ClaimUpheld, rule="CAS-BUILD-1", against=1).then_none(PlayRestored)
    story.then_one(PointsDeducted, score=-2, claimant=2)
    assert [(one.kind, one.card, one.status) for one in violations(story.after)] == [("false_build", "5H", "punished")]
    true = at(later).when(Capture(1, "9H", (), (1,)))
    true.then_one(ClaimUnfounded, card="5H").then_none(PointsDeducted)
    assert {one.kind for one in violations(true.after)} == {"trailed"}


@breaks("CAS-BUILD-7", "CAS-VIOL-1")
def test_what_he_gave_away_for_his_build_is_proved_too():
    game = reached_from(dealt(), *plays("1 5H = 9 4S", "2 QC", "1 9H", "2 QD", "1 2D", "2 QH", "1 2H"))
    assert [(one.kind, one.card, one.rule) for one in violations(game)] == [("false_build", "9H", "CAS-BUILD-7")]
    at(game).when(Claim(2, 1, "9H")).then_one(ClaimUpheld).then_one(PointsDeducted, score=-2)


@breaks("CAS-VIOL-1", "CAS-CAP-2", "CAS-BUILD-2")
def test_what_is_wrong_with_the_cards_of_the_table_is_known_at_once():
    taken = reached_from(dealt(), Capture(1, "9H", ("4S", "3D")))
    at(taken).when(Claim(2, 1, "9H")).then_one(ClaimUpheld, rule="CAS-CAP-2").then_state(loose=(*TABLE.split(), "9H"))
    built = reached_from(dealt(), LayBuild(1, "9H", 10, ("4S",)))
    at(built).when(Claim(2, 1, "9H")).then_one(ClaimUpheld, rule="CAS-BUILD-2").then_one(PointsDeducted)


@keeps("CAS-OUT-1", "CAS-DEAL-6")
@pytest.mark.parametrize("way", ["leaves", "claims the target wrongly", "is put out for a false build"])
def test_a_hand_that_was_set_aside_unseen_proves_nothing_against_its_builder(way):
    lost = {"false_build": "loses_game"} if way == "is put out for a false build" else {}
    game = reached_from(dealt(3, **lost), LayBuild(1, "5H", 9, ("4S",)))
    if lost:
        game = reached_from(game, *plays("2 QC", "3 QD"), LayBuild(1, "2C", 4, ("3D",)), Penalise(1, "2C"))
    else:
        game = reached_from(game, *plays("2 QC", "3 QD"), Leave(1) if way == "leaves" else ClaimTarget(1))
    assert game.active == (2, 3)
    rest = iter([card for card in PACK if card[0] != "9" and card in held(game, 2)])
    at(game).when(Penalise(1, "5H")).then_refused(CAS_DEAL_6)
    game = reached_from(game, Claim(2, 1, "5H"))
    while game.deal == 1:
        game = reached_from(game, Trail(game.turn, next(rest)))
    assert [laid.open for laid in laid_in(game, 1) if laid.card == "5H"] == [True]
    assert [(one.kind, one.rule, one.status) for one in violations(game) if one.card == "5H"] == [("claim", "CAS-VIOL-1", "open")]
    over = (
        at(game).when(commands.VoidGame("enough")).then_none(ClaimUpheld).then_one(ClaimLapsed, seat=2, card="5H", against=1).after
    )
    assert [(one.kind, one.status) for one in violations(over) if one.card == "5H"] == [("claim", "unproved")]
    assert all(claim.lapsed for claim in over.offences.claims)


@keeps("CAS-DEAL-6", "CAS-VIOL-1")
def test_claims_that_nothing_has_decided_lapse_with_the_game_each_with_its_event():
    game = reached_from(
        dealt(3), LayBuild(1, "5H", 9, ("4S",)), Claim(2, 1, "5H"), LayBuild(2, "2C", 10, ("8H",)), Claim(3, 1, "2C")
    )
    story = at(reached_from(game, Leave(3))).when(Leave(2))
    kinds = [type(event) for event in story.events if type(event) in (events.PotAwarded, ClaimLapsed, events.DeckRevealed)]
    assert kinds == [events.PotAwarded, ClaimLapsed, ClaimLapsed, events.DeckRevealed]
    assert [(one.card, one.status) for one in violations(story.after)] == [("5H", "unproved"), ("2C", "unproved")]


@keeps("CAS-OUT-1", "CAS-LAST-1", "CAS-DEAL-6")
@breaks("CAS-DEAL-6")
def test_cards_left_over_are_told_by_the_steward_if_an_unseen_hand_was_set_aside():
    game = dealt(4, "4S 3D", hand_size=6, table_size=2)
    out = at(game).when(ClaimTarget(4)).then_state(active=(1, 2, 3), hidden=6, dealer=4).after
    rest = [card for card in PACK if card not in ("4S", "3D")]
    while out.phase == "play":
        out = reached_from(out, Trail(out.turn, rest.pop()))
    while out.phase == "deal":
        out = reached_from(out, *([commands.AnnounceLast(1)] if legal(out, 1)[0] == commands.AnnounceLast(1) else []), Deal(1))
        while out.phase == "play":
            out = reached_from(out, Trail(out.turn, rest.pop()))
    assert (out.phase, out.remaining, out.hidden) == ("awaiting_settlement", 2, 6)
    at(out).when(Settle()).then_refused(CAS_DEAL_6, count=2)
    at(out).when(Settle(("4S", rest[0]))).then_refused(CAS_DEAL_6)
    at(out).when(Settle((rest[1], rest[0]))).then_one(events.LastCardsTaken, undealt=(rest[0], rest[1]))
    at(reached_from(dealt(), Trail(1, "2C"))).when(Settle(())).then_refused(CAS_VIOL_1)


def both(seed: int) -> Any:
    """A random game twice, act by act: with known hands, and where nobody sees them. Nobody plays out of turn or claims before a
    deal is over, so that what is proved later comes to the same."""
    rnd = dice(f"{seed}:players")
    told = {**plain(offending_house(seed)), "builder_may_trail": False, "deck": "entered"}
    begin = random_start(seed, house_rules(told))
    hidden = commands.StartGame("t", 1, house_rules({**told, "deck": "unseen"}), "chip", 0, begin.seats, begin.dealer)
    shadow, game = casino.initial, casino.initial
    pair: tuple[Any, Any] = (begin, hidden)
    for _ in range(400):
        try:
            made, shadow = act(casino, shadow, pair[0])
        except RuleBroken:
            with pytest.raises(RuleBroken):
                act(casino, game, pair[1])
        else:
            told_events, game = act(casino, game, pair[1])
            yield pair, shadow, game, made, told_events
        if shadow.over:
            return
        pair = _next(rnd, shadow)


def _next(rnd: Any, shadow: Game) -> tuple[Any, Any]:
    """The next act, as it is entered where the hands are known and where they are not."""
    if shadow.phase == "lot":
        lot = any_lot(rnd, shadow)
        return lot, lot
    if shadow.phase == "deal" and rnd.random() < 0.5 and any(one.doubt is None for one in laid_in(shadow, shadow.deal - 1)):
        laid = rnd.choice(laid_in(shadow, shadow.deal - 1))
        if laid.broken and laid is not laid_in(shadow, shadow.deal - 1)[-1]:
            claim = commands.Claim(rnd.choice(shadow.active), shadow.deal - 1, laid.card)
            return claim, claim
    if shadow.phase == "deal":
        if isinstance(legal(shadow, shadow.turn)[0], commands.AnnounceLast) and rnd.random() < 0.5:
            return (commands.AnnounceLast(shadow.turn),) * 2
        order = [card for card in PACK if card not in elsewhere(shadow)]
        rnd.shuffle(order)
        hands, table = distributed(order, clockwise(shadow.active, shadow.dealer), cards_each(shadow), table_cards(shadow))
        return commands.Deal(shadow.turn, hands, table or None), commands.Deal(shadow.turn, None, table or None)
    if shadow.phase == "awaiting_settlement":
        return (commands.Settle(),) * 2
    if shadow.phase == "play":
        may = (*legal(shadow, shadow.turn), *recordable(shadow, shadow.turn))
        may = tuple([one for one in may if not isinstance(one, commands.ClaimTarget)])
        play = rnd.choice(may) if rnd.random() < 0.8 else wrong_play(rnd, shadow)
        return play, play
    may = [one for one in legal(shadow, shadow.turn) if not isinstance(one, commands.ClaimTarget)]
    return (rnd.choice(may),) * 2


SAME = ("phase", "turn", "loose", "piles", "sweeps", "captors", "scores", "remaining", "deal", "deck", "pot", "stacks", "final")


@keeps("CAS-DEAL-6", "CAS-VIOL-1")
@law(games=12, first=1500)
def test_a_game_with_unseen_hands_comes_to_the_same_as_with_known_ones(seed):
    for pair, shadow, game, made, told_events in both(seed):
        for name in SAME:
            assert getattr(game, name) == getattr(shadow, name), (name, pair)
        assert [(one.id, one.value, one.cards) for one in game.builds] == [(one.id, one.value, one.cards) for one in shadow.builds]
        assert [type(one) for one in made if not isinstance(one, events.CardsDealt)] == [
            type(one) for one in told_events if not isinstance(one, events.DealtUnseen)
        ]
        for seat in shadow.active:
            assert count(game, seat) == len(shadow.hands.get(seat, ()))
            assert set(shadow.hands.get(seat, ())) <= set(held(game, seat))
        lying = cards_of(game)
        assert len(lying) == len(set(lying))
        hidden = sum(count(game, seat) for seat in game.active) + game.hidden + (0 if game.stock is not None else game.remaining)
        assert not game.deck or len(lying) + hidden == 52
        for deal in range(1, game.deal):
            judged = {one.card: one.broken for one in laid_in(game, deal)}
            assert judged == {one.card: one.broken for one in laid_in(shadow, deal)}
            assert all(one.doubt is None for one in laid_in(game, deal))


@keeps("CAS-DEAL-6")
@law(games=4, first=1600)
def test_such_a_game_is_recorded_exactly_and_folds_to_the_same(seed):
    story = list(both(seed))
    happened = tuple(event for *_, told_events in story for event in told_events)
    game = story[-1][2]
    assert fold(casino, casino.initial, happened) == game
    if game.over:
        record = recorded(KINDS["casino"], happened)
        assert read(write(record)) == record


@keeps("CAS-DEAL-6")
def test_what_is_legal_where_nobody_sees_the_hand_is_whatever_it_may_hold():
    game = dealt()
    may = legal(game, 1)
    assert Trail(1, "9C") in may
    assert Capture(1, "7C", ("4S", "3D")) in may
    assert LayBuild(1, "2C", 10, ("8H",)) in may
    for command in dice(1).sample(may, 60):
        assert casino.decide(game, command)
