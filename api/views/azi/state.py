"""What a game of Azi shows beside what every game does."""

from api.http.answers import Members
from api.views.state import Money
from engine.azi.state import Game


def of_game(at: Game, chips: Money) -> Members:
    """The bidding and the trick."""
    return {
        "price": chips(at.price),
        "trump": at.trump or None,
        "trick": [{"seat": seat, "card": card} for seat, card in at.trick],
        "offers": [{"seat": seat, "price": chips(price)} for seat, price in at.offers.items()],
    }


def of_seats(at: Game, chips: Money) -> dict[int, Members]:
    """Seat -> what it has put in, and its tricks."""
    tricks, put_in = at.tricks, at.put_in
    return {
        seat: {
            "put_in": chips(put_in.get(seat, 0)),
            "counts": chips(at.paid.get(seat, 0)),
            "out": seat in at.offences.out,
            "tricks": tricks.get(seat, 0),
        }
        for seat in at.seats
    }
