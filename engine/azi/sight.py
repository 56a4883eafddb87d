"""Who may see which hand, of any deal of the game, told from its latest state."""

from engine.azi.state import Game
from engine.cardgame import sight
from engine.cardgame.sight import revealed

__all__ = ["all_revealed", "owner_sees", "revealed"]


def owner_sees(game: Game, deal: int, seat: int) -> bool:
    """Whether the player at `seat` may see his own hand of deal number `deal`.

    First hand may not before it has looked or declined to bet blind, or the bidding has ended while it was still in (AZI-BID-1,
    AZI-BID-6). False for a deal or a seat that has no cards.
    """
    if not sight.owner_sees(game, deal, seat):
        return False
    if deal <= len(game.past):
        return seat != game.past[deal - 1].unseen
    return game.looked or seat != game.dealt_to[0]


def all_revealed(game: Game) -> bool:
    """Whether everything is: all hands, the stock and the secrets of the shuffles. Where only the players see the hands nothing is
    hidden in the first place."""
    return game.all_shown or (game.over and game.house.deck == "unseen")
