"""Who may see which hand, of any deal of the game, told from its latest state."""

from engine.azi.state import DEALT, Game


def owner_sees(game: Game, deal: int, seat: int) -> bool:
    """Whether the player at `seat` may see his own hand of deal number `deal`.

    First hand may not before it has looked or declined to bet blind, or the bidding has ended while it was still in (AZI-BID-1,
    AZI-BID-6). False for a deal or a seat that has no cards.
    """
    if 1 <= deal <= len(game.past):
        past = game.past[deal - 1]
        return seat in past.dealt_to and seat != past.unseen
    if deal != game.deal or game.phase not in DEALT or seat not in game.dealt_to:
        return False
    return game.looked or seat != game.dealt_to[0]


def revealed(game: Game, deal: int, seat: int) -> bool:
    """Whether the hand that `seat` had in deal number `deal` is open to everybody at the table: after the game, by house rule
    `reveal`."""
    return (deal, seat) in game.shown


def all_revealed(game: Game) -> bool:
    """Whether everything is: all hands, the stock and the secrets of the shuffles. Where only the players see the hands nothing is
    hidden in the first place."""
    return game.all_shown or (game.over and game.house.deck == "unseen")
