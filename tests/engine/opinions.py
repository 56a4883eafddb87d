"""What an opinion is asked about: games as lists of moments, from commands that are carried out."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from typing import Any

from engine.decider import Decider, act
from engine.declared import declared
from engine.disputes.commands import Disputed
from engine.disputes.opinion import Moment, Opinion, Question
from engine.games import KINDS, Kind
from tests.engine.translated import untold


def moments(decider: Decider[Any, Any, Any], commands: Iterable[Any]) -> tuple[Moment, ...]:
    """Every step of the game that these commands make."""
    state, told = decider.initial, list[Moment]()
    for command in commands:
        events, _ = act(decider, state, command)
        state = told_on(decider, state, events, told)
    return tuple(told)


def told_on(decider: Decider[Any, Any, Any], state: Any, events: Iterable[Any], told: list[Moment]) -> Any:
    """Adds the steps of these events, and gives the state after them."""
    for event in events:
        after = decider.evolve(state, event)
        told.append(Moment(len(told) + 1, event, state, after))
        state = after
    return state


def asked(game: str, told: tuple[Moment, ...], kind: str = "other", **about: Any) -> Opinion:
    """What the engine says of this; it can be told in every language."""
    known: Kind = KINDS[game]
    hidden = frozenset(event for event in known.events.values() if declared(event).sealed)
    opinion = known.says(Question(kind, Disputed(**about), told, hidden))
    assert untold(opinion.saying) == []
    return opinion


def forged(told: tuple[Moment, ...], step: int, **changes: Any) -> tuple[Moment, ...]:
    """The same steps, but that one says something else."""
    false = replace(told[step - 1], event=replace(told[step - 1].event, **changes))
    return (*told[: step - 1], false, *told[step:])


def of(told: tuple[Moment, ...], *kinds: type) -> list[Moment]:
    """The steps of these kinds of events."""
    return [moment for moment in told if isinstance(moment.event, kinds)]
