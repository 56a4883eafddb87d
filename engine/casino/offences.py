"""What a game of Casino remembers of what goes against its rules, beside what every game does (`engine/cardgame/offences.py`)."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from engine.cardgame import offences as cardgame
from engine.cardgame.offences import OpenClaim

if TYPE_CHECKING:
    from engine.casino.events import Laying
    from engine.casino.state import Game


@dataclass(frozen=True, slots=True)
class Laid(cardgame.Laid):
    """kind: "trail", "capture" or "build".

    build: id of the build that was made or changed, or 0. lost: ids of the builds of his for
    which he kept no card (CAS-BUILD-7). false: it has made a build that cannot be captured, of a wrong sum or without a card for
    it, be it by giving away the last card for a build of his. open: it may have gone against the rules, or cost points, and nothing
    shows it so far. doubt: while it is not known what he held then, the game before it and its event; None if nothing that comes up
    can change anything.
    """

    kind: str
    build: int = 0
    lost: tuple[int, ...] = ()
    false: bool = False
    open: bool = False
    doubt: tuple[Game, Laying] | None = field(default=None, compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class SetAside:
    """CAS-OUT-1: a hand that only its player had seen, of this deck. shown: cards of it that all have seen. many: how many others
    it has; may: what they can be, since nobody has seen them anywhere."""

    deal: int
    seat: int
    shown: tuple[str, ...]
    many: int
    may: tuple[str, ...]


@dataclass(frozen=True)
class Offences(cardgame.Offences[Laid]):
    """unannounced (the last deal has not been announced), missed (somebody has said so): of this deal. pinned: cards played out of
    turn that lie exposed, as (seat, card). before: the game as it was before the last card was laid, while nothing has been
    restored.

    set_aside: hands by which something is still to be judged. freed: builds, as (seat, id), that may be nobody's since this player
    might trail, or had to (CAS-BUILD-7, CAS-VIOL-4). due: the claim that has just been upheld, until what follows from it has
    happened.
    """

    unannounced: bool = False
    missed: bool = False
    pinned: tuple[tuple[int, str], ...] = ()
    before: Game | None = field(default=None, compare=False, repr=False)
    out_of_turn: tuple[tuple[int, int, str], ...] = ()  # all of the game, as (deal, seat, card)
    set_aside: tuple[SetAside, ...] = ()
    freed: tuple[tuple[int, int], ...] = ()
    due: OpenClaim | None = None


@dataclass(frozen=True, slots=True)
class PastDeal(cardgame.PastDeal[Laid]):
    """deck: which it belonged to. unannounced, missed: as in Offences."""

    deck: int = 0
    unannounced: bool = False
    missed: bool = False


NO_OFFENCES = Offences()
