"""The audit of the money: every event, and whether the read models are what the events come to. It changes nothing.

The events are read in strides, in one transaction with one snapshot of the database. A read model that lags behind the events is
compared at the position it has reached.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING

import psycopg

from engine.declared import Role
from engine.room.events import BooksClosed, BooksReopened, CreditLimitSet, TableClosed
from engine.saying import Saying
from ledger.audits import money_models as models
from ledger.audits import money_references as references
from ledger.audits import money_registers as registers
from ledger.audits.money_registers import Registers
from ledger.audits.money_rules import Books, Finding
from ledger.money.postings import MIRRORS, POSTING
from ledger.projections.model import Cursor, Place, connect, head, read, views
from ledger.store.kinds import EVENTS, doing, named

if TYPE_CHECKING:
    from ledger.orders.app import Ledger

STRIDE = 5_000  # positions that are looked at at once
FINDINGS_MAX = 1_000
TOPICS = frozenset(POSTING) | MIRRORS | named(BooksClosed, BooksReopened, CreditLimitSet, TableClosed) | doing(Role.FINES)
Progress = Callable[[int, int], None]


@dataclass(frozen=True, slots=True)
class Report:
    """What the audit has seen, and its findings; of very many the first ones.

    position: of the last event. entries, lines: posted. accounts: that are not zero. sum: of all accounts. models: position at
    which each read model of the books was compared; one that is not there has not been made yet. registers: the same of the
    registers and statistics that rest on the books. more: there are further findings.
    """

    position: int
    entries: int
    lines: int
    accounts: int
    sum: int
    models: Mapping[str, int]
    registers: Mapping[str, int]
    findings: tuple[Finding, ...]
    more: bool

    @property
    def ok(self) -> bool:
        """Whether nothing was found."""
        return not self.findings


def audit(ledger: Ledger, progress: Progress | None = None) -> Report:
    """Audit the whole history. progress: called with (positions seen, positions there are) after each stride."""
    books, place, found = Books(), Place(views(ledger)), list[Finding]()
    with connect(ledger) as connection:
        connection.isolation_level = psycopg.IsolationLevel.REPEATABLE_READ
        connection.read_only = True
        with connection.transaction(), connection.cursor() as cursor:
            at = models.reached(cursor, place)
            top = head(cursor, ledger.datastore.schema)
            more = False
            for finding in _findings(cursor, ledger, books, at, top, progress or (lambda _seen, _there: None)):
                if len(found) == FINDINGS_MAX:
                    more = True
                    break
                found.append(finding)
    of_books, others = ({name: at[name] for name in sorted(at) if (name in models.BOOKS) is own} for own in (True, False))
    return Report(top, books.entries, books.lines, len(books.held), books.sum, of_books, others, tuple(found), more)


def _findings(
    cursor: Cursor, ledger: Ledger, books: Books, at: Mapping[str, int], top: int, progress: Progress
) -> Iterator[Finding]:
    place, after, known = Place(views(ledger)), 0, Registers()
    yield from _unknown(cursor, ledger)
    for mark in sorted({*at.values(), top}):
        while after < mark:
            upto = min(after + STRIDE, mark)
            seen = read(cursor, ledger, after, upto, TOPICS)
            for one in seen:
                yield from books.see(one)
                known.see(one)
            if upto <= at.get("journal", 0):
                yield from models.journal(cursor, place, after, upto, seen)
            after = upto
            progress(after, top)
        if mark == at.get("journal"):
            yield from models.sums(cursor, place, books.held)
            yield from models.timed_lines(cursor, place)
        if mark == at.get("balances"):
            yield from models.balances(cursor, place, books.held)
        if mark == at.get("pots"):
            yield from models.pots(cursor, place, books.held)
        if mark == at.get("penalties"):
            yield from registers.register(cursor, place, known, books.held)
        if mark == at.get("statistics"):
            yield from registers.statistics(cursor, place, known)
    yield from books.end_of_append()
    yield from references.findings(cursor.connection, ledger, books.unreadable)
    if books.sum:
        yield Finding("entry", None, None, None, None, 0, books.sum, Saying("All accounts together are not zero."))


def _unknown(cursor: Cursor, ledger: Ledger) -> Iterator[Finding]:
    """Events that this release does not know, so that nobody can say whether they move chips."""
    found = cursor.execute(
        "select distinct on (topic) notification_id, originator_id, originator_version, topic"
        f' from "{ledger.datastore.schema}".events where topic <> all(%s) order by topic, notification_id',
        (sorted(EVENTS),),
    ).fetchall()
    for position, stream, version, topic in found:
        says = Saying("This release knows no such event.")
        yield Finding("readable", position, stream, version, None, Saying("a known event"), topic, says)
