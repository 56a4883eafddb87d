"""The books, and what was closed and reopened in them, as JSON."""

from api.http.answers import Members, raws
from engine.room.commands import DeskCommand
from engine.room.desk import Desk
from ledger.money.closing import Closing
from ledger.orders.order import Decided
from ledger.store.ids import BOOKS_STREAM
from ledger.store.streams import Stream


def books(stream: Stream[Desk, DeskCommand]) -> Members:
    """Up to when they are closed."""
    state: Desk = stream.state
    return {"closed_before": state.closed or None, "version": stream.version}


def changed(decided: Decided) -> Members:
    """The same after what was decided, with its event."""
    return {**books(decided.streams[BOOKS_STREAM]), "events": raws(row.state for row in decided.rows)}


def closing(told: Closing) -> Members:
    """One closing, or one reopening."""
    return {
        "step": told.step,
        "closes": told.closes,
        "before": told.before,
        "reason": told.reason,
        "actor": told.actor,
        "at": told.at,
    }
