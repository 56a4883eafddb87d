"""cardledger migrate, worker, rebuild: what keeps the database of a club going."""

from __future__ import annotations

from typing import Annotated

import psycopg
import typer
from psycopg.rows import TupleRow
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn

from engine.plain import JsonObject
from ledger.cli.ending import until_told
from ledger.cli.terminal import REFUSED, WRONG, AsJson, err, guarded, ledger_here, out, say, settings, stop, tell_json
from ledger.database.migrate import migrate as bring_up_to_date
from ledger.notices.deliverer import Deliverer
from ledger.orders.app import Ledger
from ledger.running.models import APART, EVERY
from ledger.running.opening import database_at, explained
from ledger.running.purging import DailyPurge
from ledger.running.rebuild import difference, rebuild
from ledger.running.runner import Runner
from ledger.store.errors import Unreadable

Differences = dict[str, list[tuple[str, str, TupleRow]]]
REFUSES = (psycopg.IntegrityError, psycopg.DataError)  # a guard of a read model met what cannot be


def migrate(as_json: AsJson = False) -> None:
    """Make the club, or bring its schema up to date; `serve` does both, every other command the second."""
    with guarded():
        given = settings()
        with database_at(given) as admin_url, explained():
            bring_up_to_date(admin_url, given.schema, given.unit, given.scale)
    if as_json:
        tell_json({"schema": given.schema, "unit": given.unit, "scale": given.scale})
    else:
        out.print(f"The schema {given.schema} is up to date; the club counts in {given.unit}.", markup=False)


def worker() -> None:
    """Keep read models up to date, send notices, purge old answers, until Ctrl-C, where `serve` does not. Any number may run."""
    given = settings()
    with (
        ledger_here(given) as place,
        Runner(place.ledger),
        Runner(place.ledger, tuple(APART)),
        DailyPurge(place.ledger),
        Deliverer(place.ledger, allowed=given.webhook_hosts, smtp=given.smtp),
    ):
        err.print("The read models are kept up to date. Ctrl-C ends it.")
        until_told()


def rebuild_models(
    models: Annotated[list[str] | None, typer.Argument(help=f"Any of {', '.join(EVERY)}; default: all.")] = None,
    compare: Annotated[
        bool, typer.Option("--compare", help="Change nothing; show where the live models differ from rebuilt ones.")
    ] = False,
    as_json: AsJson = False,
) -> None:
    """Rebuild read models from the events, beside the live ones, and then replace those."""
    chosen = tuple(models or EVERY)
    if unknown := [name for name in chosen if name not in EVERY]:
        stop(f"There is no read model {unknown[0]}; there are {', '.join(EVERY)}.", REFUSED)
    with ledger_here() as place:
        if compare:
            found, refused = _compared(place.ledger, chosen)
            _tell_differences(found, refused, as_json)
            return
        with Progress(TextColumn("rebuilding"), BarColumn(), MofNCompleteColumn(), TimeElapsedColumn(), console=err) as bar:
            task = bar.add_task("events", total=None)
            try:
                position = rebuild(place.ledger, chosen, lambda passed, there: bar.update(task, completed=passed, total=there))
            except REFUSES as fault:
                stop(_says(fault), WRONG)
    if as_json:
        tell_json({"models": chosen, "position": position})
    else:
        out.print(f"Rebuilt up to position {position}: {', '.join(chosen)}.", markup=False)


def _compared(ledger: Ledger, chosen: tuple[str, ...]) -> tuple[Differences, dict[str, str]]:
    """By model where it differs from a rebuilt one, and which cannot be rebuilt, with why."""
    found: Differences = {}
    refused: dict[str, str] = {}
    for name in chosen:
        try:
            if rows := difference(ledger, name):
                found[name] = rows
        except REFUSES as fault:
            refused[name] = _says(fault)
        except Unreadable as fault:
            refused[name] = say(fault.saying)
    return found, refused


def _says(fault: psycopg.Error) -> str:
    """What the database itself refuses, since the sums or the order of what is stored cannot be."""
    why = (fault.diag.message_primary or str(fault)).rstrip(".")
    return f"Stored events have been changed and cannot be counted again: {why}. `cardledger audit money` names them."


def _tell_differences(found: Differences, refused: dict[str, str], as_json: bool) -> None:
    """What a comparison has found; exit code 1 if that is anything."""
    if as_json:
        told: JsonObject = {
            name: [{"table": table, "only": whose, "row": list(row)} for table, whose, row in rows] for name, rows in found.items()
        }
        tell_json({"differences": told, "refused": refused})
    elif not found and not refused:
        out.print("The live read models equal rebuilt ones, row for row.")
    for name, says in refused.items() if not as_json else ():
        out.print(f"{name}: {says}", markup=False, soft_wrap=True)
    for name, rows in found.items() if not as_json else ():
        for table, whose, row in rows:
            out.print(f"{name}, table {table}: only the {whose} one has {row}", markup=False)
    if found and not refused and not as_json:
        out.print("Rebuild them with `cardledger rebuild`.")
    if found or refused:
        raise typer.Exit(WRONG)
