"""Bodies come in before a thread is taken: as large as the route allows, in time, and not too much of them at once."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import cast

from uvicorn._types import ASGIReceiveCallable

from api.http.problems import Problem
from api.server.connection import Asked, Connection, too_much
from engine.saying import Saying

SMALL_BYTES = 64 * 1024  # anybody may send so much; more, who has a good key
BODY_S = 10.0  # for any body, and
BYTES_PER_S_LEAST = 32 * 1024  # for a large one as much longer as it takes at this pace
ALL_BYTES_MAX = 64 * 1024 * 1024  # of small bodies that are coming in, and as much again of large ones

Admit = Callable[[], Awaitable[bool]]


class Gone(Exception):
    """The client has hung up."""


@dataclass(frozen=True, slots=True)
class Body:
    """What has been read. length: what the request says, or what came; more than `content` if it is too large, so that the
    application refuses it. None: there is no body. whole: nothing of it is still to come."""

    content: bytes = b""
    length: int | None = None
    whole: bool = True


class Bodies:
    """All bodies that are coming in. seconds: for the smallest."""

    def __init__(self, seconds: float = BODY_S, all_bytes_max: int = ALL_BYTES_MAX) -> None:
        self._seconds, self._all_bytes_max = seconds, all_bytes_max
        self._coming = {False: 0, True: 0}
        self._tasks: set[asyncio.Task[None]] = set()
        self._ending = False

    def end(self) -> None:
        """The service ends: what has not come by now is not waited for."""
        self._ending = True
        for task in self._tasks:
            task.cancel()

    async def read(self, scope: Asked, receive: ASGIReceiveCallable, most: int, admit: Admit) -> Body:
        """The body of a request, of at most so many bytes. admit: whether its sender has a key, which is asked for before
        it becomes large.

        Raises Problem: too-slow, too-much-at-once, bad-request (it ends before it should); Gone.
        """
        headers = scope["headers"]
        declared = next((int(value) for name, value in headers if name == b"content-length"), None)
        if declared is None and not any(name == b"transfer-encoding" for name, _ in headers):
            return Body()
        if declared is not None and (declared > most or (declared > SMALL_BYTES and not await admit())):
            return Body(length=declared, whole=False)
        task = cast(asyncio.Task[None], asyncio.current_task())
        self._tasks.add(task)
        try:
            async with asyncio.timeout(self._seconds + most / BYTES_PER_S_LEAST * (most > SMALL_BYTES)):
                return await self._read(scope["connection"], receive, most, declared, admit)
        except TimeoutError:
            raise Problem("too-slow", Saying("The body of the request did not come in time.")) from None
        except asyncio.CancelledError:
            if not self._ending:
                raise
            task.uncancel()
            raise too_much() from None
        finally:
            self._tasks.discard(task)

    async def _read(
        self, connection: Connection, receive: ASGIReceiveCallable, most: int, declared: int | None, admit: Admit
    ) -> Body:
        content = bytearray()
        counted, large = 0, declared is not None and declared > SMALL_BYTES
        try:
            while True:
                message = await receive()
                if message["type"] == "http.disconnect":
                    raise Gone
                if message["type"] == "http.request":
                    content += message["body"]
                if len(content) > most:
                    return Body(length=len(content), whole=False)
                if len(content) > SMALL_BYTES and not large:
                    if not await admit():
                        return Body(length=len(content), whole=False)
                    self._coming[False] -= counted
                    counted, large = 0, True
                self._coming[large] += len(content) - counted
                counted = len(content)
                if not (message["type"] == "http.request" and message["more_body"]):
                    return _ended(bytes(content), declared)
                if connection.has_ended:
                    raise _torn()
                if self._ending or self._coming[large] > self._all_bytes_max:
                    raise too_much()
        finally:
            self._coming[large] -= counted


def _ended(content: bytes, declared: int | None) -> Body:
    if declared is not None and len(content) != declared:
        raise _torn()
    return Body(content, len(content))


def _torn() -> Problem:
    return Problem("bad-request", "The body has not come whole: it ends before it should, or is not chunked as it has to be.")
