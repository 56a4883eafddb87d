"""What every writing call carries, and what it gets back."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import datetime
from hashlib import sha256
from typing import TypeVar

from engine.rules import RuleBroken
from ledger.store.envelope import Envelope, Kept
from ledger.store.ids import StreamId
from ledger.store.streams import AnyStream, Stream

S = TypeVar("S")  # state
C = TypeVar("C")  # commands
COMMAND_ID_LENGTH = 32
IMPORT = "import"  # what events from a bulk import name as `via`; no key is issued to a holder of this id


@dataclass(frozen=True, slots=True)
class Caller:
    """Who makes the request.

    subject: opaque id of the person or service behind the key; of a player his player id.
    role: "admin", "cashier", "steward", "player", "auditor" or "room".
    player: whose rights he has: a player his own, a room's server those of the player it speaks for; else None.
    """

    subject: str
    role: str
    player: str | None = None

    @property
    def actor(self) -> str:
        """Who acts, as the events name him."""
        return self.player or self.subject

    @property
    def via(self) -> str | None:
        """The room's server, where it speaks for a player."""
        return self.subject if self.role == "room" and self.player else None

    @property
    def scope(self) -> str:
        """The scope in which an idempotency key must be new: the caller, and for a room's server each player it speaks for."""
        return f"{self.role}:{self.subject}" + (f">{self.player}" if self.via else "")


@dataclass(frozen=True, slots=True)
class Answer:
    """What the caller is told, word for word, also when he asks again. etag: version of what he changed."""

    status: int
    body: bytes
    etag: str | None = None


@dataclass(frozen=True, slots=True)
class Decided:
    """What a command has brought about, before it is stored. streams: by id, as they are after it."""

    rows: tuple[Kept, ...]
    envelopes: tuple[Envelope, ...]
    streams: Mapping[str, AnyStream]

    def after(self, stream: StreamId[S, C]) -> Stream[S, C]:
        """A stream of `streams`. Raises KeyError: it was not read."""
        return self.streams[stream]


@dataclass(frozen=True, slots=True)
class Order:
    """A writing request.

    key: the idempotency key. fingerprint: SHA-256 of method, path and body. answer, refuse: make the answer that is stored with
    the events, or with the refusal. if_match: the version that the caller has read. effective_at: when it happened at the table,
    with offset; None: now.
    """

    caller: Caller
    key: str
    fingerprint: bytes
    answer: Callable[[Decided], Answer]
    refuse: Callable[[RuleBroken], Answer]
    if_match: int | None = None
    effective_at: datetime | None = None
    imports: bool = False

    @property
    def via(self) -> str | None:
        """By what way it came, as the events name it: a bulk import, or the room's server that speaks for the caller."""
        return IMPORT if self.imports else self.caller.via

    @property
    def command_id(self) -> str:
        """What the events of this order carry in place of the caller's key: the same for each attempt and each repetition."""
        return self.command_of(0)

    def command_of(self, number: int) -> str:
        """The same for one act of an order that holds several, from 0: what one act has brought about is told by that."""
        behind = f"\n{number}" if number else ""
        return sha256(f"{self.caller.scope}\n{self.key}{behind}".encode()).hexdigest()[:COMMAND_ID_LENGTH]


@dataclass(frozen=True, slots=True)
class Done:
    """How an order ended. position: of its last event, None if it has none. replayed: the key was known and the answer is the
    first one; then `decided` is None."""

    answer: Answer
    position: int | None
    replayed: bool
    decided: Decided | None
