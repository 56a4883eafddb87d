"""Amounts as somebody types them at a terminal: as they are printed there, and asked about where the point may stand elsewhere."""

from __future__ import annotations

from engine.saying import Saying
from ledger.books import desk
from ledger.cli.terminal import REFUSED, chips, say, stop
from ledger.orders.app import Ledger
from ledger.store.ids import DESK_STREAM
from ledger.words.figures import written


def typed(ledger: Ledger, text: str) -> int:
    """An amount in smallest units, from "59.05", "59,05" or "59". Ends the command with a sentence: it is none."""
    amount = written(text, ledger.unit, ledger.scale)
    if isinstance(amount, Saying):
        stop(say(amount), REFUSED)
    return amount


def ask_about_the_point(ledger: Ledger, counted: int) -> None:
    """Ends the command if a count of the desk is about as far from the books as smallest units are from whole ones, in either
    direction: somebody who typed 5905 for 59.05 would have booked the difference."""
    if not ledger.scale:
        return
    booked = desk.cash_at(ledger, ledger.load(DESK_STREAM).state, ledger.head())
    if not (_shifted(booked, counted, ledger.scale) or _shifted(counted, booked, ledger.scale)):
        return
    says = "{counted} {unit} were counted, and the books say {booked} {unit}: if the point stands where it belongs, add --confirm."
    told = {"counted": chips(counted, ledger.scale), "booked": chips(booked, ledger.scale)}
    stop(say(Saying(says, unit=ledger.unit, **told)), REFUSED)


def _shifted(small: int, great: int, scale: int) -> bool:
    """Whether the one is the other with its point moved by so many digits, give or take the half."""
    moved = small * 10**scale
    return bool(0 < moved <= 2 * great <= 4 * moved)
