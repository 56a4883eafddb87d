"""The books: up to when they are closed, by whom, and that nothing is entered into what is closed. Rule DESK-3."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import TYPE_CHECKING

from engine.room import commands
from engine.room.desk import Desk
from engine.room.events import BooksClosed, BooksReopened
from engine.room.rulebook import DESK_3
from engine.rules import require
from engine.saying import Saying
from ledger.orders.order import Done, Order
from ledger.orders.permission import has_role
from ledger.store.envelope import Envelope
from ledger.store.ids import BOOKS_STREAM
from ledger.store.times import utc_text

if TYPE_CHECKING:
    from ledger.orders.app import Attempt, Ledger

# An order has its time from when it came. What has come before the books are closed is kept by then, or given up.
UNDER_WAY = timedelta(minutes=10)


@dataclass(frozen=True, slots=True)
class Closing:
    """The books were closed up to `before`, or reopened down to it (RFC 3339, UTC; None: nothing is closed since then). step: of
    their stream."""

    step: int
    closes: bool
    before: str | None
    reason: str | None
    actor: str
    at: datetime

    @classmethod
    def of(cls, envelope: Envelope) -> Closing:
        """What an event tells."""
        x = envelope.event
        if not isinstance(x, BooksClosed | BooksReopened):
            raise TypeError("this event neither closes nor reopens the books")
        return cls(envelope.version, isinstance(x, BooksClosed), x.before, x.reason, envelope.actor, envelope.effective_at)


def close(ledger: Ledger, order: Order, before: datetime, reason: str | None = None) -> Done:
    """DESK-3: what happened before this moment is entered no more, by whomever. By an admin."""
    return _carried_out(ledger, order, commands.CloseBooks(utc_text(before), utc_text(ledger.clock() - UNDER_WAY), reason))


def reopen(ledger: Ledger, order: Order, before: datetime | None, reason: str) -> Done:
    """DESK-3: only what happened before this moment stays closed; None: nothing. By an admin."""
    return _carried_out(ledger, order, commands.ReopenBooks(None if before is None else utc_text(before), reason))


def _carried_out(ledger: Ledger, order: Order, command: commands.CloseBooks | commands.ReopenBooks) -> Done:
    def work(attempt: Attempt) -> None:
        has_role(order.caller, "admin")
        attempt.expect(BOOKS_STREAM, order.if_match)
        attempt.act(BOOKS_STREAM, command)

    return ledger.execute(order, work)


def still_open(attempt: Attempt, at: datetime) -> None:
    """DESK-3: what happened at this moment may still be entered. Who closes the books meanwhile has the attempt decided again.

    Only for what names its time: what happens now is in no closed period. Raises RuleBroken.
    """
    touched = attempt.touched
    desk: Desk = attempt.read(BOOKS_STREAM).state
    attempt.touched = touched
    says = Saying(
        "The books are closed for what happened before {closed}: name a later time, or have an admin reopen them.",
        closed=desk.closed,
    )
    require(utc_text(at) >= desk.closed, DESK_3, says, closed=desk.closed, effective_at=utc_text(at))


def closings(ledger: Ledger, after: int = 0, limit: int = 100) -> list[Closing]:
    """How often the books were closed and reopened, in order, behind a step of their stream."""
    return [Closing.of(ledger.decode(row)) for row in ledger.history(BOOKS_STREAM, after)[:limit]]
