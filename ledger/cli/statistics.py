"""cardledger statistics: games, azis, won and lost by player and table, for people at a terminal and for machines."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict
from typing import Annotated

import typer

from engine.plain import JsonObject
from ledger.cli.books import caught_up
from ledger.cli.listing import Listing
from ledger.cli.naming import MODELS as OF_NAMES
from ledger.cli.naming import AtTable, OfPlayer, called, the_player, the_table
from ledger.cli.terminal import REFUSED, AsJson, chips, ledger_here, out, stop, tell_json
from ledger.people import people
from ledger.registers.naming import tables_named
from ledger.registers.statistics import BY, MODELS, PLAYER, Cost, Statistics, statistics

PAGE = 1000


def show_statistics(
    by: Annotated[str, typer.Option(help=f"{', '.join(BY)}: each player at each table, all of a player, all of a table.")] = PLAYER,
    player: OfPlayer = None,
    table: AtTable = None,
    as_json: AsJson = False,
) -> None:
    """Statistics of games: how many, azis, pots, wins and losses, penalties by kind, right and wrong claims, disputes."""
    if by not in BY:
        stop(f"--by is one of: {', '.join(BY)}.", REFUSED)
    with ledger_here() as place:
        caught_up(place.ledger, (*MODELS, *OF_NAMES))
        player, table = the_player(place.ledger, player), the_table(place.ledger, table)
        found: list[Statistics] = []
        while some := statistics(
            place.ledger, by=by, player=player, table=table, after=found[-1].place if found else "", limit=PAGE
        ):
            found += some
        names = people.names(place.ledger, {item.player for item in found if item.player})
        tables = tables_named(place.ledger, {item.table for item in found})
        unit, scale = place.ledger.unit, place.ledger.scale
    if as_json:
        tell_json({"unit": unit, "scale": scale, "statistics": [_plain(item, names, tables) for item in found]})
        return
    if not found:
        out.print("No such game is over yet.")
        return
    headings = ("who", "table", "games", "won", "azis", "net", "rulings", "claims", "penalties", "disputes")
    shown = Listing(*headings, wraps=("who", "table", "penalties", "disputes"))
    shown.title = f"Statistics, in {unit}; claims: right/wrong"
    for item in found:
        costs = [f"{cost.count} {kind.replace('_', ' ')} {_cost(cost, scale)}" for kind, cost in sorted(item.penalties.items())]
        shown.add_row(
            "" if item.player is None else called(names.get(item.player), item.player),
            "" if item.table is None else called(tables.get(item.table), item.table),
            str(item.games),
            str(item.won) if item.won == item.won_played else f"{item.won} ({item.won_played} as played)",
            str(item.azis),
            chips(item.net, scale),
            chips(item.rulings, scale),
            f"{item.claims_right}/{item.claims_wrong}",
            ", ".join(costs),
            ", ".join(f"{count} {outcome}" for outcome, count in sorted(item.disputes.items())),
        )
    out.print(shown)


def _cost(cost: Cost, scale: int) -> str:
    return f"{cost.points} points" if cost.points else chips(cost.chips, scale)


def _plain(item: Statistics, names: Mapping[str, str], tables: Mapping[str, str]) -> JsonObject:
    """For a machine; amounts are decimal strings."""
    told = {**asdict(item), "net": str(item.net), "rulings": str(item.rulings)}
    told["penalties"] = {kind: {**asdict(cost), "chips": str(cost.chips)} for kind, cost in item.penalties.items()}
    return {**told, "player_name": names.get(item.player or ""), "table_name": tables.get(item.table or "")}
