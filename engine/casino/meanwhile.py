"""What may happen beside the course of a game: a top-up, somebody leaves, the agreed end of the sitting comes."""

from typing import Any

from engine.casino import commands, events
from engine.casino.order import in_game
from engine.casino.rulebook import CAS_ORDER_1
from engine.casino.start import enough
from engine.casino.state import BETWEEN_DEALS, Game
from engine.room.rulebook import TABLE_4
from engine.rules import require


def top_up(game: Game, command: commands.TopUp) -> tuple[Any, ...]:
    """ToppedUp. Refused unless it is the player's turn or between deals, and for less than one chip (TABLE-4)."""
    seat, amount = command.seat, command.chips
    in_game(game, seat)
    timely = seat == game.turn or game.phase in BETWEEN_DEALS
    require(timely, TABLE_4, "Chips come in in one's own turn or between deals.", seat=seat, turn=game.turn)
    require(amount >= 1, TABLE_4, "A top-up is one chip or more, not {chips}.", seat=seat, chips=amount)
    return (events.ToppedUp(seat, game.players[seat], amount),)


def leave(game: Game, command: commands.Leave) -> tuple[Any, ...]:
    """PlayerLeft: he is out of the game (CAS-OUT-1). Refused while the lot is drawn, if too few would be left to play
    (CAS-POT-1)."""
    seat = command.seat
    in_game(game, seat)
    if game.phase == "lot":
        enough(game.house, [game.stacks[other] for other in game.active if other != seat])
    return (events.PlayerLeft(seat, game.players[seat]),)


def reach_end_time(game: Game, command: commands.ReachEndTime) -> tuple[Any, ...]:  # noqa: ARG001
    """EndTimeReached, once, in a running game: it is played to its end, and no other begins (TABLE-3)."""
    running = game.phase not in ("new", "over")
    require(running, CAS_ORDER_1, "No game is running.", phase=game.phase)
    require(not game.time_up, CAS_ORDER_1, "The agreed end has come already.")
    return (events.EndTimeReached(),)
