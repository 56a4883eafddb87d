"""What happens at tables and to wallets.

The wallet's event of a movement posts the money; the table's (or the game's) is its mirror and posts nothing.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, TypeAlias

from engine.chips import Chips
from engine.declared import MONEY, Family, Happened
from engine.moves import CASH, DIFFERENCES, STACK, WALLET, Move, Moves, at_table, between
from engine.room import rulebook as by

of_wallet = Family("wallet", audit=MONEY, told=False)
of_table = Family("table", told=False)
of_desk = Family("desk", audit=MONEY, told=False)
CASH_ENTRIES = dict.fromkeys(("deposit", "withdrawal", "settlement"))


@of_wallet("opened", by.WALLET_1)
class WalletOpened(Happened):
    """The first event of a player's wallet. player: an opaque id, never a name."""

    player: str
    unit: str
    scale: int


@of_wallet("deposited", by.WALLET_1, posts=between(CASH, WALLET, "deposit"))
class Deposited(Happened):
    """WALLET-1. reference: of the receipt or transfer, unique among deposits."""

    player: str
    chips: Chips
    reference: str | None


@of_wallet("withdrawn", by.WALLET_1, posts=between(WALLET, CASH, "withdrawal"))
class Withdrawn(Happened):
    """WALLET-1. reference: unique among withdrawals."""

    player: str
    chips: Chips
    reference: str | None


@of_wallet("debt_settled", by.WALLET_7, posts=between(CASH, WALLET, "settlement"))
class DebtSettled(Happened):
    """WALLET-7. chips: not more than was owed. reference: unique among settlements."""

    player: str
    chips: Chips
    reference: str | None


def brought(event: "CashEntryCorrected") -> int:
    """What a correction brings to the wallet, below zero what it takes."""
    more = event.chips - event.was
    return -more if event.entry == "withdrawal" else more


def _cash_corrected(event: "CashEntryCorrected") -> Moves:
    """WALLET-6: what the entry should have brought or taken besides."""
    return (Move(CASH, WALLET, event.player, brought(event), "correction"),)


@of_wallet("entry_corrected", by.WALLET_6, reasons=("entry", CASH_ENTRIES), posts=_cash_corrected)
class CashEntryCorrected(Happened):
    """WALLET-6: the entry of this wallet at `step` is for `chips`, and no longer for `was`; zero: it never was.

    entry: "deposit", "withdrawal" or "settlement".
    """

    player: str
    step: int
    entry: str
    was: Chips
    chips: Chips
    reason: str


def _counted(event: "CashCounted") -> Moves:
    """DESK-2: cash that is too much comes out of the desk's account, which is below zero by the cash in it."""
    return (Move(CASH, DIFFERENCES, "", event.counted - event.booked, "difference"),)


@of_desk("counted", by.DESK_1, by.DESK_2, posts=_counted)
class CashCounted(Happened):
    """DESK-1: what the cash desk held when the books, up to `position`, said `booked`. reason: for the difference, if any."""

    counted: Chips
    booked: Chips
    position: int
    reason: str | None


@of_desk("books_closed", by.DESK_3)
class BooksClosed(Happened):
    """DESK-3: nothing that happened before this moment is entered any more. before: UTC, RFC 3339. reason: if one was given."""

    before: str
    reason: str | None


@of_desk("books_reopened", by.DESK_3)
class BooksReopened(Happened):
    """DESK-3: less is closed than was. before: what happened before this moment still is; None: nothing is. reason: why."""

    before: str | None
    reason: str


@of_wallet("credit_limit_set", by.WALLET_2)
class CreditLimitSet(Happened):
    """WALLET-2. limit: how far below zero the owner may go, zero or more."""

    player: str
    limit: Chips


@of_wallet("name_changed", by.PEOPLE_1)
class NameChanged(Happened):
    """PEOPLE-1: the player is called otherwise. Neither name stands here."""

    player: str


@of_wallet("entry_linked", by.PEOPLE_2)
class EntryLinked(Happened):
    """PEOPLE-2: `player`, whose wallet this is, and `other` are one person. The other's wallet has the same event of him."""

    player: str
    other: str


@of_wallet("entry_unlinked", by.PEOPLE_2)
class EntryUnlinked(Happened):
    """PEOPLE-2: `player` and `other` are two people after all; in both wallets."""

    player: str
    other: str


@of_wallet("name_erased", by.PEOPLE_3)
class NameErased(Happened):
    """PEOPLE-3: the player has no name any more."""

    player: str


@of_wallet("handed_over", by.PEOPLE_4)
class PlayerHandedOver(Happened):
    """PEOPLE-4: `target`, the holder of an online room's key, speaks for the player from now on; so far it was `source`."""

    player: str
    source: str
    target: str


@of_wallet("moved_to_table", by.TABLE_4, posts=at_table(WALLET, STACK, "to_table"))
class MovedToTable(Happened):
    """From the wallet to the player's stack at a table."""

    player: str
    table: str
    chips: Chips


@of_wallet("moved_from_table", by.TABLE_4, posts=at_table(STACK, WALLET, "from_table"))
class MovedFromTable(Happened):
    """From the player's stack at a table back to the wallet."""

    player: str
    table: str
    chips: Chips


