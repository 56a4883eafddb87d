"""cardledger record, import check: a game as text, and a text checked.

HIDDEN: who may read the database may see everything, so a record here tells every hand.
"""

from __future__ import annotations

from dataclasses import asdict
from pathlib import Path
from typing import Annotated

import typer

from engine.plain import JsonObject
from engine.record import Record, RecordFault, is_typed, read, write
from engine.record.page import LENGTH_MAX, TOO_LONG
from engine.record.times import fit, parted, timed
from engine.saying import Saying
from ledger.cli.naming import A_GAME, the_game
from ledger.cli.terminal import REFUSED, WRONG, AsJson, chips, err, ledger_here, out, say, stop, tell_json
from ledger.imports.encodings import no_utf_8
from ledger.replays.records import Held, held, record_of, times_of

BYTES_MAX = 4 * LENGTH_MAX


def show_record(
    game: Annotated[str, typer.Argument(help=A_GAME)],
    times: Annotated[bool, typer.Option("--times", help="With the moment of each act behind the record.")] = False,
    as_json: AsJson = False,
) -> None:
    """The record of a finished game: all its acts in TOML, with every hand."""
    with ledger_here() as place:
        game = the_game(place.ledger, game)
        record = record_of(place.ledger, game)
        text = timed(write(record), times_of(place.ledger, game, record)) if times else write(record)
    if as_json:
        tell_json({"game": game, "record": text})
    else:
        typer.echo(text, nl=False)


File = Annotated[Path, typer.Argument(help="The record.", exists=True, dir_okay=False, readable=True)]


def import_file(
    file: File,
    check: Annotated[bool, typer.Option("--check", help="Check it and store nothing.")] = False,
    as_json: AsJson = False,
) -> None:
    """The record that follows `import` at once is to be checked, which must be said, lest somebody believes that it is kept."""
    if not check:
        stop(f"To keep a game of it, say `cardledger import games {file}`; to check it only, say --check.", REFUSED)
    check_record(file, as_json)


def check_record(file: File, as_json: AsJson = False) -> None:
    """Check a game record and keep nothing: by its checks, by the rules, by its figures. Exit code 1 and the line if it is wrong.

    Of one that was typed, and says so, the text with its checks is printed.
    """
    try:
        given, times = parted(_text(file))
        record = read(given)
        fit(record, given, times)
    except RecordFault as fault:
        _tell_fault(file, fault, as_json)
        raise typer.Exit(WRONG) from None
    text = None if not is_typed(given) else timed(write(record), times) if times else write(record)
    if as_json:
        tell_json({**_plain(held(record)), "stored": False, "record": text})
        return
    (out if text is None else err).print(_sentence(record), markup=False, soft_wrap=True)
    if text is not None:
        typer.echo(text, nl=False)


def _text(file: Path) -> str:
    """The text of the file, its line ends as they are. Raises RecordFault: it is too long, or not UTF-8."""
    with file.open("rb") as opened:
        raw = opened.read(BYTES_MAX + 1)
    if len(raw) > BYTES_MAX:
        raise RecordFault(1, TOO_LONG)
    try:
        return raw.decode("utf-8-sig")
    except UnicodeDecodeError as fault:
        raise RecordFault(raw[: fault.start].count(b"\n") + 1, no_utf_8(raw)) from None


def _tell_fault(file: Path, fault: RecordFault, as_json: bool) -> None:
    if as_json:
        tell_json({"line": fault.line, "rule": fault.rule, "says": say(fault.saying), "stored": False})
        return
    rule = f" ({fault.rule})" if fault.rule else ""
    where = Saying("{source}, line {line}", source=str(file), line=fault.line)
    err.print(f"{say(where)}: {say(fault.saying)}{rule}", style="red", markup=False, soft_wrap=True)


def _sentence(record: Record) -> str:
    told, scale = held(record), record.state.scale
    players = ", ".join(f"{one.player} has {chips(one.end, scale)}" for one in told.players)
    game = f"game {told.number} of table {told.table} ({told.preset}), {told.acts} acts, {told.steps} events"
    return f"In order: {game}; {told.how}, pot {chips(told.pot, scale)}. {players}. Nothing was stored."


def _plain(told: Held) -> JsonObject:
    """For a machine; amounts are decimal strings."""
    players = [{"seat": one.seat, "player": one.player, "stack": str(one.stack), "end": str(one.end)} for one in told.players]
    return {**asdict(told), "players": players, "pot": str(told.pot)}
