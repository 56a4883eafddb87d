"""Azi, buying in, chains, the next dealer, a split, and the end."""

import pytest

from engine import chips
from engine.azi import azi
from engine.azi.commands import (
    Bet,
    BetBlind,
    BuyIn,
    Call,
    Check,
    DeclineBlind,
    DeclineBuyIn,
    Fold,
    Leave,
    Play,
    ReachEndTime,
    Shuffle,
    TopUp,
)
from engine.azi.events import (
    AntesPosted,
    AziOccurred,
    BoughtIn,
    BuyInDeclined,
    DealtHand,
    DealThrownIn,
    DeckRevealed,
    GameEnded,
    Offer,
    PotAwarded,
    Stake,
)
from engine.azi.rulebook import AZI_ORDER_1, AZI_VIOL_7
from engine.changed import changed
from engine.decider import act
from tests.engine.azi.deals import AZI_HANDS, AZI_PLAYS, deal, plays, reached, start, to_azi
from tests.engine.scenario import breaks, given, keeps

# A second azi of the same three, dealer 3 after the first: 1 bets blind, the others call.
SECOND = [*deal(3, {1: AZI_HANDS[1], 2: AZI_HANDS[2], 3: AZI_HANDS[3]}, "TS"), BetBlind(1, 5), Call(2), Call(3), *plays(*AZI_PLAYS)]
OUT = [DeclineBuyIn(4), DeclineBuyIn(5)]


@keeps("AZI-AZI-1", "AZI-ANTE-2")
def test_three_with_a_trick_each_play_on_without_paying():
    story = to_azi()
    given(azi, *story[:-1]).when(story[-1]).then_one(AziOccurred, pot=50, stay=(1, 2, 3)).then_none(GameEnded)
    given(azi, *story, *OUT[:1]).when(OUT[1]).then_none(AntesPosted).then_state(
        pot=50, deal=2, dealt_to=(1, 2, 3), phase="shuffle", stacks=reached(*story).stacks
    )


@breaks("AZI-AZI-1")
def test_two_active_players_never_make_an_azi_of_three_tricks():
    story = [start(50, 50, 50), *deal(3, {1: "AH AS 6D", 2: "6H 7H AD", 3: "8H 9H TH"}, "KS"), BetBlind(1, 5), Call(2), Fold(3)]
    given(azi, *story, *plays("1 AH", "2 6H", "1 6D", "2 AD", "2 7H")).when(Play(1, "AS")).then_one(GameEnded, how="won")


@breaks("AZI-ANTE-2")
def test_no_ante_is_taken_for_a_replay_though_it_is_thrown_in():
    passed = [*to_azi(), *OUT, *deal(3, (1, 2, 3)), DeclineBlind(1), Check(2)]
    given(azi, *passed).when(Check(3)).then_one(DealThrownIn, pot=50, next_dealer=3).then_none(AntesPosted).then_state(
        pot=50, deal=3, dealt_to=(1, 2, 3), phase="shuffle"
    )


@keeps("AZI-BID-8")
def test_a_replay_that_is_thrown_in_has_the_same_participants_folders_included():
    passed = [*to_azi(), BuyIn(4), DeclineBuyIn(5), *deal(3, (1, 2, 3, 4)), DeclineBlind(4), Check(1), Fold(2)]
    given(azi, *passed).when(Check(3)).then_state(dealt_to=(4, 1, 2, 3), pot=67, asked=())


@keeps("AZI-AZI-2")
def test_they_are_asked_clockwise_from_the_left_of_the_last_tricks_taker_under_both_dealer_rules():
    for rule in ("winner", "rotate"):
        hands = {1: "8D 8H 8S", 2: "AS 6H 6D", 3: "9D 9H 9S", 4: "6S AH 7D", 5: "7S 7H AD"}
        bids = [Fold(1), Fold(3)]
        story = [start(*[50] * 5, dealer_rule=rule), *deal(5, hands, "TS"), DeclineBlind(1), Bet(2, 5), Fold(3), Call(4), Call(5)]
        story += [bids[0], *plays("2 AS", "4 6S", "5 7S", "2 6H", "4 AH", "5 7H", "4 7D", "5 AD")]
        given(azi, *story).when(Play(2, "6D")).then_one(AziOccurred, offers=(Offer(1, 14), Offer(3, 14))).then_state(turn=1)


