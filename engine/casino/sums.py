"""What cards come to: how they split into sets of one value, and all the ways in which cards of a table do.

A set of the value v is one or more number cards that sum to v; a card of the value is a set of its own. Cards of equal rank are
alike in sums, so everything is counted by ranks first, and only what comes out is told in cards. Counts are packed into one
number, four bits a rank, and what is taken of a table into another, one bit a card: so a full table costs little more than a bare
one.
"""

from collections.abc import Iterable, Iterator
from itertools import combinations

from engine.casino.builds import values

# As many captures of one card, or builds of one value with it, are listed; any twelve loose cards have fewer. Where more of them
# lie, as nobody plays who means to win, the first ones must do: a list of all would run into hundreds of thousands.
LISTED_MOST = 4096
FULL, LISTED_OF_MORE = 12, 256
BITS = 4
CHUNK = 8


def sets(cards: Iterable[str], value: int, royal: bool) -> tuple[tuple[str, ...], ...] | None:
    """`cards` split exactly into sets of `value`, in some way, the greatest card of each set first; None if they do not split.

    >>> sets(("7C", "5D", "2S"), 7, False)
    (('7C',), ('5D', '2S'))
    """
    worth = {card: values(card, royal) or 0 for card in cards}
    ordered = tuple(sorted(worth, key=lambda card: -worth[card]))
    if not ordered or worth[ordered[0]] > value or not worth[ordered[-1]] or sum(worth.values()) % value:
        return None
    return _split(ordered, worth, value, set())


def _split(
    cards: tuple[str, ...], worth: dict[str, int], value: int, dead: set[tuple[int, ...]]
) -> tuple[tuple[str, ...], ...] | None:
    """The greatest card belongs to some set, so its sets are tried in turn. dead: what is known not to split, by values."""
    if not cards:
        return ()
    key = tuple([worth[card] for card in cards])
    if key in dead:
        return None
    for chosen in _making(cards[1:], worth, value - worth[cards[0]]):
        rest = tuple([card for card in cards[1:] if card not in chosen])
        split = _split(rest, worth, value, dead)
        if split is not None:
            return ((cards[0], *chosen), *split)
    dead.add(key)
    return None


def _making(cards: tuple[str, ...], worth: dict[str, int], missing: int) -> Iterable[tuple[str, ...]]:
    """The ways to make up `missing` from `cards`, greatest first; of equal cards the first ones only."""
    if not missing:
        yield ()
        return
    tried = 0
    for number, card in enumerate(cards):
        if worth[card] <= missing and worth[card] != tried:
            tried = worth[card]
            for others in _making(cards[number + 1 :], worth, missing - tried):
                yield (card, *others)


def left_over(cards: tuple[str, ...], value: int, royal: bool) -> tuple[str, ...]:
    """Those of `cards` that remain when as many as possible are put into sets of `value`, in the order given."""
    table = Table(cards, royal, LISTED_MOST)
    best = max(table.told(table.unions(value)), key=len, default=())
    return tuple([card for card in cards if card not in best])


