"""Capturing: which cards and builds one card from hand takes (CAS-CAP), and all captures that a hand can make.

Nobody has to take anything, nor all that he could (CAS-CAP-5), and whose a build is makes no difference (CAS-BUILD-6).
"""

from collections.abc import Iterator
from itertools import chain, combinations

from engine.casino.builds import Build, values
from engine.casino.rulebook import CAS_CAP_1, CAS_CAP_2, CAS_CAP_3, CAS_CAP_6
from engine.casino.sums import Table, left_over, sets
from engine.rules import RuleBroken

Capture = tuple[str, tuple[str, ...], tuple[int, ...]]
Group = list[tuple[str, ...]]


def capture_fault(card: str, loose: tuple[str, ...], builds: tuple[Build, ...], royal: bool) -> RuleBroken | None:
    """What is against the rules in taking `loose` cards and `builds` with `card`; None if it is lawful.

    For whoever calls: `card` is in his hand, `loose` and `builds` lie on the table, each named once. In order of precedence:
    CAS-CAP-6 if nothing is named; CAS-CAP-3 for a build of another value; CAS-CAP-1 for a court that does not take exactly one of
    its rank; CAS-CAP-2 for loose cards that do not split into sets of the value. The obligations of CAS-BUILD-7 are not looked at.
    """
    if not loose and not builds:
        return RuleBroken(CAS_CAP_6, "A capture takes at least one card or build, and none is named with {card}.", card=card)
    value = values(card, royal)
    for build in builds:
        if build.value != value:
            says = "Build {build} is of {value}: only a card of {value} takes it, not {card}, and in a sum it counts for nothing."
            return RuleBroken(CAS_CAP_3, says, build=build.id, value=build.value, card=card)
    if value is None:
        return None if len(loose) == 1 and loose[0][0] == card[0] else _court_fault(card, loose)
    if not loose or sets(loose, value, royal) is not None:
        return None
    over = left_over(loose, value, royal)
    says = "{card} takes sets of {value}, each card in one set: {told} left over."
    return RuleBroken(CAS_CAP_2, says, card=card, value=value, left_over=over, told=_are(over))


def _court_fault(card: str, loose: tuple[str, ...]) -> RuleBroken:
    says = "A court card such as {card} takes exactly one card of its own rank, not {told}."
    return RuleBroken(CAS_CAP_1, says, card=card, loose=loose, told=" and ".join(loose))


def _are(cards: tuple[str, ...]) -> str:
    return f"{cards[0]} is" if len(cards) == 1 else f"{', '.join(cards[:-1])} and {cards[-1]} are"


def unkept(hand: tuple[str, ...], builds: tuple[Build, ...], seat: int, royal: bool) -> tuple[Build, ...]:
    """The builds of `seat` for which `hand` has no card of their value, one card serving equal builds (CAS-BUILD-7).

    hand, builds: as they are after the play. A play that leaves any of them is against the rules, except where the house rule
    `builder_may_trail` lets him; trailing is, as long as one of `builds` is his.
    """
    kept = {values(card, royal) for card in hand}
    return tuple([build for build in builds if build.owner == seat and build.value not in kept])


def all_captures(card: str, loose: tuple[str, ...], builds: tuple[Build, ...], royal: bool) -> list[Capture]:
    """Every lawful capture with `card` from a table of these loose cards and builds: (card, loose cards, ids of builds).

    Complete up to as many as `Table` lists, which twelve loose cards without builds never reach; beyond that only the first, those
    of one set before others. The order is always the same for the same table. CAS-BUILD-7 is not looked at.
    """
    groups = _grouped(card, loose, builds, (), royal, Table(loose, royal))
    return [(card, some, ids) for ids, cards in groups for some in cards]


def hand_captures(
    hand: tuple[str, ...], loose: tuple[str, ...], builds: tuple[Build, ...], seat: int, royal: bool, bound: bool = True
) -> list[Capture]:
    """Every lawful capture of the player at `seat`, card by card as in `hand`, each up to as many as
    `Table` lists.

    bound: he has to keep cards for his builds (CAS-BUILD-7); False under `builder_may_trail`.
    """
    groups = capture_groups(hand, builds, seat, royal, bound, Table(loose, royal), loose)
    return [(card, some, ids) for card, ids, cards in groups for some in cards]


def capture_groups(
    hand: tuple[str, ...],
    builds: tuple[Build, ...],
    seat: int,
    royal: bool,
    bound: bool,
    table: Table,
    loose: tuple[str, ...],
) -> Iterator[tuple[str, tuple[int, ...], Group]]:
    """The same, of a table whose sums others need too: (card, ids of builds, all loose cards that can be taken with them)."""
    for number, card in enumerate(hand):
        rest = hand[:number] + hand[number + 1 :]
        owed = unkept(rest, builds, seat, royal) if bound else ()
        for ids, cards in _grouped(card, loose, builds, owed, royal, table):
            yield card, ids, cards


def _grouped(
    card: str, loose: tuple[str, ...], builds: tuple[Build, ...], owed: tuple[Build, ...], royal: bool, table: Table
) -> Iterator[tuple[tuple[int, ...], Group]]:
    """Of one card. owed: builds that this very capture has to take, since no card for them would be left."""
    value = values(card, royal)
    if value is None:
        if not owed:
            yield (), [(other,) for other in loose if other[0] == card[0]]
        return
    if any(build.value != value for build in owed):
        return
    must = tuple([build.id for build in owed])
    may = [build.id for build in builds if build.value == value and build.id not in must]
    cards, room = table.told(table.unions(value)), table.most
    for ids in chain.from_iterable(combinations(may, count) for count in range(len(may) + 1)):
        taken = tuple(sorted((*must, *ids)))
        group = ([(), *cards] if taken else cards)[:room]
        room -= len(group)
        if group:
            yield taken, group
