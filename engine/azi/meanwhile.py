"""What may happen beside the course of a game: a top-up, somebody leaves."""

from engine.azi import commands, events
from engine.azi.rulebook import AZI_BID_11, AZI_LEAVE_1, AZI_VIOL_7
from engine.azi.state import DEALT, Game
from engine.cardgame import beside
from engine.declared import Happened
from engine.rules import require
from engine.saying import Saying


def top_up(game: Game, command: commands.TopUp) -> tuple[Happened, ...]:
    """ToppedUp. Refused while somebody else has the turn to a player who is playing the deal (AZI-BID-11), and for less than
    one chip (AZI-VIOL-7)."""
    playing = game.phase in DEALT and game.phase != "awaiting_settlement" and command.seat in game.active
    says = Saying("Who is playing the deal brings chips in his own turn or between deals.")
    return beside.top_up(game, command, command.seat == game.turn or not playing, says, AZI_BID_11, AZI_VIOL_7)


def leave(game: Game, command: commands.Leave) -> tuple[Happened, ...]:
    """PlayerLeft; during bidding a fold goes before it, and first hand's refusal to bet blind (AZI-LEAVE-1).

    Refused to a player who is playing the deal, and to the last one with a claim to the pot while others are asked whether they
    buy in.
    """
    seat = command.seat
    gone = beside.gone(game, seat)
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
