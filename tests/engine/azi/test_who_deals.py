"""Who deals: the game's own dealer and who stands in for him, replay after replay, and the next game (AZI-DEAL-2, AZI-DEAL-6)."""

from dataclasses import replace
from typing import Any

from engine.azi import azi
from engine.azi.commands import (
    Bet,
    BuyIn,
    Call,
    Check,
    Claim,
    DeclineBlind,
    DeclineBuyIn,
    DrawLot,
    Fold,
    Leave,
    ReachEndTime,
    Settle,
    VoidGame,
)
from engine.azi.events import AziOccurred, CardsDealt, Draw, GameEnded
from engine.azi.offence_events import DealAnnulled
from tests.engine.azi.deals import deal, plays, reached, start
from tests.engine.scenario import given, keeps

ROTATE = {"name": "azi-roulette", "dealer_rule": "rotate", "trump_from": "dealer_last", "players_min": 2}
# Two cards, no bidding; seat 4 deals, its 6H is trump, and the tricks go to 1 and 3, the last one to 3. 4 and 2 are asked.
FIRST = {1: "AH 9S", 2: "6S 7S", 3: "8S AS", 4: "6H TS"}
TRICKS = plays("1 AH", "2 6S", "3 8S", "4 6H", "1 9S", "2 7S", "3 AS", "4 TS")
OUT = [DeclineBuyIn(4), DeclineBuyIn(2)]
# Two players, seat 1 leads: the first trick to 3, the last to 1.
SECOND = plays("1 6H", "3 AH", "3 6S", "1 AS")


def game(**changes: Any) -> list[Any]:
    """Up to the azi."""
    return [start(*(1000,) * 4, **{**ROTATE, **changes}), *deal(4, FIRST, "6H"), *TRICKS]


def by_stand_in() -> list[Any]:
    """4 and 2 decline; 3 deals the replay, and it is azi again, with the last trick for 1."""
    return [*game(), *OUT, *deal(3, {1: "6H AS", 3: "AH 6S"}, "6D"), *SECOND]


@keeps("AZI-DEAL-2")
def test_who_stands_in_for_the_dealer_of_a_replay_does_not_take_the_next_game_from_its_turn():
    story = [*game(), *OUT, *deal(3, {1: "AH AS", 3: "6H 6S"}, "6D"), *plays("1 AH", "3 6H", "1 AS")]
    given(azi, *story).when(*plays("3 6S")).then_one(GameEnded, how="won", next_dealer=1)


@keeps("AZI-DEAL-2", "AZI-DEAL-6")
def test_at_a_second_azi_the_dealer_is_asked_again_and_while_he_is_out_the_last_taker_deals_from_the_stock():
    *story, last = by_stand_in()
    given(azi, *story).when(last).then_one(AziOccurred, deal=2, next_dealer=4, stay=(1, 3))
    out = [*story, last, DeclineBuyIn(2), DeclineBuyIn(4)]
    state = reached(*out)
    assert (state.dealer, state.own_dealer, state.stand_in) == (1, 4, True)
    *ritual, dealt = deal(1, {1: "6H AS", 3: "AH 6S"}, "6D")
    given(azi, *out, *ritual).when(dealt).then_one(CardsDealt, dealer=1, trump_from="stock")


@keeps("AZI-DEAL-2", "AZI-DEAL-6")
def test_bought_in_again_the_dealer_deals_again_and_shows_his_own_last_card():
    back = [*by_stand_in(), DeclineBuyIn(2), BuyIn(4)]
    state = reached(*back)
    assert (state.dealer, state.stand_in, state.dealt_to) == (4, False, (1, 3, 4))
    *ritual, dealt = deal(4, {1: "6H AS", 3: "AH 6S", 4: "6D 7D"}, "6D")
    given(azi, *back, *ritual).when(dealt).then_one(CardsDealt, dealer=4, trump_from="dealer_last")


@keeps("AZI-DEAL-2", "AZI-VOID-1", "AZI-SEAT-3")
def test_after_a_void_game_its_own_dealer_deals_again_and_not_who_stood_in_for_him():
    given(azi, *game(), *OUT).when(VoidGame("fire")).then_one(GameEnded, how="void", next_dealer=4)
    given(azi, *by_stand_in()).when(VoidGame("fire")).then_one(GameEnded, how="void", next_dealer=4)


@keeps("AZI-DEAL-2", "AZI-VOID-1", "AZI-SEAT-3")
def test_after_a_void_game_its_first_dealer_deals_again_under_winner_too():
    replay = game(dealer_rule="winner")
    assert reached(*replay, *OUT).dealer == 3
    given(azi, *replay, *OUT).when(VoidGame("fire")).then_one(GameEnded, how="void", next_dealer=4)
    given(azi, *replay, *OUT, Leave(4)).when(VoidGame("fire")).then_one(GameEnded, how="void", next_dealer=1)
    passed = [start(*(1000,) * 4, all_pass_dealer="next"), *deal(4, (1, 2, 3, 4)), DeclineBlind(1), Check(2), Check(3), Check(4)]  # noqa: S106
    assert reached(*passed).dealer == 1
    given(azi, *passed).when(VoidGame("fire")).then_one(GameEnded, next_dealer=4)
    lot = [replace(start(*(1000,) * 3), dealer=None), DrawLot((Draw(1, "AD"), Draw(2, "KD"), Draw(3, "QD")))]
    given(azi, *lot).when(VoidGame("fire")).then_one(GameEnded, next_dealer=1)


