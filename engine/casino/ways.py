"""All that can be taken up from a table so that it splits into sets of one value: the largest first, and from any place on.

What is alike in sums is a sort: the loose cards of a rank, or a build that may be taken beside them. A way tells how many of each
sort stay behind. Few ways are found by putting sets together, and then put in order; many by counting up what stays behind, from
nothing on, past all that cannot come to sets of the value. In both cases they come in the same order.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import combinations
from math import prod

from engine.casino.builds import Build, values
from engine.casino.sums import Counts, Splits, making

# Loose cards as they lie, and ids of builds.
Taken = tuple[tuple[str, ...], tuple[int, ...]]
# How many of each sort stay behind, and then which of the selections of cards that leave so many.
Place = tuple[int, ...]

# So many ways are few.
FEW = 500
# So many places are looked at for all that is listed of one table at once; each of them is a way or proves to be none.
LOOKED_AT_MOST = 6_000
BITS, CHUNK = 4, 8


@dataclass(frozen=True, slots=True)
class Sort:
    """worth: what each counts, 0 for a build. size: of how many cards each is. ones: of loose cards their bits (1 for the first one
    that lies, 2 for the second, 4 for the third); of a build its id."""

    worth: int
    size: int
    ones: tuple[int, ...]


class Table:
    """The loose number cards of a table as they lie. looked_at: places, so far: all that is listed of one table has one bound."""

    def __init__(self, loose: Iterable[str], royal: bool) -> None:
        cards = [card for card in loose if values(card, royal)]
        self.looked_at = 0
        ranks: dict[int, list[int]] = {}
        for place, card in enumerate(cards):
            ranks.setdefault(values(card, royal) or 0, []).append(1 << place)
        self._ranks = sorted(ranks.items(), reverse=True)
        self._chunks = [_selections(cards[first : first + CHUNK]) for first in range(0, len(cards), CHUNK)]
        self._splits: dict[int, Splits] = {}
        self._sums: dict[int, list[Counts]] = {}
        self._ways: dict[tuple[int, int, tuple[int, ...], tuple[int, ...], bool], Ways] = {}

    def ways(
        self, value: int, *, joins: int = 0, builds: tuple[Build, ...] = (), must: tuple[int, ...] = (), nothing: bool = False
    ) -> "Ways":
        """All that splits into sets of `value`, with any of these builds or none. joins: what a card from hand counts that stands
        in one of the sets. must: ids of builds that are taken in any case. nothing: to take up nothing is a way too."""
        key = value, joins, tuple([build.id for build in builds]), must, nothing
        if key not in self._ways:
            splits = self._splits.setdefault(value, Splits(value))
            sorts = [Sort(0, len(build.cards), (build.id,)) for build in builds]
            sorts += [Sort(worth, 1, tuple(ones)) for worth, ones in self._ranks if worth <= value]
            self._ways[key] = Ways(self, tuple(sorts), splits, joins, must, nothing or bool(must))
        return self._ways[key]

    def sums(self, total: int) -> list[Counts]:
        """All choices of loose cards that sum to `total`, each as what its cards count."""
        if total not in self._sums:
            ranks = dict(self._ranks)
            counts = [len(ranks.get(worth, ())) for worth in range(1, total + 1)]
            self._sums[total] = list(making(counts, total, total))
        return self._sums[total]

    def cards(self, bits: int) -> tuple[str, ...]:
        """The cards of these bits, as they lie."""
        within = (1 << CHUNK) - 1
        match self._chunks:
            case []:
                return ()
            case [one]:
                return one[bits]
            case [low, high]:
                return low[bits & within] + high[bits >> CHUNK]
        return sum([part[bits >> CHUNK * place & within] for place, part in enumerate(self._chunks)], ())


def _selections(cards: list[str]) -> list[tuple[str, ...]]:
    """Every selection of a few cards, at the number whose bits say which: 0b101 is the first and the third."""
    told: list[tuple[str, ...]] = [()]
    for card in cards:
        told += [(*some, card) for some in told]
    return told


def left_over(cards: tuple[str, ...], value: int, royal: bool) -> tuple[str, ...]:
    """Those of `cards` that remain when as many as possible are put into sets of `value`, in the order given."""
    found, _ = Table(cards, royal).ways(value).first(1)
    return tuple([card for card in cards if not found or card not in found[0][0]])


class Ways:
    """The ways of one table to come to sets of one value."""

    def __init__(
        self, table: Table, sorts: tuple[Sort, ...], splits: Splits, joins: int, must: tuple[int, ...], nothing: bool
    ) -> None:
        self._table, self._sorts, self._splits = table, sorts, splits
        self._joins, self._must, self._nothing = joins, must, nothing
        self._found: list[Taken] = []
        self._rest: Iterator[tuple[Place, Taken | None]] | None = self.behind(None)

    def first(self, most: int) -> tuple[list[Taken], bool]:
        """The largest, at most so many of them; and whether they are all. Once as much of the table has been looked at as may be at
        once, what has been found."""
        table = self._table
        while self._rest is not None and len(self._found) <= most and table.looked_at < LOOKED_AT_MOST:
            table.looked_at += 1
            following = next(self._rest, None)
            if following is None:
                self._rest = None
            elif following[1] is not None:
                self._found.append(following[1])
        return self._found[:most], self._rest is None and len(self._found) <= most

    def behind(self, place: Place | None) -> Iterator[tuple[Place, Taken | None]]:
        """Every place behind this one, from the first one on without: with the way that it is, or None if it is none."""
        start = None if place is None else place[:-1]
        few = self._few()
        for left in self._counted(start) if few is None else few:
            if few is not None and start is not None and (self._cards(left), left) < (self._cards(start), start):
                continue
            first = place[-1] + 1 if place and left == start else 0
            if few is not None or self._is_way(left):
                for number, taken in self._selected(left, first):
                    yield (*left, number), taken
            elif not first:
                yield (*left, 0), None

    def _cards(self, left: Place) -> int:
        """How many cards these are."""
        return sum([count * sort.size for count, sort in zip(left, self._sorts, strict=True)])

    def _few(self) -> list[Place] | None:
        """All ways, in order, if they are few; None if they are more.

        How many of each sort are taken is packed into one number; a count beyond what lies takes the guard bit of its sort away.
        """
        value, sorts, table = self._splits.value, self._sorts, self._table
        unit = {sort.worth: 1 << BITS * at for at, sort in enumerate(sorts)}
        whole = sum([len(sort.ones) << BITS * at for at, sort in enumerate(sorts)])
        guard = sum([1 << BITS * at + BITS - 1 for at in range(len(sorts))])
        single = [sum([unit[worth] for worth in some]) for some in table.sums(value)]
        single += [1 << BITS * at for at, sort in enumerate(sorts) if not sort.worth]
        missing = value - self._joins if self._joins else 0
        last = [sum([unit[worth] for worth in some]) for some in table.sums(missing)] if missing >= 0 else []
        found, there = dict.fromkeys(last), whole + guard
        while last:
            if len(found) > FEW:
                return None
            more = [both for one in last for other in single if (there - (both := one + other)) & guard == guard]
            last = [both for both in dict.fromkeys(more) if both not in found]
            found.update(dict.fromkeys(last))
        if not self._nothing:
            found.pop(0, None)
        mask = (1 << BITS) - 1
        left = [tuple([(whole - taken) >> BITS * at & mask for at in range(len(sorts))]) for taken in found]
        return sorted(left, key=lambda one: (self._cards(one), one))

    def _is_way(self, left: Place) -> bool:
        counts = [0] * self._splits.value
        for count, sort in zip(left, self._sorts, strict=True):
            if sort.worth:
                counts[sort.worth - 1] = len(sort.ones) - count
        if self._joins:
            counts[self._joins - 1] += 1
        taken = any(count < len(sort.ones) for count, sort in zip(left, self._sorts, strict=True))
        return (taken or self._nothing) and self._splits.of(tuple(counts)) is not None

    def _counted(self, start: Place | None) -> Iterator[Place]:
        """How many of each sort can stay behind so that the rest sums to a multiple of the value and is not short: the fewest cards
        first, from `start` on."""
        sorts, value = self._sorts, self._splits.value
        whole = self._cards(tuple([len(sort.ones) for sort in sorts]))
        total = sum([sort.worth * len(sort.ones) for sort in sorts]) + self._joins
        short = [_short(sort.worth, value) for sort in sorts]
        # Of what is short, how much a card of this sort or of one after it can make good by staying behind.
        good = [[max([0, *some]) for some in zip(*short[at:], strict=True)] for at in range(len(sorts))] + [
            [0] * ((value + 1) // 2)
        ]
        reached = _reached(sorts, value, whole)

        def walk(at: int, cards: int, over: int, lacks: list[int], begin: Place | None) -> Iterator[Place]:
            if at == len(sorts):
                yield ()
                return
            sort, low = sorts[at], begin[at] if begin else 0
            for count in range(low, min(len(sort.ones), cards // sort.size) + 1):
                rest, over_still = cards - count * sort.size, (over - count * sort.worth) % value
                if reached[at + 1][rest] >> over_still & 1:
                    still = [lack - count * one for lack, one in zip(lacks, short[at], strict=True)]
                    if all(lack <= rest * one for lack, one in zip(still, good[at + 1], strict=True)):
                        for others in walk(at + 1, rest, over_still, still, begin if count == low else None):
                            yield (count, *others)

        counted = [(len(sort.ones), some) for sort, some in zip(sorts, short, strict=True)]
        counted.append((1, _short(self._joins, value)))
        lacks = [sum([count * some[up_to] for count, some in counted]) for up_to in range((value + 1) // 2)]
        for cards in range(self._cards(start) if start else 0, whole + 1):
            if reached[0][cards] >> total % value & 1:
                yield from walk(0, cards, total % value, lacks, start if start and cards == self._cards(start) else None)

    def _selected(self, left: Place, first: int) -> Iterator[tuple[int, Taken]]:
        """The selections that leave just so many of each sort behind, from number `first` on."""
        bits, ids, options = 0, list(self._must), []
        for count, sort in zip(left, self._sorts, strict=True):
            if not sort.worth:
                ids += sort.ones[count:]
            elif 0 < count < len(sort.ones):
                options.append([sum(some) for some in combinations(sort.ones, len(sort.ones) - count)])
            elif not count:
                bits += sum(sort.ones)
        builds, cards = tuple(sorted(ids)), self._table.cards
        for number in range(first, prod([len(some) for some in options])):
            rest, taken = number, bits
            for some in options:
                rest, which = divmod(rest, len(some))
                taken += some[which]
            yield number, (cards(taken), builds)


class Pairs:
    """The same for a court card, which takes exactly one of its rank."""

    def __init__(self, cards: tuple[str, ...]) -> None:
        self._found: list[Taken] = [((card,), ()) for card in cards]

    def first(self, most: int) -> tuple[list[Taken], bool]:
        """At most so many of them; and whether they are all."""
        return self._found[:most], len(self._found) <= most

    def behind(self, place: Place | None) -> Iterator[tuple[Place, Taken | None]]:
        """Every place behind this one, from the first one on without, with its way."""
        first = place[0] + 1 if place else 0
        for number, taken in enumerate(self._found[first:], first):
            yield (number,), taken


def _reached(sorts: tuple[Sort, ...], value: int, whole: int) -> list[list[int]]:
    """For each sort, with all after it, and each number of cards: the remainders by `value` to which so many of them can sum, one
    bit for each."""
    last = [1] + [0] * whole
    reached, mask = [last], (1 << value) - 1
    for sort in reversed(sorts):
        now = [0] * (whole + 1)
        for count in range(len(sort.ones) + 1):
            turn = count * sort.worth % value
            for cards in range(whole + 1 - count * sort.size):
                if some := last[cards]:
                    now[cards + count * sort.size] |= (some << turn | some >> value - turn) & mask
        reached.append(now)
        last = now
    return reached[::-1]


def _short(worth: int, value: int) -> list[int]:
    """What a card needs of cards up to each count (less than half of the value) to come to the value: each that counts more than
    half stands in a set of its own, and the rest of that set is of cards that count no more than what it lacks."""
    missing = value - worth
    return [missing if worth > missing and missing <= most else -worth if worth <= most else 0 for most in range((value + 1) // 2)]
