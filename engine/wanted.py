"""What is known of a command of a game without any state, declared once beside its class: its word in the interface, whether only
a steward may send it, and how game records tell it.

    @wanted("raise", "{seat} raises to {price}")
    class Raise(Wanted): ...
"""

from collections.abc import Callable
from dataclasses import Field, dataclass
from typing import ClassVar, TypeVar, dataclass_transform, get_args


@dataclass_transform(frozen_default=True)
class Wanted:
    """What every command of a game is. By its declaration it is a frozen dataclass with slots.

    word: "" for those that have no word of their own: they touch table and wallet too. told: the ways to tell it, with a place in
    braces for each field told; the first whose fields all have a value is used. Empty where its words are made in `notation.py`.
    by_steward: whatever the deck, only a steward may send it, also if it names a seat.
    """

    __slots__ = ()
    __dataclass_fields__: ClassVar[dict[str, Field[object]]]
    word: ClassVar[str]
    told: ClassVar[tuple[str, ...]]
    by_steward: ClassVar[bool]


C = TypeVar("C", bound=Wanted)


def wanted(word: str, *told: str, by_steward: bool = False) -> Callable[[type[C]], type[C]]:
    """Declares the class below."""

    def declare(kind: type[C]) -> type[C]:
        made = dataclass(frozen=True, slots=True)(kind)
        made.word, made.told, made.by_steward = word, told, by_steward
        return made

    return declare


def actions(commands: object) -> dict[str, type[Wanted]]:
    """The commands of a union by their words, in its order."""
    return {kind.word: kind for kind in get_args(commands) if kind.word}
