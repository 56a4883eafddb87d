"""What is offered to a seat: the acts that the rules accept from it now, and of which cards some are left out."""

from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True, slots=True)
class LeftOut:
    """Of the acts of this kind (a command's class) with this card of `seat` only the largest are listed."""

    act: type
    seat: int
    card: str


@dataclass(frozen=True, slots=True)
class Offers:
    """acts: commands that `decide` accepts. left_out: () where no other card could be played otherwise either."""

    acts: tuple[Any, ...]
    left_out: tuple[LeftOut, ...] = ()
