"""What a game (or table, or wallet) is, and the one way in which an act becomes events.

decide(state, command)  the events of the act itself, or RuleBroken
follow(state)           the next event that the rules bring about by themselves, or None
evolve(state, event)    the state after the event; never refuses
"""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Generic, Never, TypeVar

S = TypeVar("S")  # state
C = TypeVar("C")  # commands
E = TypeVar("E")  # events


@dataclass(frozen=True, slots=True)
class Decider(Generic[S, C, E]):
    """The four functions over one kind of state. `initial` is the state of a stream without events."""

    initial: S
    decide: Callable[[S, C], tuple[E, ...]]
    follow: Callable[[S], E | None]
    evolve: Callable[[S, E], S]
    is_over: Callable[[S], bool]


def fold(decider: Decider[S, C, E], state: S, events: Iterable[E]) -> S:
    """The state after `events`, in order."""
    evolve = decider.evolve
    for event in events:
        state = evolve(state, event)
    return state


def act(decider: Decider[S, C, E], state: S, command: C) -> tuple[list[E], S]:
    """The events that `command` causes in `state`, consequences included, and the state after them.

    Each event is folded once, so the caller need not fold again. Raises RuleBroken: then nothing has changed.
    """
    events = list(decider.decide(state, command))
    evolve, follow = decider.evolve, decider.follow
    for event in events:
        state = evolve(state, event)
    while (consequence := follow(state)) is not None:
        events.append(consequence)
        state = evolve(state, consequence)
    return events, state


def unknown(whose: str, thing: Never) -> TypeError:
    """What to raise where every kind of command or event has been answered: this one is of another family."""
    return TypeError(f"{whose} does not know {type(thing).__name__}")
