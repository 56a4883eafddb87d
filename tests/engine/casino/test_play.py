"""Trailing, capturing and building: what a turn does to the table, who owns a build, and what is refused first."""

import pytest

from engine.casino.builds import Build
from engine.casino.commands import Capture, LayBuild, PlayOutOfTurn, Trail
from engine.casino.events import BuildDoubled, BuildMade, BuildRaised, CardsCaptured, CardTrailed
from engine.casino.legal import legal
from engine.casino.rulebook import (
    CAS_BUILD_1,
    CAS_BUILD_2,
    CAS_BUILD_3,
    CAS_BUILD_4,
    CAS_BUILD_5,
    CAS_BUILD_7,
    CAS_CAP_1,
    CAS_CAP_2,
    CAS_CAP_3,
    CAS_CAP_6,
    CAS_DEAL_5,
    CAS_DECK_1,
    CAS_ORDER_1,
    CAS_VIOL_4,
)
from tests.engine.casino.deals import at, lying, play, reached_from
from tests.engine.scenario import breaks, keeps

HELD = "6C 7C 8C TC"


@keeps("CAS-TRAIL-1", "CAS-CAP-5")
def test_a_trailed_card_lies_loose_though_it_could_have_taken():
    game = lying({1: "8H 2C", 2: HELD}, "8S 3D")
    at(game).when(play("1 8H")).then(CardTrailed(1, 1, "8H")).then_state(
        loose=("8S", "3D", "8H"), turn=2, hands={1: ("2C",), 2: ("6C", "7C", "8C", "TC")}
    )


@keeps("CAS-CAP-4", "CAS-CAP-6")
def test_a_capture_goes_to_the_pile_and_one_of_everything_is_a_sweep():
    game = lying({1: "9H 2C", 2: HELD}, "4D 5S 2D", [(9, "6D 3D", 2)])
    at(game).when(play("1 9H x 5S 4D #1")).then(
        CardsCaptured(1, 1, "9H", ("4D", "5S"), (1,), ("9H", "4D", "5S", "6D", "3D"), sweep=False)
    ).then_state(loose=("2D",), builds=(), piles={1: ("9H", "4D", "5S", "6D", "3D")}, captors=(1,), sweeps={})
    whole = lying({1: "9H 2C", 2: HELD}, "4D 5S", [(9, "6D 3D", 2)])
    at(whole).when(play("1 9H x 4D 5S #1")).then_one(CardsCaptured, sweep=True).then_state(sweeps={1: 1}, loose=(), builds=())
    at(whole).when(play("1 9H x 4D 5S")).then_one(CardsCaptured, sweep=False)
    at(whole).when(play("1 9H x #1")).then_one(CardsCaptured, sweep=False)


@keeps("CAS-BUILD-6", "CAS-CAP-3", "CAS-CAP-6")
def test_anybody_takes_builds_one_or_several_with_a_card_of_their_value():
    game = lying({1: "9H 2C", 2: HELD}, "KD", [(9, "6D 3D", 2), (9, "5D 4D", 2), (8, "7D AD", 2)])
    for ids in ((1,), (2,), (1, 2)):
        at(game).when(Capture(1, "9H", (), ids)).then_one(CardsCaptured, builds=ids)
    at(game).when(Capture(1, "9H", (), (2, 1))).then_one(CardsCaptured, builds=(1, 2))
    at(game).when(Capture(1, "9H", (), (3,))).then_refused(CAS_CAP_3, build=3, value=8)


@breaks("CAS-CAP-6", "CAS-CAP-1", "CAS-CAP-2", "CAS-CAP-3", "CAS-ORDER-1", "CAS-DEAL-5")
def test_refusals_of_a_capture_come_in_the_order_of_the_rules():
    game = lying({1: "9H KC", 2: HELD}, "4D 5S 2D KD KH", [(8, "6D 2S", 2)])
    at(game).when(Capture(2, "6C", ("2D",))).then_refused(CAS_DEAL_5, turn=1)
    at(game).when(Capture(1, "9C", ("2D",))).then_refused(CAS_ORDER_1)
    at(game).when(Capture(1, "9H", ("2H",))).then_refused(CAS_CAP_6)
    at(game).when(Capture(1, "9H", ("4D", "4D"))).then_refused(CAS_CAP_6)
    at(game).when(Capture(1, "9H", (), (7,))).then_refused(CAS_CAP_6, build=7)
    at(game).when(Capture(1, "9H", (), (1, 1))).then_refused(CAS_CAP_6)
    at(game).when(Capture(1, "9H")).then_refused(CAS_CAP_6)
    at(game).when(Capture(1, "9H", ("2D",), (1,))).then_refused(CAS_CAP_3)
    at(game).when(Capture(1, "KC", ("KD", "KH"))).then_refused(CAS_CAP_1)
    at(game).when(Capture(1, "9H", ("4D", "2D"))).then_refused(CAS_CAP_2, left_over=("4D", "2D"))
    at(game).when(Capture(9, "9H", ("2D",))).then_refused(CAS_ORDER_1)


