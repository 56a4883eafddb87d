"""What happens at tables and to wallets.

The wallet's event of a movement posts the money; the table's (or the game's) is its mirror and posts nothing.
"""

from dataclasses import dataclass
from typing import Any

from engine.chips import Chips


@dataclass(frozen=True, slots=True)
class WalletOpened:
    """The first event of a player's wallet. player: an opaque id, never a name."""

    player: str
    unit: str
    scale: int


@dataclass(frozen=True, slots=True)
class Deposited:
    """WALLET-1. reference: of the receipt or transfer, unique among deposits."""

    player: str
    chips: Chips
    reference: str | None


@dataclass(frozen=True, slots=True)
class Withdrawn:
    """WALLET-1. reference: unique among withdrawals."""

    player: str
    chips: Chips
    reference: str | None


@dataclass(frozen=True, slots=True)
class DebtSettled:
    """WALLET-7. chips: not more than was owed. reference: unique among settlements."""

    player: str
    chips: Chips
    reference: str | None


@dataclass(frozen=True, slots=True)
class CashEntryCorrected:
    """WALLET-6: the entry of this wallet at `step` is for `chips`, and no longer for `was`; zero: it never was.

    entry: "deposit", "withdrawal" or "settlement".
    """

    player: str
    step: int
    entry: str
    was: Chips
    chips: Chips
    reason: str


@dataclass(frozen=True, slots=True)
class CashCounted:
    """DESK-1: what the cash desk held when the books, up to `position`, said `booked`. reason: for the difference, if any."""

    counted: Chips
    booked: Chips
    position: int
    reason: str | None


@dataclass(frozen=True, slots=True)
class CreditLimitSet:
    """WALLET-2. limit: how far below zero the owner may go, zero or more."""

    player: str
    limit: Chips


@dataclass(frozen=True, slots=True)
class MovedToTable:
    """From the wallet to the player's stack at a table."""

    player: str
    table: str
    chips: Chips


@dataclass(frozen=True, slots=True)
class MovedFromTable:
    """From the player's stack at a table back to the wallet."""

    player: str
    table: str
    chips: Chips


@dataclass(frozen=True, slots=True)
class DebtAssumed:
    """TABLE-5: a stack below zero becomes a debt of the wallet. chips: how much was owed, more than zero."""

    player: str
    table: str
    chips: Chips


@dataclass(frozen=True, slots=True)
class RulingCredited:
    """DISPUTE-6: a ruling has brought chips to the wallet (mirror of the dispute's event). ruling: its number in the dispute."""

    player: str
    dispute: str
    ruling: int
    chips: Chips


@dataclass(frozen=True, slots=True)
class RulingCharged:
    """WALLET-3, DISPUTE-6: a ruling has taken chips out of the wallet, whatever it held (mirror)."""

    player: str
    dispute: str
    ruling: int
    chips: Chips


@dataclass(frozen=True, slots=True)
class TableOpened:
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


@dataclass(frozen=True, slots=True)
class StewardAssigned:
    """TABLE-7."""

    steward: str


@dataclass(frozen=True, slots=True)
class PlayerSeated:
    """TABLE-2."""

    seat: int
    player: str


@dataclass(frozen=True, slots=True)
class ChipsTaken:
    """Chips came to the stack from the wallet (mirror)."""

    seat: int
    player: str
    chips: Chips


@dataclass(frozen=True, slots=True)
class ChipsReturned:
    """Chips went from the stack to the wallet (mirror); below zero: the debt that the wallet took over."""

    seat: int
    player: str
    chips: Chips


@dataclass(frozen=True, slots=True)
class PlayerUnseated:
    """TABLE-5: the seat is free."""

    seat: int
    player: str


@dataclass(frozen=True, slots=True)
class GameBegun:
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


@dataclass(frozen=True, slots=True)
class GameFinished:
    """The stacks come back to the table. next_dealer: a seat, by the game's rules; None: by lot."""

    game: str
    number: int
    how: str
    stacks: tuple[StackAfter, ...]
    next_dealer: int | None
    left: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class SittingEnded:
    """The agreed end time has come: no new game starts."""


@dataclass(frozen=True, slots=True)
class TableClosed:
    """TABLE-6."""


WALLET_EVENTS: dict[str, type] = {
    "wallet.opened": WalletOpened,
    "wallet.deposited": Deposited,
    "wallet.withdrawn": Withdrawn,
    "wallet.debt_settled": DebtSettled,
    "wallet.entry_corrected": CashEntryCorrected,
    "wallet.credit_limit_set": CreditLimitSet,
    "wallet.moved_to_table": MovedToTable,
    "wallet.moved_from_table": MovedFromTable,
    "wallet.debt_assumed": DebtAssumed,
    "wallet.ruling_credited": RulingCredited,
    "wallet.ruling_charged": RulingCharged,
}

TABLE_EVENTS: dict[str, type] = {
    "table.opened": TableOpened,
    "table.steward_assigned": StewardAssigned,
    "table.player_seated": PlayerSeated,
    "table.chips_taken": ChipsTaken,
    "table.chips_returned": ChipsReturned,
    "table.player_unseated": PlayerUnseated,
    "table.game_begun": GameBegun,
    "table.game_finished": GameFinished,
    "table.sitting_ended": SittingEnded,
    "table.closed": TableClosed,
}

DESK_EVENTS: dict[str, type] = {"desk.counted": CashCounted}
