"""A sentence with what it is made of, so that whoever reads it can be told it in his language."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any


class AnyOf(tuple[Any, ...]):
    """Several facts of which one will do: "a, b or c"; those of other tuples stand together, "a, b and c"."""

    __slots__ = ()


class Row(tuple[Any, ...]):
    """Several facts in a row: "a, b, c"."""

    __slots__ = ()


@dataclass(frozen=True, slots=True, init=False)
class Saying:
    """`str` gives it in English.

    template: the English with the names of its facts in braces, by which translations are found: a literal in the code, never put
    together. facts: what stands there: numbers, words, tuples of them, or sayings.
    """

    template: str
    facts: Mapping[str, Any]

    def __init__(self, template: str, /, **facts: Any) -> None:
        object.__setattr__(self, "template", template)
        object.__setattr__(self, "facts", facts)

    def __str__(self) -> str:
        """Raises KeyError: the template names a fact that is not given."""
        return self.template.format(**{name: _spoken(value) for name, value in self.facts.items()})


def _spoken(fact: Any) -> Any:
    """A fact as a sentence has it: of several ones their list in words."""
    if not isinstance(fact, tuple | list):
        return fact
    *most, last = [str(one) for one in fact] or ["nothing"]
    if isinstance(fact, Row):
        return ", ".join([*most, last])
    return f"{', '.join(most)} {'or' if isinstance(fact, AnyOf) else 'and'} {last}" if most else last
