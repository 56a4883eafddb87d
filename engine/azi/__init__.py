"""Azi: one game, from the first ante until its pot is taken."""

from engine.azi.audit import violations
from engine.azi.commands import Command
from engine.azi.decide import decide, follow
from engine.azi.events import Event
from engine.azi.evolve import evolve
from engine.azi.legal import legal, offers, recordable, to_fill
from engine.azi.state import Game
from engine.decider import Decider


def is_over(game: Game) -> bool:
    """Whether the game has ended."""
    return game.phase == "over"


azi: Decider[Game, Command, Event] = Decider(Game(), decide, follow, evolve, is_over)

__all__ = ["azi", "legal", "offers", "recordable", "to_fill", "violations"]
