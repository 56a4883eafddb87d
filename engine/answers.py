"""What is done for each kind of event or command, found by its class; the types prove that each is answered.

    CHANGES = Answers[Game, Never, Game]().on(LotDrawn, _lot_drawn).on(...)

    def evolve(game: Game, event: Event) -> Game:
        return CHANGES[event.__class__](game, event)

If some event of the union `Event` has no answer, CHANGES is a table of too few, and mypy refuses to look for that of an `Event`.
"""

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, Generic, TypeVar

S = TypeVar("S")  # state
T = TypeVar("T")  # things that are answered
R = TypeVar("R")  # what is given for them
U = TypeVar("U")


class Answers(dict[type, Callable[[Any, Any], Any]], Generic[S, T, R]):
    """Class -> the answer to things of it, a function of the state and the thing itself. What is answered to a class is answered to
    those that come from it."""

    if TYPE_CHECKING:

        def __getitem__(self, kind: type[T], /) -> Callable[[S, T], R]:
            """The answer to things of this class. Raises KeyError: it is of another family, which the types do not allow."""

    def __missing__(self, kind: type) -> Callable[[S, Any], R]:
        for base in kind.__mro__[1:]:
            if base in self:
                self[kind] = super().__getitem__(base)
                return super().__getitem__(kind)
        raise KeyError(kind)

    def on(self, kind: type[U], answer: Callable[[S, U], R]) -> "Answers[S, T | U, R]":
        """A table with one answer more. Raises ValueError: there is one already."""
        if kind in self:
            raise ValueError(f"{kind.__name__} is answered twice")
        return Answers({**self, kind: answer})

    def to(self, thing: object) -> bool:
        """Whether there is an answer to such a thing."""
        return any(base in self for base in thing.__class__.__mro__)

    def some(self, state: S, thing: object) -> R | None:
        """The answer; None if there is none to such a thing."""
        return super().__getitem__(thing.__class__)(state, thing) if self.to(thing) else None
