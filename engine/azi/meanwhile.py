"""What may happen beside the course of a game: a top-up, somebody leaves, the agreed end of the sitting comes."""

from typing import Any

from engine.azi import commands, events
from engine.azi.order import in_game
from engine.azi.rulebook import AZI_BID_11, AZI_LEAVE_1, AZI_ORDER_1, AZI_TIME_1, AZI_VIOL_7
from engine.azi.state import DEALT, Game
from engine.rules import require


def top_up(game: Game, command: commands.TopUp) -> tuple[Any, ...]:
    """ToppedUp. Refused while somebody else has the turn to who is playing the deal (AZI-BID-11), and for less than one chip
    (AZI-VIOL-7)."""
    seat, amount = command.seat, command.chips
    in_game(game, seat)
    playing = game.phase in DEALT and game.phase != "awaiting_settlement" and seat in game.active
    says = "Who is playing the deal brings chips in his own turn or between deals."
    require(seat == game.turn or not playing, AZI_BID_11, says, seat=seat, turn=game.turn)
    require(amount >= 1, AZI_VIOL_7, "A top-up is one chip or more, not {chips}.", seat=seat, chips=amount)
    return (events.ToppedUp(seat, game.players[seat], amount),)


def leave(game: Game, command: commands.Leave) -> tuple[Any, ...]:
    """PlayerLeft; during bidding a fold goes before it, and first hand's refusal to bet blind (AZI-LEAVE-1).

    Refused to who is playing the deal, and to the last one with a claim to the pot while others are asked whether they buy in.
    """
    seat = command.seat
    in_game(game, seat)
    gone = events.PlayerLeft(seat, game.players[seat])
    if game.phase in ("exposed", "blind", "stay", "bid", "discard") and seat in game.active:
        first = game.phase in ("exposed", "blind") and not game.looked and seat == game.dealt_to[0]
        declined = (events.BlindDeclined(game.deal, seat),) if first else ()
        return (*declined, events.Folded(game.deal, seat), gone)
    playing = game.phase in ("play", "awaiting_settlement") and seat in game.active
    require(not playing, AZI_LEAVE_1, "Seat {seat} is playing this deal and can leave when it is over.", seat=seat)
    if game.phase in ("lot", "buy_in"):
        says = "Seat {seat} is the last one with a claim to the pot; first the others answer."
        says = "Seat {seat} is the last one who can pay the ante; first the lot is drawn." if game.phase == "lot" else says
        require(_claims(game) != (seat,), AZI_LEAVE_1, says, seat=seat)
    return (gone,)


def _claims(game: Game) -> tuple[int, ...]:
    """Who will be in the next deal as it stands: those who can ante, or who are in the replay."""
    if game.phase == "lot":
        return tuple([seat for seat in game.staying if game.stacks[seat] >= game.house.ante])
    return game.joined or tuple([seat for seat in game.asked if seat not in game.left])


def reach_end_time(game: Game, command: commands.ReachEndTime) -> tuple[Any, ...]:  # noqa: ARG001
    """EndTimeReached, once, in a running game (AZI-TIME-1)."""
    running = game.phase not in ("new", "over")
    require(running, AZI_ORDER_1, "No game is running.", phase=game.phase)
    require(not game.time_up, AZI_TIME_1, "The agreed end has come already.")
    return (events.EndTimeReached(),)
