"""Tricks (AZI-PLAY-1 to 5)."""

from engine.azi import commands, events
from engine.azi.claims import with_what_it_decides
from engine.azi.duties import choices, may_play
from engine.azi.events import Event
from engine.azi.rulebook import AZI_PLAY_2, AZI_PLAY_3, AZI_VIOL_7
from engine.azi.state import Game
from engine.azi.unseen import require_held
from engine.cardgame.order import turn_of
from engine.parts import PlayedCard
from engine.rules import RuleBroken
from engine.tricks import taker

# The first two are of another module, and part of playing for whoever asks.
__all__ = ["choices", "may_play", "play_card", "trick_taken"]
PLAYING = ("play",)


def play_card(game: Game, command: commands.Play) -> tuple[Event, ...]:
    """CardPlayed. Refuses, in order: a card not held (AZI-VIOL-7), or that cannot be held where only the players see the hands
    (AZI-DEAL-9), and unless under `record` AZI-PLAY-2, AZI-PLAY-3 with the legal cards."""
    seat, card = command.seat, command.card
    if seat != game.turn or game.phase != "play":
        turn_of(game, seat, PLAYING)
    hand, trick = game.hands[seat], game.trick
    if card not in hand:
        return _unseen(game, seat, card)
    if trick:
        may = may_play(game, seat)
        if card not in may and not game.offences.recorded:
            _refuse(seat, card, may, trick[0][1][1])
    return (events.CardPlayed(game.deal, len(game.takers) + 1, seat, card),)


def _unseen(game: Game, seat: int, card: str) -> tuple[Event, ...]:
    """AZI-DEAL-9: a card that he may hold, and the claims that are decided by it."""
    if game.offences.known is None:
        raise RuleBroken(AZI_VIOL_7, "Seat {seat} does not hold {card}.", seat=seat, card=card)
    require_held(game, seat, (card,))
    return with_what_it_decides(game, events.CardPlayed(game.deal, len(game.takers) + 1, seat, card))


def _refuse(seat: int, card: str, may: tuple[str, ...], led: str) -> None:
    if may[0][1] == led:
        raise RuleBroken(
            AZI_PLAY_2, "Seat {seat} has to follow the suit led, and {card} does not.", seat=seat, card=card, led=led, legal=may
        )
    says = "Seat {seat} cannot follow and has to trump, not {card}."
    if card[1] == may[0][1]:
        says = "Seat {seat} has to go over the best trump, and {card} does not."
    raise RuleBroken(AZI_PLAY_3, says, seat=seat, card=card, led=led, legal=may)


def trick_taken(game: Game) -> events.TrickTaken:
    """AZI-PLAY-5, of a full trick."""
    cards = tuple([PlayedCard(seat, card) for seat, card in game.trick])
    return events.TrickTaken(game.deal, len(game.takers) + 1, taker(game.trick, game.trump[1]), cards)
