"""The real PostgreSQL that the tests run on: one throwaway server a session, one fresh database a test."""

from __future__ import annotations

import os
import secrets
import shutil
import tempfile
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING
from urllib.parse import urlsplit, urlunsplit

import psycopg
import pytest
from psycopg import sql

from ledger.database.local import LocalPostgres
from ledger.words.compiling import compiled, stale
from ops.warden import own_place
from tests import lengths

if TYPE_CHECKING:
    from ledger.orders.app import Ledger

os.environ["LC_ALL"] = "C.UTF-8"  # whatever the machine speaks: commands tell what is wrong in the language of the environment

SCHEMA = "club"
# Measured here: a one-row commit takes 52 instead of 343 microseconds, a copy of the template 19 instead of 51 milliseconds.
# Databases come and go: nothing is worth a vacuum, and each that goes is looked for in all buffers.
THROWAWAY = {
    "fsync": "off",
    "synchronous_commit": "on",
    "full_page_writes": "off",
    "max_connections": "200",
    "autovacuum": "off",
    "shared_buffers": "32MB",
}

MEMORY = Path("/dev/shm")  # noqa: S108  # nothing gets a fixed name in there
ROOM_BYTES = 2 * 1024**3  # for each server: 50 MB, and 10 MB for each database that a test has at the moment; they are several


def pytest_addoption(parser: pytest.Parser) -> None:
    """--quick and --all."""
    lengths.add_words(parser)


def pytest_configure(config: pytest.Config) -> None:
    """Every process of the tests has a place of its own; the first one compiles the words, before it starts others."""
    own_place(roomy_memory())
    config.pluginmanager.register(lengths.Choice(lengths.chosen_by(config), lengths.named_in(config)))
    if not hasattr(config, "workerinput"):
        compiled(stale())


@dataclass(frozen=True, slots=True)
class Database:
    """One migrated database: addresses for its owner and for the service, and the schema of the club."""

    name: str
    admin_url: str
    service_url: str
    schema: str = SCHEMA

    @property
    def place(self) -> dict[str, str]:
        """What `Ledger` is made with."""
        return {"LEDGER_URL": self.service_url, "LEDGER_SCHEMA": self.schema}


def roomy_memory() -> str | None:
    """A folder in memory, if the machine has one with room, where programs may lie too; None: where temporary files usually are.

    Each test's database is a copy of some 300 files; on a disk that costs up to four times the work of the processor.
    """
    try:
        roomy = shutil.disk_usage(MEMORY).free >= ROOM_BYTES and not os.statvfs(MEMORY).f_flag & os.ST_NOEXEC
    except OSError:
        return None
    return str(MEMORY) if roomy and os.access(MEMORY, os.W_OK) else None


@pytest.fixture(scope="session")
def server_url() -> Iterator[str]:
    """Address of a PostgreSQL server for its superuser: `DATABASE_URL`, or an embedded one whose folder goes when the tests end."""
    if given := os.environ.get("DATABASE_URL"):
        yield given
        return
    with LocalPostgres(Path(tempfile.gettempdir(), "server"), options=THROWAWAY) as server:
        yield server.url()


def named(url: str, database: str) -> str:
    """The same server's address for another database."""
    return urlunsplit(urlsplit(url)._replace(path=f"/{database}"))


def _made(server_url: str, name: str, template: str | None) -> str:
    """Make a database, as a copy of the template if one is named; returns its address."""
    with psycopg.connect(server_url, autocommit=True) as connection:
        statement = sql.SQL("CREATE DATABASE {}").format(sql.Identifier(name))
        if template:
            copied = "wal_log" if os.environ.get("DATABASE_URL") else "file_copy"
            statement += sql.SQL(" TEMPLATE {} STRATEGY {}").format(sql.Identifier(template), sql.Identifier(copied))
        connection.execute(statement)
    return named(server_url, name)


def _dropped(server_url: str, name: str) -> None:
    """Drop a database, open connections or not."""
    with psycopg.connect(server_url, autocommit=True) as connection:
        connection.execute(sql.SQL("DROP DATABASE IF EXISTS {} WITH (FORCE)").format(sql.Identifier(name)))


@pytest.fixture(scope="session")
def template(server_url: str) -> Iterator[str]:
    """Name of a migrated database that nobody connects to: each test's database is a copy of it."""
    from ledger.database.migrate import migrate  # only here: tests of the launcher need no store

    name = f"cardledger_template_{secrets.token_hex(4)}"
    url = _made(server_url, name, None)
    try:
        migrate(url, SCHEMA, "chip", 0)
        yield name
    finally:
        _dropped(server_url, name)


@pytest.fixture
def database(server_url: str, template: str) -> Iterator[Database]:
    """A fresh, migrated database of the test's own."""
    from ledger.database.migrate import service_url

    name = f"cardledger_{secrets.token_hex(6)}"
    url = _made(server_url, name, template)
    try:
        yield Database(name, url, service_url(url))
    finally:
        _dropped(server_url, name)


@pytest.fixture
def ledger(database: Database) -> Iterator[Ledger]:
    """A ledger on the test's own database, closed afterwards."""
    from ledger.orders.app import Ledger

    made = Ledger(database.place)
    try:
        yield made
    finally:
        made.close()
