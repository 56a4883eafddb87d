"""Sentences of the code told in the language of their reader, and kept with what they are made of."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from engine.games import KINDS
from engine.saying import Amount, AnyOf, Counted, Either, Row, Saying, Seats, Term
from ledger.words.catalogues import SOURCE, catalogue
from ledger.words.figures import decimal
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


DOMAINS = (
    "problems",
    "refusals",
    "audits",
    *KINDS,
)  # in which their translations stand; a sentence that two have is the same in both
SEVERAL = {"any": AnyOf, "either": Either, "row": Row, "seats": Seats}
SEAT = frozenset({"seat", "other", "turn", "invited", "inviter"})  # facts that stand for seats
CARD = re.compile("[2-9TJQKA][CDHS]")


def told(said: str | Saying, tag: str, scale: int = 0) -> str:
    """A sentence in this language. What no catalogue has is told in English; a plain one has no facts. scale: the digits of the
    club's unit that stand behind the point in amounts."""
    said = _with_points(said, tag, scale)
    if tag == SOURCE:
        return str(said)
    if not isinstance(said, Saying):
        return _translated(said, tag)
    return _translated(said.template, tag).format_map({name: _fact(value, tag) for name, value in said.facts.items()})


def with_names(said: Any, names: Mapping[int, str]) -> Any:
    """The sentence with the name of the player behind each seat: "seat 3 (Anna)". names: by seat, as far as they are told."""
    if isinstance(said, Seats):
        return Seats(_named(seat, names) for seat in said)
    if isinstance(said, tuple | list):
        return type(said)(with_names(one, names) for one in said)
    if not isinstance(said, Saying | Counted):
        return said
    facts = {name: _named(value, names) if name in SEAT else with_names(value, names) for name, value in said.facts.items()}
    if isinstance(said, Counted):
        return Counted(said.one, said.many, said.number, **facts)
    return Saying(said.template, **facts)


def _with_points(said: Any, tag: str, scale: int) -> Any:
    """The sentence with its amounts as people of this language read them."""
    if isinstance(said, Amount):
        return decimal(said, scale).replace(".", TONGUES[tag].mark)
    if isinstance(said, tuple | list):
        return type(said)(_with_points(one, tag, scale) for one in said)
    if not isinstance(said, Saying | Counted):
        return said
    facts = {name: _with_points(value, tag, scale) for name, value in said.facts.items()}
    if isinstance(said, Counted):
        return Counted(said.one, said.many, said.number, **facts)
    return Saying(said.template, **facts)


def _named(seat: Any, names: Mapping[int, str]) -> Any:
    return f"{seat} ({names[seat]})" if isinstance(seat, int) and seat in names else seat


def _translated(text: str, tag: str) -> str:
    return next((other for domain in DOMAINS if (other := catalogue(domain, tag).say(text)) != text), text)


def _counted(value: Counted, tag: str) -> str:
    forms = (catalogue(domain, tag).count(value.one, value.many, value.number) for domain in DOMAINS)
    form = next((other for other in forms if other not in (value.one, value.many)), value.many if value.number != 1 else value.one)
    return form.format_map({name: _fact(each, tag) for name, each in {**value.facts, "number": value.number}.items()})


def _listed(value: tuple[Any, ...] | list[Any], tag: str) -> str:
    """Several facts as they stand in a sentence."""
    *most, last = [_fact(one, tag) for one in value] or [SENTENCES["nothing"].told(tag, {})]
    if isinstance(value, Seats):
        number = _listed(tuple(value), tag)
        return SENTENCES["seats"].told(tag, {"numbers": number}) if most else SENTENCES["seat"].told(tag, {"number": number})
    if isinstance(value, Row | Either):
        return (", " if isinstance(value, Row) else SENTENCES["or"].told(tag, {})).join([*most, last])
    key = "list.any" if isinstance(value, AnyOf) else "list"
    return SENTENCES[key].told(tag, {"most": ", ".join(most), "last": last}) if most else last


def _fact(value: Any, tag: str) -> str:
    """A fact as it stands in a sentence: cards in the letters of the language, of several ones their list."""
    if isinstance(value, tuple | list):
        return _listed(value, tag)
    if isinstance(value, Counted):
        return _counted(value, tag)
    if isinstance(value, str) and CARD.fullmatch(value):
        return TONGUES[tag].card(value)
    if isinstance(value, Word):
        return SENTENCES[value.key].told(tag, {})
    if isinstance(value, Term):
        return SENTENCES[value.key].told(tag, {}) if value.key in SENTENCES else value.english
    return told(value, tag) if isinstance(value, Saying) else str(value)


def packed(said: Any) -> Any:
    """In plain values, from which `unpacked` makes it again."""
    if isinstance(said, Saying):
        return {"template": said.template, "facts": {name: packed(value) for name, value in said.facts.items()}}
    if isinstance(said, Amount):
        return {"amount": str(said)}
    if isinstance(said, Word):
        return {"key": said.key}
    if isinstance(said, Term):
        return {"key": said.key, "english": said.english}
    if isinstance(said, Counted):
        facts = {name: packed(value) for name, value in said.facts.items()}
        return {"one": said.one, "many": said.many, "number": said.number, "facts": facts}
    if (name := next((name for name, several in SEVERAL.items() if isinstance(said, several)), None)) is not None:
        return {name: [packed(one) for one in said]}
    return [packed(one) for one in said] if isinstance(said, tuple | list) else said


def unpacked(kept: Any) -> Any:
    """What was packed."""
    if isinstance(kept, Mapping) and "amount" in kept:
        return Amount(kept["amount"])
    if isinstance(kept, Mapping) and "english" in kept:
        return Term(kept["key"], kept["english"])
    if isinstance(kept, Mapping) and "key" in kept:
        return word(kept["key"], kept["key"])
    if isinstance(kept, Mapping) and "facts" not in kept:
        return next(several(map(unpacked, kept[name])) for name, several in SEVERAL.items() if name in kept)
    if isinstance(kept, Mapping):
        facts = {name: unpacked(value) for name, value in kept["facts"].items()}
        if "one" in kept:
            return Counted(kept["one"], kept["many"], kept["number"], **facts)
        return Saying(kept["template"], **facts)
    return tuple([unpacked(one) for one in kept]) if isinstance(kept, list) else kept
