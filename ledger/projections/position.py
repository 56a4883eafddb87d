"""How far the read models are, and waiting until they have come to a position."""

from __future__ import annotations

from collections.abc import Collection
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from ledger.app import Ledger


def reached(ledger: Ledger, models: Collection[str]) -> int:
    """The position up to which all of `models` have taken in every event; 0 at the beginning. Raises KeyError for an unknown model."""
    raise NotImplementedError


def wait_for(ledger: Ledger, models: Collection[str], position: int, seconds: float = 2.0) -> int:
    """Return how far all of `models` are, as soon as that is at least `position`; asked every few milliseconds.

    models: names, as in `ledger.projections.MODELS`: "journal", "balances", "pots", "hands", "tables", "games".
    Raises errors.NotYet(position reached) after `seconds`.
    """
    raise NotImplementedError
