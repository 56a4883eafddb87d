"""One connection: uvicorn's protocol over httptools, with the limits that it lacks, and problems for answers.

By itself uvicorn waits for ever for a first byte, for the end of the headers and for a client that does not read; takes headers of
any size; leaves it to its parser which of two ends a body has; and refuses in plain text. What is done here depends on how that
protocol is built inside, so its version is pinned, and `tests/api/test_attacks.py` tries every limit.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable
from http import HTTPStatus
from typing import cast

from uvicorn._types import HTTPScope
from uvicorn.config import Config
from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol
from uvicorn.server import ServerState

from api.http.problems import MEDIA_TYPE, Problem
from api.server.door import Door
from api.server.line import Line
from engine.saying import Saying
from ledger.words.catalogues import SOURCE

RETRY_AFTER_S = "5"
FRAMING_MAX = 16  # bytes that come for each of a body: a chunk of one has five more


class Asked(HTTPScope):
    """A request, as ASGI tells it. connection: on which it has come."""

    connection: Connection


class Connection(HttpToolsProtocol):
    """A client. line: the wire. on_lost: called once when the client is gone; for what waits for events."""

    line: Line

    def __init__(
        self,
        config: Config,
        server_state: ServerState,
        app_state: dict[str, object],
        _loop: asyncio.AbstractEventLoop | None = None,
    ) -> None:
        super().__init__(config, server_state, app_state, _loop)
        self.door: Door = self.app.door
        self.on_lost: Callable[[], object] | None = None
        self.is_lost = self.has_ended = False
        self._since: float | None = None  # when it began to be waited for a head; None: that can take as long as it likes
        self._in_head = True
        self._head_bytes = 0  # of what could be read of the head
        self._came_bytes = 0  # of head or body since it began, in further pieces: one that never ends a line is never read
        self._body_bytes = 0
        self._refusal: Problem | None = None

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """A client has come."""
        self.line = Line(cast(asyncio.Transport, transport))
        super().connection_made(cast(asyncio.Transport, self.line))
        self._since = time.monotonic()
        if not self.door.enter(self):
            self.line.write(written(too_much()))
            self.line.close()

    def connection_lost(self, exc: Exception | None) -> None:
        """The client has gone."""
        self.door.leave(self)
        self.is_lost = True
        for cycle, _ in self.pipeline:
            cycle.disconnected = True
        super().connection_lost(exc)
        if self.on_lost is not None:
            self.on_lost()

    def eof_received(self) -> bool:  # type: ignore[override]
        """The client sends no more. Whether it still gets the answer to a request that has come whole; one that has not is told so.
        A client that waits for events has gone."""
        cycle = self.cycle
        if self.on_lost is not None or cycle is None or cycle.response_complete or self.line.is_closing():
            return False
        self.has_ended = True
        cycle.keep_alive = False
        cycle.message_event.set()
        return True

    def data_received(self, data: bytes) -> None:
        """Bytes have come."""
        if self.line.is_closing():
            return
        if self._in_head and self._since is None:
            self._since = time.monotonic()
        self._came_bytes += len(data)
        super().data_received(data)
        allowed = self.door.head_bytes + (0 if self._in_head else FRAMING_MAX * self._body_bytes)
        if self._came_bytes > allowed and not self.line.is_closing():
            self._refuse(head_too_large())

    def on_message_begin(self) -> None:
        """A head begins."""
        super().on_message_begin()
        self._in_head, self._head_bytes, self._came_bytes = True, 0, 0
        cast(Asked, self.scope)["connection"] = self

    def on_url(self, url: bytes) -> None:
        """A part of the address."""
        self._count(len(url))
        super().on_url(url)

    def on_header(self, name: bytes, value: bytes) -> None:
        """One header. Such as come behind a body are none of the request: its sender could not be held to them any more."""
        self._count(len(name) + len(value) + 4)
        if self._in_head:
            super().on_header(name, value)

    def _count(self, length: int) -> None:
        """Add up the size of the head. Raises ValueError."""
        self._head_bytes += length
        if self._head_bytes > self.door.head_bytes:
            self._refusal = head_too_large()
            raise ValueError("the head is too large")

    def on_headers_complete(self) -> None:
        """The head has come whole. Raises ValueError, which is answered with 400."""
        if fault := framed_badly(self.headers, self.parser.get_http_version()):
            self._refusal = Problem("bad-request", fault)
            raise ValueError(str(fault))
        self._in_head, self._since = False, None
        self._came_bytes = self._body_bytes = 0
        self.door.busy(self)
        super().on_headers_complete()
        if self.parser.should_upgrade():  # what follows would be of another protocol, which nobody here speaks
            self.cycle.keep_alive = False
        self.line.lingers = True

    def on_body(self, body: bytes) -> None:
        """A part of the body."""
        self._body_bytes += len(body)
        super().on_body(body)

    def on_message_complete(self) -> None:
        """The body has come whole."""
        super().on_message_complete()
        self.line.lingers = False
        self._in_head, self._head_bytes, self._came_bytes = True, 0, 0

    def on_response_complete(self) -> None:
        """An answer has been sent."""
        super().on_response_complete()
        if self.line.is_closing() or not self.cycle.response_complete:
            return  # a further request is in hand already
        if self.cycle.more_body:
            self.line.close()  # the rest of a body that was not wanted is no request
        else:
            self.door.free(self)

    def send_400_response(self, msg: str) -> None:  # noqa: ARG002 — its words say less
        """What the parser could not read."""
        self._refuse(self._refusal or Problem("bad-request", "The server could not make sense of the request as HTTP."))

    def _refuse(self, problem: Problem) -> None:
        """Answer with this, and hear no more. Where the answer to an earlier request is not sent yet, that is the last one."""
        cycle = self.cycle
        if cycle is not None and not cycle.response_complete:
            earlier = bool(self.pipeline) or not cycle.more_body or cycle.response_started
            if earlier and not self.pipeline and not cycle.more_body:
                cycle.keep_alive = False
                self.line.lingers = True
                self.flow.pause_reading()
                return
            cycle.disconnected = True
            cycle.message_event.set()
            if earlier:
                self.line.close()
                return
        self.line.lingers = True
        self.line.write(written(problem))
        self.line.close()

    def is_stuck(self, now: float, seconds: float) -> bool:
        """Whether the client has taken nothing of what it was sent for so long."""
        since = self.line.stuck_since()
        return since is not None and now - since > seconds

    def has_lingered(self, now: float, seconds: float) -> bool:
        """Whether it was closed so long ago, and the client still does not let go."""
        return self.line.closed_at is not None and not self.line.left() and now - self.line.closed_at > seconds

    def is_late(self, now: float, seconds: float) -> bool:
        """Whether it has been waited for a head for so long."""
        return self._since is not None and not self.line.is_closing() and now - self._since > seconds

    def tell_late(self) -> None:
        """Say so to who has sent a part of one; who has said nothing is told nothing."""
        if self._head_bytes or self._came_bytes:
            self._refuse(Problem("too-slow", "The headers of the request did not come in time."))
        else:
            self.line.close()


def framed_badly(headers: list[tuple[bytes, bytes]], version: str) -> Saying | None:
    """What is wrong, if the end of the body can be told in two ways or in none (RFC 9112, 6.1); None: nothing."""
    codings = [value.strip().lower() for name, value in headers if name == b"transfer-encoding"]
    lengths = [value for name, value in headers if name == b"content-length"]
    if codings and (codings != [b"chunked"] or lengths or version != "1.1"):
        return Saying("A body is either chunked, in HTTP/1.1, or says its length.")
    if len(lengths) > 1 or (lengths and not (lengths[0].isdigit() and len(lengths[0]) <= 18)):
        return Saying("Content-Length says once, in digits, how long the body is.")
    return None


def head_too_large() -> Problem:
    """What a head that is larger than its limit is answered with."""
    return Problem("head-too-large", "The address and the headers of the request together are too large.")


def too_much() -> Problem:
    """What a client is answered with when there is no room for it."""
    says = Saying("The service holds as much as it can at the moment; try again soon.")
    return Problem("too-much-at-once", says, headers={"Retry-After": RETRY_AFTER_S})


def written(problem: Problem) -> bytes:
    """The whole answer of a problem that the application does not get to see, in English."""
    body, status = problem.body(SOURCE), HTTPStatus(problem.kind.status)
    headers = {"Content-Type": MEDIA_TYPE, "Content-Length": str(len(body)), "Cache-Control": "no-store", "Connection": "close"}
    lines = [
        f"HTTP/1.1 {status.value} {status.phrase}",
        *(f"{name}: {value}" for name, value in {**headers, **problem.headers}.items()),
    ]
    return "\r\n".join([*lines, "", ""]).encode() + body
