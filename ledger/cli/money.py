"""cardledger balance, cash, debts: what a player has at a moment, what the cash desk took, who owes."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import asdict
from datetime import datetime
from importlib import import_module
from typing import Annotated

import typer

from engine.plain import JsonObject
from ledger.books import balances, desk, receipts
from ledger.books import debts as owed
from ledger.books.period import BadPeriod
from ledger.cli.acting import By, by_the_rules, order_of
from ledger.cli.amounts import ask_about_the_point, typed
from ledger.cli.books import caught_up
from ledger.cli.listing import Listing
from ledger.cli.naming import A_PLAYER, called
from ledger.cli.reading import Output, shape_of, written
from ledger.cli.terminal import REFUSED, AsJson, chips, ledger_here, out, say, speak, stop, tell_json
from ledger.exports import desk_table
from ledger.exports.formats import NotHeld
from ledger.exports.table import ENCODINGS, SEPARATORS, Shape
from ledger.orders.app import Ledger
from ledger.people import people
from ledger.registers.naming import player_named, staff_named, tables_named
from ledger.running.opening import Place
from ledger.statements import WORDINGS, Wording
from ledger.store.times import moment_of

PAGE = 1000
MODELS = ("journal", "balances", "tables")

cash = typer.Typer(help="The cash desk: its report, and counts of it.", no_args_is_help=True)


@contextmanager
def books() -> Iterator[Place]:
    """The opened ledger, its books up to date."""
    with ledger_here() as place:
        caught_up(place.ledger, MODELS, MODELS)
        try:
            yield place
        except BadPeriod as fault:
            stop(say(fault.saying), REFUSED)


def show_balance(
    player: Annotated[str, typer.Argument(help=A_PLAYER)],
    as_of: Annotated[str | None, typer.Option("--as-of", help="Just before this time, as in 2026-03-01T20:00:00+01:00.")] = None,
    effective: Annotated[bool, typer.Option("--effective", help="By the time it happened, not the time recorded.")] = False,
    at_position: Annotated[int | None, typer.Option("--at-position", help="As the books stood after this event.", min=0)] = None,
    as_json: AsJson = False,
) -> None:
    """What a player has, in his wallet and at tables: now, or at a moment."""
    moment = moment_given(as_of)
    with books() as place:
        ledger = place.ledger
        player = player_named(ledger, player)
        if at_position is not None and at_position > ledger.head():
            stop(f"The last event is at position {ledger.head()}.", REFUSED)
        has = balances.balance(ledger, player, moment, "effective" if effective else "recorded", at_position)
        name, unit, scale = people.name_of(ledger, player), ledger.unit, ledger.scale
        tables = tables_named(ledger, has.stacks)
    if as_json:
        stacks = {table: str(amount) for table, amount in has.stacks.items()}
        told: JsonObject = {
            "player": player,
            "name": name,
            "unit": unit,
            "scale": scale,
            "wallet": str(has.wallet),
            "stacks": stacks,
        }
        tell_json({**told, "total": str(has.total), "position": has.position})
        return
    shown = Listing("where", unit, wraps="where")
    shown.title = called(name, player)
    shown.columns[1].justify = "right"
    at_tables = [(f"table {called(tables.get(table), table)}", stack) for table, stack in has.stacks.items()]
    for where, amount in (("wallet", has.wallet), *at_tables):
        shown.add_row(where, chips(amount, scale))
    shown.add_row("together", chips(has.total, scale))
    out.print(shown)


def moment_given(text: str | None) -> datetime | None:
    """A time given at the command line."""
    if text is None:
        return None
    at = moment_of(text)
    if at is None:
        stop(f"{text} is no time with its offset; write it as in 2026-03-01T20:00:00+01:00.", REFUSED)
    return at


def show_debts(as_json: AsJson = False) -> None:
    """Players whose wallet is below zero: how much, since when, and what exceeds the credit limit."""
    found: list[owed.Debt] = []
    with books() as place:
        after: str | None = ""
        while after is not None:
            some, after = owed.debts(place.ledger, after, PAGE)
            found += some
        names = people.names(place.ledger, {debt.player for debt in found})
        unit, scale = place.ledger.unit, place.ledger.scale
    if as_json:
        tell_json({"unit": unit, "scale": scale, "debts": [_debt(debt, names.get(debt.player)) for debt in found]})
        return
    if not found:
        out.print("Nobody owes anything.")
        return
    shown = Listing("player", "who", "owes", "limit", "beyond", "since (UTC)", "by", wraps="who")
    shown.title = f"Debts, in {unit}"
    for debt in found:
        amounts = (chips(amount, scale) for amount in (debt.owed, debt.limit, debt.beyond))
        shown.add_row(debt.player, names.get(debt.player, ""), *amounts, f"{debt.since:%Y-%m-%d %H:%M}", debt.kind)
    for column in shown.columns[2:5]:
        column.justify = "right"
    out.print(shown)


def _debt(debt: owed.Debt, name: str | None) -> JsonObject:
    amounts = {"owed": str(debt.owed), "credit_limit": str(debt.limit), "beyond_limit": str(debt.beyond)}
    return {"player": debt.player, "name": name, **amounts, "since": debt.since.isoformat(), "kind": debt.kind}


@cash.command("report")
def show_report(
    start: Annotated[str | None, typer.Option("--from", help="First day, as in 2026-03-01; today if left out.")] = None,
    end: Annotated[str | None, typer.Option("--to", help="Day after the last.")] = None,
    tz: Annotated[str, typer.Option(help="Time zone of the days, as in Europe/Berlin.")] = "UTC",
    effective: Annotated[bool, typer.Option("--effective", help="By the time it happened, not the time recorded.")] = False,
    cashier: Annotated[str | None, typer.Option(help="In a file: entries of this cashier alone, by his id.")] = None,
    form: Annotated[str | None, typer.Option("--format", help="csv or pdf: a file with every entry and its receipt.")] = None,
    separator: Annotated[str | None, typer.Option(help=f"Of CSV: {', '.join(SEPARATORS)}.")] = None,
    encoding: Annotated[str | None, typer.Option(help=f"Of CSV: {', '.join(ENCODINGS)}.")] = None,
    language: Annotated[str | None, typer.Option("--lang", help="Of the file; default: that of the environment.")] = None,
    output: Output = None,
    as_json: AsJson = False,
) -> None:
    """For each day: opening balance, what came in and went out, for the desk and each cashier, and closing balance."""
    shape = shape_of(form, separator, encoding)
    if form not in {None, "csv", "pdf"}:
        stop("A report is written as csv or pdf.", REFUSED)
    if cashier is not None and form is None:
        stop("--cashier goes with --format.", REFUSED)
    with books() as place:
        days = desk.days_of(start, end, tz, place.ledger.clock())
        told = desk.report(place.ledger, days, "effective" if effective else "recorded")
        unit, scale = place.ledger.unit, place.ledger.scale
        names = staff_named(place.ledger, {who for day in told.days for who in day.cashiers})
        if form is not None:
            made = _file(place.ledger, days, told, tz, cashier, shape, WORDINGS[speak(language)])
            written(made, output, binary=form == "pdf")
            return
    if as_json:
        tell_json({"unit": unit, "scale": scale, "tz": tz, "position": told.position, "days": [_day(day) for day in told.days]})
        return
    shown = Listing("day", "who", "opening", "in", "out", "corrected", "difference", "closing", wraps="who")
    shown.title = f"Cash desk, in {unit}"
    for day in told.days:
        shown.add_row(str(day.day), "desk", chips(day.opening, scale), *_cells(day.takings, scale), chips(day.closing, scale))
        for who, his in sorted(day.cashiers.items()):
            shown.add_row("", called(names.get(who), who), "", *_cells(his, scale), "")
    for column in shown.columns[2:]:
        column.justify = "right"
    out.print(shown)


def _file(
    ledger: Ledger, days: desk.Days, told: desk.DeskReport, tz: str, cashier: str | None, shape: Shape | None, wording: Wording
) -> Iterable[bytes]:
    """The report with its entries. shape: of CSV; None: a PDF."""
    told = told if cashier is None else desk.of_cashier(told, cashier)
    entries = [one for one in receipts.receipts(ledger, days, told) if cashier in {None, one.cashier}]
    players = people.names(ledger, {one.player for one in entries if one.player is not None})
    names = {**staff_named(ledger, {one.cashier for one in entries}), **players}
    try:
        if shape is not None:
            return list(desk_table.write(told, entries, names, ledger.unit, ledger.scale, wording, shape))
        pdf = import_module("ledger.exports.desk_pdf")
        return list(pdf.write(told, entries, names, ledger.unit, ledger.scale, tz, wording))
    except NotHeld as fault:
        stop(say(fault.saying), REFUSED)
        raise


def _cells(takings: desk.Takings, scale: int) -> list[str]:
    return [chips(amount, scale) for amount in (takings.came, takings.went, takings.corrected, takings.difference)]


def _day(day: desk.DeskDay) -> JsonObject:
    cashiers = {who: _amounts(his) for who, his in sorted(day.cashiers.items())}
    ends = {"opening": str(day.opening), "closing": str(day.closing)}
    return {"day": str(day.day), **ends, **_amounts(day.takings), "cashiers": cashiers}


def _amounts(takings: desk.Takings) -> JsonObject:
    return {name: value if name == "entries" else str(value) for name, value in asdict(takings).items()}


@cash.command("count")
def count_cash(
    counted: Annotated[str, typer.Argument(help="What the desk holds, as reports write it: 59.05; 59 is 59.00.")],
    by: By,
    reason: Annotated[str | None, typer.Option(help="Reason for a difference from the books.")] = None,
    confirm: Annotated[bool, typer.Option("--confirm", help="It is right, though the point seems to stand elsewhere.")] = False,
    as_json: AsJson = False,
) -> None:
    """Enter a count of the desk; a difference from the books becomes an entry and needs a reason."""
    with ledger_here() as place:
        amount = typed(place.ledger, counted)
        if not confirm:
            ask_about_the_point(place.ledger, amount)
        with by_the_rules():
            done = desk.count(place.ledger, order_of(place.ledger, by), amount, reason)
        told = desk.Count.of(done.decided.envelopes[-1]) if done.decided else desk.counts(place.ledger)[-1]
        unit, scale = place.ledger.unit, place.ledger.scale
    if as_json:
        figures = {"counted": str(told.counted), "booked": str(told.booked), "difference": str(told.difference)}
        tell_json({"unit": unit, "scale": scale, **figures, "position": told.position})
        return
    figures = {name: chips(amount, scale) for name, amount in
               (("counted", told.counted), ("booked", told.booked), ("difference", told.difference))}  # fmt: skip
    out.print(", ".join(f"{name} {amount}" for name, amount in figures.items()) + f" {unit}.")
