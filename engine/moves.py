"""Chips that an event moves, in the engine's own terms: from which place to which, whose, how many, and what for. Whoever keeps
accounts gives the places their names. Nothing but the event itself is needed for it.
"""

from collections.abc import Callable, Iterable
from typing import Any, Final, Literal, NamedTuple

Place = Literal["cash", "differences", "penalties", "wallet", "stack", "pot"]
CASH: Final = "cash"  # the cash desk
DIFFERENCES: Final = "differences"  # what counts of the desk have found
PENALTIES: Final = "penalties"  # what the house gets
WALLET: Final = "wallet"  # a player's chips at the club
STACK: Final = "stack"  # a player's chips at a table
POT: Final = "pot"  # of a game


class Move(NamedTuple):
    """`chips` go from one place to another; below zero, back. player: whose wallet or stack, "" where neither is concerned. kind:
    what for, in a word of the statements. table: of the stack, "" for the one at which the game is played."""

    source: Place
    target: Place
    player: str
    chips: int
    kind: str
    table: str = ""


Moves = tuple[Move, ...]
Posts = Callable[[Any], Moves]


def between(source: Place, target: Place, kind: str) -> Posts:
    """The event's own `player` and `chips`; at its `table`, if it names one."""

    def moves(event: Any) -> Moves:
        return (Move(source, target, event.player, event.chips, kind, getattr(event, "table", "")),)

    return moves


def stake(kind: str) -> Posts:
    """Chips that one player puts into the pot: the event's own `player` and `chips`."""

    def moves(event: Any) -> Moves:
        return (Move(STACK, POT, event.player, event.chips, kind),)

    return moves


def stakes(kind: str) -> Posts:
    """Chips that several players put into the pot at once: the event's `stakes`."""

    def moves(event: Any) -> Moves:
        return tuple([Move(STACK, POT, one.player, one.chips, kind) for one in event.stakes])

    return moves


def shares(event: Any) -> Moves:
    """The pot goes out: the event's `shares`."""
    return _back(event.shares, "winnings")


def returned(event: Any) -> Moves:
    """What was made void comes back out of the pot to who had put it in: the event's `returned`."""
    return _back(event.returned, "refund")


def corrected(event: Any) -> Moves:
    """What mistyped entries had moved goes back, `returned`; what they had taken out of the pot goes into it again, `taken`."""
    again = [Move(STACK, POT, one.player, one.chips, "correction") for one in event.taken]
    return (*_back(event.returned, "correction"), *again)


def _back(stakes: Iterable[Any], kind: str) -> Moves:
    return tuple([Move(POT, STACK, one.player, one.chips, kind) for one in stakes])
