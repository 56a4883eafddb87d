"""Tricks (AZI-PLAY-1 to 5)."""

from typing import Any

from engine.azi import commands, events
from engine.azi.events import PlayedCard
from engine.azi.order import turn_of
from engine.azi.rulebook import AZI_PLAY_2, AZI_PLAY_3, AZI_VIOL_7
from engine.azi.state import Game
from engine.cards import STRENGTH
from engine.rules import RuleBroken
from engine.tricks import following, taker

PLAYING = ("play",)


def choices(hand: tuple[str, ...], trick: tuple[tuple[int, str], ...], trump: str, overtrump: bool) -> tuple[str, ...]:
    """The cards of `hand` that may be played to `trick`, so far (seat, card); trump: the suit.

    AZI-PLAY-2: of the suit led. AZI-PLAY-3: without one a trump; with `overtrump` one that goes over the best trump on the table,
    if there is one. AZI-PLAY-4: with neither any card.
    """
    if not trick:
        return hand
    led = trick[0][1][1]
    may = following(hand, led, trump)
    if overtrump and may and led != trump and may[0][1] == trump:
        best = max([STRENGTH[card[0]] for _, card in trick if card[1] == trump], default=-1)
        return tuple([card for card in may if STRENGTH[card[0]] > best]) or may
    return may


def may_play(game: Game, seat: int) -> tuple[str, ...]:
    """The cards that `seat` may play now. AZI-RAZ-2: who has declared raznomast and can not follow to the first trick need not play
    the ace of trumps, if it is his only one."""
    hand, trick, trump = game.hands[seat], game.trick, game.trump[1]
    may = choices(hand, trick, trump, game.house.must_overtrump)
    spared = seat in game.declared and trick and not game.takers and may == ("A" + trump,) and trick[0][1][1] != trump
    return hand if spared else may


def play_card(game: Game, command: commands.Play) -> tuple[Any, ...]:
    """CardPlayed. Refuses, in order: a card not held (AZI-VIOL-7), and unless under `record` AZI-PLAY-2, AZI-PLAY-3 with the legal
    cards."""
    seat, card = command.seat, command.card
    if seat != game.turn or game.phase != "play":
        turn_of(game, seat, PLAYING)
    hand, trick = game.hands[seat], game.trick
    if card not in hand:
        raise RuleBroken(AZI_VIOL_7, "Seat {seat} does not hold {card}.", seat=seat, card=card)
    if trick:
        may = may_play(game, seat)
        if card not in may and not game.offences.recorded:
            _refuse(seat, card, may, trick[0][1][1])
    return (events.CardPlayed(game.deal, len(game.takers) + 1, seat, card),)


def _refuse(seat: int, card: str, may: tuple[str, ...], led: str) -> None:
    if may[0][1] == led:
        raise RuleBroken(AZI_PLAY_2, "Seat {seat} has to follow the suit led.", seat=seat, card=card, led=led, legal=may)
    trumped = card[1] == may[0][1]
    says = "Seat {seat} has to go over the best trump." if trumped else "Seat {seat} can not follow and has to trump."
    raise RuleBroken(AZI_PLAY_3, says, seat=seat, card=card, led=led, legal=may)


def trick_taken(game: Game) -> events.TrickTaken:
    """AZI-PLAY-5, of a full trick."""
    cards = tuple([PlayedCard(seat, card) for seat, card in game.trick])
    return events.TrickTaken(game.deal, len(game.takers) + 1, taker(game.trick, game.trump[1]), cards)
