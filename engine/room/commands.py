"""What somebody wants of a table or a wallet.

Whatever touches wallet and table (or game) is one command to each; the ledger appends all their events at once or none.
Times are UTC in one form of fixed width, so that texts compare as the times they are.
"""

from dataclasses import dataclass
from typing import Any, TypeAlias

from engine.chips import Chips
from engine.room.events import StackAfter

DISPUTE_HOURS = 168


@dataclass(frozen=True, slots=True)
class OpenWallet:
    """WALLET-1: a player who is registered gets his wallet. unit, scale: of the club."""

    player: str
    unit: str
    scale: int


@dataclass(frozen=True, slots=True)
class Deposit:
    """WALLET-1: a cashier takes chips in. That the reference is new is seen to by the ledger."""

    chips: Chips
    reference: str | None = None


@dataclass(frozen=True, slots=True)
class Withdraw:
    """WALLET-1, -2: a cashier pays chips out. spare: of what happened earlier, how much of it the wallet could have given at its
    time (WALLET-5); None: it happens now."""

    chips: Chips
    reference: str | None = None
    spare: Chips | None = None


@dataclass(frozen=True, slots=True)
class SettleDebt:
    """WALLET-7: a cashier takes chips in for what the wallet owes. reference: new among settlements, as the ledger sees to. then:
    of what happened earlier, what was owed at its time (WALLET-5); None: it happens now."""

    chips: Chips
    reference: str | None = None
    then: Chips | None = None


@dataclass(frozen=True, slots=True)
class CorrectCashEntry:
    """WALLET-6: what was taken in or paid out at `step` of the wallet was something else.

    entry: "deposit", "withdrawal" or "settlement". was: what counts for it so far. chips: the right amount, zero: it never was.
    """

    step: int
    entry: str
    was: Chips
    chips: Chips
    reason: str


@dataclass(frozen=True, slots=True)
class CountCash:
    """DESK-1: the cash in the desk was counted. booked: what the books said at `position`, below zero if the desk had paid out more
    than it had. reason: for the difference; None only where there is none."""

    counted: Chips
    booked: Chips
    position: int
    reason: str | None = None


@dataclass(frozen=True, slots=True)
class CloseBooks:
    """DESK-3: what happened before the moment `before` is entered no more. latest: up to which they may be closed at most, since
    what is under way now still comes in."""

    before: str
    latest: str
    reason: str | None = None


@dataclass(frozen=True, slots=True)
class ReopenBooks:
    """DESK-3: only what happened before the moment `before` is still closed; None: nothing."""

    before: str | None
    reason: str


@dataclass(frozen=True, slots=True)
class SetCreditLimit:
    """WALLET-2. limit: how far below zero the owner may go. A wallet deeper in debt than that is left as it is."""

    limit: Chips


@dataclass(frozen=True, slots=True)
class MoveToTable:
    """TABLE-4, WALLET-2: the owner takes chips to his seat. player: who plays with them there. spare: as of a withdrawal."""

    player: str
    table: str
    chips: Chips
    spare: Chips | None = None


@dataclass(frozen=True, slots=True)
class MoveFromTable:
    """TABLE-4: chips come back from a seat. player: whose stack they were."""

    player: str
    table: str
    chips: Chips


@dataclass(frozen=True, slots=True)
class AssumeDebt:
    """TABLE-5, WALLET-3: a stack below zero becomes debt of the wallet. chips: how much is owed, more than zero."""

    player: str
    table: str
    chips: Chips


@dataclass(frozen=True, slots=True)
class TakePayoutBack:
    """WALLET-3: what a game has paid out at its end goes back to the table, since the game is taken up again. chips: of the stack,
    below zero a debt."""

    player: str
    table: str
    chips: Chips


@dataclass(frozen=True, slots=True)
class ApplyRuling:
    """WALLET-3, DISPUTE-6: what a ruling comes to for this player. dispute, ruling: its id, and the number of the ruling there.
    chips: more than zero comes to the wallet, less goes out of it."""

    player: str
    dispute: str
    ruling: int
    chips: Chips


