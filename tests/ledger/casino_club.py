"""Whole games of Casino with offences, claims and penalties in points, each at a table of its own and kept in one append."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING

from engine.casino import commands as casino
from engine.games import KINDS
from engine.parts import Seated
from engine.room import commands as room
from engine.rules import RuleBroken
from ledger.play import tables
from ledger.play.games import act_in_game
from ledger.store.ids import game_stream, table_stream
from ledger.store.times import utc_text
from tests.engine.casino.offending_games import any_claim, wrong_play
from tests.engine.casino.random_games import next_command
from tests.ledger.random_club import STEWARD, deposit, order, register

if TYPE_CHECKING:
    from ledger.orders.app import Ledger
    from ledger.orders.attempt import Attempt
    from ledger.orders.order import Order

HOUSE = {"enforcement": "record", "per_point": "2", "deck": "entered"}


class OffendingCasino:
    """Three players. The same seed plays the same games (but for ids)."""

    def __init__(self, ledger: Ledger, seed: int) -> None:
        self.ledger, self.dice = ledger, random.Random(seed)  # noqa: S311
        self.players = [register(ledger, f"Player {number}") for number in range(3)]
        for player in self.players:
            deposit(ledger, player, 1_000_000)

    def asks(self) -> Order:
        """An order of the steward of its tables."""
        return order(STEWARD)

    def open(self) -> str:
        """A table at which all three sit."""
        done = tables.open_table(self.ledger, order(STEWARD), name="Casino", preset="casino-strict-6", changes=HOUSE, seats=3)
        assert done.decided is not None
        table: str = done.decided.envelopes[0].event.table
        for seat, player in enumerate(self.players, 1):
            tables.seat(self.ledger, order(STEWARD), table, player, seat, 1000)
        return table

    def play(self, games: int, acts: int = 10**6) -> list[str]:
        """The first games of new tables, to their end or so many acts of them; their ids."""
        return [self._game(self.open(), acts) for _ in range(games)]

    def _game(self, table: str, acts: int) -> str:
        stream = game_stream(table, 1)

        def whole(attempt: Attempt) -> None:
            state = attempt.act(table_stream(table), room.BeginGame(utc_text(self.ledger.clock()))).state
            kind = KINDS["casino"]
            seated = tuple(Seated(seat, state.players[seat], state.stacks[seat]) for seat in state.playing)
            house = kind.house_rules(state.house)
            act_in_game(attempt, stream, kind.start(table, 1, house, state.unit, state.scale, seated, None, None))
            self.go_on(attempt, stream, acts)

        self.ledger.execute(order(STEWARD), whole)
        return stream.removeprefix("game-")

    def go_on(self, attempt: Attempt, stream: str, acts: int = 10**6) -> None:
        """So many acts of a game, or to its end."""
        for _ in range(acts):
            if attempt.read(stream).state.over:
                return
            self._act(attempt, stream)

    def _act(self, attempt: Attempt, stream: str) -> None:
        """The next act; now and then something against the rules, and a claim about it."""
        state = attempt.read(stream).state
        if state.phase == "play" and self.dice.random() < 0.3:
            try:
                act_in_game(attempt, stream, self.dice.choice((wrong_play, any_claim))(self.dice, state))
            except RuleBroken:
                return
            return
        waits = state.phase == "awaiting_settlement"
        act_in_game(attempt, stream, casino.Settle() if waits else next_command(self.dice, state))
