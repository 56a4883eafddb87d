"""A message that code says by its key: its English, and which domain of words has its translations.

The key is the context under which translators find it. What is put in stands in braces, `{seat}`.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from types import MappingProxyType

from ledger.words.catalogues import catalogue


@dataclass(frozen=True, slots=True)
class Message:
    """one: the English; many: the same where the number among the facts that is called `by` is not 1, None if no number decides."""

    key: str
    one: str
    many: str | None = None
    by: str = ""
    domain: str = ""

    def told(self, tag: str, facts: Mapping[str, object]) -> str:
        """In this language, with these facts. Raises KeyError: one is missing."""
        words = catalogue(self.domain, tag)
        if self.many is None:
            return words.say_as(self.key, self.one).format_map(facts)
        number = facts[self.by]
        if not isinstance(number, int):
            raise TypeError(f"{self.key} is counted by {self.by}, which is no number")
        return words.count_as(self.key, self.one, self.many, number).format_map(facts)


def said(key: str, english: str) -> Message:
    """A message of one form."""
    return Message(key, english)


def counted(key: str, by: str, one: str, many: str) -> Message:
    """A message whose form goes with the number that its fact `by` is."""
    return Message(key, one, many, by)


def sentences(domain: str, *messages: Message) -> Mapping[str, Message]:
    """These messages of a domain, by their keys. Raises ValueError: two have one key."""
    found = {each.key: replace(each, domain=domain) for each in messages}
    if len(found) < len(messages):
        raise ValueError(f"two messages of {domain} have one key")
    return MappingProxyType(found)
