"""Leaving, topping up, and the end of the sitting."""

import pytest

from engine.azi import azi
from engine.azi.commands import (
    BetBlind,
    BuyIn,
    Call,
    Check,
    Cut,
    DeclineBlind,
    DeclineBuyIn,
    DrawLot,
    Fold,
    Leave,
    OfferCut,
    Play,
    Raise,
    ReachEndTime,
    Shuffle,
    StartGame,
    TopUp,
)
from engine.azi.events import (
    BlindDeclined,
    BuyInDeclined,
    CutOffered,
    DeckShuffled,
    EndTimeReached,
    Folded,
    GameEnded,
    PlayedCard,
    PlayerLeft,
    PotAwarded,
    Seated,
    Stake,
    ToppedUp,
)
from engine.azi.rulebook import AZI_BID_11, AZI_DEAL_1, AZI_LEAVE_1, AZI_ORDER_1, AZI_TIME_1, AZI_VIOL_7
from tests.engine.azi.deals import FOUR, deal, reached, start, to_azi
from tests.engine.scenario import breaks, given, keeps

PLAYING = [*FOUR, BetBlind(1, 10), Call(2), Fold(3), Call(4)]


@keeps("AZI-LEAVE-1")
def test_leaving_in_the_bidding_is_a_fold_in_turn_or_out_of_it():
    blind = [*FOUR, BetBlind(1, 10)]
    given(azi, *blind).when(Leave(2)).then(Folded(1, 2), PlayerLeft(2, "p2")).then_state(turn=3, active=(1, 3, 4))
    given(azi, *blind).when(Leave(4)).then(Folded(1, 4), PlayerLeft(4, "p4")).then_state(turn=2, active=(1, 2, 3), pot=30)


@keeps("AZI-LEAVE-1", "AZI-BID-7")
def test_first_hand_that_leaves_before_its_decision_declines_with_it():
    given(azi, *FOUR).when(Leave(1)).then(BlindDeclined(1, 1), Folded(1, 1), PlayerLeft(1, "p1")).then_state(turn=2, phase="bid")
    given(azi, *FOUR, Leave(1), Check(2), Check(3)).when(Check(4)).then_state(
        pot=35, dealt_to=(2, 3, 4), stacks=dict(zip((1, 2, 3, 4), (995, 990, 990, 990), strict=True))
    )


@keeps("AZI-LEAVE-1")
def test_others_may_leave_before_first_hand_decides():
    given(azi, *FOUR).when(Leave(3)).then_state(phase="blind", turn=1, active=(1, 2, 4))
    given(azi, *FOUR, Leave(3), Leave(4)).when(Leave(2)).then_one(PotAwarded, shares=(Stake(1, "p1", 20),))


@keeps("AZI-LEAVE-1", "AZI-BID-10")
def test_when_the_last_one_who_owes_a_word_leaves_play_begins():
    given(azi, *FOUR, BetBlind(1, 10), Call(2), Call(3)).when(Leave(4)).then_state(phase="play", turn=1, active=(1, 2, 3))


@keeps("AZI-BID-10")
def test_if_the_highest_bidder_has_left_the_first_who_made_up_to_it_leads():
    raised = [*FOUR, BetBlind(1, 10), Raise(2, 40), Call(3), Leave(2)]
    given(azi, *raised, Call(4)).when(Call(1)).then_state(phase="play", turn=3, active=(1, 3, 4))


@breaks("AZI-LEAVE-1")
def test_who_plays_the_deal_can_not_leave_before_it_is_over():
    given(azi, *PLAYING).when(Leave(2)).then_refused(AZI_LEAVE_1, seat=2)
    given(azi, *PLAYING, Play(1, "6D")).when(Leave(1)).then_refused(AZI_LEAVE_1, seat=1)


@keeps("AZI-LEAVE-1")
def test_who_has_folded_may_leave_while_the_others_play_and_is_not_asked_to_buy_in():
    given(azi, *PLAYING).when(Leave(3)).then(PlayerLeft(3, "p3")).then_state(phase="play", turn=1)
    story = to_azi()
    story.insert(-4, Leave(4))
    given(azi, *story[:-1]).when(story[-1]).then_state(asked=(5,), turn=5)


@keeps("AZI-LEAVE-1")
def test_leaving_between_deals_forfeits_the_trick_and_the_money_stays():
    given(azi, *to_azi()).when(Leave(2)).then(PlayerLeft(2, "p2")).then_state(joined=(1, 3), pot=50, turn=4)
    given(azi, *to_azi(), Leave(2), DeclineBuyIn(4)).when(BuyIn(5)).then_state(dealt_to=(5, 1, 3), pot=67)


