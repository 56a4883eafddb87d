"""A server of a test's own, to be killed or filled with roles, and empty databases."""

import shutil
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import psycopg
from psycopg.sql import SQL, Identifier

from ledger.database.local import LocalPostgres
from ledger.ids import new_id


@contextmanager
def own_server(**options: str) -> Iterator[LocalPostgres]:
    """A PostgreSQL server with these settings, gone afterwards."""
    folder = Path(tempfile.mkdtemp(prefix="cardledger-own-"))
    folder.chmod(0o755)  # the server's account passes through
    try:
        with LocalPostgres(folder / "data", options=options) as server:
            yield server
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def empty_database(admin_url: str, owner: str | None = None) -> str:
    """The name of a new database without anything in it."""
    name = f"cardledger_{new_id()}"
    with psycopg.connect(admin_url, autocommit=True) as connection:
        connection.execute(SQL("create database {}").format(Identifier(name)))
        if owner:
            connection.execute(SQL("alter database {} owner to {}").format(Identifier(name), Identifier(owner)))
    return name


def drop_database(admin_url: str, name: str) -> None:
    """Whoever is connected to it."""
    with psycopg.connect(admin_url, autocommit=True) as connection:
        connection.execute(SQL("drop database if exists {} with (force)").format(Identifier(name)))
