"""Disputes on a game of Casino go by the same rules of the room: its pot, its payments by points, its void games."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING, Any

import pytest

from engine.disputes.commands import Decision, Disputed
from engine.games import KINDS
from engine.parts import Seated
from engine.room import commands
from engine.room.rulebook import DISPUTE_4, DISPUTE_6
from engine.rules import RuleBroken
from ledger.disputes import acts, rulings
from ledger.disputes.evidence import evidence
from ledger.orders.order import Order
from ledger.play import branches, tables
from ledger.play.games import act_in_game
from ledger.replays.film import film
from ledger.store.ids import game_stream, table_stream
from ledger.store.times import utc_text
from tests.engine.casino.random_games import next_command
from tests.ledger.club import STEWARD, Club, order

if TYPE_CHECKING:
    from ledger.orders.app import Ledger
    from ledger.orders.attempt import Attempt


@pytest.fixture
def club(ledger: Ledger) -> Club:
    """A club with three players."""
    return Club(ledger)


def table_of(club: Club, **house: Any) -> str:
    """A table of Casino at which three sit, with 200 chips each."""
    done = tables.open_table(
        club.ledger, order(STEWARD), name="Casino", preset="casino-strict-6", changes={"per_point": "2", **house}, seats=3
    )
    assert done.decided is not None
    table: str = done.decided.envelopes[0].event.table
    club.sit(table, 200, 200, 200)
    return table


def begin(club: Club, attempt: Attempt, table: str) -> str:
    """The first game of the table, with seat 1 to deal; its stream."""
    state = attempt.act(table_stream(table), commands.BeginGame(utc_text(club.ledger.clock()))).state
    kind, stream = KINDS["casino"], game_stream(table, 1)
    seated = tuple(Seated(seat, state.players[seat], state.stacks[seat]) for seat in state.playing)
    house = kind.house_rules(state.house)
    act_in_game(attempt, stream, kind.start(table, 1, house, state.unit, state.scale, seated, 1, None))
    return stream


def played(club: Club, acts_most: int = 10**6, **house: Any) -> str:
    """A game by dice, to its end or so many acts of it; its id."""
    table, dice = table_of(club, **house), random.Random(5)  # noqa: S311

    def whole(attempt: Attempt) -> None:
        stream = begin(club, attempt, table)
        for _ in range(acts_most):
            game = attempt.read(stream).state
            if game.over:
                return
            act_in_game(attempt, stream, next_command(dice, game))

    club.ledger.execute(order(STEWARD), whole)
    return f"{table}-1"


def rule(club: Club, dispute: str, word: str, **more: Any) -> None:
    asked: Order = order(STEWARD)
    rulings.rule(club.ledger, asked, dispute, Decision(word, "Counted again", "CAS-SCORE-1", **more))


def test_the_pot_of_casino_is_awarded_anew_and_the_game_made_void_after_it(club: Club) -> None:
    game = played(club)
    acts.open_dispute(club.ledger, order(STEWARD), game, "wrong_pot", "Counted wrong", Disputed())
    dispute = f"{game}-1"
    opened = club.ledger.load(f"dispute-{dispute}").state.opened
    assert (found := evidence(film(club.ledger, game), opened).opinion)
    assert found.verdict == "by_the_rules"
    table = club.table(game.rpartition("-")[0])
    whole = sum(table.stacks.values())
    assert whole == 600
    rule(club, dispute, "award", to=(1, 2, 3))
    shares = [table.stacks[seat] + club.wallet(player).balance - 800 for seat, player in enumerate(club.players, 1)]
    assert sum(shares) == 600
    rule(club, dispute, "void_game")
    assert [table.stacks[seat] + club.wallet(player).balance for seat, player in enumerate(club.players, 1)] == [1000] * 3
    with pytest.raises(RuleBroken) as broken:
        rule(club, dispute, "award", to=(4,))
    assert broken.value.rule is DISPUTE_6
    rule(club, dispute, "stands")
    assert [club.wallet(player).balance for player in club.players] == [800] * 3
    club.sums_hold()


def test_a_running_game_of_casino_is_made_void_by_its_own_rules_and_knows_no_void_deal(club: Club) -> None:
    game = played(club, acts_most=12)
    acts.open_dispute(club.ledger, order(STEWARD), game, "other", "The lights went out", Disputed())
    dispute = f"{game}-1"
    with pytest.raises(RuleBroken) as broken:
        rule(club, dispute, "void_deal")
    assert broken.value.rule is DISPUTE_4
    assert broken.value.facts["possible"] == ("stands", "penalty", "restore", "void_game")
    rule(club, dispute, "void_game")
    assert club.table(game.rpartition("-")[0]).stacks == {1: 200, 2: 200, 3: 200}
    rule(club, dispute, "award", to=(2,))
    assert [club.wallet(player).balance for player in club.players] == [795, 810, 795]
    club.sums_hold()


def test_a_game_of_casino_is_played_on_in_a_branch_to_its_end(club: Club) -> None:
    game = played(club, acts_most=30)
    told = film(club.ledger, game)
    for step in (1, len(told.rows)):
        start = told.states[told.act_end(step) - 1]
        end = [after for _, _, after in branches.by_dice(told.kind, start, "random", 2000, 3)][-1]
        assert end.over
        assert sum(end.stacks.values()) == 600
