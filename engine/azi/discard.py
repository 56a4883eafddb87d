"""Putting a card away, with four cards (AZI-DISC-1, AZI-DISC-2, AZI-FOUR-1)."""

from engine.azi import commands, events
from engine.azi.events import Event
from engine.azi.rulebook import AZI_DEAL_9, AZI_DISC_1, AZI_DISC_2, AZI_ORDER_1, AZI_VIOL_7
from engine.azi.state import Game
from engine.cardgame.order import in_game, not_now
from engine.rules import RuleBroken, require


def holds_four(game: Game, seat: int) -> bool:
    """Whether `seat` is in this deal and has still to put a card away."""
    house = game.house
    return house.cards_dealt > house.cards_kept and seat in game.active and seat not in game.discards


def may_discard(game: Game, seat: int) -> bool:
    """AZI-DISC-2: once first hand has bet blind or declined; who has bet blind only after looking. In any order."""
    if not holds_four(game, seat):
        return False
    return game.phase == "discard" or (game.phase == "bid" and (game.looked or seat != game.dealt_to[0]))


def must_discard(game: Game, seat: int) -> bool:
    """AZI-DISC-2: whether `seat` has to put a card away before he says a word other than fold. Whoever has bet blind need not."""
    return holds_four(game, seat) and not (game.blind and seat == game.dealt_to[0])


def discarded_first(game: Game, seat: int) -> None:
    """Refuse a word in the bidding of a player who has a card to put away before it (AZI-DISC-2)."""
    if must_discard(game, seat):
        raise RuleBroken(AZI_DISC_2, "Seat {seat} puts a card away before its first word, or folds.", seat=seat)


def discard(game: Game, command: commands.Discard) -> tuple[Event, ...]:
    """CardDiscarded.

    Refuses, in order: where all cards that are dealt are played, or a second one (AZI-DISC-1); who is not in this deal
    (AZI-ORDER-1); before first hand has decided, after the first lead, or unlooked (AZI-DISC-2); a card not held (AZI-VIOL-7), and
    where only the players see the hands any that is named (AZI-DEAL-9).
    """
    seat, card, house = command.seat, command.card, game.house
    in_game(game, seat)
    require(house.cards_dealt > house.cards_kept, AZI_DISC_1, "Here all cards that are dealt are played.", seat=seat)
    if game.phase in ("bid", "discard"):
        require(seat in game.active, AZI_ORDER_1, "Seat {seat} is not in this deal.", seat=seat)
        require(seat not in game.discards, AZI_DISC_1, "Seat {seat} has put its card away.", seat=seat)
        require(may_discard(game, seat), AZI_DISC_2, "Seat {seat} has bet blind and looks at its cards first.", seat=seat)
    else:
        raise not_now(game, seat, AZI_DISC_2)
    if house.deck == "unseen":
        require(card is None, AZI_DEAL_9, "Cards are put away face down, and only the players see them.", seat=seat)
        return (events.CardDiscarded(game.deal, seat, {}),)
    if card is None:
        raise RuleBroken(AZI_VIOL_7, "Say which card seat {seat} puts away.", seat=seat)
    require(card in game.hands[seat], AZI_VIOL_7, "Seat {seat} does not hold {card}.", seat=seat, card=card)
    return (events.CardDiscarded(game.deal, seat, {seat: card}),)
