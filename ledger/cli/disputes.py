"""cardledger disputes: what is disputed, where it stands, what was ruled, for people at a terminal and for machines.

HIDDEN: who may read the database may see everything, so the engine's opinion is told here with the hands on which it rests.
"""

from __future__ import annotations

from dataclasses import asdict
from typing import Annotated, Any

import typer

from engine.saying import Saying
from ledger.cli.books import caught_up
from ledger.cli.terminal import REFUSED, AsJson, chips, close_table, ledger_here, out, say, stop, tell_json
from ledger.disputes.evidence import Evidence, deeds, evidence
from ledger.disputes.listing import STATES, ListedDispute, disputes
from ledger.people import people
from ledger.replays.film import Film, film
from ledger.replays.landings import told_steps
from ledger.running.opening import Place
from ledger.store.errors import NotFound
from ledger.store.ids import dispute_stream, game_of_dispute

PAGE = 1000


def show_disputes(
    dispute: Annotated[str | None, typer.Argument(help="The id of a dispute; without it, a list.")] = None,
    table: Annotated[str | None, typer.Option(help="Only at this table.")] = None,
    game: Annotated[str | None, typer.Option(help="Only on this game.")] = None,
    state: Annotated[str | None, typer.Option(help=f"One of: {', '.join(STATES)}.")] = None,
    as_json: AsJson = False,
) -> None:
    """The disputes of the club, or a single one with its evidence, course and rulings."""
    if state is not None and state not in STATES:
        stop(f"A dispute is one of: {', '.join(STATES)}.", REFUSED)
    with ledger_here() as place:
        if dispute is not None:
            _show_one(place, dispute, as_json)
            return
        caught_up(place.ledger, ("disputes",))
        found: list[ListedDispute] = []
        while some := disputes(
            place.ledger, after=found[-1].opened if found else 0, limit=PAGE, table=table, game=game, state=state
        ):
            found += some
        unit, scale = place.ledger.unit, place.ledger.scale
    if as_json:
        tell_json({"unit": unit, "scale": scale, "disputes": [_plain(item) for item in found]})
        return
    if not found:
        out.print("There are no such disputes.")
        return
    shown = close_table("dispute", "opened (UTC)", "kind", "state", "about", "ruling", wraps="about")
    for item in found:
        opened = f"{item.opened_at:%Y-%m-%d %H:%M}"
        shown.add_row(item.dispute, opened, item.kind.replace("_", " "), item.state, _about(item, scale), item.decision or "")
    out.print(shown)


def _about(item: ListedDispute, scale: int) -> str:
    named = {name: getattr(item, name) for name in ("step", "deal", "trick", "card", "seat")}
    amount = None if item.amount is None else chips(item.amount, scale)
    return ", ".join(f"{name} {value}" for name, value in {**named, "amount": amount}.items() if value is not None)


def _plain(item: ListedDispute) -> dict[str, Any]:
    """A dispute of the list for a machine; the amount is a decimal string."""
    told = {**asdict(item), "opened_at": item.opened_at.isoformat(), "changed_at": item.changed_at.isoformat()}
    return {**told, "amount": None if item.amount is None else str(item.amount)}


def _show_one(place: Place, dispute: str, as_json: bool) -> None:
    ledger = place.ledger
    stream = ledger.load(dispute_stream(dispute))
    if not stream.version:
        raise NotFound(Saying("There is no dispute {dispute}.", dispute=dispute))
    state, scale = stream.state, ledger.scale
    game = film(ledger, game_of_dispute(dispute))
    found = evidence(game, state.opened)
    done = deeds(ledger, dispute, stream.version)
    rulings = [_ruling(ruling) for ruling in state.rulings]
    if as_json:
        tell_json(
            {
                "dispute": dispute, "version": stream.version, "state": state.stage, "kind": state.opened.kind,
                "evidence": _evidence(found, game), "deeds": [asdict(one) for one in done], "rulings": rulings,
            }
        )  # fmt: skip
        return
    names = people.names(ledger, {move["player"] for ruling in rulings for move in (*ruling["returned"], *ruling["moved"])})
    out.print(f"Dispute {dispute}: {state.opened.kind.replace('_', ' ')}, {state.stage}", markup=False)
    for one in done:
        out.print(
            f"  {one.at[:16].replace('T', ' ')}  {one.actor} has {one.what} it: {one.words or ''}", markup=False, soft_wrap=True
        )
    if found.opinion is None:
        out.print(f"  No evidence: {say(game.stopped.saying) if game.stopped else ''}", style="red", markup=False, soft_wrap=True)
    else:
        rule = f" ({found.opinion.rule})" if found.opinion.rule else ""
        out.print(f"  The engine, of step {found.step}: {say(found.opinion.saying)}{rule}", markup=False, soft_wrap=True)
    for ruling in rulings:
        out.print(f"  Ruling {ruling['number']}: {ruling['decision']}, by {ruling['rule']}", markup=False)
        for kind in ("returned", "moved"):
            for move in ruling[kind]:
                who = names.get(move["player"], move["player"])
                out.print(f"    {kind}: {chips(int(move['chips']), scale)} {move['way']}, seat {move['seat']}, {who}", markup=False)


def _evidence(found: Evidence, game: Film) -> dict[str, Any]:
    opinion = found.opinion
    if opinion is None:
        stopped = None if game.stopped is None else {"step": game.stopped.step, "not_evaluated": told_steps(game)}
        return {"version": found.seen, "step": found.step, "opinion": None, "steps": [], "stopped": stopped}
    told = {"verdict": opinion.verdict, "rule": opinion.rule, "says": say(opinion.saying), "facts": dict(opinion.facts)}
    return {"version": found.seen, "step": found.step, "opinion": told, "steps": list(opinion.steps), "stopped": None}


def _ruling(ruling: Any) -> dict[str, Any]:
    """A ruling for a machine; amounts are decimal strings."""
    told = asdict(ruling)
    for kind in ("returned", "moved"):
        told[kind] = [{**move, "chips": str(move["chips"])} for move in told[kind]]
    return {**told, "amount": None if ruling.amount is None else str(ruling.amount)}
