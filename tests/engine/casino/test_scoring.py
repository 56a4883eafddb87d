"""Points of a deck, targets, claims and what they are worth in chips."""

import pytest

from engine.cardgame.settlement import shares
from engine.cards import pack
from engine.casino import casino
from engine.casino.scoring import (
    TOTALS_OF_MORE,
    TOTALS_OF_TWO,
    ImpossibleTotal,
    Points,
    check,
    claimable,
    deck_points,
    point_payments,
    points,
    winning_sides,
)
from engine.changed import changed
from tests.engine.casino.brute_force import dice
from tests.engine.scenario import breaks, keeps

SPADES = tuple([card for card in pack("2") if card[1] == "S"])
OTHERS = tuple([card for card in pack("2") if card[1] != "S"])
PLAIN = tuple([card for card in OTHERS if card[0] != "A" and card != "TD"])


def piles(*sizes: int, spades: tuple[int, ...]) -> dict[int, tuple[str, ...]]:
    """A whole deck in piles of these sizes, with so many spades each."""
    made, dark, light = {}, list(SPADES), list(OTHERS)
    for seat, (size, black) in enumerate(zip(sizes, spades, strict=True), 1):
        made[seat] = tuple(dark[:black] + light[: size - black])
        dark, light = dark[black:], light[size - black :]
    assert not dark
    assert not light
    return made


@keeps("CAS-SCORE-1", "CAS-SCORE-2", "CAS-SCORE-3", "CAS-SCORE-6")
def test_example_4_eleven_points_to_21_and_nine_in_a_strict_game():
    pile = ("TD", "AC", "AD", "AH", *[card for card in SPADES if card not in ("AS", "2S")][:8], *PLAIN[:15])
    assert len(pile) == 27
    scored = points(pile, 2, "to_21")
    assert scored == Points(cards=3, spades=1, big_casino=2, little_casino=0, aces=3, sweeps=2)
    assert scored.total == 11
    assert points(pile, 2, "strict_11").total == 9
    assert points(pile, 2, "strict_6").total == 9


@keeps("CAS-SCORE-1", "CAS-SCORE-4")
@breaks("CAS-SCORE-1")
def test_example_5_and_d25_with_26_cards_each_nobody_scores_cards_and_the_deck_gives_eight():
    scored = deck_points(piles(26, 26, spades=(7, 6)), {}, "to_21")
    assert [one.cards for one in scored.values()] == [0, 0]
    assert [one.spades for one in scored.values()] == [1, 0]
    assert sum(one.total for one in scored.values()) == 8
    swept = deck_points(piles(26, 26, spades=(7, 6)), {1: 2, 2: 1}, "to_21")
    assert sum(one.total for one in swept.values()) == 11
    assert [one.sweeps for one in deck_points(piles(26, 26, spades=(7, 6)), {1: 2, 2: 1}, "strict_6").values()] == [0, 0]


@breaks("CAS-SCORE-4")
def test_d26_a_deck_of_13_points_without_sweeps_fails_loudly():
    twice = {1: Points(3, 1, 2, 1, 4, 0), 2: Points(0, 0, 2, 0, 0, 3)}
    with pytest.raises(ImpossibleTotal, match="comes to 13 points without sweeps, not 11"):
        check(twice)
    with pytest.raises(ImpossibleTotal, match="not 7 of"):
        check({1: Points(0, 0, 2, 1, 4, 0), 2: Points(0, 0, 0, 0, 0, 0)})
    check({1: Points(0, 0, 2, 1, 4, 0), 2: Points(0, 0, 0, 0, 0, 0), 3: Points(0, 0, 0, 0, 0, 0)})


@breaks("CAS-SCORE-4")
def test_a_deck_with_a_card_twice_or_missing_is_not_scored_as_a_whole_one():
    right = piles(30, 22, spades=(6, 7))
    for wrong in (
        {1: right[1], 2: right[2][1:]},
        {1: right[1], 2: (*right[2][1:], right[1][0])},
        {1: (*right[1], right[2][0]), 2: right[2]},
    ):
        with pytest.raises(ImpossibleTotal, match="is scored as a whole one"):
            deck_points(wrong, {}, "to_21")
        assert deck_points(wrong, {}, "to_21", whole=False)


@keeps("CAS-SCORE-4")
@pytest.mark.parametrize("players", [2, 3, 4])
def test_every_deck_dealt_out_to_piles_comes_to_a_possible_total(players):
    chance, totals = dice(players), set()
    for _ in range(400):
        cards = chance.sample(pack("2"), 52)
        ends = sorted([0, *[chance.randint(0, 52) for _ in range(players - 1)], 52])
        parts = {seat: tuple(cards[ends[seat - 1] : ends[seat]]) for seat in range(1, players + 1)}
        totals.add(sum(one.total for one in deck_points(parts, {}, "to_21").values()))
    assert totals <= set(TOTALS_OF_TWO if players == 2 else TOTALS_OF_MORE)
    assert max(totals) == 11


