"""Actions a second of the engine on random games of Casino, and how long it takes to list everything a hand can do on a full table.

As in `ops/bench/azi/speed.py`, an action is a command decided (its legality checked), its consequences followed and every event
folded, on games that were recorded and checked first. Run as `./run bench casino`.
"""

from __future__ import annotations

import gc
import time
import tomllib
from itertools import product
from random import Random
from typing import Any

from engine.casino import casino, commands, legal
from engine.casino.house_rules import HouseRules, house_rules
from engine.casino.particulars import PACK
from engine.casino.state import Game
from engine.changed import changed
from engine.decider import act
from engine.parts import Seated
from engine.shuffle import commitment, shuffled
from ops.bench.presets import PRESETS

NAMES = ("casino-family", "casino-strict-11", "casino-strict-6", "casino-letter")
FIGURES = {name: f"engine_actions_per_s_{name.replace('-', '_')}" for name in NAMES}
ACTIONS = 6000
ROUNDS = 9
STACK = 1000
LOOSE = 12
TABLES = 200
LOOKS = 15


def measure() -> dict[str, float]:
    """engine_actions_per_s_casino_family and so on, each at the best of its rounds. casino_legal_ms: the slowest list of all that a
    hand of six can do on a table of twelve loose cards, over random tables and that with the most captures. In processor time."""
    figures: dict[str, float] = {}
    for name, figure in FIGURES.items():
        dice = Random(7)
        house = house_rules(tomllib.loads((PRESETS / f"{name}.toml").read_text("utf-8")))
        stories: list[list[Any]] = []
        while sum(map(len, stories)) < ACTIONS:
            stories.append(_game(dice, house))
        seconds = min(_carried_out(stories) for _ in range(ROUNDS))
        figures[figure] = round(sum(map(len, stories)) / seconds)
    return {**figures, "casino_legal_ms": round(_listed(Random(7)), 3)}


def _game(dice: Random, house: HouseRules) -> list[Any]:
    """The commands of one whole game; a capture in two turns of three where there is one. Chips and cards are checked at each."""
    players = dice.randint(house.players_min, house.players_max)
    seated = tuple([Seated(seat, f"p{seat}", STACK) for seat in range(1, players + 1)])
    command: Any = commands.StartGame("bench", 1, house, "chip", 0, seated, None, tuple(dice.sample(PACK, len(PACK))))
    game, story = casino.initial, []
    while True:
        _, game = act(casino, game, command)
        story.append(command)
        _check(game, players)
        if game.over:
            return story
        command = next_act(dice, game)


def next_act(dice: Random, game: Game, _how: str = "") -> Any:
    """What happens next in a game whose cards are known: by dice, a capture in two turns of three where there is one."""
    may = [one for one in legal(game, game.turn) if not isinstance(one, commands.ClaimTarget)]
    takes = [one for one in may if isinstance(one, commands.Capture)]
    command = dice.choice(takes if takes and dice.random() < 2 / 3 else may)
    if isinstance(command, commands.Shuffle):
        secret = dice.randbytes(32)
        told = commitment(f"game-{game.table}-{game.number}", game.deal, game.shuffle + 1, secret)
        return commands.Shuffle(command.seat, told, secret.hex(), shuffled(PACK, secret))
    return command


def _check(game: Game, players: int) -> None:
    """Chips add up, and while cards are played every card is somewhere once."""
    if sum(game.stacks.values()) + game.pot != STACK * players:
        raise ArithmeticError("chips are lost")
    if game.phase == "play":
        places = (*game.hands.values(), *game.piles.values(), *[build.cards for build in game.builds])
        cards = [*game.loose, *game.order, *game.aside, *[card for place in places for card in place]]
        if sorted(cards) != sorted(PACK):
            raise ArithmeticError("cards are lost")


def _carried_out(stories: list[list[Any]]) -> float:
    """Seconds to carry out all commands of all games."""
    began = time.process_time()
    for story in stories:
        game = casino.initial
        for command in story:
            _, game = act(casino, game, command)
    return time.process_time() - began


def _listed(dice: Random) -> float:
    """Milliseconds of the slowest list, each at its best of some looks."""
    low = tuple([rank + suit for rank, suit in product("A23", "CDHS")])
    tables = [(low, ("4C", "5C", "6C", "7C", "9C", "TC"))]
    for _ in range(TABLES):
        numbers = [card for card in PACK if card[0] not in "JQK"]
        drawn = dice.sample(numbers[: dice.choice((20, 28, 40))] if dice.random() < 0.5 else PACK, LOOSE + 6)
        tables.append((tuple(drawn[:LOOSE]), tuple(drawn[LOOSE:])))
    games = [changed(Game(), phase="play", turn=1, hands={1: hand}, loose=loose, active=(1,), deal=1) for loose, hand in tables]
    gc.freeze()  # the garbage collector does not scan the recorded games while the clock runs
    return max(min(_look(game) for _ in range(LOOKS)) for game in games) * 1000


def _look(game: Game) -> float:
    began = time.process_time()
    legal(game, 1)
    return time.process_time() - began


BENCHES = {"casino": measure}
# Figure -> (what it is, floor or ceiling, whether more is better).
PROMISED = {
    **dict.fromkeys(FIGURES.values(), ("the same of Casino", 30_000, True)),
    "casino_legal_ms": ("all plays of a hand on a table of twelve loose cards, at worst, ms", 10, False),
}
# What a club of very many games plays; and one in how many evenings is of this game: its games are longer.
CLUB, WAYS, EVERY = ["casino-strict-6"], ("",), 20
