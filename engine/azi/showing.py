"""A hand shown where only the players see the hands (AZI-DEAL-9)."""

from engine.azi import commands, unseen_events
from engine.azi.claims import with_what_it_decides
from engine.azi.events import Event
from engine.azi.rulebook import AZI_BID_1, AZI_DEAL_9, AZI_ORDER_1
from engine.azi.state import Game
from engine.azi.unseen import require_held
from engine.cardgame.order import in_game
from engine.possibilities import surely
from engine.rules import RuleBroken, require


def show(game: Game, command: commands.Show) -> tuple[Event, ...]:
    """CardsShown, in or out of turn, and the claims that are decided by it; also of a hand that was folded.

    Refused, in order: to whoever is not in this game (AZI-ORDER-1); where the hands are known (AZI-DEAL-9); between deals, and
    to whoever holds no cards (AZI-ORDER-1); of first hand before it has looked (AZI-BID-1); no card, one twice, or none that is
    new, and cards that cannot be held (AZI-DEAL-9; one that is not in the pack AZI-VIOL-7).
    """
    seat, cards = command.seat, command.cards
    in_game(game, seat)
    says = "Here the hands are known, and nobody need show his."
    require(game.house.deck == "unseen", AZI_DEAL_9, says, seat=seat)
    known = game.offences.known
    if known is None or seat not in known.held or not known.held[seat].count:
        raise RuleBroken(AZI_ORDER_1, "Seat {seat} holds no cards.", seat=seat, phase=game.phase)
    looked = game.looked or seat != game.dealt_to[0]
    require(looked, AZI_BID_1, "Seat {seat} looks at its cards before it shows any.", seat=seat)
    require(len(cards) > 0, AZI_DEAL_9, "One card or more is shown.", seat=seat)
    twice = next((card for at, card in enumerate(cards) if card in cards[:at]), None)
    require(twice is None, AZI_DEAL_9, "Card {card} is shown once, not twice.", seat=seat, card=twice)
    require_held(game, seat, cards)
    new = set(cards) - set(surely(known, seat))
    require(bool(new), AZI_DEAL_9, "Everybody knows {cards} already.", seat=seat, cards=cards)
    return with_what_it_decides(game, unseen_events.CardsShown(game.deal, seat, cards))
