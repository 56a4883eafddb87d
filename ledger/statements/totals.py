"""Totals of a statement: what a period brought and took, by purpose (antes, bets, winnings, deposits …)."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from ledger.statements.sums import Sum
from ledger.statements.words import GROUP_OF, GROUPS


@dataclass(frozen=True, slots=True)
class Total:
    """All lines of one group of kinds. group: one of `GROUPS`. received, paid: smallest units, not negative; amount: both."""

    group: str
    lines: int
    received: int
    paid: int

    @property
    def amount(self) -> int:
        """The group's net amount, signed."""
        return self.received - self.paid


def totals(found: Iterable[Sum]) -> tuple[Total, ...]:
    """The totals of these sums, in the order of `GROUPS`; groups without a line are left out."""
    groups: dict[str, Total] = {}
    for one in found:
        group = GROUP_OF.get(one.kind, "other")
        so_far = groups.get(group, Total(group, 0, 0, 0))
        groups[group] = Total(group, so_far.lines + one.lines, so_far.received + one.received, so_far.paid + one.paid)
    return tuple(groups[group] for group in GROUPS if group in groups)
