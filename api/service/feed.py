"""The feed: events of all streams by position, each viewer only those he may follow."""

from api.http.paging import known
from api.service.batch import Batch, Item, position
from ledger.orders.app import Ledger
from ledger.orders.order import Caller

SCAN_MAX = 500


def page(ledger: Ledger, caller: Caller, after: int, limit: int, ready_wait_s: float) -> tuple[list[Item], int]:
    """Up to `limit` events after `after` that the caller may follow, and the position up to which it has looked.

    Raises BeyondEnd: the ledger does not have the position `after`; also when it has been restored from an earlier state meanwhile.
    NotYet: the read models have not come so far in time.
    """
    batch = read(ledger, after, ready_wait_s)
    if batch is None:
        return [], after
    chosen, reached = batch.seen_by(caller), batch.reached
    if len(chosen) > limit:
        chosen = chosen[:limit]
        reached = position(chosen[-1])
    return [batch.item(caller, row) for row in chosen], reached


def read(ledger: Ledger, after: int, ready_wait_s: float) -> Batch | None:
    """The next events of all streams after a position; None: there are none. Raises BeyondEnd as `page`."""
    rows = ledger.tail(after, SCAN_MAX)
    if not rows:
        known(ledger, after)
        return None
    return Batch(ledger, rows, ready_wait_s)
