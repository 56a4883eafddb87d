"""What happens beside the course of a game: a top-up, somebody leaves, the agreed end of the sitting comes."""

from engine.cardgame.commands import ReachEndTime, TopUp
from engine.cardgame.events import EndTimeReached, PlayerLeft, ToppedUp
from engine.cardgame.offences import Laid
from engine.cardgame.order import in_game
from engine.cardgame.state import CardGame, G
from engine.changed import changed
from engine.rules import Rule, require
from engine.saying import Saying


def top_up(game: CardGame[Laid], command: TopUp, timely: bool, says: Saying, rule: Rule, least: Rule) -> tuple[ToppedUp]:
    """ToppedUp. Refused unless `timely` (`rule`, for which `says` gives the reason), and for less than one chip (`least`)."""
    seat, amount = command.seat, command.chips
    in_game(game, seat)
    require(timely, rule, says, seat=seat, turn=game.turn)
    require(amount >= 1, least, "A top-up is one chip or more, not {chips}.", seat=seat, chips=amount)
    return (game.by.family.own(ToppedUp)(seat, game.players[seat], amount),)


def gone(game: CardGame[Laid], seat: int) -> PlayerLeft:
    """He leaves the table. Refused to a player who does not play here."""
    in_game(game, seat)
    return game.by.family.own(PlayerLeft)(seat, game.players[seat])


def reach_end_time(game: CardGame[Laid], command: ReachEndTime) -> tuple[EndTimeReached]:  # noqa: ARG001
    """EndTimeReached, once, in a running game."""
    runs = game.phase not in ("new", "over")
    require(runs, game.by.order, "No game is running.", phase=game.phase)
    require(not game.time_up, game.by.time, "The agreed end has come already.")
    return (game.by.family.own(EndTimeReached)(),)


def topped_up(game: G, event: ToppedUp) -> G:
    """Chips have come to a stack."""
    seat, chips = event.seat, event.chips
    stacks, brought = {**game.stacks, seat: game.stacks[seat] + chips}, {**game.brought, seat: game.brought[seat] + chips}
    return changed(game, stacks=stacks, brought=brought)


def left(game: G, event: PlayerLeft) -> G:
    """Somebody has left the table. What that means for the deal is each game's own."""
    return changed(game, left=(*game.left, event.seat))


def end_time_reached(game: G, _: EndTimeReached) -> G:
    """The agreed end of the sitting has come."""
    return changed(game, time_up=True)