class Table:
    """The loose number cards of a table, by rank, for finding all that makes up a value.

    An answer has at most `most` choices of ranks and of cards, one set alone before several; with up to FULL number cards that is
    always all of them.
    """

    def __init__(self, loose: Iterable[str], royal: bool, most: int = 0) -> None:
        """loose: cards as they lie; those without value in sums are left out. most: LISTED_MOST, or of more than FULL cards
        LISTED_OF_MORE, unless it is named."""
        cards = [card for card in loose if values(card, royal)]
        self.most = most or (LISTED_MOST if len(cards) <= FULL else LISTED_OF_MORE)
        ranks: dict[int, list[int]] = {}
        for place, card in enumerate(cards):
            ranks.setdefault(values(card, royal) or 0, []).append(1 << place)
        self._worth = sorted(ranks)
        self._bits = [ranks[worth] for worth in self._worth]
        self._guard = sum(1 << BITS * number + BITS - 1 for number in range(len(ranks)))
        self._there = self._guard + sum(len(bits) << BITS * number for number, bits in enumerate(self._bits))
        self._sums: list[list[int]] = [[0]]
        self._unions: dict[int, list[int]] = {}
        self._chunks = [_selections(cards[first : first + CHUNK]) for first in range(0, len(cards), CHUNK)]
        self._told: dict[int, list[tuple[str, ...]]] = {}

    def sums(self, value: int) -> list[int]:
        """All choices of ranks that sum to `value`; of nothing for 0."""
        while len(self._sums) <= value:
            self._sums.append([])
            self._sum_up(len(self._sums) - 1)
        return self._sums[value]

    def _sum_up(self, total: int) -> None:
        """Each choice is made in one way only: its highest rank is added last. Those of high cards, so of few, come first."""
        found = self._sums[total]
        for number in reversed(range(len(self._worth))):
            if (worth := self._worth[number]) > total:
                continue
            one = 1 << BITS * number
            found += [less + one for less in self._sums[total - worth] if less < one << BITS and self._lies(less + one)]

    def unions(self, value: int) -> list[int]:
        """All choices of ranks that split into one or more sets of `value`, those of one set first."""
        if value not in self._unions:
            single = self.sums(value)
            self._unions[value] = self._joined(single)
        return self._unions[value]

    def with_part(self, rest: int, value: int) -> list[int]:
        """All choices that a card from hand completes to sets of `value`, if `rest` is missing to its own set; of nothing, too, if
        `rest` is 0."""
        there, guard, parts = self._there, self._guard, self.sums(rest)
        more = [both for one in parts for other in self.unions(value) if (there - (both := one + other)) & guard == guard]
        return list(dict.fromkeys([*parts, *more]))[: self.most]

    def _joined(self, single: list[int]) -> list[int]:
        """`single`, and whatever comes of adding sets of it to one another, again and again."""
        found, last = dict.fromkeys(single), single
        there, guard = self._there, self._guard
        while last and len(found) < self.most:
            more = [both for one in last for other in single if (there - (both := one + other)) & guard == guard]
            last = [choice for choice in dict.fromkeys(more) if choice not in found]
            found.update(dict.fromkeys(last))
        return list(found)[: self.most]

    def _lies(self, choice: int) -> bool:
        """Whether the table has these cards. A count beyond what lies takes the guard bit of its rank away."""
        return (self._there - choice) & self._guard == self._guard

    def told(self, choices: Iterable[int]) -> list[tuple[str, ...]]:
        """The cards of these choices of ranks, every selection of suits, each as the cards lie."""
        told: list[tuple[str, ...]] = []
        for choice in choices:
            if choice not in self._told:
                self._told[choice] = list(self._selected(choice))
            told += self._told[choice]
            if len(told) >= self.most:
                return told[: self.most]
        return told

    def _selected(self, choice: int) -> Iterator[tuple[str, ...]]:
        """The same of one choice."""
        mask, taken = (1 << BITS) - 1, [0]
        for number, bits in enumerate(self._bits):
            if count := choice >> BITS * number & mask:
                suits = [sum(some) for some in combinations(bits, count)]
                taken = [others + some for others in taken for some in suits]
        within = (1 << CHUNK) - 1
        match self._chunks:
            case []:
                return iter([()])
            case [one]:
                return (one[some] for some in taken)
            case [low, high]:
                return (low[some & within] + high[some >> CHUNK] for some in taken)
        return (sum([part[some >> CHUNK * place & within] for place, part in enumerate(self._chunks)], ()) for some in taken)


def _selections(cards: list[str]) -> list[tuple[str, ...]]:
    """Every selection of a few cards, at the number whose bits say which: 0b101 is the first and the third."""
    told: list[tuple[str, ...]] = [()]
    for card in cards:
        told += [(*some, card) for some in told]
    return told
