"""A record of Casino is exact in both directions: the text gives the acts, the acts give the events, the events give the text."""

from __future__ import annotations

from typing import Any

from engine.casino import casino
from engine.decider import act, fold
from engine.games import KINDS
from engine.record import read, recorded, write
from tests.engine.casino.random_games import steps
from tests.laws import law

CASINO = KINDS["casino"]


@law(games=8, first=700)
def test_every_random_game_is_written_and_read_back_as_it_was(seed: int) -> None:
    story = list(steps(seed))
    events = tuple(event for *_, made, _ in story for event in made)
    record = recorded(CASINO, events)
    text = write(record)
    again = read(text)
    assert again == record
    assert again.events == events
    assert write(again) == text
    state: Any = casino.initial
    for one in again.acts:
        state = act(casino, state, one.command)[1]
        assert state.pot == one.pot
    assert state == record.state == fold(casino, casino.initial, events)
    assert [one.command for one in record.acts][1:] == [command for _, command, *_ in story][1:]
