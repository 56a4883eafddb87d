"""Cards shown in dealing, and missing cuts."""

from __future__ import annotations

import pytest

from engine.azi import azi, legal, recordable, violations
from engine.azi.commands import (
    BetBlind,
    Call,
    Check,
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
    ReplaceCard,
    Settle,
    Shuffle,
)
from engine.azi.events import BlindDeclined, CardsDealt, CutOffered, DeckShuffled, Folded, PlayerLeft, PotAwarded, Stake
from engine.azi.offence_events import (
    CardExposed,
    CardReplaced,
    DealAnnulled,
    ExposedCardKept,
    PenaltyImposed,
    PlayerPutOut,
)
from engine.azi.rulebook import AZI_BID_1, AZI_DEAL_3, AZI_DEAL_7, AZI_DEAL_9, AZI_ORDER_1, AZI_VIOL_1, AZI_VIOL_5, AZI_VIOL_7
from engine.rules import Violation
from tests.engine.azi.deals import deal, reached, ritual, service_shuffle, start, to_azi
from tests.engine.scenario import breaks, given, keeps

HANDS = {1: "6D 7D 8D", 2: "7H TD JD", 3: "6H 9H 8H", 4: "TH JH QH"}
DEALT = [start(1000, 1000, 1000, 1000, enforcement="record"), *deal(4, HANDS, "9S")]
SHOWN = [*DEALT, Expose(2, "7H")]
PAID = PenaltyImposed(1, 4, "p4", "7H", 5, 25, "exposed_card", "AZI-VIOL-1", "AZI-VIOL-1", "demand", 2, trick=None)
AGAIN = DealAnnulled(1, "exposed_card", "AZI-VIOL-1", None, 4, (1, 2, 3, 4), (), 25)


@keeps("AZI-VIOL-1")
def test_the_bidding_waits_for_the_owner_of_a_card_that_was_shown():
    given(azi, *DEALT).when(Expose(2, "7H")).then(CardExposed(1, 2, "7H")).then_state(phase="exposed", turn=2)
    assert legal(reached(*SHOWN), 2) == (KeepCard(2, "7H"), ReplaceCard(2, given_up="7H"), DemandRedeal(2))
    given(azi, *SHOWN).when(BetBlind(1, 10)).then_refused(AZI_BID_1, phase="exposed")
    given(azi, *SHOWN).when(KeepCard(2)).then(ExposedCardKept(1, 2, "7H")).then_state(phase="blind", turn=1, pot=20)


@keeps("AZI-VIOL-1", "AZI-DEAL-9")
def test_a_replaced_card_is_out_of_the_deal_and_the_new_one_is_entered():
    replaced = given(azi, *SHOWN).when(ReplaceCard(2, "KS"))
    replaced.then(CardReplaced(1, 2, "7H", {2: "KS"})).then_state(phase="blind", turn=1, pot=20)
    assert replaced.after.hands[2] == ("KS", "TD", "JD")
    for card in ("9S", "6D", "TD", "7H", "9C", "", None):
        given(azi, *SHOWN).when(ReplaceCard(2, card)).then_refused(AZI_DEAL_9, seat=2)
    twice = [*SHOWN, Expose(3, "9H"), ReplaceCard(2, "KS")]
    given(azi, *twice).when(ReplaceCard(3, "7H")).then_refused(AZI_DEAL_9)
    given(azi, *twice).when(ReplaceCard(3, "AS")).then_state(phase="blind", turn=1)


@keeps("AZI-VIOL-1")
def test_only_a_redeal_costs_the_dealer_an_ante():
    again = given(azi, *SHOWN).when(DemandRedeal(2)).then(PAID, AGAIN)
    again.then_state(pot=25, deal=2, phase="shuffle", dealer=4, dealt_to=(1, 2, 3, 4), stacks={1: 995, 2: 995, 3: 995, 4: 990})
    given(azi, *SHOWN, DemandRedeal(2), *deal(4, HANDS, "9S")).when(BetBlind(1, 10)).then_state(pot=35, phase="bid")


