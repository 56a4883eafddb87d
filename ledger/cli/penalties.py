"""cardledger penalties: the register of what was paid for breaking rules, for people at a terminal and for machines."""

from __future__ import annotations

from dataclasses import asdict
from typing import Annotated, Any

import typer

from ledger.cli.books import caught_up
from ledger.cli.terminal import REFUSED, AsJson, chips, close_table, ledger_here, out, stop, tell_json
from ledger.people import people
from ledger.registers.penalties import MODELS, OFFENCES, Penalty, penalties

PAGE = 1000


def show_penalties(
    player: Annotated[str | None, typer.Option(help="Only of this player, by his id.")] = None,
    table: Annotated[str | None, typer.Option(help="Only at this table.")] = None,
    game: Annotated[str | None, typer.Option(help="Only in this game.")] = None,
    offence: Annotated[str | None, typer.Option(help=f"One of: {', '.join(OFFENCES)}.")] = None,
    as_json: AsJson = False,
) -> None:
    """Every penalty: who, what for, by which rule, how it was found, how much, and whether it was given back."""
    if offence is not None and offence not in OFFENCES:
        stop(f"An offence is one of: {', '.join(OFFENCES)}.", REFUSED)
    with ledger_here() as place:
        caught_up(place.ledger, MODELS)
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
        names = people.names(place.ledger, {item.player for item in found})
        unit, scale = place.ledger.unit, place.ledger.scale
    if as_json:
        tell_json({"unit": unit, "scale": scale, "penalties": [_plain(item) for item in found]})
        return
    if not found:
        out.print("There are no such penalties.")
        return
    shown = close_table("game", "step", "who", "what for", "rule", "broken", "amount", wraps="what for")
    shown.title = f"Penalties, in {unit}"
    for item in found:
        what = [item.offence.replace("_", " "), item.card or "", f"by {item.found_by}"]
        back = f", came back at step {item.returned_by}" if item.returned_by else ""
        back += f", taken back by ruling {item.ended_by} in dispute {item.ended_in}" if item.ended_by else ""
        words = " ".join(word for word in what if word) + back
        who = names.get(item.player, item.player)
        cost = f"{item.points} points" if item.points else chips(item.chips, scale)
        shown.add_row(item.game, str(item.step or ""), who, words, item.rule, item.broken, cost)
    shown.columns[-1].justify = "right"
    out.print(shown)


def _plain(item: Penalty) -> dict[str, Any]:
    """A penalty for a machine; the amount is a decimal string."""
    told = {**asdict(item), "recorded_at": item.recorded_at.isoformat(), "account": item.account, "stands": item.stands}
    told["amount"] = str(told.pop("chips"))
    return told
