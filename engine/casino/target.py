"""Claiming the target, and being out of the game (CAS-CLAIM-1, CAS-OUT-1)."""

from engine.casino import commands, events
from engine.casino.deal import told_undealt, undealt
from engine.casino.events import Event
from engine.casino.particulars import present
from engine.casino.rulebook import CAS_CLAIM_1, CAS_DEAL_6, CAS_VIOL_2
from engine.casino.scoring import TARGETS
from engine.casino.settlement import decided
from engine.casino.sides import in_play, standing
from engine.casino.state import CLAIMABLE, DEALT, PLAYED, Game
from engine.changed import changed
from engine.rules import require


def may_claim(game: Game, seat: int) -> bool:
    """CAS-CLAIM-1: whether `seat` may claim now: from the first card on until the game is decided, in or out of turn."""
    dealt = bool(game.past) or game.phase in DEALT
    return game.house.claim and dealt and game.phase in CLAIMABLE and seat in game.active


def claim_target(game: Game, command: commands.ClaimTarget) -> tuple[events.TargetClaimed, *tuple[Event, ...]]:
    """TargetClaimed; if it is right, or one side is left, GameDecided; else PlayerPutOut.

    Refused to a player who is out (CAS-OUT-1), where it is not played, and before the first card (CAS-CLAIM-1); and like a
    settlement where left-over cards go to whoever captured last and nobody can tell them (CAS-DEAL-6).
    """
    seat = command.seat
    present(game, seat)
    require(game.house.claim, CAS_CLAIM_1, "Here nobody claims the target: it is looked at after each deck.", seat=seat)
    require(may_claim(game, seat), CAS_CLAIM_1, "The target is claimed from the first card on.", seat=seat)
    told = _left_over(game, command)
    game = changed(game, order=told) if told else game
    side, target = game.sides[seat], TARGETS[game.house.scoring]
    points = standing(game, side)
    claimed = events.TargetClaimed(game.deal, seat, points, target, points >= target, told)
    if claimed.right:
        return (claimed, decided(game, (side,), "claim"))
    return (claimed, *loses(game, seat, "false_claim", CAS_VIOL_2.id))


def needs_undealt(game: Game) -> bool:
    """CAS-LAST-1: whether left-over cards belong to somebody now, and nobody can tell them."""
    return game.phase in PLAYED and bool(game.captors) and undealt(game) is None


def _left_over(game: Game, command: commands.ClaimTarget) -> tuple[str, ...]:
    """Those that are told with the claim, and are not known already."""
    if needs_undealt(game):
        return told_undealt(game, command.undealt)
    says = "Which cards are left over is told where they go to who captured last, and nobody can tell them."
    require(command.undealt is None, CAS_DEAL_6, says, seat=command.seat)
    return ()


def loses(game: Game, seat: int, because: str, rule: str) -> tuple[Event, ...]:
    """What it means to lose the game: the only other side wins; of more, the player is put out (CAS-OUT-1)."""
    others = tuple([side for side in in_play(game) if side != game.sides[seat]])
    if len(others) == 1:
        return (decided(game, others, because),)
    return (events.PlayerPutOut(game.deal, seat, game.players[seat], because, rule),)
