"""What captures and builds there are, found by trying everything: written from the rules alone, without a line of the engine's."""

from collections.abc import Iterator
from itertools import combinations
from random import Random

RANKS = "A23456789TJQK"
DECK = tuple(rank + suit for rank in RANKS for suit in "CDHS")


def worth(card: str, royal: bool) -> int:
    """CAS-DECK-1, -2; 0 for a court without value."""
    number = RANKS.index(card[0]) + 1
    return number if number <= 10 or royal else 0


def falls_into_sets(cards: tuple[str, ...], value: int, royal: bool) -> bool:
    """Whether the cards can be dealt out to sets of the value, every one to some set: each card tried in each."""
    if not cards:
        return False
    sets = [0] * len(cards)

    def placed(number: int) -> bool:
        if number == len(cards):
            return all(total in (0, value) for total in sets)
        for place in range(len(sets)):
            if sets[place] + worth(cards[number], royal) <= value and worth(cards[number], royal):
                sets[place] += worth(cards[number], royal)
                if placed(number + 1):
                    return True
                sets[place] -= worth(cards[number], royal)
            if not sets[place]:
                break
        return False

    return placed(0)


def choices(cards: tuple[str, ...]) -> Iterator[tuple[str, ...]]:
    """Every selection of some of the cards, none and all included."""
    for count in range(len(cards) + 1):
        yield from combinations(cards, count)


def captures(
    card: str, loose: tuple[str, ...], builds: list[tuple[int, int]], royal: bool
) -> set[tuple[frozenset[str], frozenset[int]]]:
    """(loose cards, build ids) of every capture. builds: (id, value)."""
    value = worth(card, royal)
    if not value:
        return {(frozenset({other}), frozenset()) for other in loose if other[0] == card[0]}
    ids = tuple(number for number, worth_of in builds if worth_of == value)
    parts = [frozenset(some) for some in choices(loose) if falls_into_sets(some, value, royal)]
    together = [frozenset(some) for count in range(len(ids) + 1) for some in combinations(ids, count)]
    return {(part, some) for part in [frozenset(), *parts] for some in together if part or some}


def builds(card: str, loose: tuple[str, ...], value: int, royal: bool) -> set[frozenset[str]]:
    """The loose cards that `card` from hand makes sets of `value` with; none at all if it is of that value itself."""
    if not worth(card, royal):
        return set()
    return {frozenset(some) for some in choices(loose) if falls_into_sets((card, *some), value, royal)}


def dice(seed: int) -> Random:
    """Chance by seed."""
    return Random(seed)  # noqa: S311


def table(dice: Random, loose_most: int = 9) -> tuple[tuple[str, ...], tuple[str, ...], list[tuple[int, int, bool, int]], bool]:
    """A hand, loose cards, builds as (id, value, doubled, owner) and whether it is royal: cards at random, low ones more often."""
    royal = dice.random() < 0.5
    pool = [card for card in DECK if RANKS.index(card[0]) < dice.choice((4, 7, 10, 13))] or list(DECK)
    drawn = dice.sample(pool, min(len(pool), dice.randint(2, loose_most + 5)))
    held = min(dice.randint(1, 5), len(drawn) - 1)
    highest = 13 if royal else 10
    lying = [
        (number, dice.randint(1, highest), dice.random() < 0.4, dice.randint(0, 2)) for number in range(1, dice.randint(0, 3) + 1)
    ]
    return tuple(drawn[:held]), tuple(drawn[held : held + loose_most]), lying, royal
