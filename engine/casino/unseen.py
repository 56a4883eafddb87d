"""The hands, whether the game knows them or not. Where only the players see them (CAS-DEAL-6, `deck` = unseen) a hand is known by
how many cards it has, and by what has come up elsewhere."""

from dataclasses import replace

from engine import possibilities
from engine.cardgame.unseen import may_hold
from engine.casino import events
from engine.casino import offence_events as offences
from engine.casino.events import Event
from engine.casino.offences import SetAside
from engine.casino.particulars import PACK
from engine.casino.rulebook import CAS_DEAL_6, CAS_ORDER_1
from engine.casino.state import Game
from engine.changed import changed
from engine.possibilities import Hands
from engine.rules import RuleBroken

PLAYS = (events.CardTrailed, events.CardsCaptured, events.BuildMade, events.BuildDoubled, events.BuildRaised)


def count(game: Game, seat: int) -> int:
    """How many cards `seat` holds."""
    known = game.offences.known
    if known is None:
        return len(game.hands.get(seat, ()))
    return known.held[seat].count if seat in known.held else 0


def held(game: Game, seat: int) -> tuple[str, ...]:
    """The cards that `seat` holds; where nobody sees them all that it may hold."""
    return game.hands.get(seat, ()) if game.offences.known is None else may_hold(game, seat)


def shown_of(game: Game, seat: int) -> tuple[str, ...]:
    """Of a hand that only its player sees the cards that everybody has seen, since they lie exposed."""
    known = game.offences.known
    return known.held[seat].surely if known is not None and seat in known.held else ()


def require_held(game: Game, seat: int, card: str) -> None:
    """Refuse a card not held: one that is not in the pack, or that the hand has not got (CAS-ORDER-1); where nobody sees the hands
    one that it cannot have (CAS-DEAL-6)."""
    if card in held(game, seat):
        return
    if game.offences.known is not None and card in PACK:
        raise RuleBroken(CAS_DEAL_6, "Seat {seat} cannot hold {card}: it has come up elsewhere.", seat=seat, card=card)
    raise RuleBroken(CAS_ORDER_1, "Seat {seat} does not hold {card}.", seat=seat, card=card)


def unseen_cards(game: Game) -> int:
    """How many cards are in hands that only their players see."""
    known = game.offences.known
    return 0 if known is None else sum([one.count for one in known.held.values()])


def dealt(stock: tuple[str, ...] | None, seen: frozenset[str], seats: tuple[int, ...], each: int) -> Hands:
    """Hands of which nobody but their owners has seen a card. stock: out of which they come, where that is known. seen: the cards
    of the deck that have come up."""
    return possibilities.dealt(stock or tuple([card for card in PACK if card not in seen]), seats, each)


def without(known: Hands, out: list[int]) -> Hands:
    """The hands without those that were set aside, unseen as they are."""
    return Hands(known.unplaced, {seat: one for seat, one in known.held.items() if seat not in out})


def seen(known: Hands | None, event: Event) -> Hands | None:
    """What everybody knows of the hands after this event: a card was played, shown in dealing, or played out of turn."""
    if known is not None and isinstance(event, PLAYS):
        return possibilities.taken_out(known, event.seat, event.card)
    if known is not None and isinstance(event, offences.CardExposed | offences.CardPlayedOutOfTurn):
        return possibilities.known(known, event.seat, (event.card,)) or known
    return known


def come_up(game: Game, event: Event) -> Game:
    """The game with what everybody has seen by this event: of a hand a card shown in dealing, or played out of turn; what is played
    in turn stands in `passage.after_play`. And none of it is in a hand that was set aside."""
    known, aside = game.offences.known, game.offences.set_aside
    if known is not None and not isinstance(event, PLAYS):
        known = seen(known, event)
    if aside and (up := _cards_seen(event)):
        aside = tuple([replace(one, may=tuple([card for card in one.may if card not in up])) for one in aside])
    if known is game.offences.known and aside is game.offences.set_aside:
        return game
    return changed(game, offences=changed(game.offences, known=known, set_aside=aside))


def _cards_seen(event: Event) -> tuple[str, ...]:
    match event:
        case events.DealtUnseen():
            return event.table
        case events.LastCardsTaken() | events.TargetClaimed():
            return event.undealt
        case offences.CardExposed() | offences.CardPlayedOutOfTurn():
            return (event.card,)
    return (event.card,) if isinstance(event, PLAYS) else ()


def put_aside(game: Game, out: list[int]) -> tuple[SetAside, ...]:
    """CAS-OUT-1: hands that are set aside now, unseen as they are; of them those by which something is still to be judged."""
    known, doubtful = game.offences.known, {play.seat for play in game.offences.laid if play.doubt}
    if known is None:
        return ()
    held = [(seat, one) for seat, one in known.held.items() if seat in out and seat in doubtful]
    return tuple([SetAside(game.deal, seat, one.surely, one.room, known.unplaced) for seat, one in held])
