"""The worked examples of the rules, and disputes D21 to D26, each played at the table."""

from __future__ import annotations

import pytest

from engine.casino import casino, events
from engine.casino.commands import Capture, ClaimTarget, LayBuild, Settle, Trail
from engine.casino.deal import cards_each, left_after
from engine.casino.events import CardsCaptured, CardsDealt, DeckScored, GameDecided, LastCardsTaken, PotAwarded, TargetClaimed
from engine.casino.legal import legal
from engine.casino.offence_events import ClaimUpheld, PlayRestored, PointsDeducted
from engine.casino.rulebook import CAS_BUILD_1, CAS_CAP_1, CAS_CAP_2, CAS_CAP_3
from engine.casino.scoring import ImpossibleTotal
from engine.changed import changed
from engine.parts import Stake
from tests.engine.casino.deals import (
    announced,
    any_deal,
    at,
    claim,
    lying,
    play,
    reached,
    reached_from,
    ritual,
    start,
    to_last_deal,
)
from tests.engine.scenario import breaks, keeps

OTHERS = "KC QC JC TC"


@keeps("CAS-CAP-1")
@breaks("CAS-CAP-1")
def test_example_1_an_ace_takes_three_aces_and_a_king_one_king():
    aces = lying({1: "AS KS", 2: "2C 3C"}, "AH AD AC KH KD")
    at(aces).when(play("1 AS x AH AD AC")).then_one(CardsCaptured, cards=("AS", "AH", "AD", "AC"), sweep=False)
    at(aces).when(play("1 KS x KH")).then_one(CardsCaptured, cards=("KS", "KH"))
    at(aces).when(play("1 KS x KH KD")).then_refused(CAS_CAP_1)


@keeps("CAS-CAP-2", "CAS-CAP-5", "CAS-CAP-6")
@breaks("CAS-CAP-2")
def test_example_2_sums_and_pairs_at_once_and_what_is_left_over():
    nines = lying({1: "9S TS 7S", 2: "2C 3C 4C"}, "7H 2D 3S 6H AD")
    at(nines).when(play("1 9S x 7H 2D")).then_one(CardsCaptured)
    at(nines).when(play("1 TS x 3S 6H AD")).then_one(CardsCaptured)
    sevens = lying({1: "7S", 2: "4C"}, "7D 5H 2S 3C")
    at(sevens).when(play("1 7S x 7D 5H 2S")).then_one(CardsCaptured)
    at(sevens).when(play("1 7S x 7D 5H")).then_refused(CAS_CAP_2, left_over=("5H",))
    taken = {command.loose for command in legal(sevens, 1) if isinstance(command, Capture)}
    assert taken == {("7D",), ("5H", "2S"), ("7D", "5H", "2S")}
    at(sevens).when(Trail(1, "7S")).then_one(events.CardTrailed)


@breaks("CAS-BUILD-1")
def test_example_3_no_build_is_of_more_than_ten():
    nine = lying({1: "8H TS 9S", 2: "2C 3C 4C"}, "", [(9, "5C 4D", 2)])
    for value in (17, 9, 10):
        assert LayBuild(1, "8H", value, (), 1) not in legal(nine, 1)
    at(nine).when(play("1 8H = 17 #1")).then_refused(CAS_BUILD_1, declared=17)


PILE = "TD AS AH AC 3S 4S 5S 6S 7S 8S 9S 3C 4C 5C 6C 7C 8C 9C TC JC QC KC 3D 4D 5D 6D"
REST = "AD 2C 2D 2H 2S 3H 4H 5H 6H 7D 7H 8D 8H 9D 9H TH JD JS QD QS KD KH TS"


@keeps("CAS-SCORE-1", "CAS-SCORE-2", "CAS-SCORE-3", "CAS-SCORE-6")
@pytest.mark.parametrize(("name", "points"), [("casino-family", 11), ("casino-strict-11", 9)])
def test_example_4_a_good_pile(name, points):
    hands = {1: "JH", 2: "QH"}
    game = lying(hands, "", piles={1: PILE, 2: REST}, captors=(1,), sweeps={1: 2}, turn=2, remaining=0, first=False, name=name)
    after = reached_from(game, Trail(2, "QH"))
    at(after).when(Trail(1, "JH")).then_one(LastCardsTaken, seat=1, table=("QH", "JH"))
    scored = at(after).when(Trail(1, "JH")).events[2]
    assert (scored.sides[0].points, scored.sides[0].cards, scored.sides[0].spades) == (points, 3, 1)
    assert sum(side.points - side.sweeps for side in scored.sides) == 11