@keeps("CAS-SCORE-2", "CAS-SCORE-4")
def test_of_three_nobody_may_have_seven_spades_or_27_cards():
    scored = deck_points(piles(18, 17, 17, spades=(5, 4, 4)), {}, "to_21")
    assert sum(one.total for one in scored.values()) == 7
    assert not any(one.spades or one.cards for one in scored.values())


@keeps("CAS-CLAIM-1")
@breaks("CAS-CLAIM-1")
def test_example_6_fifteen_and_six_in_the_pile_make_21_and_fifteen_and_five_do_not():
    six = ("TD", "2S", "AC", "AD", "AH")
    assert claimable(15, six, 0, "to_21") == 21
    assert claimable(15, six[:4], 0, "to_21") == 20
    assert claimable(15, six[:4], 1, "to_21") == 21
    assert claimable(15, six[:4], 1, "strict_11") == 20
    assert claimable(-2, (), 0, "to_21") == -2
    assert claimable(0, PLAIN[:27], 0, "to_21") == 3, "27 cards count once they are reached"
    assert claimable(0, SPADES[3:10], 0, "to_21") == 1, "seven spades count once they are reached"


@keeps("CAS-CLAIM-2", "CAS-SCORE-5")
@breaks("CAS-CLAIM-2")
def test_to_21_the_highest_wins_and_equal_highest_play_another_deck():
    assert winning_sides({1: 20, 2: 19}, "to_21", 3) == ()
    assert winning_sides({1: 21, 2: 19}, "to_21", 3) == (1,)
    assert winning_sides({1: 21, 2: 24}, "to_21", 3) == (2,)
    assert winning_sides({1: 22, 2: 22, 3: 21}, "to_21", 3) == ()


@keeps("CAS-SCORE-5", "CAS-SCORE-6")
@breaks("CAS-SCORE-6", "CAS-SCORE-5")
def test_example_9_and_strict_games_end_after_their_decks_with_the_target_or_without():
    assert winning_sides({1: 11, 2: 11}, "strict_11", 2) == (1, 2)
    assert winning_sides({1: 8, 2: 3}, "strict_11", 1) == ()
    assert winning_sides({1: 11, 2: 0}, "strict_11", 1) == (1,)
    assert winning_sides({1: 10, 2: 9}, "strict_11", 2) == (1,)
    assert winning_sides({1: 5, 2: 3, 3: 3}, "strict_6", 1) == (1,)
    assert winning_sides({1: 4, 2: 3, 3: 4}, "strict_6", 1) == (1, 3)


def shared(pot: int, winners: tuple[int, ...], dealer: int) -> dict[int, int]:
    """Seat -> chips of the pot."""
    game = changed(casino.initial, pot=pot, dealer=dealer, players={1: "ann", 2: "bob", 3: "cy", 4: "dee"})
    return {stake.seat: stake.chips for stake in shares(game, winners)}


@keeps("CAS-POT-1", "CAS-SCORE-6")
def test_the_odd_unit_of_a_shared_pot_goes_to_the_earlier_seat_after_the_dealer():
    assert shared(10, (1, 2), dealer=1) == {2: 5, 1: 5}
    assert shared(15, (1, 3), dealer=1) == {3: 8, 1: 7}
    assert shared(15, (1, 3), dealer=3) == {1: 8, 3: 7}
    assert shared(20, (1, 2, 4), dealer=2) == {4: 7, 1: 7, 2: 6}
    assert shared(15, (2,), dealer=2) == {2: 15}


@keeps("CAS-POT-1")
@breaks("CAS-POT-1")
def test_each_loser_pays_for_every_point_of_difference_and_never_gets_any():
    assert point_payments({1: 21, 2: 15, 3: -2}, (1,), per_point=2) == {2: 12, 3: 46}
    assert point_payments({1: 12, 2: 20}, (1,), per_point=3) == {}, "who claimed wrongly was ahead"
    assert point_payments({1: 21, 2: 15}, (1,), per_point=0) == {}
    assert point_payments({1: 9, 2: 4, 3: 9}, (1, 3), per_point=1) == {2: 5}
    assert point_payments({1: 21, 2: 14, 3: 21, 4: 14}, (1, 3), per_point=1) == {2: 7, 4: 7}
