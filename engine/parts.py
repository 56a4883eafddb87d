"""What the events and commands of every game are made of."""

from collections.abc import Iterable, Mapping
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


def surplus(players: Mapping[int, str], stacks: Mapping[int, int], than: Mapping[int, int]) -> tuple[Stake, ...]:
    """By how much each stack is greater than the other, in the order of seats. players: seat -> player."""
    return tuple([Stake(seat, players[seat], stacks[seat] - than[seat]) for seat in sorted(stacks) if stacks[seat] > than[seat]])


def with_stakes(stacks: Mapping[int, int], stakes: Iterable[Stake]) -> dict[int, int]:
    """The stacks after these chips have come to them."""
    after = dict(stacks)
    for stake in stakes:
        after[stake.seat] += stake.chips
    return after


def without_stakes(stacks: Mapping[int, int], stakes: Iterable[Stake]) -> dict[int, int]:
    """The stacks after these chips have gone from them."""
    after = dict(stacks)
    for stake in stakes:
        after[stake.seat] -= stake.chips
    return after
