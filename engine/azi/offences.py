"""What a game remembers of what goes against the rules: the part of the state that an ordinary game never needs."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from engine.possibilities import Hands

if TYPE_CHECKING:
    from engine.azi.state import Game


@dataclass(frozen=True, slots=True)
class Doubt:
    """AZI-DEAL-9: how things stood when a card was played of a hand that nobody else sees, as long as that card is not judged.

    trick: the cards before it, as (seat, card). down: the cards that its player had laid down before, and not taken back. spared:
    AZI-RAZ-2, he need not have beaten with the ace of trumps.
    """

    trick: tuple[tuple[int, str], ...]
    down: tuple[str, ...]
    spared: bool


@dataclass(frozen=True, slots=True)
class Laid:
    """A card as it was played, under `record`.

    number: of the plays of its deal, from 1, those taken back included. broken: id of the rule that it went against, or "".
    stands: not taken back. doubt: None if nothing that comes up can change `broken`.
    """

    number: int
    trick: int
    seat: int
    card: str
    broken: str
    stands: bool = True
    doubt: Doubt | None = None

    @property
    def open(self) -> bool:
        """Whether it may have gone against the rules, and nothing shows it so far."""
        return self.doubt is not None and not self.broken


@dataclass(frozen=True, slots=True)
class OpenClaim:
    """AZI-CLAIM-1: the player at `seat` has claimed play `number` of that deal, and nothing has decided it yet. lapsed: nothing
    will, since the game is over."""

    seat: int
    deal: int
    number: int
    lapsed: bool = False


@dataclass(frozen=True, slots=True)
class Shown:
    """AZI-VIOL-1: a card that the dealer has shown. choice: of its owner: "" (still due), "kept" or "replaced"."""

    seat: int
    card: str
    choice: str = ""


@dataclass(frozen=True, slots=True)
class Fine:
    """A penalty that was imposed. counts: towards two in a row (AZI-VIOL-4)."""

    deal: int
    seat: int
    offence: str
    counts: bool


@dataclass(frozen=True, slots=True)
class Entry:
    """An act that may have been mistyped (AZI-REC-1), or something beside the game that stays whatever is corrected (`stays`).

    step: number of its event in the game. deal: to which it belongs. before: the game as it was, less its own entries.
    """

    step: int
    deal: int
    event: Any
    stays: bool
    before: Game = field(compare=False, repr=False)


@dataclass(frozen=True)
class Offences:
    """recorded: the house rule `enforcement` is `record`; without it steps, entries and cards laid are not kept.

    step: number of the last event. entries: of the deal that is prepared or played, and until its cards are dealt of the one
    before. laid, uncut (dealt without a due cut), shown, gone (cards that are out): of this deal.
    judged: plays, as (deal, number), that were claimed or ruled on. out: seats put out of the game. known: what everybody knows of
    the hands of this deal where only the players see them, else None. claims: those that nothing has decided. claimants: who has
    claimed, as (seat, player), without being in the game.
    """

    recorded: bool = False
    step: int = 0
    entries: tuple[Entry, ...] = field(default=(), repr=False)
    laid: tuple[Laid, ...] = ()
    uncut: bool = False
    shown: tuple[Shown, ...] = ()
    gone: tuple[str, ...] = ()
    judged: tuple[tuple[int, int], ...] = ()
    fines: tuple[Fine, ...] = ()
    out: tuple[int, ...] = ()
    known: Hands | None = None
    claims: tuple[OpenClaim, ...] = ()
    claimants: tuple[tuple[int, str], ...] = ()


NO_OFFENCES = Offences()
RECORDED = Offences(recorded=True)
