"""What a game of Casino shows beside what every game does. Of a pile everybody sees how high it is; what is in it was seen when it
was captured, and to remember that is part of the game (CAS-CLAIM-1)."""

from dataclasses import asdict

from api.http.answers import Members
from api.views.state import Money
from engine.casino.scoring import TARGETS
from engine.casino.state import Game


def of_game(at: Game, _chips: Money) -> Members:
    """The deck and the table."""
    return {
        "deck": at.deck,
        "decks_over": at.decks_over,
        "stock": at.remaining,
        "last": at.last,
        "loose": list(at.loose),
        "builds": [{**asdict(build), "owner": build.owner or None} for build in at.builds],
        "target": TARGETS[at.house.scoring],
        "winners": list(at.winners),
    }


def of_seats(at: Game, _chips: Money) -> dict[int, Members]:
    """Seat -> its side, the score of that, and its pile."""
    return {
        seat: {
            "side": at.sides.get(seat),
            "score": at.scores.get(at.sides.get(seat, 0), 0),
            "pile": len(at.piles.get(seat, ())),
            "sweeps": at.sweeps.get(seat, 0),
            "out": seat not in at.active,
        }
        for seat in at.seats
    }
