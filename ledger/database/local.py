"""The embedded PostgreSQL: a server of our own on a unix socket, shared by every cardledger process of the same data folder.

The folder holds `postgres/` (the cluster), `server.log`, and two lock files. `lock` is held while somebody starts or stops the
server; `use` is held, shared, by everyone who uses it, and the kernel drops it when a process dies. So the last one out stops the
server, and a process killed with -9 does not count.
"""

from __future__ import annotations

import fcntl
import os
import shutil
import signal
import subprocess
import threading
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from types import MappingProxyType
from typing import IO, Self
from urllib.parse import quote

from ledger.database import presence
from ledger.database.account import Account, server_account
from ledger.database.binaries import Binaries, chosen, examined
from ledger.database.cluster import PORT, SOCKET_NAME, check_reach, major_of, make_cluster, make_folder, socket_folder, sweep
from ledger.settings import SetupFault

LOG_BYTES_MAX = 10_000_000
TICK_S = 0.02
CLUSTER = "postgres"  # in the data folder
NO_OPTIONS: Mapping[str, str] = MappingProxyType({})


class LocalPostgres:
    """One holder of the server of a data folder; `with LocalPostgres(folder) as server: connect(server.url())`.

    `binaries` names a folder of programs to use instead of searching. `options` are PostgreSQL settings for this start; what
    weakens durability is for throwaway servers only. `patience_s` bounds each wait.
    """

    def __init__(
        self, folder: Path, *, binaries: Path | None = None, options: Mapping[str, str] = NO_OPTIONS, patience_s: float = 60
    ) -> None:
        self.folder = folder.resolve()  # one spelling, by which its server is known
        self.cluster = self.folder / CLUSTER
        self.log = self.folder / "server.log"
        self._binaries = binaries
        self._options = dict(options)
        self._patience_s = patience_s
        self._use: IO[bytes] | None = None
        self._sockets: Path | None = None
        self._child: subprocess.Popen[bytes] | None = None
        self._guard = threading.Lock()

    def __enter__(self) -> Self:
        self.start()
        return self

    def __exit__(self, *_: object) -> None:
        self.release()

    def url(self, database: str = "postgres") -> str:
        """The address of a database for the superuser of the cluster; only after `start`."""
        if self._sockets is None:
            raise RuntimeError("the server was not started")
        return f"postgresql://postgres@/{quote(database, safe='')}?host={quote(str(self._sockets), safe='')}&port={PORT}"

    @property
    def pid(self) -> int | None:
        """The process id of the running server, or None."""
        if self._child is not None:
            self._child.poll()  # takes a dead child off the list of processes
        noted = presence.noted(self.cluster)
        return noted.pid if noted and presence.is_postmaster(noted.pid, self.cluster) else None

    def alive(self) -> bool:
        """True while the server of this folder is running."""
        return self.pid is not None or self._answers()

    def hurry(self) -> None:
        """If somebody has told the server to stop, do not let it wait for its clients to leave: they can only go on with the next
        server."""
        noted = presence.noted(self.cluster)
        if noted and noted.stopping and presence.is_postmaster(noted.pid, self.cluster):
            os.kill(noted.pid, signal.SIGINT)

    def start(self) -> None:
        """Make the cluster if there is none, start the server if it does not run, and hold it.

        Also repairs what a kill left behind. While the server is held no new cluster is made: a missing one may be on a disk that
        is missing. Raises SetupFault with a sentence if this machine does not allow it.
        """
        with self._guard:
            make_folder(self.folder)
            with self._locked():
                held = self._use is not None
                try:
                    self._hold()
                    self._bring_up(anew=not held)
                except BaseException as fault:
                    if not held:
                        self._let_go(stops=not isinstance(fault, SetupFault))  # a server that is merely slow goes on with its work
                    raise

    def release(self) -> None:
        """Let go of the server; stops it, cleanly, if nobody else holds it. Does nothing if it is not held."""
        with self._guard:
            if self._use is not None:
                with self._locked():
                    self._let_go(stops=True)

    def _hold(self) -> None:
        """Register as a user of the server before it starts, so that whatever ends us then also ends it; the caller holds the
        lock."""
        if self._use is None:
            self._use = _private(self.folder / "use")
            fcntl.flock(self._use, fcntl.LOCK_SH)

    def _bring_up(self, *, anew: bool) -> None:
        """Have the server run, with a new cluster if there is none and there may be one; the caller holds the lock."""
        sweep(self.folder)
        account = server_account(self.cluster)
        check_reach(self.folder, account)
        self.hurry()
        if self._resume():
            return
        binaries = self._chosen(account)
        if not self.cluster.exists():
            if not anew:
                raise SetupFault(f"The data in {self.cluster} are gone: restore them, or stop and start again.")
            make_cluster(self.cluster, binaries, account, synced=self._options.get("fsync") != "off")
        presence.clear(self.cluster, account, self._patience_s)
        self._launch(binaries, account)

    def _let_go(self, *, stops: bool) -> None:
        """No longer count as a user of the server; the last one stops it. The caller holds the lock."""
        if self._use is None:
            return
        try:
            if stops:
                fcntl.flock(self._use, fcntl.LOCK_EX | fcntl.LOCK_NB)
                self._stop()
        except BlockingIOError:
            pass  # another process uses it and will stop it
        finally:
            self._use.close()
            self._use = None
        if self._child is not None and self._child.poll() is None:
            self._child.returncode = 0  # it lives on without us: not a child to wait for
        self._child = None

    @contextmanager
    def _locked(self) -> Iterator[None]:
        """Exclusive hold on the folder, among threads and processes."""
        with _private(self.folder / "lock") as lock:
            end = time.monotonic() + 2 * self._patience_s
            while True:
                try:
                    fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
                    break
                except BlockingIOError:
                    if time.monotonic() > end:
                        raise SetupFault(
                            f"Another program has been starting or stopping the database in {self.folder} for too long: end it."
                        ) from None
                    time.sleep(TICK_S)
            yield

    def _chosen(self, account: Account) -> Binaries:
        """The programs that fit the cluster, or any for a new one."""
        major = major_of(self.cluster)
        if self._binaries is None:
            return chosen(account, self.folder, major)
        one = examined(self._binaries, account)
        if one is None or major not in {None, one.major}:
            raise SetupFault(f"The programs in {self._binaries} cannot be used for {self.folder} (made by PostgreSQL {major}).")
        return one

    def _resume(self) -> bool:
        """True if the server runs already; waits until it is ready. The caller holds the lock."""
        noted = presence.noted(self.cluster)
        if noted is None:
            return False
        self._sockets = noted.sockets or self._sockets
        if not self.alive():
            return False
        return self._ready(self.alive)

    def _launch(self, binaries: Binaries, account: Account) -> None:
        """Start the server and wait until it takes connections."""
        self._sockets = socket_folder(self.cluster, self._sockets, account)
        if self.log.exists() and self.log.stat().st_size > LOG_BYTES_MAX:
            self.log.replace(self.log.with_suffix(".log.1"))
        settings = {
            "listen_addresses": "",
            "port": str(PORT),
            "unix_socket_directories": '"' + str(self._sockets).replace('"', '""') + '"',
            "unix_socket_permissions": "0700",
            **self._options,
        }
        command = [str(binaries.program("postgres")), "-D", str(self.cluster)]
        for name, value in settings.items():
            command += ["-c", f"{name}={value}"]
        if self._child is not None:
            self._child.poll()  # the one that died: takes it off the list of processes
        with _private(self.log) as log:
            begin = log.tell()
            child = self._child = account.launch(command, log)
        if not self._ready(lambda: child.poll() is None, child.pid):
            self._child = None
            if self._resume():
                return  # a launcher was killed at its work, and its server was first
            with self.log.open("rb") as log:
                log.seek(begin)
                said = log.read()[-2000:].decode(errors="replace").strip()
            raise SetupFault(f"PostgreSQL did not start in {self.folder}. It says:\n{said}\nAll of it is in {self.log}.")

    def _ready(self, lives: presence.Check, pid: int | None = None) -> bool:
        """Wait until the server (of this pid) says that it is ready; False if it dies before."""
        end = time.monotonic() + self._patience_s
        while lives():
            noted = presence.noted(self.cluster)
            if noted and noted.ready and pid in {None, noted.pid}:
                self._sockets = noted.sockets
                return True
            if time.monotonic() > end:
                raise SetupFault(f"PostgreSQL in {self.folder} is not ready after {self._patience_s:g} seconds; see {self.log}.")
            time.sleep(TICK_S)
        return False

    def _stop(self) -> None:
        """Stop the server, cleanly, and wait until it is gone; the caller holds the lock and the server is nobody else's."""
        pid = self.pid
        if pid is None and self._child is not None and self._child.poll() is None:
            pid = self._child.pid  # it has not written its note yet
        end = time.monotonic() + self._patience_s
        if pid is not None:
            os.kill(pid, signal.SIGINT)  # PostgreSQL's fast shutdown
        while pid is not None and presence.is_postmaster(pid, self.cluster):
            if self._child is not None:
                self._child.poll()
            if time.monotonic() > end:
                raise SetupFault(f"PostgreSQL in {self.folder} (process {pid}) does not stop; see {self.log}.")
            time.sleep(TICK_S)
        if self._sockets is not None and self._sockets != self.cluster:
            shutil.rmtree(self._sockets, ignore_errors=True)

    def _answers(self) -> bool:
        """True if somebody listens on the server's socket, whatever process that is."""
        return self._sockets is not None and presence.answers(self._sockets / SOCKET_NAME)


def _private(path: Path) -> IO[bytes]:
    """A file of this account alone, opened to be added to: whoever may open a lock file may also hold its lock."""
    return os.fdopen(os.open(path, os.O_RDWR | os.O_CREAT | os.O_APPEND | os.O_CLOEXEC, 0o600), "a+b")