@keeps("AZI-LEAVE-1")
def test_who_leaves_while_others_are_asked_has_declined():
    given(azi, *to_azi()).when(Leave(4)).then(PlayerLeft(4, "p4"), BuyInDeclined(2, 4, 17, "left")).then_state(turn=5)
    scenario = given(azi, *to_azi(), Leave(5)).when(DeclineBuyIn(4)).then_state(phase="shuffle")
    assert [(event.seat, event.because) for event in scenario.events] == [(4, "declined"), (5, "left")]


@keeps("AZI-LAST-1")
def test_if_all_others_forfeit_and_nobody_buys_in_the_one_left_takes_the_pot():
    story = [*to_azi(), Leave(2), Leave(1), DeclineBuyIn(4)]
    scenario = (
        given(azi, *story).when(DeclineBuyIn(5)).then_one(PotAwarded, deal=2, shares=(Stake(3, "p3", 50),), because="last_left")
    )
    scenario.then_one(GameEnded, left=(1, 2), next_dealer=3, how="won")


@breaks("AZI-LEAVE-1", "AZI-LAST-1")
def test_the_last_one_with_a_claim_to_the_pot_waits_for_the_answers():
    given(azi, *to_azi(), Leave(2), Leave(1)).when(Leave(3)).then_refused(AZI_LEAVE_1, seat=3)
    given(azi, *to_azi(), Leave(2), Leave(1), BuyIn(4)).when(Leave(3)).then_state(joined=(4,))


@keeps("AZI-LEAVE-1", "AZI-SEAT-3")
def test_if_the_dealer_leaves_the_nearest_seat_goes_on_with_the_ritual():
    table = start(50, 50, 50, 50)
    given(azi, table).when(Leave(4)).then(PlayerLeft(4, "p4")).then_state(dealer=1, turn=1, dealt_to=(2, 3, 1), phase="shuffle")
    given(azi, table, Shuffle(4)).when(Leave(4)).then(PlayerLeft(4, "p4")).then_state(dealer=1, turn=3, phase="cut")
    given(azi, table, Shuffle(4), Cut(3)).when(Leave(4)).then_state(dealer=1, turn=1, phase="last_shuffle")
    given(azi, table, Shuffle(4), Cut(3), OfferCut(4), Cut(3)).when(Leave(4)).then_state(dealer=1, turn=1, phase="deal")


@keeps("AZI-SEAT-3", "AZI-DEAL-3")
def test_if_the_cutter_leaves_the_cut_is_offered_to_the_next():
    table = start(50, 50, 50, 50)
    given(azi, table, Shuffle(4)).when(Leave(3)).then(PlayerLeft(3, "p3"), CutOffered(1, 2, False)).then_state(turn=2)
    last = [table, Shuffle(4), Cut(3), OfferCut(4)]
    given(azi, *last).when(Leave(3)).then(PlayerLeft(3, "p3"), CutOffered(1, 2, True)).then_state(turn=2, phase="last_cut")


@keeps("AZI-LAST-1")
def test_the_one_left_in_the_ritual_takes_the_pot():
    scenario = given(azi, start(50, 50, 50), Shuffle(3), Leave(3)).when(Leave(2))
    scenario.then_one(PotAwarded, shares=(Stake(1, "p1", 15),), because="last_left", tricks=())
    scenario.then_one(GameEnded, left=(2, 3), next_dealer=1)


@breaks("AZI-SEAT-3")
def test_a_dealer_who_has_left_does_not_deal_again():
    story = [start(50, 50, 50, 50), *deal(4, (1, 2, 3, 4)), Leave(4), DeclineBlind(1), Check(2)]
    given(azi, *story).when(Check(3)).then_state(dealer=1, dealt_to=(2, 3, 1))
    given(azi, *story, Check(3)).when(Shuffle(4)).then_refused(AZI_ORDER_1, seat=4)


@breaks("AZI-ORDER-1")
def test_who_has_left_or_never_came_does_nothing_more():
    for command in (Leave(2), TopUp(2, 5), Call(2)):
        given(azi, *FOUR, BetBlind(1, 10), Leave(2)).when(command).then_refused(AZI_ORDER_1, seat=2)
    given(azi, *FOUR).when(Leave(9)).then_refused(AZI_ORDER_1, seat=9)
    over = [*FOUR, BetBlind(1, 10), Fold(2), Fold(3), Fold(4)]
    for command in (Leave(1), TopUp(1, 5), ReachEndTime(), Shuffle(1), Call(1)):
        given(azi, *over).when(command).then_refused(AZI_ORDER_1)


