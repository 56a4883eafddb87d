"""cardledger disputes: what is disputed, where it stands, what was ruled, for people at a terminal and for machines.

HIDDEN: who may read the database may see everything, so the engine's opinion is told here with the hands on which it rests.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict
from typing import TYPE_CHECKING, Annotated

import typer

from engine.disputes.events import Ruled
from engine.plain import JsonObject
from engine.saying import Saying
from ledger.cli.books import caught_up
from ledger.cli.listing import Listing
from ledger.cli.naming import MODELS as OF_NAMES
from ledger.cli.naming import AtTable, OfGame, called, the_dispute, the_game, the_table
from ledger.cli.terminal import REFUSED, AsJson, chips, ledger_here, out, say, stop, tell_json
from ledger.disputes.evidence import Evidence, deeds, evidence
from ledger.disputes.listing import STATES, ListedDispute, disputes
from ledger.people import people
from ledger.registers.naming import staff_named, tables_named
from ledger.replays.film import Film, film
from ledger.replays.landings import told_steps
from ledger.running.opening import Place
from ledger.store.errors import NotFound
from ledger.store.ids import dispute_stream, game_of_dispute

if TYPE_CHECKING:
    from ledger.orders.app import Ledger

PAGE = 1000
A_DISPUTE = 'A dispute: its id, or name of its table, number of the game and its own, as in "Friday 3-1"; without it, a list.'


def show_disputes(
    dispute: Annotated[str | None, typer.Argument(help=A_DISPUTE)] = None,
    table: AtTable = None,
    game: OfGame = None,
    state: Annotated[str | None, typer.Option(help=f"One of: {', '.join(STATES)}.")] = None,
    as_json: AsJson = False,
) -> None:
    """The disputes of the club, or a single one with its evidence, course and rulings."""
    if state is not None and state not in STATES:
        stop(f"A dispute is one of: {', '.join(STATES)}.", REFUSED)
    with ledger_here() as place:
        if dispute is not None:
            _show_one(place, the_dispute(place.ledger, dispute), as_json)
            return
        caught_up(place.ledger, ("disputes", *OF_NAMES))
        table, game = the_table(place.ledger, table), the_game(place.ledger, game)
        found: list[ListedDispute] = []
        while some := disputes(
            place.ledger, after=found[-1].opened if found else 0, limit=PAGE, table=table, game=game, state=state
        ):
            found += some
        unit, scale = place.ledger.unit, place.ledger.scale
        names = _names(place.ledger, {who for item in found for who in (item.by, item.ruled_by) if who})
        tables = tables_named(place.ledger, {item.table for item in found})
    if as_json:
        tell_json({"unit": unit, "scale": scale, "disputes": [_plain(item, names, tables) for item in found]})
        return
    if not found:
        out.print("There are no such disputes.")
        return
    shown = Listing("dispute", "table", "opened (UTC)", "by", "kind", "state", "about", "ruling", wraps=("table", "by", "about"))
    for item in found:
        opened = f"{item.opened_at:%Y-%m-%d %H:%M}"
        who, about = called(names.get(item.by), item.by), _about(item, scale)
        kind = item.kind.replace("_", " ")
        shown.add_row(item.dispute, tables.get(item.table, ""), opened, who, kind, item.state, about, item.decision or "")
    out.print(shown)


def _about(item: ListedDispute, scale: int) -> str:
    named = {
        "step": item.step,
        "deal": item.deal,
        "trick": item.trick,
        "card": item.card,
        "seat": item.seat,
        "amount": None if item.amount is None else chips(item.amount, scale),
    }
    return ", ".join(f"{name} {value}" for name, value in named.items() if value is not None)


def _names(ledger: Ledger, people_or_staff: set[str]) -> dict[str, str]:
    """What they are called; holders of keys who are no players by what their keys are for."""
    known = people.names(ledger, people_or_staff)
    return {**staff_named(ledger, people_or_staff - known.keys()), **known}


def _plain(item: ListedDispute, names: Mapping[str, str], tables: Mapping[str, str]) -> JsonObject:
    """A dispute of the list for a machine; the amount is a decimal string."""
    told = {**asdict(item), "opened_at": item.opened_at.isoformat(), "changed_at": item.changed_at.isoformat()}
    told |= {"by_name": names.get(item.by), "ruled_by_name": names.get(item.ruled_by or ""), "table_name": tables.get(item.table)}
    return {**told, "amount": None if item.amount is None else str(item.amount)}


def _show_one(place: Place, dispute: str, as_json: bool) -> None:
    ledger = place.ledger
    stream = ledger.load(dispute_stream(dispute))
    state, scale = stream.state, ledger.scale
    if state.opened is None:
        raise NotFound(Saying("There is no dispute {dispute}.", dispute=dispute))
    game = film(ledger, game_of_dispute(dispute))
    found = evidence(game, state.opened)
    done = deeds(ledger, dispute, stream.version)
    rulings: tuple[Ruled, ...] = state.rulings
    moved = {move.player for ruling in rulings for move in (*ruling.returned, *ruling.moved)}
    names = _names(ledger, moved | {one.actor for one in done} | {ruling.by for ruling in rulings})
    if as_json:
        told = [{**asdict(one), "actor_name": names.get(one.actor)} for one in done]
        tell_json(
            {
                "dispute": dispute, "version": stream.version, "state": state.stage, "kind": state.opened.kind,
                "evidence": _evidence(found, game), "deeds": told, "rulings": [_ruling(ruling) for ruling in rulings],
            }
        )  # fmt: skip
        return
    out.print(f"Dispute {dispute}: {state.opened.kind.replace('_', ' ')}, {state.stage}", markup=False)
    for one in done:
        when, who = one.at[:16].replace("T", " "), called(names.get(one.actor), one.actor)
        out.print(f"  {when}  {who} has {one.what} it: {one.words or ''}", markup=False, soft_wrap=True)
    if found.opinion is None:
        out.print(f"  No evidence: {say(game.stopped.saying) if game.stopped else ''}", style="red", markup=False, soft_wrap=True)
    else:
        rule = f" ({found.opinion.rule})" if found.opinion.rule else ""
        out.print(f"  The engine, of step {found.step}: {say(found.opinion.saying)}{rule}", markup=False, soft_wrap=True)
    for ruling in rulings:
        out.print(f"  Ruling {ruling.number}: {ruling.decision}, by {ruling.rule}", markup=False)
        for kind, moves in (("returned", ruling.returned), ("moved", ruling.moved)):
            for move in moves:
                who = called(names.get(move.player), move.player)
                out.print(f"    {kind}: {chips(move.chips, scale)} {move.way}, seat {move.seat}, {who}", markup=False)


def _evidence(found: Evidence, game: Film) -> JsonObject:
    opinion = found.opinion
    if opinion is None:
        stopped: JsonObject | None = None
        if game.stopped is not None:
            stopped = {"step": game.stopped.step, "not_evaluated": told_steps(game)}
        return {"version": found.seen, "step": found.step, "opinion": None, "steps": [], "stopped": stopped}
    told = {"verdict": opinion.verdict, "rule": opinion.rule, "says": say(opinion.saying), "facts": dict(opinion.facts)}
    return {"version": found.seen, "step": found.step, "opinion": told, "steps": list(opinion.steps), "stopped": None}


def _ruling(ruling: Ruled) -> JsonObject:
    """A ruling for a machine; amounts are decimal strings."""
    told = asdict(ruling)
    for kind in ("returned", "moved"):
        told[kind] = [{**move, "chips": str(move["chips"])} for move in told[kind]]
    return {**told, "amount": None if ruling.amount is None else str(ruling.amount)}
