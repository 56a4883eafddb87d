"""Azi roulette: two cards, no bidding, one ante to come back."""

import pytest

from engine.azi import azi, legal, recordable
from engine.azi.commands import (
    BetBlind,
    BuyIn,
    Claim,
    Cut,
    Deal,
    DeclineBlind,
    DeclineBuyIn,
    DemandRedeal,
    Expose,
    Fold,
    KeepCard,
    Leave,
    Look,
    OfferCut,
    Play,
    Settle,
    Shuffle,
    VoidDeal,
)
from engine.azi.events import AziOccurred, BuyInDeclined, CardsDealt, DeckRevealed, Offer, PotAwarded
from engine.azi.offence_events import CardExposed, DealAnnulled, PenaltyImposed, PlayerPutOut, PlayRestored
from engine.azi.rulebook import AZI_BID_1, AZI_LEAVE_1, AZI_ORDER_1, AZI_VIOL_1, AZI_VIOL_5
from engine.azi.sight import owner_sees
from tests.engine.azi.deals import deal, plays, reached, start
from tests.engine.scenario import breaks, given, keeps

# Spades are trumps; 1 and 3 take a trick each.
HANDS = {1: "AS 6H", 2: "6S 7H", 3: "7S AH", 4: "8S 8H", 5: "6D 7D"}
AZI = plays("1 AS", "2 6S", "3 7S", "4 8S", "5 6D", "1 6H", "2 7H", "3 AH", "4 8H", "5 7D")


def roulette(hands: dict[int, str], *stacks: int, **changes: object) -> list[object]:
    """A deal of these hands, by the last seat."""
    return [start(*(stacks or (1000,) * len(hands)), name="azi-roulette", **changes), *deal(len(hands), hands, "TS")]


def record(hands: dict[int, str], **changes: object) -> list[object]:
    """The same where what happens is recorded."""
    return roulette(hands, enforcement="record", **changes)


@keeps("AZI-ROUL-1")
def test_after_the_deal_first_hand_leads_and_everybody_sees_his_cards():
    *story, last = roulette(HANDS)
    dealt = given(azi, *story).when(last).then_one(CardsDealt, deal=1)
    dealt.then_state(phase="play", turn=1, played=(1, 2, 3, 4, 5), active=(1, 2, 3, 4, 5), pot=25)
    assert all(owner_sees(dealt.after, 1, seat) for seat in HANDS)
    assert legal(dealt.after, 1) == (Play(1, "AS"), Play(1, "6H"))
    assert not any(legal(dealt.after, seat) for seat in (2, 3, 4, 5))


@keeps("AZI-ROUL-1")
def test_or_the_dealer_leads_by_the_house_rule():
    given(azi, *roulette(HANDS, first_lead="dealer")[:-1]).when(roulette(HANDS)[-1]).then_state(phase="play", turn=5)


@keeps("AZI-ROUL-1")
def test_a_dealer_who_is_not_in_the_deal_does_not_lead_but_first_hand():
    poor = start(1000, 1000, 1000, 4, name="azi-roulette", first_lead="dealer")
    game = reached(poor, *deal(4, {1: "AS 6H", 2: "6S 7H", 3: "7S AH"}, "TS"))
    assert (game.dealer, game.turn, game.dealt_to) == (4, 1, (1, 2, 3))


@keeps("AZI-ROUL-1", "AZI-AZI-3")
def test_everybody_without_a_trick_may_come_back_for_one_ante():
    *story, last = [*roulette(HANDS), *AZI]
    offers = (Offer(4, 5), Offer(5, 5), Offer(2, 5))
    given(azi, *story).when(last).then_one(AziOccurred, pot=25, stay=(1, 3), next_dealer=3, offers=offers)
    back = [*story, last, BuyIn(4), DeclineBuyIn(5)]
    given(azi, *back).when(BuyIn(2)).then_state(pot=35, phase="shuffle", dealt_to=(4, 1, 2, 3))


@keeps("AZI-ROUL-1")
def test_who_declined_or_sat_out_before_may_come_back_at_the_next_azi():
    first = start(1000, 1000, 4, 1000, name="azi-roulette")
    hands = {1: "AS 6H", 2: "6S AH", 4: "8S 8H"}
    once = [first, *deal(4, hands, "TS"), *plays("1 AS", "2 6S", "4 8S", "1 6H", "2 AH", "4 8H")]
    given(azi, *once[:-1]).when(once[-1]).then_one(BuyInDeclined, seat=3, price=5, because="can_not_pay")
    again = [*once, DeclineBuyIn(4), *deal(2, {1: "AS 6H", 2: "6S AH"}, "TS"), *plays("1 AS", "2 6S", "1 6H")]
    given(azi, *again).when(Play(2, "AH")).then_one(AziOccurred, offers=(Offer(3, 5), Offer(4, 5)))


@keeps("AZI-ROUL-1")
def test_both_tricks_take_the_pot():
    story = [*roulette({1: "AS AH", 2: "6S 7H", 3: "7S 6D"}), *plays("1 AS", "2 6S", "3 7S", "1 AH", "2 7H")]
    given(azi, *story).when(Play(3, "6D")).then_one(PotAwarded, because="two_tricks").then_state(phase="over")


