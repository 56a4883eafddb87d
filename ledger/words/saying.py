"""Sentences of the code told in the language of their reader, and kept with what they are made of."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from engine.saying import AnyOf, Row, Saying
from ledger.words.catalogues import SOURCE, catalogue
from ledger.words.sentences import SENTENCES
from ledger.words.voice import TONGUES


@dataclass(frozen=True, slots=True)
class Word:
    """A message with a key, as a fact of a saying; `str` gives it in English."""

    key: str

    def __str__(self) -> str:
        return SENTENCES[self.key].told(SOURCE, {})


def word(key: str, otherwise: str) -> Word | str:
    """The message under this key; `otherwise`, if there is none."""
    return Word(key) if key in SENTENCES else otherwise


DOMAINS = ("problems", "refusals", "audits")  # in which their translations stand; a sentence that two have is the same in both
CARD = re.compile("[2-9TJQKA][CDHS]")


def told(said: str | Saying, tag: str) -> str:
    """A sentence in this language. What no catalogue has is told in English; a plain one has no facts."""
    if tag == SOURCE:
        return str(said)
    if not isinstance(said, Saying):
        return _translated(said, tag)
    return _translated(said.template, tag).format_map({name: _fact(value, tag) for name, value in said.facts.items()})


def _translated(text: str, tag: str) -> str:
    return next((other for domain in DOMAINS if (other := catalogue(domain, tag).say(text)) != text), text)


def _fact(value: Any, tag: str) -> str:
    """A fact as it stands in a sentence: cards in the letters of the language, of several ones their list."""
    if isinstance(value, tuple | list):
        *most, last = [_fact(one, tag) for one in value] or [SENTENCES["nothing"].told(tag, {})]
        if isinstance(value, Row):
            return ", ".join([*most, last])
        key = "list.any" if isinstance(value, AnyOf) else "list"
        return SENTENCES[key].told(tag, {"most": ", ".join(most), "last": last}) if most else last
    if isinstance(value, str) and CARD.fullmatch(value):
        return TONGUES[tag].card(value)
    if isinstance(value, Word):
        return SENTENCES[value.key].told(tag, {})
    return told(value, tag) if isinstance(value, Saying) else str(value)


def packed(said: Any) -> Any:
    """In plain values, from which `unpacked` makes it again."""
    if isinstance(said, Saying):
        return {"template": said.template, "facts": {name: packed(value) for name, value in said.facts.items()}}
    if isinstance(said, Word):
        return {"key": said.key}
    if isinstance(said, AnyOf | Row):
        return {"any" if isinstance(said, AnyOf) else "row": [packed(one) for one in said]}
    return [packed(one) for one in said] if isinstance(said, tuple | list) else said


def unpacked(kept: Any) -> Any:
    """What was packed."""
    if isinstance(kept, Mapping) and "key" in kept:
        return word(kept["key"], kept["key"])
    for name, several in (("any", AnyOf), ("row", Row)):
        if isinstance(kept, Mapping) and name in kept:
            return several([unpacked(one) for one in kept[name]])
    if isinstance(kept, Mapping):
        return Saying(kept["template"], **{name: unpacked(value) for name, value in kept["facts"].items()})
    return tuple([unpacked(one) for one in kept]) if isinstance(kept, list) else kept
