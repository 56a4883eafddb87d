"""Who may act now: what is checked before the act itself."""

from engine.cardgame.offences import Laid
from engine.cardgame.state import CardGame
from engine.rules import Rule, RuleBroken, require


def running(game: CardGame[Laid]) -> None:
    """Refuse a ruling when no game is running."""
    require(game.phase != "over", game.by.order, "This game is over.")
    require(game.phase != "new", game.by.order, "This game has not begun.")


def in_game(game: CardGame[Laid], seat: int) -> None:
    """Refuse when the game is over, and a seat that does not play in it or has left it."""
    rule = game.by.order
    require(game.phase != "over", rule, "This game is over.", seat=seat)
    require(game.phase != "new", rule, "This game has not begun.", seat=seat)
    require(seat in game.players, rule, "Seat {seat} does not play in this game.", seat=seat)
    require(seat not in game.left, rule, "The player of seat {seat} has left.", seat=seat)


def present(game: CardGame[Laid], seat: int) -> None:
    """Refuse a player who is not in the game, or while cards are dealt not in this deal; or whom the game refuses."""
    if game.by.present is not None:
        game.by.present(game, seat)
        return
    in_game(game, seat)
    if game.dealt:
        require(seat in game.active, game.by.order, "Seat {seat} is not in this deal.", seat=seat)


def turn_of(game: CardGame[Laid], seat: int, phases: tuple[str, ...], otherwise: Rule | None = None) -> None:
    """Refuse unless the game is at one of `phases` and `seat` has the turn.

    In order: game over, not a participant, not in this deal; wrong phase (`otherwise`, or the rule of order); not his turn.
    """
    if seat == game.turn and game.phase in phases:
        return
    present(game, seat)
    if game.phase not in phases:
        raise not_now(game, seat, otherwise or game.by.order)
    raise RuleBroken(game.by.turn, "It is the turn of seat {turn}, not of seat {seat}.", seat=seat, turn=game.turn)


def not_now(game: CardGame[Laid], seat: int, rule: Rule) -> RuleBroken:
    """What is refused by this rule because something else is due."""
    return RuleBroken(rule, game.by.due[game.phase].template, seat=seat, phase=game.phase, turn=game.turn)
