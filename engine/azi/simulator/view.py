"""What one seat may see of a game: what its player chooses by, and nothing else."""

from __future__ import annotations

from dataclasses import dataclass

from engine.azi.commands import Command
from engine.azi.house_rules import HouseRules
from engine.azi.legal import legal
from engine.azi.sight import owner_sees
from engine.azi.state import Game


@dataclass(frozen=True, slots=True)
class View:
    """hand: () while the seat may not look. trick: (seat, card), as far as it is. price, paid: totals of this deal's bidding.
    taken: tricks of each in this deal. joined: who is in the replay that is prepared; offer: what it would cost this seat.
    partner: it has agreed to play to azi. legal: what it may do now; of free amounts the least and the greatest."""

    house: HouseRules
    seat: int
    phase: str
    hand: tuple[str, ...]
    trump: str
    dealer: int
    active: tuple[int, ...]
    trick: tuple[tuple[int, str], ...]
    taken: dict[int, int]
    stacks: dict[int, int]
    pot: int
    price: int
    paid: int
    raises: int
    joined: tuple[int, ...]
    offer: int
    partner: bool
    legal: tuple[Command, ...]


def view(game: Game, seat: int) -> View:
    """The game as it is now, from this seat. A hand that only its player sees (`deck` unseen) is not known to the game either."""
    return View(
        house=game.house,
        seat=seat,
        phase=game.phase,
        hand=game.hands.get(seat, ()) if owner_sees(game, game.deal, seat) else (),
        trump=game.trump,
        dealer=game.dealer,
        active=game.active,
        trick=game.trick,
        taken=game.tricks,
        stacks=game.stacks,
        pot=game.pot,
        price=game.price,
        paid=game.paid.get(seat, 0),
        raises=game.raises,
        joined=game.joined,
        offer=game.offers.get(seat, 0),
        partner=seat in game.partners,
        legal=legal(game, seat),
    )
