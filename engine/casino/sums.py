"""What cards come to: how they split into sets of one value, and all the ways in which cards of a table do.

A set of the value v is one or more number cards that sum to v; a card of the value is a set of its own. Cards of equal rank are
alike in sums, so everything is counted by ranks first, and only what comes out is told in cards. Counts are packed into one
number, four bits a rank: nine bits or ninety cards cost the same.
"""

from collections.abc import Iterable
from itertools import combinations, product

from engine.casino.builds import values

# As many captures or builds of one card are listed; any twelve loose cards have fewer. See `Table`.
LISTED_MOST = 4096
BITS = 4


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
    table = Table(cards, royal)
    best = max(table.told(table.unions(value)), key=len, default=())
    return tuple([card for card in cards if card not in best])


class Table:
    """The loose number cards of a table, by rank, for finding all that makes up a value.

    Answers are complete as long as one of them has at most LISTED_MOST choices of ranks and of cards. A table on which so much is
    possible that it has more, which takes more than twelve loose cards, gets the first of them: one set alone before several.
    """

    def __init__(self, loose: Iterable[str], royal: bool) -> None:
        """loose: cards as they lie; those without value in sums are left out."""
        ranks: dict[int, list[str]] = {}
        for card in loose:
            if worth := values(card, royal):
                ranks.setdefault(worth, []).append(card)
        self._cards = [ranks[worth] for worth in sorted(ranks)]
        self._worth = sorted(ranks)
        self._guard = sum(1 << BITS * number + BITS - 1 for number in range(len(ranks)))
        self._there = self._guard + sum(len(cards) << BITS * number for number, cards in enumerate(self._cards))
        self._sums: list[list[int]] = [[0]]
        self._unions: dict[int, list[int]] = {}

    def sums(self, value: int) -> list[int]:
        """All choices of ranks that sum to `value`; of nothing for 0."""
        while len(self._sums) <= value:
            self._sums.append([])
            self._sum_up(len(self._sums) - 1)
        return self._sums[value]

    def _sum_up(self, total: int) -> None:
        """Each choice is made in one way only: its highest rank is added last."""
        found = self._sums[total]
        for number, worth in enumerate(self._worth):
            if worth > total:
                break
            one = 1 << BITS * number
            found += [less + one for less in self._sums[total - worth] if less < one << BITS and self._lies(less + one)]

    def unions(self, value: int) -> list[int]:
        """All choices of ranks that split into one or more sets of `value`, those of one set first."""
        if value not in self._unions:
            single = self.sums(value)
            self._unions[value] = self._joined(single, single, known=single)
        return self._unions[value]

    def with_part(self, rest: int, value: int) -> list[int]:
        """All choices that a card from hand completes to sets of `value`, if `rest` is missing to its own set; of nothing, too, if
        `rest` is 0."""
        parts = self.sums(rest)
        return self._joined(parts, self.sums(value), known=parts)

    def _joined(self, last: list[int], single: list[int], known: list[int]) -> list[int]:
        """`known`, and whatever comes of adding sets of `single` to `last`, again and again."""
        found = dict.fromkeys(known)
        there, guard = self._there, self._guard
        while last and len(found) < LISTED_MOST:
            more = [both for one in last for other in single if (there - (both := one + other)) & guard == guard]
            last = [choice for choice in dict.fromkeys(more) if choice not in found]
            found.update(dict.fromkeys(last))
        return list(found)[:LISTED_MOST]

    def _lies(self, choice: int) -> bool:
        """Whether the table has these cards. A count beyond what lies takes the guard bit of its rank away."""
        return (self._there - choice) & self._guard == self._guard

    def told(self, choices: Iterable[int]) -> list[tuple[str, ...]]:
        """The cards of these choices of ranks, every selection of suits: by rank, of one rank as they lie."""
        told: list[tuple[str, ...]] = []
        mask = (1 << BITS) - 1
        for choice in choices:
            picks = [
                list(combinations(cards, count))
                for number, cards in enumerate(self._cards)
                if (count := choice >> BITS * number & mask)
            ]
            told += [sum(picked, ()) for picked in product(*picks)]
            if len(told) >= LISTED_MOST:
                return told[:LISTED_MOST]
        return told
