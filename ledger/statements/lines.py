"""The lines of a statement: the journal's lines of one player, up to one position, in the order of one of the two times.

The journal only grows, and every figure is taken up to one position of it, so nothing that arrives in the meantime shows.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import datetime
from decimal import Decimal
from typing import TYPE_CHECKING, NamedTuple

from engine.room.table import Table
from ledger.books.details import NOTHING, Detail, details
from ledger.books.moments import MOMENT, Basis, Horizon, Place
from ledger.books.period import BadPeriod
from ledger.money.accounts import parse, stack, wallet
from ledger.projections.journal import TIMED
from ledger.projections.model import rows
from ledger.store.ids import table_stream

if TYPE_CHECKING:
    from ledger.orders.app import Ledger

_COLUMNS = "position, line, recorded_at, effective_at, kind, amount, account, counter_account, stream, version"
_TIMED = TIMED.replace("%", "%%")
# Kinds of lines whose events say more than their chips: a reference, a reason, a ruling.
TELLING = frozenset(
    {"deposit", "withdrawal", "settlement", "correction", "refund", "ruling", "ruling_reversed", "penalty_ruling", "difference"}
)
_SCOPE = re.compile(r"all|wallet|stacks|stack:[a-z0-9]{1,40}")


@dataclass(frozen=True, slots=True)
class StatementLine:
    """One movement on one of the player's accounts. Amounts in smallest units, `amount` signed, `balance` after this line.

    (position, line) is the place of the line in the journal and unique. stream and step: the event that moved the chips; step is
    the stream's version. game: "{table}-{number}" or None. table: the table concerned, or None. kind: what for, as
    events are declared to move it (`engine/moves.py`); `words.py` says it for people. detail: what the event says besides its
    chips. table_name: None where there is no table.
    """

    position: int
    line: int
    recorded_at: datetime
    effective_at: datetime
    kind: str
    amount: int
    balance: int
    account: str
    counter_account: str
    stream: str
    step: int
    game: str | None
    table: str | None
    table_name: str | None = None
    detail: Detail = NOTHING

    @property
    def game_number(self) -> int | None:
        """Of the game at its table."""
        return None if self.game is None else int(self.game.rpartition("-")[2])

    @property
    def dispute_number(self) -> int | None:
        """Of the dispute among those about its game."""
        return None if self.detail.dispute is None else int(self.detail.dispute.rpartition("-")[2])


class Mark(NamedTuple):
    """Where a page ended: the place of its last line, and the balance after it."""

    position: int
    line: int
    balance: int


@dataclass(frozen=True, slots=True)
class Wanted:
    """Whose lines, of which of his accounts, by which time, from when to when (UTC, None: open), up to which position.

    scope: "all" his accounts together, his "wallet", all his "stacks" together, or one of them, "stack:{table}".
    """

    player: str
    start: datetime | None
    end: datetime | None
    basis: Basis
    scope: str
    upto: Horizon

    @property
    def position(self) -> int:
        """The position of the journal up to which these lines look."""
        return self.upto.position


class Row(NamedTuple):
    """A line of the journal. amount, account: as the journal has them, numeric as Decimal."""

    position: int
    line: int
    recorded_at: datetime
    effective_at: datetime
    kind: str
    amount: Decimal
    account: str
    counter_account: str
    stream: str
    version: int
    table_name: str | None = None
    detail: Detail = NOTHING


def scoped(scope: str) -> str:
    """The scope, if it is one. Raises BadPeriod."""
    if not _SCOPE.fullmatch(scope):
        raise BadPeriod("scope", "The scope is all, wallet, stacks, or stack: with the id of a table.")
    return scope


def single(wanted: Wanted) -> str | None:
    """The account, where the lines of one only are wanted."""
    if wanted.scope in {"all", "stacks"}:
        return None
    return wallet(wanted.player) if wanted.scope == "wallet" else stack(wanted.player, wanted.scope.removeprefix("stack:"))


def _condition(wanted: Wanted) -> tuple[str, tuple[object, ...]]:
    """Which lines of the journal are of these accounts, up to the position, whatever the period: SQL, as the indexes want it, and
    its values."""
    account = single(wanted)
    if account is not None:
        return f"account = %s and {_TIMED} and position <= %s", (account, wanted.position)
    if wanted.scope == "stacks":
        return "player = %s and account <> %s and position <= %s", (wanted.player, wallet(wanted.player), wanted.position)
    return "player = %s and position <= %s", (wanted.player, wanted.position)


def read(ledger: Ledger, wanted: Wanted, after: Mark | None, limit: int) -> list[Row]:
    """The lines of the period behind `after`, in order, at most `limit`. Raises BadPeriod: `after` is none of these lines."""
    moment = MOMENT[wanted.basis]
    which, values = _condition(wanted)
    conditions, given = [which], [*values]
    if wanted.start is not None:
        conditions.append(f"{moment} >= %s")
        given.append(wanted.start)
    if wanted.end is not None:
        conditions.append(f"{moment} < %s")
        given.append(wanted.end)
    if after is not None:
        conditions.append(f"({moment}, position, line) > (%s, %s, %s)")
        given += _place(ledger, wanted, after)
    text = f"select {_COLUMNS} from {{journal}} where {' and '.join(conditions)} order by {moment}, position, line limit %s"
    return _told(ledger, [Row(*row) for row in rows(ledger, text, (*given, limit))])


def _told(ledger: Ledger, found: list[Row]) -> list[Row]:
    """The same, with what their events and their tables say."""
    said = details(ledger, (row.position for row in found if row.kind in TELLING))
    names: dict[str | None, str | None] = {None: None}
    told: list[Row] = []
    for row in found:
        table = next((end.table for end in (parse(row.account), parse(row.counter_account)) if end.table), None)
        if table not in names:
            state: Table = ledger.load(table_stream(table or "")).state
            names[table] = state.name or None
        told.append(row._replace(table_name=names[table], detail=said.get(row.position, NOTHING)))
    return told


def _place(ledger: Ledger, wanted: Wanted, after: Mark) -> Place:
    """The place of a line in the order of the statement."""
    which, values = _condition(wanted)
    text = f"select {MOMENT[wanted.basis]}, position, line from {{journal}} where {which} and position = %s and line = %s"
    found = rows(ledger, text, (*values, after.position, after.line))
    if not found:
        raise BadPeriod("cursor", "This cursor belongs to no page of this statement.")
    moment, position, line = found[0]
    return moment, position, line


def balanced(found: Iterable[Row], balance: int) -> Iterator[StatementLine]:
    """The lines, each with the balance after it. balance: before the first of them."""
    for position, number, recorded_at, effective_at, kind, amount, account, counter, stream, version, name, detail in found:
        balance += int(amount)
        ends = parse(account), parse(counter)
        game = next((end.game for end in ends if end.game), None)
        table = next((end.table for end in ends if end.table), None)
        yield StatementLine(
            position,
            number,
            recorded_at,
            effective_at,
            kind,
            int(amount),
            balance,
            account,
            counter,
            stream,
            version,
            game,
            table,
            name,
            detail,
        )
