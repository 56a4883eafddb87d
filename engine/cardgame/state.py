"""What every card game knows at any moment; each game adds its own."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import ClassVar, Generic, TypeVar

from engine.cardgame.house import NOTHING_AGREED, House
from engine.cardgame.offences import L_co, Laid, Offences, PastDeal
from engine.cardgame.particulars import Particulars

G = TypeVar("G", bound="CardGame[Laid]")


@dataclass(frozen=True)
class CardGame(Generic[L_co]):
    """Frozen and without slots (engine/changed.py); its dictionaries are never changed in place. Amounts in whole chips.

    by: what differs from one game to the other. deal: number of the deal that is prepared or played, from 1. shuffle: shuffles in
    it so far; the next one is shuffle + 1. phase: what is due, and by whom; a game has others beside these:
        new           StartGame
        lot           the draw for the first dealer is entered
        shuffle       the dealer shuffles
        cut           the cutter cuts
        deal          the dealer deals
        exposed       the owner of a card that was shown keeps it, or demands a redeal
        play          a card
        awaiting_settlement   under `record`: claims, until the steward settles
        over          nothing
      and, left again within the same act: awarded, revealed.
    """

    by: ClassVar[Particulars]

    phase: str = "new"
    house: House = field(default=NOTHING_AGREED, kw_only=True)
    table: str = ""
    number: int = 0
    unit: str = ""
    scale: int = 0
    seats: tuple[int, ...] = ()  # of everybody seated when the game began, ascending
    players: dict[int, str] = field(default_factory=dict)
    stacks: dict[int, int] = field(default_factory=dict)
    brought: dict[int, int] = field(default_factory=dict)  # what each has brought into the game: the first stack and top-ups
    left: tuple[int, ...] = ()  # whose players have left the table
    time_up: bool = False  # the agreed end of the sitting has come
    dealer: int = 0
    first_dealer: int = 0  # who was the first to deal in this game
    pot: int = 0
    deal: int = 0
    shuffle: int = 0
    order: tuple[str, ...] = ()  # the cards to be dealt as they lie, top first; empty where nobody knows it
    dealt_to: tuple[int, ...] = ()  # in this deal, clockwise from first hand
    active: tuple[int, ...] = ()  # who is still in it
    hands: dict[int, tuple[str, ...]] = field(default_factory=dict)  # cards still held; empty where only the players see them
    turn: int = 0  # the seat to act, 0: nobody
    winners: tuple[int, ...] = ()  # who takes the pot
    how: str = ""  # "won", "split" or "void"
    past: tuple[PastDeal[L_co], ...] = ()  # deals that are over, in order
    shown: frozenset[tuple[int, int]] = frozenset()  # (deal, seat) revealed after the game
    all_shown: bool = False
    offences: Offences[L_co] = field(default=Offences(), kw_only=True)

    @property
    def over(self) -> bool:
        """Whether the game has ended."""
        return self.phase == "over"

    @property
    def dealt(self) -> bool:
        """Whether cards are dealt, and nothing is decided yet."""
        return self.phase in self.by.dealt_phases

    @property
    def remaining(self) -> int:
        """How many cards are shuffled and cut."""
        return len(self.by.pack(self.house))

    @property
    def staying(self) -> tuple[int, ...]:
        """Seats whose players have not left the table, ascending."""
        return tuple([seat for seat in self.seats if seat not in self.left]) if self.left else self.seats
