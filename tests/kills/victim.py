"""The service in a process of its own, on a data folder of its own, and its embedded PostgreSQL: started, killed and looked at."""

from __future__ import annotations

import os
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from urllib.parse import quote

import httpx
import psycopg

from ledger.database import presence
from ledger.database.account import server_account
from ledger.database.cluster import PORT, SOCKET_NAME
from ledger.running.opening import DATABASE
from tests.api.program import ROOT, environment

WAIT_S = 60
SERVE = (sys.executable, "-m", "api.cli", "serve")
WRITER = "usename = 'cardledger_service' and query like '%append_events%'"
RUNNER = "usename = 'cardledger_service' and query like '%tracking%for update skip locked%'"


def until(holds: Callable[[], object], what: str) -> None:
    """Wait, with a bound, until something holds."""
    end = time.monotonic() + WAIT_S
    while not holds():
        assert time.monotonic() < end, f"not within {WAIT_S} s: {what}"
        time.sleep(0.01)


class Victim:
    """A data folder, a port, and the programs that serve them. commands: each is one process; the first one serves HTTP."""

    def __init__(self, *commands: tuple[str, ...]) -> None:
        self._base = Path(tempfile.mkdtemp(prefix="cardledger-kills-")).resolve()
        self._base.chmod(0o755)  # the server's account passes through
        self._commands = commands or (SERVE,)
        self.data = self._base / "data"
        self.cluster = self.data / "postgres"
        self.log = self._base / "log"
        with socket.socket() as probe:
            probe.bind(("127.0.0.1", 0))
            self.port = str(probe.getsockname()[1])
        self.url = f"http://127.0.0.1:{self.port}"
        self.processes: list[subprocess.Popen[bytes]] = []

    def start(self) -> None:
        """Start the programs and wait until the service can work."""
        self.launch()
        until(self.is_ready, "the service is ready")

    def launch(self) -> None:
        """Start the programs."""
        settings = environment(CARDLEDGER_DATA=str(self.data), CARDLEDGER_PORT=self.port)
        with self.log.open("ab") as log:
            for command in self._commands:
                started = subprocess.Popen(command, env=settings, stdout=log, stderr=log, cwd=ROOT, start_new_session=True)
                self.processes.append(started)

    def is_ready(self) -> bool:
        """Whether it says that it can work. Fails if a program has ended."""
        assert all(process.poll() is None for process in self.processes), self.log.read_text()
        with suppress(httpx.HTTPError):
            return httpx.get(f"{self.url}/readyz", timeout=5).status_code == 200
        return False

    def kill(self) -> None:
        """kill -9 of the programs and their own processes; their database, which is not among these, lives on."""
        for process in self.processes:
            os.killpg(process.pid, signal.SIGKILL)
        self._wait()

    def end(self, *, twice: bool = False) -> list[int]:
        """End the programs as one should, saying it twice if asked to: their exit codes."""
        for number in [signal.SIGTERM] * (1 + twice):
            for process in self.processes:
                process.send_signal(number)
        return self._wait()

    def _wait(self) -> list[int]:
        codes = [process.wait(WAIT_S) for process in self.processes]
        self.processes = []
        return codes

    def postmaster(self) -> int:
        """The process of the database server."""
        note = presence.noted(self.cluster)
        assert note is not None
        assert presence.is_postmaster(note.pid, self.cluster)
        return note.pid

    def kill_postmaster(self) -> int:
        """kill -9 of the database server alone; who it was."""
        pid = self.postmaster()
        os.kill(pid, signal.SIGKILL)
        return pid

    def is_new(self, postmaster: int) -> bool:
        """Whether another server has come up by itself in place of this one."""
        note = presence.noted(self.cluster)
        return note is not None and note.pid != postmaster and note.ready

    def backend(self, whose: str) -> int:
        """The process behind one of the service's connections: WRITER or RUNNER."""
        found: list[int] = []

        def look() -> bool:
            with suppress(psycopg.OperationalError), psycopg.connect(self.admin_url, autocommit=True) as connection:
                found.extend(pid for (pid,) in connection.execute(f"select pid from pg_stat_activity where {whose}"))
            return bool(found)

        until(look, f"a connection with {whose}")
        return found[0]

    @property
    def admin_url(self) -> str:
        """The club's database, for the superuser of the cluster."""
        note = presence.noted(self.cluster)
        assert note is not None
        return f"postgresql://postgres@/{DATABASE}?host={quote(str(note.sockets), safe='')}&port={PORT}"

    def left_behind(self) -> list[str]:
        """What should not be there once everything has ended: processes, notes, sockets."""
        processes = [f"process {pid}" for pid in presence.orphans(self.cluster, server_account(self.cluster))]
        notes = [name for name in ("postmaster.pid", SOCKET_NAME, f"{SOCKET_NAME}.lock") if (self.cluster / name).exists()]
        return processes + notes + [path.name for path in self.data.glob("making-*")]

    def clear(self) -> None:
        """End whatever still lives, and remove the folder."""
        self.kill()
        note = presence.noted(self.cluster)
        if note and presence.is_postmaster(note.pid, self.cluster):
            os.kill(note.pid, signal.SIGQUIT)
            until(lambda: not presence.is_postmaster(note.pid, self.cluster), "the database has ended")
        shutil.rmtree(self._base)
