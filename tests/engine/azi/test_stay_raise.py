"""Bidding with stay and raise, the lead beside the raiser, the dealer's last card as trump."""

import pytest

from engine.azi import azi, legal
from engine.azi.commands import (
    Bet,
    BetBlind,
    BuyIn,
    Call,
    Check,
    Correct,
    Deal,
    DeclineBlind,
    DeclineBuyIn,
    DemandRedeal,
    Discard,
    Expose,
    Fold,
    KeepCard,
    Leave,
    Play,
    Raise,
    ReplaceCard,
    Shuffle,
    Stay,
    VoidDeal,
)
from engine.azi.events import (
    AziOccurred,
    BetOpened,
    BoughtIn,
    Called,
    CardsDealt,
    Folded,
    GameEnded,
    Offer,
    PlayerLeft,
    PotAwarded,
    Raised,
    Stayed,
)
from engine.azi.exposure import stock_left
from engine.azi.house_rules import house_rules, plain
from engine.azi.offence_events import CardExposed, CardReplaced, DealAnnulled, EntryCorrected, PenaltyImposed
from engine.azi.rulebook import (
    AZI_BID4_1,
    AZI_BID4_2,
    AZI_BID4_3,
    AZI_BID_1,
    AZI_BID_3,
    AZI_BID_4,
    AZI_BID_5,
    AZI_BID_7,
    AZI_BID_11,
    AZI_DEAL_6,
    AZI_DISC_2,
    AZI_ORDER_1,
    AZI_VIOL_5,
    AZI_VIOL_7,
)
from engine.rules import RuleBroken
from tests.engine.azi.deals import deal, dealt_by_service, plays, preset, reached, start
from tests.engine.scenario import breaks, given, keeps

ONLINE = {
    "players_min": 2,
    "bidding": "stay_raise",
    "raises_max": 3,
    "first_lead": "right_of_bid_winner",
    "trump_from": "dealer_last",
    "dealer_rule": "rotate",
    "buy_in_no_trick": "1/2",
    "buy_in_folded": "1",
    "play_out": False,
}
# Seat 4 deals; its last card, the ten of spades, is trump.
HANDS = {1: "AS 6H 6D 7D", 2: "6S AH 7H 8D", 3: "7S 8H AD 9D", 4: "8S 9H JD TS"}
STAYS = [Stay(1), Stay(2), Stay(3), Stay(4)]
AWAY = [Discard(1, "7D"), Discard(2, "7H"), Discard(3, "9D"), Discard(4, "JD")]


def online(*stacks: int, **changes: object) -> list[object]:
    """A deal of these hands."""
    return [start(*(stacks or (1000,) * 4), name="azi-four", **{**ONLINE, **changes}), *deal(4, HANDS, "TS")]


READY = [*online(), *STAYS, *AWAY]


@keeps("AZI-BID4-1")
def test_all_say_in_turn_whether_they_play():
    given(azi, *online()).when(Stay(1)).then(Stayed(1, 1)).then_state(phase="stay", turn=2)
    given(azi, *online(), Stay(1)).when(Fold(2)).then(Folded(1, 2)).then_state(phase="stay", turn=3, active=(1, 3, 4))
    given(azi, *online(), *STAYS[:-1]).when(Stay(4)).then_state(phase="discard", turn=1, spoken=())
    assert legal(reached(*online()), 1) == (Stay(1), Fold(1))


@breaks("AZI-BID4-1")
def test_staying_is_for_who_is_asked():
    given(azi, *online()).when(Stay(2)).then_refused(AZI_VIOL_7, seat=2)
    given(azi, *READY).when(Stay(1)).then_refused(AZI_BID4_1, seat=1)
    given(azi, *online()).when(Bet(1, 10)).then_refused(AZI_ORDER_1, phase="stay")
    given(azi, *online()).when(BetBlind(1, 5)).then_refused(AZI_BID_1)
    given(azi, *online()).when(DeclineBlind(1)).then_refused(AZI_BID_1)
    given(azi, *online()).when(Discard(1, "7D")).then_refused(AZI_DISC_2)


@keeps("AZI-BID4-1", "AZI-LAST-1")
def test_whom_all_others_leave_alone_need_not_even_say_that_he_stays():
    last = given(azi, *online(), Fold(1), Fold(2)).when(Fold(3)).then_one(PotAwarded, because="last_left")
    last.then_state(winners=(4,), phase="over")


