"""How a game begins: the stakes (CAS-POT-1). Who plays, and the lot for the first dealer, is told for every game."""

from engine.cardgame import start
from engine.casino import events
from engine.casino.state import Game


def stakes(game: Game) -> events.StakesPosted:
    """CAS-POT-1: everybody posts the stake before the game; whoever cannot is no part of it."""
    return events.StakesPosted(*start.stakes(game, game.active))
