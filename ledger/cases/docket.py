"""All disputes of one game. They are numbered within it, so an order reads them one after the other up to the first that does not
exist, and rests on that too: no two orders can number alike, or rule on the same game without knowing of each other.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from engine.room.rulebook import DISPUTE_1
from engine.rules import require
from ledger.orders.attempt import existing
from ledger.store.errors import NotFound
from ledger.store.ids import dispute_stream

if TYPE_CHECKING:
    from engine.disputes import Dispute
    from engine.disputes.commands import Command
    from ledger.orders.app import Attempt, Ledger
    from ledger.store.ids import DisputeStream
    from ledger.store.streams import Stream

DISPUTES_MAX = 50
STEWARDS = 10  # of them; the others are shared equally among those who sat in the game


def disputes_of(attempt: Attempt, game: str) -> tuple[Dispute, ...]:
    """Every dispute of the game, in order, as this attempt has them."""
    return _numbered(attempt.read, game)


def disputes_now(ledger: Ledger, game: str) -> tuple[Dispute, ...]:
    """The same as they stand now, for whoever only looks."""
    return _numbered(ledger.load, game)


def _numbered(read: Callable[[DisputeStream], Stream[Dispute, Command]], game: str) -> tuple[Dispute, ...]:
    found: list[Dispute] = []
    while len(found) < DISPUTES_MAX:
        stream = read(dispute_stream(f"{game}-{len(found) + 1}"))
        if not stream.version:
            break
        found.append(stream.state)
    return tuple(found)


def next_id(attempt: Attempt, game: str, player: str | None, players: int) -> str:
    """The id of the game's next dispute. player: who sat in the game and opens it, one of so many; None: a steward does. Refuses
    (DISPUTE-1) one beyond his share, so that nobody uses up the others'."""
    found = disputes_of(attempt, game)
    by = [one.opened.by if one.opened.role == "player" else None for one in found if one.opened]
    share = STEWARDS if player is None else (DISPUTES_MAX - STEWARDS) // max(players, 1)
    says = "The stewards open at most {share} disputes on one game."
    if player is not None:
        says = "You have opened {share} disputes on this game, the withdrawn ones among them, and may open no more; a steward may."
    require(by.count(player) < share, DISPUTE_1, says, share=share)
    require(len(found) < DISPUTES_MAX, DISPUTE_1, "A game has at most {most} disputes.", most=DISPUTES_MAX)
    return f"{game}-{len(found) + 1}"


def brought(attempt: Attempt, dispute: str) -> Stream[Dispute, Command]:
    """The stream of a dispute that there is. Raises NotFound."""
    try:
        return existing(attempt, dispute_stream(dispute))
    except NotFound:
        raise NotFound("There is no such dispute.") from None
