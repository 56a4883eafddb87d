"""A sentence with what it is made of, so that whoever reads it can be told it in his language."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass


class AnyOf(tuple[object, ...]):
    """Several facts of which one will do: "a, b or c"; those of other tuples stand together, "a, b and c"."""

    __slots__ = ()


class Either(tuple[object, ...]):
    """The same with every "or" said: "a or b or c"."""

    __slots__ = ()


class Row(tuple[object, ...]):
    """Several facts in a row: "a, b, c"."""

    __slots__ = ()


class Seats(tuple[int, ...]):
    """Seats by their numbers, one at least: "seat 3", "seats 1, 2 and 4"."""

    __slots__ = ()


class Amount(int):
    """An amount of chips as a fact, in smallest units: whoever tells it knows how many digits stand behind the point."""

    __slots__ = ()


@dataclass(frozen=True, slots=True)
class Term:
    """A word that the catalogues have under a key, as a fact; english: what it is where they have none."""

    key: str
    english: str

    def __str__(self) -> str:
        return self.english


@dataclass(frozen=True, slots=True, init=False)
class Counted:
    """A part of a sentence whose form goes with a number, as a fact; `str` gives it in English.

    one, many: the English for 1 and for any other number, literals as a template is; `{number}` and the facts may stand in them.
    """

    one: str
    many: str
    number: int
    facts: Mapping[str, object]

    def __init__(self, one: str, many: str, /, number: int, **facts: object) -> None:
        object.__setattr__(self, "one", one)
        object.__setattr__(self, "many", many)
        object.__setattr__(self, "number", number)
        object.__setattr__(self, "facts", facts)

    def __str__(self) -> str:
        """Raises KeyError: it names a fact that is not given."""
        return _filled(self.one if self.number == 1 else self.many, {**self.facts, "number": self.number})


@dataclass(frozen=True, slots=True, init=False)
class Saying:
    """`str` gives it in English.

    template: the English with the names of its facts in braces, by which translations are found: a literal in the code, never put
    together. facts: what stands there: numbers, words, tuples of them, or sayings.
    """

    template: str
    facts: Mapping[str, object]

    def __init__(self, template: str, /, **facts: object) -> None:
        object.__setattr__(self, "template", template)
        object.__setattr__(self, "facts", facts)

    def __str__(self) -> str:
        """Raises KeyError: the template names a fact that is not given."""
        return _filled(self.template, self.facts)


def _filled(template: str, facts: Mapping[str, object]) -> str:
    return template.format(**{name: _spoken(value) for name, value in facts.items()})


def _spoken(fact: object) -> object:
    """A fact as a sentence has it: of several ones their list in words."""
    if not isinstance(fact, tuple | list):
        return fact
    if isinstance(fact, Seats):
        return f"{'seats' if len(fact) > 1 else 'seat'} {_spoken(tuple(fact))}"
    *most, last = [str(one) for one in fact] or ["nothing"]
    if isinstance(fact, Row | Either):
        return (", " if isinstance(fact, Row) else " or ").join([*most, last])
    return f"{', '.join(most)} {'or' if isinstance(fact, AnyOf) else 'and'} {last}" if most else last
