"""Who may act now: the part of AZI-ORDER-1 that comes before the act itself is looked at."""

from engine.azi.rulebook import AZI_ORDER_1, AZI_VIOL_7
from engine.azi.state import DEALT, Game
from engine.rules import Rule, RuleBroken, require

DUE = {
    "new": "The game has not begun.",
    "lot": "The lot for the first dealer is being drawn.",
    "shuffle": "The dealer, seat {turn}, has to shuffle.",
    "cut": "Seat {turn} has to cut or to shuffle.",
    "last_shuffle": "The dealer, seat {turn}, may shuffle once more or offers the cut.",
    "last_cut": "Seat {turn} has to cut.",
    "deal": "The dealer, seat {turn}, has to deal.",
    "exposed": "A card was shown, and seat {turn} says whether to keep it.",
    "blind": "First hand, seat {turn}, bets blind or declines.",
    "stay": "Seat {turn} says whether he plays.",
    "bid": "The bidding is going on; it is the turn of seat {turn}.",
    "discard": "Cards are put away before it goes on, first by seat {turn}.",
    "play": "The cards are being played; it is the turn of seat {turn}.",
    "awaiting_settlement": "The tricks are over, and a steward has to settle.",
    "buy_in": "It is azi, and seat {turn} says whether to buy in.",
}


def running(game: Game) -> None:
    """Refuse a ruling when no game is running (AZI-ORDER-1)."""
    require(game.phase != "over", AZI_ORDER_1, "This game is over.")
    require(game.phase != "new", AZI_ORDER_1, "This game has not begun.")


def in_game(game: Game, seat: int) -> None:
    """Refuse when the game is over, and a seat that does not play in it or has left it (AZI-ORDER-1)."""
    require(game.phase != "over", AZI_ORDER_1, "This game is over.", seat=seat)
    require(game.phase != "new", AZI_ORDER_1, "This game has not begun.", seat=seat)
    require(seat in game.players, AZI_ORDER_1, "Seat {seat} does not play in this game.", seat=seat)
    require(seat not in game.left, AZI_ORDER_1, "The player of seat {seat} has left.", seat=seat)


def turn_of(game: Game, seat: int, phases: tuple[str, ...], otherwise: Rule = AZI_ORDER_1) -> None:
    """Refuse unless the game is at one of `phases` and `seat` has the turn.

    In order: game over, not a participant (AZI-ORDER-1), wrong phase (`otherwise`), not his turn (AZI-VIOL-7).
    """
    if seat == game.turn and game.phase in phases:
        return
    in_game(game, seat)
    if game.phase in DEALT:
        require(seat in game.active, AZI_ORDER_1, "Seat {seat} is not in this deal.", seat=seat)
    if game.phase not in phases:
        raise not_now(game, seat, otherwise)
    raise RuleBroken(AZI_VIOL_7, "It is the turn of seat {turn}, not of seat {seat}.", seat=seat, turn=game.turn)


def not_now(game: Game, seat: int, rule: Rule) -> RuleBroken:
    """What is refused by this rule because something else is due."""
    return RuleBroken(rule, "Not now. " + DUE[game.phase], seat=seat, phase=game.phase, turn=game.turn)
