"""Two PostgreSQL servers, a primary and a synchronous replica of it, that can be stopped, killed, frozen and promoted."""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import quote

import psycopg

from ledger.database.account import Account, server_account
from ledger.database.binaries import Binaries, chosen
from ledger.database.cluster import PORT, major_of, socket_folder
from ledger.database.local import LocalPostgres
from ledger.database.migrate import SERVICE, migrate
from tests.conftest import SCHEMA
from tests.kills.victim import until

DATABASE = "club"
WAIT_S = 30.0
SETTINGS = {
    "fsync": "off",
    "full_page_writes": "off",
    "shared_buffers": "32MB",
    "dynamic_shared_memory_type": "mmap",  # a killed server leaves none of it but in its folder
    "wal_keep_size": "64MB",
    "listen_addresses": "",
}
REPLICATED = "select count(*) from pg_stat_replication where state = 'streaming' and sync_state = 'sync'"


@dataclass
class Server:
    """One of the two. Its processes belong to the account that the embedded server would run under."""

    cluster: Path
    account: Account
    binaries: Binaries
    sockets: Path
    _child: subprocess.Popen[bytes] | None = None

    def url(self, user: str = "postgres", database: str = DATABASE) -> str:
        return f"postgresql://{user}@/{database}?host={quote(str(self.sockets), safe='')}&port={PORT}&connect_timeout=2"

    def one(self, statement: str) -> object:
        """The one value of a statement, asked as the administrator of a server that answers."""
        with psycopg.connect(self.url(), autocommit=True) as connection:
            row = connection.execute(statement.encode()).fetchone()
        return row and row[0]

    def start(self) -> None:
        settings = {**SETTINGS, "port": str(PORT), "unix_socket_directories": str(self.sockets)}
        command = [str(self.binaries.program("postgres")), "-D", str(self.cluster)]
        for name, value in settings.items():
            command += ["-c", f"{name}={value}"]
        with (self.cluster.parent / f"{self.cluster.name}.log").open("ab") as log:
            self._child = self.account.launch(command, log)
        until(self._answers, "the server")

    def _answers(self) -> bool:
        assert self._child is not None
        assert self._child.poll() is None, (self.cluster.parent / f"{self.cluster.name}.log").read_text()[-2000:]
        try:
            return self.one("select 1") == 1
        except psycopg.OperationalError:
            return False

    @property
    def pid(self) -> int:
        assert self._child is not None
        return self._child.pid

    def end(self, how: signal.Signals = signal.SIGINT) -> None:
        """SIGINT: in order, at once; SIGQUIT: as if it had crashed."""
        if self._child is not None and self._child.poll() is None:
            self._child.send_signal(how)
            self._child.wait(WAIT_S)

    def promote(self) -> None:
        """The replica becomes a primary."""
        assert self.one("select pg_promote()") is True


@dataclass
class Pair:
    """primary and replica, as they began. Without its replica the primary confirms nothing; the replica, promoted, needs none."""

    primary: Server
    replica: Server

    @property
    def place(self) -> dict[str, str]:
        """Where a service finds whichever takes writes."""
        hosts = quote(f"{self.primary.sockets},{self.replica.sockets}", safe="")
        return {"LEDGER_URL": f"postgresql://{SERVICE}@/{DATABASE}?host={hosts}&port={PORT},{PORT}", "LEDGER_SCHEMA": SCHEMA}

    def join(self) -> None:
        """Start the replica, and wait until the primary counts on it."""
        self.replica.start()
        until(lambda: self.primary.one(REPLICATED) == 1, "the replica")

    def waiting(self) -> int:
        """How many commits wait for the replica."""
        found = self.primary.one("select count(*) from pg_stat_activity where wait_event = 'SyncRep'")
        assert isinstance(found, int)
        return found


@contextmanager
def pair() -> Iterator[Pair]:
    """Both running, with a migrated club."""
    folder = Path(tempfile.mkdtemp(prefix="cardledger-pair-"))
    folder.chmod(0o755)  # the servers' account passes through
    sockets: list[Path] = []
    servers: list[Server] = []
    try:
        with LocalPostgres(folder / "data", options={"fsync": "off"}) as local:
            with psycopg.connect(local.url(), autocommit=True) as connection:
                connection.execute(f"create database {DATABASE}")  # type: ignore[arg-type]
            migrate(local.url(DATABASE), SCHEMA)
        first, second = folder / "data" / "postgres", folder / "data" / "replica"
        account = server_account(first)
        binaries = chosen(account, folder / "data", major_of(first))
        _copied(first, second, account)
        for cluster in (first, second):
            sockets.append(socket_folder(cluster, None, account))
            servers.append(Server(cluster, account, binaries, sockets[-1]))
        _write(first / "postgresql.auto.conf", "synchronous_standby_names = '*'\n", account)
        told = f"primary_conninfo = 'host={sockets[0]} port={PORT} user=postgres'\nhot_standby_feedback = on\n"
        _write(second / "postgresql.auto.conf", told, account)
        _write(second / "standby.signal", "", account)
        made = Pair(*servers)
        made.primary.start()
        made.join()
        yield made
    finally:
        for server in servers:
            server.end(signal.SIGQUIT)
        for path in (*sockets, folder):
            shutil.rmtree(path, ignore_errors=True)


def _copied(one: Path, other: Path, account: Account) -> None:
    """A whole cluster, of a server that was shut down in order."""
    shutil.copytree(one, other)
    for path in (other, *other.rglob("*")):
        os.chown(path, account.uid, account.gid)
    other.chmod(0o700)


def _write(path: Path, text: str, account: Account) -> None:
    with path.open("a") as file:
        file.write(text)
    os.chown(path, account.uid, account.gid)
