"""How far the read models are, and waiting until they have come to a position."""

from __future__ import annotations

import time
from collections.abc import Collection
from typing import TYPE_CHECKING

from ledger.projections import APART, MODELS
from ledger.projections.model import array, rows
from ledger.store.errors import NotYet

if TYPE_CHECKING:
    from ledger.orders.app import Ledger

ASK_EVERY_SECONDS = 0.003


def reached(ledger: Ledger, models: Collection[str]) -> int:
    """The position up to which all of `models` have taken in every event; 0 at the beginning. Raises KeyError: no such model."""
    if unknown := set(models).difference(MODELS, APART):
        raise KeyError(*unknown)
    asked = array(models)
    try:
        found = rows(ledger, "select model, position from {tracking} where model = any(%s::text[])", (asked,))
    except NotYet:
        found = []
    positions: dict[str, int] = dict(found)
    return min(positions.get(name, 0) for name in models)


def wait_for(ledger: Ledger, models: Collection[str], position: int, seconds: float = 2.0) -> int:
    """Return how far all of `models` are, as soon as that is at least `position`; asked every few milliseconds.

    models: names, as in `ledger.running.models.EVERY`: "journal", "balances", "pots", "hands", "tables", "games",
    "penalties", "disputes".
    Raises errors.NotYet(position reached) after `seconds`.
    """
    end = time.monotonic() + seconds
    while (now := reached(ledger, models)) < position:
        if time.monotonic() >= end:
            raise NotYet(now)
        time.sleep(ASK_EVERY_SECONDS)
    return now
