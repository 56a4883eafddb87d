"""The cash desk: what must be in it, its counts, and the report of a day and a cashier. Rules DESK-1 and 2.

A count is decided on the events themselves: on what the last count has found, and on what was taken in and paid out since. The
report is of the model "journal".
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from datetime import date, datetime, timedelta
from typing import TYPE_CHECKING

from engine.room import commands
from engine.room.desk import Desk
from engine.room.events import CashCounted, of_wallet
from engine.room.rulebook import DESK_1
from engine.rules import require
from engine.saying import Saying
from ledger.books.moments import MOMENT, Basis, DoesNotAddUp, Horizon, horizon, only, start_of, total
from ledger.books.period import BadPeriod, bound, zone
from ledger.money.accounts import HOUSE_CASH
from ledger.money.postings import POSTING, lines
from ledger.orders.attempt import Moved
from ledger.orders.order import Done, Order
from ledger.orders.permission import has_role
from ledger.projections.model import array, rows
from ledger.store.envelope import Envelope, Kept, link
from ledger.store.ids import DESK_STREAM
from ledger.store.recorder import Cursor
from ledger.store.times import calendar_day

if TYPE_CHECKING:
    from ledger.orders.app import Attempt, Ledger

STRIDE = 10_000  # positions examined at a time
DAYS_MAX = 92
PDF_MAX = 10_000  # entries of a report in PDF
CASH = tuple(sorted(set(POSTING) & set(of_wallet.events)))  # what can move cash, besides the counts themselves


@dataclass(frozen=True, slots=True)
class Count:
    """A count of the desk. step: of the desk's stream. difference: what was there beyond the books, below zero: what was missing.
    position: up to which the books were looked at."""

    step: int
    counted: int
    booked: int
    position: int
    reason: str | None
    actor: str
    effective_at: datetime

    @property
    def difference(self) -> int:
        """Counted less booked."""
        return self.counted - self.booked

    @classmethod
    def of(cls, envelope: Envelope) -> Count:
        """The count that an event tells."""
        x = envelope.of(CashCounted)
        return cls(envelope.version, x.counted, x.booked, x.position, x.reason, envelope.actor, envelope.effective_at)


def count(ledger: Ledger, order: Order, counted: int, reason: str | None = None, at_position: int | None = None) -> Done:
    """DESK-1, -2: the cash in the desk was counted; a difference to the books becomes an entry.

    at_position: the books as they stood when the counting began; None: as they stood when the count was sent. By a cashier or an
    admin. Of several counts of one moment the first to be kept is taken; the others are refused, and say which position they meant.
    """
    looked: dict[int, str] = {}
    sent_at: list[int] = []  # the head that the first attempt has met: a count is of that moment, however often it is decided

    def work(attempt: Attempt) -> None:
        looked.clear()
        has_role(order.caller, "cashier", "admin")
        desk: Desk = attempt.read(DESK_STREAM).state
        attempt.expect(DESK_STREAM, order.if_match)
        head = ledger.head()
        sent_at.append(head)
        position = sent_at[0] if at_position is None else at_position
        require(position <= head, DESK_1, "The books have not come to position {position} yet.", position=position, head=head)
        booked = cash_at(ledger, desk, position, looked) if position > desk.position or not desk.counts else 0
        attempt.act(DESK_STREAM, commands.CountCash(counted, booked, position, reason))

    return ledger.execute(order, work, beside=lambda cursor: _still_there(cursor, looked))


def cash_at(ledger: Ledger, desk: Desk, position: int, looked: dict[int, str] | None = None) -> int:
    """What must be in the desk by the events up to a position, from the last count on: what that has found, and what came since.

    looked: is told how far each look went, and the hash of the event there.
    """
    statement = (
        "select originator_id, originator_version, topic, state, sealed, notification_id, recorded_at from events"
        " where notification_id > %s and notification_id <= %s and (topic = any(%s::text[]) or notification_id = %s)"
        " order by notification_id"
    )
    cash, after = desk.counted, desk.position
    while after < position:
        upto = min(after + STRIDE, position)
        for row in ledger.recorder.rows(statement, after, upto, array(CASH), upto):
            kept = Kept(*row)
            if kept.topic in CASH:
                entry = lines(kept.stream, kept.topic, ledger.decode(kept).event)
                cash -= sum(line.chips for line in entry if line.account == HOUSE_CASH)
            if looked is not None and kept.position == upto:
                looked[upto] = link(kept)
        after = upto
    return cash


def _still_there(cursor: Cursor, looked: Mapping[int, str]) -> None:
    """The count rests on these events and all before them. Raises Moved: they are not those of the ledger that keeps it."""
    statement = "select encode(sha256(state), 'hex') from events where notification_id = %s"
    for position, head in looked.items():
        if cursor.execute(statement, (position,)).fetchall() != [(head,)]:
            raise Moved


def counts(ledger: Ledger, after: int = 0, limit: int = 100) -> list[Count]:
    """Counts of the desk in their order, behind a step of its stream."""
    return [Count.of(ledger.decode(row)) for row in ledger.history(DESK_STREAM, after)[:limit]]


@dataclass(slots=True)
class Takings:
    """What the desk has taken in and paid out, smallest units, and by how many entries.

    came, went: deposits and settlements; withdrawals. corrected, difference: signed, as they change the cash.
    """

    came: int = 0
    went: int = 0
    corrected: int = 0
    difference: int = 0
    entries: int = 0

    @property
    def change(self) -> int:
        """What they come to."""
        return self.came - self.went + self.corrected + self.difference

    def add(self, kind: str, cash: int, entries: int) -> None:
        """Add entries of one kind; cash: how they change what is in the desk."""
        if kind == "correction":
            self.corrected += cash
        elif kind == "difference":
            self.difference += cash
        elif cash > 0:
            self.came += cash
        else:
            self.went -= cash
        self.entries += entries


@dataclass(slots=True)
class DeskDay:
    """One day of the desk. opening, closing: the cash in it. cashiers: takings by whoever entered them, by his id."""

    day: date
    opening: int
    takings: Takings = field(default_factory=Takings)
    cashiers: dict[str, Takings] = field(default_factory=dict)

    @property
    def closing(self) -> int:
        """What was in the desk at the end of the day."""
        return self.opening + self.takings.change


@dataclass(frozen=True, slots=True)
class DeskReport:
    """Days of the desk, in order; the closing of each is the opening of the next. position: of the journal that it looks at."""

    days: tuple[DeskDay, ...]
    position: int
    basis: Basis

    @property
    def opening(self) -> int:
        """The cash in the desk at the beginning of the first day."""
        return self.days[0].opening

    @property
    def closing(self) -> int:
        """And at the end of the last one."""
        return self.days[-1].closing


def of_cashier(told: DeskReport, who: str) -> DeskReport:
    """The same days with the takings of one cashier alone: what he has brought to the desk, each from nothing."""
    days = [(day.day, day.cashiers.get(who, Takings())) for day in told.days]
    return replace(told, days=tuple(DeskDay(day, 0, his, {who: his}) for day, his in days))


def cash(ledger: Ledger, upto: Horizon | None = None) -> int:
    """What is in the desk by the model "journal"."""
    return -total(ledger, only(HOUSE_CASH), upto or horizon(ledger))


@dataclass(frozen=True, slots=True)
class Days:
    """Whole days of a time zone, from `first` to before `end`. bounds: the first moments of each of them, and of `end`, in UTC."""

    first: date
    end: date
    bounds: tuple[datetime, ...]


def days_of(start: str | None, end: str | None, tz: str, now: datetime) -> Days:
    """The days from `start` to before `end`, as in "2026-03-01", in `tz` (IANA name). None: today; the day after `start`.

    Raises BadPeriod: unknown zone, no such day, the end not behind the beginning, more than 92 days.
    """
    today = now.astimezone(zone(tz)).date()
    first = _day(start, "from") or today
    last = _day(end, "to") or _day_after(first)
    if not 0 < (last - first).days <= DAYS_MAX:
        raise BadPeriod("to", Saying("The report is of 1 to {most} days; its end is the day after the last.", most=DAYS_MAX))
    bounds = [bound(first + timedelta(days=number), tz, "from") for number in range((last - first).days + 1)]
    return Days(first, last, tuple(at for at in bounds if at is not None))


def _day(text: str | None, field: str) -> date | None:
    if text is None:
        return None
    day = calendar_day(text)
    if day is None:
        raise BadPeriod(field, "Must be a day, such as 2026-03-01.")
    return day


def _day_after(day: date) -> date:
    try:
        return day + timedelta(days=1)
    except OverflowError as error:
        raise BadPeriod("from", "This day lies outside the calendar.") from error


def report(ledger: Ledger, asked: Days, basis: Basis = "recorded") -> DeskReport:
    """The desk on these days. Wait first (`wait_for`): ("journal",). Raises DoesNotAddUp."""
    upto, moment, bounds = horizon(ledger), MOMENT[basis], asked.bounds

    def cash_before(at: datetime) -> int:
        return -total(ledger, only(HOUSE_CASH), upto, basis, start_of(at))

    days = [DeskDay(asked.first + timedelta(days=number), 0) for number in range(len(bounds) - 1)]
    found = rows(
        ledger,
        f"select width_bucket({moment}, %s::timestamptz[]), actor, kind, amount > 0, sum(-amount), count(*) from {{journal}}"
        f" where account = %s and account not like 'game:%%' and {moment} >= %s and {moment} < %s and position <= %s"
        " group by 1, 2, 3, 4 order by 1, 2, 3, 4",
        (list(bounds), HOUSE_CASH, bounds[0], bounds[-1], upto.position),
    )
    for number, actor, kind, _, chips, entries in found:
        day = days[number - 1]
        for takings in (day.takings, day.cashiers.setdefault(actor, Takings())):
            takings.add(kind, int(chips), entries)
    at = cash_before(bounds[0])
    for day in days:
        day.opening = at
        at = day.closing
    if at != cash_before(bounds[-1]):
        raise DoesNotAddUp(f"cash desk: {days[0].opening} and the takings give {at} at position {upto.position}")
    return DeskReport(tuple(days), upto.position, basis)
