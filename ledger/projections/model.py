"""What a read model is, and what it is given.

A model says which tables it keeps, which events it wants, and how a batch of them changes the tables. It never knows whether it
runs live or is being rebuilt: `Place` gives the names of the tables to write.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import TYPE_CHECKING, NamedTuple, TypeGuard, TypeVar

import psycopg
from psycopg.rows import TupleRow, tuple_row

from engine.declared import Happened, Role
from ledger.database.connection import LedgerConnection
from ledger.money.postings import Entry, lines
from ledger.settings import VIEWS
from ledger.store.envelope import Envelope, Kept
from ledger.store.errors import NotYet
from ledger.store.kinds import ROLES

if TYPE_CHECKING:
    from ledger.orders.app import Ledger

E = TypeVar("E", bound=Happened)
D = TypeVar("D")
Connection = psycopg.Connection[TupleRow]
Cursor = psycopg.Cursor[TupleRow]


@dataclass(frozen=True, slots=True)
class Place:
    """Where tables are: the schema of the read models, and what is put behind their names while they are being rebuilt."""

    schema: str
    suffix: str = ""

    def __call__(self, table: str) -> str:
        """The qualified name of a table here."""
        return f'"{self.schema}"."{table}{self.suffix}"'


class Seen:
    """One event of a batch; decoded, and its entry made, once for all models and only when one asks."""

    __slots__ = ("_entry", "_envelope", "_row", "ledger", "position", "recorded_at", "stream", "topic", "version")

    def __init__(self, ledger: Ledger, row: Kept) -> None:
        if row.position is None or row.recorded_at is None:
            raise TypeError("an event of a batch has been read from the store")
        self.position = row.position
        self.recorded_at: datetime = row.recorded_at.astimezone(UTC)
        self.stream = row.stream
        self.version = row.originator_version
        self.topic = row.topic
        self.ledger = ledger
        self._row = row
        self._envelope: Envelope | None = None
        self._entry: Entry | None = None

    @property
    def envelope(self) -> Envelope:
        """The event and its circumstances, hidden values included."""
        return self._envelope or self.decode()

    def decode(self) -> Envelope:
        """Decode it now. Raises Unreadable."""
        self._envelope = envelope = self.ledger.decode(self._row)
        return envelope

    @property
    def event(self) -> Happened:
        """What happened."""
        return self.envelope.event

    def of(self, kind: type[E]) -> E:
        """What happened, which is one of this class. Raises TypeError: it is another."""
        return self.envelope.of(kind)

    def done(self, guard: Callable[[Happened], TypeGuard[D]]) -> D:
        """What happened, which does this (`engine/deeds.py`). Raises TypeError: it does something else."""
        event = self.event
        if not guard(event):
            raise TypeError(f"{self.topic} does something else")
        return event

    @property
    def role(self) -> Role:
        """What it does, whatever its game calls it. Raises KeyError: it has no role."""
        return ROLES[self.topic]

    @property
    def entry(self) -> Entry:
        """The balanced lines that the event posts."""
        if self._entry is None:
            self._entry = lines(self.stream, self.topic, self.envelope.event)
        return self._entry


class Index(NamedTuple):
    """What is indexed of a table, in SQL. It has no name of its own, so that a rebuilt table can stand beside the live one."""

    table: str
    what: str
    unique: bool = False


class Guard(NamedTuple):
    """What the database itself checks: a trigger, once per statement, on a table, and what it runs (the body in PL/pgSQL).

    when: the event and its transition tables, e.g. "after insert on {table} referencing new table as added". The body names no
    other table, so that it holds for a table beside the live one too. A changed body is a new form of the model.
    """

    table: str
    name: str
    when: str
    body: str


@dataclass(frozen=True, slots=True)
class Model:
    """name: of the model and of its tracking row. tables: table -> its columns in SQL. indexes: made when the tables are full.

    topics: stable names of the events it wants. fold: writes what a batch of them changes, within the batch's transaction.
    guards: made with the tables. form: one more whenever what stands in the tables changes its shape or its meaning; live tables of
    an earlier form are then recreated empty and filled again from the first event.
    """

    name: str
    tables: Mapping[str, str]
    topics: frozenset[str]
    fold: Callable[[Cursor, Place, Sequence[Seen]], None]
    indexes: tuple[Index, ...] = ()
    guards: tuple[Guard, ...] = ()
    form: int = 1


def views(ledger: Ledger) -> str:
    """The schema in which the read models of this ledger live."""
    return f"{ledger.datastore.schema}{VIEWS}"


def rows(ledger: Ledger, statement: str, parameters: Sequence[object] = ()) -> list[TupleRow]:
    """What one reading statement gives. {name} in it stands for the live table of that name; times come in UTC.

    Asked again after a lost connection. Raises errors.Unavailable; NotYet: no runner has made the tables so far.
    """
    place = Place(views(ledger))
    text = re.sub(r"\{(\w+)\}", lambda found: place(found[1]), statement)
    try:
        return ledger.recorder.rows(text, *parameters)
    except psycopg.errors.UndefinedTable as error:
        raise NotYet(0) from error


def connect(ledger: Ledger, silence_s_max: float | None = None) -> Connection:
    """A separate connection, outside the ledger's pool, for long work.

    Its commits do not wait for the disk: a model and how far it is are lost together, and the events are still there.
    silence_s_max: how long a statement may stay unanswered (psycopg.OperationalError); None: however long it takes.
    """
    connection = LedgerConnection.connect(str(ledger.datastore.pool.conninfo), autocommit=True, row_factory=tuple_row)
    connection.silence_s_max = silence_s_max
    connection.execute("select set_config('synchronous_commit', 'off', false), set_config('timezone', 'UTC', false)")
    return connection


def array(items: Iterable[object]) -> str:
    """An SQL array literal of numbers or of words that need no quotes (ids, account names); None becomes NULL."""
    return "{" + ",".join(["NULL" if item is None else str(item) for item in items]) + "}"


def copy(cursor: Cursor, table: str, columns: str, rows: Sequence[tuple[object, ...]]) -> None:
    """Append rows of numbers, times and words that need no escaping (ids, names of accounts and kinds) in one COPY."""
    copy_lines(cursor, table, columns, ["\t".join(["\\N" if value is None else str(value) for value in row]) for row in rows])


def copy_lines(cursor: Cursor, table: str, columns: str, lines: Sequence[str]) -> None:
    """Append rows in one COPY, each already written as the text form of COPY wants it, without the end of line."""
    if lines:
        with cursor.copy(f"copy {table} ({columns}) from stdin") as stream:
            stream.write("\n".join(lines) + "\n")


def head(cursor: Cursor, schema: str) -> int:
    """Position of the last event of the ledger."""
    ((top,),) = cursor.execute(f'select coalesce(max(notification_id), 0) from "{schema}".events', prepare=True).fetchall()
    return int(top)


def read(cursor: Cursor, ledger: Ledger, after: int, upto: int, topics: Iterable[str]) -> list[Seen]:
    """The events of these topics with after < position <= upto, in order. Positions have no gaps and appear in order, so a range
    that does not go beyond the head is complete."""
    found = cursor.execute(
        "select originator_id, originator_version, topic, state, sealed, notification_id, recorded_at"
        f' from "{ledger.datastore.schema}".events'
        " where notification_id > %s and notification_id <= %s and topic = any(%s::text[]) order by notification_id",
        (after, upto, array(sorted(topics))),
        binary=True,
        prepare=True,
    )
    return [Seen(ledger, Kept(*row)) for row in found]
