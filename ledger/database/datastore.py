"""The pool of connections: the library's datastore with our own connection string and treatment of lost connections.

The library's factory knows a database's name, host and password only; a connection string also carries certificates, several
hosts and options. Its pool opens late, so what it connects to can still be put in place.
"""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import cast

import psycopg
from eventsourcing.persistence import BaseInfrastructureFactory
from eventsourcing.postgres import PostgresDatastore, PostgresFactory
from eventsourcing.utils import Environment
from psycopg.rows import DictRow, dict_row

from ledger.database.address import careful
from ledger.database.connection import LedgerConnection, prepare_session

URL, SCHEMA = "LEDGER_URL", "LEDGER_SCHEMA"
POOL_SIZE = 2
POOL_OVERFLOW = 8
CONNECT_SECONDS_MAX = 5.0
# How long the pool reconnects by itself; after that the next query tries at once. Its pauses double, and after a long outage they
# would leave a server that is back unused for as long as it was away.
RECONNECT_SECONDS_MAX = 1.0


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
        self.pool.conninfo = careful(url)
        self.pool.kwargs = {"row_factory": dict_row}
        self.pool.connection_class = LedgerConnection
        self.pool.reconnect_timeout = RECONNECT_SECONDS_MAX

    def after_connect_func(self) -> Callable[[psycopg.Connection[DictRow]], None]:
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

    def drop_all(self) -> None:
        """Have the pool replace every connection, those in use when they come back: none of their server is worth trying."""
        self.pool.drain()


class LedgerFactory(PostgresFactory):
    """Hands the library our datastore."""

    datastore: LedgerDatastore

    def __init__(self, env: Environment) -> None:
        BaseInfrastructureFactory.__init__(self, env)
        self.datastore = LedgerDatastore(env.get(URL) or "", env.get(SCHEMA) or "club")
