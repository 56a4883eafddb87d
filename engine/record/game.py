"""A whole game as its acts: what a record holds between text and events."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import cast

from engine.cardgame.commands import StartGame
from engine.decider import act
from engine.declared import Happened
from engine.games import Kind
from engine.playing import Playing
from engine.record.faults import Untold
from engine.rules import RuleBroken
from engine.saying import Saying
from engine.wanted import Wanted


@dataclass(frozen=True, slots=True)
class Act:
    """What somebody did. step: number of its first event in the game, from 1. pot: after it and all that followed from it."""

    step: int
    command: Wanted
    pot: int


@dataclass(frozen=True, slots=True)
class Record:
    """acts: the first one begins the game. events: all that came of them, consequences included. state: at the end."""

    kind: Kind
    acts: tuple[Act, ...]
    events: tuple[Happened, ...]
    state: Playing

    @property
    def begin(self) -> StartGame:
        """The act that begins the game, with what it is played by."""
        return cast(StartGame, self.acts[0].command)


def recorded(kind: Kind, events: Sequence[Happened]) -> Record:
    """The acts that these events came of. Each is carried out again, and brings about exactly what is given, or there is no record.

    Raises Untold: an event that no act brings about, or a game that is not over.
    """
    decider, events = kind.decider, tuple(events)
    state, acts, at = decider.initial, [], 0
    while at < len(events):
        told = next_act(kind, state, events, at)
        if told is None:
            raise Untold(at + 1, Saying("No act brings about {event} here.", event=type(events[at]).__name__))
        command, many, state = told
        acts.append(Act(at + 1, command, state.pot))
        at += many
    if not decider.is_over(state):
        raise Untold(at + 1, Saying("The game is not over, and a record holds a whole game."))
    return Record(kind, tuple(acts), events, state)


def next_act(kind: Kind, state: Playing, events: tuple[Happened, ...], at: int = 0) -> tuple[Wanted, int, Playing] | None:
    """The act that the events from place `at` begin with: command, how many of them are its, state after it. None: no act brings
    about just these."""
    for command in kind.notation.retell(state, _ahead(events, at)):
        made = _carried_out(kind, state, command)
        if made is not None and (come := tuple(made[0])) and events[at : at + len(come)] == come:
            return command, len(come), made[1]
    return None


AHEAD = 8


def _ahead(events: tuple[Happened, ...], at: int) -> Sequence[Happened]:
    """What comes next, as far as telling an act can need it."""
    return events[at : at + AHEAD]


def _carried_out(kind: Kind, state: Playing, command: Wanted) -> tuple[list[Happened], Playing] | None:
    try:
        return act(kind.decider, state, command)
    except RuleBroken:
        return None


def steps_of(record: Record) -> Iterator[tuple[int, str, int]]:
    """(step, words, pot) of each act."""
    for one in record.acts:
        yield one.step, record.kind.notation.say(one.command), one.pot
