"""Streams that must exist: what an address names, or NotFound."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ledger.store.errors import NotFound
from ledger.store.ids import is_stream

if TYPE_CHECKING:
    from ledger.orders.app import Attempt
    from ledger.store.streams import Stream


def existing(attempt: Attempt, stream: str) -> Stream:
    """The stream as this attempt reads it, guarded from now on. Raises NotFound if nothing has ever happened there."""
    if is_stream(stream):
        read = attempt.read(stream)
        if read.version:
            return read
    raise NotFound
