"""How a game begins: the stakes (CAS-POT-1). Who plays, and the lot for the first dealer, is told for every game."""

from engine.casino import events
from engine.casino.state import Game
from engine.parts import Stake


def stakes(game: Game) -> events.StakesPosted:
    """CAS-POT-1: everybody posts the stake before the game; who cannot is no part of it."""
    stake, stacks = game.house.stake, game.stacks
    paying = tuple([seat for seat in game.active if stacks[seat] >= stake])
    out = tuple([seat for seat in game.active if stacks[seat] < stake])
    posted = tuple([Stake(seat, game.players[seat], stake) for seat in paying])
    return events.StakesPosted(game.deal, posted, out, stake * len(paying))
