"""A table with a game, and what is brought and ruled about it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from engine.azi import commands as azi
from engine.disputes.commands import Decision, Disputed
from engine.games import KINDS
from engine.parts import Stake
from engine.rules import Rule, RuleBroken
from ledger.disputes import acts, rulings
from ledger.orders.order import Caller
from ledger.play import tables
from tests.ledger.club import STEWARD, Clock, Club, himself, order, told
from tests.ledger.plays import BIDS, DEALT

if TYPE_CHECKING:
    from ledger.orders.app import Ledger

NOTHING = Disputed()
# Spades are trumps; seat 3 led AD to the first trick, and seat 1 has KD, 7H, 6S.
RENEGE = azi.Play(1, "7H")


class Court:
    """A table with a game, its players by seat, and what is brought and ruled about it."""

    def __init__(
        self, ledger: Ledger, *acts_: Any, clock: Clock | None = None, players: list[str] | None = None, **changes: Any
    ) -> None:
        """players: those of an earlier game; then all of it is one append."""
        self.club, self.ledger = Club(ledger), ledger
        if clock is not None:
            ledger.clock = clock
        if players:
            self.table, self.players = self.club.open(**changes), players
            for seat, player in enumerate(players, 1):
                tables.seat(ledger, order(STEWARD), self.table, player, seat, 200)
            self.game = self.club.at_once(self.table, *acts_)
            return
        self.table, self.players = self.club.started(200, 200, 200, 200, **changes)
        self.game = f"{self.table}-1"
        self.club.act(self.game, *acts_)

    def open(self, kind: str = "other", about: Disputed = NOTHING, by: Caller | None = None) -> str:
        """A new dispute, by whoever sits at seat 1 unless told otherwise; its id."""
        caller = by or himself(self.players[0])
        done = acts.open_dispute(self.ledger, order(caller), self.game, kind, "That was not right", about)
        return told(done)[0][0].removeprefix("dispute-")

    def rule(self, dispute: str, word: str, *, by: Caller = STEWARD, **more: Any) -> Any:
        """A ruling on the dispute as it is now."""
        version = self.ledger.load(f"dispute-{dispute}").version
        decision = Decision(word, "As the record shows", more.pop("rule", "DISPUTE-6"), **more)
        return rulings.rule(self.ledger, order(by, if_match=version), dispute, decision)

    def refused(self, by_rule: Rule, dispute: str, word: str, **more: Any) -> RuleBroken:
        """The refusal of a ruling, by this rule, that changes nothing."""
        before = self.ledger.head()
        with pytest.raises(RuleBroken) as broken:
            self.rule(dispute, word, **more)
        assert (broken.value.rule, self.ledger.head()) == (by_rule, before)
        return broken.value

    def state(self, dispute: str) -> Any:
        """The dispute as it stands."""
        return self.ledger.load(f"dispute-{dispute}").state

    def wallets(self) -> list[int]:
        """What is in the wallets, by seat; 800 each, as 200 are on the table."""
        return [self.club.wallet(player).balance for player in self.players]


def record(ledger: Ledger, *acts_: Any, players: list[str] | None = None) -> Court:
    """A running game under `record`, with the bids of example 1: a pot of 130 and seat 3 to lead."""
    return Court(ledger, *DEALT, *BIDS, *acts_, players=players, enforcement="record")


def shares(court: Court) -> list[Stake]:
    """What the pot gave, as winnings; nothing of a game that was made void."""
    rows = [row for row in court.ledger.history(f"game-{court.game}") if row.topic == "azi.pot_awarded"]
    return list(court.ledger.decode(rows[-1]).event.shares) if rows else []


def play_out_recorded(court: Court) -> None:
    """To its end, by the first legal act each time."""
    while not (game := court.club.game(court.game)).over:
        waits = game.phase == "awaiting_settlement"
        court.club.act(court.game, azi.Settle() if waits else KINDS["azi"].legal(game, game.turn)[0])
