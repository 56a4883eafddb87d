"""What the events and commands of every game are made of."""

from dataclasses import dataclass

from engine.chips import Chips


@dataclass(frozen=True, slots=True)
class Seated:
    """A player at the table when the game begins, with the chips before him."""

    seat: int
    player: str
    stack: Chips


@dataclass(frozen=True, slots=True)
class Stake:
    """Chips that one player puts in, or gets."""

    seat: int
    player: str
    chips: Chips


@dataclass(frozen=True, slots=True)
class Draw:
    """A card drawn for the first deal."""

    seat: int
    card: str


@dataclass(frozen=True, slots=True)
class PlayedCard:
    """A card and whose it was."""

    seat: int
    card: str


@dataclass(frozen=True, slots=True)
class DealtHand:
    """Names one hand of the game: which deal, whose seat."""

    deal: int
    seat: int
