"""Bids: who may say what, for how much, and what it costs."""

import pytest

from engine.azi import azi, legal
from engine.azi.commands import Bet, BetBlind, Call, Check, DeclineBlind, Fold, Look, Play, Raise, TopUp
from engine.azi.events import (
    BetOpened,
    BlindBet,
    BlindDeclined,
    Called,
    Checked,
    DealThrownIn,
    DeckRevealed,
    Folded,
    HandLooked,
    PotAwarded,
    Raised,
    Stake,
)
from engine.azi.rulebook import (
    AZI_BID_1,
    AZI_BID_3,
    AZI_BID_4,
    AZI_BID_5,
    AZI_BID_7,
    AZI_BID_11,
    AZI_ORDER_1,
    AZI_VIOL_6,
    AZI_VIOL_7,
)
from engine.changed import changed
from tests.engine.azi.deals import FOUR, deal, reached, start
from tests.engine.scenario import Scenario, breaks, given, keeps


def dealt(*stacks: int, **changes: object) -> list[object]:
    """Everybody is dealt in; the last seat deals, seat 1 is first hand."""
    return [start(*(stacks or (1000,) * 4), **changes), *deal(len(stacks) or 4, range(1, (len(stacks) or 4) + 1))]


@keeps("AZI-BID-1", "AZI-BID-2")
def test_a_blind_bet_makes_a_price_of_twice_as_much():
    given(azi, *FOUR).when(BetBlind(1, 7)).then(BlindBet(1, 1, "p1", 7, 14, 27)).then_state(price=14, turn=2)


@breaks("AZI-BID-1")
def test_a_blind_bet_is_at_least_the_ante_and_at_most_open_max():
    given(azi, *FOUR).when(BetBlind(1, 4)).then_refused(AZI_BID_1, price=4, low=5, high=10)
    given(azi, *FOUR).when(BetBlind(1, 11)).then_refused(AZI_BID_1, price=11, low=5, high=10)
    given(azi, *FOUR).when(BetBlind(1, -5)).then_refused(AZI_BID_1)
    given(azi, *dealt(open_max="30")).when(BetBlind(1, 31)).then_refused(AZI_BID_1, low=5, high=30)
    given(azi, *dealt(open_max="30")).when(BetBlind(1, 30)).then_state(price=60)
    given(azi, *dealt(open_max="9", cap="25")).when(BetBlind(1, 10)).then_refused(AZI_BID_1, high=9)


@breaks("AZI-BID-1")
def test_nobody_but_first_hand_before_its_decision_bets_blind():
    given(azi, *FOUR).when(BetBlind(2, 10)).then_refused(AZI_VIOL_7, seat=2, turn=1)
    given(azi, *FOUR, BetBlind(1, 10)).when(BetBlind(2, 10)).then_refused(AZI_BID_1)
    given(azi, *FOUR, DeclineBlind(1)).when(BetBlind(2, 10)).then_refused(AZI_BID_1)
    given(azi, *FOUR, Look(1)).when(BetBlind(1, 10)).then_refused(AZI_BID_1)
    given(azi, *FOUR, BetBlind(1, 10)).when(DeclineBlind(2)).then_refused(AZI_BID_1)


@breaks("AZI-BID-1")
def test_first_hand_opens_only_blind():
    for command in (Bet(1, 10), Check(1), Fold(1), Call(1), Raise(1, 10), Play(1, "6D")):
        given(azi, *FOUR).when(command).then_refused(AZI_ORDER_1, phase="blind")


@keeps("AZI-BID-1", "AZI-BID-7")
def test_looking_before_the_decision_is_declining():
    given(azi, *FOUR).when(Look(1)).then(HandLooked(1, 1), BlindDeclined(1, 1)).then_state(turn=2, phase="bid", price=0)
    given(azi, *FOUR).when(DeclineBlind(1)).then(BlindDeclined(1, 1)).then_state(turn=2, phase="bid", price=0)


@keeps("AZI-BID-6")
def test_who_bet_blind_may_look_later_at_any_time_once():
    blind = [*FOUR, BetBlind(1, 10)]
    given(azi, *blind).when(Look(1)).then(HandLooked(1, 1)).then_state(turn=2, price=20)
    given(azi, *blind, Look(1)).when(Look(1)).then_refused(AZI_BID_1)
    given(azi, *blind).when(Look(2)).then_refused(AZI_BID_1)
    given(azi, *blind, Raise(2, 40), Call(3), Call(4), Fold(1)).when(Look(1)).then_refused(AZI_ORDER_1)
    assert Look(1) in legal(reached(*blind, Raise(2, 40)), 1)


