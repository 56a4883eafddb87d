"""What accounts held at a moment, by either of the two times, without adding up all of their lines. Model "journal".

It is the sum of the spans of time before the moment (see projections/journal.py), and of the lines in the narrowest span, of four
seconds, in which it lies. Every look at the journal goes up to a position, its horizon: so what arrives later never shows; from
sums by effective time that hold later lines already, these are taken away again.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from itertools import pairwise
from typing import TYPE_CHECKING, Literal, TypeAlias

from ledger.projections.journal import TIMED, WIDTHS, microseconds
from ledger.projections.model import rows
from ledger.store.errors import NotYet

if TYPE_CHECKING:
    from ledger.orders.app import Ledger

Basis = Literal["recorded", "effective"]
MOMENT: Mapping[Basis, str] = {"recorded": "recorded_at", "effective": "effective_at"}  # column of the journal
Place: TypeAlias = tuple[datetime, int, int]  # (time by the basis, position, line): lines stand in this order

_FIRST = datetime.min.replace(tzinfo=UTC)
_TIMED = TIMED.replace("%", "%%")


class DoesNotAddUp(Exception):
    """Opening balance and lines do not add up to the closing balance: the books are damaged, and no statement is issued."""


@dataclass(frozen=True, slots=True)
class Horizon:
    """How far a read of the journal reaches: to a position, whose event was recorded at that time. None: there is no event yet."""

    position: int
    recorded_at: datetime | None

    @property
    def end(self) -> Place | None:
        """The place, by the time recorded, before which every line of the journal up to the position stands."""
        return None if self.recorded_at is None else (self.recorded_at, self.position + 1, 0)


def horizon(ledger: Ledger, position: int | None = None) -> Horizon:
    """The horizon at a position that the journal has reached; None: as far as it is now.

    Raises NotYet: the journal has not come there, or nobody has made it so far.
    """
    found = rows(
        ledger,
        "select t.position, e.notification_id, e.recorded_at from {tracking} t"
        " left join events e on e.notification_id = coalesce(%s::bigint, t.position) where t.model = 'journal'",
        (position,),
    )
    if not found:
        raise NotYet(0)
    reached, at, recorded_at = found[0]
    if position is not None and position > reached:
        raise NotYet(reached)
    return Horizon(at or 0, recorded_at)


def start_of(moment: datetime) -> Place:
    """The place before every line of this moment."""
    return moment, 0, 0


def behind(place: Place) -> Place:
    """The place next behind a line's."""
    moment, position, line = place
    return moment, position, line + 1


def accounts_of(player: str) -> tuple[str, str]:
    """The names between which all accounts of a player lie, and no others: ";" comes next after ":"."""
    return f"player:{player}:", f"player:{player};"


def only(account: str) -> tuple[str, str]:
    """The names between which this account lies and no other: names have no "!", nor anything below it."""
    return account, f"{account}!"


@dataclass(frozen=True, slots=True)
class Sum:
    """What lines of one kind have come to on one account. gains: those that brought chips, else those that took some. lines: how
    many there are; chips: signed."""

    account: str
    kind: str
    gains: bool
    lines: int
    chips: int


def sums(
    ledger: Ledger, accounts: tuple[str, str], upto: Horizon, basis: Basis = "recorded", before: Place | None = None
) -> list[Sum]:
    """The lines of each account from the one name to before the other, up to the horizon: those that come before the place `before`
    by this basis, None: all of them. By account and kind, in this order. No pots."""
    if upto.end is None:
        return []
    if before is None:
        basis = "recorded"
    end = upto.end if before is None else before if basis == "effective" else min(before, upto.end)
    found = rows(ledger, _STATEMENT[basis], _values(accounts, basis, end, upto.end))
    return [Sum(account, kind, gains, int(lines), int(chips)) for account, kind, gains, lines, chips in found]


def held(
    ledger: Ledger, accounts: tuple[str, str], upto: Horizon, basis: Basis = "recorded", before: Place | None = None
) -> dict[str, int]:
    """What each of these accounts held (see `sums`). Accounts without a line before that place are not there."""
    balances: Counter[str] = Counter()
    for one in sums(ledger, accounts, upto, basis, before):
        balances[one.account] += one.chips
    return dict(balances)


def total(ledger: Ledger, accounts: tuple[str, str], upto: Horizon, basis: Basis = "recorded", before: Place | None = None) -> int:
    """What they held together."""
    return sum(one.chips for one in sums(ledger, accounts, upto, basis, before))


def _statement(basis: Basis) -> str:
    """The question to the database: spans, lines of the narrowest one, and by effective time those behind the horizon, taken away.

    Everything asked for stands in rows of its own (`b` and `r`), where the server's planner does not look at it. So a plan for any
    values costs what one for these would, and is kept: making a new one each time would take as long as the answer.
    """
    spans = ", ".join(f"({width}::smallint, %s::bigint, %s::bigint)" for width in WIDTHS)
    end = ", %s::timestamptz end_at, %s::bigint end_place, %s::int end_line" if basis == "effective" else ""
    lines = f"select j.kind, j.amount > 0, 1, j.amount from {{journal}} j where j.account = a.account and {_TIMED}"
    before = f"(j.{MOMENT[basis]}, j.position, j.line) < (b.moment, b.place, b.line)"
    parts = [
        f"select s.* from (values {spans}) r (width, low, high), lateral (select kind, gains, {basis}_lines, {basis} from"
        " {journal_sums} where width = r.width and account = a.account and span >= r.low and span < r.high offset 0) s",
        f"{lines} and j.{MOMENT[basis]} >= b.since and {before}",
    ]
    if basis == "effective":
        # A question of its own, in its own order: else the server may read all lines before the moment to find the few late ones.
        late = (
            f"select j.* from {{journal}} j where j.account = a.account and {_TIMED} and (j.recorded_at, j.position, j.line)"
            " >= (b.end_at, b.end_place, b.end_line) order by j.recorded_at, j.position, j.line offset 0"
        )
        parts.append(f"select j.kind, j.amount > 0, -1, -j.amount from ({late}) j where {before}")
    return (
        "select a.account, l.kind, l.gains, sum(l.lines), sum(l.chips) from"
        " (select %s::text low, %s::text high, %s::timestamptz since, %s::timestamptz moment, %s::bigint place, %s::int line"
        f"{end} offset 0) b,"
        f" lateral (select distinct account from {{journal_sums}} where width = {WIDTHS[0]}"
        " and account >= b.low and account < b.high offset 0) a,"
        f" lateral ({' union all '.join(parts)}) l (kind, gains, lines, chips)"
        " group by 1, 2, 3 having sum(l.lines) <> 0 order by 1, 2, 3"
    )


_STATEMENT: Mapping[Basis, str] = {"recorded": _statement("recorded"), "effective": _statement("effective")}


def _values(accounts: tuple[str, str], basis: Basis, before: Place, end: Place) -> tuple[object, ...]:
    moment = microseconds(before[0])
    spans: list[int] = []
    first = -(2**62)  # of the widest spans, all before the one in which the moment lies
    for width, narrower in pairwise((*WIDTHS, WIDTHS[-1])):
        spans += (first, moment >> width)
        first = moment >> width << (width - narrower)
    into_narrowest = timedelta(microseconds=moment & ((1 << WIDTHS[-1]) - 1))
    narrowest = before[0] - min(into_narrowest, before[0] - _FIRST)
    return (*accounts, narrowest, *before, *(end if basis == "effective" else ()), *spans)
