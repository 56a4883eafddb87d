"""The words for what happened in a game of Casino."""

from __future__ import annotations

from engine.casino import events
from engine.casino import offence_events as offences
from engine.casino.builds import Build
from engine.casino.parts import DeckPoints, Score
from engine.parts import Stake
from ledger.replays.transcript import words


def test_a_deal_is_told_with_the_table_and_without_the_hands_and_the_stock() -> None:
    hands = {1: ("9H", "AS", "6D", "2C"), 2: ("7H", "KS", "8D", "3C")}
    first = events.CardsDealt(1, 2, hands, ("QD", "JH"), 1, ("TD", "4C", "5C", "6C"), 2, last=False)
    assert words(first) == "Seat 2 deals 4 cards each to seats 1 and 2, and to the table 10♦, 4♣, 5♣, 6♣ (CAS-DEAL-1)."
    last = events.CardsDealt(6, 2, hands, (), 1, (), 0, last=True)
    assert words(last) == "Seat 2 deals 4 cards each to seats 1 and 2 (CAS-DEAL-1). This is the last deal of the deck."


def test_plays_are_told_with_what_they_take_and_make() -> None:
    taken = events.CardsCaptured(1, 1, "9H", ("9D", "4C", "5C"), (2,), ("9H", "9D", "4C", "5C", "8S", "AS"), sweep=True)
    assert words(taken) == "Seat 1 captures 9♦, 4♣, 5♣, build 2 with 9♥ (CAS-CAP-6). The table is empty: a sweep (CAS-CAP-4)."
    made = events.BuildMade(1, 2, "7H", ("3C", "TD"), 3, 10, doubled=True)
    assert words(made) == "Seat 2 lays 7♥ with 3♣, 10♦: a doubled build of 10, build 3 (CAS-BUILD-1)."
    raised = events.BuildRaised(1, 1, "AC", (), 3, 9, 10, doubled=False)
    assert words(raised) == "Seat 1 raises build 3 from 9 to 10 with A♣ (CAS-BUILD-4)."
    assert words(events.BuildDoubled(1, 1, "9C", (), 3, 9)) == "Seat 1 puts 9♣ to build 3 of 9: it is doubled (CAS-BUILD-3)."


def test_a_deck_is_told_by_what_each_side_scores_for() -> None:
    sides = (DeckPoints((1, 3), 3, 0, 2, 0, 1, 2, 8, 19), DeckPoints((2, 4), 0, 0, 0, 0, 0, 0, 0, -2))
    assert words(events.DeckScored(6, 2, sides, checked=True, next_dealer=3)) == (
        "Deck 2 is scored: seats 1 and 3: 8 (cards 3, big casino 2, aces 1, sweeps 2), 19 in all; seats 2 and 4: 0 (nothing),"
        " -2 in all (CAS-SCORE-1, CAS-SCORE-2, CAS-SCORE-3). Seat 3 deals the next one."
    )
    nobody = events.LastCardsTaken(6, 1, 0, (), ("2C", "3C"))
    assert words(nobody) == "The last cards: not dealt 2. They go to nobody, since nobody has captured (CAS-LAST-1)."


def test_claims_and_the_end_are_told_with_points_and_chips() -> None:
    assert words(events.TargetClaimed(3, 2, 20, 21, right=False, undealt=())) == (
        "Seat 2 claims 21 points and has 20: that is wrong (CAS-VIOL-2)."
    )
    decided = events.GameDecided(3, (1,), "false_claim", (Score(1, 9), Score(2, 20)))
    assert words(decided) == "The game is decided for seat 1: the claim was wrong (CAS-VIOL-2). Points: seat 1: 9, seat 2: 20."
    assert words(events.PointsPosted(3, (Stake(2, "q", 18),), 28)) == "For points: 18 from seat 2; the pot is 28 (CAS-POT-1)."


def test_a_false_build_is_told_with_the_table_as_it_is_put_right_and_both_rules() -> None:
    restored = offences.PlayRestored(1, 2, "5C", ("4H", "5C"), (Build(1, 7, ("5D", "2D"), False, 1),))
    assert words(restored) == ("The play of 5♣ by seat 2 is put right. On the table: 4♥, 5♣, build 1 of 7 (5♦, 2♦) (CAS-VIOL-1).")
    fined = offences.PointsDeducted(1, 2, "q", "5C", 2, -2, "false_build", "CAS-VIOL-1", "CAS-BUILD-1", "claim", 1)
    assert words(fined) == (
        "Seat 2 loses 2 points for a false build with 5♣, claimed by seat 1: the score is -2 (CAS-VIOL-1; broken: CAS-BUILD-1)."
    )
