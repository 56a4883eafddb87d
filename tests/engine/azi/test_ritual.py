"""Shuffle, cut and deal."""

import pytest

from engine import shuffle
from engine.azi import azi, legal
from engine.azi.commands import Check, Cut, Deal, DeclineBlind, Fold, OfferCut, Shuffle
from engine.azi.events import CardsDealt, CutOffered, DeckCommitted, DeckCut, DeckShuffled
from engine.azi.particulars import pack
from engine.azi.rulebook import AZI_DEAL_3, AZI_DEAL_4, AZI_DEAL_7, AZI_DEAL_8, AZI_DEAL_9, AZI_ORDER_1, AZI_VIOL_7
from tests.engine.azi.deals import SECRET, deal, preset, reached, ritual, service_shuffle, start
from tests.engine.scenario import breaks, given, keeps

TABLE = start(50, 50, 50, 50)
SERVICE = start(50, 50, 50, 50, deck="service")
CUTS = ([Shuffle(4), Cut(3), OfferCut(4), Cut(3)], [Shuffle(4), Shuffle(3), OfferCut(4), Cut(3)])
HANDS = {1: ("6D", "7D", "8D"), 2: ("9D", "TD", "JD"), 3: ("6H", "7H", "8H"), 4: ("9H", "TH", "JH")}


@keeps("AZI-DEAL-3")
def test_the_dealer_shuffles_and_offers_the_cut_to_the_seat_on_his_right():
    given(azi, TABLE).when(Shuffle(4)).then(DeckShuffled(1, 1, 4), CutOffered(1, 3, False)).then_state(turn=3)


@keeps("AZI-DEAL-3")
def test_the_cutter_cuts_or_shuffles_and_then_the_dealer_may_shuffle_once_more():
    given(azi, TABLE, Shuffle(4)).when(Cut(3, 9)).then(DeckCut(1, 3, 9)).then_state(turn=4)
    given(azi, TABLE, Shuffle(4)).when(Shuffle(3)).then(DeckShuffled(1, 2, 3)).then_state(turn=4)
    for first in (Cut(3), Shuffle(3)):
        given(azi, TABLE, Shuffle(4), first).when(OfferCut(4)).then(CutOffered(1, 3, True)).then_state(turn=3)
        number = 2 if isinstance(first, Cut) else 3
        given(azi, TABLE, Shuffle(4), first).when(Shuffle(4)).then(DeckShuffled(1, number, 4), CutOffered(1, 3, True))


@breaks("AZI-DEAL-3")
def test_after_the_last_offer_the_cutter_must_cut():
    last = given(azi, TABLE, Shuffle(4), Cut(3), OfferCut(4))
    last.when(Shuffle(3)).then_refused(AZI_DEAL_3, seat=3)
    last.when(Cut(3, 13)).then(DeckCut(1, 3, 13)).then_state(phase="deal", turn=4)
    assert {type(command) for command in legal(last.state, 3)} == {Cut}


@breaks("AZI-DEAL-3")
def test_a_cut_is_not_offered_or_made_out_of_its_place():
    given(azi, TABLE).when(OfferCut(4)).then_refused(AZI_DEAL_3)
    given(azi, TABLE).when(Cut(3, 9)).then_refused(AZI_DEAL_3)
    given(azi, TABLE, Shuffle(4), Cut(3)).when(Cut(3, 9)).then_refused(AZI_DEAL_3)


@breaks("AZI-DEAL-7")
@pytest.mark.parametrize("done", [0, 1, 2, 3])
def test_dealing_before_the_cut_that_is_due_is_refused(done):
    for cuts in CUTS:
        given(azi, TABLE, *cuts[:done]).when(Deal(4, HANDS, "AS")).then_refused(AZI_DEAL_7)


