"""What happened earlier than it is entered: who may say so, and how far back. Rule WALLET-5.

An entry that names an earlier time counts from then on by effective time, and from its recording on by the time recorded.
"""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime, timedelta

from engine.room.rulebook import WALLET_5
from engine.rules import require
from ledger.orders.order import Order

REACH_DAYS: Mapping[str, int] = {"cashier": 31, "admin": 366}  # role -> how far back it may date an entry
UNLIMITED = 36_500


def in_time(order: Order, now: datetime) -> None:
    """WALLET-5: an order that says when it happened names neither a future time nor one too long ago for whoever sends it.

    A bulk import may date back as far as it likes: it brings old books. Raises RuleBroken.
    """
    at = order.effective_at
    if at is None:
        return
    require(at <= now, WALLET_5, "What is entered has happened: its time lies in the future.", effective_at=at.isoformat())
    days = UNLIMITED if order.imports else REACH_DAYS.get(order.caller.role, 0)
    says = "{role} may enter what happened up to {days} days ago, not earlier."
    late = now - at > timedelta(days=days)
    require(not late, WALLET_5, says, role=order.caller.role, days=days, effective_at=at.isoformat())
