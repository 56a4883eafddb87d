"""Whatever is asked of the club, by whomever, in whatever order: after each operation the whole money is in order by the events and
by the read models, and what was refused has left every byte of both as it was."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from random import Random
from typing import TYPE_CHECKING, Any

import pytest

from engine.games import KINDS
from engine.rules import RuleBroken
from ledger.audits.money import audit
from ledger.books import desk
from ledger.money import wallets
from ledger.orders.order import Caller, Order
from ledger.play import games, tables
from ledger.projections import MODELS
from ledger.projections.model import rows, views
from ledger.running.rebuild import equal
from ledger.store.errors import LedgerError
from ledger.store.ids import table_stream, wallet_stream
from tests import lengths
from tests.ledger.random_club import ADMIN, CASHIER, STEWARD, catch_up, deposit, order, register

if TYPE_CHECKING:
    from ledger.orders.app import Ledger

OPERATIONS = lengths.by_length(60, 60, 150)
SEEDS = lengths.by_length(1, 1, 4)
PLAYERS = 3


class Room:
    """A small club at which anything may be asked; most of what is drawn is sensible, some is not."""

    def __init__(self, ledger: Ledger, seed: int) -> None:
        self.ledger, self.dice = ledger, Random(seed)  # noqa: S311
        self.players = [register(ledger) for _ in range(PLAYERS)]
        opened = tables.open_table(
            ledger, order(STEWARD), name="Anything", preset="azi-three", changes={"cap": "100"}, seats=PLAYERS
        )
        assert opened.decided is not None
        self.table: str = opened.decided.envelopes[0].event.table
        for player in self.players:
            deposit(ledger, player, 400)
            tables.seat(ledger, order(STEWARD), self.table, player, None, 150)

    def passes(self) -> bool:
        """Asks for one thing; whether it was done, and not refused."""
        place = self.dice.random()
        ask = self._at_the_desk if place < 0.3 else self._at_the_table if place < 0.5 else self._in_the_game
        try:
            ask()
        except (RuleBroken, LedgerError):
            return False
        return True

    def _at_the_desk(self) -> None:
        dice, ledger, player, chips = self.dice, self.ledger, self.dice.choice(self.players), self._chips()
        asked = self._order(dice.choice([CASHIER, CASHIER, CASHIER, ADMIN, STEWARD]))
        match dice.randrange(6):
            case 0:
                wallets.deposit(ledger, asked, player, chips, dice.choice([None, "receipt"]))
            case 1:
                wallets.withdraw(ledger, asked, player, chips)
            case 2:
                wallets.settle(ledger, asked, player, chips)
            case 3:
                wallets.set_credit_limit(ledger, asked, player, dice.choice([0, 60, 10**30, -1]))
            case 4:
                step = dice.randint(1, ledger.load(wallet_stream(player)).version + 1)
                wallets.correct(ledger, asked, player, step, dice.choice([0, chips]), dice.choice(["Mistyped", ""]))
            case _:
                booked = desk.cash_at(ledger, ledger.load("desk-cash").state, ledger.head())
                desk.count(ledger, asked, max(booked + dice.choice([0, 0, 7, -3]), 0), dice.choice([None, "Counted"]))

    def _at_the_table(self) -> None:
        dice, ledger, player, chips = self.dice, self.ledger, self.dice.choice(self.players), self._chips()
        asked = order(dice.choice([STEWARD, self._himself(player), CASHIER]))
        match dice.randrange(5):
            case 0:
                tables.top_up(ledger, asked, self.table, player, chips)
            case 1:
                tables.cash_out(ledger, asked, self.table, player, chips)
            case 2:
                tables.leave(ledger, asked, self.table, player)
            case 3:
                tables.seat(ledger, asked, self.table, player, None, dice.choice([None, chips]))
            case _:
                games.start(ledger, asked, self.table)

    def _in_the_game(self) -> None:
        table = self.ledger.load(table_stream(self.table)).state
        if table.running is None:
            games.start(self.ledger, order(STEWARD), self.table)
            return
        stream = self.ledger.load(f"game-{self.table}-{table.running}")
        kind, game = KINDS[stream.kind], stream.state
        seat = game.turn if self.dice.random() < 0.9 else self.dice.choice(list(game.players))
        may = kind.legal(game, game.turn)
        command: Any = self.dice.choice(may)
        games.act(self.ledger, order(self._himself(game.players[seat])), stream.id.removeprefix("game-"), command)

    def _order(self, caller: Caller) -> Order:
        earlier = datetime.now(UTC) - timedelta(days=self.dice.choice([1, 30, 33, 400, -1]))
        sent = order(caller)
        return Order(caller, sent.key, sent.fingerprint, sent.answer, sent.refuse, None, self.dice.choice([None, None, earlier]))

    def _chips(self) -> int:
        return self.dice.choice([1, 20, 55, 200, 0, 10**30, 9007199254740993, -5])

    @staticmethod
    def _himself(player: str) -> Caller:
        return Caller(player, "player", player)


def everything(ledger: Ledger) -> list[tuple[Any, ...]]:
    """A digest of every event, and of every table of every read model."""
    events = "select md5(string_agg(e::text, '|' order by notification_id)) from events e"
    digests = ledger.recorder.rows(events)
    for model in MODELS.values():
        for table in model.tables:
            name = f'"{views(ledger)}"."{table}"'
            digests += ledger.recorder.rows(f"select '{table}', md5(string_agg(t::text, '|' order by t::text)) from {name} t")
    return digests


@pytest.mark.parametrize("seed", range(SEEDS))
def test_after_every_operation_the_money_is_in_order_and_a_refusal_has_changed_nothing(ledger: Ledger, seed: int) -> None:
    room, refused = Room(ledger, seed), 0
    catch_up(ledger)
    before = everything(ledger)
    for number in range(OPERATIONS):
        passed = room.passes()
        catch_up(ledger)
        after = everything(ledger)
        if not passed:
            refused += 1
            assert after == before, number
            continue
        before = after
        report = audit(ledger)
        assert report.findings == (), number
        assert set(report.models.values()) == {ledger.head()}
    assert OPERATIONS < 50 or 0 < refused < OPERATIONS
    assert all(equal(ledger, name) for name in MODELS)
    assert rows(ledger, "select count(*) from {journal}")[0][0] > 0
