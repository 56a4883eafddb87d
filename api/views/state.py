"""What a game shows in addition to what every game does. A game that shows more has a `state.py` of its own in the folder of its
name; of the others trick, trump and tricks are shown, if they have them."""

import sys
from collections.abc import Callable
from functools import cache
from types import ModuleType

from api.http.answers import Members
from engine.games import own
from engine.playing import Playing, of_tricks

Money = Callable[[int], Members]


def of_game(at: Playing, _chips: Money) -> Members:
    """The trick."""
    lies = of_tricks(at)
    return {"trump": lies.trump or None, "trick": [{"seat": seat, "card": card} for seat, card in lies.trick]}


def of_seats(at: Playing, _chips: Money) -> dict[int, Members]:
    """Seat -> its tricks."""
    tricks = of_tricks(at).tricks or {}
    return {seat: {"out": seat not in at.active, "tricks": tricks.get(seat, 0)} for seat in at.seats}


@cache
def _own() -> dict[str, ModuleType]:
    return own("api.views", "state")


def shows(game: str) -> ModuleType:
    """What shows this game: `of_game`, `of_seats`."""
    return _own().get(game, sys.modules[__name__])
