"""Deleting stored answers that nobody will ask for again: once a day, beside whatever else the process does.

Answers under idempotency keys are kept for 30 days, refusals for ever; the database itself sees to that. Any number of processes
may do this at the same time.
"""

from __future__ import annotations

import logging
import threading
from types import TracebackType
from typing import TYPE_CHECKING, Self

import psycopg

from ledger.store.errors import LedgerError

if TYPE_CHECKING:
    from ledger.orders.app import Ledger

DAY_SECONDS = 86_400.0
FIRST_SECONDS = 60.0  # after the start: a service that is restarted every day purges too
AGAIN_SECONDS = 3_600.0  # after a failure

log = logging.getLogger(__name__)


class DailyPurge:
    """`with DailyPurge(ledger): …` forgets old answers a minute after the start and every day from then on, in its own thread."""

    def __init__(
        self, ledger: Ledger, *, first_s: float = FIRST_SECONDS, every_s: float = DAY_SECONDS, again_s: float = AGAIN_SECONDS
    ) -> None:
        self._ledger = ledger
        self._first_s, self._every_s, self._again_s = first_s, every_s, again_s
        self._stop = threading.Event()
        self._thread = threading.Thread(target=self._run, name="purge", daemon=True)

    def __enter__(self) -> Self:
        self._thread.start()
        return self

    def __exit__(self, _kind: type[BaseException] | None, _error: BaseException | None, _trace: TracebackType | None) -> None:
        self._stop.set()
        self._thread.join()

    def _run(self) -> None:
        pause = self._first_s
        while not self._stop.wait(pause):
            try:
                gone = self._ledger.purge_answers()
                log.info("Forgot %s answers that were older than 30 days", gone)
                pause = self._every_s
            except (LedgerError, psycopg.Error) as error:
                log.warning("Old answers are forgotten later: %s", error)
                pause = self._again_s
