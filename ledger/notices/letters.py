"""What a webhook is told of an event: its public part, as it is stored. No hidden card is in it, whoever asks."""

from __future__ import annotations

from datetime import UTC, datetime

import msgspec

from ledger.orders.order import Caller
from ledger.orders.permission import FOLLOWS
from ledger.store.ids import family

PAYLOAD_BYTES_MAX = 64 * 1024


def may_see(caller: Caller, stream: str) -> bool:
    """Whether this member of the staff, or room, follows such a stream now; as in the feed."""
    return family(stream) in FOLLOWS.get(caller.role, frozenset())


def body(position: int, topic: str, state: bytes, recorded_at: datetime) -> bytes:
    """The message: {"type", "timestamp", "data": {"position", "recorded_at", "event"}}, with `event` as in the feed.

    An event that is too large for a message is left out, `event` being null: it stands in the feed, behind `position` - 1.
    """
    at = recorded_at.astimezone(UTC)
    told = {"type": topic, "timestamp": at, "data": {"position": position, "recorded_at": at, "event": msgspec.Raw(state)}}
    whole = msgspec.json.encode(told)
    if len(whole) <= PAYLOAD_BYTES_MAX:
        return whole
    return msgspec.json.encode({**told, "data": {"position": position, "recorded_at": at, "event": None}})
