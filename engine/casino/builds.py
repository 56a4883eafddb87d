"""Builds: cards laid together on the table for a later capture, and what a card counts in them (CAS-DECK-1, CAS-BUILD)."""

from dataclasses import dataclass

VALUE_MOST = 10
VALUE_MOST_ROYAL = 13
# CAS-DECK-1: the ace is one, the numbers count as they say. Court cards count only by the house rule `royal` (CAS-DECK-2).
NUMBERS = {"A": 1, **{str(number): number for number in range(2, 10)}, "T": 10}
ROYALS = {**NUMBERS, "J": 11, "Q": 12, "K": 13}


@dataclass(frozen=True, slots=True)
class Build:
    """A build on the table.

    id: names it as long as it lies there, whoever changes it; from 1 in each deck. value: as declared. cards: in the order in which
    they came. doubled: of more than one set. owner: the seat that built or last changed it, 0 for nobody (CAS-BUILD-7).
    """

    id: int
    value: int
    cards: tuple[str, ...]
    doubled: bool
    owner: int


def values(card: str, royal: bool) -> int | None:
    """What `card` counts in sums and builds; None for a court card, unless the house plays `royal`.

    >>> values("AD", False), values("TS", False), values("KH", False), values("KH", True)
    (1, 10, None, 13)
    """
    return (ROYALS if royal else NUMBERS).get(card[0])


def value_most(royal: bool) -> int:
    """The greatest value a build may have (CAS-BUILD-1, CAS-DECK-2)."""
    return VALUE_MOST_ROYAL if royal else VALUE_MOST
