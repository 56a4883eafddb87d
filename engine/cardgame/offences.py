"""What a game remembers of what goes against the rules: the part of the state that an ordinary game never needs."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Generic, TypeVar

from engine.declared import Happened
from engine.possibilities import Hands

if TYPE_CHECKING:
    from engine.cardgame.state import CardGame


@dataclass(frozen=True, slots=True)
class Laid:
    """A card as it was played, under `record`.

    number: of the plays of its deal, from 1, those taken back included. broken: id of the rule that it went against, or "".
    stands: not taken back.
    """

    number: int
    seat: int
    card: str
    broken: str
    stands: bool = field(default=True, kw_only=True)

    @property
    def open(self) -> bool:
        """Whether it may have gone against the rules, and nothing shows it so far; where the hands are known it never is."""
        return False


L = TypeVar("L", bound=Laid)
L_co = TypeVar("L_co", bound=Laid, covariant=True)


@dataclass(frozen=True, slots=True)
class OpenClaim:
    """The player at `seat` has claimed play `number` of that deal, and nothing has decided it yet. lapsed: nothing will, since the
    game is over."""

    seat: int
    deal: int
    number: int
    lapsed: bool = False


@dataclass(frozen=True, slots=True)
class Shown:
    """A card that the dealer has shown. choice: of its owner: "" (still due), "kept" or "replaced"."""

    seat: int
    card: str
    choice: str = ""


@dataclass(frozen=True, slots=True)
class Entry:
    """An act that may have been mistyped, or something beside the game that stays whatever is corrected (`stays`).

    step: number of its event in the game. deal: to which it belongs. before: the game as it was, less its own entries.
    """

    step: int
    deal: int
    event: Happened
    stays: bool
    before: CardGame[Laid] = field(compare=False, repr=False)


@dataclass(frozen=True)
class Offences(Generic[L_co]):
    """recorded: the house rule `enforcement` is `record`; without it steps, entries and cards laid are not kept.

    step: number of the last event. entries: of the deal that is prepared or played, and until its cards are dealt of the one
    before. laid, shown: of this deal. judged: plays, as (deal, number), that were claimed or ruled on. claims: those that nothing
    has decided. known: what everybody knows of the hands of this deal where only the players see them, else None.
    """

    recorded: bool = False
    step: int = 0
    entries: tuple[Entry, ...] = field(default=(), repr=False)
    laid: tuple[L_co, ...] = ()
    shown: tuple[Shown, ...] = ()
    judged: tuple[tuple[int, int], ...] = ()
    claims: tuple[OpenClaim, ...] = ()
    known: Hands | None = None


@dataclass(frozen=True, slots=True)
class PastDeal(Generic[L_co]):
    """What stays known of a deal that is over. dealt_to: clockwise from first hand; empty if no cards were dealt. played: of them
    those whose cards counted when play began; empty if nobody played. laid, shown: as in Offences."""

    dealt_to: tuple[int, ...] = ()
    played: tuple[int, ...] = ()
    dealer: int = 0
    laid: tuple[L_co, ...] = ()
    shown: tuple[Shown, ...] = ()
