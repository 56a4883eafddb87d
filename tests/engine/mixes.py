"""Random mixes of house rules, and dice: everything by seed, and each thing by a seed of its own."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from random import Random
from typing import Annotated, Any, Literal, TypeVar, get_args, get_origin

from engine.options import Between, absent, hints
from engine.rules import RuleBroken

H = TypeVar("H")
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


def later(shape: type) -> dict[str, tuple[Any, ...]]:
    """The values of the options that came later, for a mix: of numbers the two least and the most. Of chips a test says it."""
    found = {name: _values(hints(shape)[name]) for name in absent(shape)}
    return {name: values for name, values in found.items() if values}


def _values(hint: Any) -> tuple[Any, ...]:
    if get_origin(hint) is Annotated and isinstance(bounds := get_args(hint)[1], Between):
        return (bounds.least, bounds.least + 1, bounds.most)
    return (False, True) if hint is bool else get_args(hint) if get_origin(hint) is Literal else ()


def fitted(read: Callable[[Mapping[str, Any]], H], shape: type, chosen: Mapping[str, Any]) -> H:
    """The house rules of a mix, without what came later and is senseless beside the rest. Raises RuleBroken: the rest is too."""
    try:
        return read(chosen)
    except RuleBroken as broken:
        option = broken.facts.get("option")
        if option not in absent(shape) or option not in chosen:
            raise
        return fitted(read, shape, {name: value for name, value in chosen.items() if name != option})