@keeps("AZI-VIOL-1")
def test_several_owners_choose_in_the_order_of_dealing_and_one_demand_is_enough():
    two = [*DEALT, Expose(3, "9H"), Expose(1, "7D"), Expose(3, "6H")]
    given(azi, *two).when(KeepCard(3, "9H")).then_refused(AZI_VIOL_7, seat=3, turn=1)
    kept = [*two, KeepCard(1)]
    given(azi, *kept).when(KeepCard(3)).then_refused(AZI_VIOL_7, legal=("9H", "6H"))
    given(azi, *kept).when(ReplaceCard(3, "KS", "6H")).then(CardReplaced(1, 3, "6H", {3: "KS"})).then_state(phase="exposed", turn=3)
    given(azi, *kept, ReplaceCard(3, "KS", "6H")).when(DemandRedeal(3)).then_state(deal=2, pot=25, phase="shuffle")
    given(azi, *two).when(DemandRedeal(3)).then_refused(AZI_VIOL_7, turn=1)


@breaks("AZI-VIOL-1")
def test_a_card_is_shown_between_deal_and_first_bid_by_the_dealer_and_once():
    given(azi, *DEALT, DeclineBlind(1)).when(Expose(2, "7H")).then_refused(AZI_VIOL_1, phase="bid")
    given(azi, *DEALT, BetBlind(1, 5)).when(Expose(2, "7H")).then_refused(AZI_VIOL_1, phase="bid")
    given(azi, DEALT[0]).when(Expose(2, "7H")).then_refused(AZI_VIOL_1, phase="shuffle")
    given(azi, *DEALT).when(Expose(4, "TH")).then_refused(AZI_VIOL_1, seat=4)
    given(azi, *DEALT).when(Expose(5, "TH")).then_refused(AZI_VIOL_1, seat=5)
    given(azi, *SHOWN).when(Expose(2, "7H")).then_refused(AZI_VIOL_1, seat=2)
    given(azi, *DEALT).when(Expose(2, "8H")).then_refused(AZI_VIOL_7, seat=2)
    given(azi, *DEALT).when(KeepCard(2)).then_refused(AZI_VIOL_1)
    given(azi, *SHOWN).when(KeepCard(2, "TD")).then_refused(AZI_VIOL_7, legal=("7H",))


def served(players: int, **changes: object) -> list[object]:
    """The service deals from the printed order of a secret; every state is reached by its own dice."""
    story: list[object] = [start(*[1000] * players, deck="service", **changes)]
    dealer = players
    story.append(service_shuffle(reached(*story), dealer))
    return [*story, Cut(dealer - 1, 9), OfferCut(dealer), Cut(dealer - 1, 12), Deal(dealer)]


@breaks("AZI-VIOL-1")
def test_where_the_service_deals_and_refuses_nobody_can_show_a_card():
    online = served(3)
    held = reached(*online).hands[1][0]
    for card in (held, "6D", "XX"):
        given(azi, *online).when(Expose(1, card)).then_refused(AZI_VIOL_1, seat=1)
    real = [start(1000, 1000, 1000, 1000), *deal(4, HANDS, "9S")]
    given(azi, *real).when(Expose(2, "7H")).then(CardExposed(1, 2, "7H"))


@keeps("AZI-VIOL-1")
def test_replacements_are_the_successive_cards_under_the_trump_until_there_are_none():
    seven = served(7, enforcement="record")
    game = reached(*seven)
    stock = game.stock
    assert len(stock) == 5
    shown = [(seat, card) for seat in (1, 2, 3) for card in game.hands[seat]][:6]
    story = [*seven, *[Expose(seat, card) for seat, card in shown]]
    for number, (seat, card) in enumerate(shown[:5]):
        given(azi, *story).when(ReplaceCard(seat, "6D", card)).then_refused(AZI_DEAL_9)
        given(azi, *story).when(ReplaceCard(seat, None, card)).then(CardReplaced(1, seat, card, {seat: stock[number]}))
        story.append(ReplaceCard(seat, None, card))
    seat, card = shown[5]
    given(azi, *story).when(ReplaceCard(seat)).then_refused(AZI_VIOL_1, seat=seat)
    assert legal(reached(*story), seat) == (KeepCard(seat, card), DemandRedeal(seat))