@keeps("AZI-BID-6")
def test_if_all_only_call_the_blind_bettor_gets_no_further_turn_and_leads():
    given(azi, *FOUR, BetBlind(1, 10), Call(2), Fold(3)).when(Call(4)).then(Called(1, 4, "p4", 20, 20, 70)).then_state(
        phase="play", turn=1, stacks={1: 985, 2: 975, 3: 995, 4: 975}
    )


@keeps("AZI-BID-6")
def test_a_blind_bet_that_counts_once_is_paid_up_raised_or_folded():
    once = [*dealt(blind_counts_double=False), BetBlind(1, 10), Call(2), Fold(3), Call(4)]
    given(azi, *once).when(Call(1)).then(Called(1, 1, "p1", 10, 20, 80)).then_state(phase="play", turn=1)
    given(azi, *once).when(Raise(1, 40)).then(Raised(1, 1, "p1", 30, 40, 100)).then_state(phase="bid", turn=2)
    given(azi, *once).when(Fold(1)).then(Folded(1, 1)).then_state(phase="play", turn=2)


@keeps("AZI-BID-10")
def test_the_last_raiser_leads():
    raised = [*FOUR, BetBlind(1, 10), Raise(2, 30), Raise(3, 31), Call(4), Call(1)]
    given(azi, *raised).when(Call(2)).then_state(phase="play", turn=3)


@keeps("AZI-BID-10")
def test_with_calls_only_who_opened_leads():
    opened = [*FOUR, DeclineBlind(1), Check(2), Bet(3, 8), Call(4), Call(1)]
    given(azi, *opened).when(Call(2)).then_state(phase="play", turn=3, pot=52)


@breaks("AZI-BID-10")
def test_who_only_calls_does_not_lead():
    opened = [*FOUR, BetBlind(1, 10), Call(2), Call(3), Call(4)]
    given(azi, *opened).when(Play(2, "9D")).then_refused(AZI_VIOL_7, seat=2, turn=1)


@breaks("AZI-BID-2")
def test_the_blind_bet_itself_is_not_enough_to_stay():
    given(azi, *dealt(1000, 15, 1000, 1000), BetBlind(1, 10)).when(Call(2)).then_refused(AZI_BID_11, chips=20, stack=10)
    given(azi, *FOUR, BetBlind(1, 10)).when(Raise(2, 10)).then_refused(AZI_BID_3, low=21)


@keeps("AZI-BID-3")
def test_without_a_cap_the_dearest_ladder_doubles():
    story: list[object] = [*FOUR, BetBlind(1, 10)]
    for number, price in enumerate((40, 80, 160, 320)):
        seat = (number + 1) % 4 + 1
        given(azi, *story).when(Raise(seat, price + 1)).then_refused(AZI_BID_3, high=price)
        story.append(Raise(seat, price))
    assert reached(*story).price == 320


@breaks("AZI-BID-3")
def test_a_raise_below_the_price_is_too_low():
    given(azi, *FOUR, BetBlind(1, 10)).when(Raise(2, 19)).then_refused(AZI_BID_3, seat=2, price=19, low=21, high=40)


@keeps("AZI-BID-4")
def test_with_a_cap_a_raise_goes_up_to_it_whatever_the_price():
    capped = [*dealt(cap="100"), BetBlind(1, 5)]
    given(azi, *capped).when(Raise(2, 100)).then(Raised(1, 2, "p2", 100, 100, 125))
    given(azi, *capped).when(Raise(2, 101)).then_refused(AZI_BID_4, price=101, cap=100, high=100)


@breaks("AZI-BID-3", "AZI-BID-4")
def test_with_a_cap_and_doubling_a_raise_keeps_both_limits():
    both = [*dealt(cap="30", raise_limit_with_cap="double"), BetBlind(1, 5)]
    given(azi, *both).when(Raise(2, 21)).then_refused(AZI_BID_3, low=11, high=20)
    given(azi, *both).when(Raise(2, 31)).then_refused(AZI_BID_4, cap=30)
    given(azi, *both, Raise(2, 20)).when(Raise(3, 30)).then_state(price=30)


@breaks("AZI-BID-4", "AZI-BID-3")
def test_at_the_cap_only_call_or_fold_are_left():
    at_cap = [*dealt(cap="25"), BetBlind(1, 10), Raise(2, 25)]
    for price, rule in ((26, AZI_BID_4), (24, AZI_BID_3)):
        broken = given(azi, *at_cap).when(Raise(3, price)).then_refused(rule, cap=25).broken
        assert broken is not None
        assert not {"low", "high"} & set(broken.facts)
    assert legal(reached(*at_cap), 3) == (Call(3), Fold(3))


