"""What cards come to: how they split into sets of one value.

A set of the value v is one or more number cards that sum to v; a card of the value is a set of its own. Cards of equal rank are
alike in sums, so everything is counted by ranks, and only what comes out is told in cards.

The work is small, whatever lies on the table. Two cards that make up the value may always be put together: where they stand in two
sets, the rests of those sets make up the value as well. So of each two such ranks only one is left over, and of what can be left
over of a pack none takes more than some forty different rests to be decided, by a test that tries all of it.
"""

from collections.abc import Iterable, Iterator

from engine.casino.builds import values

Counts = tuple[int, ...]
Split = tuple[Counts, ...]


def sets(cards: Iterable[str], value: int, royal: bool) -> tuple[tuple[str, ...], ...] | None:
    """`cards` split exactly into sets of `value`, in some way, the greatest card of each set first; None if they do not split.

    >>> sets(("7C", "5D", "2S"), 7, False)
    (('7C',), ('5D', '2S'))
    """
    ranks: dict[int, list[str]] = {}
    for card in cards:
        ranks.setdefault(values(card, royal) or 0, []).append(card)
    if not ranks or 0 in ranks or max(ranks) > value:
        return None
    split = Splits(value).of(tuple([len(ranks.get(worth, ())) for worth in range(1, value + 1)]))
    if split is None:
        return None
    taken = {worth: iter(some) for worth, some in ranks.items()}
    return tuple([tuple([next(taken[worth]) for worth in one]) for one in split])


class Splits:
    """Counts of cards by what they count, 1 to `value`, and how they split into sets of it. Remembers what it has found out."""

    def __init__(self, value: int) -> None:
        self.value = value
        self._known: dict[Counts, Split | None] = {(0,) * value: ()}

    def of(self, counts: Counts) -> Split | None:
        """The sets, each as what its cards count, the greatest first; None if the cards do not split.

        counts: of cards of 1, of 2 and so on up to the value.
        """
        value = self.value
        if sum([worth * count for worth, count in enumerate(counts, 1)]) % value:
            return None
        rest = list(counts)
        found: list[Counts] = [(value,)] * counts[value - 1]
        rest[value - 1] = 0
        for low in range(1, value // 2 + 1):
            high = value - low
            pairs = rest[low - 1] // 2 if low == high else min(rest[low - 1], rest[high - 1])
            rest[low - 1] -= pairs
            rest[high - 1] -= pairs
            found += [(high, low)] * pairs
        others = self._split(tuple(rest))
        return None if others is None else (*found, *others)

    def _split(self, counts: Counts) -> Split | None:
        """The same of cards no two of which make up the value. The greatest card belongs to some set, so its sets are tried."""
        if counts in self._known:
            return self._known[counts]
        greatest = max([worth for worth, count in enumerate(counts, 1) if count])
        less = [count - (worth == greatest) for worth, count in enumerate(counts, 1)]
        found: Split | None = None
        for others in making(less, self.value - greatest, greatest):
            rest = less.copy()
            for worth in others:
                rest[worth - 1] -= 1
            split = self._split(tuple(rest))
            if split is not None:
                found = ((greatest, *others), *split)
                break
        self._known[counts] = found
        return found


def making(counts: list[int], missing: int, most: int) -> Iterator[Counts]:
    """The ways to make up `missing` from cards of at most `most`, greatest first. counts: as in `Splits`; unchanged in the end."""
    if not missing:
        yield ()
        return
    for worth in range(min(missing, most), 0, -1):
        if counts[worth - 1]:
            counts[worth - 1] -= 1
            for others in making(counts, missing - worth, worth):
                counts[worth - 1] += 1
                yield (worth, *others)
                counts[worth - 1] -= 1
            counts[worth - 1] += 1
