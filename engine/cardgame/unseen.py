"""Hands that only their players see (house rule `deck` = unseen): what is known of them."""

from engine import possibilities
from engine.cardgame.offences import Laid
from engine.cardgame.state import CardGame
from engine.possibilities import Told


def may_hold(game: CardGame[Laid], seat: int) -> tuple[str, ...]:
    """Every card that `seat` may hold; none if it holds none, or the hands are known."""
    known = game.offences.known
    return possibilities.possible(known, seat) if known is not None and seat in known.held else ()


def told(game: CardGame[Laid], seat: int) -> Told | None:
    """What anybody may be told of this hand; None where hands are known or there is none."""
    known = game.offences.known
    return possibilities.told(known, seat) if known is not None and seat in known.held else None
