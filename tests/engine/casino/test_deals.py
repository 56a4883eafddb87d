"""Shuffle, cut and deals: how many cards, in what order, from where, and the last of them announced."""

import pytest

from engine.casino import casino
from engine.casino.commands import AnnounceLast, Cut, Deal, Shuffle, Trail
from engine.casino.deal import cards_each, distributed, is_last
from engine.casino.events import CardsDealt, DeckCommitted, DeckCut, DeckShuffled, LastAnnounced
from engine.casino.legal import legal
from engine.casino.particulars import PACK
from engine.casino.rulebook import CAS_DEAL_1, CAS_DEAL_2, CAS_DEAL_3, CAS_DEAL_4, CAS_DEAL_5, CAS_DEAL_6
from engine.shuffle import cut, shuffled
from tests.engine.casino.deals import (
    SECRET,
    announced,
    any_deal,
    at,
    deal,
    reached,
    reached_from,
    ritual,
    service_shuffle,
    start,
    to_last_deal,
)
from tests.engine.scenario import breaks, given, keeps

HANDS = {1: "2C 3C 4C 5C", 2: "6C 7C 8C 9C"}
TWO = (start(50, 50), *ritual(2, (1, 2)))


def sizes(players: int, hand: int, table: int) -> tuple[list[int], int]:
    """How many cards each gets in the deals of a deck, and what is left over."""
    game = reached(start(*[50] * players, hand_size=hand, table_size=table))
    game = reached_from(game, *ritual(players, game.active))
    told = []
    while game.phase == "deal":
        told.append(cards_each(game))
        last = is_last(game)
        game = reached_from(game, any_deal(game))
        assert game.last == last
        left = game.remaining
        while game.phase == "play":
            game = reached_from(game, Trail(game.turn, game.hands[game.turn][0]))
    assert last
    return told, left


@keeps("CAS-DEAL-1", "CAS-DEAL-3")
@pytest.mark.parametrize(
    ("players", "hand", "table", "deals", "left"),
    [
        (2, 4, 4, [4] * 6, 0),
        (2, 6, 4, [6] * 4, 0),
        (2, 6, 2, [6, 6, 6, 6, 1], 0),
        (3, 4, 4, [4] * 4, 0),
        (3, 6, 4, [6, 6, 4], 0),
        (3, 6, 2, [6, 6, 4], 2),
        (4, 4, 4, [4] * 3, 0),
        (4, 6, 4, [6, 6], 0),
        (4, 6, 2, [6, 6], 2),
    ],
)
def test_a_deck_is_dealt_as_the_table_of_the_rules_says(players, hand, table, deals, left):
    assert sizes(players, hand, table) == (deals, left)


@keeps("CAS-DEAL-1")
def test_cards_go_in_rounds_of_two_the_table_before_the_dealer_and_an_odd_one_singly():
    order = [str(number) for number in range(52)]
    hands, table = distributed(order, (1, 2, 3), 4, 4)
    assert hands == {1: ("0", "1", "8", "9"), 2: ("2", "3", "10", "11"), 3: ("6", "7", "14", "15")}
    assert table == ("4", "5", "12", "13")
    hands, table = distributed(order, (2, 1), 6, 2)
    assert hands == {2: ("0", "1", "6", "7", "10", "11"), 1: ("4", "5", "8", "9", "12", "13")}
    assert table == ("2", "3")
    assert distributed(order, (1, 2), 3, 0)[0] == {1: ("0", "1", "4"), 2: ("2", "3", "5")}


@keeps("CAS-DEAL-6", "CAS-DEAL-4", "CAS-DEAL-2")
def test_the_service_deals_what_the_secret_and_the_cut_say():
    game = reached(start(50, 50, deck="service"))
    story = at(game).when(service_shuffle(game, 2)).then_one(DeckCommitted, shuffle=1, deal=1)
    order = cut(shuffled(PACK, SECRET), 11)
    story = at(story.after).when(Cut(1, 11)).then(DeckCut(1, 1, 11))
    hands, table = distributed(order, (1, 2), 4, 4)
    dealt = at(story.after).when(Deal(2)).then(CardsDealt(1, 2, hands, order[12:], 1, table, 40, False)).after
    assert (dealt.turn, dealt.loose, dealt.remaining, dealt.stock) == (1, table, 40, order[12:])