@breaks("AZI-DEAL-7")
def test_a_third_shuffle_of_the_dealer_is_refused():
    shuffled = [TABLE, Shuffle(4), Cut(3), Shuffle(4)]
    given(azi, *shuffled).when(Shuffle(4)).then_refused(AZI_DEAL_7)
    given(azi, *shuffled, Cut(3)).when(Shuffle(4)).then_refused(AZI_DEAL_7)


@keeps("AZI-DEAL-7")
def test_with_both_cuts_made_the_dealer_deals():
    for cuts in CUTS:
        given(azi, TABLE, *cuts).when(Deal(4, HANDS, "AS")).then(CardsDealt(1, 4, HANDS, None, "AS", "stock")).then_state(turn=1)


@breaks("AZI-VIOL-7", "AZI-ORDER-1")
def test_only_dealer_and_cutter_touch_the_deck():
    given(azi, TABLE).when(Shuffle(3)).then_refused(AZI_VIOL_7, seat=3, turn=4)
    given(azi, TABLE, Shuffle(4)).when(Cut(2, 9)).then_refused(AZI_VIOL_7, seat=2, turn=3)
    given(azi, TABLE, *CUTS[0]).when(Deal(3, HANDS, "AS")).then_refused(AZI_VIOL_7)
    given(azi, TABLE).when(Shuffle(6)).then_refused(AZI_ORDER_1, seat=6)


@keeps("AZI-DEAL-4")
@breaks("AZI-DEAL-9")
def test_an_uncounted_cut_is_for_real_tables_only():
    given(azi, TABLE, Shuffle(4)).when(Cut(3)).then(DeckCut(1, 3, None))
    given(azi, SERVICE, service_shuffle(reached(SERVICE), 4)).when(Cut(3)).then_refused(AZI_DEAL_9)
    given(azi, SERVICE, service_shuffle(reached(SERVICE), 4)).when(Cut(3, 3)).then_refused(AZI_DEAL_4)


@keeps("AZI-DEAL-8", "AZI-DEAL-5", "AZI-DEAL-6")
def test_the_service_deals_one_at_a_time_from_the_deck_as_it_was_shuffled_and_cut():
    first = service_shuffle(reached(SERVICE), 4)
    given(azi, SERVICE).when(first).then_first(DeckCommitted(1, 1, 4, first.commitment, SECRET.hex(), first.order))
    cuts = [SERVICE, first, Cut(3, 5), OfferCut(4), Cut(3, 20)]
    deck = shuffle.cut(shuffle.cut(shuffle.shuffled(pack(preset()), SECRET), 5), 20)
    hands = {seat: (deck[seat - 1], deck[seat + 3], deck[seat + 7]) for seat in (1, 2, 3, 4)}
    given(azi, *cuts).when(Deal(4)).then(CardsDealt(1, 4, hands, deck[13:], deck[12], "stock"))


@keeps("AZI-DEAL-8")
def test_the_last_secret_and_the_cuts_after_it_give_the_deck():
    story = [SERVICE, service_shuffle(reached(SERVICE), 4)]
    story.append(service_shuffle(reached(*story), 3, b"r" * 32))
    story.append(service_shuffle(reached(*story), 4, b"d" * 32))
    story += [Cut(3, 7), Deal(4)]
    game = reached(*story)
    deck = shuffle.cut(shuffle.shuffled(pack(preset()), b"d" * 32), 7)
    assert (game.hands[1], game.trump, game.stock, game.shuffle) == ((deck[0], deck[4], deck[8]), deck[12], deck[13:], 3)


@breaks("AZI-DEAL-8")
def test_dice_that_do_not_belong_to_this_shuffle_are_refused():
    dice = service_shuffle(reached(SERVICE), 4)
    order = dice.order or ()
    other = service_shuffle(reached(SERVICE, dice, Cut(3, 9)), 4)
    wrong = [
        Shuffle(4),
        Shuffle(4, dice.commitment, dice.secret),
        Shuffle(4, dice.commitment, dice.secret, (order[1], order[0], *order[2:])),
        Shuffle(4, other.commitment, other.secret, other.order),
        Shuffle(4, dice.commitment, "00" * 32, dice.order),
        Shuffle(4, dice.commitment, dice.secret and dice.secret[:-2], dice.order),
    ]
    for command in wrong:
        given(azi, SERVICE).when(command).then_refused(AZI_DEAL_8)


