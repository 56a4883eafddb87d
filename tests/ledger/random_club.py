"""A club that plays whole random games by the real rules, each game kept in one append: material for tests of the books."""

from __future__ import annotations

import itertools
import random
from datetime import datetime
from hashlib import sha256
from typing import TYPE_CHECKING, Any

from engine.azi.events import Seated
from engine.azi.simulator import RANDOM
from engine.azi.simulator.games import next_act
from engine.games import KINDS
from engine.room import commands
from engine.shuffle import SECRET_BYTES, shuffled
from ledger.money import wallets
from ledger.orders.order import Answer, Caller, Order
from ledger.play import tables
from ledger.play.games import act_in_game
from ledger.projections import MODELS
from ledger.projections.batch import prepare, take
from ledger.projections.model import connect
from ledger.projections.position import reached
from ledger.store.ids import game_stream, table_stream
from ledger.store.times import utc_text

if TYPE_CHECKING:
    from ledger.orders.app import Ledger
    from ledger.orders.attempt import Attempt

ADMIN = Caller("admin", "admin")
CASHIER = Caller("cashier", "cashier")
STEWARD = Caller("steward", "steward")
_keys = itertools.count(1)


def order(caller: Caller, effective_at: datetime | None = None) -> Order:
    """An order under a key of its own; what is answered does not matter here."""
    key = f"{caller.role}-{next(_keys)}"
    answered = Answer(201, b"{}")
    return Order(
        caller, key, sha256(key.encode()).digest(), lambda _: answered, lambda _: Answer(409, b"{}"), effective_at=effective_at
    )


def register(ledger: Ledger, name: str = "Somebody") -> str:
    """A new player; his id."""
    done = wallets.register(ledger, order(ADMIN), name)
    assert done.decided is not None
    player: str = done.decided.envelopes[0].event.player
    return player


def deposit(ledger: Ledger, player: str, chips: int, effective_at: datetime | None = None) -> int:
    """Chips into a wallet, at a moment if one is given, as if a cashier had entered it then; the position of the deposit."""
    clock = ledger.clock
    if effective_at is not None:
        ledger.clock = lambda: effective_at
    try:
        position = wallets.deposit(ledger, order(CASHIER, effective_at), player, chips, None).position
    finally:
        ledger.clock = clock
    assert position is not None
    return position


def catch_up(ledger: Ledger) -> int:
    """All models to the head, by this thread; the position reached."""
    prepare(ledger, tuple(MODELS.values()))
    with connect(ledger) as connection:
        while take(connection, ledger, tuple(MODELS.values())) != 0:
            pass
    return reached(ledger, tuple(MODELS))


class RandomClub:
    """One table and its players, each with a wallet. The same seed plays the same games (but for ids and salts)."""

    def __init__(self, ledger: Ledger, seed: int, players: int = 4, chips: int = 1_000_000, **changes: Any) -> None:
        self.ledger = ledger
        self.random = random.Random(seed)  # noqa: S311 — the same seed plays the same games
        self.players = [register(ledger, f"Player {number}") for number in range(players)]
        opened = tables.open_table(
            ledger, order(STEWARD), name="The random table", preset="azi-three", changes={"cap": "100", **changes}, seats=players
        )
        assert opened.decided is not None
        self.table: str = opened.decided.envelopes[0].event.table
        for player in self.players:
            deposit(ledger, player, 2 * chips)
            tables.seat(ledger, order(Caller(player, "player", player)), self.table, player, None, chips)

    def play(self, games: int = 1) -> int:
        """Whole games, one append each; the position of the last event."""
        position = 0
        for _ in range(games):
            done = self.ledger.execute(order(STEWARD), self._whole_game)
            assert done.position is not None
            position = done.position
        return position

    def _whole_game(self, attempt: Attempt) -> None:
        table = attempt.act(table_stream(self.table), commands.BeginGame(utc_text(self.ledger.clock()))).state
        kind, number = KINDS[table.game], table.begun
        house = kind.house_rules(table.house)
        seated = tuple(Seated(seat, table.players[seat], table.stacks[seat]) for seat in table.playing)
        lot = None if table.next_dealer else shuffled(kind.pack(house), self.random.randbytes(SECRET_BYTES))
        stream = game_stream(self.table, number)
        command = kind.start(self.table, number, house, table.unit, table.scale, seated, table.next_dealer, lot)
        act_in_game(attempt, stream, command)
        while not (game := attempt.read(stream).state).over:
            act_in_game(attempt, stream, next_act(self.random, game, RANDOM))
