"""One reader of the store a process, for all who wait for events: it looks for what is new, asks whose keys are still good, and
wakes everybody. It runs while anybody waits.
"""

from __future__ import annotations

import asyncio
import logging
from collections import Counter, OrderedDict
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from typing import TypeVar, TypeVarTuple

import psycopg

from api.http.limits import Limits
from api.service import feed
from api.service.batch import Batch
from api.service.waiting import Watcher, still_admitted
from ledger.orders.app import Ledger
from ledger.orders.order import Caller
from ledger.store.errors import LedgerError

LOOK_S, LOOK_S_OF_MANY, MANY = 0.05, 0.2, 300  # where many wait, less often: the same events in fewer, larger writes
ADMITTED_S = 2.0  # how often it is asked who is still admitted where nothing happens
BATCHES_MAX = 64  # that a slow one may lag behind before he reads by himself
READER_THREADS, WAITING_THREADS = 1, 2

T = TypeVar("T")
Given = TypeVarTuple("Given")
_LOG = logging.getLogger("cardledger.reader")


class Turn(asyncio.Event):
    """From one waking to the next. broken: the store could not be read, or was restored: who waits is to come again."""

    broken = False


class Shared:
    """A batch, and what is worked out of it once for all. asked: who it was asked about after it was read, whether he may still see
    anything. players: is done when it is known what they all may follow. told: what each caller is sent."""

    def __init__(self, batch: Batch, asked: frozenset[Watcher]) -> None:
        self.batch, self.asked = batch, asked
        self.players: asyncio.Future[None] | None = None
        self.told: dict[Caller, asyncio.Future[bytes]] = {}


