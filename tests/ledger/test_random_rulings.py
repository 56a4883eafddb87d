"""Random rulings after random games: the books balance after each of them, what is taken back is taken back to the unit, and the
read models rebuilt are the live ones."""

from __future__ import annotations

import os
import random
from typing import TYPE_CHECKING, Any

import pytest

from engine.disputes.commands import Decision, Disputed
from engine.rules import RuleBroken
from ledger import listings
from ledger.audits.money import audit
from ledger.disputes import acts, rulings
from ledger.disputes.listing import disputes
from ledger.ids import wallet_stream
from ledger.orders import Order
from ledger.penalties import penalties
from ledger.projections import MODELS
from ledger.projections.model import rows
from tests.ledger.random_club import STEWARD, RandomClub, catch_up, order
from tests.ledger.test_projections import equal

if TYPE_CHECKING:
    from ledger.app import Ledger

COUNT = int(os.environ.get("RANDOM_RULINGS", "24"))
NO_WORDS = Disputed()


class Bench:
    """Stewards who rule at random on two games of a club that has played three."""

    def __init__(self, ledger: Ledger, seed: int) -> None:
        self.ledger, self.club, self.dice = ledger, RandomClub(ledger, seed, players=4), random.Random(seed)  # noqa: S311
        self.club.play(3)
        self.disputes = [self.open(f"{self.club.table}-{number}") for number in (1, 1, 2)]
        self.base = self.wallets()

    def open(self, game: str) -> str:
        acts.open_dispute(self.ledger, order(STEWARD), game, "other", "Not so", NO_WORDS)
        number = 1
        while self.ledger.load(f"dispute-{game}-{number + 1}").version:
            number += 1
        return f"{game}-{number}"

    def wallets(self) -> dict[str, int]:
        return {player: self.ledger.load(wallet_stream(player)).state.balance for player in self.club.players}

    def rule(self, dispute: str, decision: Decision) -> bool:
        """Whether it was accepted; a refusal has changed nothing."""
        asked: Order = order(STEWARD)
        before = self.ledger.head(), self.wallets()
        try:
            rulings.rule(self.ledger, asked, dispute, decision)
        except RuleBroken:
            assert (self.ledger.head(), self.wallets()) == before
            return False
        return True

    def any(self) -> tuple[str, Decision]:
        dice = self.dice
        word = dice.choice(("stands", "penalty", "pay", "award", "void_game"))
        to = tuple(sorted(dice.sample((1, 2, 3, 4), dice.randint(0, 2))))
        pays = {"seat": dice.randint(1, 4), "amount": dice.choice((1, 7, 100, 10**12))} if word in ("penalty", "pay") else {}
        more: dict[str, Any] = {**pays, "to": to if pays or word == "award" else ()}
        return dice.choice(self.disputes), Decision(word, "So be it", "DISPUTE-6", **more)

    def effects(self) -> dict[str, int]:
        """What the rulings that hold come to for each player, added up from their own events."""
        come = dict.fromkeys(self.club.players, 0)
        for dispute in self.disputes:
            ruling = self.ledger.load(f"dispute-{dispute}").state.ruling
            for move in ruling.moved if ruling else ():
                come[move.player] += move.chips if move.way in ("given", "forgiven") else -move.chips
        return come


@pytest.mark.parametrize("seed", [1, 2])
def test_random_rulings_keep_the_books_and_are_taken_back_to_the_unit(ledger: Ledger, seed: int) -> None:
    bench = Bench(ledger, seed)
    accepted = []
    for number in range(COUNT):
        dispute, decision = bench.any()
        if bench.rule(dispute, decision):
            accepted.append(decision.word)
            come = bench.effects()
            assert bench.wallets() == {player: bench.base[player] + come[player] for player in bench.base}
        if number == COUNT // 2:
            catch_up(ledger)
    assert len(set(accepted)) >= 4
    catch_up(ledger)
    assert rows(ledger, "select sum(chips) from {balances}")[0][0] == 0
    assert rows(ledger, "select count(*) from {pots} where chips <> 0") == [(0,)]
    held = {player: f"player:{player}:wallet" for player in bench.base}
    told = dict(rows(ledger, "select account, chips from {balances}"))
    assert {player: int(told[account]) for player, account in held.items()} == bench.wallets()
    assert [name for name in MODELS if not equal(ledger, name)] == []
    assert audit(ledger).findings == ()
    _registers_agree(bench)
    waiting = list(bench.disputes)
    while waiting:
        waiting = [dispute for dispute in waiting if not bench.rule(dispute, Decision("stands", "After all", "DISPUTE-5"))]
    assert bench.wallets() == bench.base
    catch_up(ledger)
    assert told["house:cash"] == dict(rows(ledger, "select account, chips from {balances}"))["house:cash"]
    assert {item.ruled for item in listings.games(ledger)} == {None}
    assert [name for name in ("disputes", "penalties", "games") if not equal(ledger, name)] == []


def _registers_agree(bench: Bench) -> None:
    """The registers of disputes, penalties and games tell the rulings that hold, and those only."""
    held = {dispute: bench.ledger.load(f"dispute-{dispute}").state for dispute in bench.disputes}
    listed = {item.dispute: (item.state, item.rulings, item.decision) for item in disputes(bench.ledger)}
    assert listed == {
        dispute: (state.stage, len(state.rulings), state.ruling.decision if state.ruling else None)
        for dispute, state in held.items()
    }
    stand = {(item.dispute, item.chips) for item in penalties(bench.ledger) if item.dispute and item.ended_by is None}
    now = [(dispute, state.ruling) for dispute, state in held.items() if state.ruling]
    assert stand == {(dispute, ruling.amount) for dispute, ruling in now if ruling.decision == "penalty"}
    games = {item.game: (item.ruled, item.dispute) for item in listings.games(bench.ledger) if item.ruled}
    otherwise = {dispute.rpartition("-")[0]: (ruling.decision, dispute) for dispute, ruling in now if _ends_otherwise(ruling)}
    assert games == otherwise


def _ends_otherwise(ruling: object) -> bool:
    return getattr(ruling, "decision", "") in ("award", "void_game")
