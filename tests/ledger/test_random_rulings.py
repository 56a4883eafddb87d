"""Random rulings, appeals and restorations in several disputes after random games: after each of them the books balance, what the
second telling (`judgement.py`) says is in the wallets, and registers, statistics and lists say the same as the money."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING, Any

import pytest

from engine.disputes.commands import Decision, Disputed
from engine.rules import RuleBroken
from ledger.audits.auditing import audited
from ledger.audits.money import audit
from ledger.disputes import acts, rulings
from ledger.orders.order import Caller
from ledger.play import tables
from ledger.projections import MODELS
from ledger.projections.model import rows
from ledger.registers import listings
from ledger.store.ids import wallet_stream
from tests import lengths
from tests.ledger.casino_club import OffendingCasino
from tests.ledger.judgement import Judged
from tests.ledger.random_club import STEWARD, RandomClub, catch_up, order
from tests.ledger.test_projections import equal

if TYPE_CHECKING:
    from ledger.orders.app import Ledger

COUNT = lengths.by_length(12, 24, 100)
NO_WORDS = Disputed()
OTHER = Caller("another-steward", "steward")


class Bench:
    """Two stewards who rule at random in two disputes on each of two games that are over, and players who appeal."""

    def __init__(self, ledger: Ledger, games: list[str], players: list[str], seed: int) -> None:
        self.ledger, self.players, self.dice = ledger, players, random.Random(seed)  # noqa: S311
        for table in {game.rpartition("-")[0] for game in games}:
            tables.assign_steward(ledger, order(STEWARD), table, OTHER.subject)
        self.disputes = [f"{game}-{number}" for number in (1, 2) for game in games[:2]]
        for dispute in self.disputes:
            acts.open_dispute(ledger, order(STEWARD), dispute.rpartition("-")[0], "other", "Not so", NO_WORDS)
        self.judged = Judged(ledger, games)
        self.judged.base = self.wallets()

    def wallets(self) -> dict[str, int]:
        return {player: self.ledger.load(wallet_stream(player)).state.balance for player in self.players}

    def does(self, what: Any, *given: Any, **named: Any) -> bool:
        """Whether it was accepted; a refusal has changed nothing."""
        before = self.ledger.head(), self.wallets()
        try:
            what(self.ledger, *given, **named)
        except RuleBroken:
            assert (self.ledger.head(), self.wallets()) == before
            return False
        return True

    def rule(self, dispute: str, decision: Decision) -> bool:
        """By the first steward; where he may not, by the other one."""
        return any(self.does(rulings.rule, order(steward), dispute, decision) for steward in (STEWARD, OTHER))

    def turn(self) -> str:
        """One thing that may happen; what it was, "" if it was refused."""
        dice, dispute = self.dice, self.dice.choice(self.disputes)
        if dice.random() < 0.25:
            player = dice.choice(self.players)
            if self.does(acts.appeal, order(Caller(player, "player", player)), dispute, "Look again"):
                return "appeal"
            appellant = self.ledger.load(f"dispute-{dispute}").state.appellant
            back = appellant and self.does(acts.withdraw, order(Caller(appellant, "player", appellant)), dispute)
            return "withdraw" if back else ""
        decision = self.any()
        return decision.word if self.rule(dispute, decision) else ""

    def any(self) -> Decision:
        dice, seats = self.dice, range(1, len(self.players) + 1)
        word = dice.choice(("stands", "penalty", "pay", "award", "void_game"))
        to = tuple(dice.sample(seats, dice.randint(0, 2)))
        pays = {"seat": dice.choice(seats), "amount": dice.choice((1, 7, 100, 10**12))} if word in ("penalty", "pay") else {}
        more: dict[str, Any] = {**pays, "to": to if pays or word == "award" else ()}
        return Decision(word, "So be it", "DISPUTE-6", **more)

    def to_the_end(self) -> None:
        """All stands, in each dispute as soon as it may."""
        waiting = list(self.disputes)
        while waiting:
            left = [dispute for dispute in waiting if not self.rule(dispute, Decision("stands", "After all", "DISPUTE-5"))]
            assert len(left) < len(waiting)
            waiting = left


def followed(bench: Bench) -> None:
    """A course of turns, told a second time after each, and at last all taken back to the unit."""
    done = []
    for number in range(COUNT):
        done.append(bench.turn())
        bench.judged.money_agrees()
        if number % 6 == 0:
            bench.judged.registers_agree()
    assert len(set(done)) >= 5
    bench.judged.registers_agree()
    ledger = bench.ledger
    assert rows(ledger, "select sum(chips) from {balances}")[0][0] == 0
    assert rows(ledger, "select count(*) from {pots} where chips <> 0") == [(0,)]
    assert [name for name in MODELS if not equal(ledger, name)] == []
    assert audit(ledger).findings == ()
    assert [one for one in audited(ledger).findings if one.severity == "fault"] == []
    bench.to_the_end()
    assert bench.wallets() == bench.judged.base
    bench.judged.registers_agree()
    assert {item.ruled for item in listings.games(ledger)} == {None}
    assert [name for name in ("disputes", "penalties", "games") if not equal(ledger, name)] == []


@pytest.mark.parametrize("seed", [1, 2])
def test_random_rulings_keep_the_books_and_are_taken_back_to_the_unit(ledger: Ledger, seed: int) -> None:
    club = RandomClub(ledger, seed, players=4)
    club.play(3)
    followed(Bench(ledger, [f"{club.table}-{number}" for number in (1, 2, 3)], club.players, seed))


@pytest.mark.parametrize("seed", [1, 2])
def test_random_rulings_on_games_of_casino_do_so_too(ledger: Ledger, seed: int) -> None:
    club = OffendingCasino(ledger, seed)
    followed(Bench(ledger, club.play(2), club.players, seed))
    catch_up(ledger)
