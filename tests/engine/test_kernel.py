"""The kernel under all games: chips, seats, cards, the shuffle, the changed copy, refusals."""

from dataclasses import dataclass, replace
from fractions import Fraction
from hashlib import sha256

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine import cards, chips, seats, shuffle
from engine.changed import changed
from engine.decider import Decider, act, fold
from engine.rules import Rule, RuleBroken, require

ORDER = "6H AD JH 9H KD KH TH 7S AH QD 8S 7D AS TS 8D JD QS JS KS 6S 9D QH 9S 7H 8H 6D TD"
AMOUNTS = st.integers(0, chips.MOST)
SOME = settings(max_examples=200, deadline=None, derandomize=True)


def test_a_third_of_50_is_17_up_and_16_down():
    third = Fraction(1, 3)
    assert (chips.share(50, third), chips.share(50, third, "up"), chips.share(50, third, "down")) == (17, 17, 16)


@pytest.mark.parametrize(("amount", "nearest", "half_up"), [(5, 2, 3), (7, 4, 4), (9, 4, 5), (6, 3, 3)])
def test_a_half_goes_to_the_even_neighbour_or_up(amount, nearest, half_up):
    assert (chips.share(amount, Fraction(1, 2), "nearest"), chips.share(amount, Fraction(1, 2), "half_up")) == (nearest, half_up)


@given(AMOUNTS, st.integers(1, 50), st.integers(1, 50), st.sampled_from(("up", "down", "nearest", "half_up")))
@SOME
def test_a_share_is_less_than_a_chip_away_from_the_exact_part(amount, numerator, denominator, rounding):
    exact = amount * Fraction(numerator, denominator)
    off = chips.share(amount, Fraction(numerator, denominator), rounding) - exact
    bounds = {
        "up": (0, 1),
        "down": (-1, 0),
        "nearest": (Fraction(-1, 2), Fraction(1, 2)),
        "half_up": (Fraction(-1, 2), Fraction(1, 2)),
    }
    assert bounds[rounding][0] <= off <= bounds[rounding][1]
    assert abs(off) < 1


@given(AMOUNTS, st.integers(1, 12))
@SOME
def test_the_parts_of_a_pot_add_up_to_it_and_the_odd_chips_come_first(pot, parts):
    split = chips.split(pot, parts)
    assert sum(split) == pot
    assert len(split) == parts
    assert list(split) == sorted(split, reverse=True)
    assert split[0] - split[-1] <= 1


def test_turns_go_clockwise_round_gaps():
    assert seats.clockwise((2, 4, 7), 4) == (7, 2, 4)
    assert seats.clockwise((2, 4, 7), 3) == (4, 7, 2)
    assert seats.clockwise((2, 4, 7), 7) == seats.clockwise((2, 4, 7), 8) == (2, 4, 7)
    assert [seats.next_clockwise((2, 4, 7), seat) for seat in (1, 2, 3, 7, 9)] == [2, 4, 4, 2, 2]
    assert [seats.next_counter_clockwise((2, 4, 7), seat) for seat in (1, 2, 3, 7, 9)] == [7, 7, 2, 4, 7]
    assert seats.next_clockwise((5,), 5) == seats.next_counter_clockwise((5,), 5) == 5
    with pytest.raises(IndexError):
        seats.next_clockwise((), 1)


def test_a_pack_is_printed_suit_by_suit_from_its_lowest_rank():
    assert len(set(cards.pack("6", "C"))) == 27
    assert cards.pack("6", "C")[:9] == ("6D", "7D", "8D", "9D", "TD", "JD", "QD", "KD", "AD")
    assert len(set(cards.pack("2"))) == 52
    assert {cards.suit_of(card) for card in cards.pack("6", "H")} == {"C", "D", "S"}


def test_the_commitment_can_be_made_by_hand():
    by_hand = sha256(b"cardledger shuffle 1\ngame-t-7\n2\n3\n" + b"s" * 32).hexdigest()
    assert shuffle.commitment("game-t-7", 2, 3, b"s" * 32) == by_hand
    others = {shuffle.commitment(*told, b"s" * 32) for told in (("game-t-7", 2, 4), ("game-t-7", 3, 3), ("game-t-8", 2, 3))}
    assert by_hand not in others
    assert len(others) == 3


