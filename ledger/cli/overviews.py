"""cardledger balances, settle-up, statements: what all have, who owes whom, the statements of a month."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Annotated

import typer

from ledger.books import balances, settling
from ledger.books.moments import Basis
from ledger.books.period import bounds
from ledger.cli.listing import Listing
from ledger.cli.money import books, moment_given
from ledger.cli.naming import called, the_table
from ledger.cli.reading import Output, day_or_moment, shape_of, written
from ledger.cli.terminal import REFUSED, AsJson, chips, out, say, speak, stop, tell_json
from ledger.exports import archive, balances_table
from ledger.exports.formats import FORMATS, NotHeld
from ledger.people import people
from ledger.statements import WORDINGS

Zone = Annotated[str, typer.Option("--tz", help="Time zone of the days, as in Europe/Berlin.")]
Effective = Annotated[bool, typer.Option("--effective", help="By the time it happened, not the time recorded.")]


def show_balances(
    as_of: Annotated[str | None, typer.Option("--as-of", help="Just before this time, as in 2026-03-01T20:00:00+01:00.")] = None,
    effective: Effective = False,
    at_position: Annotated[int | None, typer.Option("--at-position", help="As the books stood after this event.", min=0)] = None,
    form: Annotated[str | None, typer.Option("--format", help="csv, for a file.")] = None,
    separator: Annotated[str | None, typer.Option(help="Of CSV: comma, semicolon or tab.")] = None,
    encoding: Annotated[str | None, typer.Option(help="Of CSV: utf-8, utf-8-bom, windows-1251 or windows-1252.")] = None,
    output: Output = None,
    as_json: AsJson = False,
) -> None:
    """What every player has, in his wallet and at tables: now, or at a moment."""
    moment, shape = moment_given(as_of), shape_of(form, separator, encoding)
    if form not in {None, "csv"}:
        stop("A list of balances is written as csv.", REFUSED)
    with books() as place:
        ledger = place.ledger
        if at_position is not None and at_position > ledger.head():
            stop(f"The last event is at position {ledger.head()}.", REFUSED)
        told, position = balances.everybody(ledger, moment, _basis(effective), at_position)
        names = people.names(ledger, {one.player for one in told})
        unit, scale = ledger.unit, ledger.scale
    if shape is not None:
        try:
            written(balances_table.write(told, names, unit, scale, position, shape), output)
        except NotHeld as fault:
            stop(say(fault.saying), REFUSED)
        return
    if as_json:
        figures = [{"wallet": str(one.wallet), "total": str(one.total)} for one in told]
        listed = [{"player": one.player, "name": names.get(one.player), **has} for one, has in zip(told, figures, strict=True)]
        tell_json({"unit": unit, "scale": scale, "position": position, "balances": listed})
        return
    shown = Listing("player", "wallet", "at tables", "together", wraps="player")
    shown.title = f"Balances, in {unit}"
    for one in told:
        cells = [chips(amount, scale) for amount in (one.wallet, one.total - one.wallet, one.total)]
        shown.add_row(called(names.get(one.player), one.player), *cells)
    for column in shown.columns[1:]:
        column.justify = "right"
    out.print(shown)


def settle_up(
    table: Annotated[str | None, typer.Argument(help="A table, by its name or id; without it, all tables.")] = None,
    start: Annotated[str | None, typer.Option("--from", help="First day, as in 2026-03-01, or a time with its offset.")] = None,
    end: Annotated[str | None, typer.Option("--to", help="Day after the last, or a time with its offset.")] = None,
    tz: Zone = "UTC",
    recorded: Annotated[bool, typer.Option("--recorded", help="By the time recorded, not the time it happened.")] = False,
    as_json: AsJson = False,
) -> None:
    """Who has won and lost what in an evening, and the fewest payments that settle it. It moves no chips."""
    if table is None and start is None and end is None:
        stop("Name a table, a period, or both.", REFUSED)
    with books() as place:
        ledger = place.ledger
        since, until = bounds(day_or_moment(start), day_or_moment(end), tz)
        told = settling.settling(ledger, the_table(ledger, table), since, until, _basis(not recorded))
        names = people.names(ledger, set(told.results) - {settling.HOUSE})
        unit, scale = ledger.unit, ledger.scale
    if as_json:
        paid = [{"payer": one.payer, "payee": one.payee, "amount": str(one.chips)} for one in told.payments]
        results = {who: str(amount) for who, amount in told.results.items()}
        tell_json(
            {
                "unit": unit,
                "scale": scale,
                "results": results,
                "payments": paid,
                "games": told.games,
                "running": list(told.running),
                "position": told.position,
            }
        )
        return
    shown = Listing("who", "won or lost", wraps="who")
    shown.title = f"{told.games} games, in {unit}"
    shown.columns[1].justify = "right"
    for who, amount in told.results.items():
        shown.add_row(_called(names, who), chips(amount, scale))
    out.print(shown)
    for one in told.payments:
        out.print(f"{_called(names, one.payer)} pays {_called(names, one.payee)} {chips(one.chips, scale)}.", markup=False)
    if told.running:
        out.print(f"Not counted, since not over: {', '.join(told.running)}.", markup=False)


def write_statements(
    month: Annotated[str, typer.Argument(help="The month, as in 2026-03.")],
    output: Annotated[Path, typer.Option("--output", help="The ZIP to write.")],
    form: Annotated[str, typer.Option("--format", help=f"{', '.join(FORMATS)}.")] = "pdf",
    tz: Zone = "UTC",
    effective: Effective = False,
    language: Annotated[str | None, typer.Option("--lang", help=f"{', '.join(WORDINGS)}; else that of the environment.")] = None,
) -> None:
    """The statements of all players for a month, numbered, as one ZIP with a list of them."""
    if form not in FORMATS:
        stop(f"A statement is written as {', '.join(FORMATS)}.", REFUSED)
    with books() as place:
        wanted = archive.month_of(month)
        try:
            made = archive.write(place.ledger, wanted, form, WORDINGS[speak(language)], tz=tz, basis=_basis(effective))
        except NotHeld as fault:
            stop(say(fault.saying), REFUSED)
            raise
        written(archive.pieces(made), output)
    out.print(f"{output} is written.", markup=False)


def _basis(effective: bool) -> Basis:
    return "effective" if effective else "recorded"


def _called(names: Mapping[str, str], who: str) -> str:
    return "the house" if who == settling.HOUSE else called(names.get(who), who)
