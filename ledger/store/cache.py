"""Folded streams that are worth caching: wallets, which grow for ever, and tables, which grow all evening. A cached stream is never
trusted blindly: whoever uses it reads on from its last event, compares that event's hash, and the append compares version and hash
again. So a stale entry, or one of a history that was replaced, costs a longer read and nothing else.
"""

from collections import OrderedDict
from threading import Lock

from ledger.store.streams import AnyStream

STREAMS_MAX = 2048


class StreamCache:
    """The streams used last, at most `limit` of them. Safe for threads."""

    def __init__(self, limit: int = STREAMS_MAX) -> None:
        self._limit = limit
        self._streams: OrderedDict[str, AnyStream] = OrderedDict()
        self._lock = Lock()

    def __len__(self) -> int:
        return len(self._streams)

    def get(self, stream: str) -> AnyStream | None:
        """The stream as it was when it was put here, if it still is here."""
        with self._lock:
            if stream in self._streams:
                self._streams.move_to_end(stream)
            return self._streams.get(stream)

    def put(self, stream: AnyStream) -> None:
        """Keep the stream, unless a later version is here. The one not used for longest makes room."""
        with self._lock:
            known = self._streams.get(stream.id)
            if known is None or known.version <= stream.version:
                self._streams[stream.id] = stream
                self._streams.move_to_end(stream.id)
            if len(self._streams) > self._limit:
                self._streams.popitem(last=False)

    def drop(self, stream: str) -> None:
        """Forget the stream."""
        with self._lock:
            self._streams.pop(stream, None)