def test_a_secret_gives_the_same_order_for_ever():
    order = shuffle.shuffled(cards.pack("6", "C"), bytes(range(32)))
    assert sorted(order) == sorted(cards.pack("6", "C"))
    assert " ".join(order) == ORDER


def by_the_book(pack: tuple[str, ...], secret: bytes) -> tuple[str, ...]:
    """The shuffle as its description says it, without any care for speed."""
    stream = b"".join(sha256(secret + counter.to_bytes(4, "big")).digest() for counter in range(100))
    lying, used = list(pack), 0
    for left in range(len(pack), 1, -1):
        while stream[used] >= 256 - 256 % left:
            used += 1
        at = stream[used] % left
        used += 1
        lying[left - 1], lying[at] = lying[at], lying[left - 1]
    return tuple(lying)


@given(st.binary(min_size=32, max_size=32), st.sampled_from((2, 3, 27, 52)))
@SOME
def test_the_shuffle_is_the_one_that_is_published(secret, size):
    pack = tuple(str(number) for number in range(size))
    assert shuffle.shuffled(pack, secret) == by_the_book(pack, secret)


def test_every_card_comes_to_every_place_about_as_often():
    counted = [[0] * 6 for _ in range(6)]
    for number in range(6000):
        for place, card in enumerate(shuffle.shuffled(("0", "1", "2", "3", "4", "5"), number.to_bytes(32, "big"))):
            counted[place][int(card)] += 1
    assert all(850 < count < 1150 for row in counted for count in row)


def test_a_cut_puts_the_top_under_the_rest():
    assert shuffle.cut(("a", "b", "c", "d"), 1) == ("b", "c", "d", "a")


@dataclass(frozen=True)
class Purse:
    """A state to copy."""

    coins: int = 0
    owner: str = "nobody"


def test_a_changed_copy_equals_a_replaced_one_and_leaves_the_first_alone():
    purse = Purse(3, "anna")
    assert changed(purse, coins=4) == replace(purse, coins=4) == Purse(4, "anna")
    assert changed(changed(purse, coins=4), owner="boris") == Purse(4, "boris")
    assert purse == Purse(3, "anna")
    assert hash(changed(purse, coins=4)) == hash(Purse(4, "anna"))
    with pytest.raises(AttributeError):
        changed(purse, coins=4).coins = 5


FULL = Rule("TEST-1", "A purse holds three coins")


def put_in(purse: Purse, coin: int) -> tuple[int, ...]:
    require(purse.coins < 3, FULL, "Seat {seat} has {stack} coins.", seat=1, stack=purse.coins)
    return (coin,)


purses: Decider[Purse, int, int] = Decider(
    initial=Purse(),
    decide=put_in,
    follow=lambda purse: 1 if purse.coins == 2 else None,
    evolve=lambda purse, coin: changed(purse, coins=purse.coins + coin),
    is_over=lambda purse: purse.coins > 2,
)


def test_an_act_brings_its_consequences_and_the_state_after_them():
    assert act(purses, Purse(), 1) == ([1], Purse(1))
    assert act(purses, Purse(1), 1) == ([1, 1], Purse(3))
    assert fold(purses, Purse(), [1, 1, 1]) == Purse(3)
    assert purses.is_over(Purse(3))


def test_a_refusal_names_its_rule_and_says_why_with_its_facts():
    with pytest.raises(RuleBroken, match=r"^TEST-1: Seat 1 has 3 coins\.$") as broken:
        act(purses, Purse(3), 1)
    assert (broken.value.rule, broken.value.facts) == (FULL, {"seat": 1, "stack": 3})


@pytest.mark.parametrize(("several", "told"), [((), "nothing"), ((3,), "3"), ((1, 2, 4), "1, 2 and 4"), (["a", "b"], "a and b")])
def test_several_in_a_refusal_are_told_in_words_and_stay_whole_in_its_facts(several, told):
    with pytest.raises(RuleBroken) as broken:
        require(False, Rule("TEST-1", "a test"), "Possible: {possible}.", possible=several)
    assert (broken.value.says, broken.value.facts["possible"]) == (f"Possible: {told}.", several)
