"""From settings to a ledger that works: server, database, migrations, connection; and back, in order."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import dataclass
from typing import TypeVar

import psycopg
from psycopg import sql

from ledger.database.address import careful
from ledger.database.local import CLUSTER, LocalPostgres
from ledger.database.migrate import is_made, migrate, service_url
from ledger.database.supervisor import Supervisor
from ledger.orders.app import Ledger
from ledger.settings import Settings, SetupFault

DATABASE = "cardledger"
PATIENCE_S, PAUSE_S = 20.0, 0.1

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Place:
    """A club's ledger, opened, and where it is kept. `admin_url` owns the schema; the service goes by `service_url` alone."""

    admin_url: str
    service_url: str
    schema: str
    ledger: Ledger


@contextmanager
def opened(settings: Settings, *, makes: bool = True) -> Iterator[Place]:
    """The migrated ledger of these settings; closed, and the embedded server let go, on the way out.

    While it is open, an embedded server that dies is started again at the same address. Raises SetupFault with a sentence; also if
    there is no club yet, unless it is to be made: its unit and scale are fixed by that.
    """
    with ExitStack() as stack:
        if not makes and settings.database_url is None and not (settings.data / CLUSTER).exists():
            raise _absent(settings)
        admin_url = stack.enter_context(database_at(settings))
        with explained():
            if not (makes or _patiently(settings, lambda: is_made(admin_url, settings.schema))):
                raise _absent(settings)
            service = _patiently(settings, lambda: _migrated(admin_url, settings))
            ledger = Ledger({"LEDGER_URL": service, "LEDGER_SCHEMA": settings.schema})
        stack.callback(ledger.close)
        yield Place(admin_url, service, settings.schema, ledger)


@contextmanager
def database_at(settings: Settings) -> Iterator[str]:
    """The address of the running database for its administrator: DATABASE_URL, or a database on the embedded server."""
    if settings.database_url is not None:
        yield careful(settings.database_url)
        return
    with LocalPostgres(settings.data) as server, Supervisor(server):
        with explained():
            _patiently(settings, lambda: _make_database(server.url()))
        yield careful(server.url(DATABASE))


def _absent(settings: Settings) -> SetupFault:
    """There is no such club; what would make it."""
    return SetupFault(
        f"There is no club {settings.schema} here yet. `cardledger serve` or `cardledger migrate` makes it: it will count in"
        f" {settings.unit} with scale {settings.scale} for ever (CARDLEDGER_UNIT, CARDLEDGER_SCALE). If there should be one, check"
        " CARDLEDGER_DATA, DATABASE_URL and CARDLEDGER_SCHEMA."
    )


def _make_database(url: str) -> None:
    """The club's database on the embedded server, if it is not there."""
    with psycopg.connect(url, autocommit=True) as connection:
        if not connection.execute("SELECT FROM pg_database WHERE datname = %s", (DATABASE,)).rowcount:
            with suppress(psycopg.errors.DuplicateDatabase, psycopg.errors.UniqueViolation):  # another process was first
                connection.execute(sql.SQL("CREATE DATABASE {}").format(sql.Identifier(DATABASE)))


def _migrated(admin_url: str, settings: Settings) -> str:
    """The service's address of the database, brought up to date."""
    migrate(admin_url, settings.schema, settings.unit, settings.scale)
    return service_url(admin_url)


def _patiently(settings: Settings, do: Callable[[], T]) -> T:
    """What `do` gives. Tried again for a while on the embedded server, which is started again if it dies meanwhile."""
    end = time.monotonic() + PATIENCE_S
    while True:
        try:
            return do()
        except psycopg.OperationalError:
            if settings.database_url is not None or time.monotonic() > end:
                raise
        time.sleep(PAUSE_S)


@contextmanager
def explained() -> Iterator[None]:
    """Turns what keeps a database from being used into a SetupFault with a sentence."""
    try:
        yield
    except (psycopg.OperationalError, psycopg.errors.ReadOnlySqlTransaction) as fault:
        said = " ".join(str(fault).split())
        raise SetupFault(f"The database cannot be reached: {said} Check DATABASE_URL, and that the server runs.") from fault
