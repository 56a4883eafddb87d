"""Building: laying a card from hand on the table for a later capture (CAS-BUILD), and all builds that it can make.

There are three plays of this kind. A new build lays a card on loose cards. An addition puts further sets of its value to a build
that lies there. A raise gives a single build a higher value, and may put sets of the new value to it.
"""

from collections.abc import Iterator
from typing import Literal

from engine.casino.builds import Build, value_most, values
from engine.casino.captures import unkept
from engine.casino.rulebook import CAS_BUILD_1, CAS_BUILD_2, CAS_BUILD_3, CAS_BUILD_4, CAS_BUILD_5, CAS_DECK_1
from engine.casino.sums import sets
from engine.casino.ways import Table, Ways, left_over
from engine.rules import Rule, RuleBroken
from engine.saying import Counted

Kind = Literal["new", "addition", "raise"]


def kind_of(value: int, build: Build | None) -> Kind:
    """What it is to declare `value` upon `build`, or upon loose cards only."""
    if build is None:
        return "new"
    return "addition" if build.value == value else "raise"


def is_doubled(card: str, loose: tuple[str, ...], value: int, build: Build | None, royal: bool) -> bool:
    """Whether the build is doubled after the play, of several sets (CAS-BUILD-3). Only for plays that `sum_fault` lets pass."""
    if build is not None:
        return build.value == value or bool(loose)
    return sum([values(one, royal) or 0 for one in (card, *loose)]) > value


def building_fault(
    hand: tuple[str, ...] | None, card: str, loose: tuple[str, ...], value: int, build: Build | None, royal: bool
) -> RuleBroken | None:
    """What is against the rules in laying `card` with `loose` cards as a build of `value`, upon `build` if one is named; None if
    it is lawful: `sum_fault`, then `holding_fault`.

    hand: what is left of the builder's hand after the play, None where nobody sees it. The obligations for his other builds
    (CAS-BUILD-7) are not looked at: see `unkept`.
    """
    return sum_fault(card, loose, value, build, royal) or holding_fault(card, hand, value, build, royal)


def sum_fault(card: str, loose: tuple[str, ...], value: int, build: Build | None, royal: bool) -> RuleBroken | None:
    """Whether the cards do not make the declared value. `loose` cards lie on the table, each named once.

    In order of precedence: CAS-DECK-1 for a court card; CAS-BUILD-5 for raising a doubled build; CAS-BUILD-1 for a value that no
    build may have, or if there is nothing to build on; CAS-BUILD-4 if a raise is not made by the one card from hand; CAS-BUILD-2,
    upon a build CAS-BUILD-3, for cards that do not split into sets of the value.
    """
    for one in (card, *loose):
        if values(one, royal) is None:
            return RuleBroken(CAS_DECK_1, "{card} is a court card: it has no value in sums and stands in no build.", card=one)
    kind = kind_of(value, build)
    if kind == "raise" and build is not None and build.doubled:
        says = "Build {build} is doubled, of {value}: its value cannot be raised to {declared}."
        return RuleBroken(CAS_BUILD_5, says, build=build.id, value=build.value, declared=value)
    most = value_most(royal)
    if not 1 <= value <= most:
        return RuleBroken(CAS_BUILD_1, "A build is of 1 to {most}, not of {declared}.", most=most, declared=value)
    if kind == "new" and not loose:
        return RuleBroken(CAS_BUILD_1, "A build lies on at least one card of the table, and {card} is alone.", card=card)
    if kind == "raise" and build is not None:
        return _raise_fault(card, loose, value, build, royal)
    cards = (card, *loose)
    if sets(cards, value, royal) is not None:
        return None
    return _unequal(CAS_BUILD_2 if kind == "new" else CAS_BUILD_3, cards, value, royal)


def _raise_fault(card: str, loose: tuple[str, ...], value: int, build: Build, royal: bool) -> RuleBroken | None:
    worth = values(card, royal) or 0
    if build.value + worth != value:
        says = "The card from hand alone raises a build: {card} makes build {build}, of {value}, {makes}, not {declared}."
        facts = {"card": card, "build": build.id, "value": build.value, "makes": build.value + worth, "declared": value}
        return RuleBroken(CAS_BUILD_4, says, **facts)
    if loose and sets(loose, value, royal) is None:
        return _unequal(CAS_BUILD_4, loose, value, royal)
    return None


def _unequal(rule: Rule, cards: tuple[str, ...], value: int, royal: bool) -> RuleBroken:
    """The cards do not split into sets of the declared value: says which are too many."""
    over = left_over(cards, value, royal)
    total = sum([values(card, royal) or 0 for card in over])
    says = "A build of {declared} is of sets of {declared}: {told} left over, {total} together."
    # NOTE: stands before "left over"
    told = Counted("{cards} is", "{cards} are", len(over), cards=over)
    return RuleBroken(rule, says, declared=value, left_over=over, told=told, total=total)


def holding_fault(card: str, hand: tuple[str, ...] | None, value: int, build: Build | None, royal: bool) -> RuleBroken | None:
    """Whether the builder has no card of the value left: CAS-BUILD-1, upon a build CAS-BUILD-3 or CAS-BUILD-4.

    hand: after the play, None where nobody sees it; its cards are not told. A partner's card does not serve (CAS-SEAT-1).
    """
    if hand is None or value in [values(other, royal) for other in hand]:
        return None
    rules = {"new": CAS_BUILD_1, "addition": CAS_BUILD_3, "raise": CAS_BUILD_4}
    says = "Who builds {declared} keeps a card of {declared} in hand, and without {card} none would be left."
    return RuleBroken(rules[kind_of(value, build)], says, declared=value, card=card)


def buildings(
    card: str, rest: tuple[str, ...], builds: tuple[Build, ...], seat: int, royal: bool, bound: bool, table: Table
) -> Iterator[tuple[int, int | None, Ways]]:
    """All lawful builds, additions and raises of the player at `seat` with `card`: the value; the id of the build that is added to
    or raised, None for a new one; and what can be taken up, the largest first.

    rest: of his hand. bound: he has to keep cards for his builds (CAS-BUILD-7); False under `builder_may_trail`. A build for which
    no card would be left is given up only by raising that very build.
    """
    worth = values(card, royal)
    owed = unkept(rest, builds, seat, royal) if bound else ()
    if worth is None or len(owed) > 1:
        return
    for value in sorted({held for other in rest if (held := values(other, royal))}):
        if worth <= value and not owed:
            yield value, None, table.ways(value, joins=worth)
            for build in builds:
                if build.value == value:
                    yield value, build.id, table.ways(value, joins=worth, nothing=True)
        for build in builds:
            if build.value + worth == value and not build.doubled and all(other.id == build.id for other in owed):
                yield value, build.id, table.ways(value, nothing=True)
