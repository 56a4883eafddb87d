"""What somebody wants in every game. Dice and clock come in as fields, filled by the ledger; players never send them.

The commands are the same in all games, but for StartGame, of which each has its own; by which rule they are decided, the game says.
"""

from dataclasses import dataclass
from typing import TypeAlias

from engine.chips import Chips
from engine.parts import PlayedCard, Seated


@dataclass(frozen=True, slots=True)
class BySeat:
    """What the player at `seat` wants."""

    seat: int


@dataclass(frozen=True, slots=True)
class StartGame:
    """dealer None: the lot decides; `lot` is then a shuffled pack to draw from, or None if the draw is entered by DrawLot."""

    table: str
    number: int
    house: object
    unit: str
    scale: int
    seats: tuple[Seated, ...]
    dealer: int | None
    lot: tuple[str, ...] | None = None


@dataclass(frozen=True, slots=True)
class DrawLot:
    """At a real table: what each player drew for the first deal, round by round, in the order in which they drew."""

    draws: tuple[PlayedCard, ...]


@dataclass(frozen=True, slots=True)
class Shuffle(BySeat):
    """commitment, secret (hex), order: from the ledger's dice when the service shuffles, None at a real table. order: of the whole
    pack, also where some cards lie elsewhere: they are passed over."""

    commitment: str | None = None
    secret: str | None = None
    order: tuple[str, ...] | None = None


@dataclass(frozen=True, slots=True)
class Cut(BySeat):
    """at: cards lifted off the top; None only at a real table where nobody counted."""

    at: int | None = None


@dataclass(frozen=True, slots=True)
class TopUp(BySeat):
    """Chips from the wallet, in his turn or between deals. Comes with the wallet's own command, never alone."""

    chips: Chips


@dataclass(frozen=True, slots=True)
class Leave(BySeat):
    """Leave the table."""


@dataclass(frozen=True, slots=True)
class ReachEndTime:
    """The agreed end of the sitting has come."""


@dataclass(frozen=True, slots=True)
class Expose(BySeat):
    """By a steward: while dealing the dealer has shown this card of the player at `seat`."""

    card: str


@dataclass(frozen=True, slots=True)
class KeepCard(BySeat):
    """Its owner keeps a card that was shown. card: which; None if only one of his waits for his choice."""

    card: str | None = None


@dataclass(frozen=True, slots=True)
class DemandRedeal(BySeat):
    """The owner of a card that was shown has the deal repeated; or any player, where another fault in dealing allows it."""


@dataclass(frozen=True, slots=True)
class VoidGame:
    """By a steward: the whole game is made void."""

    reason: str


@dataclass(frozen=True, slots=True)
class Correct:
    """By a steward under `record`: entry number `step` of the game was mistyped. step: of its event, from 1."""

    step: int
    reason: str


Command: TypeAlias = DrawLot | Shuffle | Cut | TopUp | Leave | ReachEndTime | Expose | KeepCard | DemandRedeal | VoidGame | Correct