@keeps("AZI-BID4-2", "AZI-DISC-1", "AZI-DISC-2")
def test_cards_are_put_away_in_any_order_and_then_the_bidding_opens_at_the_dealers_left():
    order = [AWAY[2], AWAY[0], AWAY[3]]
    given(azi, *online(), *STAYS).when(Discard(3, "9D")).then_state(phase="discard", turn=1)
    given(azi, *online(), *STAYS, *order).when(AWAY[1]).then_state(phase="bid", turn=1, price=0, spoken=())
    folded = [*online(), Fold(1), *STAYS[1:], AWAY[3], AWAY[1]]
    given(azi, *folded).when(AWAY[2]).then_state(phase="bid", turn=2)
    given(azi, *online(), *STAYS).when(Bet(1, 10)).then_refused(AZI_ORDER_1, phase="discard")


@breaks("AZI-BID4-2", "AZI-BID-7")
def test_while_no_bet_stands_there_is_bet_or_fold_from_the_ante_to_the_most():
    given(azi, *READY).when(Check(1)).then_refused(AZI_BID4_2, seat=1)
    for price in (4, 11):
        given(azi, *READY).when(Bet(1, price)).then_refused(AZI_BID_7, low=5, high=10)
    given(azi, *READY).when(Raise(1, 10)).then_refused(AZI_BID_7)
    given(azi, *READY).when(Bet(1, 10)).then(BetOpened(1, 1, "p1", 10, 10, 30)).then_state(turn=2, raises=1)
    assert legal(reached(*READY), 1) == (Bet(1, 5), Bet(1, 10), Fold(1))


@breaks("AZI-BID4-2", "AZI-BID-3", "AZI-BID-4")
def test_once_a_bet_stands_the_usual_rules_hold():
    bet = [*READY, Fold(1), Bet(2, 10)]
    given(azi, *bet).when(Bet(3, 12)).then_refused(AZI_BID_5)
    given(azi, *bet).when(Raise(3, 21)).then_refused(AZI_BID_3, low=11, high=20)
    capped = [*online(cap="15"), *STAYS, *AWAY, Bet(1, 10)]
    given(azi, *capped).when(Raise(2, 16)).then_refused(AZI_BID_4)
    poor = [*online(1000, 12, 1000, 1000), *STAYS, *AWAY, Bet(1, 10)]
    given(azi, *poor).when(Call(2)).then_refused(AZI_BID_11)


@keeps("AZI-BID4-2", "AZI-LAST-1")
def test_the_last_one_left_takes_the_pot_before_anybody_has_bet():
    given(azi, *READY, Fold(1), Fold(2)).when(Fold(3)).then_one(PotAwarded, because="last_left").then_state(winners=(4,))


@breaks("AZI-BID4-3")
def test_three_raises_by_all_together_the_opening_one_included():
    thrice = [*READY, Bet(1, 10), Raise(2, 20), Raise(3, 40)]
    given(azi, *thrice).when(Raise(4, 80)).then_refused(AZI_BID4_3, seat=4, most=3)
    given(azi, *thrice).when(Raise(4, 81)).then_refused(AZI_BID_3, seat=4)
    given(azi, *thrice).when(Call(4)).then(Called(1, 4, "p4", 40, 40, 130))
    assert legal(reached(*thrice), 4) == (Call(4), Fold(4))
    given(azi, *READY, Bet(1, 10)).when(Raise(2, 20)).then(Raised(1, 2, "p2", 20, 20, 50)).then_state(raises=2)


@keeps("AZI-BID4-3")
def test_a_blind_bet_counts_as_the_opening_one():
    blind = [start(1000, 1000, 1000, raises_max=1), *deal(3, (1, 2, 3)), BetBlind(1, 5)]
    once = given(azi, *blind).when(Raise(2, 20)).then_refused(AZI_BID4_3, most=1).broken
    high = given(azi, *blind).when(Raise(2, 21)).then_refused(AZI_BID_3).broken
    assert once is not None
    assert high is not None
    assert once.says == "All together have raised once in this deal: call or fold."
    assert high.says == "A raise does not go to 21, and none is left. " + once.says
    assert not {"low", "high"} & set(high.facts)


@keeps("AZI-BID4-4", "AZI-BID4-2")
def test_example_13_the_opener_leads_since_he_sits_to_the_right_of_the_raiser():
    bids = [Bet(1, 10), Raise(2, 20), Call(3), Fold(4)]
    called = given(azi, *READY, *bids).when(Call(1)).then(Called(1, 1, "p1", 10, 20, 80))
    called.then_state(phase="play", turn=1, pot=80, active=(1, 2, 3))


