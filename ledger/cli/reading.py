"""cardledger statement, replay: what happened, for people at a terminal and for machines.

HIDDEN: who may read the database may see everything, so a replay here shows every hand.
"""

from __future__ import annotations

from datetime import date
from typing import Annotated, Any

import typer
from rich.table import Table

from ledger import people, replay, transcript
from ledger.books import Basis
from ledger.cli.terminal import REFUSED, AsJson, chips, ledger_here, out, stop, tell_json
from ledger.errors import NotFound
from ledger.ids import wallet_stream
from ledger.place import Place
from ledger.projections.position import wait_for
from ledger.projections.runner import Runner
from ledger.statement import BadPeriod, Scope, Statement, StatementLine, statement

PAGE = 1000
PATIENCE_S = 60


def show_statement(
    player: Annotated[str, typer.Argument(help="The id of the player.")],
    start: Annotated[str | None, typer.Option("--from", help="First day, as in 2026-03-01.")] = None,
    end: Annotated[str | None, typer.Option("--to", help="Day after the last.")] = None,
    tz: Annotated[str, typer.Option(help="Where days begin, as in Europe/Berlin.")] = "UTC",
    effective: Annotated[bool, typer.Option("--effective", help="By the time at the table, not the time recorded.")] = False,
    wallet: Annotated[bool, typer.Option("--wallet", help="The wallet alone, without stacks at tables.")] = False,
    as_json: AsJson = False,
) -> None:
    """A player's statement of account; it adds up or is not given."""
    with ledger_here() as place:
        if not place.ledger.load(wallet_stream(player)).version:
            raise NotFound(f"There is no player {player}.")
        with Runner(place.ledger):
            wait_for(place.ledger, ("journal",), place.ledger.head(), PATIENCE_S)
        first, lines = _pages(
            place, player, _day(start), _day(end), tz, "effective" if effective else "recorded", "wallet" if wallet else "all"
        )
        name = people.name_of(place.ledger, player)
        unit, scale = place.ledger.unit, place.ledger.scale
    if as_json:
        tell_json(
            {
                "player": player, "unit": unit, "scale": scale, "position": first.position, "opening": str(first.opening),
                "lines": [_plain(line) for line in lines], "closing": str(first.closing),
            }
        )  # fmt: skip
        return
    time = "at the table (UTC)" if effective else "recorded (UTC)"
    table = Table(time, "what", "game or table", "amount", "balance", title=f"{name or player}, in {unit}")
    for column in table.columns[3:]:
        column.justify = "right"
    table.add_row("", "opening balance", "", "", chips(first.opening, scale))
    for line in lines:
        where, when = line.game or line.table or "", line.effective_at if effective else line.recorded_at
        table.add_row(f"{when:%Y-%m-%d %H:%M:%S}", line.words, where, chips(line.amount, scale), chips(line.balance, scale))
    table.add_row("", "closing balance", "", "", chips(first.closing, scale))
    out.print(table)


def _day(text: str | None) -> date | None:
    """A day given at the command line."""
    if text is None:
        return None
    try:
        return date.fromisoformat(text)
    except ValueError:
        stop(f"{text} is no day; write it as in 2026-03-01.", REFUSED)
        return None


def _pages(
    place: Place, player: str, start: date | None, end: date | None, tz: str, basis: Basis, scope: Scope
) -> tuple[Statement, list[StatementLine]]:
    """All pages of a statement: the first one, and the lines of all."""
    try:
        page = first = statement(place.ledger, player, start=start, end=end, tz=tz, basis=basis, scope=scope, limit=PAGE)
        lines = list(first.lines)
        while page.following is not None:
            page = statement(
                place.ledger, player, start=start, end=end, tz=tz, basis=basis, scope=scope, limit=PAGE,
                position=first.position, after=page.following,
            )  # fmt: skip
            lines += page.lines
    except BadPeriod as fault:
        stop(fault.says, REFUSED)
        raise
    return first, lines


def _plain(line: StatementLine) -> dict[str, Any]:
    """A line for a machine; amounts are decimal strings."""
    return {
        "position": line.position,
        "recorded_at": line.recorded_at.isoformat(),
        "effective_at": line.effective_at.isoformat(),
        "kind": line.kind,
        "words": line.words,
        "amount": str(line.amount),
        "balance": str(line.balance),
        "game": line.game,
        "table": line.table,
        "stream": line.stream,
        "step": line.step,
    }


def show_replay(
    game: Annotated[str, typer.Argument(help="The id of the game: its table's id, a dash, its number.")],
    step: Annotated[int | None, typer.Option(help="This step only.", min=1)] = None,
    as_json: AsJson = False,
) -> None:
    """A game step by step, with every hand: what happened, the pot, the stacks, and what could be done next."""
    with ledger_here() as place:
        played = replay.steps(place.ledger, game) if step is None else [replay.step(place.ledger, game, step)]
    if as_json:
        tell_json({"game": game, "steps": [_step(one) for one in played]})
        return
    table = Table("step", "what happened", "cards", "pot", "stacks", "next", title=f"Game {game}")
    for one in played:
        state = one.state
        hands = "  ".join(f"{seat}: {' '.join(cards)}" for seat, cards in state.hands.items() if cards)
        stacks = "  ".join(f"{seat}: {chips(amount, state.scale)}" for seat, amount in state.stacks.items())
        follows = f"seat {state.turn}, {len(one.legal)} ways" if state.turn else ""
        table.add_row(str(one.number), transcript.words(one.envelope.event), hands, chips(state.pot, state.scale), stacks, follows)
    out.print(table)


def _step(one: replay.Step) -> dict[str, Any]:
    """A step for a machine."""
    state = one.state
    return {
        "step": one.number,
        "type": one.row.topic,
        "at": one.envelope.effective_at.isoformat(),
        "actor": one.envelope.actor,
        "words": transcript.words(one.envelope.event),
        "phase": state.phase,
        "turn": state.turn or None,
        "pot": str(state.pot),
        "trump": state.trump or None,
        "stacks": {str(seat): str(amount) for seat, amount in state.stacks.items()},
        "hands": {str(seat): list(cards) for seat, cards in state.hands.items()},
        "trick": [{"seat": seat, "card": card} for seat, card in state.trick],
        "legal": len(one.legal),
    }