@breaks("AZI-ROUL-1")
@pytest.mark.parametrize(("word", "rule"), [(Fold(1), AZI_ORDER_1), (DeclineBlind(1), AZI_BID_1), (Look(1), AZI_BID_1)])
def test_there_is_no_bidding(word, rule):
    given(azi, *roulette(HANDS)).when(word).then_refused(rule, seat=1)
    given(azi, *roulette(HANDS)).when(BetBlind(1, 5)).then_refused(AZI_BID_1, seat=1)


@breaks("AZI-LEAVE-1")
def test_who_has_cards_plays_them_and_can_leave_when_the_deal_is_over():
    given(azi, *roulette(HANDS)).when(Leave(2)).then_refused(AZI_LEAVE_1, seat=2)
    given(azi, *roulette(HANDS), *AZI).when(Leave(2)).then_state(left=(2,))


@keeps("AZI-VIOL-5")
def test_a_missing_cut_can_be_complained_of_until_the_first_lead():
    hands = {seat: tuple(cards.split()) for seat, cards in HANDS.items()}
    uncut = [start(*(1000,) * 5, name="azi-roulette", enforcement="record"), Shuffle(5), Deal(5, hands, "TS")]
    game = reached(*uncut)
    assert all(DemandRedeal(seat) in legal(game, seat) for seat in HANDS)
    demanded = given(azi, *uncut).when(DemandRedeal(3)).then_one(PenaltyImposed, seat=5, chips=5, pot=30)
    demanded.then_one(DealAnnulled, because="missing_cut", again=(1, 2, 3, 4, 5)).then_state(phase="shuffle", deal=2)
    assert demanded.after.past[0].played == ()
    given(azi, *uncut, Play(1, "AS")).when(DemandRedeal(3)).then_refused(AZI_VIOL_5, seat=3)


@keeps("AZI-VIOL-1")
def test_an_exposed_card_waits_for_its_owner_and_then_first_hand_leads():
    story = roulette(HANDS)
    given(azi, *story).when(Expose(3, "AH")).then(CardExposed(1, 3, "AH")).then_state(phase="exposed", turn=3)
    given(azi, *story, Expose(3, "AH")).when(Play(1, "AS")).then_refused(AZI_ORDER_1, seat=1)
    given(azi, *story, Expose(3, "AH")).when(KeepCard(3)).then_state(phase="play", turn=1, played=(1, 2, 3, 4, 5))
    given(azi, *story, Expose(3, "AH")).when(DemandRedeal(3)).then_one(PenaltyImposed, seat=5, chips=5, pot=30)
    given(azi, *story, Play(1, "AS")).when(Expose(3, "AH")).then_refused(AZI_VIOL_1)


@keeps("AZI-LEAVE-1", "AZI-LAST-1")
def test_an_owner_who_leaves_instead_of_choosing_leaves_the_others_to_play_and_the_last_one_the_pot():
    story = roulette({1: "AS 6H", 2: "6S AH", 3: "8S 8H"})
    shown = [*story, Expose(1, "AS")]
    given(azi, *shown).when(Leave(1)).then_state(phase="play", turn=2, active=(2, 3), played=(2, 3))
    given(azi, *shown, Leave(2)).when(Leave(1)).then_one(PotAwarded, because="last_left").then_one(DeckRevealed, hands=())


@keeps("AZI-VIOL-4", "AZI-LAST-1")
def test_a_dealer_who_shows_cards_twice_is_put_out_and_the_only_other_takes_the_pot():
    changes = {"exposed_card": "redeal_and_penalty", "players_min": 2}
    hands = {1: "AS 6H", 2: "6S AH"}
    once = [*record(hands, **changes), Expose(1, "AS"), *deal(2, hands, "TS")]
    put_out = given(azi, *once).when(Expose(1, "6H")).then_one(PlayerPutOut, seat=2)
    put_out.then_one(PotAwarded, because="last_left").then_state(phase="over", winners=(1,))


@keeps("AZI-VIOL-2", "AZI-VIOL-3")
def test_a_renege_is_claimed_restored_and_paid():
    hands = {1: "AH 6D", 2: "6H 7D", 3: "7S 8D"}
    story = [*record(hands), *plays("1 AH", "2 7D")]
    assert recordable(reached(*story[:-1]), 2) == (Play(2, "7D"),)
    claimed = given(azi, *story).when(Claim(3, 1, 1, "7D")).then_one(PenaltyImposed, seat=2, chips=30, pot=45)
    claimed.then_one(PlayRestored, trick=1, seat=2).then_state(turn=2, trick=((1, "AH"),))
    done = [*story, Claim(3, 1, 1, "7D"), *plays("2 6H", "3 7S", "3 8D", "1 6D", "2 7D")]
    given(azi, *done).when(Settle()).then_state(phase="over")


@keeps("AZI-VOID-1")
def test_a_void_deal_returns_the_antes():
    voided = given(azi, *record(HANDS)).when(VoidDeal("the deck was short"))
    voided.then_one(DealAnnulled, because="ruling", pot=0).then_state(pot=25, deal=2, phase="shuffle")


def test_the_ritual_is_the_same():
    given(azi, start(50, 50, 50, name="azi-roulette"), Shuffle(3), Cut(2, 9)).when(OfferCut(3)).then_state(phase="last_cut")
