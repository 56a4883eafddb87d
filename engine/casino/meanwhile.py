"""What may happen beside the course of a game: a top-up, somebody leaves."""

from engine.cardgame import beside
from engine.cardgame.start import enough
from engine.casino import commands
from engine.casino.state import BETWEEN_DEALS, Game
from engine.declared import Happened
from engine.room.rulebook import TABLE_4
from engine.saying import Saying


def top_up(game: Game, command: commands.TopUp) -> tuple[Happened, ...]:
    """ToppedUp. Refused unless it is the player's turn or between deals, and for less than one chip (TABLE-4)."""
    timely = command.seat == game.turn or game.phase in BETWEEN_DEALS
    return beside.top_up(game, command, timely, Saying("Chips come in in one's own turn or between deals."), TABLE_4, TABLE_4)


def leave(game: Game, command: commands.Leave) -> tuple[Happened, ...]:
    """PlayerLeft: he is out of the game (CAS-OUT-1). Refused while the lot is drawn, if too few would be left to play
    (CAS-POT-1)."""
    seat = command.seat
    gone = beside.gone(game, seat)
    if game.phase == "lot":
        enough(game.by, game.house, [game.stacks[other] for other in game.active if other != seat])
    return (gone,)
