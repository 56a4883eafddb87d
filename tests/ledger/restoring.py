"""A database taken back to an earlier state beneath processes that go on running."""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass

import psycopg
from psycopg.sql import SQL, Identifier

from tests.conftest import Database

END = "select pg_terminate_backend(pid) from pg_stat_activity where datname = %s"


@dataclass
class Restorable:
    """What a database was when it was saved, kept beside it on its server."""

    server_url: str
    database: Database

    @property
    def _kept(self) -> str:
        return f"{self.database.name}_kept"

    def save(self) -> None:
        """Keep what it is now. Connections end; processes make new ones."""
        with psycopg.connect(self.server_url, autocommit=True) as connection:
            self._allow(connection, allowed=False)
            connection.execute(END, (self.database.name,))
            self._copy(connection, self.database.name, self._kept)
            self._allow(connection, allowed=True)

    def restore(self) -> None:
        """From now on it is what it was: all that came since is lost."""
        with psycopg.connect(self.server_url, autocommit=True) as connection:
            connection.execute(SQL("drop database {} with (force)").format(Identifier(self.database.name)))
            self._copy(connection, self._kept, self.database.name)

    def forget(self) -> None:
        with psycopg.connect(self.server_url, autocommit=True) as connection:
            connection.execute(SQL("drop database if exists {}").format(Identifier(self._kept)))

    def _allow(self, connection: psycopg.Connection[tuple[object, ...]], *, allowed: bool) -> None:
        statement = SQL("alter database {} allow_connections {}")
        connection.execute(statement.format(Identifier(self.database.name), SQL("true" if allowed else "false")))

    @staticmethod
    def _copy(connection: psycopg.Connection[tuple[object, ...]], one: str, other: str) -> None:
        connection.execute(SQL("create database {} template {}").format(Identifier(other), Identifier(one)))


@contextmanager
def restorable(server_url: str, database: Database) -> Iterator[Restorable]:
    """The database as it is now, to come back to."""
    made = Restorable(server_url, database)
    made.save()
    try:
        yield made
    finally:
        made.forget()
