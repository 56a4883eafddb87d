"""Cards at a terminal, and what lies open on the table: as games of tricks have it, and others in the folder of their name."""

from __future__ import annotations

import sys
from functools import cache
from types import ModuleType

from rich.text import Text

from engine.games import own
from engine.plain import JsonObject
from engine.playing import Playing, of_tricks
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


def counted(state: Playing, seat: int) -> int:
    """The tricks of a seat."""
    return (of_tricks(state).tricks or {}).get(seat, 0)


def lying(state: Playing, voice: Voice) -> Text:
    """Price, trump and trick, of those that the game has."""
    line, lies = Text(), of_tricks(state)
    if lies.price is not None:
        line += Text(f" · {voice.say('of.price')} {voice.chips(lies.price)}")
    if lies.trump:
        line += Text(f" · {voice.say('of.trump')} ") + faces((lies.trump,), voice)
    if lies.trick:
        line += Text(f" · {voice.say('of.trick')}")
        for seat, card in lies.trick:
            line += Text(f" {voice.seat(seat)} ") + faces((card,), voice)
    return line


def told(state: Playing) -> JsonObject:
    """The same for a machine."""
    lies = of_tricks(state)
    return {"trump": lies.trump or None, "trick": [{"seat": seat, "card": card} for seat, card in lies.trick]}


@cache
def _own() -> dict[str, ModuleType]:
    return own("ledger.cli", "faces")


def shows(state: Playing) -> ModuleType:
    """What shows a state of this game: COUNTED, `counted`, `lying`, `told`. The game is known by the package of its state."""
    return _own().get(type(state).__module__.split(".")[1], sys.modules[__name__])
