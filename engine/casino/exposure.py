"""A card that the dealer has shown in dealing (CAS-VIOL-3)."""

from typing import Any

from engine.casino import commands
from engine.casino import offence_events as offences
from engine.casino.order import not_out, running, turn_of
from engine.casino.passage import dealt_on
from engine.casino.rulebook import CAS_VIOL_3
from engine.casino.state import Game
from engine.casino.unseen import require_held
from engine.rules import require


def before_play(game: Game) -> bool:
    """Whether the cards of this deal are dealt, and none of them has been played."""
    return game.phase == "exposed" or (game.phase == "play" and not game.moved)


def expose(game: Game, command: commands.Expose) -> tuple[Any, ...]:
    """CardExposed. Refused when it is not between the deal and the first play, where the service deals to players who alone see
    their cards, and for a card that has been shown already (CAS-VIOL-3); for a card not held (CAS-ORDER-1)."""
    seat, card = command.seat, command.card
    running(game)
    require(before_play(game), CAS_VIOL_3, "A card is shown between the deal and the first play.", phase=game.phase)
    unseen = game.house.deck == "service" and not game.offences.recorded
    require(not unseen, CAS_VIOL_3, "Here the service deals, and nobody can show a card.", seat=seat)
    not_out(game, seat)
    require_held(game, seat, card)
    told = any(shown.card == card for shown in game.offences.shown)
    require(not told, CAS_VIOL_3, "Everybody has seen {card} already.", seat=seat, card=card)
    return (offences.CardExposed(game.deal, seat, card),)


def undecided(game: Game, seat: int) -> tuple[str, ...]:
    """The cards of `seat` that were shown and wait for his choice."""
    return tuple([shown.card for shown in game.offences.shown if shown.seat == seat and not shown.choice])


def keep_card(game: Game, command: commands.KeepCard) -> tuple[Any, ...]:
    """ExposedCardKept. Refused unless a card of his was shown (CAS-VIOL-3), out of his turn (CAS-DEAL-5), and for none or another
    of several (CAS-VIOL-3)."""
    seat, card = command.seat, command.card
    turn_of(game, seat, ("exposed",), CAS_VIOL_3)
    cards = undecided(game, seat)
    if card is None:
        require(len(cards) == 1, CAS_VIOL_3, "Several cards of seat {seat} were shown: say which.", seat=seat, legal=cards)
        card = cards[0]
    says = "Card {card} of seat {seat} does not wait for his choice."
    require(card in cards, CAS_VIOL_3, says, seat=seat, card=card, legal=cards)
    return (offences.ExposedCardKept(game.deal, seat, card),)


def demand_redeal(game: Game, command: commands.DemandRedeal) -> tuple[Any, ...]:
    """DealAnnulled: the cards of this deal and the stock are shuffled again by the same dealer, or if he is
    out by the next one (CAS-OUT-1). Refused like keeping."""
    seat = command.seat
    turn_of(game, seat, ("exposed",), CAS_VIOL_3)
    return (offences.DealAnnulled(game.deal, "exposed_card", CAS_VIOL_3.id, seat, dealt_on(game).dealer),)