@breaks("AZI-AZI-2", "AZI-VIOL-7")
def test_nobody_buys_in_out_of_turn_or_who_is_in_anyway():
    asked = given(azi, *to_azi())
    asked.when(BuyIn(5)).then_refused(AZI_VIOL_7, seat=5, turn=4)
    asked.when(BuyIn(1)).then_refused(AZI_VIOL_7, seat=1)
    given(azi, *to_azi(), BuyIn(4)).when(BuyIn(4)).then_refused(AZI_VIOL_7)
    given(azi, *to_azi(), *OUT).when(BuyIn(4)).then_refused(AZI_ORDER_1)


@keeps("AZI-AZI-2", "AZI-AZI-3")
def test_who_declined_or_sat_out_is_asked_again_at_the_next_azi():
    story = [*to_azi(), *OUT, *SECOND]
    given(azi, *story[:-1]).when(story[-1]).then_one(AziOccurred, deal=2, pot=75, offers=(Offer(4, 25), Offer(5, 25)))
    poor = [start(50, 50, 50, 50, 4, dealer=4), *deal(4, {seat: AZI_HANDS[seat] for seat in (1, 2, 3, 4)}, "TS")]
    poor += [BetBlind(1, 5), Call(2), Call(3), Fold(4), *plays(*AZI_PLAYS)]
    given(azi, *poor[:-1]).when(poor[-1]).then_one(AziOccurred, offers=(Offer(4, 15), Offer(5, 15)))


@keeps("AZI-AZI-3")
@pytest.mark.parametrize(
    ("no_trick", "folded", "offers"),
    [("1/3", "1/2", (20, 30)), ("1/2", "1", (30, 60)), ("ante", "1/3", (5, 20)), ("1", "ante", (60, 5))],
)
def test_who_played_and_took_nothing_pays_his_own_share(no_trick, folded, offers):
    hands = {**AZI_HANDS, 4: "8D 8H TD"}
    story = [start(*[500] * 5, buy_in_no_trick=no_trick, buy_in_folded=folded), *deal(5, hands, "TS")]
    story += [BetBlind(1, 5), Call(2), Call(3), Call(4), Fold(5)]
    cards = ["1 AS", "2 6S", "3 7S", "4 8D", "1 6H", "2 AH", "3 7H", "4 8H", "2 7D", "3 AD", "4 TD"]
    expected = (Offer(4, offers[0]), Offer(5, offers[1]))
    given(azi, *story, *plays(*cards)).when(Play(1, "6D")).then_one(AziOccurred, pot=60, offers=expected)


@breaks("AZI-AZI-3")
def test_who_folded_can_not_have_the_price_of_who_played():
    story = to_azi(name="azi-three-half")
    given(azi, *story).when(BuyIn(4)).then(BoughtIn(2, 4, "p4", 25, 75))


@keeps("AZI-AZI-4")
def test_a_third_of_50_is_17_or_16():
    for rounding, price in (("up", 17), ("down", 16), ("nearest", 17), ("half_up", 17)):
        given(azi, *to_azi(round_buy_in=rounding)).when(BuyIn(4)).then(BoughtIn(2, 4, "p4", price, 50 + price))


@breaks("AZI-AZI-4")
def test_who_can_not_pay_in_full_is_declined_unless_he_has_topped_up_since_he_folded():
    story = to_azi(1000, 1000, 1000, 21, 1000)
    given(azi, *story[:-1]).when(story[-1]).then_one(BuyInDeclined, deal=2, seat=4, price=17, because="can_not_pay").then_state(
        turn=5
    )
    given(azi, *story[:-1], TopUp(4, 1)).when(story[-1]).then_none(BuyInDeclined).then_state(turn=4, phase="buy_in")
    both = to_azi(1000, 1000, 1000, 21, 5)
    scenario = given(azi, *both[:-1]).when(both[-1]).then_state(phase="shuffle", turn=3, dealt_to=(1, 2, 3))
    assert [event.seat for event in scenario.events if isinstance(event, BuyInDeclined)] == [4, 5]


