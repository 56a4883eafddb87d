"""Counts and days of the cash desk, and debts, as JSON."""

from api.http.answers import Members, money, raws
from ledger.books.debts import Debt
from ledger.books.desk import Count, DeskReport, Takings
from ledger.orders.order import Decided
from ledger.store.ids import DESK_STREAM


def count(told: Count, unit: str, scale: int) -> Members:
    """A count with its difference."""
    return {
        "step": told.step,
        "counted": money(told.counted, unit, scale),
        "booked": money(told.booked, unit, scale),
        "difference": money(told.difference, unit, scale),
        "position": told.position,
        "reason": told.reason,
        "actor": told.actor,
        "at": told.effective_at,
    }


def counted(decided: Decided, unit: str, scale: int) -> Members:
    """The count that was decided, with its event."""
    envelope = next(one for one in decided.envelopes if one.stream == DESK_STREAM)
    return {**count(Count.of(envelope), unit, scale), "events": raws(row.state for row in decided.rows)}


def takings(told: Takings, unit: str, scale: int) -> Members:
    """What came in and went out."""
    return {
        "came": money(told.came, unit, scale),
        "went": money(told.went, unit, scale),
        "corrected": money(told.corrected, unit, scale),
        "difference": money(told.difference, unit, scale),
        "entries": told.entries,
    }


def report(told: DeskReport, cashier: str | None, unit: str, scale: int) -> Members:
    """The days, each with the takings of every cashier, or of the one that was asked for."""
    days = [
        {
            "day": day.day.isoformat(),
            "opening": money(day.opening, unit, scale),
            **takings(day.takings, unit, scale),
            "closing": money(day.closing, unit, scale),
            "cashiers": [
                {"cashier": who, **takings(his, unit, scale)} for who, his in sorted(day.cashiers.items()) if cashier in {None, who}
            ],
        }
        for day in told.days
    ]
    opening, closing = money(told.opening, unit, scale), money(told.closing, unit, scale)
    return {"basis": told.basis, "position": told.position, "opening": opening, "days": days, "closing": closing}


def debt(told: Debt, unit: str, scale: int) -> Members:
    """What a player owes."""
    return {
        "player": told.player,
        "owed": money(told.owed, unit, scale),
        "credit_limit": money(told.limit, unit, scale),
        "beyond_limit": money(told.beyond, unit, scale),
        "since": told.since,
        "kind": told.kind,
    }
