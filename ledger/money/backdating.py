"""What happened earlier than it is entered: who may say so, and how far back, by whatever way it comes in. Rule WALLET-5.

An entry that names an earlier time counts from then on by effective time, and from its recording on by the time recorded.
"""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime, timedelta

from engine.room.rulebook import WALLET_5
from engine.rules import require
from engine.saying import Saying
from ledger.orders.order import Order
from ledger.orders.permission import allow, has_role

# Role -> how far back it may date what it enters: a steward the games that he imports, an admin also what a cashier no longer may.
REACH_DAYS: Mapping[str, int] = {"cashier": 31, "steward": 31, "admin": 366}


def in_time(order: Order, now: datetime) -> None:
    """WALLET-5: an order that says when it happened says neither the future nor what is too long ago for whoever sends it.

    Imports are held to it as everybody is. Raises RuleBroken.
    """
    at = order.effective_at
    if at is None:
        return
    require(at <= now, WALLET_5, "What is entered has happened: its time lies in the future.", effective_at=at.isoformat())
    role, days = order.caller.role, REACH_DAYS.get(order.caller.role, 0)
    says = "{role} may enter what happened up to {days} days ago, not earlier."
    require(not _before(at, now, days), WALLET_5, says, role=role, days=days, effective_at=at.isoformat())


def at_the_desk(order: Order, now: datetime) -> None:
    """Cash is a cashier's affair. What happened longer ago than he may enter is an admin's (WALLET-5). Raises NotAllowed."""
    has_role(order.caller, "cashier", *(("admin",) if order.effective_at is not None else ()))
    days = REACH_DAYS["cashier"]
    late = order.effective_at is not None and _before(order.effective_at, now, days)
    says = "A cashier enters what happened in the last {days} days; an admin enters what is older."
    allow(order.caller.role == "cashier" or late, Saying(says, days=days))


def _before(at: datetime, now: datetime, days: int) -> bool:
    return now - at > timedelta(days=days)
