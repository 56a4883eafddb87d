"""A game by dice, short enough to be read: as a golden game, and as a sample game for the demo."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import asdict, is_dataclass
from importlib import import_module
from typing import Any

from api.schemas.actions import words_of
from engine.games import Kind
from engine.parts import Seated
from engine.record import Record, recorded
from ops.new.writing import Unfit

GAMES, EVENTS_LEAST, EVENTS_MOST = 40, 12, 200
STACK = 100
# Who brings chips to the cash desk in seeds/games/1-the-club.toml.
PLAYERS = ("anna", "boris", "clara", "dmitri", "emile")


def by_dice(kind: Kind, plain: Mapping[str, Any]) -> Record:
    """The shortest of some games of players of the club at a table whose cards are entered. Raises Unfit: none is short enough."""
    house = kind.house_rules({**plain, "deck": "entered"})
    seated = tuple([Seated(seat, player, STACK) for seat, player in enumerate(PLAYERS[: max(3, house.players_min)], 1)])
    begin = kind.start("dice", 1, house, "chip", 0, seated, None, None)
    steps = import_module(f"tests.engine.{kind.name}.random_games").steps
    games = [whole for seed in range(GAMES) if (whole := _whole(kind, steps(seed, 0, begin=begin)))]
    if not games:
        raise Unfit("No game by dice is short enough: write one by hand.")
    return recorded(kind, min(games, key=len))


def _whole(kind: Kind, steps: Iterator[tuple[Any, Any, list[Any], Any]]) -> list[Any]:
    """The events of a game that is neither too short to show anything nor too long to be read; else none."""
    events: list[Any] = []
    for _, _, made, state in steps:
        events += made
        if kind.decider.is_over(state):
            return events if len(events) >= EVENTS_LEAST else []
        if len(events) > EVENTS_MOST:
            break
    return []


def sample(record: Record, preset: str, number: int, head: str) -> str:
    """The game as calls of the interface (seeds/games/README.md). head: title, source and words."""
    begin = record.acts[0].command
    calls = [f'  ["cashier", {_paid(one.player, number)}, {{}}],' for one in begin.seats]
    opened = {"name": f"Table {number}", "preset": preset, "house": {"deck": "entered"}, "seats": len(begin.seats)}
    calls.append(f'  ["steward", "POST /v1/tables", {told(opened)}, {{ keep = {{ table = "id" }} }}],')
    for one in begin.seats:
        sits = {"player": f"{{{one.player}}}", "seat": one.seat, "amount": str(STACK)}
        calls.append(f'  ["steward", "POST /v1/tables/{{table}}/seats", {told(sits)}, {{}}],')
    calls.append('  ["steward", "POST /v1/tables/{table}/games", {}, { keep = { game = "id" } }],')
    acts = [words_of(one.command) for one in record.acts[1:]]
    calls += ["", *[f'  ["steward", "POST /v1/games/{{game}}/actions", {told(words)}, {{}}],' for words in acts]]
    return "\n".join([head, "", "calls = [", *calls, "]", ""])


def _paid(player: str, number: int) -> str:
    body = {"amount": str(STACK), "reference": f"receipt {number} of {{{player}}}"}
    return f'"POST /v1/players/{{{player}}}/deposits", {told(body)}'


def told(value: Any) -> str:
    """A value of a call in TOML, on one line."""
    if is_dataclass(value) and not isinstance(value, type):
        return told(asdict(value))
    if isinstance(value, Mapping):
        return f"{{ {', '.join(f'{key} = {told(one)}' for key, one in value.items())} }}"
    if isinstance(value, tuple | list):
        return f"[{', '.join(told(one) for one in value)}]"
    return str(value).lower() if isinstance(value, bool) else str(value) if isinstance(value, int) else f'"{value}"'
