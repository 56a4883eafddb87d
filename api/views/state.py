"""What a game shows in addition to what every game does. A game that shows more has a `state.py` of its own in the folder of its
name; of the others trick, trump and tricks are shown, if they have them."""

import sys
from collections.abc import Callable
from functools import cache
from types import ModuleType
from typing import Any

from api.http.answers import Members
from engine.games import own

Money = Callable[[int], Members]


def of_game(at: Any, _chips: Money) -> Members:
    """The trick."""
    trick = [{"seat": seat, "card": card} for seat, card in getattr(at, "trick", ())]
    return {"trump": getattr(at, "trump", "") or None, "trick": trick}


def of_seats(at: Any, _chips: Money) -> dict[int, Members]:
    """Seat -> its tricks."""
    tricks = getattr(at, "tricks", {})
    return {seat: {"out": seat not in at.active, "tricks": tricks.get(seat, 0)} for seat in at.seats}


@cache
def _own() -> dict[str, ModuleType]:
    return own("api.views", "state")


def shows(game: str) -> ModuleType:
    """What shows this game: `of_game`, `of_seats`."""
    return _own().get(game, sys.modules[__name__])