@of_wallet("debt_assumed", by.TABLE_5, posts=at_table(WALLET, STACK, "debt"))
class DebtAssumed(Happened):
    """TABLE-5: a stack below zero becomes a debt of the wallet. chips: how much was owed, more than zero."""

    player: str
    table: str
    chips: Chips


@of_wallet("payout_taken_back", by.WALLET_3, by.TABLE_5, posts=at_table(WALLET, STACK, "correction"))
class PayoutTakenBack(Happened):
    """WALLET-3, TABLE-5: the game is taken up again at whose end a stack was paid out, or below zero became a debt of the wallet:
    the stack lies at the table again. chips: below zero for such a debt."""

    player: str
    table: str
    chips: Chips


@of_wallet("ruling_credited", by.DISPUTE_6, mirrors=True)
class RulingCredited(Happened):
    """DISPUTE-6: a ruling has brought chips to the wallet (mirror of the dispute's event). ruling: its number in the dispute."""

    player: str
    dispute: str
    ruling: int
    chips: Chips


@of_wallet("ruling_charged", by.DISPUTE_6, by.WALLET_3, mirrors=True)
class RulingCharged(Happened):
    """WALLET-3, DISPUTE-6: a ruling has taken chips out of the wallet, whatever it held (mirror)."""

    player: str
    dispute: str
    ruling: int
    chips: Chips


@of_table("opened", by.TABLE_1)
class TableOpened(Happened):
    """TABLE-1. game: "azi". house: its complete house rules, plain (see `plain` of the game). ends_at: UTC, RFC 3339.
    stewards: opaque ids of those who may act here, the opener among them. dispute_hours: how long after a game its players may
    dispute it (DISPUTE-2)."""

    table: str
    name: str
    game: str
    house: dict[str, Any]
    seats: int
    ends_at: str | None
    stewards: tuple[str, ...]
    unit: str
    scale: int
    dispute_hours: int


@of_table("steward_assigned", by.TABLE_7)
class StewardAssigned(Happened):
    """TABLE-7."""

    steward: str


@of_table("player_seated", by.TABLE_2)
class PlayerSeated(Happened):
    """TABLE-2."""

    seat: int
    player: str


@of_table("chips_taken", by.TABLE_4, mirrors=True)
class ChipsTaken(Happened):
    """Chips came to the stack from the wallet (mirror); below zero: a debt that the wallet had taken over is the stack's again."""

    seat: int
    player: str
    chips: Chips


@of_table("chips_returned", by.TABLE_4, mirrors=True)
class ChipsReturned(Happened):
    """Chips went from the stack to the wallet (mirror); below zero: the debt that the wallet took over."""

    seat: int
    player: str
    chips: Chips


@of_table("player_unseated", by.TABLE_5)
class PlayerUnseated(Happened):
    """TABLE-5: the seat is free."""

    seat: int
    player: str


@of_table("game_begun", by.TABLE_3)
class GameBegun(Happened):
    """TABLE-3: from here to GameFinished the game holds the stacks of `seats`. number: of the game at this table."""

    game: str
    number: int
    seats: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class StackAfter:
    """What a player has before him when a game is over."""

    seat: int
    player: str
    chips: Chips


@of_table("game_finished", by.TABLE_3, mirrors=True)
class GameFinished(Happened):
    """The stacks come back to the table. next_dealer: a seat, by the game's rules; None: by lot."""

    game: str
    number: int
    how: str
    stacks: tuple[StackAfter, ...]
    next_dealer: int | None
    left: tuple[int, ...]


@of_table("deal_passed", by.DISPUTE_6)
class DealPassed(Happened):
    """A ruling has changed how the table's last game has ended, and with it who deals next. next_dealer: a seat."""

    number: int
    next_dealer: int


@of_table("game_resumed", by.TABLE_3, mirrors=True)
class GameResumed(Happened):
    """TABLE-3: a correction has taken up again the last game, which was over (AZI-REC-1, CAS-REC-1). stacks, next_dealer: as they
    were when it began; from here on the game holds the stacks again."""

    game: str
    number: int
    stacks: tuple[StackAfter, ...]
    next_dealer: int | None


@of_table("sitting_ended", by.TABLE_3)
class SittingEnded(Happened):
    """The agreed end time has come: no new game starts."""


@of_table("closed", by.TABLE_6)
class TableClosed(Happened):
    """TABLE-6."""


PersonEvent: TypeAlias = NameChanged | EntryLinked | EntryUnlinked | NameErased | PlayerHandedOver
WalletEvent: TypeAlias = (
    WalletOpened
    | PersonEvent
    | Deposited
    | Withdrawn
    | DebtSettled
    | CashEntryCorrected
    | CreditLimitSet
    | MovedToTable
    | MovedFromTable
    | DebtAssumed
    | PayoutTakenBack
    | RulingCredited
    | RulingCharged
)
TableEvent: TypeAlias = (
    TableOpened
    | StewardAssigned
    | PlayerSeated
    | ChipsTaken
    | ChipsReturned
    | PlayerUnseated
    | GameBegun
    | GameFinished
    | DealPassed
    | GameResumed
    | SittingEnded
    | TableClosed
)

DeskEvent: TypeAlias = CashCounted | BooksClosed | BooksReopened

EVENTS: Mapping[str, type[Happened]] = {**of_wallet.events, **of_table.events, **of_desk.events}