@breaks("AZI-VIOL-6")
def test_who_owes_does_not_buy_in():
    story = to_azi(1000, 1000, 1000, 1000, 1000)
    owing = reached(*story[:-1]).stacks | {4: -20}
    _, game = act(azi, changed(reached(*story[:-1]), stacks=owing), story[-1])
    assert game.asked == (5,)


@keeps("AZI-AZI-4")
def test_who_tops_up_before_he_is_asked_can_pay():
    story = [*to_azi(1000, 1000, 1000, 1000, 21), TopUp(5, 1), DeclineBuyIn(4)]
    given(azi, *story).when(BuyIn(5)).then_state(stacks={1: 990, 2: 985, 3: 985, 4: 995, 5: 0})


@keeps("AZI-AZI-4")
def test_a_buy_in_costs_at_least_one_chip():
    story = to_azi(1000, 1000, 1000, 1000, 1000, ante="1", open_max="1", buy_in_folded="1/100", round_buy_in="down")
    del story[6]
    story.insert(6, BetBlind(1, 1))
    given(azi, *story).when(BuyIn(4)).then_one(BoughtIn, chips=1)


@keeps("AZI-AZI-5", "AZI-DEAL-2")
def test_azi_may_follow_azi_and_the_taker_of_the_last_trick_deals():
    story = [*to_azi(), *OUT]
    for number in (2, 3, 4):
        story += SECOND
        game = reached(*story)
        assert (game.azis, game.deal, game.phase) == (number, number + 1, "buy_in")
        story += OUT
        assert reached(*story).dealer == 3


@keeps("AZI-DEAL-2")
def test_the_winner_deals_the_next_game_or_the_deal_passes_clockwise():
    for rule, dealer in (("winner", 2), ("rotate", 1)):
        story = [start(50, 50, 50, dealer_rule=rule), *deal(3, (1, 2, 3)), DeclineBlind(1), Bet(2, 5), Fold(3)]
        given(azi, *story).when(Fold(1)).then_one(GameEnded, next_dealer=dealer, how="won")


@keeps("AZI-DEAL-2")
def test_under_rotate_a_replay_has_the_same_dealer_if_he_is_in_it():
    in_it = to_azi(dealer_rule="rotate", dealer=5)
    given(azi, *in_it, DeclineBuyIn(4)).when(BuyIn(5)).then_state(dealer=5, dealt_to=(1, 2, 3, 5), turn=5)
    given(azi, *in_it, BuyIn(4)).when(DeclineBuyIn(5)).then_state(dealer=3, dealt_to=(4, 1, 2, 3), turn=3)
    given(azi, *in_it, Leave(5)).when(DeclineBuyIn(4)).then_state(dealer=3, dealt_to=(1, 2, 3), turn=3)


@breaks("AZI-DEAL-2", "AZI-VIOL-7")
def test_after_an_azi_the_old_dealer_does_not_deal():
    given(azi, *to_azi(), *OUT).when(Shuffle(5)).then_refused(AZI_VIOL_7, turn=3)


@breaks("AZI-AZI-5")
def test_the_folders_of_the_last_deal_are_not_in_the_replay_unless_they_bought_in():
    replay = [*to_azi(), BuyIn(4), DeclineBuyIn(5), *deal(3, (1, 2, 3, 4))]
    given(azi, *replay, BetBlind(4, 5)).when(Call(5)).then_refused(AZI_ORDER_1, seat=5)
    given(azi, *replay, BetBlind(4, 5)).when(Call(1)).then_state(turn=2)


TIME_UP = {"at_end_time": "split_pot"}


@keeps("AZI-TIME-1")
def test_after_the_agreed_end_those_with_a_trick_share_the_pot_of_an_azi():
    story = to_azi(**TIME_UP)
    story.insert(-3, ReachEndTime())
    scenario = given(azi, *story[:-1]).when(story[-1])
    scenario.then_one(PotAwarded, shares=(Stake(1, "p1", 17), Stake(2, "p2", 17), Stake(3, "p3", 16)), because="split")
    scenario.then_one(GameEnded, how="split", next_dealer=5).then_state(over=True, pot=0)


