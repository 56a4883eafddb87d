"""The end of a game: what is revealed, and what everybody takes back to the table."""

from typing import Any

from engine.cardgame.events import DeckRevealed, GameEnded
from engine.cardgame.state import CardGame, G
from engine.changed import changed
from engine.parts import DealtHand, Stake


def unveiled(game: CardGame[Any], *, nothing: bool = False) -> DeckRevealed:
    """House rule `reveal`: `played` shows the hands of those who were in when play began, `all` everything, `shown` nothing.
    nothing: there is nothing to show."""
    reveal = game.house.reveal
    hands: tuple[DealtHand, ...] = ()
    if reveal != "shown" and not nothing:
        shown = [(number, past.dealt_to if reveal == "all" else past.played) for number, past in enumerate(game.past, 1)]
        hands = tuple([DealtHand(number, seat) for number, seats in shown for seat in seats])
    return game.by.family.own(DeckRevealed)(hands, reveal == "all")


def revealed(game: G, event: DeckRevealed) -> G:
    """These hands are open to everybody at the table."""
    shown = frozenset([(hand.deal, hand.seat) for hand in event.hands])
    return changed(game, phase="revealed", shown=shown, all_shown=event.everything)


def ended(game: CardGame[Any], next_dealer: int | None) -> GameEnded:
    """What each player takes back to the table, and who deals next."""
    stacks = tuple([Stake(seat, game.players[seat], game.stacks[seat]) for seat in game.seats])
    return game.by.family.own(GameEnded)(game.how, stacks, next_dealer, tuple(sorted(game.left)))


def over(game: G, _: GameEnded) -> G:
    """Nothing is due any more."""
    return changed(game, phase="over")
