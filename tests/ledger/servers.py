"""A server of a test's own, to be killed or filled with roles, and empty databases."""

import os
import shutil
import signal
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

import psycopg
from psycopg.sql import SQL, Identifier

from ledger.database.local import LocalPostgres
from ledger.store.ids import new_id


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


@contextmanager
def frozen(pid: int, url: str) -> Iterator[None]:
    """All processes of the server stand still: it closes nothing and answers nothing. pid: of its postmaster."""
    with psycopg.connect(url, autocommit=True) as connection:
        stopped = [pid]
        os.kill(pid, signal.SIGSTOP)  # from now on it starts no others
        try:
            found = connection.execute("select pid from pg_stat_activity order by pid = pg_backend_pid()").fetchall()
            for (one,) in found:
                os.kill(one, signal.SIGSTOP)
                stopped.append(one)
            yield
        finally:
            for one in stopped:
                with suppress(ProcessLookupError):
                    os.kill(one, signal.SIGCONT)


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
