"""Everything that can be told of a game, in every language, as one text that people read and a test compares.

`python -m tests.ledger.words.told` writes it again. Of rules it says only where they are cited, not which they are.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import fields, replace
from pathlib import Path
from typing import Any

from engine.games import KINDS
from engine.offers import Offers
from ledger.words import TONGUES, Voice, choices, words
from tests.ledger.specimens import ABOVE_DOUBLES, specimen

KEPT = Path(__file__).with_name("told.txt")
NAMES = {1: "Anna", 2: "Борис", 3: "Clara"}
RULES = re.compile(r"(?:AZI|CAS)-[A-Z]+[0-9]?-[0-9]+|(?:TABLE|WALLET|DESK|DISPUTE|BRANCH|PEOPLE)-[0-9]+|a (?:rule|broken)")
FOUND = ("claim", "steward", "demand")
COUNTED = {"each": (1, 2, 5, 21), "points": (1, 2, 5, 21)}


def text() -> str:
    """Each event of each game and each act that may be chosen, with all that changes its sentence; each sentence once."""
    parts = [f"{heading}\n" + "".join(f"  {line}\n" for line in lines) for heading, lines in _everything()]
    return "\n".join(parts)


def _everything() -> Iterator[tuple[str, list[str]]]:
    for kind in KINDS.values():
        for name, event in kind.events.items():
            yield name, list(_told(_variants(specimen(event)), words))
        for name, command in kind.actions.items():
            yield f"{kind.name}: {name}", list(_told(_variants(specimen(command)), _choice))


def _choice(command: Any, voice: Voice) -> str:
    return "; ".join(choices(Offers((command,)), voice))


def _told(things: Iterable[Any], say: Any) -> Iterator[str]:
    """Their sentences in all languages, each language on its line; first by the seats, then by names."""
    known: set[str] = set()
    for number, thing in enumerate(things):
        for names in ({}, NAMES) if not number else ({},):
            told = {tag: _plain(say(thing, Voice(tongue, names))) for tag, tongue in TONGUES.items()}
            if not set(told.values()) <= known:
                yield from (f"{tag} {said}" for tag, said in told.items())
            known |= set(told.values())


def _plain(said: str) -> str:
    """The same with rules as § and amounts that are easier to read."""
    return RULES.sub("§", said).replace(str(ABOVE_DOUBLES), "40")


def _variants(thing: Any) -> Iterator[Any]:
    """The event or the act, and others that differ from it in one field that may change what is said."""
    about = getattr(thing, "__declared__", None)
    reasons = tuple(about.reasons) if about and about.reason else ()
    words_of_it = {about.reason: reasons} if reasons else {}
    words_of_it |= {"found_by": FOUND} if hasattr(thing, "found_by") else {}
    thing = replace(thing, **{name: those[0] for name, those in words_of_it.items()})
    yield thing
    for field in fields(thing):
        value = getattr(thing, field.name)
        others: tuple[Any, ...] = words_of_it.get(field.name, COUNTED.get(field.name, ()))
        if isinstance(value, bool):
            others = (not value,)
        elif isinstance(value, tuple):
            others = ((), value[:1])
        elif isinstance(value, dict) and all(isinstance(each, tuple) for each in value.values()):
            others = tuple({key: each[:many] for key, each in value.items()} for many in (1, 2))
        if "None" in str(field.type) and field.name != "claimant":
            others = (*others, None)
        yield from (replace(thing, **{field.name: other}) for other in others)


if __name__ == "__main__":
    KEPT.write_text(text(), encoding="utf-8")
