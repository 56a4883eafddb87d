"""Several processes that do the same: started, looked after, and ended together.

They are spawned, not forked: each begins as a new Python and opens what it needs by itself, since connections to the database do
not survive a fork.
"""

from __future__ import annotations

import logging
import os
import signal
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager, suppress
from multiprocessing import connection, get_context, parent_process
from multiprocessing.process import BaseProcess

from ledger.cli.ending import ends_in_order, until_told
from ledger.cli.terminal import SETUP
from ledger.settings import SetupFault

UP_S = 60.0  # for one of them to come up
END_S = 20.0  # for all to end, once told to
PAUSE_S = 1.0  # before one that has died is started again

Work = Callable[..., AbstractContextManager[None]]
_SPAWN = get_context("spawn")
_LOG = logging.getLogger("cardledger.workers")


@contextmanager
def working(work: Work, arguments: tuple[object, ...], many: int) -> Iterator[None]:
    """So many processes, each within `work(*arguments)`. Those that die are started again. All are up when it begins, and have
    ended when it ends.

    work, arguments: must be fit for another process: a function of a module; sockets may be among the arguments. Raises
    SetupFault: one has not come up.
    """
    crew = _Crew(work, arguments, many)
    try:
        crew.begin()
        yield
    finally:
        crew.end()


class _Crew:
    def __init__(self, work: Work, arguments: tuple[object, ...], many: int) -> None:
        self._work, self._arguments, self._many = work, arguments, many
        self._processes: list[BaseProcess] = []
        self._ending = threading.Event()
        self._thread = threading.Thread(target=self._look_after, name="workers", daemon=True)

    def begin(self) -> None:
        """Start all, and wait until they are up."""
        starting = [self._start() for _ in range(self._many)]
        for up in starting:
            if not up.poll(UP_S) or not _heard(up):
                raise SetupFault("A process of the service has not come up; its own words say why.")
        self._thread.start()

    def end(self) -> None:
        """End all; who does not in time is killed."""
        self._ending.set()
        if self._thread.is_alive():
            self._thread.join()
        for process in self._processes:
            process.terminate()
        until = time.monotonic() + END_S
        for process in self._processes:
            process.join(max(0.0, until - time.monotonic()))
            if process.is_alive():
                _LOG.error("Process %s does not end, and is killed", process.pid)
                process.kill()
                process.join()

    def _start(self) -> connection.Connection:
        """A further process. By what is given it says that it is up."""
        hears, says = _SPAWN.Pipe(duplex=False)
        process = _SPAWN.Process(target=_work, args=(self._work, self._arguments, says), daemon=True)
        process.start()
        says.close()
        self._processes.append(process)
        return hears

    def _look_after(self) -> None:
        while not self._ending.wait(PAUSE_S):
            for process in [one for one in self._processes if not one.is_alive()]:
                _LOG.error("Process %s has ended with code %s; another one takes its place", process.pid, process.exitcode)
                self._processes.remove(process)
                self._start().close()


def _heard(up: connection.Connection) -> bool:
    try:
        up.recv_bytes()
    except EOFError:
        return False
    return True


def _work(work: Work, arguments: tuple[object, ...], says: connection.Connection) -> None:
    """What a process does until it is told to end, or its parent is gone."""
    ends_in_order()
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C reaches all; the parent tells when
    threading.Thread(target=_end_with_parent, daemon=True).start()
    try:
        with work(*arguments):
            with suppress(BrokenPipeError):  # one that takes another's place is not waited for
                says.send_bytes(b"up")
            says.close()
            until_told()
    except SetupFault as fault:
        _LOG.error("%s", fault)
        sys.exit(SETUP)


def _end_with_parent() -> None:
    parent = parent_process()
    if parent is not None:
        connection.wait([parent.sentinel])
        os.kill(os.getpid(), signal.SIGTERM)
