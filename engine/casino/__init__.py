"""Casino: one game, from the stakes until the pot is taken."""

from engine.casino.audit import violations
from engine.casino.commands import Command
from engine.casino.decide import decide, follow
from engine.casino.events import Event
from engine.casino.evolve import evolve
from engine.casino.legal import legal, offers, plays_with, recordable, to_fill
from engine.casino.state import Game
from engine.decider import Decider


def is_over(game: Game) -> bool:
    """Whether the game has ended."""
    return game.phase == "over"


casino: Decider[Game, Command, Event] = Decider(Game(), decide, follow, evolve, is_over)

__all__ = ["casino", "legal", "offers", "plays_with", "recordable", "to_fill", "violations"]
