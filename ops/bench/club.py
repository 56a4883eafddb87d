"""A club of very many games, filled by bulk import: evenings of every game by dice, each at a table of its own, closed then.

Chips and the dealer pass from game to game of an evening as at a real table. The same numbers play the same games, so a partly
filled club can be filled further.
"""

from __future__ import annotations

import tomllib
from collections.abc import Callable, Iterator
from dataclasses import replace
from math import ceil
from random import Random
from typing import Any

from engine.decider import act
from engine.games import KINDS, Kind, own
from engine.parts import Seated
from engine.record import Act, Record, write
from ledger.imports.games import GameImport, Manner
from ledger.imports.pieces import pieces_of
from ledger.imports.players import Players
from ledger.orders.app import Ledger
from ledger.orders.order import Caller
from ops.bench.presets import PRESETS

GAMES = sorted(own("ops.bench", "speed").items(), key=lambda game: -game[1].EVERY)
EVENING = 50  # games
MEMBERS = 500  # of the club
TABLE_MOST = 5  # players
STACK, STACK_LEAST = 10_000, 1_000
OPERATOR = Caller("bench", "admin")
Progress = Callable[[int], None]


def fill(ledger: Ledger, games: int, tell: Progress, after: int = 0) -> None:
    """Import the games after the first `after`, until there are so many, both to the end of an evening. tell: games that are in.

    Raises RuntimeError: a game could not be imported.
    """
    players = Players(ledger, {}, registers=True)
    for evening in range(ceil(after / EVENING), ceil(games / EVENING)):
        run = GameImport(ledger, Manner(OPERATOR, players, deposits=True))
        for number, text in enumerate(records(evening), 1):
            for piece in pieces_of(f"evening-{evening}-{number}.toml", text):
                outcome = run.take(piece)
                if not outcome.is_good:
                    raise RuntimeError(f"{piece.source}: {outcome.says}")
        if notes := run.close():
            raise RuntimeError(notes[0])
        tell((evening + 1) * EVENING)


def records(evening: int) -> Iterator[str]:
    """The records of all games of an evening, as they would be imported."""
    dice = Random(evening)
    kind, house, how = _played(evening)
    members = dice.sample(range(1, MEMBERS + 1), dice.randint(house.players_min, min(TABLE_MOST, house.players_max)))
    seated = tuple([Seated(seat, f"Member {member}", STACK) for seat, member in enumerate(members, 1)])
    dealer = None
    for number in range(1, EVENING + 1):
        lot = None if dealer else tuple(dice.sample(kind.pack(house), len(kind.pack(house))))
        record = _game(dice, kind, kind.start(f"evening-{evening}", number, house, "chip", 0, seated, dealer, lot), how)
        yield write(record)
        stacks, dealer = record.state.stacks, record.events[-1].next_dealer
        seated = tuple([replace(one, stack=_left(stacks[one.seat])) for one in seated])


def _played(evening: int) -> tuple[Kind, Any, str]:
    """(game, house rules, how it is played) of an evening."""
    name, game = next((name, game) for name, game in GAMES if evening % game.EVERY == game.EVERY - 1)
    preset, how = game.CLUB[evening % len(game.CLUB)], game.WAYS[evening // len(game.CLUB) % len(game.WAYS)]
    return KINDS[name], KINDS[name].house_rules(tomllib.loads((PRESETS / f"{preset}.toml").read_text("utf-8"))), how


def _left(stack: int) -> int:
    """A player's stack in the next game: he brings more if it is small."""
    return stack if stack >= STACK_LEAST else STACK


def _game(dice: Random, kind: Kind, start: Any, how: str) -> Record:
    """A whole game, and its record."""
    play = dict(GAMES)[kind.name].next_act
    acts: list[Act] = []
    happened: list[Any] = []
    state, command = kind.decider.initial, start
    while not kind.decider.is_over(state):
        step = len(happened) + 1
        events, state = act(kind.decider, state, command)
        happened += events
        acts.append(Act(step, command, state.pot))
        if not kind.decider.is_over(state):
            command = play(dice, state, how)
    return Record(kind, tuple(acts), tuple(happened), state)
