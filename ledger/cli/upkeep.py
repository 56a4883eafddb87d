"""cardledger migrate, worker, rebuild: what keeps the database of a club going."""

from __future__ import annotations

from typing import Annotated

import typer
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn

from ledger.cli.terminal import REFUSED, WRONG, AsJson, err, guarded, ledger_here, out, settings, stop, tell_json, until_told
from ledger.database.migrate import migrate as bring_up_to_date
from ledger.place import database_at, explained
from ledger.projections.apart import APART, EVERY
from ledger.projections.rebuild import difference, rebuild
from ledger.projections.runner import Runner
from ledger.purging import DailyPurge


def migrate(as_json: AsJson = False) -> None:
    """Make the club's schema, or bring it up to date; every other command does this too."""
    with guarded():
        given = settings()
        with database_at(given) as admin_url, explained():
            bring_up_to_date(admin_url, given.schema, given.unit, given.scale)
    if as_json:
        tell_json({"schema": given.schema, "unit": given.unit, "scale": given.scale})
    else:
        out.print(f"The schema {given.schema} is up to date; the club counts in {given.unit}.", markup=False)


def worker() -> None:
    """Keep the read models up to date and forget old answers, until Ctrl-C; gunicorn does neither. Any number may run."""
    with ledger_here() as place, Runner(place.ledger), Runner(place.ledger, tuple(APART)), DailyPurge(place.ledger):
        err.print("The read models are kept up to date. Ctrl-C ends it.")
        until_told()


def rebuild_models(
    models: Annotated[list[str] | None, typer.Argument(help=f"Of {', '.join(EVERY)}; none named: all.")] = None,
    compare: Annotated[
        bool, typer.Option("--compare", help="Change nothing; say where the live models differ from rebuilt ones.")
    ] = False,
    as_json: AsJson = False,
) -> None:
    """Build read models anew from the events, beside the running ones, and put them in their place."""
    chosen = tuple(models or EVERY)
    if unknown := [name for name in chosen if name not in EVERY]:
        stop(f"There is no read model {unknown[0]}; there are {', '.join(EVERY)}.", REFUSED)
    with ledger_here() as place:
        if compare:
            found = {name: difference(place.ledger, name) for name in chosen}
            _tell_differences({name: rows for name, rows in found.items() if rows}, as_json)
            return
        with Progress(TextColumn("rebuilding"), BarColumn(), MofNCompleteColumn(), TimeElapsedColumn(), console=err) as bar:
            task = bar.add_task("events", total=None)
            position = rebuild(place.ledger, chosen, lambda passed, there: bar.update(task, completed=passed, total=there))
    if as_json:
        tell_json({"models": chosen, "position": position})
    else:
        out.print(f"Rebuilt up to position {position}: {', '.join(chosen)}.", markup=False)


def _tell_differences(found: dict[str, list[tuple[str, str, tuple[object, ...]]]], as_json: bool) -> None:
    """What a comparison has found; exit code 1 if that is anything."""
    if as_json:
        tell_json(
            {
                "differences": {
                    name: [{"table": table, "only": whose, "row": row} for table, whose, row in rows]
                    for name, rows in found.items()
                }
            }
        )
    elif not found:
        out.print("The live read models equal rebuilt ones, row for row.")
    for name, rows in found.items() if not as_json else ():
        for table, whose, row in rows:
            out.print(f"{name}, table {table}: only the {whose} one has {row}", markup=False)
    if found:
        if not as_json:
            out.print("Rebuild them with `cardledger rebuild`.")
        raise typer.Exit(WRONG)
