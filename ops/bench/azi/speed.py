"""Actions a second of the engine on random games of Azi, and how long it takes to fold a game to one of its steps.

An action is a command decided, its consequences followed and every event folded. The games are first recorded and checked against
the laws (chips, cards, an end), then replayed against the clock. Run as `./run bench engine presets`.
"""

from __future__ import annotations

import gc
import time
import tomllib
from random import Random
from typing import Any

from engine.azi import azi, simulator
from engine.azi.house_rules import HouseRules, house_rules
from engine.azi.particulars import pack
from engine.azi.simulator.games import next_act as simulator_act
from engine.azi.state import DEALT
from engine.decider import act, fold
from ops.bench.presets import PRESETS, diced

OTHERS = [name for name in diced("azi") if name != "azi-three"]
OTHER_FIGURES = {name: f"engine_actions_per_s_{name.replace('-', '_')}" for name in OTHERS}
GAMES = 500
OTHER_GAMES = 100
PART = 50
ROUNDS = 15
STACK = 100_000
EVENTS = 60
LOOKS = 400


def measure(games: int = GAMES, rounds: int = ROUNDS) -> dict[str, float]:
    """engine_actions_per_s: over `games` random games of three to seven players, each part of them at the best of its `rounds`.
    replay_ms: the mean time to fold 60 events of a game to a random step. Both in processor time: nothing here waits for anything,
    and what else the machine does is not the engine's."""
    dice = Random(7)
    preset = _preset("azi-three")
    played = [_game(dice, house_rules({**preset, "cap": dice.choice((None, 25, 100))})) for _ in range(games)]
    actions = _actions_per_s(played, rounds)
    long = next(events for _, events in played if len(events) >= EVENTS)
    return {"engine_actions_per_s": actions, "replay_ms": round(_looked_up(dice, long[:EVENTS]), 4)}


def measure_others(games: int = OTHER_GAMES, rounds: int = ROUNDS) -> dict[str, float]:
    """The same of each of the other presets: "engine_actions_per_s_azi_two" and so on."""
    figures: dict[str, float] = {}
    for name, figure in OTHER_FIGURES.items():
        dice, house = Random(7), house_rules(_preset(name))
        figures[figure] = _actions_per_s([_game(dice, house) for _ in range(games)], rounds)
    return figures


def _preset(name: str) -> dict[str, Any]:
    return tomllib.loads((PRESETS / f"{name}.toml").read_text("utf-8"))


def _actions_per_s(played: list[tuple[list[Any], list[Any]]], rounds: int) -> int:
    for _, events in played:
        _check(events)
    stories = [story for story, _ in played]
    gc.freeze()  # the garbage collector does not scan the recorded games while the clock runs
    parts = [stories[first : first + PART] for first in range(0, len(stories), PART)]
    seconds = sum(min(_carried_out(part) for _ in range(rounds)) for part in parts)
    return round(sum(map(len, stories)) / seconds)


def _game(dice: Random, house: HouseRules) -> tuple[list[Any], list[Any]]:
    """The commands and the events of one whole game of random players."""
    start = simulator.begin(dice, house, dice.randint(house.players_min, house.players_max), STACK)
    played = list(simulator.play(dice, start, simulator.RANDOM))
    return [command for command, _, _ in played], [event for _, events, _ in played for event in events]


def _check(events: list[Any]) -> None:
    """Chips add up at every event; before the first trick of a deal every card is there once."""
    game = azi.initial
    for event in events:
        game = azi.evolve(game, event)
        if sum(game.stacks.values()) + game.pot != STACK * len(game.seats):
            raise ArithmeticError(f"chips are lost at {event}")
        if game.phase in DEALT and not game.takers:
            cards = [card for hand in game.hands.values() for card in hand] + [card for _, card in game.trick]
            cards += game.discards.values()
            turned = [game.trump] if game.trump_from == "stock" else []
            if sorted([*cards, *turned, *(game.stock or ())]) != sorted(pack(game.house)):
                raise ArithmeticError(f"cards are lost at {event}")
    if not game.over or game.pot:
        raise ArithmeticError("a game has not ended")


def _carried_out(stories: list[list[Any]]) -> float:
    """Seconds to carry out all commands of all games."""
    began = time.process_time()
    for story in stories:
        game = azi.initial
        for command in story:
            _, game = act(azi, game, command)
    return time.process_time() - began


def _looked_up(dice: Random, events: list[Any]) -> float:
    """Milliseconds to fold to one of these events."""
    steps = [dice.randint(1, len(events)) for _ in range(LOOKS)]
    began = time.process_time()
    for step in steps:
        fold(azi, azi.initial, events[:step])
    return (time.process_time() - began) * 1000 / LOOKS


def next_act(dice: Random, game: Any, how: str) -> Any:
    """What happens next in a game whose cards are known, by a mechanical player."""
    return simulator_act(dice, game, simulator.PLAYERS[how])


BENCHES = {"engine": measure, "presets": measure_others}
# Figure -> (what it is, floor or ceiling, whether more is better).
PROMISED = {
    "engine_actions_per_s": ("actions a second: decide, follow, evolve", 100_000, True),
    **dict.fromkeys(OTHER_FIGURES.values(), ("the same, another preset", 80_000, True)),
    "replay_ms": ("folding a 60-event game to a step, ms", 2, False),
}
# What a club of very many games plays, in so many ways; and one in how many evenings is of this game.
CLUB, WAYS, EVERY = sorted(("azi-three", *OTHERS)), tuple(simulator.PLAYERS), 1
