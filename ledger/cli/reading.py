"""cardledger statement: what a player has had, for people at a terminal and for machines."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterable
from datetime import date, datetime
from pathlib import Path
from typing import Annotated

import typer
from rich.table import Table

from engine.plain import JsonObject
from ledger.books.moments import Basis
from ledger.cli.books import caught_up
from ledger.cli.listing import Listing
from ledger.cli.naming import A_PLAYER, called
from ledger.cli.terminal import REFUSED, WRONG, AsJson, chips, ledger_here, out, say, speak, stop
from ledger.exports.formats import FORMATS, NotHeld, export
from ledger.exports.table import ENCODINGS, SEPARATORS, Shape
from ledger.registers.naming import player_named
from ledger.statements import WORDINGS, BadPeriod, DoesNotAddUp, StatementLine, Whole, Wording, whole
from ledger.store.times import calendar_day, moment_of

FORMS = ("json", *FORMATS)
Output = Annotated[Path | None, typer.Option("--output", help="Write to this file instead of standard output.")]


def show_statement(
    player: Annotated[str, typer.Argument(help=A_PLAYER)],
    start: Annotated[str | None, typer.Option("--from", help="First day, as in 2026-03-01, or a time with its offset.")] = None,
    end: Annotated[str | None, typer.Option("--to", help="Day after the last, or a time with its offset.")] = None,
    tz: Annotated[str, typer.Option(help="Time zone of the days, as in Europe/Berlin.")] = "UTC",
    effective: Annotated[bool, typer.Option("--effective", help="By the time at the table, not the time recorded.")] = False,
    wallet: Annotated[bool, typer.Option("--wallet", help="The wallet alone: --scope wallet.")] = False,
    scope: Annotated[str, typer.Option(help="all, wallet, stacks, or stack: with the id of a table.")] = "all",
    form: Annotated[str | None, typer.Option("--format", help=f"A file: {', '.join(FORMS)}.")] = None,
    language: Annotated[str | None, typer.Option("--lang", help=f"Language: {', '.join(WORDINGS)}.")] = None,
    separator: Annotated[str | None, typer.Option(help=f"CSV only, what separates cells: {', '.join(SEPARATORS)}.")] = None,
    encoding: Annotated[str | None, typer.Option(help=f"CSV only: {', '.join(ENCODINGS)}.")] = None,
    output: Output = None,
    as_json: AsJson = False,
) -> None:
    """A player's statement of account; one that does not add up is not issued."""
    form = "json" if as_json else form
    if form is not None and form not in FORMS:
        stop(f"There is no format {form}; there are {', '.join(FORMS)}.", REFUSED)
    wording = WORDINGS[speak(language)]
    shape = shape_of(form, separator, encoding)
    first, last = day_or_moment(start), day_or_moment(end)
    with ledger_here() as place:
        player = player_named(place.ledger, player)
        caught_up(place.ledger, ("journal",))
        basis: Basis = "effective" if effective else "recorded"
        try:
            told = whole(place.ledger, player, start=first, end=last, tz=tz, basis=basis, scope="wallet" if wallet else scope)
            if form is None:
                _show(told, wording)
            else:
                _write(told, form, wording, shape, output)
        except (BadPeriod, NotHeld) as fault:
            stop(say(fault.saying), REFUSED)
        except DoesNotAddUp as fault:
            stop(f"The books are damaged: {fault}.", WRONG)


def shape_of(form: str | None, separator: str | None, encoding: str | None) -> Shape | None:
    """How a file of CSV is written; None: another format was asked for."""
    if form != "csv":
        if separator or encoding:
            stop("--separator and --encoding go with --format csv.", REFUSED)
        return None
    shape = Shape(separator or "comma", encoding or "utf-8")
    if shape.separator not in SEPARATORS or shape.encoding not in ENCODINGS:
        stop(f"Separators are {', '.join(SEPARATORS)}; encodings are {', '.join(ENCODINGS)}.", REFUSED)
    return shape