@keeps("CAS-BUILD-1", "CAS-BUILD-2", "CAS-BUILD-3")
def test_builds_are_made_single_and_doubled_and_have_an_owner():
    game = lying({1: "5H TC 5C", 2: HELD}, "5S 4D AD")
    at(game).when(play("1 5H = 10 5S")).then(BuildMade(1, 1, "5H", ("5S",), 1, 10, doubled=False)).then_state(
        builds=(Build(1, 10, ("5S", "5H"), doubled=False, owner=1),), loose=("4D", "AD"), build_ids=1
    )
    at(game).when(play("1 5H = 5 5S")).then_one(BuildMade, value=5, doubled=True)
    at(game).when(play("1 5H = 5 AD 5S 4D")).then_one(BuildMade, loose=("5S", "4D", "AD"), doubled=True)
    at(game).when(play("1 5H = 10 4D AD")).then_one(BuildMade, value=10, doubled=False)
    seven = lying({1: "TS 2H 7H", 2: HELD}, "TD 3C")
    at(seven).when(play("1 7H = 10 TD 3C")).then_one(BuildMade, value=10, doubled=True)


@keeps("CAS-BUILD-3", "CAS-BUILD-4", "CAS-BUILD-7")
def test_a_build_is_doubled_or_raised_by_anybody_who_owns_it_then():
    game = lying({1: "2H 9H AH TH", 2: HELD}, "7D 4D 6D", [(9, "5D 4S", 2)])
    at(game).when(play("1 2H = 9 7D #1")).then(BuildDoubled(1, 1, "2H", ("7D",), 1, 9)).then_state(
        builds=(Build(1, 9, ("5D", "4S", "7D", "2H"), doubled=True, owner=1),)
    )
    at(game).when(play("1 AH = 10 #1")).then(BuildRaised(1, 1, "AH", (), 1, 9, 10, doubled=False)).then_state(
        builds=(Build(1, 10, ("5D", "4S", "AH"), doubled=False, owner=1),)
    )
    at(game).when(play("1 AH = 10 #1 4D 6D")).then_one(BuildRaised, doubled=True, loose=("4D", "6D"))
    two = lying({1: "9H 9S", 2: HELD}, "", [(9, "5D 4S", 2)])
    at(two).when(play("1 9H = 9 #1")).then_one(BuildDoubled, loose=())


@breaks("CAS-BUILD-1", "CAS-BUILD-2", "CAS-BUILD-3", "CAS-BUILD-4", "CAS-BUILD-5", "CAS-DECK-1", "CAS-BUILD-7")
def test_refusals_of_a_build_come_in_the_order_of_the_rules():
    game = lying({1: "AH 3H TH JH", 2: HELD}, "3C 6D QD", [(6, "4D 2D", 2), (7, "5D 2S 7D", 2)])
    at(game).when(LayBuild(2, "6C", 9, ("3C",))).then_refused(CAS_DEAL_5)
    at(game).when(LayBuild(1, "9C", 9, ("3C",))).then_refused(CAS_ORDER_1)
    at(game).when(LayBuild(1, "AH", 10, ("9D",))).then_refused(CAS_BUILD_1)
    at(game).when(LayBuild(1, "AH", 10, (), 9)).then_refused(CAS_BUILD_3, build=9)
    at(game).when(LayBuild(1, "JH", 10, ("QD",))).then_refused(CAS_DECK_1)
    at(game).when(LayBuild(1, "3H", 10, (), 2)).then_refused(CAS_BUILD_5)
    at(game).when(LayBuild(1, "AH", 11, ("3C",))).then_refused(CAS_BUILD_1)
    at(game).when(LayBuild(1, "TH", 10)).then_refused(CAS_BUILD_1)
    at(game).when(LayBuild(1, "AH", 10, ("3C",), 1)).then_refused(CAS_BUILD_4, makes=7)
    at(game).when(LayBuild(1, "AH", 10, ("3C",))).then_refused(CAS_BUILD_2)
    at(game).when(LayBuild(1, "3H", 6, ("6D",), 1)).then_refused(CAS_BUILD_3)
    at(game).when(LayBuild(1, "3H", 6, ("3C",))).then_refused(CAS_BUILD_1, declared=6)
    at(game).when(LayBuild(1, "3H", 9, (), 1)).then_refused(CAS_BUILD_4, declared=9)
    loose_six = lying({1: "AH TH", 2: HELD}, "3C 6D")
    at(loose_six).when(play("1 AH = 10 3C 6D")).then_one(BuildMade)


