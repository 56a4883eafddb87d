"""A card that the dealer has shown in dealing (CAS-VIOL-3)."""

from engine.cardgame import exposure
from engine.cardgame.order import turn_of
from engine.casino import commands
from engine.casino import offence_events as offences
from engine.casino.particulars import present
from engine.casino.passage import dealt_on
from engine.casino.rulebook import CAS_VIOL_3
from engine.casino.state import Game
from engine.casino.unseen import require_held
from engine.declared import Happened
from engine.saying import Saying


def before_play(game: Game) -> bool:
    """Whether the cards of this deal are dealt, and none of them has been played."""
    return game.phase == "exposed" or (game.phase == "play" and not game.moved)


def expose(game: Game, command: commands.Expose) -> tuple[Happened, ...]:
    """CardExposed. Refused when it is not between the deal and the first play, where the service deals to players who alone see
    their cards, and for a card that has been shown already (CAS-VIOL-3); for a card not held (CAS-ORDER-1)."""
    says = Saying("A card is shown between the deal and the first play.")
    return (exposure.exposed(game, command, before_play(game), says, _of_player),)


def _of_player(game: Game, seat: int, card: str) -> None:
    present(game, seat)
    require_held(game, seat, card)


def demand_redeal(game: Game, command: commands.DemandRedeal) -> tuple[Happened, ...]:
    """DealAnnulled: the cards of this deal and the stock are shuffled again by the same dealer, or if he is
    out by the next one (CAS-OUT-1). Refused like keeping."""
    seat = command.seat
    turn_of(game, seat, ("exposed",), CAS_VIOL_3)
    return (offences.DealAnnulled(game.deal, "exposed_card", CAS_VIOL_3.id, seat, dealt_on(game).dealer),)
