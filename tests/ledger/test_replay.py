"""Replays on a real database: every step as it was, and a typed error where history was tampered with."""

import time
from typing import Any

import psycopg
import pytest

from engine.azi import azi as rules
from engine.azi import commands as azi
from engine.decider import act
from ledger.orders.app import Ledger
from ledger.replays import film
from ledger.store.errors import NotFound, Unreplayable
from tests.ledger.club import Club
from tests.ledger.plays import BIDS, DEALT, EXAMPLE_1


def played(ledger: Ledger) -> str:
    """A finished game: worked example 1."""
    club = Club(ledger)
    at, _ = club.started(200, 200, 200, 200)
    club.act(f"{at}-1", *EXAMPLE_1)
    return f"{at}-1"


def tamper(database: Any, statement: str, *values: Any) -> None:
    """Behind the ledger's back: as the server's superuser, with the triggers off."""
    with psycopg.connect(database.admin_url, autocommit=True) as connection:
        connection.execute("set session_replication_role = replica")
        connection.execute(f"set search_path = {database.schema}")
        assert connection.execute(statement.encode(), values).rowcount == 1


def test_a_replay_has_every_step_with_its_event_and_the_state_after_it(ledger: Ledger) -> None:
    game = played(ledger)
    steps = film.steps(ledger, game)
    assert [step.number for step in steps] == list(range(1, len(ledger.history(f"game-{game}")) + 1))
    assert [step.row.topic for step in steps[:3]] == ["azi.game_started", "azi.lot_drawn", "azi.antes_posted"]
    state = rules.initial
    for step in steps:
        state = rules.evolve(state, step.envelope.event)
        assert step.state == state
    assert steps[-1].state == ledger.load(f"game-{game}").state
    pots = [step.state.pot for step in steps]
    assert (max(pots), pots[-1]) == (130, 0)


def test_each_step_knows_what_the_player_in_turn_could_then_do(ledger: Ledger) -> None:
    steps = film.steps(ledger, played(ledger))
    dealt = next(step for step in steps if step.row.topic == "azi.cards_dealt")
    assert dealt.legal == (azi.BetBlind(1, 5), azi.BetBlind(1, 10), azi.DeclineBlind(1), azi.Look(1))
    led = next(step for step in steps if step.row.topic == "azi.card_played")
    assert led.legal == (azi.Play(1, "KD"),)
    assert steps[-1].legal == ()
    for step in steps:
        for command in step.legal:
            if not isinstance(command, azi.Deal | azi.DrawLot):  # these wait for the cards
                act(rules, step.state, command)


def test_one_step_is_the_same_as_in_the_whole_replay(ledger: Ledger) -> None:
    game = played(ledger)
    for step in film.steps(ledger, game):
        assert film.step(ledger, game, step.number) == step


def test_a_running_game_can_be_replayed_as_far_as_it_has_come(ledger: Ledger) -> None:
    club = Club(ledger)
    at, _ = club.started(200, 200, 200, 200)
    club.act(f"{at}-1", *DEALT, *BIDS)
    last = film.steps(ledger, f"{at}-1")[-1]
    assert (last.state.pot, last.state.turn) == (130, 3)
    assert last.legal == (azi.Play(3, "AD"), azi.Play(3, "QS"), azi.Play(3, "KH"))


def test_a_game_or_step_that_does_not_exist_is_not_found(ledger: Ledger) -> None:
    game = played(ledger)
    last = len(ledger.history(f"game-{game}"))
    for number in (0, -1, last + 1):
        with pytest.raises(NotFound):
            film.step(ledger, game, number)
    for nothing in ("nowhere-1", "", "é", "a b"):
        with pytest.raises(NotFound):
            film.steps(ledger, nothing)


WHERE = " where originator_id = %s and originator_version = %s"
DAMAGES = {
    "a byte of the public part": "state = set_byte(state, 40, 200)",
    "a field of the event": "state = convert_to(replace(convert_from(state, 'UTF8'), 'data', 'date'), 'UTF8')",
    "its name": "topic = 'azi.no_such_thing'",
    "its place": "originator_version = 1000",
}


@pytest.mark.parametrize("damage", DAMAGES)
def test_a_damaged_step_is_named_with_the_steps_that_were_not_evaluated(database: Any, ledger: Ledger, damage: str) -> None:
    game = played(ledger)
    last = len(ledger.history(f"game-{game}"))
    tamper(database, f"update events set {DAMAGES[damage]}" + WHERE, f"game-{game}", 9)
    with pytest.raises(Unreplayable) as broken:
        film.steps(ledger, game)
    assert (broken.value.game, broken.value.step, list(broken.value.unread)) == (game, 9, list(range(9, last + 1)))
    assert "Step 9" in broken.value.says
    assert film.step(ledger, game, 8).number == 8
    with pytest.raises(Unreplayable):
        film.step(ledger, game, 10)


def test_a_step_whose_figures_were_changed_breaks_the_chain_at_the_next_one(database: Any, ledger: Ledger) -> None:
    game = played(ledger)
    rows = ledger.history(f"game-{game}")
    raised = next(row.originator_version for row in rows if row.topic == "azi.raised")
    figure = 'replace(convert_from(state, \'UTF8\'), \'"price":"40"\', \'"price":"39"\')'
    tamper(database, f"update events set state = convert_to({figure}, 'UTF8')" + WHERE, f"game-{game}", raised)
    with pytest.raises(Unreplayable) as broken:
        film.steps(ledger, game)
    assert broken.value.step == raised + 1


def test_hands_that_are_not_what_was_sealed_are_told(database: Any, ledger: Ledger) -> None:
    game = played(ledger)
    dealt = next(row.originator_version for row in ledger.history(f"game-{game}") if row.topic == "azi.cards_dealt")
    hand = "replace(convert_from(sealed, 'UTF8'), 'AD', 'JD')"
    tamper(database, f"update events set sealed = convert_to({hand}, 'UTF8')" + WHERE, f"game-{game}", dealt)
    with pytest.raises(Unreplayable) as broken:
        film.steps(ledger, game)
    assert broken.value.step == dealt


def test_any_step_of_a_game_is_there_within_milliseconds(ledger: Ledger) -> None:
    game = played(ledger)
    last = len(ledger.history(f"game-{game}"))
    taken = []
    for _ in range(20):
        begun = time.perf_counter()
        film.step(ledger, game, last)
        taken.append(time.perf_counter() - begun)
    assert min(taken) < 0.02  # the bench measures; this only catches a replay that folds again and again
