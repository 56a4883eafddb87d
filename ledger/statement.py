"""A player's statement of account: opening balance, lines, closing balance; it adds up or is not given.

It covers the player's wallet and his stacks together, or the wallet alone. What he has put into a pot has left him; what he wins
comes back. Periods are half-open, [from, to): the closing balance of a day is the opening balance of the next.

The journal only grows, and every figure is taken up to one position of it, so nothing that arrives meanwhile can show.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, date, datetime, time
from functools import cache
from typing import TYPE_CHECKING, Any, Literal
from zoneinfo import ZoneInfo, available_timezones

from ledger.accounts import parse, wallet
from ledger.books import MOMENT, Basis
from ledger.postings import WORDS
from ledger.projections.model import rows
from ledger.projections.position import reached

if TYPE_CHECKING:
    from ledger.app import Ledger

Scope = Literal["all", "wallet"]
LIMIT_MOST = 1000
_COLUMNS = "position, line, recorded_at, effective_at, kind, amount, account, counter_account, stream, version"


class BadPeriod(Exception):
    """The period asked for is senseless: an unknown time zone, a time without offset, an end before the beginning. `says`: why.

    field: "from", "to", "tz", "limit" or "cursor".
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
    to now. basis: which of the two times places a line in the period and orders the lines. limit: lines a page, 1 to 1000.
    position, after: None for the first page; for later pages `position` and `following` of the page before. So entries that
    arrive meanwhile never show.
    Raises BadPeriod; DoesNotAddUp.
    """
    first, last = bound(start, tz, "from"), bound(end, tz, "to")
    if first is not None and last is not None and last < first:
        raise BadPeriod("to", "The end of the period lies before its beginning.")
    if not 1 <= limit <= LIMIT_MOST:
        raise BadPeriod("limit", f"A page has 1 to {LIMIT_MOST} lines.")
    upto = reached(ledger, ("journal",)) if position is None else position
    lines_of = _Lines(ledger, player, MOMENT[basis], scope, upto)
    opening = 0 if first is None else lines_of.total("{moment} < %s", first)
    closing = lines_of.total("{moment} < %s", last) if last is not None else lines_of.total("true")
    before = opening
    place: tuple[datetime, int, int] | None = None
    if after is not None:
        place = lines_of.place(after)
        before += lines_of.total(
            "({moment}, position, line) <= (%s, %s, %s) and (%s::timestamptz is null or {moment} >= %s)", *place, first, first
        )
    found = lines_of.page(first, last, place, limit + 1)
    page = _with_balances(found[:limit], before)
    more = len(found) > limit
    carried = page[-1].balance if page else before
    if not more and carried != closing:
        raise DoesNotAddUp(f"player {player}: {opening} and the lines give {carried}, not {closing}, at position {upto}")
    following = (page[-1].position, page[-1].line) if more else None
    return Statement(player, first, last, basis, scope, upto, opening, before, page, carried, closing, following)


def bound(moment: date | datetime | None, tz: str, field: str) -> datetime | None:
    """The bound of a period in UTC: a date's first moment in `tz`, also where midnight is skipped or comes twice.

    Raises BadPeriod naming `field`, or "tz".
    """
    try:
        zone = ZoneInfo(tz)
        if tz not in _zones():
            raise LookupError(tz)
    except (LookupError, ValueError, OSError) as error:
        raise BadPeriod("tz", "There is no such time zone; name one as in Europe/Berlin.") from error
    if moment is None:
        return None
    try:
        if not isinstance(moment, datetime):
            # fold=0: a midnight that is skipped counts with the offset before the change, which is the moment of the change
            return datetime.combine(moment, time(), zone).astimezone(UTC)
        if moment.utcoffset() is None:
            raise BadPeriod(field, "A time needs its offset, as in 2026-03-29T14:00:00+02:00.")
        return moment.astimezone(UTC)
    except OverflowError as error:
        raise BadPeriod(field, "This time lies outside the calendar.") from error


@cache
def _zones() -> frozenset[str]:
    """Names of IANA's, without what machines add of their own: their local time, or zones that count leap seconds."""
    return frozenset(available_timezones() - {"localtime", "Factory"})


class _Lines:
    """The journal's lines of one player, up to one position, by one of the two times."""

    def __init__(self, ledger: Ledger, player: str, moment: str, scope: Scope, upto: int) -> None:
        self._ledger = ledger
        self._moment = moment
        self._which = "player = %s and position <= %s" + (" and account = %s" if scope == "wallet" else "")
        self._whose = (player, upto, wallet(player)) if scope == "wallet" else (player, upto)

    def _read(self, what: str, condition: str, *values: object) -> list[tuple[Any, ...]]:
        text = f"select {what} from {{journal}} where {self._which} and {condition.replace('{moment}', self._moment)}"
        return rows(self._ledger, text, (*self._whose, *values))

    def total(self, condition: str, *values: object) -> int:
        """The sum of the lines that the condition names."""
        ((total,),) = self._read("coalesce(sum(amount), 0)", condition, *values)
        return int(total)

    def place(self, after: tuple[int, int]) -> tuple[datetime, int, int]:
        """The place of a line in the order of the statement. Raises BadPeriod: it is none of these lines."""
        found = self._read(f"{self._moment}, position, line", "position = %s and line = %s", *after)
        if not found:
            raise BadPeriod("cursor", "This cursor belongs to no page of this statement.")
        moment, position, line = found[0]
        return moment, position, line

    def page(
        self, first: datetime | None, last: datetime | None, place: tuple[datetime, int, int] | None, limit: int
    ) -> list[tuple[Any, ...]]:
        """Lines of the period behind `place`, in order."""
        conditions: list[str] = ["true"]
        values: list[object] = []
        if first is not None:
            conditions.append("{moment} >= %s")
            values.append(first)
        if last is not None:
            conditions.append("{moment} < %s")
            values.append(last)
        if place is not None:
            conditions.append("({moment}, position, line) > (%s, %s, %s)")
            values += place
        return self._read(_COLUMNS, " and ".join(conditions) + " order by {moment}, position, line limit %s", *values, limit)


def _with_balances(found: Sequence[tuple[Any, ...]], before: int) -> tuple[StatementLine, ...]:
    """The lines of a page, each with the balance after it."""
    page: list[StatementLine] = []
    balance = before
    for position, number, recorded_at, effective_at, kind, amount, account, counter, stream, version in found:
        balance += int(amount)
        ends = parse(account), parse(counter)
        game = next((end.game for end in ends if end.game), None)
        table = next((end.table for end in ends if end.table), None)
        page.append(
            StatementLine(
                position,
                number,
                recorded_at,
                effective_at,
                kind,
                WORDS[kind],
                int(amount),
                balance,
                account,
                counter,
                stream,
                version,
                game,
                table,
            )
        )
    return tuple(page)
