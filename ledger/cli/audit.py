"""cardledger audit: findings in the history. Exit code 1 if there are any faults; notes alone are none.

HIDDEN: who may read the database may see everything, so a finding here tells of cards that are not open yet.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Annotated

import typer
from rich.padding import Padding
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TaskID, TextColumn, TimeElapsedColumn
from rich.text import Text

from engine.plain import JsonObject
from ledger.audits.auditing import audited, of_money
from ledger.audits.findings import (
    AUDITS,
    FAULT,
    FINDINGS_MAX,
    GAMES,
    MISDEALS,
    MONEY,
    NOTE,
    OF_GAMES,
    PENALTIES,
    Finding,
    Report,
    Words,
)
from ledger.audits.listing import by_steward, findings, need_there, standing, unclaimed
from ledger.audits.money import Report as OfMoney
from ledger.audits.money import audit as audited_money
from ledger.audits.standing import FINDINGS
from ledger.audits.writing import Named, csv_of, names_in, plain_report, player_of
from ledger.cli.books import caught_up
from ledger.cli.listing import Listing
from ledger.cli.naming import MODELS as OF_NAMES
from ledger.cli.naming import AtTable, OfGame, called, the_game, the_table
from ledger.cli.terminal import REFUSED, WRONG, AsJson, err, ledger_here, out, say, stop, tag, tell_json
from ledger.registers.naming import staff_named, tables_named

MODELS = ("journal", "balances", "pots", "tables")
FORMATS = ("json", "csv")

app = typer.Typer(help="Find whatever is wrong in the history.", no_args_is_help=True)
Strict = Annotated[bool, typer.Option("--strict", help="Exit code 1 for notes as well.")]
Form = Annotated[str | None, typer.Option("--format", help=f"A file: {', '.join(FORMATS)}.")]
Output = Annotated[Path | None, typer.Option("--output", help="Write to this file instead of standard output.")]


@app.callback()
def audits() -> None:
    """Find whatever is wrong in the history; exit code 1 if there is a fault."""


@app.command("games")
def audit_games(
    game: OfGame = None,
    table: AtTable = None,
    strict: Strict = False,
    form: Form = None,
    output: Output = None,
    as_json: AsJson = False,
) -> None:
    """Every act carried out again, with all that followed: tricks, azis, pots, prices, dealers, scores; hashes, seals, shuffles."""
    _run((GAMES,), game, table, strict, "json" if as_json else form, output)


@app.command("penalties")
def audit_penalties(
    game: OfGame = None,
    table: AtTable = None,
    strict: Strict = False,
    form: Form = None,
    output: Output = None,
    as_json: AsJson = False,
) -> None:
    """Penalties without a violation, of a wrong amount or paid to the wrong place; as notes, reneges that nobody has claimed."""
    _run((PENALTIES,), game, table, strict, "json" if as_json else form, output)


@app.command("misdeals")
def audit_misdeals(
    game: OfGame = None,
    table: AtTable = None,
    strict: Strict = False,
    form: Form = None,
    output: Output = None,
    as_json: AsJson = False,
) -> None:
    """Missing and short cuts, shuffles after the cut, cards dealt twice, exposed cards handled wrongly."""
    _run((MISDEALS,), game, table, strict, "json" if as_json else form, output)


@app.command("all")
def audit_all(strict: Strict = False, form: Form = None, output: Output = None, as_json: AsJson = False) -> None:
    """All audits in one report: games, penalties, misdeals, money."""
    _run(AUDITS, None, None, strict, "json" if as_json else form, output)


@app.command("standing")
def audit_standing(
    game: OfGame = None,
    table: AtTable = None,
    strict: Strict = False,
    form: Form = None,
    output: Output = None,
    as_json: AsJson = False,
) -> None:
    """Findings of the standing audit: each game is audited when it has ended, and again after a ruling on it."""
    with ledger_here() as place:
        table, game = the_table(place.ledger, table), the_game(place.ledger, game)
        need_there(place.ledger, table, game)
        caught_up(place.ledger, (FINDINGS.name,), (FINDINGS.name,))
        stands = standing(place.ledger, table=table, game=game)
        found = [one.finding for one in findings(place.ledger, table=table, game=game, limit=FINDINGS_MAX)]
        report = Report(OF_GAMES, stands.position, stands.games, events=stands.events, unread=stands.unread)
        for one in found:
            report.add(one)
        named = names_in(place.ledger, report.findings)
    report.cut = len(found) < stands.faults + stands.notes
    if form == "csv":
        _write("".join(csv_of(report.findings, tag(), named)), output)
    elif as_json or form == "json":
        _write(json.dumps(plain_report(report, tag(), named), ensure_ascii=False) + "\n", output)
    else:
        _tell(report, named)
    if stands.faults or (strict and stands.notes):
        raise typer.Exit(WRONG)


@app.command("unclaimed")
def audit_unclaimed(table: AtTable = None, as_json: AsJson = False) -> None:
    """Offences that nobody has claimed or ruled on, by table and by steward, by the standing audit."""
    with ledger_here() as place:
        at = the_table(place.ledger, table)
        caught_up(place.ledger, (FINDINGS.name, "tables"), (FINDINGS.name, *OF_NAMES))
        listed = unclaimed(place.ledger, table=at)
        tables, stewards = tables_named(place.ledger, [one.table for one in listed]), by_steward(listed)
        names = staff_named(place.ledger, stewards)
    if as_json:
        told = [
            {"table": at, "table_name": tables.get(at), "stewards": one.stewards, "counts": one.counts}
            for one in listed
            if (at := one.table)
        ]
        of_stewards = [{"steward": who, "name": names.get(who), "counts": dict(counts)} for who, counts in sorted(stewards.items())]
        tell_json({"by_table": told, "by_steward": of_stewards})
        return
    if not listed:
        out.print("There are no such offences.")
        return
    shown = Listing("where, who", "how many", "of which kind", wraps=("where, who", "of which kind"))
    for one in listed:
        shown.add_row(f"table {called(tables.get(one.table), one.table)}", one.total, _kinds(one.counts))
    for who, counts in sorted(stewards.items()):
        shown.add_row(f"steward {called(names.get(who), who)}", counts.total(), _kinds(counts))
    out.print(shown)


def _kinds(counts: Mapping[str, int]) -> str:
    return ", ".join(f"{count} {kind.replace('_', ' ')}" for kind, count in sorted(counts.items()))


@app.command("money")
def audit_money(as_json: AsJson = False) -> None:
    """Every entry, pot, stack and account, from the events themselves; and whether the read models agree."""
    with ledger_here() as place:
        caught_up(place.ledger, MODELS, MODELS)
        with _bar() as progress:
            report = audited_money(place.ledger, lambda seen, there: progress(MONEY, seen, there))
        named = names_in(place.ledger, map(of_money, report.findings))
    if as_json:
        tell_json(_plain(report))
    else:
        _tell_money(report, named)
    if not report.ok:
        raise typer.Exit(WRONG)


def _run(asked: tuple[str, ...], game: str | None, table: str | None, strict: bool, form: str | None, output: Path | None) -> None:
    if form is not None and form not in FORMATS:
        stop(f"There is no format {form}; there are {', '.join(FORMATS)}.", REFUSED)
    with ledger_here() as place:
        table, game = the_table(place.ledger, table), the_game(place.ledger, game)
        if MONEY in asked:
            caught_up(place.ledger, MODELS, MODELS)
        with _bar() as progress:
            report = audited(place.ledger, asked, games=None if game is None else [game], table=table, progress=progress)
        caught_up(place.ledger, OF_NAMES)
        named = names_in(place.ledger, report.findings)
    if form == "csv":
        _write("".join(csv_of(report.findings, tag(), named)), output)
    elif form == "json" and output is None:
        tell_json(plain_report(report, tag(), named))
    elif form == "json":
        _write(json.dumps(plain_report(report, tag(), named), ensure_ascii=False) + "\n", output)
    else:
        _tell(report, named)
    if not report.ok or (strict and report.number(NOTE)):
        raise typer.Exit(WRONG)


@contextmanager
def _bar() -> Iterator[Callable[[str, int, int], None]]:
    """A bar at the terminal for each part of the work, by positions."""
    columns = (TextColumn("auditing {task.description}"), BarColumn(), MofNCompleteColumn(), TimeElapsedColumn())
    with Progress(*columns, console=err) as bar:
        tasks: dict[str, TaskID] = {}

        def progress(what: str, seen: int, there: int) -> None:
            if what not in tasks:
                tasks[what] = bar.add_task(what, total=there)
            bar.update(tasks[what], completed=seen, total=there)

        yield progress


def _write(text: str, output: Path | None) -> None:
    if output is None:
        sys.stdout.write(text)
    else:
        output.write_text(text, encoding="utf-8", newline="")


def _tell(report: Report, named: Named) -> None:
    """For people: what was looked at, then the findings, faults first."""
    running = f", {report.running} of them running" if report.running else ""
    seen = f"{report.games} games{running}, {report.events} events, up to position {report.position}"
    if not report.counts:
        out.print(f"In order ({', '.join(report.audits)}): {seen}.", markup=False)
        return
    for one in sorted(report.findings, key=lambda one: one.severity != FAULT):
        _tell_one(one, named)
    for (audit, severity, kind), count in sorted(report.counts.items()):
        out.print(f"{audit}: {count} {severity}{'s' if count > 1 else ''}, {kind.replace('_', ' ')}", markup=False)
    more = f" The first {len(report.findings)} are shown." if report.more else ""
    unread = f" {report.unread} events could not be evaluated." if report.unread else ""
    faults, notes = (f"{report.number(of)} {of}{'' if report.number(of) == 1 else 's'}" for of in (FAULT, NOTE))
    out.print(f"{faults} and {notes} in {seen}.{unread}{more}", markup=False)


def _plain(report: OfMoney) -> JsonObject:
    """The report of the money for a machine; amounts are decimal strings."""
    return {
        "ok": report.ok,
        "position": report.position,
        "entries": report.entries,
        "lines": report.lines,
        "accounts": report.accounts,
        "sum": str(report.sum),
        "models": dict(report.models),
        "registers": dict(report.registers),
        "findings": [
            {
                "check": one.check,
                "position": one.position,
                "stream": one.stream,
                "step": one.step,
                "account": one.account,
                "expected": _words(one.expected),
                "found": _words(one.found),
                "says": say(one.says),
            }
            for one in report.findings
        ],
        "more": report.more,
    }


def _words(value: int | Words | None) -> str | None:
    """Amounts are decimal strings."""
    return None if value is None else str(value) if isinstance(value, int) else say(value)


def _tell_money(report: OfMoney, named: Named) -> None:
    entries = f"{report.entries} entries of {report.lines} lines, up to position {report.position}"
    if report.ok:
        compared = ", ".join(f"{name} to {position}" for name, position in {**report.models, **report.registers}.items())
        out.print(f"In order: {entries}; {report.accounts} accounts are not zero, and together they are. Compared: {compared}.")
        return
    for one in report.findings:
        _tell_one(of_money(one), named)
    out.print(f"{len(report.findings)}{' findings and more' if report.more else ' findings'} in {entries}.", markup=False)


def _tell_one(one: Finding, named: Named) -> None:
    """A finding in a few lines, which fit every terminal: what it is and where; what it says; what was expected and found."""
    at: JsonObject = {"table": named.tables.get(one.table or ""), "of": named.players.get(player_of(one) or "")}
    at |= {"game": one.game, "step": one.step, "account": one.account, "position": one.position if one.step is None else None}
    where = [f"{name} {value}" for name, value in at.items() if value is not None]
    style = "bold red" if one.severity == FAULT else "bold yellow"
    head = ", ".join([one.kind.replace("_", " "), *filter(None, [one.rule]), *where])
    out.print(Text.assemble((one.severity, style), f"  {head}"))
    out.print(Padding(Text(say(one.says)), (0, 0, 0, 7)))
    for name, value in (("expected", one.expected), ("found", one.found)):
        if value is not None:
            out.print(Padding(Text(f"{name}: {say(value)}"), (0, 0, 0, 7)))
