"""A club to test in: its staff, orders as the interface would send them, and the sums that must hold."""

from __future__ import annotations

import itertools
from collections import defaultdict
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from hashlib import sha256
from typing import Any

import msgspec
import pytest

from engine.decider import Decider
from engine.games import KINDS
from engine.parts import Seated
from engine.room import commands as room
from engine.room.table import Table
from engine.room.wallet import Wallet
from engine.rules import Rule, RuleBroken
from ledger.money import postings, wallets
from ledger.orders.app import Attempt, Ledger
from ledger.orders.order import Answer, Caller, Decided, Done, Order
from ledger.play import games, tables
from ledger.store import kinds
from ledger.store.ids import game_stream, table_stream, wallet_stream
from ledger.store.times import utc_text

ADMIN, CASHIER, STEWARD = Caller("ada", "admin"), Caller("carl", "cashier"), Caller("stella", "steward")
STRANGER, AUDITOR, ROOM = Caller("sven", "steward"), Caller("aud", "auditor"), Caller("lobby", "room")

_KEYS = itertools.count(1)


def himself(player: str) -> Caller:
    """A player with his own key."""
    return Caller(player, "player", player)


def answered(decided: Decided) -> Answer:
    return Answer(201, msgspec.json.encode([[row.stream, row.originator_version, row.topic] for row in decided.rows]))


def refused(broken: RuleBroken) -> Answer:
    return Answer(409, msgspec.json.encode({"rule": broken.rule.id, "says": broken.says}))


def order(caller: Caller, key: str | None = None, *, if_match: int | None = None, about: str = "") -> Order:
    """An order under a new key, or under the one given. about: what tells two requests apart."""
    return Order(caller, key or f"key {next(_KEYS)}", sha256(about.encode()).digest(), answered, refused, if_match)


def told(done: Done) -> list[tuple[str, str]]:
    """(stream, name) of the events of an order."""
    return [(stream, name) for stream, _, name in msgspec.json.decode(done.answer.body)]


class Clock:
    """A clock that stands until it is moved."""

    def __init__(self) -> None:
        self.at = datetime(2026, 1, 2, 12, tzinfo=UTC)

    def __call__(self) -> datetime:
        return self.at

    def go(self, **by: float) -> None:
        self.at += timedelta(**by)