def deck_of(first: str, second: str, hands: dict[int, str], **changes):
    """The end of a deck: two piles, one card each; seat 1 captured last."""
    return lying(hands, "", piles={2: second, 1: first}, remaining=0, first=False, **changes)


HALF = "TD AS AH AC AD 2S 3S 4S 5S 6S 3C 4C 5C 6C 7C 8C 9C TC JC QC KC 3D 4D 5D"
OTHER = "2C 2D 2H 3H 4H 5H 6H 6D 7D 7H 8D 8H 9D 9H TH JD JH QD QH KD KH 7S 8S 9S TS JS"


@keeps("CAS-SCORE-1", "CAS-SCORE-4")
def test_example_5_and_d25_26_cards_each_give_a_deck_of_8_points():
    game = deck_of(HALF, OTHER, {1: "QS", 2: "KS"})
    before_last = reached_from(game, Trail(1, "QS"))
    story = at(before_last).when(Trail(2, "KS"))
    scored = next(event for event in story.events if isinstance(event, DeckScored))
    assert [side.cards for side in scored.sides] == [0, 0]
    assert sum(side.points for side in scored.sides) == 8
    assert scored.checked


@breaks("CAS-SCORE-4")
def test_d26_a_deck_that_adds_up_wrongly_fails_loudly():
    game = deck_of(HALF + " TH", OTHER, {1: "QS", 2: "KS"})
    with pytest.raises(ImpossibleTotal):
        reached_from(game, Trail(1, "QS"), Trail(2, "KS"))


@keeps("CAS-CLAIM-1", "CAS-POT-1")
@breaks("CAS-CLAIM-1", "CAS-VIOL-2")
def test_example_6_a_claim_of_21():
    six = lying({1: "3C", 2: "4C"}, "5C", piles={1: "TD 2S AS AH AC"}, scores={1: 15, 2: 9})
    at(six).when(ClaimTarget(1)).then_one(TargetClaimed, points=21, right=True, target=21).then_one(
        GameDecided, winners=(1,), because="claim"
    ).then_one(PotAwarded, shares=(Stake(1, "p1", 10),)).then_state(phase="over", pot=0, how="won")
    five = changed(six, piles={1: ("TD", "2S", "AS", "AH")})
    at(five).when(ClaimTarget(1)).then_one(TargetClaimed, points=20, right=False).then_one(
        GameDecided, winners=(2,), because="false_claim"
    ).then_one(PotAwarded, shares=(Stake(2, "p2", 10),))
    at(six).when(ClaimTarget(2)).then_one(TargetClaimed, points=9, right=False).then_one(GameDecided, winners=(1,))


@keeps("CAS-LAST-1", "CAS-CAP-4")
def test_example_7_the_last_cards_go_to_the_last_capturer_without_a_sweep():
    game = lying({1: "KC", 2: "9C"}, "2D 7H", piles={1: "3C 3D", 2: "AC AD"}, captors=(1, 2), remaining=0, first=False)
    story = at(reached_from(game, Trail(1, "KC"))).when(Trail(2, "9C"))
    story.then_one(LastCardsTaken, seat=2, table=("2D", "7H", "KC", "9C"), undealt=())
    scored = next(event for event in story.events if isinstance(event, DeckScored))
    assert [side.sweeps for side in scored.sides] == [0, 0]
    taken = at(reached_from(changed(game, loose=()), Trail(1, "KC")))
    only = reached_from(changed(game, loose=("4D",), hands={1: ("5C",), 2: ("9C",)}), Trail(1, "5C"))
    swept = at(only).when(play("2 9C x 4D 5C")).then_one(CardsCaptured, sweep=True).then_none(LastCardsTaken)
    scored = next(event for event in swept.events if isinstance(event, DeckScored))
    assert [side.sweeps for side in scored.sides] == [0, 1]
    assert taken.when(Trail(2, "9C")).events


