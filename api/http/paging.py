"""What all lists and all reads of read models have in common."""

from collections.abc import Callable, Sequence
from typing import TypeVar

from api.http.limits import Limits
from ledger.orders.app import Ledger
from ledger.projections.position import wait_for
from ledger.store.errors import BeyondEnd

Item = TypeVar("Item")


def page(items: Sequence[Item], limit: int, place: Callable[[Item], str]) -> tuple[Sequence[Item], str | None]:
    """The first `limit` of the items, and the cursor behind them if there are more. Ask the store for limit + 1."""
    if len(items) <= limit:
        return items, None
    return items[:limit], place(items[limit - 1])


def wait(ledger: Ledger, limits: Limits, models: Sequence[str], position: int) -> None:
    """Waits until these read models hold the position that the reader asked for. Raises NotYet, BeyondEnd."""
    if position:
        known(ledger, position)
        wait_for(ledger, models, position, limits.ready_wait_s)


def known(ledger: Ledger, position: int) -> None:
    """Raises BeyondEnd: the ledger does not have this position."""
    newest = ledger.head()
    if position > newest:
        raise BeyondEnd(newest)
