"""Who may act now: the part of CAS-ORDER-1 that comes before the act itself is looked at."""

from engine.casino.rulebook import CAS_DEAL_5, CAS_ORDER_1, CAS_OUT_1
from engine.casino.state import Game
from engine.rules import Rule, RuleBroken, require

DUE = {
    "new": "The game has not begun.",
    "lot": "The lot for the first dealer is being drawn.",
    "shuffle": "The dealer, seat {turn}, has to shuffle.",
    "cut": "Seat {turn} has to cut.",
    "deal": "The dealer, seat {turn}, has to deal.",
    "exposed": "A card was shown, and seat {turn} says whether to keep it.",
    "play": "The cards are being played; it is the turn of seat {turn}.",
    "awaiting_settlement": "The deck is played, and a steward has to settle.",
}


def running(game: Game) -> None:
    """Refuse a ruling when no game is running (CAS-ORDER-1)."""
    require(game.phase != "over", CAS_ORDER_1, "This game is over.")
    require(game.phase != "new", CAS_ORDER_1, "This game has not begun.")


def in_game(game: Game, seat: int) -> None:
    """Refuse when the game is over, and a seat that does not play in it or has left it (CAS-ORDER-1)."""
    require(game.phase != "over", CAS_ORDER_1, "This game is over.", seat=seat)
    require(game.phase != "new", CAS_ORDER_1, "This game has not begun.", seat=seat)
    require(seat in game.players, CAS_ORDER_1, "Seat {seat} does not play in this game.", seat=seat)
    require(seat not in game.left, CAS_ORDER_1, "The player of seat {seat} has left.", seat=seat)


def not_out(game: Game, seat: int) -> None:
    """The same, and refuse who is out (CAS-OUT-1) or could not post the stake (CAS-ORDER-1)."""
    in_game(game, seat)
    require(seat in game.active or seat not in game.playing, CAS_OUT_1, "Seat {seat} is out of this game.", seat=seat)
    require(seat in game.active, CAS_ORDER_1, "Seat {seat} has not posted the stake and does not play.", seat=seat)


def turn_of(game: Game, seat: int, phases: tuple[str, ...], otherwise: Rule = CAS_ORDER_1) -> None:
    """Refuse unless the game is at one of `phases` and `seat` has the turn.

    In order: game over, not a participant (CAS-ORDER-1), out (CAS-OUT-1), wrong phase (`otherwise`), not his turn (CAS-DEAL-5).
    """
    if seat == game.turn and game.phase in phases:
        return
    not_out(game, seat)
    if game.phase not in phases:
        raise RuleBroken(otherwise, "Not now. " + DUE[game.phase], seat=seat, phase=game.phase, turn=game.turn)
    raise RuleBroken(CAS_DEAL_5, "It is the turn of seat {turn}, not of seat {seat}.", seat=seat, turn=game.turn)
