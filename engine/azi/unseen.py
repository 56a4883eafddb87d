"""Tables where only the players see their hands (AZI-DEAL-9, `deck` = unseen): what is known of them, what cannot be entered."""

from engine import possibilities
from engine.azi import events, offence_events, unseen_events
from engine.azi.events import Event
from engine.azi.particulars import pack
from engine.azi.proofs import judged
from engine.azi.rulebook import AZI_DEAL_9, AZI_VIOL_7
from engine.azi.state import Game
from engine.changed import changed
from engine.possibilities import Hands
from engine.rules import RuleBroken, require
from engine.saying import Row, Saying


def followed(event: Event, game: Game) -> Game:
    """The game after the event, with what everybody knows of the hands by now, and what that proves of the cards laid."""
    known = _dealt(event, game) if isinstance(event, unseen_events.DealtUnseen) else game.offences.known
    if known is None:
        return game
    game = changed(game, offences=changed(game.offences, known=_known(event, known)))
    proving = isinstance(event, events.CardPlayed | unseen_events.CardsShown)
    return changed(game, offences=changed(game.offences, laid=judged(game))) if proving else game


def _dealt(event: unseen_events.DealtUnseen, game: Game) -> Hands:
    """AZI-DEAL-6: the trump lies on the stock, or is one of the dealer's own cards."""
    known = possibilities.dealt(pack(game.house), event.seats, event.each)
    if event.trump_from == "stock":
        return possibilities.come_up(known, event.trump)
    return possibilities.known(known, event.dealer, (event.trump,)) or known


def _known(event: Event, known: Hands) -> Hands:
    match event:
        case events.CardDiscarded():
            return possibilities.put_away(known, event.seat)
        case events.CardPlayed():
            return possibilities.taken_out(known, event.seat, event.card)
        case unseen_events.CardsShown():
            return possibilities.known(known, event.seat, event.cards) or known
        case offence_events.CardExposed():
            return possibilities.known(known, event.seat, (event.card,)) or known
        case offence_events.CardReplaced():
            return possibilities.taken_out(known, event.seat, event.card, drawn=1)
        case offence_events.PlayRestored():
            for played in event.taken_back:
                known = possibilities.taken_back(known, played.seat, played.card)
    return known


def require_held(game: Game, seat: int, cards: tuple[str, ...]) -> None:
    """Refuse cards that `seat` cannot hold: one that is not in the pack (AZI-VIOL-7), one that has come up elsewhere, or more than
    there is room for (AZI-DEAL-9), with what is known."""
    known = game.offences.known
    for card in cards:
        require(card in pack(game.house), AZI_VIOL_7, "Seat {seat} does not hold {card}.", seat=seat, card=card)
    if known is None or possibilities.known(known, seat, cards) is not None:
        return
    mine = known.held[seat]
    for card in cards:
        where = _whereabouts(game, known, seat, card)
        says = "Seat {seat} cannot hold {card}: {where}."
        require(where is None, AZI_DEAL_9, says, seat=seat, card=card, where=where)
    template = "Seat {seat} cannot hold {card}: it holds {count}, of which none are known."
    if mine.surely:
        template = "Seat {seat} cannot hold {card}: it holds {count}, of which {known} are known."
    unfit = Saying(template, seat=seat, card=cards, count=mine.count, known=Row(mine.surely))
    told_of = ", ".join(mine.surely) or "none"
    raise RuleBroken(AZI_DEAL_9, unfit, seat=seat, card=" and ".join(cards), count=mine.count, known=told_of)


def _whereabouts(game: Game, known: Hands, seat: int, card: str) -> Saying | None:
    """Where this card is, if not with `seat`, as a part of a sentence; None if it may be there."""
    if card == game.trump and game.trump_from == "stock":
        return Saying("it is the trump that was turned up")
    for shown in game.offences.shown:
        if shown.card == card and shown.choice == "replaced":
            return Saying("seat {other} has given it up", other=shown.seat)
    for play in game.offences.laid:
        if play.stands and play.card == card:
            return Saying("seat {other} has played it to trick {trick}", other=play.seat, trick=play.trick)
    for other, held in known.held.items():
        if card in held.beneath:
            return Saying("seat {other} has put it away", other=other)
        if other != seat and card in (*held.surely, *held.perhaps):
            says = "seat {other} holds it" if card in held.surely else "seat {other} holds it or has put it away"
            return Saying(says, other=other)
    return None
