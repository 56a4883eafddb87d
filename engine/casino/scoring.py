"""What captured cards are worth, who has won, and what it is worth in chips (CAS-SCORE, CAS-CLAIM, CAS-POT-1).

A side is one player, or with `partners` two of them with one pile; it goes by one number, that of any of its seats. Points are
whole and may be negative after penalties; those of a pile never are.
"""

from collections.abc import Mapping
from typing import NamedTuple

from engine.cards import pack

CARDS_MOST, SPADES_MOST = 27, 7
CARDS_POINTS, BIG_CASINO_POINTS = 3, 2
BIG_CASINO, LITTLE_CASINO = "TD", "2S"
# CAS-SCORE-3: big casino, little casino and four aces; somebody always has them.
ALWAYS = 7
# CAS-SCORE-4: what a deck comes to without sweeps. Of two sides one always has seven of the thirteen spades.
TOTALS_OF_TWO = (8, 11)
TOTALS_OF_MORE = (7, 8, 10, 11)
# CAS-SCORE-5: the target, and how many decks are played for it; None: until somebody has it.
TARGETS = {"to_21": 21, "strict_11": 11, "strict_6": 6}
DECKS = {"to_21": None, "strict_11": 2, "strict_6": 1}


class Points(NamedTuple):
    """What one pile scores, by what for (CAS-SCORE-1 to -3). sweeps: 0 in strict games."""

    cards: int
    spades: int
    big_casino: int
    little_casino: int
    aces: int
    sweeps: int

    @property
    def total(self) -> int:
        """All of them together."""
        return sum(self)


class ImpossibleTotal(ArithmeticError):
    """A deck whose points cannot be (CAS-SCORE-4): the count is wrong, and nothing may be paid by it."""


def is_strict(scoring: str) -> bool:
    """Whether sweeps count for nothing (CAS-SCORE-6)."""
    return scoring != "to_21"


def points(pile: tuple[str, ...], sweeps: int, scoring: str) -> Points:
    """What a pile scores as it lies (CAS-SCORE-1, CAS-SCORE-2, CAS-SCORE-3); 27 cards and seven spades once they are reached."""
    spades = sum([card[1] == "S" for card in pile])
    return Points(
        cards=CARDS_POINTS if len(pile) >= CARDS_MOST else 0,
        spades=int(spades >= SPADES_MOST),
        big_casino=BIG_CASINO_POINTS if BIG_CASINO in pile else 0,
        little_casino=int(LITTLE_CASINO in pile),
        aces=sum([card[0] == "A" for card in pile]),
        sweeps=0 if is_strict(scoring) else sweeps,
    )


def deck_points(
    piles: Mapping[int, tuple[str, ...]], sweeps: Mapping[int, int], scoring: str, *, whole: bool = True
) -> dict[int, Points]:
    """What each side scores for a deck, in the order of `piles`. Penalties stand apart.

    whole: the piles hold all 52 cards. False where nobody captured at all, or a player is out: then nothing is checked.
    Raises ImpossibleTotal if the piles are not the 52 cards, each once, or the points do not come to what they must (CAS-SCORE-4).
    """
    scored = {side: points(pile, sweeps.get(side, 0), scoring) for side, pile in piles.items()}
    if whole:
        cards = [card for pile in piles.values() for card in pile]
        if sorted(cards) != sorted(pack("2")):
            raise ImpossibleTotal(f"a deck of {len(cards)} cards, {len(set(cards))} of them different, is scored as a whole one")
        check(scored)
    return scored


def check(scored: Mapping[int, Points]) -> None:
    """CAS-SCORE-4, for a whole deck: 7, and 3 if somebody has 27 cards, and 1 if somebody has seven spades.

    Raises ImpossibleTotal if the points without sweeps come to anything else; that never follows from play, only from an error.
    """
    total = sum([one.total - one.sweeps for one in scored.values()])
    must = ALWAYS + CARDS_POINTS * any(one.cards for one in scored.values()) + any(one.spades for one in scored.values())
    possible = TOTALS_OF_TWO if len(scored) == 2 else TOTALS_OF_MORE
    if total != must or total not in possible:
        told = ", ".join(f"side {side}: {one.total - one.sweeps}" for side, one in scored.items())
        raise ImpossibleTotal(f"a deck comes to {total} points without sweeps, not {must} of {possible}; {told}")


def claimable(finished: int, pile: tuple[str, ...], sweeps: int, scoring: str) -> int:
    """What a claim counts: the points of finished decks with their penalties, and the pile as it lies (CAS-CLAIM-1)."""
    return finished + points(pile, sweeps, scoring).total


def winning_sides(scores: Mapping[int, int], scoring: str, decks: int) -> tuple[int, ...]:
    """Who has won when a deck has been scored, without a claim; empty: another deck is played.

    scores: of the sides that are not out. decks: how many have been played. To 21 one side alone wins, the highest; equal highest
    play another deck (CAS-CLAIM-2). A strict game ends once somebody has the target or after its decks; the highest wins, and
    equal highest all do (CAS-SCORE-6).
    """
    best = max(scores.values())
    last = DECKS[scoring]
    if best < TARGETS[scoring] and (last is None or decks < last):
        return ()
    highest = tuple([side for side, score in scores.items() if score == best])
    return () if len(highest) > 1 and last is None else highest


def point_payments(scores: Mapping[int, int], winners: tuple[int, ...], per_point: int) -> dict[int, int]:
    """Seat -> chips that he pays for the points that the winner has more (CAS-POT-1, `per_point`); without those who pay nothing.

    scores: seat -> final score, of losers and excluded players too; partners have the same.
    """
    best = max([scores[seat] for seat in winners])
    due = {seat: per_point * (best - score) for seat, score in scores.items() if seat not in winners}
    return {seat: chips for seat, chips in due.items() if chips > 0}
