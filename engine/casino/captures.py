"""Capturing: which cards and builds one card from hand takes (CAS-CAP), and all captures that it can make.

Nobody has to take anything, nor all that he could (CAS-CAP-5), and whose a build is makes no difference (CAS-BUILD-6).
"""

from engine.casino.builds import Build, values
from engine.casino.rulebook import CAS_CAP_1, CAS_CAP_2, CAS_CAP_3, CAS_CAP_6
from engine.casino.sums import sets
from engine.casino.ways import Pairs, Table, Ways, left_over
from engine.rules import RuleBroken
from engine.saying import Counted, Saying


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
    # NOTE: stands before "left over"
    told = Counted("{cards} is", "{cards} are", len(over), cards=over)
    return RuleBroken(CAS_CAP_2, says, card=card, value=value, left_over=over, told=told)


def _court_fault(card: str, loose: tuple[str, ...]) -> RuleBroken:
    says = Saying("A court card such as {card} takes exactly one card of its own rank, not {told}.", card=card, told=loose)
    return RuleBroken(CAS_CAP_1, says, card=card, loose=loose, told=" and ".join(loose))


def unkept(hand: tuple[str, ...], builds: tuple[Build, ...], seat: int, royal: bool) -> tuple[Build, ...]:
    """The builds of `seat` for which `hand` has no card of their value, one card serving equal builds (CAS-BUILD-7).

    hand, builds: as they are after the play. A play that leaves any of them is against the rules, except where the house rule
    `builder_may_trail` lets him; trailing is, as long as one of `builds` is his.
    """
    kept = {values(card, royal) for card in hand}
    return tuple([build for build in builds if build.owner == seat and build.value not in kept])


def captures(
    card: str,
    rest: tuple[str, ...],
    loose: tuple[str, ...],
    builds: tuple[Build, ...],
    seat: int,
    royal: bool,
    bound: bool,
    table: Table,
) -> Ways | Pairs | None:
    """All lawful captures of the player at `seat` with `card`: loose cards and ids of builds, the largest first. None: there are
    none.

    rest: of his hand. table: made of `loose`. bound: he has to keep cards for his builds (CAS-BUILD-7); False under
    `builder_may_trail`. A build for which no card would be left has to be taken by this very capture.
    """
    value, owed = values(card, royal), unkept(rest, builds, seat, royal) if bound else ()
    if value is None:
        pairs = () if owed else tuple([other for other in loose if other[0] == card[0]])
        return Pairs(pairs) if pairs else None
    if any(build.value != value for build in owed):
        return None
    must = tuple([build.id for build in owed])
    may = tuple([build for build in builds if build.value == value and build.id not in must])
    return table.ways(value, builds=may, must=must)
