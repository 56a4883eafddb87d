"""cardledger import: games and deposits in bulk, and a game record checked.

HIDDEN: a game record tells every hand; whoever imports one has seen it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Annotated, Any

import typer
from rich.progress import BarColumn, Progress, TaskID, TaskProgressColumn, TextColumn, TimeElapsedColumn, TimeRemainingColumn
from typer.core import TyperGroup

from engine.plain import JsonObject
from engine.saying import Saying
from ledger.cli.naming import A_TABLE, the_table
from ledger.cli.records import check_record, import_file
from ledger.cli.terminal import REFUSED, WRONG, AsJson, err, guarded, ledger_here, out, say, scale, stop, tag, tell_json
from ledger.imports.deposits import DepositImport, Row, rows
from ledger.imports.encodings import ENCODINGS, opened
from ledger.imports.games import GameImport, Manner
from ledger.imports.outcomes import Outcome, Tally
from ledger.imports.players import BYTES_MAX, NOBODY_MAPPED, Names, Players, mapping
from ledger.imports.sources import Source, printable
from ledger.orders.order import Caller
from ledger.orders.rehearsal import Rehearsal
from ledger.people.keys import is_subject
from ledger.store.errors import LedgerError

OPERATOR = "operator"
AT_ONCE = "file"
FILE = {"exists": True, "dir_okay": False, "readable": True}


class _Group(TyperGroup):
    """Where no command follows, a file does."""

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        """As the library has it."""
        known = not args or args[0] in {*self.commands, "--help"}
        return super().parse_args(ctx, args if known else [AT_ONCE, *args])


app = typer.Typer(help="Import games and deposits in bulk; check a game record.", no_args_is_help=True, cls=_Group)
app.command("check")(check_record)
app.command(AT_ONCE, hidden=True)(import_file)

Actor = Annotated[str, typer.Option("--actor", help="Opaque id of the importer, as the events will name him.")]
Map = Annotated[Path | None, typer.Option("--map", help="TOML file: whose the names are, and when the games were played.", **FILE)]
Register = Annotated[
    bool,
    typer.Option(
        "--register", help="Register a player for each name that the club does not know and that is not nearly another one."
    ),
]
DryRun = Annotated[bool, typer.Option("--dry-run", help="Say what would become of each, and keep nothing.")]


@app.command("games")
def import_games(
    source: Annotated[Path, typer.Argument(help="A file of records, a folder, or an archive (zip, tar).", exists=True)],
    names: Map = None,
    register: Register = False,
    deposit_missing: Annotated[bool, typer.Option("--deposit-missing", help="Deposit what a wallet lacks for a stack.")] = False,
    table: Annotated[
        str | None, typer.Option(help=f"An open table to play at; default: tables that the import opens. {A_TABLE}")
    ] = None,
    steward: Annotated[list[str] | None, typer.Option(help="A steward of those tables: the subject of his key.")] = None,
    label: Annotated[str | None, typer.Option(help="A name for this set of files; default: the name of SOURCE.")] = None,
    changed_are_new: Annotated[
        bool, typer.Option("--changed-are-new", help="Treat a record with a known name and different content as another game.")
    ] = False,
    keep_open: Annotated[bool, typer.Option("--keep-open", help="Leave the tables of the import open for more games.")] = False,
    dry_run: DryRun = False,
    actor: Actor = OPERATOR,
    as_json: AsJson = False,
) -> None:
    """Import game records: each becomes a game of this club, as a whole or not at all. Exit code 1 if one could not be imported.

    What was imported before is skipped, so run an interrupted import again to continue it.
    """
    for subject in (actor, *(steward or ())):
        _fit(subject)
    with guarded():
        given, files = _names(names), Source(source, label)
    with ledger_here() as place:
        ledger = Rehearsal(place.ledger) if dry_run else place.ledger
        players = Players(ledger, given.players, registers=register, surely=given.new)
        if register:
            players.expect(name for piece in files for name in GameImport.names_in(piece))
        manner = Manner(
            Caller(actor, "admin"),
            players,
            the_table(place.ledger, table),
            tuple(dict.fromkeys(steward or ())),
            {f"{files.label}/{name}": at for name, at in given.times.items()} | dict(given.times),
            deposits=deposit_missing,
            takes_changed=changed_are_new,
        )
        run = GameImport(ledger, manner)
        with _telling("importing games", files.total, as_json) as telling:
            for piece in files:
                telling.add(run.take(piece), piece.size)
        notes = [] if keep_open else run.close()
    telling.end("games", [*notes, *_registered(players, dry_run)])


@app.command("deposits")
def import_deposits(
    file: Annotated[Path, typer.Argument(help="CSV: player, amount (12.50) or smallest_units (1250), reference; at.", **FILE)],
    names: Map = None,
    register: Register = False,
    encoding: Annotated[str | None, typer.Option(help=f"{', '.join(ENCODINGS)}; default: utf-8, or utf-16 by its mark.")] = None,
    dry_run: DryRun = False,
    actor: Actor = OPERATOR,
    as_json: AsJson = False,
) -> None:
    """Import deposits: each line once, recognised by its reference. Exit code 1 if a line could not be imported."""
    _fit(actor)
    if encoding not in {None, *ENCODINGS}:
        stop(f"Encodings are {', '.join(ENCODINGS)}.", REFUSED)
    with guarded():
        given = _names(names)
    with ledger_here() as place, file.open("rb") as raw:
        ledger = Rehearsal(place.ledger) if dry_run else place.ledger
        players, counted_in = Players(ledger, given.players, registers=register, surely=given.new), (ledger.unit, ledger.scale)
        if register:
            with file.open("rb") as first, opened(first, encoding) as ahead:
                players.expect(row.player for row in rows(ahead, *counted_in) if isinstance(row, Row))
        text = opened(raw, encoding)
        run = DepositImport(ledger, Caller(actor, "admin"), players, printable(file.name))
        with _telling("importing deposits", file.stat().st_size, as_json) as telling:
            before = 0
            for outcome in run.take(rows(text, *counted_in)):
                here = raw.tell()
                telling.add(outcome, here - before)
                before = here
    telling.end("deposits", _registered(players, dry_run))


def _registered(players: Players, dry_run: bool) -> list[Saying]:
    """Who was registered on the way; and that nothing was kept, if so."""
    names, told = ", ".join(printable(name) for name in players.registered), list[Saying]()
    if dry_run:
        told.append(Saying("This was a rehearsal: nothing was kept."))
    if names and dry_run:
        told.append(Saying("New players would be: {names}.", names=names))
    elif names:
        told.append(Saying("New players: {names}.", names=names))
    return told


class _Telling:
    """Tells outcomes as they come: what is not in at once, everything to a machine at the end."""

    def __init__(self, bar: Progress, task: TaskID, *, as_json: bool) -> None:
        self._bar, self._task, self._as_json = bar, task, as_json
        self._tally, self._told = Tally(), list[JsonObject]()

    def add(self, outcome: Outcome, size: int) -> None:
        """One more outcome, and so many bytes further."""
        self._tally.add(outcome)
        self._bar.advance(self._task, size)
        if self._as_json:
            self._told.append(outcome.plain(tag(), scale()))
        elif not outcome.is_good:
            self._bar.console.print(outcome.sentence(tag(), scale()), style="red", markup=False, soft_wrap=True)

    def end(self, what: str, notes: Iterable[Saying]) -> None:
        """The sum of it, and the exit code."""
        counts = self._tally.plain()
        if self._as_json:
            tell_json({**counts, "notes": [say(note) for note in notes], what: self._told})
        else:
            for note in notes:
                err.print(say(note), markup=False, soft_wrap=True)
            said = ", ".join(f"{many} {status}" for status, many in counts.items())
            out.print(f"{what.capitalize()}: {said}.", markup=False, soft_wrap=True)
        if not self._tally.is_good:
            raise typer.Exit(WRONG)


@contextmanager
def _telling(what: str, total: int | None, as_json: bool) -> Iterator[_Telling]:
    columns = (TextColumn(what), BarColumn(), TaskProgressColumn(), TimeElapsedColumn(), TimeRemainingColumn())
    with Progress(*columns, console=err) as bar:
        try:
            yield _Telling(bar, bar.add_task(what, total=total), as_json=as_json)
        except (KeyboardInterrupt, LedgerError):
            bar.console.print("What was imported so far is kept: do it again to go on from there.", soft_wrap=True)
            raise


def _fit(subject: str) -> None:
    if not is_subject(subject):
        stop(f"{subject!r} is no opaque id of a-z, 0-9 and -, at most 40 characters.", REFUSED)


def _names(file: Path | None) -> Names:
    """The mapping file. Raises BadMapping."""
    if file is None:
        return NOBODY_MAPPED
    with file.open("rb") as opened:
        return mapping(opened.read(BYTES_MAX + 1))
