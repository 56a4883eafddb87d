"""One connection: what each is set to, the statement that libpq itself has prepared on it, and how long it waits for its server."""

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from functools import cached_property
from hashlib import sha256
from typing import Any, TypeVar, cast

import psycopg
import psycopg.errors
from psycopg import pq
from psycopg.abc import PQGen
from psycopg.errors import Diagnostic
from psycopg.generators import execute
from psycopg.pq.abc import PGresult
from psycopg.rows import tuple_row

LOCK_SECONDS_MAX = 5
# How long a statement may stay unanswered; longer than any lock is waited for. A server that is frozen, or whose machine is gone,
# answers nothing and closes nothing.
SILENCE_SECONDS_MAX = 10.0
ANSWER_SECONDS = 5.0  # within so long after it a server answers that has a statement_timeout of its own
CANCEL_SECONDS_MAX = 1.0  # for telling it to give up what it has not answered
INTERVAL_SECONDS = 0.1  # how long a Ctrl-C can be overlooked
WARNING = "01000"

T = TypeVar("T")


class Silent(psycopg.OperationalError):
    """The server has not answered in time: nobody knows what became of the statement. The connection is closed."""


class LedgerConnection(psycopg.Connection[Any]):
    """unconfirmed: the server has warned that a commit was not confirmed by its replicas: it may or may not survive a failover.

    silence_s_max: how long a statement may stay unanswered; None: for ever. search_path: what it was set to.
    """

    unconfirmed = False
    silence_s_max: float | None = SILENCE_SECONDS_MAX
    search_path = ""

    @cached_property
    def prepared(self) -> dict[bytes, bytes]:
        """Names of the statements that `call` has prepared."""
        return {}

    def call(self, statement: bytes, values: Sequence[bytes | None], formats: Sequence[int]) -> list[bytes | None]:
        """The one row of a statement with $1, $2 …, prepared once, by libpq itself. A cursor adds a sixth to the time of an append.

        Prepared again where somebody has deallocated it: psycopg does when it rolls back. values, formats: as PostgreSQL writes
        them down, as text (0) or binary (1). The row comes in binary. Raises psycopg.Error.
        """
        name = self.prepared.get(statement) or self._prepare(statement)
        try:
            row = self._called(name, values, formats)
        except psycopg.errors.InvalidSqlStatementName:
            row = self._called(self._prepare(statement), values, formats)
        return [row.get_value(0, column) for column in range(row.nfields)]

    def _prepare(self, statement: bytes) -> bytes:
        """Its name says which statement it is, so whoever has prepared one of that name before has prepared this one."""
        name = b"cardledger_" + sha256(statement).hexdigest()[:32].encode()
        self.pgconn.send_prepare(name, statement)
        with suppress(psycopg.errors.DuplicatePreparedStatement):
            self._result(pq.ExecStatus.COMMAND_OK)
        self.prepared[statement] = name
        return name

    def _called(self, name: bytes, values: Sequence[bytes | None], formats: Sequence[int]) -> PGresult:
        self.pgconn.send_query_prepared(name, cast(Any, values), formats, result_format=pq.Format.BINARY)
        return self._result(pq.ExecStatus.TUPLES_OK)

    def _result(self, expected: pq.ExecStatus) -> PGresult:
        result: PGresult = self.wait(execute(self.pgconn))[-1]
        if result.status == expected:
            return result
        if not result.error_field(pq.DiagnosticField.SQLSTATE):  # not the server's word, but libpq's: the connection is lost
            self.close()
            raise psycopg.OperationalError(result.get_error_message())
        raise psycopg.errors.error_from_result(result)

    def wait(self, gen: PQGen[T], interval: float = INTERVAL_SECONDS, timeout: float | None = None) -> T:
        """Whatever is asked of the server goes through here. Raises Silent."""
        if timeout is not None or self.silence_s_max is None:
            return super().wait(gen, interval, timeout)
        try:
            return super().wait(gen, interval, self.silence_s_max)
        except psycopg.errors._WaitTimeout as error:
            with suppress(psycopg.Error):  # otherwise a live server would go on working for nobody, or wait for a replica for ever
                self.cancel_safe(timeout=CANCEL_SECONDS_MAX)
            self.close()
            raise Silent(f"the server has not answered for {self.silence_s_max:g} seconds") from error

    @contextmanager
    def unhurried(self, silence_s_max: float) -> Iterator[None]:
        """A statement in this block may stay unanswered for so long."""
        self.silence_s_max, usual = silence_s_max, self.silence_s_max
        try:
            yield
        finally:
            self.silence_s_max = usual

    def was_reset(self) -> bool:
        """Whether somebody has thrown away what the session was set to, as DISCARD ALL does: then it is no longer fit for use."""
        with self.cursor(row_factory=tuple_row) as cursor:
            return cursor.execute("show search_path").fetchone() != (self.search_path,)

    def hear(self, notice: Diagnostic) -> None:
        """Record a warning of the server."""
        if notice.sqlstate == WARNING:
            self.unconfirmed = True


def prepare_session(schema: str) -> Callable[[psycopg.Connection[Any]], None]:
    """What is done to each new connection before it is used."""

    def prepare(connection: psycopg.Connection[Any]) -> None:
        connection.autocommit = True
        with connection.cursor(row_factory=tuple_row) as cursor:
            cursor.execute(
                "select set_config('search_path', %s, false), set_config('lock_timeout', %s, false),"
                " set_config('timezone', 'UTC', false), set_config('default_transaction_isolation', 'read committed', false),"
                " setting::bigint / 1000.0 from pg_settings where name = 'statement_timeout'",
                (schema, f"{LOCK_SECONDS_MAX}s"),
            )
            *_, statement_s_max = cursor.fetchall()[0]
        if isinstance(connection, LedgerConnection):
            connection.search_path = schema
            connection.add_notice_handler(connection.hear)
            if statement_s_max:
                connection.silence_s_max = float(statement_s_max) + ANSWER_SECONDS

    return prepare