@keeps("AZI-BID-7")
def test_after_a_refusal_the_word_goes_to_second_hand():
    declined = given(azi, *FOUR, DeclineBlind(1))
    declined.when(Bet(2, 10)).then(BetOpened(1, 2, "p2", 10, 10, 30)).then_state(turn=3)
    declined.when(Check(2)).then(Checked(1, 2)).then_state(turn=3)
    declined.when(Fold(2)).then(Folded(1, 2)).then_state(turn=3, active=(1, 3, 4))


@keeps("AZI-BID-7", "AZI-BID-5")
def test_once_somebody_bets_first_hand_and_those_who_checked_get_the_turn():
    opened = [*FOUR, DeclineBlind(1), Check(2), Bet(3, 10)]
    given(azi, *opened).when(Fold(4)).then_state(turn=1)
    given(azi, *opened, Fold(4)).when(Raise(1, 20)).then(Raised(1, 1, "p1", 20, 20, 50)).then_state(turn=2)
    given(azi, *opened, Fold(4), Call(1)).when(Call(2)).then_state(phase="play", turn=3)


@breaks("AZI-BID-7")
def test_an_opening_bet_is_from_the_ante_to_open_max():
    declined = given(azi, *FOUR, DeclineBlind(1))
    declined.when(Bet(2, 4)).then_refused(AZI_BID_7, low=5, high=10, price=4)
    declined.when(Bet(2, 11)).then_refused(AZI_BID_7, low=5, high=10, price=11)
    given(azi, *dealt(cap="25"), DeclineBlind(1)).when(Bet(2, 25)).then_state(price=25)
    given(azi, *dealt(cap="25"), DeclineBlind(1)).when(Bet(2, 26)).then_refused(AZI_BID_4, cap=25)
    given(azi, *dealt(open_max="6"), DeclineBlind(1)).when(Bet(2, 7)).then_refused(AZI_BID_7, high=6)


@breaks("AZI-BID-7", "AZI-BID-5")
def test_what_can_be_said_hangs_on_whether_a_bet_stands():
    for command in (Call(2), Raise(2, 10)):
        given(azi, *FOUR, DeclineBlind(1)).when(command).then_refused(AZI_BID_7, seat=2)
    for command in (Check(2), Bet(2, 10)):
        given(azi, *FOUR, BetBlind(1, 10)).when(command).then_refused(AZI_BID_5, seat=2, price=20)


@breaks("AZI-BID-5", "AZI-VIOL-7")
def test_a_word_out_of_turn_is_refused():
    for command in (Call(3), Fold(3), Raise(3, 30), Check(3), Bet(3, 30)):
        given(azi, *FOUR, BetBlind(1, 10)).when(command).then_refused(AZI_VIOL_7, seat=3, turn=2)


@breaks("AZI-ORDER-1")
def test_who_has_folded_or_sits_out_says_nothing():
    given(azi, *FOUR, BetBlind(1, 10), Fold(2)).when(Call(2)).then_refused(AZI_ORDER_1, seat=2)
    out = [start(50, 50, 50, 2, dealer=3), *deal(3, (1, 2, 3))]
    given(azi, *out, BetBlind(1, 10)).when(Call(4)).then_refused(AZI_ORDER_1, seat=4)
    given(azi, *out, BetBlind(1, 10)).when(Call(7)).then_refused(AZI_ORDER_1, seat=7)


@keeps("AZI-BID-9", "AZI-LAST-1")
def test_the_one_left_takes_the_pot_without_play_and_deals_next():
    scenario = given(azi, *FOUR, BetBlind(1, 10), Fold(2), Fold(3)).when(Fold(4))
    scenario.then_one(PotAwarded, shares=(Stake(1, "p1", 30),), because="last_left", tricks=())
    scenario.then_one(DeckRevealed, hands=(), everything=False).then_state(over=True, stacks={1: 1015, 2: 995, 3: 995, 4: 995})
    assert scenario.events[-1].next_dealer == 1


@keeps("AZI-BID-9", "AZI-LAST-1")
def test_first_hand_takes_the_pot_when_all_others_fold_though_nobody_bet():
    given(azi, *FOUR, DeclineBlind(1), Fold(2), Fold(3)).when(Fold(4)).then_one(PotAwarded, shares=(Stake(1, "p1", 20),))


@breaks("AZI-BID-9")
def test_two_who_are_left_do_not_get_the_pot_without_play():
    given(azi, *FOUR, BetBlind(1, 10), Fold(2), Fold(3)).when(Call(4)).then_none(PotAwarded).then_state(phase="play")


