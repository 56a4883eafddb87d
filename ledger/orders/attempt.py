"""One attempt at an order: what it has read, and what it wants to write. Nothing is written before the work is done."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import replace
from datetime import UTC, datetime
from typing import TYPE_CHECKING, TypeVar

from engine.decider import act
from engine.deeds import texts
from engine.room.signs import hidden
from engine.saying import Saying
from ledger.orders.order import Decided, Order
from ledger.store import kinds
from ledger.store.codec import LedgerMapper
from ledger.store.envelope import Envelope, Kept, link
from ledger.store.errors import NotFound, Stale, TooLarge, UnfitText
from ledger.store.ids import StreamId, family, is_stream
from ledger.store.streams import AnyStream, Stream

if TYPE_CHECKING:
    from ledger.store.ids import AnyStreamId

S = TypeVar("S")  # state
C = TypeVar("C")  # commands
# How much of the ledger's lock and of memory one order may take; the longest game record stays below it.
EVENTS_MAX = 30_000
EVENT_BYTES_MAX = 1_000_000
# Said of a stream of which nobody has ever heard, by its family.
MISSING = {
    "wallet": Saying("There is no such player."),
    "table": Saying("There is no such table."),
    "game": Saying("There is no such game."),
    "dispute": Saying("There is no such dispute."),
    "branch": Saying("There is no such branch."),
}


class Moved(Exception):
    """What was read beside does not belong to the history that the attempt has read: it is decided again."""


class Attempt:
    """Handed to the work of an order. Each stream is read once; the append that follows guards it as read, written or not.

    order: what is being carried out. heads: version and head of the streams as read. touched: the stream read or acted on last.
    """

    def __init__(self, order: Order, at: datetime, load: Callable[[AnyStreamId], AnyStream], mapper: LedgerMapper) -> None:
        self.order = order
        self.heads: dict[str, tuple[int, str]] = {}
        self.touched: str | None = None
        self._at, self._load, self._mapper = at, load, mapper
        self._command_id = order.command_id
        self._streams: dict[str, AnyStream] = {}
        self._envelopes: list[Envelope] = []
        self._rows: list[Kept] = []

    def begin_act(self, number: int) -> None:
        """What is decided from now on came of the act of this number, from 0, of those that the order holds."""
        self._command_id = self.order.command_of(number)

    def read(self, stream_id: StreamId[S, C]) -> Stream[S, C]:
        """The stream as this attempt has it: as read, and changed by what the attempt has acted since.

        Version 0: it does not exist. Raises NotFound: the name cannot be that of a stream.
        """
        self.touched = stream_id
        stream = self._streams.get(stream_id)
        if stream is None:
            if not is_stream(stream_id):
                raise NotFound
            stream = self._streams[stream_id] = self._load(stream_id)
            self.heads[stream_id] = (stream.version, stream.head)
        return stream

    def agree(self, stream_id: str, rows: Iterable[Kept]) -> None:
        """Raises Moved, unless these rows of the stream, which were read beside, go on to where this attempt has read it."""
        version, head = self.heads[stream_id]
        at = next((row for row in rows if row.originator_version == version), None)
        if version and (at is None or link(at) != head):
            raise Moved

    def act(self, stream_id: StreamId[S, C], command: C, at: datetime | None = None) -> Stream[S, C]:
        """Decide a command on the stream, keep its events for the append, and give the stream after them.

        at: when it happened, with offset; None: as the order says. Raises UnfitText: somebody has written what nobody would see;
        RuleBroken; TooLarge.
        """
        for text in texts(command):
            if sign := hidden(text):
                raise UnfitText(sign)
        stream = self.read(stream_id)
        kind = stream.kind or kinds.begun_by(command)
        decider = kinds.decider(kind)
        events, state = act(decider, decider.initial if stream.state is None else stream.state, command)
        if len(self._rows) + len(events) > EVENTS_MAX:
            raise TooLarge(Saying("One order brings about at most {most} events.", most=EVENTS_MAX))
        actor, via, head, version = self.order.caller.actor, self.order.via, stream.head, stream.version
        moment = self._at if at is None else at.astimezone(UTC)
        for event in events:
            version += 1
            envelope = Envelope(stream_id, version, event, actor, via, self._command_id, moment, head)
            row = self._mapper.to_stored_event(envelope)
            if len(row.state) + len(row.sealed or b"") > EVENT_BYTES_MAX:
                raise TooLarge(Saying("One event has at most {most} bytes.", most=EVENT_BYTES_MAX))
            head = link(row)
            self._envelopes.append(envelope)
            self._rows.append(row)
        after = self._streams[stream_id] = replace(stream, state=state, version=version, head=head, kind=kind)
        return after

    @property
    def moment(self) -> datetime:
        """When what is acted next happened, UTC."""
        return self._at

    @moment.setter
    def moment(self, at: datetime) -> None:
        self._at = at.astimezone(UTC)

    def acted(self, stream_id: str) -> list[Envelope]:
        """What this attempt has acted on the stream so far, in order."""
        return [one for one in self._envelopes if one.stream == stream_id]

    def expect(self, stream_id: StreamId[S, C], version: int | None) -> None:
        """Raises Stale unless the stream was read at this version. None: whatever it is."""
        self.read(stream_id)
        read, _ = self.heads[stream_id]
        if version not in {None, read}:
            raise Stale(read)

    def decided(self) -> Decided:
        """What the attempt would write, and every stream that it has read, as it is after it."""
        return Decided(tuple(self._rows), tuple(self._envelopes), dict(self._streams))


def existing(attempt: Attempt, stream: StreamId[S, C]) -> Stream[S, C]:
    """The stream as this attempt reads it, guarded from now on. Raises NotFound if nothing has ever happened there."""
    if is_stream(stream):
        read = attempt.read(stream)
        if read.version:
            return read
    raise NotFound(MISSING.get(family(stream)))
