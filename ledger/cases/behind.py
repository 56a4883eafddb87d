"""What rulings did in a running game must not be undone in passing (DISPUTE-5): going back to before a step is refused where a
ruling of another dispute that still holds has acted on the game since."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.declared import Role
from engine.room.rulebook import DISPUTE_5
from engine.rules import require
from ledger.cases.docket import disputes_of
from ledger.cases.facts import given_back_since, taken_away
from ledger.store.kinds import doing

if TYPE_CHECKING:
    from engine.disputes.events import Ruled
    from ledger.cases.facts import Story
    from ledger.orders.app import Attempt

CORRECTED = doing(Role.CORRECTS)


def nothing_behind(attempt: Attempt, told: Story, step: int, but: str = "") -> None:
    """Refuses to go back to before `step` of the game `told`, as it was before the attempt. but: the dispute that may. If the game
    was over, what a ruling has moved since rests on its end."""
    game = told.rows[0].stream.removeprefix("game-")
    for dispute in disputes_of(attempt, game):
        ruling = dispute.ruling
        since = ruling is not None and not ruling.steps and bool(ruling.moved or dispute.ends or given_back_since(told, dispute))
        if told.ended_at is not None and since:
            says = "A ruling in dispute {dispute} has moved chips since the game was over. First a ruling there takes that back."
            require(False, DISPUTE_5, says, dispute=dispute.id)
        if ruling is None or dispute.id == but or not _stands(told, ruling) or ruling.steps[1] < step:
            continue
        says = (
            "This would undo what a ruling in dispute {dispute} has done in steps {first} to {last} of the game. First a ruling"
            " there takes that back."
        )
        require(False, DISPUTE_5, says, dispute=dispute.id, first=ruling.steps[0], last=ruling.steps[1])


def _stands(told: Story, ruling: Ruled) -> bool:
    """Whether it did something in the game that still stands. Where it took the game back itself, going back further undoes none of
    that."""
    if not ruling.steps or taken_away(told, ruling):
        return False
    return told.rows[ruling.steps[0] - 1].topic not in CORRECTED
