"""Tricks."""

from __future__ import annotations

from itertools import combinations

import pytest

from engine.azi import azi, legal
from engine.azi.commands import BetBlind, Call, Fold, Play
from engine.azi.events import CardPlayed, PlayedCard, PotAwarded, Stake, TrickTaken
from engine.azi.particulars import pack
from engine.azi.play import choices
from engine.azi.rulebook import AZI_ORDER_1, AZI_PLAY_2, AZI_PLAY_3, AZI_VIOL_7
from engine.tricks import taker
from tests.engine.azi.deals import FOUR, deal, plays, preset, reached, start
from tests.engine.scenario import breaks, given, keeps

RANKS = "6789TJQKA"


def playing(hands: dict[int, str], trump: str = "KS", **changes: object) -> list[object]:
    """All of them call a blind bet of 5; seat 1 leads."""
    dealer = max(hands)
    return [
        start(*[1000] * dealer, **changes),
        *deal(dealer, hands, trump),
        BetBlind(1, 5),
        *[Call(seat) for seat in list(hands)[1:]],
    ]


THREE = playing({1: "9H AS 6D", 2: "6H 7S 8D", 3: "AD 8S 6S"})


@keeps("AZI-PLAY-1")
def test_everybody_plays_one_card_clockwise_from_the_leader():
    given(azi, *THREE).when(Play(1, "9H")).then(CardPlayed(1, 1, 1, "9H")).then_state(turn=2)
    cards = (PlayedCard(1, "9H"), PlayedCard(2, "6H"), PlayedCard(3, "6S"))
    given(azi, *THREE, *plays("1 9H", "2 6H")).when(Play(3, "6S")).then(
        CardPlayed(1, 1, 3, "6S"), TrickTaken(1, 1, 3, cards)
    ).then_state(turn=3, hands={1: ("AS", "6D"), 2: ("7S", "8D"), 3: ("AD", "8S")}, tricks={1: 0, 2: 0, 3: 1})


@breaks("AZI-PLAY-1", "AZI-VIOL-7")
def test_a_card_out_of_turn_is_refused():
    given(azi, *THREE).when(Play(2, "6H")).then_refused(AZI_VIOL_7, seat=2, turn=1)
    given(azi, *THREE, Play(1, "9H")).when(Play(3, "6S")).then_refused(AZI_VIOL_7, seat=3, turn=2)
    given(azi, *THREE, Play(1, "9H")).when(Play(1, "AS")).then_refused(AZI_VIOL_7, seat=1, turn=2)


@breaks("AZI-VIOL-7")
@pytest.mark.parametrize("card", ["6H", "KS", "9C", "5H", "", "9h", "ninety", "9H "])
def test_a_card_that_is_unknown_or_not_held_is_refused(card):
    given(azi, *THREE).when(Play(1, card)).then_refused(AZI_VIOL_7, seat=1)


@breaks("AZI-ORDER-1")
def test_nobody_plays_who_is_not_in_or_before_play_begins_or_after_it():
    given(azi, *FOUR, BetBlind(1, 10), Call(2), Fold(3), Call(4)).when(Play(3, "6H")).then_refused(AZI_ORDER_1, seat=3)
    given(azi, *FOUR, BetBlind(1, 10)).when(Play(2, "9D")).then_refused(AZI_ORDER_1, phase="bid")
    given(azi, *FOUR, BetBlind(1, 10), Call(2), Fold(3), Call(4)).when(Call(1)).then_refused(AZI_ORDER_1, phase="play")
    over = [*FOUR, BetBlind(1, 10), Fold(2), Fold(3), Fold(4)]
    given(azi, *over).when(Play(1, "6D")).then_refused(AZI_ORDER_1)


@keeps("AZI-PLAY-2", "AZI-ORDER-1")
def test_a_card_not_held_is_refused_before_the_duty_to_follow():
    given(azi, *THREE, Play(1, "9H")).when(Play(2, "AD")).then_refused(AZI_VIOL_7)
    given(azi, *THREE, Play(1, "9H")).when(Play(2, "7S")).then_refused(AZI_PLAY_2, seat=2, legal=("6H",), led="H")
    given(azi, *THREE, Play(1, "9H")).when(Play(2, "6H")).then_state(turn=3)


@keeps("AZI-PLAY-3", "AZI-PLAY-4")
def test_nobody_has_to_beat_what_lies_on_the_table():
    under = playing({1: "9H AD 6D", 2: "6H AH 8D", 3: "QS 6S 8H"})
    given(azi, *under, Play(1, "9H")).when(Play(2, "6H")).then_state(turn=3)
    trumped = playing({1: "9H AD 6D", 2: "QS 8D 9D", 3: "6S 7S JS"})
    for low in ("6S", "7S", "JS"):
        given(azi, *trumped, *plays("1 9H", "2 QS")).when(Play(3, low)).then_one(TrickTaken, seat=2)


@breaks("AZI-PLAY-3")
def test_under_must_overtrump_a_higher_trump_goes_over_the_best_on_the_table():
    hands = {1: "9H AD 6D", 2: "TS 8D 9D", 3: "6S AS JS"}
    over = playing(hands, must_overtrump=True)
    given(azi, *over, *plays("1 9H", "2 TS")).when(Play(3, "6S")).then_refused(AZI_PLAY_3, seat=3, legal=("AS", "JS"))
    given(azi, *over, *plays("1 9H", "2 TS")).when(Play(3, "JS")).then_one(TrickTaken, seat=3)
    lower = playing({**hands, 3: "6S 7S 8H"}, must_overtrump=True)
    given(azi, *lower, *plays("1 9H", "2 TS")).when(Play(3, "8H")).then_one(TrickTaken, seat=2)


