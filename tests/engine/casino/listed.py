"""All captures and builds that the engine finds for a hand and a table, as plain tuples."""

from __future__ import annotations

from typing import Any

from engine.casino.building import buildings
from engine.casino.builds import Build
from engine.casino.captures import captures
from engine.casino.ways import Pairs, Table, Ways

Builds = tuple[Build, ...]
Cards = tuple[str, ...]


def all_of(ways: Ways | Pairs) -> list[Any]:
    """Every way, in order."""
    return [taken for _, taken in ways.behind(None) if taken is not None]


def hand_captures(hand: Cards, loose: Cards, builds: Builds, seat: int, royal: bool, bound: bool = True) -> list[Any]:
    """(card, loose cards, ids of builds) of every capture, card by card."""
    table, found = Table(loose, royal), []
    for card in hand:
        rest = tuple([other for other in hand if other != card])
        ways = captures(card, rest, loose, builds, seat, royal, bound, table)
        found += [(card, *taken) for taken in (all_of(ways) if ways else [])]
    return found


def all_captures(card: str, loose: Cards, builds: Builds, royal: bool) -> list[Any]:
    """The same of one card of somebody who owns no build."""
    return hand_captures((card,), loose, builds, -1, royal)


def all_builds(hand: Cards, loose: Cards, builds: Builds, seat: int, royal: bool, bound: bool = True) -> list[Any]:
    """(card, loose cards, value, id of a build or None) of every build, addition and raise."""
    table, found = Table(loose, royal), []
    for card in hand:
        rest = tuple([other for other in hand if other != card])
        for value, upon, ways in buildings(card, rest, builds, seat, royal, bound, table):
            found += [(card, some, value, upon) for some, _ in all_of(ways)]
    return found
