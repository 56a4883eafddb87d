"""Has everybody told of what he is to be told of, until it is told to stop: finds messages, and sends them.

One thread looks for events that have come, by the notice that every append gives and every second besides; some others send. Any
number of processes may do this for one ledger: the outbox sees to it that no two send the same at a time. A lost database is waited
for; a process that dies leaves nothing undone that another, or itself started again, does not do.
"""

from __future__ import annotations

import logging
import threading
import time
from collections.abc import Callable, Sequence
from datetime import UTC, datetime
from types import TracebackType
from typing import TYPE_CHECKING, Self

import psycopg

from ledger.database.connection import SILENCE_SECONDS_MAX
from ledger.notices import letters, mail, posting, webhooks
from ledger.notices.guard import Guard, UnfitAddress, fit_url
from ledger.notices.outbox import BACKOFF_S, GATHER_S, Leased, Outbox, event_at, fill, fill_mail, waiting
from ledger.projections.model import Connection, connect, views
from ledger.store.errors import LedgerError
from ledger.store.patience import Patience
from ledger.words.catalogues import SOURCE

if TYPE_CHECKING:
    from ledger.orders.app import Ledger
    from ledger.settings import Smtp

SENDERS = 3
POLL_S = 1.0  # how long a lost notice, or what is due again, can wait
LISTEN_S = 0.1  # how long a stop can be overlooked
LEASE_S = 90.0  # longer than one message can take: a host is looked up for 30 seconds at most
PATIENCE_S = 1.0  # for a database that is away, before the thing in hand is given up
STOP_S = 2.0  # for what is being sent at the end; what takes longer is sent again by another
PAUSE_S = 0.5
AWAY = (psycopg.OperationalError, psycopg.InterfaceError, psycopg.errors.ReadOnlySqlTransaction)

log = logging.getLogger(__name__)
logging.getLogger("httpcore").setLevel(logging.WARNING)


