"""The state of one game of Casino."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import ClassVar

from engine.cardgame.house import not_agreed
from engine.cardgame.particulars import Particulars
from engine.cardgame.state import CardGame
from engine.casino.builds import Build
from engine.casino.house_rules import HouseRules
from engine.casino.offences import NO_OFFENCES, Laid, Offences, PastDeal
from engine.casino.particulars import BETWEEN_DEALS, CASINO, CLAIMABLE, DEALT, PLAYED, RITUAL

__all__ = ["BETWEEN_DEALS", "CLAIMABLE", "DEALT", "PLAYED", "RITUAL", "Game", "PastDeal"]

NO_HOUSE = not_agreed(HouseRules)


@dataclass(frozen=True)
class Game(CardGame[Laid]):
    """phase, beside those of every game, and left again within the same act: stakes, last_cards, scoring, scored, decided, paid. At
    `deal` under `record` the dealer first announces the last one; what a steward settles is a deck.
    deck: its number, from 1. A side goes by the first of its seats (CAS-SEAT-1).
    """

    by: ClassVar[Particulars] = CASINO

    house: HouseRules = NO_HOUSE
    playing: tuple[int, ...] = ()  # who has posted the stake, ascending
    sides: dict[int, int] = field(default_factory=dict)  # seat -> side
    deck: int = 0
    first: bool = True  # this deal is the first of its deck
    remaining: int = 0  # how many cards there are to deal
    announced: bool = False  # the next deal, or this one, as the last (CAS-DEAL-3)
    last: bool = False  # this deal was the last when it was dealt
    moved: bool = False  # a card of this deal has been played
    loose: tuple[str, ...] = ()  # cards on the table, in the order in which they came
    builds: tuple[Build, ...] = ()
    build_ids: int = 0  # given in this deck
    piles: dict[int, tuple[str, ...]] = field(default_factory=dict)  # seat -> captured in this deck
    sweeps: dict[int, int] = field(default_factory=dict)  # seat -> in this deck
    captors: tuple[int, ...] = ()  # who has captured in this deck, the latest last, each once
    aside: tuple[str, ...] = ()  # cards of this deck that count for nobody (CAS-OUT-1, CAS-LAST-1)
    hidden: int = 0  # of such cards how many nobody but their owner has seen
    scores: dict[int, int] = field(default_factory=dict)  # side -> points of the decks scored, and penalties
    decks_over: int = 0
    because: str = ""  # as in GameDecided
    final: dict[int, int] = field(default_factory=dict)  # seat -> points when the game was decided
    past: tuple[PastDeal, ...] = ()  # deals that are over, in order
    offences: Offences = NO_OFFENCES

    @property
    def stock(self) -> tuple[str, ...] | None:
        """What is still to be dealt, top first; None where nobody knows it."""
        return self.order if len(self.order) == self.remaining else None

    @property
    def out(self) -> tuple[int, ...]:
        """Who plays no more, or never did since he could not pay the stake."""
        return tuple([seat for seat in self.seats if seat not in self.active])
