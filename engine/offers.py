"""What is offered to a seat: the acts that the rules accept from it now, what has still to be filled in, and of which cards some
acts are left out.

What is filled in is told by the field of the command and its bounds, in plain values that are the same in every game:

least, greatest   of a number: from which to which
of                the cards that may be named, each once
count             of so many cards; without it, one
seats             by these seats: of hands a list for each, of the draws of a lot one card each in this order, ties again
hand_of           one of the cards that this seat gets in the same act
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Generic, TypeVar

from engine.plain import Json
from engine.wanted import Wanted

Bounds = Mapping[str, Json]
# So many acts are offered at once; where there are more, the largest of each card.
OFFERED_MOST = 2000


@dataclass(frozen=True, slots=True)
class LeftOut:
    """Of the acts of this kind (a command's class) with this card of `seat` only the largest are offered."""

    act: type
    seat: int
    card: str


C_co = TypeVar("C_co", bound=Wanted, covariant=True)  # commands of one game, or of any


@dataclass(frozen=True, slots=True)
class Offers(Generic[C_co]):
    """acts: commands that `decide` accepts. left_out: () where these are all."""

    acts: tuple[C_co, ...] = ()
    left_out: tuple[LeftOut, ...] = ()


def between(least: int, greatest: int) -> Bounds:
    """The bounds of a number."""
    return {"least": least, "greatest": greatest}
