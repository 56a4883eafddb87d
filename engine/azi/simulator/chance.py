"""What is nobody's choice in a game: how a deck is shuffled, what is drawn for the first deal, how a real table's cards lie."""

from collections.abc import Sequence
from typing import Protocol, TypeVar

from engine.azi import commands
from engine.azi.commands import Command
from engine.azi.particulars import pack
from engine.azi.state import Game
from engine.cards import STRENGTH
from engine.parts import PlayedCard
from engine.shuffle import SECRET_BYTES, commitment, shuffled

T = TypeVar("T")


class Dice(Protocol):
    """What is needed of dice; `random.Random(seed)` has it."""

    def random(self) -> float:
        """From 0 up to, and not, 1."""

    def choice(self, seq: Sequence[T], /) -> T:
        """One of them."""

    def sample(self, population: Sequence[T], k: int, /) -> list[T]:
        """So many of them, each once, in any order."""

    def randbytes(self, n: int, /) -> bytes:
        """So many bytes."""


def with_chance(dice: Dice, game: Game, command: Command) -> Command:
    """The command as it can be carried out: a shuffle of the service with its secret, a deal and a replaced card of a real table
    with cards. Others stay as they are."""
    if isinstance(command, commands.Shuffle) and game.house.deck == "service":
        secret = dice.randbytes(SECRET_BYTES)
        told = commitment(f"game-{game.table}-{game.number}", game.deal, game.shuffle + 1, secret)
        return commands.Shuffle(command.seat, told, secret.hex(), shuffled(pack(game.house), secret))
    if isinstance(command, commands.Deal) and game.house.deck == "entered":
        return _dealt(dice, game, command.seat)
    if isinstance(command, commands.ReplaceCard) and game.stock is None:
        known = {game.trump, *game.offences.gone, *[card for hand in game.hands.values() for card in hand]}
        new = dice.choice([card for card in pack(game.house) if card not in known])
        return commands.ReplaceCard(command.seat, new, command.given_up)
    return command


def _dealt(dice: Dice, game: Game, seat: int) -> commands.Deal:
    to, each = game.dealt_to, game.house.cards_dealt
    cards = dice.sample(pack(game.house), each * len(to) + 1)
    hands = {one: tuple(cards[each * place : each * (place + 1)]) for place, one in enumerate(to)}
    return commands.Deal(seat, hands, hands[game.dealer][-1] if game.trump_from == "dealer_last" else cards[-1])


def any_lot(dice: Dice, game: Game) -> commands.DrawLot:
    """A draw for the first deal as a real table would enter it, ties drawn again (AZI-DEAL-1)."""
    drawing: Sequence[int] = game.staying
    draws: list[PlayedCard] = []
    while len(drawing) > 1:
        cards = dice.sample(pack(game.house), len(drawing))
        draws += [PlayedCard(seat, card) for seat, card in zip(drawing, cards, strict=True)]
        best = max(STRENGTH[card[0]] for card in cards)
        drawing = [seat for seat, card in zip(drawing, cards, strict=True) if STRENGTH[card[0]] == best]
    return commands.DrawLot(tuple(draws))
