"""Cards at a terminal, and what lies open on the table: as games of tricks have it, and others in the folder of their name."""

from __future__ import annotations

import sys
from functools import cache
from types import ModuleType
from typing import Any

from rich.text import Text

from engine.games import own
from engine.plain import JsonObject
from ledger.words import Voice

RED = "♥♦"
COUNTED = "of.tricks"  # heading of what is counted of each seat


def faces(cards: list[str] | tuple[str, ...], voice: Voice) -> Text:
    """Cards with red suits in red."""
    text = Text()
    for number, card in enumerate(cards):
        face = voice.card(card)
        text.append(" " if number else "")
        text.append(face, style="red" if face[-1] in RED else "bold")
    return text


def counted(state: Any, seat: int) -> int:
    """The tricks of a seat."""
    tricks: int = state.tricks.get(seat, 0) if hasattr(state, "tricks") else 0
    return tricks


def lying(state: Any, voice: Voice) -> Text:
    """Price, trump and trick, of those that the game has."""
    line = Text()
    if hasattr(state, "price"):
        line += Text(f" · {voice.say('of.price')} {voice.chips(state.price)}")
    if trump := getattr(state, "trump", ""):
        line += Text(f" · {voice.say('of.trump')} ") + faces((trump,), voice)
    if trick := getattr(state, "trick", ()):
        line += Text(f" · {voice.say('of.trick')}")
        for seat, card in trick:
            line += Text(f" {voice.seat(seat)} ") + faces((card,), voice)
    return line


def told(state: Any) -> JsonObject:
    """The same for a machine."""
    trick = [{"seat": seat, "card": card} for seat, card in getattr(state, "trick", ())]
    return {"trump": getattr(state, "trump", "") or None, "trick": trick}


@cache
def _own() -> dict[str, ModuleType]:
    return own("ledger.cli", "faces")


def shows(state: Any) -> ModuleType:
    """What shows a state of this game: COUNTED, `counted`, `lying`, `told`. The game is known by the package of its state."""
    return _own().get(type(state).__module__.split(".")[1], sys.modules[__name__])
