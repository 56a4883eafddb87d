"""Cards go out: from the deck into the hands, and out of a hand."""

from collections.abc import Callable

from engine import seats
from engine.cardgame.commands import Deal
from engine.cardgame.events import CardsDealt
from engine.cardgame.offences import Laid
from engine.cardgame.order import turn_of
from engine.cardgame.state import CardGame, G
from engine.changed import changed
from engine.rules import Rule, require


def one_by_one(order: tuple[str, ...], to: tuple[int, ...], each: int) -> dict[int, tuple[str, ...]]:
    """So many cards to each, one at a time, off the top of `order`. to: clockwise from first hand."""
    dealt = len(to) * each
    return {seat: order[first : dealt : len(to)] for first, seat in enumerate(to)}


def by_service(each: int) -> Callable[[CardGame[Laid], Deal], tuple[CardsDealt]]:
    """The decision of a game in which the service deals so many to everybody: CardsDealt, by the dealer in his turn."""

    def deal_cards(game: CardGame[Laid], command: Deal) -> tuple[CardsDealt]:
        turn_of(game, command.seat, ("deal",), game.by.ritual)
        to = seats.clockwise(game.active, game.dealer)
        stock = game.order[each * len(to) :]
        return (game.by.family.own(CardsDealt)(game.deal, game.dealer, one_by_one(game.order, to, each), stock),)

    return deal_cards


def cards_dealt(game: G, event: CardsDealt) -> G:
    """First hand plays."""
    to = seats.clockwise(game.active, event.dealer)
    return changed(game, phase="play", hands=event.hands, order=event.stock or (), dealt_to=to, turn=to[0])


def require_in_hand(game: CardGame[Laid], seat: int, card: str, rule: Rule) -> None:
    """Refuse a card that `seat` does not hold, where the hands are known."""
    require(card in game.hands.get(seat, ()), rule, "Seat {seat} does not hold {card}.", seat=seat, card=card)


def hands_without(game: CardGame[Laid], seat: int, card: str) -> dict[int, tuple[str, ...]]:
    """The hands after `card` has left that of `seat`."""
    return {**game.hands, seat: tuple([held for held in game.hands[seat] if held != card])}
