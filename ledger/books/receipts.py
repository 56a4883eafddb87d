"""The entries of the cash desk one by one, by day and cashier, with their receipts. Model "journal"."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime
from typing import TYPE_CHECKING

from ledger.books.desk import Days, DeskReport
from ledger.books.details import NOTHING, Detail, details
from ledger.books.moments import MOMENT
from ledger.money.accounts import HOUSE_CASH, parse
from ledger.projections.model import rows

if TYPE_CHECKING:
    from ledger.orders.app import Ledger

AT_ONCE = 1000


@dataclass(frozen=True, slots=True)
class Receipt:
    """One entry. day: its number among the days of the report, from 0. at: by the report's basis, UTC. cash: what it changed in the
    desk, smallest units, signed. cashier: who entered it. player: of the wallet; None: a difference that a count has found."""

    position: int
    day: int
    at: datetime
    kind: str
    cash: int
    cashier: str
    player: str | None
    stream: str
    step: int
    detail: Detail


def receipts(ledger: Ledger, asked: Days, told: DeskReport) -> Iterator[Receipt]:
    """The entries of the days of a report, up to its position, in the order of its time."""
    moment, bounds = MOMENT[told.basis], list(asked.bounds)
    place: tuple[datetime, int] = (bounds[0], 0)
    while True:
        found = rows(
            ledger,
            f"select position, width_bucket({moment}, %s::timestamptz[]) - 1, {moment}, kind, -amount, actor, counter_account,"
            f" stream, version from {{journal}} where account = %s and account not like 'game:%%'"
            f" and ({moment}, position) > (%s, %s) and {moment} < %s and position <= %s order by {moment}, position limit %s",
            (bounds, HOUSE_CASH, *place, bounds[-1], told.position, AT_ONCE),
        )
        said = details(ledger, (row[0] for row in found))
        for position, day, at, kind, cash, cashier, counter, stream, step in found:
            player = parse(counter).player
            yield Receipt(position, day, at, kind, int(cash), cashier, player, stream, step, said.get(position, NOTHING))
        if len(found) < AT_ONCE:
            return
        place = found[-1][2], found[-1][0]