@breaks("CAS-DEAL-4", "CAS-DEAL-6", "CAS-DEAL-5")
def test_what_does_not_belong_to_the_shuffle_or_the_cut_is_refused():
    game = reached(start(50, 50, deck="service"))
    right = service_shuffle(game, 2)
    at(game).when(Shuffle(2)).then_refused(CAS_DEAL_6)
    at(game).when(Shuffle(2, "0" * 64, right.secret, right.order)).then_refused(CAS_DEAL_6)
    at(game).when(Shuffle(2, right.commitment, right.secret, right.order[::-1])).then_refused(CAS_DEAL_6)
    at(game).when(service_shuffle(game, 1)).then_refused(CAS_DEAL_5, turn=2)
    at(game).when(Deal(2)).then_refused(CAS_DEAL_4)
    cutting = reached_from(game, right)
    for place in (3, 49, 0, -1):
        at(cutting).when(Cut(1, place)).then_refused(CAS_DEAL_4, at=place, fewest=4, most=48)
    for place in (4, 48):
        at(cutting).when(Cut(1, place)).then_one(DeckCut)
    at(cutting).when(Cut(1)).then_refused(CAS_DEAL_6)
    at(cutting).when(Cut(2, 20)).then_refused(CAS_DEAL_5)
    at(reached_from(cutting, Cut(1, 20))).when(Deal(2, {1: (), 2: ()})).then_refused(CAS_DEAL_6)


@keeps("CAS-DEAL-6")
def test_at_a_real_table_the_cards_are_entered():
    given(casino, start(50, 50)).when(Shuffle(2)).then(DeckShuffled(1, 1, 2))
    given(casino, start(50, 50), Shuffle(2)).when(Cut(1)).then(DeckCut(1, 1, None))
    story = given(casino, *TWO).when(deal(2, HANDS, "TC JC QC KC"))
    story.then_one(CardsDealt, stock=None, left=40, last=False).then_state(turn=1, remaining=40, stock=None)


@breaks("CAS-DEAL-1", "CAS-DEAL-2", "CAS-DEAL-6")
def test_entered_cards_that_can_not_be_are_refused():
    story = given(casino, *TWO)
    story.when(deal(2, {1: "2C 3C 4C", 2: "6C 7C 8C 9C"}, "TC JC QC KC")).then_refused(CAS_DEAL_1, seat=1, count=4, got=3)
    story.when(deal(2, HANDS, "TC JC QC")).then_refused(CAS_DEAL_1, count=4, got=3)
    story.when(deal(2, HANDS)).then_refused(CAS_DEAL_1)
    story.when(deal(2, HANDS, "2C JC QC KC")).then_refused(CAS_DEAL_6)
    story.when(deal(2, HANDS, "XX JC QC KC")).then_refused(CAS_DEAL_6)
    story.when(deal(2, {1: "2C 3C 4C 5C", 3: "6C 7C 8C 9C"}, "TC JC QC KC")).then_refused(CAS_DEAL_6, legal=(1, 2))
    story.when(Deal(2)).then_refused(CAS_DEAL_6)
    given(casino, start(50, 50)).when(Shuffle(2, "0" * 64)).then_refused(CAS_DEAL_6)
    game = reached(*TWO, deal(2, HANDS, "TC JC QC KC"))
    while game.phase == "play":
        game = reached_from(game, Trail(game.turn, game.hands[game.turn][0]))
    at(game).when(deal(2, {1: "2D 3D 4D 5D", 2: "6D 7D 8D 9D"}, "TD JD QD KD")).then_refused(CAS_DEAL_2)
    at(game).when(deal(2, {1: "2D 3D 4D 2C", 2: "6D 7D 8D 9D"})).then_refused(CAS_DEAL_6)
    at(game).when(deal(2, {1: "2D 3D 4D 5D", 2: "6D 7D 8D 9D"})).then_one(CardsDealt, table=(), deal=2, left=32)


@keeps("CAS-DEAL-3")
@breaks("CAS-DEAL-3")
def test_under_refuse_the_last_deal_is_announced_by_itself():
    game = to_last_deal(50, 50)
    at(game).when(AnnounceLast(2)).then_refused(CAS_DEAL_3)
    at(game).when(any_deal(game)).then_first(LastAnnounced(6, 2)).then_one(CardsDealt, last=True, left=0)


@keeps("CAS-DEAL-3")
@breaks("CAS-DEAL-3")
def test_under_record_the_dealer_announces_it():
    first = reached(start(50, 50, enforcement="record"), *ritual(2, (1, 2)))
    at(first).when(AnnounceLast(2)).then_refused(CAS_DEAL_3, left=40)
    game = to_last_deal(50, 50, enforcement="record")
    assert legal(game, 2)[0] == AnnounceLast(2)
    at(game).when(AnnounceLast(1)).then_refused(CAS_DEAL_5)
    told = at(game).when(AnnounceLast(2)).then(LastAnnounced(6, 2)).after
    at(told).when(AnnounceLast(2)).then_refused(CAS_DEAL_3)
    at(announced(game)).when(any_deal(game)).then_one(CardsDealt, last=True).then_none(LastAnnounced)
