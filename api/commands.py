"""The commands that need the service, or what it shows to whom: serve, demo, seed, export."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import Annotated

import typer
from rich.table import Table

from api import serving
from api.demo import show
from api.demo.client import Client, DemoFault
from api.demo.script import play, scripts
from api.views import persons as view
from engine.plain import JsonObject
from ledger.cli.books import caught_up
from ledger.cli.ending import until_told
from ledger.cli.terminal import SETUP, WRONG, AsJson, err, guarded, ledger_here, out, settings, stop, tell_json
from ledger.people import keys
from ledger.registers.naming import player_named
from ledger.settings import SCHEMA_LENGTH_MAX, Settings, SetupFault

FIRST_KEY = (
    "Nobody has a key yet. In another terminal, with the same settings:\n"
    "    .venv/bin/cardledger key create --role admin --name YOUR-NAME\n"
    "Then open {address}/sign-in in a browser. docs/how-to/start-a-club.md leads on."
)
WORKERS_MAX = 64
DEMO = "_demo"  # added to the club's name for that of the demo


def serve(
    demo_data: Annotated[bool, typer.Option("--demo-data", help="Serve a club in which the sample games were played.")] = False,
    workers: Annotated[int, typer.Option(min=1, max=WORKERS_MAX, help="Processes that answer requests: one a core.")] = 1,
) -> None:
    """Run the service with its database and read models, until Ctrl-C."""
    with guarded():
        given = settings()
        err.print("Starting the database ...")
        with ledger_here(makes=True) as place:
            if show.of_demo(place.ledger) and not demo_data:
                stop(
                    f"In the club {given.schema} the sample games were played: their players and chips would be among yours. Set"
                    " CARDLEDGER_SCHEMA to a new name (or CARDLEDGER_DATA to another folder) for a club of your own, or say"
                    " --demo-data to serve this one.",
                    SETUP,
                )
            with serving.listening(place.ledger, given, workers) as address:
                err.print(
                    f"The service answers at {address}; Swagger UI at {address}/docs, the rules at {address}/rules."
                    " Ctrl-C ends it.",
                    markup=False,
                    soft_wrap=True,
                )
                if not keys.listed(place.ledger, limit=1):
                    err.print(FIRST_KEY.format(address=address), markup=False, soft_wrap=True)
                until_told()


def demo(
    ends: Annotated[bool, typer.Option("--exit", help="End after printing; exit code 1 if a sum is wrong.")] = False,
    verbose: Annotated[bool, typer.Option("--verbose", help="Show replays with cards and stacks, and all statements.")] = False,
) -> None:
    """Start everything, play the sample games through HTTP, show a replay and a statement, and stay up until Ctrl-C.

    It has a club of its own beside yours. Started again it goes on where it was; what was played is not played again.
    """
    with guarded():
        given = settings()
        given = replace(given, schema=given.schema[: SCHEMA_LENGTH_MAX - len(DEMO)] + DEMO)
        err.print("Starting the database ...")
        with ledger_here(given, makes=True) as place, serving.listening(place.ledger, _free(given)) as address, _demo_faults():
            err.print(f"The service answers at {address}; playing the sample games through it.", markup=False, soft_wrap=True)
            with show.staff_keys(place.ledger) as secrets:
                show.run(out, secrets, address, verbose=verbose)
                if not ends:
                    _tell_keys(address, secrets, given.schema)
                    until_told()


def seed(as_json: AsJson = False) -> None:
    """Load the sample games through HTTP into the service running with these settings.

    It makes keys of its own, which open nothing any more when it ends.
    """
    with guarded():
        given = settings()
        address = f"http://{serving.shown(given.host)}:{given.port}"
        kept: JsonObject = {}
        with (
            ledger_here() as place,
            _demo_faults(),
            show.staff_keys(place.ledger) as secrets,
            Client(address, secrets) as client,
        ):
            for script in scripts():
                for _ in play(client, script, kept):
                    pass
                if not as_json:
                    out.print(f"{script.title}: {len(script.calls)} calls", markup=False)
    if as_json:
        tell_json({"address": address, "kept": kept})
    else:
        out.print("Loaded. `cardledger key create` makes a key to look at it.", markup=False)


def _free(given: Settings) -> Settings:
    """The settings, with any free port if somebody has theirs: a demo need not stop for that."""
    try:
        with serving.bound(given.host, given.port):
            return given
    except SetupFault:
        err.print(f"{given.host}:{given.port} is taken, so the demo takes another port.", markup=False, soft_wrap=True)
        return replace(given, port=0)


def _tell_keys(address: str, secrets: dict[str, str], schema: str) -> None:
    """The address and the keys of the demo, with a call to try."""
    table = Table("role", "key", title=f"{address}", title_justify="left")
    for role, secret in secrets.items():
        table.add_row(role, secret)
    out.print(table)
    out.print("Try:", f"curl -H 'Authorization: Bearer {secrets['auditor']}' {address}/v1/games", soft_wrap=True, markup=False)
    out.print(f"Swagger UI: {address}/docs, the rules: {address}/rules", soft_wrap=True, markup=False)
    out.print(f"Other commands see the demo's club with CARDLEDGER_SCHEMA={schema}.", soft_wrap=True, markup=False)
    out.print("Ctrl-C ends the demo and its keys. Started again it goes on, with new ones.", markup=False)


@contextmanager
def _demo_faults() -> Iterator[None]:
    """A demo that does not go as it should ends with exit code 1 and the reason."""
    try:
        yield
    except DemoFault as fault:
        stop(str(fault), WRONG)


def export(
    player: Annotated[str, typer.Argument(help="A player: his id, or his whole name if no other has it.")],
    output: Annotated[Path | None, typer.Option("--output", help="Write to this file instead of standard output.")] = None,
) -> None:
    """Everything that is held about one person, all his entries, as a JSON document for himself: nothing hidden of others."""
    with ledger_here() as place:
        found = player_named(place.ledger, player, whole=True)
        caught_up(place.ledger, view.HELD_IN)
        pieces = view.held(place.ledger, found)
        if output is None:
            for piece in pieces:
                typer.echo(piece, nl=False)
        else:
            with output.open("wb") as file:
                file.writelines(pieces)
