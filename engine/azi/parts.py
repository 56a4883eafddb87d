"""What only the events of Azi are made of; what every game needs stands in `engine/parts.py`. `of_azi` declares each of them."""

from dataclasses import dataclass

from engine.cardgame.events import OfSeat
from engine.chips import Chips
from engine.declared import Family

of_azi = Family("azi")


@dataclass(frozen=True, slots=True)
class Offer:
    """What a player outside the azi would pay to play the next deal."""

    seat: int
    price: Chips


@dataclass(frozen=True, slots=True)
class Bid(OfSeat):
    """Chips that a bidder puts in. price: what everybody must have put in to stay."""

    player: str
    chips: Chips
    price: Chips
    pot: Chips
