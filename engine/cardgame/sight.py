"""Who may see which hand, of any deal of the game, told from its latest state."""

from engine.cardgame.offences import Laid
from engine.cardgame.state import CardGame


def owner_sees(game: CardGame[Laid], deal: int, seat: int) -> bool:
    """Whether the player at `seat` may see his own hand of deal number `deal`. False for a deal or a seat that has no cards."""
    if 1 <= deal <= len(game.past):
        return seat in game.past[deal - 1].dealt_to
    return deal == game.deal and game.dealt and seat in game.dealt_to


def revealed(game: CardGame[Laid], deal: int, seat: int) -> bool:
    """Whether the hand that `seat` had in deal number `deal` is open to everybody at the table: after the game, by house rule
    `reveal`."""
    return (deal, seat) in game.shown


def all_revealed(game: CardGame[Laid]) -> bool:
    """Whether everything is: all hands, the stock and the secrets of the shuffles."""
    return game.all_shown
