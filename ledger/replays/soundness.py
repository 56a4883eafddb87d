"""A game that an order depends on, first replayed step by step. Acts fold a game without checking the chain of its events, since
there are many of them. Branches, disputes and rulings are few, and judge the past: none of them may rest on a damaged step.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.playing import Playing
from engine.wanted import Wanted
from ledger.orders.attempt import existing
from ledger.replays.film import CAN_NOT_BE, Film, film
from ledger.store.errors import Unreadable
from ledger.store.ids import stream_of_game

if TYPE_CHECKING:
    from ledger.orders.app import Attempt, Ledger
    from ledger.store.streams import Stream


def checked(ledger: Ledger, attempt: Attempt, game: str) -> tuple[Stream[Playing, Wanted], Film]:
    """The game as this attempt reads it, guarded from now on, and played again as far as it can be; of a damaged one only the part
    before the damage. Raises NotFound, Unreplayable: not even its beginning can be evaluated."""
    try:
        read = existing(attempt, stream_of_game(game))
    except (Unreadable, *CAN_NOT_BE):
        whole = film(ledger, game)
        if whole.stopped is None:
            raise
        return whole.stream(), whole
    whole = film(ledger, game)
    attempt.agree(read.id, whole.rows)
    return (read if whole.stopped is None else whole.stream()), whole