@breaks("AZI-DEAL-9")
def test_the_service_takes_no_cards_and_a_real_table_takes_no_dice():
    cuts = [SERVICE, service_shuffle(reached(SERVICE), 4), Cut(3, 5), OfferCut(4), Cut(3, 20)]
    given(azi, *cuts).when(Deal(4, HANDS, "AS")).then_refused(AZI_DEAL_9)
    given(azi, *cuts).when(Deal(4, None, "AS")).then_refused(AZI_DEAL_9)
    given(azi, TABLE).when(service_shuffle(reached(SERVICE), 4)).then_refused(AZI_DEAL_9)


@breaks("AZI-DEAL-9", "AZI-DECK-1", "AZI-DEAL-5", "AZI-DEAL-6")
@pytest.mark.parametrize(
    ("hands", "trump"),
    [
        (None, "AS"),
        (HANDS, None),
        ({**HANDS, 4: ("9H", "TH")}, "AS"),
        ({**HANDS, 4: ("9H", "TH", "JH", "QH")}, "AS"),
        ({**HANDS, 4: ("9H", "TH", "6D")}, "AS"),
        ({**HANDS, 4: ("9H", "TH", "TH")}, "AS"),
        ({**HANDS, 4: ("9H", "TH", "AS")}, "AS"),
        ({**HANDS, 4: ("9H", "TH", "6C")}, "AS"),
        ({**HANDS, 4: ("9H", "TH", "5H")}, "AS"),
        (HANDS, "AC"),
        (HANDS, "6D"),
        ({seat: HANDS[seat] for seat in (1, 2, 3)}, "AS"),
        ({**HANDS, 5: ("QD", "KD", "AD")}, "AS"),
        ({}, "AS"),
    ],
)
def test_hands_that_can_not_have_been_dealt_are_refused(hands, trump):
    given(azi, TABLE, *CUTS[0]).when(Deal(4, hands, trump)).then_refused(AZI_DEAL_9)


@keeps("AZI-DECK-1")
def test_another_suit_may_be_the_missing_one():
    clubs = {**HANDS, 4: ("9C", "TC", "JC")}
    given(azi, start(50, 50, 50, 50, missing_suit="H"), *CUTS[0]).when(Deal(4, clubs, "AS")).then_refused(AZI_DEAL_9)
    hearts = {**clubs, 3: ("6S", "7S", "8S")}
    given(azi, start(50, 50, 50, 50, missing_suit="H"), *CUTS[0]).when(Deal(4, hearts, "AS")).then_state(trump="AS")


@keeps("AZI-DEAL-2", "AZI-DEAL-3")
def test_every_deal_has_the_whole_ritual_again():
    again = [*deal(4, (1, 2, 3, 4)), DeclineBlind(1), Check(2), Check(3), Check(4)]
    given(azi, TABLE, *again).when(Deal(4, HANDS, "AS")).then_refused(AZI_DEAL_7)
    given(azi, TABLE, *again, *ritual(4, (1, 2, 3, 4))).when(Deal(4, HANDS, "AS")).then_one(CardsDealt, deal=2)


@breaks("AZI-ORDER-1")
def test_the_deck_is_not_touched_while_a_deal_is_played():
    dealt = given(azi, TABLE, *deal(4, (1, 2, 3, 4)))
    dealt.when(Shuffle(4)).then_refused(AZI_ORDER_1, phase="blind")
    dealt.when(Deal(4, HANDS, "AS")).then_refused(AZI_DEAL_7)
    dealt.when(Fold(4)).then_refused(AZI_ORDER_1, phase="blind")
