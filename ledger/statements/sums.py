"""Sums of a player's lines, by account and kind: what a statement opens with, and what a period brought and took. Here the database
computes opening balance and totals of a period, elsewhere the lines are added one by one; a statement is issued only if both agree.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import TYPE_CHECKING

from ledger.books import moments
from ledger.books.moments import accounts_of, only, start_of
from ledger.money.accounts import wallet
from ledger.statements.lines import Wanted, single

if TYPE_CHECKING:
    from ledger.orders.app import Ledger


@dataclass(frozen=True, slots=True)
class Sum:
    """What lines of one kind have moved on one account: how many lines brought chips and how many took some, and how many chips.

    received and paid are smallest units, not negative.
    """

    account: str
    kind: str
    received_lines: int
    received: int
    paid_lines: int
    paid: int

    @property
    def amount(self) -> int:
        """The net amount, signed."""
        return self.received - self.paid

    @property
    def lines(self) -> int:
        """How many lines there are."""
        return self.received_lines + self.paid_lines


def sums(ledger: Ledger, wanted: Wanted) -> tuple[tuple[Sum, ...], tuple[Sum, ...]]:
    """Sums of the lines before the period, and of those within it; each by account and kind, in this order. Model "journal"."""
    before = _before(ledger, wanted, wanted.start) if wanted.start is not None else {}
    up_to_the_end = _before(ledger, wanted, wanted.end)
    within = {key: _minus(found, before.get(key)) for key, found in up_to_the_end.items()}
    return tuple(before.values()), tuple(one for one in within.values() if one.lines)


def _before(ledger: Ledger, wanted: Wanted, moment: datetime | None) -> dict[tuple[str, str], Sum]:
    """Sums of all lines before the moment; None: of all there are."""
    account, purse = single(wanted), wallet(wanted.player)
    accounts = accounts_of(wanted.player) if account is None else only(account)
    place = None if moment is None else start_of(moment)
    found: dict[tuple[str, str], Sum] = {}
    for one in moments.sums(ledger, accounts, wanted.upto, wanted.basis, place):
        if wanted.scope == "stacks" and one.account == purse:
            continue
        so_far = found.get((one.account, one.kind), Sum(one.account, one.kind, 0, 0, 0, 0))
        gained = (one.lines, one.chips, so_far.paid_lines, so_far.paid)
        lost = (so_far.received_lines, so_far.received, one.lines, -one.chips)
        found[one.account, one.kind] = Sum(one.account, one.kind, *(gained if one.gains else lost))
    return found


def _minus(one: Sum, other: Sum | None) -> Sum:
    if other is None:
        return one
    return Sum(
        one.account,
        one.kind,
        one.received_lines - other.received_lines,
        one.received - other.received,
        one.paid_lines - other.paid_lines,
        one.paid - other.paid,
    )


def by_account(found: Iterable[Sum]) -> Mapping[str, int]:
    """What each account has gained by these sums."""
    gained: Counter[str] = Counter()
    for one in found:
        gained[one.account] += one.amount
    return dict(gained)


def by_kind(found: Iterable[Sum]) -> tuple[Sum, ...]:
    """The sums of all accounts together, by kind; `account` is empty."""
    together: dict[str, Sum] = {}
    for one in found:
        so_far = together.get(one.kind, Sum("", one.kind, 0, 0, 0, 0))
        together[one.kind] = Sum(
            "",
            one.kind,
            so_far.received_lines + one.received_lines,
            so_far.received + one.received,
            so_far.paid_lines + one.paid_lines,
            so_far.paid + one.paid,
        )
    return tuple(together[kind] for kind in sorted(together))
