"""Connections: the library's datastore with our own connection string, session settings and treatment of lost connections.

The library's factory knows a database's name, host and password only; a connection string also carries certificates, several
hosts and options. Its pool opens late, so what it connects to can still be put in place.
"""

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from functools import cached_property
from typing import Any, cast

import psycopg
import psycopg.errors
from eventsourcing.persistence import BaseInfrastructureFactory
from eventsourcing.postgres import PostgresDatastore, PostgresFactory
from eventsourcing.utils import Environment
from psycopg import pq
from psycopg.errors import Diagnostic
from psycopg.pq.abc import PGresult
from psycopg.rows import dict_row

URL, SCHEMA = "LEDGER_URL", "LEDGER_SCHEMA"
POOL_SIZE = 2
POOL_OVERFLOW = 8
CONNECT_SECONDS_MAX = 5.0
# For how long the pool tries by itself; after that the next question tries at once. Its pauses double, and after a long time they
# would keep a server that is back unused for as long as it was away.
RECONNECT_SECONDS_MAX = 1.0
LOCK_SECONDS_MAX = 5
WARNING = "01000"


class LedgerConnection(psycopg.Connection[Any]):
    """unconfirmed: the server has warned that a commit was not confirmed by its replicas: it may or may not survive a failover."""

    unconfirmed = False

    @cached_property
    def prepared(self) -> dict[bytes, bytes]:
        """Names of the statements that `call` has prepared."""
        return {}

    def call(self, statement: bytes, values: Sequence[bytes | None], formats: Sequence[int]) -> list[bytes | None]:
        """The one row of a statement with $1, $2 …, prepared once, by libpq itself. A cursor adds a sixth to the time of an append.

        values, formats: as PostgreSQL writes them down, as text (0) or binary (1). The row comes in binary. Raises psycopg.Error.
        """
        name = self.prepared.get(statement)
        if name is None:
            name = b"call_%d" % len(self.prepared)
            self._ok(self.pgconn.prepare(name, statement), pq.ExecStatus.COMMAND_OK)
            self.prepared[statement] = name
        row = self._ok(self.pgconn.exec_prepared(name, cast(Any, values), formats, pq.Format.BINARY), pq.ExecStatus.TUPLES_OK)
        return [row.get_value(0, column) for column in range(row.nfields)]

    def _ok(self, result: PGresult, expected: pq.ExecStatus) -> PGresult:
        if result.status == expected:
            return result
        if not result.error_field(pq.DiagnosticField.SQLSTATE):  # not the server's word, but libpq's: the connection is lost
            self.close()
            raise psycopg.OperationalError(result.get_error_message())
        raise psycopg.errors.error_from_result(result)

    def hear(self, notice: Diagnostic) -> None:
        """Take note of a warning of the server."""
        if notice.sqlstate == WARNING:
            self.unconfirmed = True


def prepare_session(schema: str) -> Callable[[psycopg.Connection[Any]], None]:
    """What is done to each new connection before it is used."""

    def prepare(connection: psycopg.Connection[Any]) -> None:
        connection.autocommit = True
        connection.execute(
            "select set_config('search_path', %s, false), set_config('lock_timeout', %s, false),"
            " set_config('timezone', 'UTC', false), set_config('default_transaction_isolation', 'read committed', false)",
            (schema, f"{LOCK_SECONDS_MAX}s"),
        )
        if isinstance(connection, LedgerConnection):
            connection.add_notice_handler(connection.hear)

    return prepare


class LedgerDatastore(PostgresDatastore):
    """A pool of connections to one club's schema. Make it after a fork, never before."""

    def __init__(self, url: str, schema: str) -> None:
        super().__init__(
            "",
            "",
            "",
            "",
            "",
            schema=schema,
            originator_id_type="text",
            pool_size=POOL_SIZE,
            max_overflow=POOL_OVERFLOW,
            connect_timeout=CONNECT_SECONDS_MAX,
        )
        self.pool.conninfo = url
        self.pool.kwargs = {"row_factory": dict_row}
        self.pool.connection_class = LedgerConnection
        self.pool.reconnect_timeout = RECONNECT_SECONDS_MAX

    def after_connect_func(self) -> Callable[[psycopg.Connection[Any]], None]:
        """The library's hook for a new connection."""
        return prepare_session(self.schema)

    def register_type_adapters(self) -> None:
        """The library's hook for its composite types: there are none here, and so no connection before the first question."""

    @contextmanager
    def get_connection(self, wait_s: float | None = None) -> Iterator[LedgerConnection]:
        """A connection in autocommit. Errors of psycopg pass as they are: their SQLSTATE is needed.

        wait_s: how long to wait for one, instead of the usual time.
        """
        if self.pool.closed:
            self.pool.open()
        # Not `pool.connection`, which also commits: here every statement is its own transaction or stands in one that ends itself.
        connection = self.pool.getconn(wait_s)
        try:
            yield cast(LedgerConnection, connection)
        finally:
            self.pool.putconn(connection)

    def drop_dead(self) -> None:
        """Have the pool try its idle connections and replace those that died, for instance when the server was restarted."""
        self.pool.check()


class LedgerFactory(PostgresFactory):
    """Hands the library our datastore."""

    datastore: LedgerDatastore

    def __init__(self, env: Environment) -> None:
        BaseInfrastructureFactory.__init__(self, env)
        self.datastore = LedgerDatastore(env.get(URL) or "", env.get(SCHEMA) or "club")