@dataclass
class Club:
    """What the tests do over and over, on a real ledger."""

    ledger: Ledger
    players: list[str] = field(default_factory=list)

    def register(self, name: str = "Anna", by: Caller = ROOM) -> str:
        done = wallets.register(self.ledger, order(by), name)
        assert done.decided is not None
        player: str = done.decided.envelopes[0].event.player
        self.players.append(player)
        return player

    def rich(self, chips: int = 1000) -> str:
        """A new player with this in his wallet."""
        player = self.register()
        wallets.deposit(self.ledger, order(CASHIER), player, chips)
        return player

    def open(self, *, by: Caller = STEWARD, seats: int = 5, ends_at: datetime | None = None, **changes: Any) -> str:
        """A table of the preset azi-three with these changes, cards entered unless they say otherwise."""
        done = tables.open_table(
            self.ledger,
            order(by),
            name="Green table",
            preset="azi-three",
            changes={"deck": "entered", **changes},
            seats=seats,
            ends_at=ends_at,
            stewards=(),
        )
        assert done.decided is not None
        opened: str = done.decided.envelopes[0].event.table
        return opened

    def sit(self, at: str, *stacks: int) -> list[str]:
        """New players at seats 1, 2 …, each with 1000 in the wallet less his stack."""
        sitting = [self.rich() for _ in stacks]
        for seat, (player, chips) in enumerate(zip(sitting, stacks, strict=True), 1):
            tables.seat(self.ledger, order(STEWARD), at, player, seat, chips or None)
        return sitting

    def started(self, *stacks: int, **changes: Any) -> tuple[str, list[str]]:
        """A table with a running game: its id and the players."""
        at = self.open(**changes)
        sitting = self.sit(at, *stacks)
        games.start(self.ledger, order(STEWARD), at)
        return at, sitting

    def act(self, game: str, *commands: Any, by: Caller = STEWARD) -> Done:
        """These actions one after another; gives what became of the last."""
        for command in commands:
            done = games.act(self.ledger, order(by), game, command)
        return done

    def at_once(self, at: str, *commands: Any) -> str:
        """The first game of this table with these actions, all in one append; its id."""
        stream = game_stream(at, 1)

        def work(attempt: Attempt) -> None:
            state: Table = attempt.act(table_stream(at), room.BeginGame(utc_text(self.ledger.clock()))).state
            kind = KINDS[state.game]
            seated = tuple(Seated(seat, state.players[seat], state.stacks[seat]) for seat in state.playing)
            house = kind.house_rules(state.house)
            games.act_in_game(attempt, stream, kind.start(at, 1, house, state.unit, state.scale, seated, None, None))
            for command in commands:
                games.act_in_game(attempt, stream, command)

        self.ledger.execute(order(STEWARD), work)
        return stream.removeprefix("game-")

    def wallet(self, player: str) -> Wallet:
        state: Wallet = self.ledger.load(wallet_stream(player)).state
        return state

    def table(self, at: str) -> Table:
        state: Table = self.ledger.load(table_stream(at)).state
        return state

    def game(self, game: str) -> Any:
        return self.ledger.load(f"game-{game}").state

    def refuses(self, rule: Rule | str, what: Any, *given: Any, **named: Any) -> RuleBroken:
        """The refusal; checks its rule, and that nothing at all was written but the refusal."""
        before = self.ledger.head()
        with pytest.raises(RuleBroken) as broken:
            what(self.ledger, *given, **named)
        assert broken.value.rule.id == (rule if isinstance(rule, str) else rule.id)
        assert self.ledger.head() == before
        return broken.value

    def sums_hold(self) -> int:
        """Checks the whole history: after every append the states of all streams hold the chips that the postings say, no pot and
        no stack holds others, and all of it is what came in at the desk. Returns the number of appends."""
        books: dict[str, int] = defaultdict(int)
        states: dict[str, Any] = {}
        last, appends = "", 0
        for row in self.ledger.tail(0, 100_000):
            envelope = self.ledger.decode(row)
            if envelope.command_id != last:
                appends, last = appends + 1, envelope.command_id
                _agree(states, books)
            decider = _decider(row.stream, row.topic)
            states[row.stream] = decider.evolve(states.get(row.stream, decider.initial), envelope.event)
            for line in postings.lines(row.stream, row.topic, envelope.event):
                books[line.account] += line.chips
            assert sum(books.values()) == 0
            assert all(chips >= 0 for account, chips in books.items() if account.endswith(":pot"))
        _agree(states, books)
        return appends


def _decider(stream: str, topic: str) -> Decider[Any, Any, Any]:
    return kinds.decider(kinds.kind_of(stream, topic))


def _agree(states: dict[str, Any], books: dict[str, int]) -> None:
    seen: dict[str, int] = {house: books[house] for house in ("house:cash", "house:penalties")}
    for stream, state in states.items():
        if stream.startswith(("dispute-", "branch-")):
            continue
        if stream.startswith("wallet-"):
            seen[f"player:{state.player}:wallet"] = state.balance
        elif stream.startswith("game-"):
            seen[f"game:{state.table}-{state.number}:pot"] = state.pot
        else:
            running = states[f"game-{state.id}-{state.running}"] if state.running else None
            for seat, player in state.players.items():
                playing = running is not None and seat in state.playing
                seen[f"player:{player}:stack:{state.id}"] = running.stacks[seat] if playing else state.stacks[seat]
    assert {account: chips for account, chips in seen.items() if chips} == {
        account: chips for account, chips in books.items() if chips
    }
