"""A player's statement of account, page by page: opening balance, lines, closing balance; it adds up or is not issued.

It covers the player's wallet and his stacks, together or apart. What he has put into a pot has left him; what he wins comes back.
Periods are half-open, [from, to): the closing balance of a day is the opening balance of the next.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date, datetime
from typing import TYPE_CHECKING

from engine.saying import Saying
from ledger.books.moments import Basis, DoesNotAddUp, horizon
from ledger.books.period import BadPeriod, bounds
from ledger.statements.lines import Mark, StatementLine, Wanted, balanced, read, scoped
from ledger.statements.sums import sums
from ledger.statements.totals import Total, totals

if TYPE_CHECKING:
    from ledger.orders.app import Ledger

LIMIT_MOST = 1000


@dataclass(frozen=True, slots=True)
class Statement:
    """One page of a statement. wanted: whose, of what, and up to which position of the journal all pages look. tz: of its days.

    opening, closing: of the whole period. totals: of the whole period, on the first page; None on later ones. brought_forward:
    before the first line of this page; carried_forward: after its last (on the last page that is `closing`). following: where the
    next page begins, None on the last page.
    """

    wanted: Wanted
    tz: str
    opening: int
    closing: int
    totals: tuple[Total, ...] | None
    brought_forward: int
    lines: tuple[StatementLine, ...]
    carried_forward: int
    following: Mark | None

    @property
    def position(self) -> int:
        """How far in the journal this statement looks."""
        return self.wanted.position


def want(
    ledger: Ledger, player: str, start: date | datetime | None, end: date | datetime | None, tz: str, basis: Basis, scope: str
) -> Wanted:
    """What is asked for, up to the journal's present position. Raises BadPeriod; NotYet: nobody has made the journal so far."""
    first, last = bounds(start, end, tz)
    return Wanted(player, first, last, basis, scoped(scope), horizon(ledger))


def statement(
    ledger: Ledger,
    player: str,
    *,
    start: date | datetime | None = None,
    end: date | datetime | None = None,
    tz: str = "UTC",
    basis: Basis = "recorded",
    scope: str = "all",
    limit: int = 100,
) -> Statement:
    """The first page of the statement for [start, end). Wait first (`wait_for`): ("journal",).

    start, end: a date is the first moment of that day in `tz` (IANA name); a datetime must be aware. None: from the beginning,
    to now. basis: which of the two times places a line in the period and orders the lines. scope: as in `Wanted`. limit: lines a
    page, 1 to 1000.
    Raises BadPeriod; DoesNotAddUp.
    """
    wanted = want(ledger, player, start, end, tz, basis, scope)
    before, within = sums(ledger, wanted)
    opening = sum(one.amount for one in before)
    closing = opening + sum(one.amount for one in within)
    return _page(ledger, Statement(wanted, tz, opening, closing, totals(within), opening, (), opening, None), limit)


def next_page(ledger: Ledger, before: Statement, limit: int = 100) -> Statement:
    """The page after `before`, whose lines need not be loaded. It looks as far as that one did, so what has arrived in the meantime
    does not show.

    Raises BadPeriod: `before` is the last page, or its mark is no line of this statement; DoesNotAddUp.
    """
    if before.following is None:
        raise BadPeriod("cursor", "There is no page after this one.")
    return _page(ledger, before, limit)


def _page(ledger: Ledger, before: Statement, limit: int) -> Statement:
    if not 1 <= limit <= LIMIT_MOST:
        raise BadPeriod("limit", Saying("A page has 1 to {most} lines.", most=LIMIT_MOST))
    brought = before.following.balance if before.following else before.opening
    found = read(ledger, before.wanted, before.following, limit + 1)
    lines = tuple(balanced(found[:limit], brought))
    more = len(found) > limit
    carried = lines[-1].balance if lines else brought
    if not more and carried != before.closing:
        raise DoesNotAddUp(
            f"player {before.wanted.player}: {before.opening} and the lines give {carried}, not {before.closing},"
            f" at position {before.position}"
        )
    following = Mark(lines[-1].position, lines[-1].line, carried) if more else None
    shown = before.totals if before.following is None else None
    return Statement(before.wanted, before.tz, before.opening, before.closing, shown, brought, lines, carried, following)
