"""Whether all that a sentence of the engine is made of has its translations."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from typing import Any

from engine.saying import Counted, Saying
from ledger.words.catalogues import SOURCE, TAGS
from ledger.words.saying import DOMAINS
from ops.words.extracting import kept


def untold(said: Saying) -> list[str]:
    """What in it no catalogue has."""
    return [template for template in _templates(said) if any(template not in _known(tag) for tag in TAGS if tag != SOURCE)]


def _templates(value: Any) -> Iterator[str]:
    if isinstance(value, Saying | Counted):
        yield value.template if isinstance(value, Saying) else value.one
        for fact in value.facts.values():
            yield from _templates(fact)
    elif isinstance(value, tuple | list):
        for each in value:
            yield from _templates(each)


@cache
def _known(tag: str) -> frozenset[str]:
    found = [message for domain in DOMAINS for message in kept(domain, tag) if message.id and message.string and not message.fuzzy]
    return frozenset(message.id if isinstance(message.id, str) else message.id[0] for message in found)