@keeps("CAS-BUILD-7")
@breaks("CAS-BUILD-7")
def test_the_owner_of_a_build_keeps_a_card_for_it_and_does_not_trail():
    game = lying({1: "9S 4H 2H", 2: HELD}, "9D 4C 7D", [(9, "5D 4D", 1)])
    at(game).when(play("1 2H")).then_refused(CAS_BUILD_7, builds=(1,))
    at(game).when(play("1 9S x 9D")).then_refused(CAS_BUILD_7, value=9)
    at(game).when(play("1 9S x 9D #1")).then_one(CardsCaptured)
    at(game).when(play("1 4H x 4C")).then_one(CardsCaptured)
    at(game).when(play("1 2H = 9 7D")).then_one(BuildMade)
    at(game).when(play("1 2H = 9 7D #1")).then_one(BuildDoubled)
    freed = lying({1: "2H 8H", 2: "9S 2D 6C"}, "7D", [(9, "5D 4D", 1)], turn=2)
    after = at(freed).when(play("2 2D = 9 7D #1")).after
    assert after.builds[0].owner == 2
    at(after).when(play("1 8H")).then_one(CardTrailed)


@keeps("CAS-BUILD-7")
def test_one_card_serves_equal_builds_and_each_build_needs_its_own_value():
    game = lying({1: "9S TH AH", 2: HELD}, "9D AD", [(9, "5D 4D", 1), (9, "6D 3D", 1), (10, "7D 3C", 1)])
    at(game).when(play("1 AH x AD")).then_one(CardsCaptured)
    at(game).when(play("1 9S x #1")).then_refused(CAS_BUILD_7, value=9)
    at(game).when(play("1 9S x #1 #2")).then_one(CardsCaptured)
    at(game).when(play("1 AH = 10 #1")).then_one(BuildRaised, value=10)
    at(game).when(play("1 TH x #3 #1")).then_refused(CAS_CAP_3)
    assert Trail(1, "AH") not in legal(game, 1)


@keeps("CAS-BUILD-7")
@pytest.mark.parametrize(("card", "owner"), [("9S", 0), ("2H", 1)])
def test_with_builder_may_trail_a_build_without_a_card_for_it_is_nobodys(card, owner):
    game = lying({1: "9S 2H", 2: HELD}, "KD", [(9, "5D 4D", 1)], builder_may_trail=True)
    after = at(game).when(Trail(1, card)).then_one(CardTrailed).after
    assert after.builds[0].owner == owner
    at(after).when(Capture(2, "6C", (), (1,))).then_refused(CAS_CAP_3)


@keeps("CAS-SEAT-1")
@breaks("CAS-SEAT-1", "CAS-BUILD-1")
def test_a_partners_card_does_not_serve_and_his_build_binds_him_alone():
    hands = {1: "5H 2C", 2: "6C 7C", 3: "9C 8D", 4: "TC TD"}
    partners = {"partners": True, "players_min": 4}
    game = lying(hands, "4S", **partners)
    at(game).when(play("1 5H = 9 4S")).then_refused(CAS_BUILD_1)
    bound = lying({**hands, 1: "9H 2C"}, "9D", [(9, "5D 4D", 3)], **partners)
    at(bound).when(play("1 9H x 9D")).then_one(CardsCaptured)
    at(bound).when(play("1 2C")).then_one(CardTrailed)


@keeps("CAS-DECK-2")
@breaks("CAS-DECK-2")
def test_royal_cards_stand_in_sums_and_builds_to_thirteen():
    game = lying({1: "KS JH", 2: HELD}, "KH KD QD AC 2S", royal=True)
    at(game).when(play("1 KS x KH KD QD AC")).then_one(CardsCaptured)
    at(game).when(play("1 JH = 13 2S")).then_one(BuildMade, value=13)
    at(game).when(play("1 JH = 14 2S AC")).then_refused(CAS_BUILD_1, most=13)
    plain = lying({1: "KS JH", 2: HELD}, "KH KD QD AC 2S")
    at(plain).when(play("1 KS x QD AC")).then_refused(CAS_CAP_1)


@breaks("CAS-VIOL-4", "CAS-ORDER-1")
def test_under_refuse_nobody_plays_out_of_turn():
    game = lying({1: "9S 2H", 2: HELD}, "KD")
    at(game).when(PlayOutOfTurn(2, "6C")).then_refused(CAS_DEAL_5)
    at(game).when(PlayOutOfTurn(1, "9S")).then_refused(CAS_VIOL_4)
    at(game).when(Trail(2, "6C")).then_refused(CAS_DEAL_5)


@keeps("CAS-DEAL-5", "CAS-DEAL-2")
def test_when_all_hands_are_empty_the_same_dealer_deals_again_and_the_table_stays():
    game = lying({1: "9S", 2: "2H"}, "KD", [(9, "5D 4D", 2)])
    after = (
        at(reached_from(game, play("1 9S x #1"))).when(play("2 2H")).then_state(phase="deal", turn=2, deal=2, loose=("KD", "2H"))
    )
    assert not after.after.first