@keeps("AZI-BID4-4")
def test_the_nearest_active_player_to_the_right_leads_past_those_who_folded():
    story = [*READY, Fold(1), Bet(2, 10), Raise(3, 20), Fold(4)]
    given(azi, *story).when(Call(2)).then_state(turn=2)
    opened = [*READY, Bet(1, 10), Call(2), Fold(3)]
    given(azi, *opened).when(Fold(4)).then_state(phase="play", turn=2)


@keeps("AZI-DEAL-6")
def test_the_dealers_last_card_is_trump_and_stays_in_his_hand():
    *story, last = online()
    given(azi, *story).when(last).then_one(CardsDealt, trump="TS", trump_from="dealer_last").then_state(phase="stay", turn=1)
    given(azi, *online(), *STAYS).when(Discard(4, "TS")).then_state(trump="TS", discards={4: "TS"})
    game = dealt_by_service(6, "azi-four", **ONLINE)
    assert game.trump == game.hands[6][-1] == game.order[23]
    assert len(game.stock) == 3 == stock_left(game)


@breaks("AZI-DEAL-6")
def test_a_trump_that_is_none_of_the_dealers_cards_is_refused():
    *story, last = online()
    given(azi, *story).when(Deal(4, last.hands, "QS")).then_refused(AZI_DEAL_6, seat=4)
    given(azi, *story).when(Deal(4, last.hands, "AS")).then_refused(AZI_DEAL_6, seat=4)


@keeps("AZI-DEAL-6", "AZI-SEAT-3")
def test_where_the_dealer_has_no_cards_the_trump_is_turned_up():
    hands = {seat: HANDS[seat] for seat in (1, 2, 3)}
    game = reached(start(1000, 1000, 1000, 2, name="azi-four", **ONLINE), *deal(4, hands, "TS"))
    assert (game.dealer, game.trump_from, game.dealt_to) == (4, "stock", (1, 2, 3))


# One trick each for 1, 2 and 3; the dealer, 4, has folded.
TRICKS = plays("1 AS", "2 6S", "3 7S", "1 6H", "2 AH", "3 8H", "2 8D", "3 AD", "1 6D")


def azi_of_three(**changes: object) -> list[object]:
    """1 leads since the raiser is 1 and the one to his right, 3, would: so the raise is made by 2."""
    bids = [Bet(1, 5), Raise(2, 10), Call(3), Fold(4), Call(1)]
    return [*online(**changes), *STAYS, *AWAY, *bids, *TRICKS[:-2], Play(3, "AD"), Play(1, "6D")]


@keeps("AZI-AZI-3", "AZI-DEAL-2")
def test_who_folded_pays_the_whole_pot_and_the_same_dealer_is_due():
    *story, last = azi_of_three()
    given(azi, *story).when(last).then_one(AziOccurred, pot=50, next_dealer=4, stay=(1, 2, 3), offers=(Offer(4, 50),))
    given(azi, *story, last).when(BuyIn(4)).then(BoughtIn(2, 4, "p4", 50, 100)).then_state(dealer=4, stand_in=False)


@keeps("AZI-DEAL-6", "AZI-DEAL-2")
def test_in_a_replay_that_the_last_tricks_taker_deals_since_the_dealer_is_out_the_trump_is_turned_up():
    out = [*azi_of_three(), DeclineBuyIn(4)]
    game = reached(*out)
    assert (game.dealer, game.stand_in, game.dealt_to) == (3, True, (1, 2, 3))
    hands = {seat: HANDS[seat] for seat in (1, 2, 3)}
    dealt = reached(*out, *deal(3, hands, "TS"))
    assert dealt.trump_from == "stock"
    voided = reached(*out, *deal(3, hands, "TS"), VoidDeal("the deck was short"), *deal(3, hands, "TS"))
    assert voided.trump_from == "stock"


@keeps("AZI-DEAL-2")
def test_the_deal_passes_clockwise_at_each_new_game():
    story = [*online(), Fold(1), Fold(2)]
    given(azi, *story).when(Fold(3)).then_one(GameEnded, next_dealer=1)


@keeps("AZI-AZI-3")
def test_example_6_who_took_nothing_pays_half_of_60_and_who_folded_all_of_it():
    hands = {1: "AS KH 6D 6H", 2: "6S AH 8D 7H", 3: "7S 8H AD QD", 4: "8S 9H 9D JD", 5: "9S TH KD TS"}
    story = [start(*(1000,) * 5, name="azi-four", **ONLINE, ante="4"), *deal(5, hands, "TS")]
    stays = [Stay(1), Stay(2), Stay(3), Stay(4), Fold(5), Discard(1, "6H"), Discard(2, "7H"), Discard(3, "QD"), Discard(4, "JD")]
    bids = [Bet(1, 5), Raise(2, 10), Call(3), Call(4), Call(1)]
    tricks = plays("1 AS", "2 6S", "3 7S", "4 8S", "1 KH", "2 AH", "3 8H", "4 9H", "2 8D", "3 AD", "4 9D")
    happened = given(azi, *story, *stays, *bids, *tricks).when(Play(1, "6D"))
    happened.then_one(AziOccurred, pot=60, stay=(1, 2, 3), offers=(Offer(4, 30), Offer(5, 60)))


