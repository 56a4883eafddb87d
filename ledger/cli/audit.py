"""cardledger audit: findings in the history. Exit code 1 if there are any."""

from __future__ import annotations

from dataclasses import asdict
from typing import Any

import typer
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn

from ledger.audits.money import Report
from ledger.audits.money import audit as audited
from ledger.audits.money_rules import Finding
from ledger.cli.reading import PATIENCE_S
from ledger.cli.terminal import WRONG, AsJson, close_table, err, ledger_here, out, tell_json
from ledger.projections.position import wait_for
from ledger.projections.runner import Runner

MODELS = ("journal", "balances", "pots")

app = typer.Typer(help="What is not as it should be in the history.", no_args_is_help=True)


@app.callback()
def audits() -> None:
    """What is not as it should be in the history; exit code 1 if anything is."""


@app.command("money")
def audit_money(as_json: AsJson = False) -> None:
    """Every entry, pot, stack and account, from the events themselves; and whether the read models say the same."""
    with ledger_here() as place:
        with Runner(place.ledger, MODELS):
            wait_for(place.ledger, MODELS, place.ledger.head(), PATIENCE_S)
        with Progress(TextColumn("auditing"), BarColumn(), MofNCompleteColumn(), TimeElapsedColumn(), console=err) as bar:
            task = bar.add_task("events", total=None)
            report = audited(place.ledger, lambda seen, there: bar.update(task, completed=seen, total=there))
    if as_json:
        tell_json(_plain(report))
    else:
        _tell(report)
    if not report.ok:
        raise typer.Exit(WRONG)


def _plain(report: Report) -> dict[str, Any]:
    """The report for a machine; amounts are decimal strings."""
    return {
        "ok": report.ok,
        "position": report.position,
        "entries": report.entries,
        "lines": report.lines,
        "accounts": report.accounts,
        "sum": str(report.sum),
        "models": dict(report.models),
        "findings": [
            {
                name: str(value) if name in {"expected", "found"} and value is not None else value
                for name, value in asdict(one).items()
            }
            for one in report.findings
        ],
        "more": report.more,
    }


def _tell(report: Report) -> None:
    entries = f"{report.entries} entries of {report.lines} lines, up to position {report.position}"
    if report.ok:
        compared = ", ".join(f"{name} to {position}" for name, position in report.models.items())
        out.print(f"In order: {entries}; {report.accounts} accounts are not zero, and together they are. Compared: {compared}.")
        return
    table = close_table("check", "position", "stream", "account", "expected", "found", "what", wraps="what")
    for one in report.findings:
        table.add_row(one.check, *(_cell(x) for x in (one.position, _where(one), one.account, one.expected, one.found)), one.says)
    out.print(table)
    out.print(f"{len(report.findings)}{' findings and more' if report.more else ' findings'} in {entries}.", markup=False)


def _where(one: Finding) -> str | None:
    return None if one.stream is None else f"{one.stream}:{one.step}"


def _cell(value: object) -> str:
    return "" if value is None else str(value)
