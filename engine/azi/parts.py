"""What only the events of Azi are made of; what every game needs stands in `engine/parts.py`."""

from dataclasses import dataclass

from engine.chips import Chips


@dataclass(frozen=True, slots=True)
class Offer:
    """What a player outside the azi would pay to play the next deal."""

    seat: int
    price: Chips
