"""A club of very many games, filled by bulk import: evenings of Azi and Casino by dice, each at a table of its own, closed then.

Chips and the dealer pass from game to game of an evening as at a real table. The same numbers play the same games, so a club that
holds some can be filled further.
"""

from __future__ import annotations

import tomllib
from collections.abc import Callable, Iterator
from dataclasses import replace
from math import ceil
from random import Random
from typing import Any

from engine.azi.simulator import PLAYERS
from engine.azi.simulator.games import next_act as next_of_azi
from engine.decider import act
from engine.games import KINDS, Kind
from engine.parts import Seated
from engine.record import Act, Record, write
from ledger.imports.games import GameImport, Manner
from ledger.imports.pieces import pieces_of
from ledger.imports.players import Players
from ledger.orders.app import Ledger
from ledger.orders.order import Caller
from ops.bench.casino import next_act as next_of_casino
from ops.bench.engine import PRESETS

AZI = sorted(file.stem for file in PRESETS.glob("azi-*.toml"))
CASINO = "casino-strict-6"
CASINO_EVERY = 20  # of so many evenings one is of Casino, whose games are longer
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
    name = CASINO if evening % CASINO_EVERY == CASINO_EVERY - 1 else AZI[evening % len(AZI)]
    kind = KINDS[name.partition("-")[0]]
    how = list(PLAYERS)[evening // len(AZI) % len(PLAYERS)]
    return kind, kind.house_rules(tomllib.loads((PRESETS / f"{name}.toml").read_text("utf-8"))), how


def _left(stack: int) -> int:
    """What somebody has before him in the next game: he brings more if it is little."""
    return stack if stack >= STACK_LEAST else STACK


def _game(dice: Random, kind: Kind, start: Any, how: str) -> Record:
    """A whole game, and its record."""
    acts: list[Act] = []
    happened: list[Any] = []
    state, command = kind.decider.initial, start
    while not kind.decider.is_over(state):
        step = len(happened) + 1
        events, state = act(kind.decider, state, command)
        happened += events
        acts.append(Act(step, command, state.pot))
        if not kind.decider.is_over(state):
            command = next_of_casino(dice, state) if kind.name == "casino" else next_of_azi(dice, state, PLAYERS[how])
    return Record(kind, tuple(acts), tuple(happened), state)