class Reader:
    """Of one ledger, on one event loop."""

    def __init__(self, ledger: Ledger, limits: Limits) -> None:
        self._ledger, self._limits = ledger, limits
        self._reading = ThreadPoolExecutor(READER_THREADS, "reader")
        self._behind = ThreadPoolExecutor(WAITING_THREADS, "waiting")  # the reader does not wait for who is behind
        self._waiting: Counter[Watcher] = Counter()
        self._turn = Turn()
        self._head: int | None = None
        self._batches: OrderedDict[int, Shared] = OrderedDict()
        self._gone: frozenset[Watcher] = frozenset()  # who may see nothing more
        self._asked_at = 0.0
        self._tasks: tuple[asyncio.Task[None], ...] = ()
        self._ending = False

    @contextmanager
    def watched_by(self, who: Watcher) -> Iterator[None]:
        """Meanwhile this one may wait."""
        self._waiting[who] += 1
        if not self._tasks and not self._ending:
            self._tasks = (asyncio.create_task(self._read()), asyncio.create_task(self._beat()))
        try:
            yield
        finally:
            self._waiting[who] -= 1
            if not self._waiting[who]:
                del self._waiting[who]

    def end(self) -> None:
        """Nobody waits any more."""
        self._ending = True
        self._wake()

    def close(self) -> None:
        """No thread is left, but for those that are still at work."""
        for pool in (self._reading, self._behind):
            pool.shutdown(wait=False, cancel_futures=True)

    async def next(self, who: Watcher, after: int) -> tuple[bytes, int] | None:
        """What this one may see of the next events, as server-sent events, and the position reached; nothing and `after` itself
        when a sign of life is due. None: he is to come again, and will be told why.
        """
        try:
            return await self._next(who, after)
        except (LedgerError, psycopg.Error):
            return None
        except Exception:  # noqa: BLE001 — whatever it is, a stream ends in order
            _LOG.exception("Events could not be told")
            return None

    async def _next(self, who: Watcher, after: int) -> tuple[bytes, int] | None:
        turn = self._turn
        if self._ending:
            return None
        if self._head is None or self._head <= after:
            await turn.wait()
            if turn.broken or self._ending or who in self._gone:
                return None
            if self._head is not None and self._head < after:  # behind him for a whole turn: was the ledger restored?
                return await _run(self._behind, self._alone, who, after)
            if self._head is None or self._head == after:
                return b"", after
        return await self._seen(who, after)

    async def _seen(self, who: Watcher, after: int) -> tuple[bytes, int] | None:
        shared = self._batches.get(after)
        if shared is None or who not in shared.asked:  # he is behind, or newer than it is: he reads by himself
            return await _run(self._behind, self._alone, who, after)
        if who in self._gone:
            return None
        told = shared.told.get(who.caller)
        if told is None:
            told = shared.told[who.caller] = asyncio.ensure_future(self._told(shared, who.caller))
        return await asyncio.shield(told), shared.batch.reached

    async def _told(self, shared: Shared, caller: Caller) -> bytes:
        batch = shared.batch
        if caller.player is not None:
            if shared.players is None:
                players = {who.caller.player for who in self._waiting if who.caller.player is not None}
                shared.players = asyncio.ensure_future(_run(self._behind, batch.ask, players | {caller.player}))
            await asyncio.shield(shared.players)
            if not batch.knows(caller.player):
                return await _run(self._behind, batch.frames, caller)
        if any(row.sealed is not None for row in batch.seen_by(caller)):  # then his game is looked at
            return await _run(self._behind, batch.frames, caller)
        return batch.frames(caller)

    def _alone(self, who: Watcher, after: int) -> tuple[bytes, int] | None:
        batch = feed.read(self._ledger, after, self._limits.ready_wait_s)
        if batch is None:
            return b"", after
        if not still_admitted(self._ledger, (who,)):
            return None
        return batch.frames(who.caller), batch.reached

    async def _read(self) -> None:
        clock = asyncio.get_running_loop().time
        while self._waiting and not self._ending:
            begun = clock()
            try:
                await self._look()
            except Exception as error:  # noqa: BLE001 — whatever it is, nobody is to wait for a reader that is no more
                expected = isinstance(error, LedgerError | psycopg.Error)
                _LOG.warning("Who waits for events is to come again: %s", error, exc_info=None if expected else error)
                self._head = None
                self._wake(broken=True)
            pause = LOOK_S if self._waiting.total() < MANY else LOOK_S_OF_MANY
            await asyncio.sleep(max(0.0, begun + pause - clock()))
        self._tasks[1].cancel()
        self._tasks, self._head = (), None
        self._batches.clear()

    async def _look(self) -> None:
        """Read what is new, in as many batches as it takes."""
        newest = await _run(self._reading, self._ledger.head)
        if self._head is None:
            self._head = newest
            self._wake()
        if newest < self._head:  # the ledger was restored: its positions are others now
            self._batches.clear()
            self._head = None
            self._wake(broken=True)
            return
        while self._head < newest:
            batch = await _run(self._reading, feed.read, self._ledger, self._head, self._limits.ready_wait_s)
            if batch is None:
                return
            asked = await self._ask_who_is_admitted()
            self._batches[self._head] = Shared(batch, asked)
            self._head = batch.reached
            if len(self._batches) > BATCHES_MAX:
                self._batches.popitem(last=False)
            self._wake()
        if asyncio.get_running_loop().time() - self._asked_at > ADMITTED_S:
            gone = self._gone
            await self._ask_who_is_admitted()
            if self._gone - gone:
                self._wake()

    async def _ask_who_is_admitted(self) -> frozenset[Watcher]:
        """Find out who of all that wait may see nothing more; about whom it was asked."""
        asked = frozenset(self._waiting)
        self._gone = asked - await _run(self._reading, still_admitted, self._ledger, asked)
        self._asked_at = asyncio.get_running_loop().time()
        return asked

    async def _beat(self) -> None:
        """Signs of life, for all at once."""
        while True:
            await asyncio.sleep(self._limits.heartbeat_s)
            self._wake()

    def _wake(self, *, broken: bool = False) -> None:
        """A new turn begins; who waits holds the one that ends."""
        turn, self._turn = self._turn, Turn()
        turn.broken = broken
        turn.set()


async def _run(pool: ThreadPoolExecutor, do: Callable[[*Given], T], *given: *Given) -> T:
    return await asyncio.get_running_loop().run_in_executor(pool, do, *given)
