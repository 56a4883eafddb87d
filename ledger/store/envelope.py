"""An event of the engine as it is kept: who, when, where, by which command, chained to the event before it.

The engine's events know nothing of this. `Envelope` is what programs read; `Kept` is the stored row.
"""

from dataclasses import dataclass
from datetime import datetime
from hashlib import sha256
from typing import TypeVar

import msgspec
from eventsourcing.persistence import StoredEvent

from engine.declared import Happened

E = TypeVar("E", bound=Happened)
GENESIS = "0" * 64


class Envelope(msgspec.Struct, frozen=True, gc=False):
    """One event and its circumstances.

    version: of the stream after this event, from 1. actor: opaque id of whoever acted. via: the room's server that spoke for him,
    "import" where he imported it, or None. command_id: what all events of one command share. effective_at: UTC. prev: SHA-256 (hex)
    of the stored bytes of the stream's event before, GENESIS for its first.
    """

    stream: str
    version: int
    event: Happened
    actor: str
    via: str | None
    command_id: str
    effective_at: datetime
    prev: str

    def of(self, kind: type[E]) -> E:
        """The event, which is one of this class. Raises TypeError: it is another."""
        if not isinstance(self.event, kind):
            raise TypeError(f"event {self.version} of {self.stream} is no {kind.__name__}")
        return self.event

    @property
    def originator_id(self) -> str:
        """The stream, under the name that eventsourcing gives it."""
        return self.stream

    @property
    def originator_version(self) -> int:
        """The version, under the name that eventsourcing gives it."""
        return self.version


@dataclass(frozen=True, slots=True)
class Kept(StoredEvent):
    """A row of the store.

    topic: the event's stable name. state: canonical public JSON, hashed as it stands. sealed: the hidden parts with their salts,
    None if there are none. position and recorded_at (UTC) are given by the database, so None until read back.
    """

    sealed: bytes | None = None
    position: int | None = None
    recorded_at: datetime | None = None

    @property
    def stream(self) -> str:
        """The stream this row belongs to."""
        return str(self.originator_id)


def link(row: Kept) -> str:
    """The hash by which the stream's next event names this one."""
    return sha256(row.state).hexdigest()