def day_or_moment(text: str | None) -> date | datetime | None:
    """A day or a moment given at the command line."""
    if text is None:
        return None
    found = calendar_day(text) or moment_of(text)
    if found is None:
        stop(f"{text} is neither a day, as in 2026-03-01, nor a time with its offset, as in 2026-03-01T20:00:00+01:00.", REFUSED)
    return found


def _write(told: Whole, form: str, wording: Wording, shape: Shape | None, output: Path | None) -> None:
    """The statement as a file."""
    if form == "json":
        text = json.dumps(_plain(told, wording), ensure_ascii=False) + "\n"
        pieces: Iterable[bytes] = (text.encode(),)
    else:
        pieces = export(told, form, wording, shape)
    written(pieces, output, binary=form == "pdf")


def written(pieces: Iterable[bytes], output: Path | None, *, binary: bool = False) -> None:
    """A file, to where it was asked for. binary: not for a terminal."""
    if output is None:
        if binary and sys.stdout.isatty():
            stop("A PDF is nothing for a terminal: name a file with --output.", REFUSED)
        for piece in pieces:
            typer.echo(piece, nl=False)
        return
    with output.open("wb") as file:
        file.writelines(pieces)


def _show(told: Whole, wording: Wording) -> None:
    """The statement as a table."""
    scale = told.scale
    title = f"{called(told.name, told.wanted.player)}, {wording.scope(told.wanted.scope)}, {told.unit}"
    time = f"{wording.say('time')} ({told.tz}), {wording.basis(told.wanted.basis)}"
    table = Listing(time, wording.say("what"), " ", wording.say("amount"), wording.say("balance"), wraps=(wording.say("what"), " "))
    table.title = title
    for column in table.columns[3:]:
        column.justify = "right"
    table.add_row("", wording.say("opening"), "", "", chips(told.opening, scale))
    for line in told.lines():
        when = f"{told.local(told.moment(line)):%Y-%m-%d %H:%M:%S}"
        where = wording.about(line)
        table.add_row(when, wording.kind(line.kind), where, chips(line.amount, scale), chips(line.balance, scale))
    table.add_row("", wording.say("closing"), "", "", chips(told.closing, scale))
    out.print(table)
    totals = Table(wording.say("totals"), wording.say("lines"), wording.say("received"), wording.say("paid"), wording.say("net"))
    for total in told.totals:
        figures = (chips(figure, scale) for figure in (total.received, total.paid, total.amount))
        totals.add_row(wording.group(total.group), str(total.lines), *figures)
    out.print(totals)


def _plain(told: Whole, wording: Wording) -> JsonObject:
    """The statement for a machine; amounts are decimal strings of smallest units."""
    wanted = told.wanted
    return {
        "player": wanted.player,
        "name": told.name,
        "unit": told.unit,
        "scale": told.scale,
        "from": None if wanted.start is None else wanted.start.isoformat(),
        "to": None if wanted.end is None else wanted.end.isoformat(),
        "tz": told.tz,
        "basis": wanted.basis,
        "scope": wanted.scope,
        "position": wanted.position,
        "opening": str(told.opening),
        "lines": [_line(line, wording) for line in told.lines()],
        "totals": [
            {
                "group": one.group,
                "lines": one.lines,
                "received": str(one.received),
                "paid": str(one.paid),
                "amount": str(one.amount),
            }
            for one in told.totals
        ],
        "closing": str(told.closing),
    }


def _line(line: StatementLine, wording: Wording) -> JsonObject:
    """A line for a machine."""
    return {
        "position": line.position,
        "line": line.line,
        "recorded_at": line.recorded_at.isoformat(),
        "effective_at": line.effective_at.isoformat(),
        "kind": line.kind,
        "words": wording.kind(line.kind),
        "amount": str(line.amount),
        "balance": str(line.balance),
        "account": line.account,
        "counter_account": line.counter_account,
        "game": line.game,
        "table": line.table,
        "table_name": line.table_name,
        "game_number": line.game_number,
        "reference": line.detail.reference,
        "reason": line.detail.reason,
        "corrects": line.detail.corrects,
        "dispute": line.detail.dispute,
        "ruling": line.detail.ruling,
        "about": wording.about(line),
        "stream": line.stream,
        "step": line.step,
    }