@keeps("AZI-TIME-1")
def test_the_odd_chips_go_to_the_earliest_seat_left_of_the_dealer():
    replay = [*to_azi(**TIME_UP), BuyIn(4), DeclineBuyIn(5), *deal(3, (1, 2, 3, 4)), ReachEndTime(), DeclineBlind(4), Fold(1)]
    assert reached(*replay).pot == 67
    shares = (Stake(4, "p4", 17), Stake(1, "p1", 17), Stake(2, "p2", 17), Stake(3, "p3", 16))
    scenario = given(azi, *replay, Check(2)).when(Check(3))
    scenario.then_one(PotAwarded, shares=shares, because="split", tricks=()).then_state(over=True, pot=0)


@keeps("AZI-TIME-1")
def test_all_who_were_dealt_in_share_the_pot_when_nobody_bets_after_the_agreed_end_who_folded_too():
    story = [start(50, 50, 50, 50, **TIME_UP), *deal(4, (1, 2, 3, 4)), ReachEndTime(), DeclineBlind(1), Fold(2), Check(3)]
    scenario = given(azi, *story).when(Check(4)).then_none(DealThrownIn)
    scenario.then_one(PotAwarded, shares=tuple([Stake(seat, f"p{seat}", 5) for seat in (1, 2, 3, 4)]))


@breaks("AZI-TIME-1", "AZI-LEAVE-1")
def test_who_has_left_the_table_has_no_share_of_it():
    story = [start(50, 50, 50, 50, **TIME_UP), *deal(4, (1, 2, 3, 4)), ReachEndTime(), DeclineBlind(1), Leave(2), Check(3)]
    shares = (Stake(1, "p1", 7), Stake(3, "p3", 7), Stake(4, "p4", 6))
    given(azi, *story).when(Check(4)).then_one(PotAwarded, shares=shares)


@keeps("AZI-TIME-1")
def test_the_end_time_changes_nothing_for_a_game_that_may_finish_or_a_deal_that_is_won():
    story = to_azi()
    story.insert(-3, ReachEndTime())
    given(azi, *story[:-1]).when(story[-1]).then_one(AziOccurred).then_state(phase="buy_in")
    won = [start(50, 50, 50, **TIME_UP), *deal(3, (1, 2, 3)), ReachEndTime(), BetBlind(1, 5), Fold(2)]
    given(azi, *won).when(Fold(3)).then_one(PotAwarded, because="last_left")


@keeps("AZI-TIME-1")
def test_an_end_during_the_buying_in_lets_the_replay_be_played():
    story = [*to_azi(**TIME_UP), ReachEndTime(), *OUT]
    assert reached(*story).phase == "shuffle"
    given(azi, *story, *SECOND[:-1]).when(SECOND[-1]).then_one(PotAwarded, because="split")


@pytest.mark.parametrize(
    ("reveal", "hands"),
    [
        ("played", (DealtHand(1, 1), DealtHand(1, 2), DealtHand(1, 3))),
        ("all", (*[DealtHand(1, seat) for seat in (1, 2, 3, 4, 5)], *[DealtHand(2, seat) for seat in (1, 2, 3)])),
        ("shown", ()),
    ],
)
@keeps("AZI-BID-9")
def test_what_is_revealed_of_a_game_that_ends_in_a_walkover(reveal, hands):
    story = [*to_azi(reveal=reveal), *OUT, *deal(3, (1, 2, 3)), BetBlind(1, 5), Fold(2)]
    given(azi, *story).when(Fold(3)).then_one(DeckRevealed, hands=hands, everything=reveal == "all")


@keeps("AZI-SETTLE-1")
def test_any_pot_in_any_parts_adds_up_to_the_pot():
    for pot in (*range(200), 10**30, 10**30 + 1):
        for parts in range(1, 8):
            shares = chips.split(pot, parts)
            assert sum(shares) == pot
            assert max(shares) - min(shares) <= 1
            assert list(shares) == sorted(shares, reverse=True)