@dataclass(frozen=True, slots=True)
class ChangeName:
    """PEOPLE-1: the player is called otherwise from now on. same: the new name is the one that he has."""

    same: bool


@dataclass(frozen=True, slots=True)
class LinkEntry:
    """PEOPLE-2: this entry and `other` are of one person. known: they are linked already, by others too. entries: how many there
    would be together. table: one at which two of them sit, None: there is none."""

    other: str
    known: bool
    entries: int
    table: str | None


@dataclass(frozen=True, slots=True)
class UnlinkEntry:
    """PEOPLE-2: this entry and `other` were linked by mistake."""

    other: str


@dataclass(frozen=True, slots=True)
class EraseName:
    """PEOPLE-3. table: one at which the player sits, None: there is none."""

    table: str | None


@dataclass(frozen=True, slots=True)
class HandOver:
    """PEOPLE-4: from whoever has registered the player so far to whoever speaks for him from now on. holder: that one has a
    room's key."""

    source: str
    target: str
    holder: bool


@dataclass(frozen=True, slots=True)
class OpenTable:
    """TABLE-1. house: the complete house rules, plain, found sensible by the game they are for. dispute_hours: how long after a
    game its players may still dispute it (DISPUTE-2)."""

    table: str
    name: str
    game: str
    house: dict[str, Any]
    seats: int
    ends_at: str | None
    stewards: tuple[str, ...]
    unit: str
    scale: int
    dispute_hours: int = DISPUTE_HOURS


@dataclass(frozen=True, slots=True)
class AssignSteward:
    """TABLE-7."""

    steward: str


@dataclass(frozen=True, slots=True)
class SeatPlayer:
    """TABLE-2. seat None: the lowest free one. same: other entries of this person (PEOPLE-2)."""

    player: str
    seat: int | None = None
    same: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class TakeChips:
    """TABLE-4: chips from the wallet onto the stack. Whoever is in a running game takes them in the game instead. same: other
    entries of this person (PEOPLE-2)."""

    player: str
    chips: Chips
    same: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class ReturnChips:
    """TABLE-4: chips from the stack to the wallet, outside a game."""

    player: str
    chips: Chips


@dataclass(frozen=True, slots=True)
class LeaveTable:
    """TABLE-5: outside a game. Whoever is in one leaves by the game's own command, and the end of it unseats him."""

    player: str


@dataclass(frozen=True, slots=True)
class BeginGame:
    """TABLE-3. at: now, by the ledger's clock."""

    at: str


@dataclass(frozen=True, slots=True)
class FinishGame:
    """The running game is over. stacks: of all who were in it. next_dealer: a seat; None: by lot. left: seats of those who left."""

    number: int
    how: str
    stacks: tuple[StackAfter, ...]
    next_dealer: int | None
    left: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class PassDeal:
    """A ruling has changed how game `number`, the last one, has ended: who sits at this seat deals the next."""

    number: int
    next_dealer: int


@dataclass(frozen=True, slots=True)
class ResumeGame:
    """TABLE-3: the game of this number, the last one, is over no more, since a correction has taken back what had ended it."""

    number: int


@dataclass(frozen=True, slots=True)
class EndSitting:
    """AZI-TIME-1: the agreed end has come. at: now, by the ledger's clock."""

    at: str


@dataclass(frozen=True, slots=True)
class CloseTable:
    """TABLE-6."""


PersonCommand: TypeAlias = ChangeName | LinkEntry | UnlinkEntry | EraseName | HandOver
WalletCommand: TypeAlias = (
    OpenWallet
    | PersonCommand
    | Deposit
    | Withdraw
    | SettleDebt
    | CorrectCashEntry
    | SetCreditLimit
    | MoveToTable
    | MoveFromTable
    | AssumeDebt
    | TakePayoutBack
    | ApplyRuling
)
DeskCommand: TypeAlias = CountCash | CloseBooks | ReopenBooks
TableCommand: TypeAlias = (
    OpenTable
    | AssignSteward
    | SeatPlayer
    | TakeChips
    | ReturnChips
    | LeaveTable
    | BeginGame
    | FinishGame
    | PassDeal
    | ResumeGame
    | EndSitting
    | CloseTable
)
