"""What is done for each kind of event or command, found by its class; the types prove that each is answered.

    CHANGES = Answers[Game, Never, Game]().on(LotDrawn, _lot_drawn).on(...)

    def evolve(game: Game, event: Event) -> Game:
        return CHANGES(game, event)

If some event of the union `Event` has no answer, CHANGES is a table of too few, and mypy refuses to call it with an `Event`.
"""

from collections.abc import Callable
from typing import Any, Generic, TypeVar, cast

S = TypeVar("S")  # state
T = TypeVar("T")  # things that are answered
R = TypeVar("R")  # what is given for them
U = TypeVar("U")


class _OfClasses(dict[type, Callable[[Any, Any], Any]]):
    """What is answered to a class is answered to those that come from it."""

    def __missing__(self, kind: type) -> Callable[[Any, Any], Any]:
        for base in kind.__mro__[1:]:
            if base in self:
                self[kind] = self[base]
                return self[kind]
        raise KeyError(kind)


class Answers(Generic[S, T, R]):
    """A table of answers, each a function of the state and the thing itself."""

    __slots__ = ("_of",)

    def __init__(self) -> None:
        self._of = _OfClasses()

    def on(self, kind: type[U], answer: Callable[[S, U], R]) -> "Answers[S, T | U, R]":
        """The same table with one answer more. Raises ValueError: there is one already."""
        if kind in self._of:
            raise ValueError(f"{kind.__name__} is answered twice")
        self._of[kind] = answer
        return cast("Answers[S, T | U, R]", self)

    def __call__(self, state: S, thing: T) -> R:
        """The answer. Raises KeyError: a thing of another family, which the types do not allow."""
        return self._of[thing.__class__](state, thing)  # type: ignore[no-any-return]

    def some(self, state: S, thing: object) -> R | None:
        """The answer; None if there is none to such a thing."""
        try:
            answer = self._of[thing.__class__]
        except KeyError:
            return None
        return answer(state, thing)  # type: ignore[no-any-return]
