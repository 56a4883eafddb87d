"""How a game begins: the antes (AZI-ANTE-1 to 3). Who plays, and the lot for the first dealer, is told for every game."""

from engine.azi import events
from engine.azi.state import Game
from engine.cardgame.start import stakes


def lot_of_one(game: Game) -> events.LotDrawn:
    """It falls on the only one who has not left."""
    return events.LotDrawn((), game.staying[0])


def due_for_ante(game: Game) -> tuple[int, ...]:
    """Before the game everybody, before a redeal whoever has posted each ante so far, also if he had folded before a renege and was
    not dealt in again (AZI-VIOL-3); less those who have left or were put out."""
    eligible = game.eligible
    return tuple([seat for seat in eligible if seat in game.anted]) if game.anted else eligible


def antes(game: Game) -> events.AntesPosted:
    """AZI-ANTE-1 before the game, AZI-ANTE-3 before a redeal: whoever can pay posts the ante, whoever cannot is out of the deal.

    If nobody can pay, the redeal goes to the same players as before, without antes.
    """
    return events.AntesPosted(*stakes(game, due_for_ante(game)))
