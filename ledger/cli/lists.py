"""cardledger players, tables, games: who and what there is, looked for by name, for people at a terminal and for machines."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated

import typer

from engine.plain import JsonObject
from ledger.books.period import BadPeriod, day_of, zone
from ledger.cli.books import caught_up
from ledger.cli.listing import Listing
from ledger.cli.naming import MODELS, AtTable, OfPlayer, the_player, the_table
from ledger.cli.terminal import REFUSED, AsJson, chips, err, ledger_here, out, say, stop, tell_json
from ledger.people import people
from ledger.registers import listings
from ledger.registers.listings import OF_GAMES, ListedGame, ListedTable

PAGE = 1000
STATUSES = ("open", "ended", "closed")
HOWS, RULED = ("won", "split", "void"), ("void_game", "award")
SHOWN = 50

Sought = Annotated[str | None, typer.Argument(help="A part of the name, whatever the case and the accents; without it, all.")]
Limit = Annotated[int, typer.Option(help="At most so many, the last ones.", min=1)]


def show_players(name: Sought = None, as_json: AsJson = False) -> None:
    """Players by name, with their ids."""
    with ledger_here() as place:
        found: list[people.Person] = []
        while some := people.listed(place.ledger, found[-1].player if found else "", PAGE, name):
            found += some
    if as_json:
        tell_json({"players": [{"id": person.player, "name": person.name} for person in found]})
        return
    if not found:
        out.print("There are no such players.")
        return
    shown = Listing("name", "id", wraps="name")
    for person in sorted(found, key=lambda person: (person.name is None, (person.name or "").casefold(), person.player)):
        shown.add_row(person.name or "(erased)", person.player)
    out.print(shown)


def show_tables(
    name: Sought = None,
    status: Annotated[str | None, typer.Option(help=f"One of: {', '.join(STATUSES)}.")] = None,
    player: OfPlayer = None,
    limit: Limit = SHOWN,
    as_json: AsJson = False,
) -> None:
    """Tables, the last opened first: what is played, who sits there, the running game."""
    if status not in {None, *STATUSES}:
        stop(f"A table is one of: {', '.join(STATUSES)}.", REFUSED)
    with ledger_here() as place:
        caught_up(place.ledger, MODELS)
        sits = the_player(place.ledger, player)
        found = listings.tables(place.ledger, status=status, player=sits, name=name, limit=limit + 1, newest=True)
        more, found = len(found) > limit, found[:limit]
        names = people.names(place.ledger, {who for one in found for who in one.players.values()})
    if as_json:
        tell_json({"tables": [_table(one, names) for one in found], "more": more})
        return
    if not found:
        out.print("There are no such tables.")
        return
    shown = Listing("table", "id", "game", "status", "running", "who sits", wraps=("table", "who sits"))
    for one in found:
        sitting = ", ".join(f"{seat} {names.get(who, who)}" for seat, who in one.players.items())
        running = "" if one.playing is None else str(one.playing)
        shown.add_row(one.name, one.table, one.game, one.status, running, sitting)
    out.print(shown)
    _tell_more(more, limit)


def show_games(
    table: AtTable = None,
    player: OfPlayer = None,
    day: Annotated[str | None, typer.Option(help="Only those that began on this day, as in 2026-03-01.")] = None,
    tz: Annotated[str, typer.Option(help="Time zone of the day and of the times shown, as in Europe/Berlin.")] = "UTC",
    preset: Annotated[str | None, typer.Option(help="Only those that began with this preset of house rules.")] = None,
    status: Annotated[str | None, typer.Option(help="running or over.")] = None,
    how: Annotated[str | None, typer.Option(help=f"How it ended by itself: {', '.join(HOWS)}.")] = None,
    ruled: Annotated[str | None, typer.Option(help=f"How it ended by a ruling: {', '.join(RULED)}.")] = None,
    limit: Limit = SHOWN,
    as_json: AsJson = False,
) -> None:
    """Games, the last begun first: table and number, when, how long, who played, how it ended, the pot."""
    for word, given, known in (("status", status, ("running", "over")), ("how", how, HOWS), ("ruled", ruled, RULED)):
        if given not in {None, *known}:
            stop(f"--{word} is one of: {', '.join(known)}.", REFUSED)
    try:
        since, until = day_of(day, tz)
    except BadPeriod as fault:
        stop(say(fault.saying), REFUSED)
        raise
    with ledger_here() as place:
        caught_up(place.ledger, OF_GAMES)
        found = listings.games(
            place.ledger,
            table=the_table(place.ledger, table),
            player=the_player(place.ledger, player),
            preset=preset,
            status=status,
            how=how,
            ruled=ruled,
            since=since,
            until=until,
            limit=limit + 1,
            newest=True,
        )
        more, found = len(found) > limit, found[:limit]
        names = people.names(place.ledger, {who for one in found for who in one.players.values()})
        unit, scale = place.ledger.unit, place.ledger.scale
    if as_json:
        tell_json({"unit": unit, "scale": scale, "games": [_game(one, names) for one in found], "more": more})
        return
    if not found:
        out.print("There are no such games.")
        return
    began_by = f"began ({tz})"
    shown = Listing("game", "id", began_by, "min", "who played", "ended", "pot", wraps=("game", began_by, "who played", "ended"))
    shown.title = f"Games, in {unit}"
    for one in found:
        began = f"{one.began_at.astimezone(zone(tz)):%Y-%m-%d %H:%M}"
        playing = ", ".join(names.get(who, who) for who in one.players.values())
        ended = "running" if one.how is None else one.how + (f", ruled {one.ruled.replace('_', ' ')}" if one.ruled else "")
        long = "" if one.over_at is None else str(round((one.over_at - one.began_at).total_seconds() / 60))
        shown.add_row(f"{one.table_name} {one.number}", one.game, began, long, playing, ended, chips(one.pot, scale))
    for place_ in (3, 6):
        shown.columns[place_].justify = "right"
    out.print(shown)
    _tell_more(more, limit)


def _tell_more(more: bool, limit: int) -> None:
    if more:
        err.print(f"There are more than these {limit}: see them with --limit.", markup=False)


def _table(one: ListedTable, names: Mapping[str, str]) -> JsonObject:
    """A table for a machine."""
    return {
        "id": one.table,
        "name": one.name,
        "game": one.game,
        "status": one.status,
        "seats": one.seats,
        "players": [{"seat": seat, "player": who, "name": names.get(who)} for seat, who in one.players.items()],
        "running": None if one.playing is None else f"{one.table}-{one.playing}",
        "ends_at": one.ends_at,
        "opened_at": one.opened_at.isoformat(),
    }


def _game(one: ListedGame, names: Mapping[str, str]) -> JsonObject:
    """A game for a machine; the pot is a decimal string of smallest units."""
    return {
        "id": one.game,
        "table": one.table,
        "table_name": one.table_name,
        "number": one.number,
        "game": one.kind,
        "preset": one.preset,
        "status": one.status,
        "how": one.how,
        "ruled": one.ruled,
        "dispute": one.dispute,
        "players": [{"seat": seat, "player": who, "name": names.get(who)} for seat, who in one.players.items()],
        "pot": str(one.pot),
        "began_at": one.began_at.isoformat(),
        "over_at": None if one.over_at is None else one.over_at.isoformat(),
        "duration_s": None if one.over_at is None else int((one.over_at - one.began_at).total_seconds()),
    }
