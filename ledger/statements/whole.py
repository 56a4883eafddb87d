"""A whole statement, for what is not read page by page: files for people and for other programs. The head is made first and the
lines are read as they are written, so that a long statement takes no more memory than a short one.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from datetime import UTC, date, datetime, timedelta
from functools import partial
from hashlib import sha256
from typing import TYPE_CHECKING

from ledger.books.moments import Basis, DoesNotAddUp
from ledger.books.period import zone
from ledger.people import people
from ledger.statements.lines import Mark, Row, StatementLine, Wanted, balanced, read
from ledger.statements.pages import want
from ledger.statements.sums import Sum, by_account, sums
from ledger.statements.totals import Total, totals

if TYPE_CHECKING:
    from ledger.orders.app import Ledger

AT_ONCE = 1000  # lines read from the journal at a time
_MOMENT, _FIRST = timedelta(microseconds=1), datetime.min.replace(tzinfo=UTC)
_BEGINNING = datetime(1970, 1, 1, tzinfo=UTC)


@dataclass(frozen=True, slots=True)
class Whole:
    """Everything that a statement says, the lines still to be read.

    name: of the player, None where it has been erased. taken_at: when the last event that this statement looks at was recorded; so
    the same statement, taken twice, is the same to the byte. openings: what each account held before the period. within: sums of
    the period by account and kind. rows: gives the journal's lines, in order.
    """

    wanted: Wanted
    tz: str
    name: str | None
    unit: str
    scale: int
    taken_at: datetime
    openings: Mapping[str, int]
    within: tuple[Sum, ...]
    rows: Callable[[], Iterable[Row]]

    @property
    def opening(self) -> int:
        """What the accounts held together before the period."""
        return sum(self.openings.values())

    @property
    def closing(self) -> int:
        """What they hold together after it."""
        return self.opening + sum(one.amount for one in self.within)

    @property
    def closings(self) -> Mapping[str, int]:
        """What each account holds after the period."""
        gained = by_account(self.within)
        return {name: self.openings.get(name, 0) + gained.get(name, 0) for name in sorted({*self.openings, *gained})}

    @property
    def totals(self) -> tuple[Total, ...]:
        """Totals of the period by groups of kinds."""
        return totals(self.within)

    @property
    def count(self) -> int:
        """How many lines there are."""
        return sum(one.lines for one in self.within)

    @property
    def first_at(self) -> datetime:
        """The time of the first line, by which the statement is ordered; without any, when the statement was taken."""
        first = next(iter(self.rows()), None)
        if first is None:
            return self.taken_at
        return first.recorded_at if self.wanted.basis == "recorded" else first.effective_at

    def moment(self, line: StatementLine) -> datetime:
        """The one of the line's two times by which this statement is ordered, in UTC."""
        return line.effective_at if self.wanted.basis == "effective" else line.recorded_at

    def local(self, moment: datetime) -> datetime:
        """A moment as the clocks of the statement's time zone showed it; at the very edges of the calendar as UTC has it."""
        try:
            return moment.astimezone(zone(self.tz))
        except OverflowError:
            return moment.astimezone(UTC)

    @property
    def first_day(self) -> date:
        """The day of the opening balance, in the statement's time zone: that of the beginning of the period, or of the first
        line, or of the statement itself."""
        return self.local(self.wanted.start or self.first_at).date()

    @property
    def last_day(self) -> date:
        """The day of the closing balance, never before the first one: the period's last, or that of the statement itself."""
        end = self.wanted.end
        if end is None:
            return max(self.first_day, self.local(self.taken_at).date())
        return max(self.first_day, (self.local(end) - min(_MOMENT, end - _FIRST)).date())

    @property
    def key(self) -> str:
        """Identifies this statement among all others, always the same: 32 hexadecimal digits."""
        wanted = self.wanted
        asked = (wanted.player, wanted.start, wanted.end, self.tz, wanted.basis, wanted.scope, wanted.position)
        return sha256("\n".join(map(str, asked)).encode()).hexdigest()[:32]

    def lines(self) -> Iterator[StatementLine]:
        """The lines, in order. Raises DoesNotAddUp behind the last one, if they do not come to the closing balance."""
        balance, number = self.opening, 0
        for line in balanced(self.rows(), balance):
            yield line
            balance, number = line.balance, number + 1
        if (balance, number) != (self.closing, self.count):
            raise DoesNotAddUp(
                f"player {self.wanted.player}: {self.opening} and {number} lines give {balance}; by the sums of the journal it is"
                f" {self.closing} after {self.count} lines, at position {self.wanted.position}"
            )


def whole(
    ledger: Ledger,
    player: str,
    *,
    start: date | datetime | None = None,
    end: date | datetime | None = None,
    tz: str = "UTC",
    basis: Basis = "recorded",
    scope: str = "all",
) -> Whole:
    """The statement for [start, end), as `pages.statement` understands it. Wait first: ("journal",). Raises BadPeriod."""
    wanted = want(ledger, player, start, end, tz, basis, scope)
    before, within = sums(ledger, wanted)
    return Whole(
        wanted,
        tz,
        people.name_of(ledger, player),
        ledger.unit,
        ledger.scale,
        _BEGINNING if wanted.upto.recorded_at is None else wanted.upto.recorded_at.astimezone(UTC),
        by_account(before),
        within,
        partial(_rows, ledger, wanted),
    )


def _rows(ledger: Ledger, wanted: Wanted) -> Iterator[Row]:
    mark: Mark | None = None
    while True:
        found = read(ledger, wanted, mark, AT_ONCE)
        yield from found
        if len(found) < AT_ONCE:
            return
        mark = Mark(found[-1].position, found[-1].line, 0)
