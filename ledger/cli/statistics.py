"""cardledger statistics: games, azis, won and lost by player and table, for people at a terminal and for machines."""

from __future__ import annotations

from dataclasses import asdict
from typing import Annotated, Any

import typer

from ledger.cli.books import caught_up
from ledger.cli.terminal import REFUSED, AsJson, chips, close_table, ledger_here, out, stop, tell_json
from ledger.people import people
from ledger.registers.statistics import BY, MODELS, PLAYER, Statistics, statistics

PAGE = 1000


def show_statistics(
    by: Annotated[str, typer.Option(help=f"{', '.join(BY)}: each player at each table, all of a player, all of a table.")] = PLAYER,
    player: Annotated[str | None, typer.Option(help="Only of this player, by his id.")] = None,
    table: Annotated[str | None, typer.Option(help="Only at this table.")] = None,
    as_json: AsJson = False,
) -> None:
    """Statistics of games: how many, azis, pots, wins and losses, penalties by kind, right and wrong claims, disputes."""
    if by not in BY:
        stop(f"--by is one of: {', '.join(BY)}.", REFUSED)
    with ledger_here() as place:
        caught_up(place.ledger, MODELS)
        found: list[Statistics] = []
        while some := statistics(
            place.ledger, by=by, player=player, table=table, after=found[-1].place if found else "", limit=PAGE
        ):
            found += some
        names = people.names(place.ledger, {item.player for item in found if item.player})
        unit, scale = place.ledger.unit, place.ledger.scale
    if as_json:
        tell_json({"unit": unit, "scale": scale, "statistics": [_plain(item) for item in found]})
        return
    if not found:
        out.print("No such game is over yet.")
        return
    shown = close_table(
        "who", "table", "games", "won", "azis", "net", "rulings", "claims", "penalties", "disputes", wraps="penalties"
    )
    shown.title = f"Statistics, in {unit}; claims: right/wrong"
    for item in found:
        costs = [f"{cost.count} {kind.replace('_', ' ')} {_cost(cost, scale)}" for kind, cost in sorted(item.penalties.items())]
        shown.add_row(
            "" if item.player is None else names.get(item.player, item.player),
            item.table or "",
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


def _cost(cost: Any, scale: int) -> str:
    return f"{cost.points} points" if cost.points else chips(cost.chips, scale)


def _plain(item: Statistics) -> dict[str, Any]:
    """For a machine; amounts are decimal strings."""
    told = {**asdict(item), "net": str(item.net), "rulings": str(item.rulings)}
    told["penalties"] = {kind: {**asdict(cost), "chips": str(cost.chips)} for kind, cost in item.penalties.items()}
    return told