@keeps("AZI-PLAY-6")
def test_the_second_trick_of_one_player_ends_the_deal():
    ready = [*online(), *STAYS, AWAY[0], Discard(2, "8D"), *AWAY[2:]]
    story = [*ready, Bet(1, 5), Raise(2, 10), Fold(3), Fold(4), Call(1), *plays("1 AS", "2 6S", "1 6D")]
    given(azi, *story).when(Play(2, "7H")).then_one(PotAwarded, because="two_tricks", tricks=((1, 2), (2, 0)))


@keeps("AZI-VIOL-5")
def test_a_missing_cut_can_be_complained_of_until_the_first_stay_or_fold():
    hands = {seat: tuple(cards.split()) for seat, cards in HANDS.items()}
    rules = start(*(1000,) * 4, name="azi-four", **ONLINE, enforcement="record")
    uncut = [rules, Shuffle(4), Deal(4, hands, "TS")]
    given(azi, *uncut).when(DemandRedeal(2)).then_one(PenaltyImposed, seat=4, chips=5).then_one(DealAnnulled, because="missing_cut")
    for word in (Stay(1), Fold(1)):
        given(azi, *uncut, word).when(DemandRedeal(2)).then_refused(AZI_VIOL_5, seat=2)


@keeps("AZI-VIOL-1")
def test_an_exposed_card_is_replaced_from_the_top_of_the_stock():
    shown = [*online(), Expose(2, "AH")]
    given(azi, *online()).when(Expose(2, "AH")).then(CardExposed(1, 2, "AH")).then_state(phase="exposed", turn=2)
    given(azi, *shown).when(KeepCard(2)).then_state(phase="stay", turn=1)
    given(azi, *shown).when(ReplaceCard(2, "QS")).then(CardReplaced(1, 2, "AH", {2: "QS"})).then_state(phase="stay", turn=1)
    given(azi, *shown).when(DemandRedeal(2)).then_one(DealAnnulled, because="exposed_card", again=(1, 2, 3, 4))
    game = dealt_by_service(4, "azi-four", **ONLINE, enforcement="record")
    card = game.hands[2][0]
    for command in (Expose(2, card), ReplaceCard(2)):
        events = azi.decide(game, command)
        for event in events:
            game = azi.evolve(game, event)
    assert game.hands[2][0] == game.order[16]


@keeps("AZI-LEAVE-1")
def test_leaving_is_a_fold_while_all_say_whether_they_play_and_while_cards_are_put_away():
    given(azi, *online()).when(Leave(1)).then(Folded(1, 1), PlayerLeft(1, "p1")).then_state(phase="stay", turn=2)
    given(azi, *online()).when(Leave(3)).then_state(phase="stay", turn=1, active=(1, 2, 4))
    waiting = [*online(), *STAYS, *AWAY[1:]]
    given(azi, *waiting).when(Leave(1)).then_state(phase="bid", turn=2)
    given(azi, *online(), *STAYS[:3]).when(Leave(4)).then_state(phase="discard", active=(1, 2, 3))


@keeps("AZI-REC-1")
def test_a_word_mistyped_is_taken_back():
    story = [*online(enforcement="record"), Stay(1)]
    step = reached(*story).offences.step
    given(azi, *story, Fold(2)).when(Correct(step, "he folded")).then_one(EntryCorrected, step=step).then_state(
        phase="stay", turn=1
    )


@breaks("TABLE-1", "AZI-BID4-3", "AZI-BID4-2")
@pytest.mark.parametrize(
    ("changes", "option"),
    [
        ({"raises_max": 0}, "raises_max"),
        ({"cap": "4"}, "cap"),
        ({"blind_counts_double": False}, "blind_counts_double"),
        ({"all_pass_dealer": "next"}, "all_pass_dealer"),
    ],
)
def test_senseless_mixes_are_refused(changes, option):
    with pytest.raises(RuleBroken) as broken:
        house_rules({**plain(preset("azi-four")), **ONLINE, **changes})
    assert broken.value.facts["option"] == option
