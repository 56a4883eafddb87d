"""cardledger books: closing the books up to a moment, reopening them."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime
from typing import Annotated

import typer

from engine.room.desk import Desk
from ledger.books.period import BadPeriod, bound
from ledger.cli.acting import By, by_the_rules, order_of
from ledger.cli.listing import Listing
from ledger.cli.naming import called
from ledger.cli.terminal import REFUSED, AsJson, ledger_here, out, say, stop, tell_json
from ledger.money import closing
from ledger.orders.app import Ledger
from ledger.orders.order import Done, Order
from ledger.registers.naming import staff_named
from ledger.store.ids import BOOKS_STREAM
from ledger.store.times import calendar_day, moment_of

app = typer.Typer(help="Close the books up to a day, reopen them, show what is closed.", no_args_is_help=True)

Zone = Annotated[str, typer.Option("--tz", help="Time zone of a day, as in Europe/Berlin.")]


@app.command("show")
def show_books(as_json: AsJson = False) -> None:
    """Up to when the books are closed, and how often they were closed and reopened."""
    with ledger_here() as place:
        state: Desk = place.ledger.load(BOOKS_STREAM).state
        told = closing.closings(place.ledger, limit=10_000)
        names = staff_named(place.ledger, {one.actor for one in told})
    if as_json:
        listed = [
            {"closes": one.closes, "before": one.before, "reason": one.reason, "actor": one.actor, "at": one.at.isoformat()}
            for one in told
        ]
        tell_json({"closed_before": state.closed or None, "closings": listed})
        return
    out.print(f"Closed for what happened before {state.closed}." if state.closed else "Nothing is closed.")
    if told:
        shown = Listing("when (UTC)", "who", "what", "before", "reason", wraps=("who", "reason"))
        for one in told:
            what = "closed" if one.closes else "reopened"
            shown.add_row(
                f"{one.at:%Y-%m-%d %H:%M}", called(names.get(one.actor), one.actor), what, one.before or "", one.reason or ""
            )
        out.print(shown)


@app.command("close")
def close_books(
    before: Annotated[str, typer.Argument(help="A day, as in 2026-04-01, or a time with its offset: what was earlier is closed.")],
    by: By,
    tz: Zone = "UTC",
    reason: Annotated[str | None, typer.Option(help="Why.")] = None,
    as_json: AsJson = False,
) -> None:
    """Close the books up to the beginning of a day: what happened before it is entered no more."""
    _say(lambda ledger, order: closing.close(ledger, order, _moment(before, tz), reason), by, as_json)


@app.command("reopen")
def reopen_books(
    by: By,
    reason: Annotated[str, typer.Option(help="Why.")],
    before: Annotated[
        str | None,
        typer.Option("--before", help="A day, as in 2026-03-01, or a time with its offset: what was earlier stays closed."),
    ] = None,
    tz: Zone = "UTC",
    as_json: AsJson = False,
) -> None:
    """Reopen the books, wholly or down to an earlier day."""
    moment = None if before is None else _moment(before, tz)
    _say(lambda ledger, order: closing.reopen(ledger, order, moment, reason), by, as_json)


def _say(what: Callable[[Ledger, Order], Done], by: str, as_json: bool) -> None:
    with ledger_here() as place:
        with by_the_rules():
            what(place.ledger, order_of(place.ledger, by))
        closed = place.ledger.load(BOOKS_STREAM).state.closed
    if as_json:
        tell_json({"closed_before": closed or None})
    else:
        out.print(f"Closed for what happened before {closed}." if closed else "Nothing is closed any more.")


def _moment(text: str, tz: str) -> datetime:
    """The first moment of a day in the zone, or a time as it is."""
    given = calendar_day(text) or moment_of(text)
    try:
        at = None if given is None else bound(given, tz, "before")
    except BadPeriod as fault:
        stop(say(fault.saying), REFUSED)
        raise
    if at is None:
        stop(f"{text} is neither a day, as in 2026-04-01, nor a time with its offset, as in 2026-04-01T00:00:00+02:00.", REFUSED)
        raise ValueError(text)
    return at
