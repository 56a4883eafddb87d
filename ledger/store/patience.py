"""Queries to the database, repeated after a lost connection while patience lasts. After that the caller is told what is known:
nothing was done, or it is unknown whether it was.
"""

from collections.abc import Callable
from math import inf
from time import monotonic, sleep
from typing import TypeVar

import psycopg

from ledger.database.connection import LedgerConnection, Silent
from ledger.database.datastore import LedgerDatastore
from ledger.store.errors import OutcomeUnknown, Unavailable

PATIENCE_SECONDS = 20.0
PAUSE_SECONDS = 0.05
PAUSE_SECONDS_MAX = 1.0
AWAY_SECONDS = 0.5  # how long a query waits for a connection to a server that has been away longer than patience lasts
# SQLSTATEs that mean that the connection is gone, or the server is going or coming.
LOST = frozenset({"57P01", "57P02", "57P03", "57P05"})
DEADLY = frozenset({"FATAL", "PANIC"})  # the server's word for errors after which the connection is gone, whatever the SQLSTATE
# SQLSTATEs of a connection that is useless although it stands; nothing was done on it.
READ_ONLY = "25006"  # the server has become a replica, or takes no writes
FORGOTTEN = frozenset({"26000", "42P05"})  # its prepared statements are not those that were prepared on it

T = TypeVar("T")


def is_lost(error: psycopg.Error) -> bool:
    """Whether the connection is lost, so that nobody knows what became of the statement."""
    state = error.sqlstate
    if state is None:
        return isinstance(error, psycopg.OperationalError | psycopg.InterfaceError)
    return state in LOST or state.startswith("08") or error.diag.severity_nonlocalized in DEADLY


class Patience:
    """How long the database is waited for: `seconds` for each question, and no longer than that since it went away."""

    def __init__(self, datastore: LedgerDatastore, seconds: float = PATIENCE_SECONDS) -> None:
        self.seconds = seconds
        self._datastore = datastore
        self._away_since: float | None = None

    def ask(self, question: Callable[[LedgerConnection], T], *, settles: bool = True) -> T:
        """The answer of the database.

        Patience also ends when the database has been away that long: from then on each question is tried once and answered soon,
        so that callers do not pile up. settles: asking twice is harmless, since a key or the nature of the question makes it so.
        Otherwise once. Raises OutcomeUnknown: also if the replicas have not confirmed it; Unavailable: nothing was done.
        """
        until, pause, doubtful = monotonic() + self.seconds, PAUSE_SECONDS, False
        while True:
            sent = False
            try:
                with self._datastore.get_connection(AWAY_SECONDS if self._away_until() < monotonic() else None) as connection:
                    sent = True
                    answer = _answer(connection, question)
                self._away_since = None
                return answer
            except psycopg.Error as error:
                useless = _is_useless(error)
                if not useless and not is_lost(error):
                    self._away_since = None
                    if isinstance(error, psycopg.OperationalError | psycopg.InterfaceError):
                        # A lock or a resource not had in time: rolled back. A try before this one perhaps was not.
                        raise (OutcomeUnknown if doubtful else Unavailable) from error
                    raise
                doubtful = doubtful or (sent and not useless)
                if doubtful and not settles:
                    raise OutcomeUnknown from error
                if self._away_since is None:
                    self._away_since = monotonic()
                if monotonic() + pause > min(until, self._away_until()):
                    raise (OutcomeUnknown if doubtful else Unavailable) from error
                whole_server = isinstance(error, Silent) or error.sqlstate == READ_ONLY
            sleep(pause)
            pause = min(2 * pause, PAUSE_SECONDS_MAX)
            if whole_server:
                self._datastore.drop_all()
            else:
                self._datastore.drop_dead()

    def _away_until(self) -> float:
        """When a database that is away will have been away too long; never, if it is there."""
        since = self._away_since
        return inf if since is None else since + self.seconds


def _answer(connection: LedgerConnection, question: Callable[[LedgerConnection], T]) -> T:
    """The answer on this connection, which is closed if it is useless for another query."""
    connection.unconfirmed = False
    try:
        answer = question(connection)
    except psycopg.Error as error:
        if _is_useless(error):
            connection.close()
        elif isinstance(error, psycopg.ProgrammingError) and not connection.closed and connection.was_reset():
            connection.close()
            raise psycopg.errors.InvalidSqlStatementName("the session was reset") from error
        raise
    if connection.unconfirmed:
        raise OutcomeUnknown
    return answer


def _is_useless(error: psycopg.Error) -> bool:
    """Whether the connection has become useless and nothing was done."""
    return error.sqlstate == READ_ONLY or error.sqlstate in FORGOTTEN
