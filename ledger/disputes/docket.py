"""All disputes of one game. They are numbered within it, so an order reads them one after the other up to the first that does not
exist, and rests on that too: no two orders can number alike, or rule on the same game without knowing of each other.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.room.rulebook import DISPUTE_1
from engine.rules import require
from ledger.errors import NotFound
from ledger.existing import existing
from ledger.ids import dispute_stream

if TYPE_CHECKING:
    from engine.disputes import Dispute
    from ledger.app import Attempt
    from ledger.streams import Stream

DISPUTES_MAX = 50


def disputes_of(attempt: Attempt, game: str) -> tuple[Dispute, ...]:
    """Every dispute of the game, in order, as this attempt has them."""
    found: list[Dispute] = []
    while len(found) < DISPUTES_MAX:
        stream = attempt.read(dispute_stream(f"{game}-{len(found) + 1}"))
        if not stream.version:
            break
        found.append(stream.state)
    return tuple(found)


def next_id(attempt: Attempt, game: str) -> str:
    """The id of the game's next dispute. Refuses (DISPUTE-1) one too many."""
    many = len(disputes_of(attempt, game))
    require(many < DISPUTES_MAX, DISPUTE_1, "A game has at most {most} disputes.", most=DISPUTES_MAX)
    return f"{game}-{many + 1}"


def brought(attempt: Attempt, dispute: str) -> Stream:
    """The stream of a dispute that there is. Raises NotFound."""
    try:
        return existing(attempt, dispute_stream(dispute))
    except NotFound:
        raise NotFound("There is no such dispute.") from None
