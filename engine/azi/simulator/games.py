"""A game from its start to its end, act by act."""

from collections.abc import Iterator

from engine.azi import azi, commands, declarations
from engine.azi.commands import Command
from engine.azi.events import Event
from engine.azi.house_rules import HouseRules
from engine.azi.particulars import pack
from engine.azi.simulator.chance import Dice, any_lot, with_chance
from engine.azi.simulator.players import Player
from engine.azi.simulator.view import view
from engine.azi.state import Game
from engine.decider import act
from engine.parts import Seated

ACTS_MOST = 20_000


class EndlessGame(ArithmeticError):
    """A game that does not end: the players, or the rules, go round in a circle."""


def begin(dice: Dice, house: HouseRules, players: int, stack: int, number: int = 1) -> commands.StartGame:
    """The start of a game of players p1, p2 … at seats 1, 2 …, each with so many chips. The first dealer is drawn by lot."""
    seated = tuple([Seated(seat, f"p{seat}", stack) for seat in range(1, players + 1)])
    whole = pack(house)
    lot = tuple(dice.sample(whole, len(whole))) if house.deck == "service" else None
    return commands.StartGame("simulated", number, house, "chip", 0, seated, None, lot)


def play(dice: Dice, start: commands.StartGame, player: Player) -> Iterator[tuple[Command, list[Event], Game]]:
    """Each act with its events and the state after it. `player` chooses for all seats: it is told which one it is.

    For tables whose cards the game knows, under `refuse`. Raises RuleBroken, if a player's act is not legal, and EndlessGame.
    """
    game = azi.initial
    command: Command = start
    for _ in range(ACTS_MOST):
        events, game = act(azi, game, command)
        yield command, events, game
        if game.over:
            return
        command = next_act(dice, game, player)
    raise EndlessGame(f"after {ACTS_MOST} acts the game goes on, in deal {game.deal}")


def next_act(dice: Dice, game: Game, player: Player) -> Command:
    """What happens next: the seat that is due chooses, and dice do what nobody chooses."""
    if game.phase == "lot":
        return any_lot(dice, game)
    return with_chance(dice, game, player(view(game, _due(game)), dice))


def _due(game: Game) -> int:
    """The seat in turn; before that whoever has been invited to azi and can still answer."""
    for _, invited in game.unanswered:
        if declarations.inviting(game, invited):
            return invited
    return game.turn
