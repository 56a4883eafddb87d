"""A limit on everything that a caller can make large, numerous or long; and the token bucket that keeps one key from taking
everything."""

import threading
import time
from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass
from typing import Self

from ledger.settings import Settings

BURST_S = 4


@dataclass(frozen=True, slots=True)
class Limits:
    """body_bytes_max: of a request. rate_per_s, burst: requests a key may make, on average and at once; of one server process.
    record_bytes_max, import_bytes_max: of a request that brings a game record, or games or deposits in bulk.

    waiting_max: connections of one process that may wait for events, long polls and streams together. wait_s_max: how long a long
    poll waits. heartbeat_s: how often a stream on which nothing happens gives a sign of life. stream_s_max: a stream is ended after
    that long, and the client comes back with Last-Event-ID. ready_wait_s: how long `min_position` waits for a read model.
    """

    body_bytes_max: int = 64 * 1024
    record_bytes_max: int = 1024 * 1024
    import_bytes_max: int = 4 * 1024 * 1024
    rate_per_s: float = 1000.0
    burst: int = 4000
    waiting_max: int = 2000
    wait_s_max: int = 25
    heartbeat_s: float = 10.0
    stream_s_max: float = 3600.0
    ready_wait_s: float = 2.0

    @classmethod
    def of(cls, settings: Settings) -> Self:
        """The limits of a deployment."""
        return cls(rate_per_s=float(settings.rate), burst=BURST_S * settings.rate)


class Buckets:
    """A token bucket per key. Keeps the `size` most recent keys; a forgotten one starts with a full bucket."""

    def __init__(self, rate_per_s: float, burst: int, *, size: int = 10_000, clock: Callable[[], float] = time.monotonic) -> None:
        self._rate, self._burst, self._size, self._clock = rate_per_s, float(burst), size, clock
        self._buckets: OrderedDict[bytes, tuple[float, float]] = OrderedDict()
        self._lock = threading.Lock()

    def take(self, key: bytes) -> float:
        """Takes one token. 0.0: granted; else the seconds until there is one."""
        now = self._clock()
        with self._lock:
            tokens, at = self._buckets.pop(key, (self._burst, now))
            tokens = min(self._burst, tokens + (now - at) * self._rate)
            granted = tokens >= 1.0
            self._buckets[key] = (tokens - 1.0 if granted else tokens, now)
            if len(self._buckets) > self._size:
                self._buckets.popitem(last=False)
        return 0.0 if granted else (1.0 - tokens) / self._rate


class Seats:
    """Places for waiting connections; there are `many` of them."""

    def __init__(self, many: int) -> None:
        self._free = threading.BoundedSemaphore(many) if many else None

    def take(self) -> bool:
        """Whether there was a place; then it is taken until `leave`."""
        return self._free is not None and self._free.acquire(blocking=False)

    def leave(self) -> None:
        """Gives the place back."""
        if self._free is not None:
            self._free.release()