@keeps("AZI-LEAVE-1")
@breaks("AZI-LAST-1")
def test_while_the_lot_is_drawn_all_but_the_last_who_can_pay_may_leave():
    command = start(50, 50, 50)
    waiting = StartGame("t", 1, command.house, "chip", 0, command.seats, None)
    given(azi, waiting, Leave(1)).when(DrawLot((PlayedCard(2, "AH"), PlayedCard(3, "6D")))).then_state(dealer=2, dealt_to=(3, 2))
    poor = StartGame("t", 1, command.house, "chip", 0, (*command.seats, Seated(4, "p4", 0)), None)
    given(azi, poor, Leave(1), Leave(2)).when(Leave(3)).then_refused(AZI_LEAVE_1, seat=3)
    alone = given(azi, waiting, Leave(1)).when(Leave(2)).then_one(PotAwarded, shares=(Stake(3, "p3", 0),), because="last_left")
    alone.then_one(GameEnded, next_dealer=3, left=(1, 2)).then_state(over=True, stacks={1: 50, 2: 50, 3: 50})


@breaks("AZI-DEAL-1")
def test_a_lot_that_does_not_fit_is_refused_with_who_has_to_draw():
    command = start(50, 50, 50)
    lot = given(azi, StartGame("t", 1, command.house, "chip", 0, command.seats, None), Leave(1))
    drawn = (PlayedCard(2, "AH"), PlayedCard(3, "6D"))
    for draws, says in (
        ((PlayedCard(1, "AH"), PlayedCard(3, "6D")), "For this lot draw seats 2 and 3, not seat 1."),
        (drawn[:1], "Now draw, once each: seats 2 and 3."),
        ((*drawn, PlayedCard(3, "7D")), "By these draws the lot falls on seat 2, and nobody draws again."),
    ):
        broken = lot.when(DrawLot(draws)).then_refused(AZI_DEAL_1).broken
        assert broken is not None
        assert broken.says == says


@keeps("AZI-BID-11")
@pytest.mark.parametrize("done", range(6))
def test_between_deals_everybody_may_top_up(done):
    ritual = [Shuffle(4), Cut(3), OfferCut(4), Cut(3)]
    given(azi, start(50, 50, 50, 50), *ritual[: min(done, 4)]).when(TopUp(1, 10)).then(ToppedUp(1, "p1", 10))
    given(azi, *to_azi()).when(TopUp(1, 10)).then(ToppedUp(1, "p1", 10))


@breaks("AZI-BID-11", "AZI-VIOL-7")
def test_in_a_deal_one_tops_up_in_his_own_turn_and_by_a_chip_at_least():
    given(azi, *FOUR).when(TopUp(2, 10)).then_refused(AZI_BID_11, seat=2, turn=1)
    given(azi, *FOUR).when(TopUp(1, 10)).then(ToppedUp(1, "p1", 10)).then_state(turn=1)
    given(azi, *PLAYING).when(TopUp(2, 10)).then_refused(AZI_BID_11, seat=2)
    given(azi, *PLAYING).when(TopUp(1, 10)).then(ToppedUp(1, "p1", 10))
    given(azi, *FOUR, BetBlind(1, 10), Fold(2)).when(TopUp(2, 10)).then(ToppedUp(2, "p2", 10)).then_state(turn=3)
    given(azi, *FOUR, BetBlind(1, 10), Fold(2)).when(TopUp(1, 10)).then_refused(AZI_BID_11, seat=1, turn=3)
    given(azi, *FOUR, DeclineBlind(1), Fold(2)).when(TopUp(2, 10)).then_state(phase="bid", turn=3)
    for chips in (0, -1):
        given(azi, *FOUR).when(TopUp(1, chips)).then_refused(AZI_VIOL_7, chips=chips)


@keeps("AZI-TIME-1")
@breaks("AZI-TIME-1")
def test_the_agreed_end_comes_once():
    given(azi, *FOUR).when(ReachEndTime()).then(EndTimeReached()).then_state(time_up=True, phase="blind", turn=1)
    given(azi, *FOUR, ReachEndTime()).when(ReachEndTime()).then_refused(AZI_TIME_1)


@keeps("AZI-LEAVE-1")
def test_the_dealer_who_leaves_in_the_cut_has_shuffled_all_the_same():
    story = [start(50, 50, 50, 50), Shuffle(4), Leave(4), Cut(3)]
    given(azi, *story).when(Shuffle(1)).then(DeckShuffled(1, 2, 1), CutOffered(1, 3, True))
    assert reached(*story).deal == 1
