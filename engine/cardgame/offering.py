"""What every game offers alike: to the steward, in the ritual of dealing, and what has still to be filled in."""

from typing import TypeVar

from engine.cardgame.commands import Cut, DrawLot, Shuffle
from engine.cardgame.offences import Laid
from engine.cardgame.ritual import cuts, possible_cuts
from engine.cardgame.state import CardGame
from engine.offers import Bounds, between
from engine.wanted import Wanted

C = TypeVar("C", bound=Wanted)


def to_steward(game: CardGame[Laid], settle: C) -> tuple[DrawLot | C, ...]:
    """What a steward has to do now for no seat: the lot of a real table, without its draws, or the settlement."""
    due: dict[str, tuple[DrawLot | C, ...]] = {"lot": (DrawLot(()),), "awaiting_settlement": (settle,)}
    return due.get(game.phase, ())


def in_ritual(game: CardGame[Laid], seat: int, deal: C) -> tuple[Shuffle | Cut | C, ...]:
    """What the player in turn does before cards are dealt: shuffle, cut, deal. None in other phases."""
    match game.phase:
        case "shuffle":
            return (Shuffle(seat),)
        case "cut":
            return possible_cuts(game, seat)
        case "deal":
            return (deal,)
    return ()


def to_fill(game: CardGame[Laid], command: object) -> dict[str, Bounds]:
    """What has still to be filled into an act, by field: the draws of a lot, where to cut; else nothing."""
    match command:
        case DrawLot():
            return {"draws": {"seats": game.staying, "of": game.by.pack(game.house)}}
        case Cut(at=int()):
            return {"at": between(*cuts(game))}
    return {}