@breaks("AZI-BID-8")
def test_one_bet_is_enough_that_the_deal_is_not_thrown_in():
    given(azi, *FOUR, DeclineBlind(1), Check(2), Check(3)).when(Bet(4, 5)).then_none(DealThrownIn).then_state(turn=1)


@breaks("AZI-BID-11")
def test_a_bet_is_paid_in_full_or_refused():
    given(azi, *dealt(12, 1000, 1000, 1000)).when(BetBlind(1, 8)).then_refused(AZI_BID_11, chips=8, stack=7)
    poor = [*dealt(1000, 24, 1000, 1000), BetBlind(1, 10)]
    given(azi, *poor).when(Call(2)).then_refused(AZI_BID_11, seat=2, chips=20, stack=19)
    given(azi, *poor).when(Raise(2, 30)).then_refused(AZI_BID_11, seat=2, chips=30, stack=19)
    given(azi, *dealt(1000, 12, 1000, 1000), DeclineBlind(1)).when(Bet(2, 10)).then_refused(AZI_BID_11, chips=10, stack=7)
    assert legal(reached(*poor), 2) == (Fold(2),)


@keeps("AZI-BID-11")
def test_who_can_not_call_tops_up_in_his_turn_and_calls():
    poor = [*dealt(1000, 24, 1000, 1000), BetBlind(1, 10), TopUp(2, 1)]
    given(azi, *poor).when(Call(2)).then(Called(1, 2, "p2", 20, 20, 50)).then_state(stacks={1: 985, 2: 0, 3: 995, 4: 995})


@keeps("AZI-ORDER-1")
def test_a_bid_wrong_in_many_ways_is_refused_for_the_first_of_them():
    poor = dealt(1000, 10, 1000, 1000, cap="25", raise_limit_with_cap="double")
    given(azi, *poor, BetBlind(1, 5)).when(Raise(2, 3)).then_refused(AZI_BID_3)
    given(azi, *poor, BetBlind(1, 5)).when(Raise(2, 90)).then_refused(AZI_BID_4)
    given(azi, *poor, BetBlind(1, 5)).when(Raise(2, 21)).then_refused(AZI_BID_3)
    given(azi, *poor, BetBlind(1, 5)).when(Raise(2, 20)).then_refused(AZI_BID_11)
    given(azi, *poor, BetBlind(1, 5)).when(Raise(3, 3)).then_refused(AZI_VIOL_7)
    given(azi, *poor).when(Raise(2, 3)).then_refused(AZI_ORDER_1)


def owing(*story: object, seat: int) -> Scenario:
    """The same, with `seat` 20 chips below zero, as a penalty leaves him."""
    scenario = given(azi, *story)
    state = changed(scenario.state, stacks={**scenario.state.stacks, seat: -20})
    return Scenario(azi, (*story, f"seat {seat} owes 20"), state)


@breaks("AZI-VIOL-6")
def test_who_owes_puts_nothing_in():
    owing(*FOUR, seat=1).when(BetBlind(1, 10)).then_refused(AZI_VIOL_6, seat=1, owes=20)
    owing(*FOUR, DeclineBlind(1), seat=2).when(Bet(2, 10)).then_refused(AZI_VIOL_6, seat=2, owes=20)
    for command in (Call(2), Raise(2, 30), Raise(2, 1)):
        owing(*FOUR, BetBlind(1, 10), seat=2).when(command).then_refused(AZI_VIOL_6, seat=2, owes=20)
    assert legal(owing(*FOUR, BetBlind(1, 10), seat=2).state, 2) == (Fold(2),)
    assert legal(owing(*FOUR, DeclineBlind(1), seat=2).state, 2) == (Check(2), Fold(2))


@keeps("AZI-VIOL-6")
def test_who_owes_may_check_fold_and_play_and_bids_again_when_he_has_topped_up():
    owing(*FOUR, DeclineBlind(1), seat=2).when(Check(2)).then(Checked(1, 2))
    owing(*FOUR, BetBlind(1, 10), seat=2).when(Fold(2)).then(Folded(1, 2))
    playing = [*FOUR, BetBlind(1, 10), Call(2), Fold(3), Fold(4)]
    owing(*playing, seat=1).when(Play(1, "6D")).then_state(turn=2)
    owes = owing(*FOUR, BetBlind(1, 10), seat=2)
    paid = Scenario(azi, owes.history, owes.when(TopUp(2, 40)).after)
    paid.when(Call(2)).then_state(turn=3)


@pytest.mark.parametrize("price", [10**30, 10**31])
@breaks("AZI-BID-3")
def test_a_raise_to_more_than_there_is_in_the_world_is_refused(price):
    given(azi, *FOUR, BetBlind(1, 10)).when(Raise(2, price)).then_refused(AZI_BID_3)