@keeps("AZI-TIME-1", "AZI-SEAT-3")
def test_after_a_shared_pot_the_games_own_dealer_deals_again():
    story = [*game(at_end_time="split_pot"), *OUT, *deal(3, {1: "6H AS", 3: "AH 6S"}, "6D"), *SECOND[:3], ReachEndTime()]
    given(azi, *story).when(SECOND[3]).then_one(GameEnded, how="split", next_dealer=4)
    replay = [*OUT, *deal(3, {1: "6H AS", 3: "AH 6S"}, "6S"), *SECOND[:3]]
    winner = [*game(at_end_time="split_pot", dealer_rule="winner"), *replay]
    given(azi, *winner, ReachEndTime()).when(SECOND[3]).then_one(GameEnded, how="split", next_dealer=3)


@keeps("AZI-DEAL-2", "AZI-LEAVE-1")
def test_a_dealer_who_leaves_before_the_replay_is_stood_in_for_and_the_next_game_is_dealt_from_his_left():
    gone = [*game(), Leave(4), DeclineBuyIn(2)]
    state = reached(*gone)
    assert (state.dealer, state.own_dealer, state.trump_from) == (3, 4, "stock")
    story = [*gone, *deal(3, {1: "AH AS", 3: "6H 6S"}, "6D"), *plays("1 AH", "3 6H", "1 AS")]
    given(azi, *story).when(*plays("3 6S")).then_one(GameEnded, next_dealer=1)
    given(azi, *gone).when(VoidGame("fire")).then_one(GameEnded, next_dealer=1)


@keeps("AZI-SEAT-3", "AZI-DEAL-6")
def test_a_dealer_who_leaves_while_he_prepares_the_deal_hands_it_over_with_the_game():
    first = [start(*(1000,) * 4, **ROTATE), Leave(4)]
    replay = [*game(), BuyIn(4), DeclineBuyIn(2), Leave(4)]
    for story in (first, replay):
        state = reached(*story)
        assert (state.dealer, state.own_dealer, state.stand_in, state.trump_from) == (1, 1, False, "dealer_last")


@keeps("AZI-SEAT-3", "AZI-DEAL-6")
def test_if_the_stand_in_leaves_the_nearest_seated_player_deals_and_the_game_stays_its_own_dealers():
    story = [*game(), DeclineBuyIn(4), BuyIn(2), Leave(3)]
    state = reached(*story)
    assert (state.dealer, state.own_dealer, state.dealt_to, state.trump_from) == (4, 4, (1, 2), "stock")
    both = reached(*game(), DeclineBuyIn(4), BuyIn(2), Leave(4), Leave(3))
    assert (both.dealer, both.own_dealer, both.trump_from) == (1, 4, "stock")
    turned = reached(*game(), DeclineBuyIn(4), BuyIn(2), Leave(3), Leave(4))
    assert (turned.dealer, turned.own_dealer, turned.stand_in, turned.trump_from) == (1, 4, True, "stock")


@keeps("AZI-DEAL-2", "AZI-BID-8")
def test_if_nobody_bets_the_deal_passes_with_the_game_but_a_stand_in_passes_on_only_his_standing_in():
    house = {"dealer_rule": "rotate", "trump_from": "dealer_last", "all_pass_dealer": "next", "players_min": 2}
    hands = {1: "AS 6H 6D", 2: "6S AH 7D", 3: "7S 7H AD", 4: "8D 8H 8S"}
    silent = [DeclineBlind(1), Check(2), Check(3), Check(4)]
    passed = reached(start(*(1000,) * 4, **house), *deal(4, hands, "8S"), *silent)
    assert (passed.dealer, passed.own_dealer, passed.stand_in) == (1, 1, False)
    rounds = [start(*(1000,) * 4, **house), *deal(4, hands, "8S"), DeclineBlind(1)]
    replay = [*rounds, *azi_of_three(), DeclineBuyIn(4)]
    assert reached(*replay).dealer == 3
    again = [*replay, *deal(3, (1, 2, 3)), DeclineBlind(1), Check(2), Check(3)]
    state = reached(*again)
    assert (state.dealer, state.own_dealer, state.trump_from) == (1, 4, "stock")


def azi_of_three() -> list[Any]:
    """1, 2 and 3 put in 5 each, 4 folds; 2 leads, and the tricks go to 2, 1 and 3."""
    bids = [Bet(2, 5), Call(3), Fold(4), Call(1)]
    return [*bids, *plays("2 AH", "3 7H", "1 6H", "2 6S", "3 7S", "1 AS", "1 6D", "2 7D", "3 AD")]


@keeps("AZI-VIOL-3", "AZI-DEAL-6")
def test_a_redeal_of_a_replay_has_the_same_dealer_and_the_same_trump_whether_he_stands_in_or_not():
    record = {"enforcement": "record", "restore": "never"}
    wrong = plays("1 6H", "3 6S")
    given_out = [*game(**record), Settle(), *OUT, *deal(3, {1: "6H AS", 3: "AH 6S"}, "6D"), *wrong]
    redealt = given(azi, *given_out).when(Claim(1, 2, 1, "6S")).then_one(DealAnnulled, because="renege", dealer=3)
    redealt.then_state(dealer=3, own_dealer=4, stand_in=True, trump_from="stock")
    own = [*game(**record), Settle(), BuyIn(4), DeclineBuyIn(2), *deal(4, {1: "6H AS", 3: "AH 6S", 4: "9D 6D"}, "6D"), *wrong]
    given(azi, *own).when(Claim(1, 2, 1, "6S")).then_state(dealer=4, own_dealer=4, trump_from="dealer_last")
