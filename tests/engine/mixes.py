"""Random mixes of house rules, and dice: everything by seed, and each thing by a seed of its own."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from random import Random
from typing import Any, TypeVar

T = TypeVar("T")


def dice(seed: int | str) -> Random:
    """Choices that can be told again by their seed."""
    return Random(seed)  # noqa: S311


def drawn(seed: int, name: str, values: Sequence[T]) -> T:
    """One of the values, by the seed of this name alone: a new name moves no other draw, and a value added at the end only takes
    its own share."""
    own = dice(f"{seed}:{name}")
    return max(values, key=lambda _: own.random())


def by_chance(seed: int, name: str, chance: float) -> bool:
    """Whether it is so, in so many of all seeds."""
    return dice(f"{seed}:{name}").random() < chance


def mix(seed: int, choices: Mapping[str, Sequence[Any]]) -> dict[str, Any]:
    """A value for each option."""
    return {name: drawn(seed, name, values) for name, values in choices.items()}
