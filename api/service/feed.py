"""The feed: events of all streams by position, each viewer only those he may follow; and waiting for the next ones."""

import threading
import time
from collections.abc import Iterator
from datetime import datetime

import msgspec

from api.http.paging import known
from api.service.visibility import Sight, shown, sight
from ledger.orders.app import Ledger
from ledger.orders.order import Caller
from ledger.orders.permission import FOLLOWS
from ledger.projections.position import wait_for
from ledger.registers.listings import followed
from ledger.store.envelope import Kept
from ledger.store.errors import NotAllowed
from ledger.store.ids import family, stream_of_game, wallet_stream

SCAN_MAX = 500
LOOK_EVERY_S = 0.05
FOLLOWED_FROM = ("tables", "games", "disputes")


class Watch:
    """Tells those waiting that events have arrived. While anybody waits, one of them polls the store for all."""

    def __init__(self, ledger: Ledger) -> None:
        self._ledger = ledger
        self._asking = threading.Lock()
        self._told = threading.Condition()
        self._head = 0

    def beyond(self, position: int, seconds: float) -> bool:
        """Whether there is an event after `position`, within so many seconds. Earlier answers are not relied on: a restored ledger
        has fewer events than it had.
        """
        end = time.monotonic() + seconds
        while (left := end - time.monotonic()) > 0:
            if self._asking.acquire(blocking=False):
                try:
                    head = self._ledger.head()
                finally:
                    self._asking.release()
                with self._told:
                    self._head = head
                    self._told.notify_all()
                if head > position:
                    return True
            with self._told:
                if self._told.wait(min(LOOK_EVERY_S, left)) and self._head > position:
                    return True
        return False


class Item(msgspec.Struct, frozen=True):
    """An event in the feed. recorded_at: UTC. event: as JSON."""

    position: int
    recorded_at: datetime | None
    event: msgspec.Raw


def page(ledger: Ledger, caller: Caller, after: int, limit: int, ready_wait_s: float) -> tuple[list[Item], int]:
    """Up to `limit` events after `after` that the caller may follow, and the position up to which it has looked.

    Raises BeyondEnd: the ledger does not have the position `after`; also when it has been restored from an earlier state meanwhile.
    """
    rows = ledger.tail(after, SCAN_MAX)
    if not rows:
        known(ledger, after)
        return [], after
    chosen = list(_followed(ledger, caller, rows, ready_wait_s))
    reached = _position(rows[-1])
    if len(chosen) > limit:
        chosen = chosen[:limit]
        reached = _position(chosen[-1])
    sights: dict[str, Sight | None] = {}
    return [_item(ledger, caller, row, sights) for row in chosen], reached


def _followed(ledger: Ledger, caller: Caller, rows: list[Kept], ready_wait_s: float) -> Iterator[Kept]:
    if caller.player is None:
        families = FOLLOWS.get(caller.role, frozenset())
        yield from (row for row in rows if family(row.stream) in families)
        return
    others = {row.stream for row in rows if row.stream != wallet_stream(caller.player)}
    may: dict[str, int | None] = {}
    if others:
        wait_for(ledger, FOLLOWED_FROM, _position(rows[-1]), ready_wait_s)
        may = followed(ledger, caller.player, others)
    may[wallet_stream(caller.player)] = None
    for row in rows:
        if row.stream in may:
            last = may[row.stream]
            if last is None or _position(row) <= last:
                yield row


def _item(ledger: Ledger, caller: Caller, row: Kept, sights: dict[str, Sight | None]) -> Item:
    """The event with its place. Hidden parts are opened by the latest state of its game, read once a page."""
    sees = None
    if row.sealed is not None:
        if row.stream not in sights:
            try:
                sights[row.stream] = sight(ledger, caller, ledger.load(stream_of_game(row.stream.removeprefix("game-"))))
            except NotAllowed:  # he sat there once: what is public he may follow, no more
                sights[row.stream] = None
        sees = sights[row.stream]
    return Item(_position(row), row.recorded_at, msgspec.Raw(shown(row, sees)))


def _position(row: Kept) -> int:
    if row.position is None:
        raise TypeError("a row of the feed has a position")
    return row.position
