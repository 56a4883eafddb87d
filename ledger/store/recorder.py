"""The library's recorder, with one way to append: the SQL function `append_events`, one round trip, one transaction.

What is expected of an append is an outcome, not an error. A lost connection is resolved by asking again with the same key: the
database then says whether the first try was stored.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import nullcontext
from dataclasses import dataclass
from typing import Any, Literal, TypeAlias, cast, get_args
from uuid import UUID

import psycopg
from eventsourcing.persistence import IntegrityError, Notification, StoredEvent
from eventsourcing.postgres import PostgresApplicationRecorder
from psycopg import pq
from psycopg.rows import TupleRow, tuple_row

from ledger.database.connection import LedgerConnection
from ledger.database.datastore import LedgerDatastore
from ledger.store.envelope import GENESIS, Kept, link
from ledger.store.errors import OutcomeUnknown, Unavailable
from ledger.store.patience import Patience

Cursor: TypeAlias = "psycopg.Cursor[TupleRow]"
Name = Literal["appended", "answered", "key_reused", "conflict"]
Beside: TypeAlias = Callable[[Cursor], None]
Values: TypeAlias = tuple[object, ...]
Heads: TypeAlias = Mapping[str, tuple[int, str]]  # stream -> its version, and the hash of its last event, as they were read


@dataclass(frozen=True, slots=True)
class Entry:
    """What is kept under an idempotency key. rule, stream: of a refusal; a refusal has no events. key None: keep nothing."""

    scope: str
    key: str | None
    fingerprint: bytes
    status: int = 200
    body: bytes = b""
    etag: str | None = None
    rule: str | None = None
    stream: str | None = None
    actor: str | None = None


@dataclass(frozen=True, slots=True)
class Outcome:
    """What became of an append. position: of its last event. status, body, etag: with "answered", as they were first given."""

    name: Name
    position: int | None = None
    status: int | None = None
    body: bytes | None = None
    etag: str | None = None


@dataclass(frozen=True, slots=True)
class Along:
    """An insert that is one statement with the append, and so costs no further round trip.

    insert: SQL that selects what it inserts `from appended where outcome = 'appended'`. values: its parameters.
    """

    insert: str
    values: Values


# Types of what append_events takes.
PARAMETERS = (
    *("text", "text", "bytea", "int", "bytea", "text", "text", "text", "text"),  # the entry
    *("text[]", "bigint[]", "bytea[]"),  # what was read
    *("text[]", "bigint[]", "text[]", "bytea[]", "bytea[]"),  # the rows
)
FORMATS = [pq.Format.BINARY if kind == "bytea" else pq.Format.TEXT for kind in PARAMETERS]

NAMES: Mapping[bytes, Name] = {name.encode(): name for name in get_args(Name)}
KEYLESS = Entry("", None, b"")
CONFLICT = Outcome("conflict")


class _Taken(Exception):
    """A statement beside the events violated a unique key: somebody else was faster."""


# Array literals, since psycopg's own dumpers of lists cost ten times as much. Ids and names are words of a-z, 0-9, ".", "-", "_".
def _words(items: Iterable[object]) -> str:
    return "{" + ",".join(map(str, items)) + "}"


def _blobs(items: Iterable[bytes | None]) -> str:
    return "{" + ",".join(["NULL" if x is None else f'"\\\\x{x.hex()}"' for x in items]) + "}"


def _hashes(items: Iterable[tuple[int, str]]) -> str:
    return "{" + ",".join([f'"\\\\x{head}"' if version else "NULL" for version, head in items]) + "}"


class LedgerRecorder(PostgresApplicationRecorder):
    """Rows in and out of one club's schema. The tables come from migrations."""

    datastore: LedgerDatastore

    def __init__(self, datastore: LedgerDatastore) -> None:
        super().__init__(datastore, events_table_name="events")
        schema = datastore.schema
        self.channel_name = f"{schema}_events"
        self.patience = Patience(datastore)
        columns = "originator_id, originator_version, topic, state, sealed, notification_id, recorded_at"
        append = f"select outcome, position, status, body, etag from {schema}.append_events(%s)"
        self._append = (append % ",".join(f"%s::{kind}" for kind in PARAMETERS)).encode()
        self._append_alone = (append % ",".join(f"${place}::{kind}" for place, kind in enumerate(PARAMETERS, 1))).encode()
        self._read = (
            f"select {columns} from {schema}.events where originator_id = %s and originator_version > %s"
            " order by originator_version"
        ).encode()
        self._tail = f"select {columns} from {schema}.events where notification_id > %s order by notification_id limit %s".encode()
        self._head = f"select coalesce(max(notification_id), 0) from {schema}.events".encode()
        self._known = (
            f"select fingerprint, position, status, body, etag, {schema}.await_replicas() is null from {schema}.answers"
            " where scope = %s and key = %s"
        ).encode()

    def append(
        self,
        rows: Sequence[Kept],
        entry: Entry,
        read: Heads,
        beside: Beside | None = None,
        along: Along | None = None,
    ) -> Outcome:
        """Append the rows and keep the entry: both or nothing.

        read: every stream that the decision rests on. Another version, or another history at that version, is a "conflict"; a
        refusal of one stream alone may rest on a version that the stream has gone on from. beside: further statements of the same
        transaction, run only if the outcome is "appended"; along: an insert of the same statement. A unique key that they break
        makes the outcome "conflict". Raises OutcomeUnknown, Unavailable.
        """
        x = entry
        values = (
            x.scope,
            x.key,
            x.fingerprint,
            x.status,
            x.body,
            x.etag,
            x.rule,
            x.stream,
            x.actor,
            _words(read),
            _words([version for version, _ in read.values()]),
            _hashes(read.values()),
            _words([row.originator_id for row in rows]),
            _words([row.originator_version for row in rows]),
            _words([row.topic for row in rows]),
            _blobs([row.state for row in rows]),
            _blobs([row.sealed for row in rows]),
        )
        return self.patience.ask(lambda connection: self._append_once(connection, values, beside, along), settles=x.key is not None)

    def _append_once(self, connection: LedgerConnection, values: Values, beside: Beside | None, along: Along | None) -> Outcome:
        if beside is None and along is None:
            return self._append_alone_once(connection, values)
        return self._append_together_once(connection, values, beside, along)

    def _append_together_once(
        self, connection: LedgerConnection, values: Values, beside: Beside | None, along: Along | None
    ) -> Outcome:
        statement = self._append
        if along is not None:
            statement = b"with appended as (%b), along as (%b) select * from appended" % (statement, along.insert.encode())
            values += along.values
        try:
            transaction = nullcontext() if beside is None else connection.transaction()
            with transaction, connection.cursor(binary=True, row_factory=tuple_row) as cursor:
                outcome = Outcome(*cast(TupleRow, cursor.execute(statement, values, prepare=True).fetchone()))
                if beside is not None and outcome.name == "appended":
                    _run_beside(connection, beside)
        except _Taken:
            return CONFLICT
        except psycopg.errors.UniqueViolation:
            if along is None:
                raise
            return CONFLICT
        return outcome

    def _append_alone_once(self, connection: LedgerConnection, values: Values) -> Outcome:
        written = [x if x is None or isinstance(x, bytes) else str(x).encode() for x in values]
        name, position, status, body, etag = connection.call(self._append_alone, written, FORMATS)
        return Outcome(
            NAMES[name or b""],
            None if position is None else int.from_bytes(position, "big"),
            None if status is None else int.from_bytes(status, "big"),
            body,
            None if etag is None else etag.decode(),
        )

    def rows(self, statement: str, *values: object) -> list[TupleRow]:
        """What a reading statement of one's own gives. Tables stand in the search path. Raises Unavailable."""
        return self._rows(statement.encode(), values)

    def _rows(self, statement: bytes, values: Values) -> list[TupleRow]:
        try:
            return self.patience.ask(lambda connection: _fetched(connection, statement, values))
        except OutcomeUnknown as error:
            raise Unavailable from error

    def read(self, stream: str, after: int = 0) -> list[Kept]:
        """The rows of a stream after a version, in order."""
        return [Kept(*row) for row in self._rows(self._read, (stream, after))]

    def tail(self, after: int, limit: int) -> list[Kept]:
        """At most `limit` rows of all streams after a position, in order. None is ever added before one that was seen."""
        return [Kept(*row) for row in self._rows(self._tail, (after, limit))]

    def head(self) -> int:
        """The position of the last event; 0: there is none."""
        return int(self._rows(self._head, ())[0][0])

    def known(self, scope: str, key: str, fingerprint: bytes) -> Outcome | None:
        """What was answered under a key: "answered" or "key_reused"; None: the key is new.

        Waits for the replicas as an append does. Raises OutcomeUnknown, Unavailable.
        """
        rows = self.patience.ask(lambda connection: _fetched(connection, self._known, (scope, key)))
        if not rows:
            return None
        first, *answer, _ = rows[0]
        return Outcome("answered" if first == fingerprint else "key_reused", *answer)

    # What the library calls. The ledger uses the methods above.

    def insert_events(self, stored_events: Sequence[StoredEvent], **kwargs: Any) -> Sequence[int] | None:
        """Append without a key, each stream after the version before its first event. Raises IntegrityError: it has moved on."""
        rows = cast(Sequence[Kept], stored_events)
        read: dict[str, tuple[int, str]] = {}
        for row in rows:
            if row.stream not in read:
                read[row.stream] = self._head_at(row.stream, row.originator_version - 1)
        outcome = self.append(rows, KEYLESS, read, kwargs.get("beside"))
        if outcome.name != "appended":
            raise IntegrityError(outcome.name)
        return None if outcome.position is None else range(outcome.position + 1 - len(rows), outcome.position + 1)

    def _head_at(self, stream: str, version: int) -> tuple[int, str]:
        before = self.read(stream, version - 1)[:1] if version else []
        return version, link(before[0]) if before else GENESIS

    def select_events(
        self,
        originator_id: UUID | str,
        *,
        gt: int | None = None,
        lte: int | None = None,
        desc: bool = False,
        limit: int | None = None,
    ) -> Sequence[Kept]:
        """Rows of a stream, as the library asks for them."""
        rows = [row for row in self.read(str(originator_id), gt or 0) if lte is None or row.originator_version <= lte]
        return (rows[::-1] if desc else rows)[:limit]

    def select_notifications(
        self, start: int | None, limit: int, stop: int | None = None, topics: Sequence[str] = (), *, inclusive_of_start: bool = True
    ) -> Sequence[Notification]:
        """Rows by position, as the library asks for them; `topics` are not picked out."""
        after = (start or 0) - (1 if inclusive_of_start and start else 0)
        return [
            Notification(
                id=row.position or 0,
                originator_id=row.originator_id,
                originator_version=row.originator_version,
                topic=row.topic,
                state=row.state,
            )
            for row in self.tail(after, limit)
            if (stop is None or (row.position or 0) <= stop) and (not topics or row.topic in topics)
        ]

    def max_notification_id(self) -> int | None:
        """The last position, None if there is no event."""
        return self.head() or None


def _fetched(connection: LedgerConnection, statement: bytes, values: Values) -> list[TupleRow]:
    with connection.cursor(binary=True, row_factory=tuple_row) as cursor:
        return cursor.execute(statement, values, prepare=True).fetchall()


def _run_beside(connection: LedgerConnection, beside: Beside) -> None:
    try:
        with connection.cursor(row_factory=tuple_row) as cursor:
            beside(cursor)
    except psycopg.errors.UniqueViolation as error:
        raise _Taken from error
