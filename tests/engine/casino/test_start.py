"""How a game begins: seats, lot, stakes, sides; and what may happen beside it."""

import pytest

from engine.casino import casino
from engine.casino.commands import Cut, DrawLot, Leave, ReachEndTime, Shuffle, StartGame, TopUp, Trail
from engine.casino.events import (
    Draw,
    EndTimeReached,
    GameDecided,
    GameEnded,
    GameStarted,
    LotDrawn,
    PlayerLeft,
    StakesPosted,
    ToppedUp,
)
from engine.casino.particulars import PACK
from engine.casino.rulebook import CAS_DEAL_4, CAS_DEAL_5, CAS_DEAL_6, CAS_ORDER_1, CAS_OUT_1, CAS_POT_1, CAS_SEAT_1
from engine.parts import PlayedCard, Seated, Stake
from engine.room.rulebook import TABLE_4
from tests.engine.casino.deals import at, deal, lying, preset, reached, ritual, start
from tests.engine.scenario import breaks, given, keeps

HANDS = {1: "2C 3C 4C 5C", 2: "6C 7C 8C 9C"}


def by_lot(*stacks: int, first: str = "", deck: str = "service") -> StartGame:
    """A game without a dealer; `first` are the cards drawn."""
    command = start(*stacks, deck=deck)
    drawn = tuple(first.split())
    lot = (*drawn, *[card for card in PACK if card not in drawn]) if first else None
    return StartGame("t", 1, command.house, "chip", 0, command.seats, None, lot)


@keeps("CAS-SEAT-1", "CAS-POT-1")
def test_a_game_starts_with_everything_it_is_played_by_and_the_stakes():
    command = start(50, 60, 70)
    stakes = tuple([Stake(seat, f"p{seat}", 5) for seat in (1, 2, 3)])
    given(casino).when(command).then(
        GameStarted("t", 1, command.house, "chip", 0, command.seats, 3), StakesPosted(1, stakes, (), 15)
    ).then_state(stacks={1: 45, 2: 55, 3: 65}, pot=15, playing=(1, 2, 3), turn=3, phase="shuffle", deal=1, deck=1)


@breaks("CAS-SEAT-1", "CAS-POT-1")
def test_two_to_four_play_who_can_post_the_stake():
    given(casino).when(start(50)).then_refused(CAS_POT_1, needed=2, able=1)
    given(casino).when(start(50, 4, -3)).then_refused(CAS_POT_1, needed=2, able=1, price=5)
    given(casino).when(start(*[50] * 5)).then_refused(CAS_SEAT_1, most=4, seated=5)
    given(casino).when(start(50, 50, 50, partners=True, players_min=4)).then_refused(CAS_POT_1, needed=4, able=3)


@breaks("CAS-SEAT-1")
@pytest.mark.parametrize("second", [Seated(1, "p2", 50), Seated(2, "p1", 50), Seated(0, "p2", 50)])
def test_a_seat_or_a_player_that_comes_twice_is_refused(second):
    given(casino).when(StartGame("t", 1, preset(), "chip", 0, (Seated(1, "p1", 50), second), 1)).then_refused(CAS_SEAT_1)


@keeps("CAS-POT-1")
def test_who_can_not_post_the_stake_is_no_part_of_the_game():
    game = given(casino).when(start(50, 4, 50)).then_one(StakesPosted, out=(2,), pot=10).after
    assert (game.playing, game.active, game.out) == ((1, 3), (1, 3), (2,))
    at(game).when(Shuffle(2)).then_refused(CAS_ORDER_1)
    at(game).when(Leave(2)).then(PlayerLeft(2, "p2"))


@keeps("CAS-SEAT-1")
def test_partners_sit_crosswise_on_whatever_seats():
    seated = tuple([Seated(seat, f"p{seat}", 50) for seat in (2, 5, 6, 9)])
    house = preset(partners=True, players_min=4)
    game = given(casino).when(StartGame("t", 1, house, "chip", 0, seated, 2)).after
    assert game.sides == {2: 2, 5: 5, 6: 2, 9: 5}


@breaks("CAS-ORDER-1")
def test_a_game_starts_once_and_nothing_happens_before():
    given(casino, start(50, 50)).when(start(50, 50)).then_refused(CAS_ORDER_1)
    given(casino).when(Shuffle(1)).then_refused(CAS_ORDER_1)
    given(casino).when(ReachEndTime()).then_refused(CAS_ORDER_1)
    given(casino, start(50, 50)).when(DrawLot(())).then_refused(CAS_ORDER_1)


@keeps("CAS-DEAL-4")
def test_the_highest_card_drawn_deals_first_and_ties_draw_again():
    command = by_lot(50, 50, 50, first="KH AS AD 2C 3C")
    rounds = ((Draw(1, "KH"), Draw(2, "AS"), Draw(3, "AD")), (Draw(2, "2C"), Draw(3, "3C")))
    given(casino).when(command).then_one(LotDrawn, rounds=rounds, dealer=3).then_state(dealer=3, turn=3, phase="shuffle")


