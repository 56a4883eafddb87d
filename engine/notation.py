"""How the acts of a game are told in words, one line an act, and heard again; what a game record is written with."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True, slots=True)
class Notation:
    """The words of one game.

    say(command): "3 raises to 40". What the rules bring about is not told, what dice, clock or a real deck decide is.
    hear(state, words): the command that `say` tells by these words, with what the state adds to it; None: no act is told so.
    opens(begin, words): the command that begins the game; begin: the same as the head of the record tells it, without a lot.
    retell(state, events): what may have been done when these events came next, whatever may come after them; the likeliest
    first. Whoever asks tries them: the first whose events are these.
    looks_back: commands whose work grows with all that has happened before; a record may have only so many of them.
    """

    say: Callable[[Any], str]
    hear: Callable[[Any, str], Any]
    opens: Callable[[Any, str], Any]
    retell: Callable[[Any, Sequence[Any]], Iterator[Any]]
    looks_back: frozenset[type]