@breaks("AZI-VIOL-1", "AZI-VIOL-4")
@pytest.mark.parametrize(("penalty", "chips"), [("ante", 5), ("twice_pot", 40)])
def test_where_an_exposed_card_is_a_renege_the_dealer_pays_at_once_and_twice_puts_him_out(penalty, chips):
    house = {"enforcement": "record", "exposed_card": "redeal_and_penalty", "exposed_penalty": penalty}
    strict = [start(1000, 1000, 1000, 1000, **house), *deal(4, HANDS, "9S")]
    pot = 20 + chips
    fine = PenaltyImposed(1, 4, "p4", "7H", chips, pot, "exposed_card", "AZI-VIOL-1", "AZI-VIOL-1", "steward", None, trick=None)
    again = DealAnnulled(1, "exposed_card", "AZI-VIOL-1", None, 4, (1, 2, 3, 4), (), pot)
    given(azi, *strict).when(Expose(2, "7H")).then(CardExposed(1, 2, "7H"), fine, again)
    second = given(azi, *strict, Expose(2, "7H"), *deal(4, HANDS, "9S")).when(Expose(3, "6H"))
    second.then_one(PlayerPutOut, seat=4, player="p4", rule="AZI-VIOL-4").then_one(DealAnnulled, again=(1, 2, 3), dealer=4)
    assert second.after.dealt_to == (1, 2, 3)
    assert second.after.stacks[4] == 1000 - 5 - chips - (5 if penalty == "ante" else 2 * pot)


@keeps("AZI-LAST-1", "AZI-VIOL-4")
def test_the_last_one_takes_the_pot_when_the_dealer_is_put_out():
    strict = [start(50, 50, enforcement="record", exposed_card="redeal_and_penalty", players_min=2)]
    hands = {1: "6D 7D 8D", 2: "7H TD JD"}
    story = [*strict, *deal(2, hands, "9S"), Expose(1, "6D"), *deal(2, hands, "9S")]
    given(azi, *story).when(Expose(1, "7D")).then_one(PlayerPutOut, seat=2).then_one(
        PotAwarded, shares=(Stake(1, "p1", 20),), because="last_left"
    ).then_state(over=True, stacks={1: 65, 2: 35})


@keeps("AZI-LEAVE-1", "AZI-VIOL-1")
def test_who_leaves_before_choosing_folds_and_the_others_go_on():
    given(azi, *SHOWN).when(Leave(2)).then(Folded(1, 2), PlayerLeft(2, "p2")).then_state(phase="blind", turn=1)
    first = [*DEALT, Expose(1, "6D"), Expose(2, "7H")]
    gone = given(azi, *first).when(Leave(1)).then(BlindDeclined(1, 1), Folded(1, 1), PlayerLeft(1, "p1"))
    gone.then_state(phase="exposed", turn=2)
    given(azi, *first, Leave(1)).when(KeepCard(2)).then_state(phase="bid", turn=2)


UNCUT = [start(1000, 1000, 1000, 1000, enforcement="record"), Shuffle(4), Cut(3, 10)]
DEALS = Deal(4, {seat: tuple(hand.split()) for seat, hand in HANDS.items()}, "9S")


@keeps("AZI-VIOL-5")
def test_for_a_missing_cut_anybody_may_demand_a_redeal_and_the_dealer_pays_one_more_ante():
    dealt = [*UNCUT, DEALS]
    for seat in (1, 2, 3, 4):
        assert DemandRedeal(seat) in legal(reached(*dealt), seat)
        fine = PenaltyImposed(1, 4, "p4", None, 5, 25, "missing_cut", "AZI-VIOL-5", "AZI-DEAL-3", "demand", seat, trick=None)
        again = DealAnnulled(1, "missing_cut", "AZI-VIOL-5", None, 4, (1, 2, 3, 4), (), 25)
        given(azi, *dealt).when(DemandRedeal(seat)).then(fine, again).then_state(phase="shuffle", dealer=4, deal=2)
    given(azi, UNCUT[0], Shuffle(4)).when(DEALS).then_one(CardsDealt)
    given(azi, UNCUT[0], Shuffle(4), DEALS).when(DemandRedeal(1)).then_state(pot=25)