@keeps("CAS-DEAL-1", "CAS-OUT-1")
def test_example_8_three_players_with_six_cards_and_a_wrong_claim_in_the_second_deal():
    game = reached(start(100, 100, 100, hand_size=6))
    game = reached_from(game, *ritual(3, (1, 2, 3)))
    sizes = []
    while game.phase == "deal":
        sizes.append(cards_each(game))
        game = reached_from(game, any_deal(game))
        if len(sizes) == 2:
            second = game
        while game.phase == "play":
            game = reached_from(game, Trail(game.turn, game.hands[game.turn][0]))
    assert sizes == [6, 6, 4]
    story = at(second).when(ClaimTarget(2)).then_one(events.PlayerPutOut, seat=2, because="false_claim")
    rest = story.after
    assert rest.remaining == 12
    while rest.phase == "play":
        rest = reached_from(rest, Trail(rest.turn, rest.hands[rest.turn][0]))
    assert (cards_each(rest), left_after(rest)) == (6, 0)
    at(rest).when(any_deal(rest)).then_one(CardsDealt, last=True)


@keeps("CAS-SCORE-6", "CAS-SCORE-5")
def test_example_9_eleven_all_after_two_decks_of_a_strict_game_shares_the_pot():
    game = deck_of(HALF, OTHER, {1: "QS", 2: "KS"}, name="casino-strict-11", scores={1: 3, 2: 11})
    game = changed(game, decks_over=1, deck=2)
    story = at(reached_from(game, Trail(1, "QS"))).when(Trail(2, "KS"))
    story.then_one(GameDecided, winners=(1, 2), because="target").then_one(
        PotAwarded, shares=(Stake(1, "p1", 5), Stake(2, "p2", 5))
    ).then_state(how="split", phase="over")


@breaks("CAS-CAP-3")
@keeps("CAS-BUILD-5", "CAS-CAP-3")
def test_d21_a_build_is_no_summand():
    game = lying({1: "TS", 2: "4C"}, "3S TC", [(7, "5C 2D", 2)])
    at(game).when(play("1 TS x 3S TC #1")).then_refused(CAS_CAP_3, build=1, value=7)
    assert [command for command in legal(game, 1) if isinstance(command, Capture)] == [Capture(1, "TS", ("TC",))]


@keeps("CAS-BUILD-4", "CAS-BUILD-7")
def test_d22_an_own_single_build_of_nine_is_raised_to_ten():
    game = lying({1: "9S TS AS", 2: "4C 5C 6C"}, "", [(9, "5H 4D", 1)])
    at(game).when(play("1 AS = 10 #1")).then_one(events.BuildRaised, was=9, value=10, doubled=False)


@breaks("CAS-CAP-1")
def test_d23_a_queen_takes_one_queen():
    game = lying({1: "QS", 2: "4C"}, "QH QD")
    assert [command.loose for command in legal(game, 1) if isinstance(command, Capture)] == [("QH",), ("QD",)]
    at(game).when(play("1 QS x QH QD")).then_refused(CAS_CAP_1)


@breaks("CAS-VIOL-1", "CAS-BUILD-1")
def test_d24_building_nine_with_no_nine_left_is_a_false_build():
    hands = {1: "5H 2C 3C 4C", 2: "6C 7C 8C TC"}
    refused = lying(hands, "4S")
    at(refused).when(play("1 5H = 9 4S")).then_refused(CAS_BUILD_1, declared=9)
    game = reached_from(lying(hands, "4S", enforcement="record"), play("1 5H = 9 4S"))
    at(game).when(claim(2, game, "5H")).then_one(ClaimUpheld, rule="CAS-BUILD-1", against=1).then_one(
        PlayRestored, loose=("4S", "5H"), builds=()
    ).then_one(PointsDeducted, points=2, score=-2, seat=1, offence="false_build").then_state(scores={1: -2, 2: 0}, turn=2)


@keeps("CAS-DEAL-3", "CAS-VIOL-1")
def test_under_record_a_deck_waits_for_the_steward():
    game = announced(to_last_deal(100, 100, enforcement="record"))
    game = reached_from(game, any_deal(game))
    while game.phase == "play":
        game = reached_from(game, Trail(game.turn, game.hands[game.turn][0]))
    assert game.phase == "awaiting_settlement"
    assert casino.follow(game) is None
    at(game).when(Settle()).then_one(LastCardsTaken, seat=0).then_one(DeckScored, checked=False)