class Deliverer:
    """`with Deliverer(ledger): …` tells receivers in threads of its own.

    guard: where messages may go. allowed: hosts of one's own. smtp: the server for mail, None if none is sent; gather_s: how long
    notices are gathered for one mail. lease_s, backoff_s: see `outbox.py`. sent: called with every message after it was sent and
    before that is written down; for tests.
    """

    def __init__(
        self,
        ledger: Ledger,
        *,
        allowed: frozenset[str] = frozenset(),
        guard: Guard | None = None,
        lease_s: float = LEASE_S,
        backoff_s: Sequence[float] = BACKOFF_S,
        whole_s: float = posting.WHOLE_S,
        poll_s: float = POLL_S,
        smtp: Smtp | None = None,
        gather_s: float = GATHER_S,
        sent: Callable[[Leased], None] | None = None,
    ) -> None:
        self._ledger, self._allowed = ledger, allowed
        self._guard = guard or Guard(allowed)
        self._patience = Patience(ledger.datastore, PATIENCE_S)
        self._smtp, self._gather_s = smtp, gather_s
        self._channels = ("webhook",) if smtp is None else ("webhook", "mail")
        self._outbox = Outbox(self._patience, lease_s=lease_s, backoff_s=backoff_s, channels=self._channels)
        self._whole_s, self._poll_s, self._sent = whole_s, poll_s, sent
        self._stop = threading.Event()
        self._work = threading.Condition()
        self._threads: list[threading.Thread] = []

    def __enter__(self) -> Self:
        jobs = [self._find, *[self._send] * SENDERS]
        self._threads = [threading.Thread(target=job, name="notices", daemon=True) for job in jobs]
        for thread in self._threads:
            thread.start()
        return self

    def __exit__(self, _kind: type[BaseException] | None, _error: BaseException | None, _trace: TracebackType | None) -> None:
        self._stop.set()
        self._wake()
        end = time.monotonic() + STOP_S
        for thread in self._threads:
            thread.join(max(0.0, end - time.monotonic()))

    def _wake(self) -> None:
        with self._work:
            self._work.notify_all()

    def _find(self) -> None:
        """Enter what has come into the outbox, and wake those who send when anything is due."""
        while not self._stop.is_set():
            try:
                with connect(self._ledger, SILENCE_SECONDS_MAX) as connection:
                    self._follow(connection)
            except AWAY as error:
                log.warning("Notices wait for the database: %s", error)
            except Exception:
                log.exception("Notices stand still for a moment")
            self._stop.wait(PAUSE_S)

    def _follow(self, connection: Connection) -> None:
        schema = self._ledger.datastore.schema
        connection.execute("select set_config('search_path', %s, false)", (schema,))
        connection.execute(f'listen "{schema}_events"')
        while not self._stop.is_set():
            with connection.transaction(), connection.cursor() as cursor:
                passed = fill(cursor)
                if self._smtp is not None:
                    fill_mail(cursor, views(self._ledger), self._gather_s)
            with connection.cursor() as cursor:
                due = waiting(cursor, self._channels)
            if due:
                self._wake()
            if not passed:
                self._await_notice(connection)

    def _await_notice(self, connection: Connection) -> None:
        due = time.monotonic() + self._poll_s
        while not self._stop.is_set() and time.monotonic() < due:
            if list(connection.notifies(timeout=min(LISTEN_S, self._poll_s), stop_after=1)):
                return

    def _send(self) -> None:
        """Send what is due, one after the other."""
        while not self._stop.is_set():
            try:
                leased = self._outbox.lease()
                if leased is not None:
                    self._told(leased)
                    continue
            except (*AWAY, LedgerError) as error:
                log.warning("Notices wait for the database: %s", error)
            except Exception:
                log.exception("A notice could not be sent")
            with self._work:
                if not self._stop.is_set():
                    self._work.wait(self._poll_s)

    def _told(self, leased: Leased) -> None:
        """Send it; a fault of ours counts as a try, so that it does not go on for ever."""
        try:
            self._tell(leased)
        except (*AWAY, LedgerError):
            raise
        except Exception:
            log.exception("A message to %s could not be made", leased.receiver)
            self._outbox.failed(leased, "the message could not be made")

    def _tell(self, leased: Leased) -> None:
        """One message, as its receiver may see it now."""
        if leased.channel == "mail" and self._smtp is not None:
            self._mail(leased, self._smtp)
            return
        (position,) = leased.positions
        event = event_at(self._patience, position)
        key = webhooks.key_of(self._ledger, leased.key)
        if event is None or key is None or not letters.may_see(key, event[0]):
            self._outbox.arrived(leased, told=False)
            return
        body = letters.body(position, *event[1:])
        head = posting.headers(
            webhooks.secrets_of(self._ledger, leased.receiver),
            posting.message_id(leased.receiver, position, event[2]),
            datetime.now(UTC),
            body,
        )
        self._close(leased, self._post(leased.address, head, body), refused="gone")

    def _close(self, leased: Leased, outcome: posting.Outcome, refused: str) -> None:
        """Write down what came of it."""
        if self._sent is not None:
            self._sent(leased)
        if outcome.ok:
            self._outbox.arrived(leased)
        elif outcome.gone:
            self._outbox.gone(leased, refused)
        else:
            self._outbox.failed(leased, outcome.wrong, outcome.after_s)

    def _mail(self, leased: Leased, smtp: Smtp) -> None:
        """One mail with all that its reader has not read meanwhile; or the code by which he confirms the address."""
        letter = letters.mailed(self._ledger, leased.receiver, leased.subject, leased.language or SOURCE, leased.positions)
        if letter is None:
            self._outbox.arrived(leased, told=False)
            return
        self._close(leased, mail.send(smtp, leased.address, letter, seconds=self._whole_s), refused="refused")

    def _post(self, url: str, head: list[tuple[str, str]], body: bytes) -> posting.Outcome:
        try:
            fit_url(url, self._allowed)  # the settings may have been others when it was registered
        except UnfitAddress as error:
            return posting.Outcome(ok=False, wrong=error.says)
        return posting.post(url, head, body, self._guard, whole_s=self._whole_s)
