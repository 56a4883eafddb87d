"""Chips that an event moves, in the engine's own terms: from which place to which, whose, how many, and what for. Whoever keeps
accounts gives the places their names. Nothing but the event itself is needed for it.
"""

from collections.abc import Callable
from typing import Final, Literal, NamedTuple, Never, Protocol

from engine.parts import Stake

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
Posts = Callable[[Never], Moves]  # of its own event; `ledger/money/postings.py` asks it of no other


class OfPlayer(Protocol):
    """An event about chips of one player."""

    @property
    def player(self) -> str:
        """Whose they are."""

    @property
    def chips(self) -> int:
        """How many."""


class AtTable(OfPlayer, Protocol):
    """An event about his chips at a table that it names."""

    @property
    def table(self) -> str:
        """At which table."""


class Staking(Protocol):
    """An event about what several players put in."""

    @property
    def stakes(self) -> tuple[Stake, ...]:
        """What each puts in."""


class Sharing(Protocol):
    """An event by which the pot goes out."""

    @property
    def shares(self) -> tuple[Stake, ...]:
        """What each gets."""


class Returning(Protocol):
    """An event by which chips come back out of the pot."""

    @property
    def returned(self) -> tuple[Stake, ...]:
        """What each gets back."""


class Correcting(Returning, Protocol):
    """An event by which chips go into the pot again, too."""

    @property
    def taken(self) -> tuple[Stake, ...]:
        """What is taken of each."""


def between(source: Place, target: Place, kind: str) -> Callable[[OfPlayer], Moves]:
    """The event's own `player` and `chips`."""
    return lambda event: (Move(source, target, event.player, event.chips, kind),)


def at_table(source: Place, target: Place, kind: str) -> Callable[[AtTable], Moves]:
    """The same at its `table`."""
    return lambda event: (Move(source, target, event.player, event.chips, kind, event.table),)


def stake(kind: str) -> Callable[[OfPlayer], Moves]:
    """Chips that one player puts into the pot: the event's own `player` and `chips`."""
    return between(STACK, POT, kind)


def stakes(kind: str) -> Callable[[Staking], Moves]:
    """Chips that several players put into the pot at once: the event's `stakes`."""
    return lambda event: tuple([Move(STACK, POT, one.player, one.chips, kind) for one in event.stakes])


def shares(event: Sharing) -> Moves:
    """The pot goes out: the event's `shares`."""
    return _back(event.shares, "winnings")


def returned(event: Returning) -> Moves:
    """What was made void comes back out of the pot to whoever had put it in: the event's `returned`."""
    return _back(event.returned, "refund")


def corrected(event: Correcting) -> Moves:
    """What mistyped entries had moved goes back, `returned`; what they had taken out of the pot goes into it again, `taken`."""
    again = [Move(STACK, POT, one.player, one.chips, "correction") for one in event.taken]
    return (*_back(event.returned, "correction"), *again)


def _back(stakes: tuple[Stake, ...], kind: str) -> Moves:
    return tuple([Move(POT, STACK, one.player, one.chips, kind) for one in stakes])
