"""What a game remembers of what goes against the rules: the part of the state that an ordinary game never needs."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from engine.possibilities import Hands

if TYPE_CHECKING:
    from engine.casino.state import Game


@dataclass(frozen=True, slots=True)
class Laid:
    """A card as it was played, under `record`.

    kind: "trail", "capture" or "build". broken: id of the rule that it went against, or "". build: id of the build that was made or
    changed, or 0. lost: ids of the builds of his for which he kept no card (CAS-BUILD-7). false: it has made a build that can not
    be captured, of a wrong sum or without a card for it, be it by giving away the last card for a build of his. open: it may have
    gone against the rules, or cost points, and nothing shows it so far. doubt: while it is not known what he held then, the game
    before it and its event; None if nothing that comes up can change anything.
    """

    seat: int
    card: str
    kind: str
    broken: str
    build: int = 0
    lost: tuple[int, ...] = ()
    false: bool = False
    open: bool = False
    doubt: tuple[Game, Any] | None = field(default=None, compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class SetAside:
    """CAS-OUT-1: a hand that only its player had seen, of this deck. shown: cards of it that all have seen. many: how many others
    it has; may: what they can be, since nobody has seen them anywhere."""

    deal: int
    seat: int
    shown: tuple[str, ...]
    many: int
    may: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Shown:
    """CAS-VIOL-3: a card that the dealer has shown. choice: of its owner: "" (still due) or "kept"."""

    seat: int
    card: str
    choice: str = ""


@dataclass(frozen=True, slots=True)
class Fine:
    """Points that were deducted."""

    deal: int
    card: str
    seat: int
    offence: str


@dataclass(frozen=True, slots=True)
class Entry:
    """An act that may have been mistyped (CAS-REC-1), or something beside the game that stays whatever is corrected (`stays`).

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
    before. laid, shown, unannounced (the last deal has not been announced), missed (somebody has said so): of this deal. pinned:
    cards played out of turn that lie exposed, as (seat, card). before: the game as it was before the last card was laid, while
    nothing has been restored. judged: plays, as (deal, card), that were claimed or ruled on.

    known: where only the players see their hands, what everybody knows of them; None where the game knows the hands, and between
    deals. set_aside: those by which something is still to be judged. freed: builds, as (seat, id), that may be nobody's since this
    player might trail, or had to (CAS-BUILD-7, CAS-VIOL-4). open: claims, as (seat, deal, card), that nothing has decided yet. due:
    the one that has just been upheld, until what follows from it has happened. lapsed: those that were open when the game ended.
    """

    recorded: bool = False
    step: int = 0
    entries: tuple[Entry, ...] = field(default=(), repr=False)
    laid: tuple[Laid, ...] = ()
    shown: tuple[Shown, ...] = ()
    unannounced: bool = False
    missed: bool = False
    pinned: tuple[tuple[int, str], ...] = ()
    before: Game | None = field(default=None, compare=False, repr=False)
    judged: tuple[tuple[int, str], ...] = ()
    fines: tuple[Fine, ...] = ()
    out_of_turn: tuple[tuple[int, int, str], ...] = ()  # all of the game, as (deal, seat, card)
    known: Hands | None = None
    set_aside: tuple[SetAside, ...] = ()
    freed: tuple[tuple[int, int], ...] = ()
    open: tuple[tuple[int, int, str], ...] = ()
    due: tuple[int, int, str] | None = None
    lapsed: tuple[tuple[int, int, str], ...] = ()


NO_OFFENCES = Offences()
RECORDED = Offences(recorded=True)
