"""What only the events of Casino are made of; what every game needs stands in `engine/parts.py`. `of_casino` declares each."""

from dataclasses import dataclass

from engine.declared import Family

of_casino = Family("casino")


@dataclass(frozen=True, slots=True)
class Score:
    """Points of a player in this game; partners have the same."""

    seat: int
    points: int


@dataclass(frozen=True, slots=True)
class DeckPoints:
    """What one side has scored in a deck, by what for (CAS-SCORE-1 to -3). seats: whose pile it is, one or two. score: of all decks
    so far, penalties included."""

    seats: tuple[int, ...]
    cards: int
    spades: int
    big_casino: int
    little_casino: int
    aces: int
    sweeps: int
    points: int
    score: int
