"""Claiming the target, and being out of the game (CAS-CLAIM-1, CAS-OUT-1)."""

from typing import Any

from engine.casino import commands, events
from engine.casino.order import not_out
from engine.casino.rulebook import CAS_CLAIM_1, CAS_VIOL_2
from engine.casino.scoring import TARGETS
from engine.casino.settlement import decided
from engine.casino.sides import in_play, standing
from engine.casino.state import CLAIMABLE, DEALT, Game
from engine.rules import require


def may_claim(game: Game, seat: int) -> bool:
    """CAS-CLAIM-1: whether `seat` may claim now: from the first card on until the game is decided, in or out of turn."""
    dealt = bool(game.past) or game.phase in DEALT
    return game.house.claim and dealt and game.phase in CLAIMABLE and seat in game.active


def claim_target(game: Game, command: commands.ClaimTarget) -> tuple[Any, ...]:
    """TargetClaimed; if it is right, or one side is left, GameDecided; else PlayerPutOut.

    Refused to who is out (CAS-OUT-1), where it is not played, and before the first card (CAS-CLAIM-1).
    """
    seat = command.seat
    not_out(game, seat)
    require(game.house.claim, CAS_CLAIM_1, "Here nobody claims the target: it is looked at after each deck.", seat=seat)
    require(may_claim(game, seat), CAS_CLAIM_1, "The target is claimed from the first card on.", seat=seat)
    side, target = game.sides[seat], TARGETS[game.house.scoring]
    points = standing(game, side)
    claimed = events.TargetClaimed(game.deal, seat, points, target, points >= target)
    if claimed.right:
        return (claimed, decided(game, (side,), "claim"))
    return (claimed, *loses(game, seat, "false_claim", CAS_VIOL_2.id))


def loses(game: Game, seat: int, because: str, rule: str) -> tuple[Any, ...]:
    """What it means to lose the game: the only other side wins; of more, the player is put out (CAS-OUT-1)."""
    others = tuple([side for side in in_play(game) if side != game.sides[seat]])
    if len(others) == 1:
        return (decided(game, others, because),)
    return (events.PlayerPutOut(game.deal, seat, game.players[seat], because, rule),)