@breaks("AZI-VIOL-5")
def test_after_the_first_bidding_event_or_with_all_cuts_made_the_demand_is_refused():
    dealt = [*UNCUT, DEALS]
    for begun in (BetBlind(1, 5), DeclineBlind(1), Look(1)):
        given(azi, *dealt, begun).when(DemandRedeal(2)).then_refused(AZI_VIOL_5, seat=2)
    given(azi, *DEALT).when(DemandRedeal(2)).then_refused(AZI_VIOL_5, seat=2)
    given(azi, *SHOWN).when(DemandRedeal(3)).then_refused(AZI_VIOL_5, seat=3)
    given(azi, *dealt).when(DemandRedeal(9)).then_refused(AZI_ORDER_1)
    given(azi, *dealt, DemandRedeal(2)).when(DemandRedeal(2)).then_refused(AZI_VIOL_5)


@keeps("AZI-VIOL-5")
def test_in_a_replay_too_a_missing_cut_costs_the_dealer_an_ante():
    replay = [*to_azi(enforcement="record"), Settle(), DeclineBuyIn(4), DeclineBuyIn(5), Shuffle(3), Cut(2, 9)]
    hands = {seat: tuple(HANDS[seat].split()) for seat in (1, 2, 3)}
    dealt = given(azi, *replay, Deal(3, hands, "9S")).when(DemandRedeal(5))
    dealt.then_one(PenaltyImposed, seat=3, chips=5, pot=55).then_one(DealAnnulled, again=(1, 2, 3), dealer=3)
    dealt.then_state(pot=55, azis=1, phase="shuffle", dealt_to=(1, 2, 3))


@keeps("AZI-DEAL-7")
def test_under_record_a_third_shuffle_makes_another_cut_due():
    cut = [*UNCUT, OfferCut(4), Cut(3, 10)]
    for ready in (cut, cut[:-1]):
        given(azi, *ready).when(Shuffle(4)).then(DeckShuffled(1, 2, 4), CutOffered(1, 3, True)).then_state(phase="last_cut", turn=3)
    given(azi, *cut, Shuffle(4), Cut(3, 8)).when(DEALS).then_one(CardsDealt)
    assert not violations(reached(*cut, Shuffle(4), Cut(3, 8), DEALS))
    dealt = [*cut, Shuffle(4), DEALS]
    assert violations(reached(*dealt)) == (Violation(4, "AZI-VIOL-5", "missing_cut", 1, None, None, "open"),)
    assert violations(reached(*dealt, DemandRedeal(2)))[0].status == "punished"


@breaks("AZI-DEAL-7", "AZI-DEAL-3")
def test_under_refuse_neither_is_possible_and_under_record_not_everything_is():
    refuse = [start(1000, 1000, 1000, 1000), Shuffle(4), Cut(3, 10)]
    given(azi, *refuse).when(DEALS).then_refused(AZI_DEAL_7)
    given(azi, *refuse, OfferCut(4), Cut(3, 10)).when(Shuffle(4)).then_refused(AZI_DEAL_7)
    assert not recordable(reached(*refuse), 4)
    given(azi, UNCUT[0]).when(DEALS).then_refused(AZI_DEAL_7)
    given(azi, *UNCUT, OfferCut(4)).when(Shuffle(3)).then_refused(AZI_DEAL_3)
    given(azi, *UNCUT, OfferCut(4)).when(Deal(3, DEALS.hands, "9S")).then_refused(AZI_DEAL_7)
    assert recordable(reached(*UNCUT), 4) == (Deal(4),)
    assert recordable(reached(*UNCUT, OfferCut(4)), 4) == (Shuffle(4), Deal(4))
    assert recordable(reached(*UNCUT, OfferCut(4)), 3) == ()


def test_exposed_cards_are_told_to_the_audit_with_what_became_of_them():
    assert [one.status for one in violations(reached(*SHOWN))] == ["open"]
    assert [one.status for one in violations(reached(*SHOWN, KeepCard(2)))] == ["free"]
    assert violations(reached(*SHOWN, DemandRedeal(2))) == (Violation(4, "AZI-VIOL-1", "exposed_card", 1, None, "7H", "punished"),)


def test_a_ritual_is_the_same_after_a_redeal():
    again = [*SHOWN, DemandRedeal(2), *ritual(4, (1, 2, 3, 4))]
    assert reached(*again).phase == "deal"
    given(azi, *again, DEALS, DeclineBlind(1), Check(2), Check(3)).when(Fold(4)).then_state(pot=45, deal=3)
    assert Call(1) not in legal(reached(*again), 1)