@pytest.mark.parametrize("overtrump", [False, True])
def test_who_holds_no_card_any_more_has_no_choice(overtrump: bool):  # as in the replay, between the last card and its trick
    assert choices((), ((1, "9H"), (2, "TS")), "S", overtrump) == ()


@breaks("AZI-PLAY-4")
def test_with_a_trump_in_hand_not_everything_goes():
    given(azi, *THREE, *plays("1 9H", "2 6H")).when(Play(3, "AD")).then_refused(AZI_PLAY_3, legal=("8S", "6S"))


@keeps("AZI-PLAY-5", "AZI-DECK-2")
def test_a_card_that_neither_follows_nor_trumps_takes_nothing():
    assert taker(((1, "JH"), (2, "KD")), "S") == 1
    assert taker(((1, "JH"), (2, "KD"), (3, "QH")), "S") == 3


@keeps("AZI-PLAY-5")
def test_the_six_of_trumps_takes_the_ace_of_the_suit_led():
    assert taker(((1, "AH"), (2, "6S"), (3, "KH")), "S") == 2
    assert taker(((1, "AH"), (2, "6S"), (3, "7S"), (4, "AD")), "S") == 3


def test_the_taker_of_every_trick_of_three_is_the_one_the_rule_names():
    deck = pack(preset())
    for trick in combinations(deck[::2], 3):
        for trump in "DHS":
            played = tuple(enumerate(trick, 1))
            trumps = [(RANKS.index(card[0]), seat) for seat, card in played if card[1] == trump]
            led = [(RANKS.index(card[0]), seat) for seat, card in played if card[1] == trick[0][1]]
            assert taker(played, trump) == max(trumps or led)[1]


@breaks("AZI-PLAY-5", "AZI-DECK-2")
def test_who_did_not_take_the_trick_does_not_lead():
    given(azi, *THREE, *plays("1 9H", "2 6H", "3 6S")).when(Play(1, "AS")).then_refused(AZI_VIOL_7, turn=3)


def lawful(hand: tuple[str, ...], led: str, best: str | None, trump: str, overtrump: bool) -> set[str]:
    """AZI-PLAY-2 to 4 told card by card: may this card be played, given all the others in the hand? led: suit, best: rank."""
    may = set()
    for card in hand:
        if card[1] == led:
            may.add(card)
        elif not any(other[1] == led for other in hand):
            beats = [other for other in hand if other[1] == trump and best and RANKS.index(other[0]) > RANKS.index(best)]
            if card[1] == trump:
                if not overtrump or not beats or card in beats:
                    may.add(card)
            elif not any(other[1] == trump for other in hand):
                may.add(card)
    return may


@keeps("AZI-PLAY-2", "AZI-PLAY-3", "AZI-PLAY-4")
@pytest.mark.parametrize("overtrump", [False, True])
def test_every_hand_of_up_to_three_cards_may_play_exactly_the_lawful_ones(overtrump):
    deck = pack(preset())
    hands = [hand for size in (1, 2, 3) for hand in combinations(deck, size)]
    trump = "S"
    for led in "DHS":
        for best in (None, *RANKS) if led != trump else (None,):
            lead = "7" + led
            table = ((1, lead),) if best is None else ((1, lead), (2, best + trump))
            seen = {card for _, card in table}
            for hand in hands:
                if seen.isdisjoint(hand):
                    assert set(choices(hand, table, trump, overtrump)) == lawful(hand, led, best, trump, overtrump)


@keeps("AZI-PLAY-1")
def test_the_leader_may_play_anything():
    for hand in combinations(pack(preset()), 2):
        assert choices(hand, (), "S", True) == hand


TWO_TRICKS = playing({1: "AH AS 6D", 2: "6H 7S 8D", 3: "7H 8S AD"})


@keeps("AZI-PLAY-6", "AZI-SETTLE-1")
def test_two_tricks_win_the_pot_after_the_third_is_played():
    first = plays("1 AH", "2 6H", "3 7H", "1 AS", "2 7S", "3 8S")
    assert reached(*TWO_TRICKS, *first).phase == "play"
    given(azi, *TWO_TRICKS, *first, *plays("1 6D", "2 8D")).when(Play(3, "AD")).then_one(
        PotAwarded, shares=(Stake(1, "p1", 40),), because="two_tricks", tricks=((1, 2), (2, 0), (3, 1))
    ).then_state(over=True, stacks={1: 1030, 2: 985, 3: 985})


@keeps("AZI-PLAY-6")
def test_without_play_out_the_second_trick_ends_the_deal():
    short = playing({1: "AH AS 6D", 2: "6H 7S 8D", 3: "7H 8S AD"}, play_out=False)
    first = plays("1 AH", "2 6H", "3 7H", "1 AS", "2 7S")
    given(azi, *short, *first).when(Play(3, "8S")).then_one(PotAwarded, tricks=((1, 2), (2, 0), (3, 0))).then_state(over=True)


@breaks("AZI-PLAY-6", "AZI-SETTLE-1")
def test_one_trick_wins_nothing_and_nothing_is_settled_before_the_tricks_are_over():
    for story in (["1 AH", "2 6H", "3 7H"], ["1 AH", "2 6H", "3 7H", "1 AS", "2 7S", "3 8S"]):
        assert reached(*TWO_TRICKS, *plays(*story)).pot == 40
    assert legal(reached(*TWO_TRICKS, *plays("1 AH", "2 6H", "3 7H", "1 AS", "2 7S", "3 8S")), 1) == (Play(1, "6D"),)
