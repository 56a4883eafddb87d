"""Lines of a statement as entries of double entry, each with the day on which it is booked.

A movement between two of the player's own accounts makes two lines and is one entry.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date

from ledger.statements.lines import StatementLine
from ledger.statements.whole import Whole


@dataclass(frozen=True, slots=True)
class Entry:
    """What `line` tells, as two postings: line.amount on line.account, the same taken from line.counter_account.

    day: in the statement's time zone, never before that of an entry further up. balance: of line.account after it.
    counter_balance: of the counter-account, where that is one of the accounts of the statement too; else None.
    """

    line: StatementLine
    day: date
    balance: int
    counter_balance: int | None


def entries(whole: Whole) -> Iterator[Entry]:
    """The entries in order, one for each line, or for two lines that are both sides of one movement. Raises DoesNotAddUp."""
    balances = dict(whole.openings)
    own = set(whole.closings)
    day = date.min
    told: StatementLine | None = None  # the side of a movement that already stands for the other one
    for line in whole.lines():
        if told is not None and _other_side(told, line):
            told = None
            continue
        # Where clocks go back over midnight, the day that has begun goes on
        day = max(day, whole.local(whole.moment(line)).date())
        balances[line.account] = balances.get(line.account, 0) + line.amount
        counter = None
        if line.counter_account in own:
            counter = balances[line.counter_account] = balances.get(line.counter_account, 0) - line.amount
            told = line
        yield Entry(line, day, balances[line.account], counter)


def _other_side(told: StatementLine, line: StatementLine) -> bool:
    return (told.position, told.account, told.counter_account, told.amount) == (
        line.position,
        line.counter_account,
        line.account,
        -line.amount,
    )
