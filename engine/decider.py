"""What a game (or table, or wallet) is, and the one way in which an act becomes events.

decide(state, command)  the events of the act itself, or RuleBroken
follow(state)           the next event that the rules bring about by themselves, or None
evolve(state, event)    the state after the event; never refuses
"""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

S = TypeVar("S")


@dataclass(frozen=True, slots=True)
class Decider(Generic[S]):
    """The four functions over one kind of state. `initial` is the state of a stream without events."""

    initial: S
    decide: Callable[[S, Any], tuple[Any, ...]]
    follow: Callable[[S], Any]
    evolve: Callable[[S, Any], S]
    is_over: Callable[[S], bool]


def fold(decider: Decider[S], state: S, events: Iterable[Any]) -> S:
    """The state after `events`, in order."""
    evolve = decider.evolve
    for event in events:
        state = evolve(state, event)
    return state


def act(decider: Decider[S], state: S, command: Any) -> tuple[list[Any], S]:
    """The events that `command` causes in `state`, consequences included, and the state after them.

    Each event is folded once, so the caller need not fold again. Raises RuleBroken: then nothing has changed.
    """
    events = list(decider.decide(state, command))
    evolve, follow = decider.evolve, decider.follow
    for event in events:
        state = evolve(state, event)
    while (event := follow(state)) is not None:
        events.append(event)
        state = evolve(state, event)
    return events, state
