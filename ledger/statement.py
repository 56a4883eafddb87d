"""A player's statement of account: opening balance, every line with the balance after it, closing balance; it adds up or is not given.

It covers the player's wallet and his stacks together, or the wallet alone. What he has put into a pot has left him; what he wins
comes back. Periods are half-open, [from, to): the closing balance of a day is the opening balance of the next.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date, datetime
from typing import TYPE_CHECKING, Literal

from ledger.books import Basis

if TYPE_CHECKING:
    from ledger.app import Ledger

Scope = Literal["all", "wallet"]


class BadPeriod(Exception):
    """The period asked for is senseless: an unknown time zone, a time without offset, an end before the beginning. `says`: why.

    field: "from", "to" or "tz".
    """

    def __init__(self, field: str, says: str) -> None:
        self.field = field
        self.says = says
        super().__init__(says)


class DoesNotAddUp(Exception):
    """Opening balance and lines do not give the closing balance: the books are damaged, and no statement is given."""


@dataclass(frozen=True, slots=True)
class StatementLine:
    """One movement on one of the player's accounts. Amounts in whole units, `amount` signed, `balance` after this line.

    (position, line) is the place of the line in the journal and unique. stream and step: the event that moved the chips; step is
    the stream's version. game: "{table}-{number}" or None. table: the table concerned, or None. words: for people, English.
    """

    position: int
    line: int
    recorded_at: datetime
    effective_at: datetime
    kind: str
    words: str
    amount: int
    balance: int
    account: str
    counter_account: str
    stream: str
    step: int
    game: str | None
    table: str | None


@dataclass(frozen=True, slots=True)
class Statement:
    """One page of a statement. start, end: the bounds in UTC, None: open. position: the journal up to which this statement looks.

    opening, closing: of the whole period. brought_forward: before the first line of this page; carried_forward: after its last
    (on the last page that is `closing`). following: what to pass as `after` for the next page, None on the last page.
    """

    player: str
    start: datetime | None
    end: datetime | None
    basis: Basis
    scope: Scope
    position: int
    opening: int
    brought_forward: int
    lines: tuple[StatementLine, ...]
    carried_forward: int
    closing: int
    following: tuple[int, int] | None


def statement(
    ledger: Ledger,
    player: str,
    *,
    start: date | datetime | None = None,
    end: date | datetime | None = None,
    tz: str = "UTC",
    basis: Basis = "recorded",
    scope: Scope = "all",
    limit: int = 100,
    position: int | None = None,
    after: tuple[int, int] | None = None,
) -> Statement:
    """The statement for [start, end). Wait first (`wait_for`): ("journal",).

    start, end: a date is the first moment of that day in `tz` (IANA name); a datetime must be aware. None: from the beginning,
    to now. basis: which of the two times places a line in the period and orders the lines.
    position, after: None for the first page; for later pages `position` and `following` of the page before. So entries that
    arrive meanwhile never show.
    Raises BadPeriod; DoesNotAddUp.
    """
    raise NotImplementedError


def bound(moment: date | datetime | None, tz: str, field: str) -> datetime | None:
    """The bound of a period in UTC: a date's first moment in `tz`, also where midnight is skipped. Raises BadPeriod naming `field`."""
    raise NotImplementedError
