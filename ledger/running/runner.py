"""The runner: takes events into the read models as they come, until it is told to stop. It listens for the notice that every append
sends, and also polls every second, since a notice can be lost. Any number of runners may work on the same ledger. A lost connection
is opened again; a model that fails does not hold up the others.
"""

from __future__ import annotations

import logging
import threading
import time
from collections.abc import Collection
from contextlib import suppress
from types import TracebackType
from typing import TYPE_CHECKING, Self

import psycopg

from ledger.database.connection import SILENCE_SECONDS_MAX, Silent
from ledger.projections import MODELS
from ledger.projections.batch import BATCH, prepare, take
from ledger.projections.model import Connection, Model, connect
from ledger.running.models import EVERY

if TYPE_CHECKING:
    from ledger.orders.app import Ledger

POLL_SECONDS = 1.0  # how long a lost notice can delay the models
LISTEN_SECONDS = 0.1  # how long a stop can go unnoticed
HELD_SECONDS = 0.005  # until rows that another runner holds are tried again
STAND_SECONDS = 5.0  # until a model that failed is tried again
# After these a new connection is made: the old one is lost, belongs to a server that no longer takes writes, or was reset.
GONE = (
    psycopg.OperationalError,
    psycopg.InterfaceError,
    psycopg.errors.ReadOnlySqlTransaction,
    psycopg.errors.InvalidSqlStatementName,
)
FIRST_PAUSE_SECONDS, LAST_PAUSE_SECONDS = 0.05, 2.0  # between attempts to connect

log = logging.getLogger(__name__)


class Runner:
    """Keeps read models at the head of the ledger. `with Runner(ledger): …` runs it in a thread of its own.

    models: names; by default all but those that are run apart. limit: events a batch.
    """

    def __init__(self, ledger: Ledger, models: Collection[str] = tuple(MODELS), limit: int = BATCH) -> None:
        self._ledger = ledger
        self._models: list[Model] = [EVERY[name] for name in models]
        self._limit = limit
        self._stop = threading.Event()
        self._thread: threading.Thread | None = None
        self._standing: dict[str, float] = {}

    def start(self) -> None:
        """Make missing tables, then run in a thread, which makes them itself if the database is away at this moment."""
        with suppress(*GONE):
            prepare(self._ledger, self._models)
        self._thread = threading.Thread(target=self.run, name="projections", daemon=True)
        self._thread.start()

    def stop(self) -> None:
        """End after the batch in hand, and wait for that."""
        self._stop.set()
        if self._thread is not None:
            self._thread.join()
            self._thread = None

    def __enter__(self) -> Self:
        self.start()
        return self

    def __exit__(self, _kind: type[BaseException] | None, _error: BaseException | None, _trace: TracebackType | None) -> None:
        self.stop()

    def run(self, stop: threading.Event | None = None) -> None:
        """Run in this thread until `stop` is set, or `stop()` is called from another."""
        self._stop = stop or self._stop
        pause, silence_s_max = FIRST_PAUSE_SECONDS, SILENCE_SECONDS_MAX
        while not self._stop.is_set():
            try:
                prepare(self._ledger, self._models)
                with connect(self._ledger, silence_s_max) as connection:
                    pause = FIRST_PAUSE_SECONDS
                    self._follow(connection)
            except psycopg.Error as error:
                if isinstance(error, Silent):
                    silence_s_max *= 2  # if it was not the server but a long statement, it can finish
                log.warning("Read models wait for the database: %s", error)
                self._stop.wait(pause)
                pause = min(2 * pause, LAST_PAUSE_SECONDS)

    def _follow(self, connection: Connection) -> None:
        """Take batches and wait for notices, until told to stop or the connection is lost."""
        connection.execute(f'listen "{self._ledger.datastore.schema}_events"')
        while not self._stop.is_set():
            taken = self._take(connection)
            if taken is None:
                self._stop.wait(HELD_SECONDS)
            elif taken == 0:
                self._await_notice(connection)

    def _await_notice(self, connection: Connection) -> None:
        """Return when something was appended, also while the last batch ran, the poll is due, or the stop was asked for."""
        due = time.monotonic() + POLL_SECONDS
        while not self._stop.is_set() and time.monotonic() < due:
            if list(connection.notifies(timeout=LISTEN_SECONDS, stop_after=1)):
                return

    def _take(self, connection: Connection) -> int | None:
        """A batch for all models together; if that fails, for each by itself, so that only the failing one is set aside for a
        while."""
        now = time.monotonic()
        going = [model for model in self._models if self._standing.get(model.name, 0.0) <= now]
        if not going:
            return 0
        try:
            return take(connection, self._ledger, going, self._limit)
        except GONE:
            raise
        except Exception:
            log.exception("A batch failed; each model is tried by itself")
        taken = [self._take_one(connection, model) for model in going]
        return max((each for each in taken if each is not None), default=None)

    def _take_one(self, connection: Connection, model: Model) -> int | None:
        try:
            return take(connection, self._ledger, [model], self._limit)
        except GONE:
            raise
        except Exception:
            log.exception("The read model %r stands still", model.name)
            self._standing[model.name] = time.monotonic() + STAND_SECONDS
            return 0
