"""cardledger penalties: the register of what was paid for breaking rules, for people at a terminal and for machines."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict
from pathlib import Path
from typing import Annotated

import typer

from engine.plain import JsonObject
from ledger.cli.books import caught_up
from ledger.cli.listing import Listing
from ledger.cli.naming import MODELS as OF_NAMES
from ledger.cli.naming import AtTable, OfGame, OfPlayer, called, the_game, the_player, the_table
from ledger.cli.terminal import REFUSED, AsJson, chips, ledger_here, out, stop, tell_json
from ledger.people import people
from ledger.registers.naming import tables_named
from ledger.registers.penalties import MODELS, OFFENCES, Penalty, penalties
from ledger.registers.writing import csv_of

PAGE = 1000


def show_penalties(
    player: OfPlayer = None,
    table: AtTable = None,
    game: OfGame = None,
    offence: Annotated[str | None, typer.Option(help=f"One of: {', '.join(OFFENCES)}.")] = None,
    form: Annotated[str | None, typer.Option("--format", help="A file: csv.")] = None,
    output: Annotated[Path | None, typer.Option("--output", help="Write to this file instead of standard output.")] = None,
    as_json: AsJson = False,
) -> None:
    """Every penalty: who, what for, by which rule, how it was found, how much, and whether it was given back."""
    if offence is not None and offence not in OFFENCES:
        stop(f"An offence is one of: {', '.join(OFFENCES)}.", REFUSED)
    if form not in {None, "csv"}:
        stop(f"There is no format {form}; there is csv.", REFUSED)
    with ledger_here() as place:
        caught_up(place.ledger, (*MODELS, *OF_NAMES))
        player, table, game = the_player(place.ledger, player), the_table(place.ledger, table), the_game(place.ledger, game)
        found: list[Penalty] = []
        while some := penalties(
            place.ledger,
            after=found[-1].position if found else 0,
            limit=PAGE,
            player=player,
            table=table,
            game=game,
            offence=offence,
        ):
            found += some
        names = people.names(place.ledger, {who for item in found for who in (item.player, item.claimant_player) if who})
        tables = tables_named(place.ledger, {item.table for item in found})
        unit, scale = place.ledger.unit, place.ledger.scale
    if form == "csv":
        text = "".join(csv_of(found, names, tables, unit, scale))
        if output is None:
            typer.echo(text, nl=False)
        else:
            output.write_text(text, encoding="utf-8", newline="")
        return
    if as_json:
        tell_json({"unit": unit, "scale": scale, "penalties": [_plain(item, names, tables) for item in found]})
        return
    if not found:
        out.print("There are no such penalties.")
        return
    shown = Listing("game", "table", "step", "who", "what for", "rule", "broken", "amount", wraps=("table", "who", "what for"))
    shown.title = f"Penalties, in {unit}"
    for item in found:
        what = [item.offence.replace("_", " "), item.card or "", f"by {item.found_by}"]
        back = f", came back at step {item.returned_by}" if item.returned_by else ""
        back += f", taken back by ruling {item.ended_by} in dispute {item.ended_in}" if item.ended_by else ""
        words = " ".join(word for word in what if word) + back
        who = called(names.get(item.player), item.player)
        at = tables.get(item.table, "")
        cost = f"{item.points} points" if item.points else chips(item.chips, scale)
        shown.add_row(item.game, at, str(item.step or ""), who, words, item.rule, item.broken, cost)
    shown.columns[-1].justify = "right"
    out.print(shown)


def _plain(item: Penalty, names: Mapping[str, str], tables: Mapping[str, str]) -> JsonObject:
    """A penalty for a machine; the amount is a decimal string."""
    told = {**asdict(item), "recorded_at": item.recorded_at.isoformat(), "account": item.account, "stands": item.stands}
    told["amount"] = str(told.pop("chips"))
    told["player_name"], told["table_name"] = names.get(item.player), tables.get(item.table)
    return {**told, "claimant_name": names.get(item.claimant_player or "")}