@breaks("CAS-DEAL-4", "CAS-DEAL-6")
def test_without_dealer_or_lot_the_service_starts_no_game_and_the_lot_is_a_whole_pack():
    given(casino).when(by_lot(50, 50)).then_refused(CAS_DEAL_4)
    command = by_lot(50, 50, first="KH AS")
    short = StartGame("t", 1, command.house, "chip", 0, command.seats, None, ("KH", "AS"))
    given(casino).when(short).then_refused(CAS_DEAL_6)


@keeps("CAS-DEAL-4")
@breaks("CAS-DEAL-4", "CAS-DEAL-6", "CAS-POT-1")
def test_at_a_real_table_the_lot_is_entered():
    story = given(casino, by_lot(50, 50, deck="entered"))
    assert story.state.phase == "lot"
    draw = DrawLot((PlayedCard(1, "KH"), PlayedCard(2, "9S")))
    story.when(draw).then_one(LotDrawn, dealer=1).then_one(StakesPosted)
    story.when(DrawLot((PlayedCard(1, "KH"),))).then_refused(CAS_DEAL_4, legal=(1, 2))
    story.when(DrawLot((PlayedCard(1, "KH"), PlayedCard(2, "KH")))).then_refused(CAS_DEAL_6)
    story.when(DrawLot((*draw.draws, PlayedCard(1, "2C")))).then_refused(CAS_DEAL_4)
    story.when(Leave(1)).then_refused(CAS_POT_1)
    three = given(casino, by_lot(50, 50, 50, deck="entered"), Leave(2))
    three.when(DrawLot((PlayedCard(1, "KH"), PlayedCard(3, "9S")))).then_state(playing=(1, 3), pot=10)


@keeps("CAS-DEAL-4")
def test_a_dealer_who_does_not_sit_here_is_followed_by_the_nearest():
    given(casino).when(start(50, 50, 50, dealer=7)).then_state(dealer=1)
    given(casino).when(start(50, 50, 2, dealer=3)).then_state(dealer=1)


def test_chips_come_in_between_deals_and_in_ones_turn():
    game = reached(start(50, 50), *ritual(2, (1, 2)))
    at(game).when(TopUp(1, 7)).then(ToppedUp(1, "p1", 7)).then_state(stacks={1: 52, 2: 45})
    at(game).when(TopUp(1, 0)).then_refused(TABLE_4)
    playing = reached(start(50, 50), *ritual(2, (1, 2)), deal(2, HANDS, "TC JC QC KC"))
    at(playing).when(TopUp(2, 7)).then_refused(TABLE_4, turn=1)
    at(playing).when(TopUp(1, 7)).then_one(ToppedUp)


@keeps("CAS-OUT-1")
@breaks("CAS-OUT-1")
def test_who_leaves_is_out_and_the_last_one_left_wins():
    two = reached(start(50, 50), *ritual(2, (1, 2)), deal(2, HANDS, "TC JC QC KC"))
    at(two).when(Leave(1)).then_first(PlayerLeft(1, "p1")).then_one(GameDecided, winners=(2,), because="left").then_one(
        GameEnded, left=(1,), next_dealer=2, how="won"
    )
    three = lying({1: "2C 3C", 2: "6C 7C", 3: "8C 9C"}, "4D", [(9, "5C 4C", 1)], piles={1: "AC AD"})
    left = at(three).when(Leave(1)).then(PlayerLeft(1, "p1")).after
    assert (left.active, left.turn, left.builds[0].owner, left.hands.get(1), left.piles) == ((2, 3), 2, 0, None, {})
    assert set(left.aside) == {"2C", "3C", "AC", "AD"}
    at(left).when(Trail(1, "2C")).then_refused(CAS_ORDER_1)
    at(left).when(Trail(3, "8C")).then_refused(CAS_DEAL_5)
    at(left).when(Leave(1)).then_refused(CAS_ORDER_1)
    partners = lying({1: "2C", 2: "6C", 3: "8C", 4: "TC"}, partners=True, players_min=4)
    at(partners).when(Leave(3)).then_one(GameDecided, winners=(2, 4), because="left")


@keeps("CAS-OUT-1")
def test_when_the_dealer_or_cutter_is_out_the_next_one_does_it():
    game = reached(start(50, 50, 50), Shuffle(3))
    assert (game.phase, game.turn) == ("cut", 2)
    at(game).when(Leave(2)).then_state(turn=1, phase="cut")
    at(game).when(Leave(3)).then_state(dealer=1, turn=2, phase="cut")
    dealing = reached(start(50, 50, 50), Shuffle(3), Cut(2, 20))
    at(dealing).when(Leave(3)).then_state(dealer=1, turn=1, phase="deal")
    out = at(dealing).when(Leave(3)).after
    at(out).when(Shuffle(3)).then_refused(CAS_ORDER_1)
    claimed = lying({1: "2C 3C", 2: "6C 7C", 3: "8C 9C"})
    from engine.casino.commands import ClaimTarget

    wrong = at(claimed).when(ClaimTarget(3)).then_state(dealer=3, active=(1, 2), turn=1).after
    at(wrong).when(Trail(3, "8C")).then_refused(CAS_OUT_1)


def test_the_agreed_end_comes_once_and_the_game_is_played_on():
    game = reached(start(50, 50))
    at(game).when(ReachEndTime()).then(EndTimeReached()).then_state(time_up=True, phase="shuffle")
    at(at(game).when(ReachEndTime()).after).when(ReachEndTime()).then_refused(CAS_ORDER_1)
