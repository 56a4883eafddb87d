"""The application as uvicorn asks it. Threads hold whole requests only: before one is taken the body has come, and what waits for
events waits on the event loop.
"""

from __future__ import annotations

import asyncio
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from typing import cast
from wsgiref.types import WSGIEnvironment

import flask
import psycopg
from uvicorn._types import ASGIReceiveCallable, ASGISendCallable

from api.http.bodies import UNREAD, bytes_max
from api.http.problems import Problem
from api.server import calls
from api.server.bodies import Bodies, Body, Gone
from api.server.calls import Answer, Pieces
from api.server.connection import Asked, Connection
from api.server.door import Door
from api.server.reader import Reader
from api.service.shared import EXTENSION, House
from api.service.waiting import BEGIN, WAITED, Poll, Stream, Waiting
from ledger.store.errors import LedgerError

# Beside the threads of the reader. Each of all these holds one connection to the database at most, and there are ten.
REQUEST_THREADS = 7
CLOSE = (b"connection", b"close")


class Application:
    """A Flask application behind ASGI. Made in the process, and used on the event loop, that serves it."""

    def __init__(self, app: flask.Flask, door: Door | None = None, bodies: Bodies | None = None) -> None:
        here: House = app.extensions[EXTENSION]
        self.door = door or Door()
        self._app, self._here = app, here
        self._bodies = bodies or Bodies()
        self._reader = Reader(here.ledger, here.limits)
        self._threads = ThreadPoolExecutor(REQUEST_THREADS, "request")

    def end(self) -> None:
        """Streams end in order, polls are answered, bodies that are still coming in are refused."""
        self._reader.end()
        self._bodies.end()

    def close(self) -> None:
        """No thread is left, but for those that are still at work."""
        self._reader.close()
        self._threads.shutdown(wait=False, cancel_futures=True)

    async def __call__(self, scope: Asked, receive: ASGIReceiveCallable, send: ASGISendCallable) -> None:
        """Answer one request."""
        try:
            await self._answer(scope, receive, send)
        except asyncio.CancelledError:
            scope["connection"].line.abort()  # it was still in hand when the time to end was over, or the client has gone

    async def _answer(self, scope: Asked, receive: ASGIReceiveCallable, send: ASGISendCallable) -> None:
        connection = scope["connection"]
        body, unread = Body(), None
        try:
            most = bytes_max(self._app, self._here.limits, scope["method"], calls.path_of(scope))
            body = await self._bodies.read(scope, receive, most, lambda: self._is_known(scope))
        except Problem as problem:
            body, unread = Body(whole=False), problem
        except Gone:
            return
        environ = calls.environ_of(scope, body.content, body.length)
        if unread is not None:
            environ[UNREAD] = unread
        answer = await self._ask(environ)
        try:
            if isinstance(answer.body, Waiting):
                await self._wait(connection, answer, environ, send)
            else:
                await self._give(connection, answer, send, last=not body.whole)
        finally:
            if not isinstance(answer.body, bytes):
                answer.body.close()

    async def _ask(self, environ: WSGIEnvironment) -> Answer:
        return await asyncio.get_running_loop().run_in_executor(self._threads, calls.answer, self._app, environ)

    async def _is_known(self, scope: Asked) -> bool:
        """Whether the sender has a key that is good; what else the application asks for it asks itself."""
        headers = {name: value.decode("latin-1") for name, value in scope["headers"]}
        sent = headers.get(b"authorization"), headers.get(b"on-behalf-of")
        try:
            await asyncio.get_running_loop().run_in_executor(self._threads, self._here.gate.still_caller_of, *sent)
        except (Problem, LedgerError, psycopg.Error):
            return False
        return True

    async def _wait(self, connection: Connection, answer: Answer, environ: WSGIEnvironment, send: ASGISendCallable) -> None:
        """Until the client has gone, too."""
        task = cast(asyncio.Task[None], asyncio.current_task())
        if connection.is_lost:
            return
        connection.on_lost = task.cancel
        try:
            if isinstance(answer.body, Stream):
                await self._stream(answer, answer.body, send)
            elif isinstance(answer.body, Poll):
                await self._poll(connection, answer.body, environ, send)
        finally:
            connection.on_lost = None

    async def _stream(self, answer: Answer, stream: Stream, send: ASGISendCallable) -> None:
        """It ends in order whatever happens: the client comes back with Last-Event-ID, and is told then."""
        await send({"type": "http.response.start", "status": answer.status, "headers": answer.headers})
        after, part = stream.after, BEGIN
        with suppress(TimeoutError), self._reader.watched_by(stream.who):
            async with asyncio.timeout(stream.seconds):
                await send({"type": "http.response.body", "body": part, "more_body": True})
                while (step := await self._reader.next(stream.who, after)) is not None:
                    part, reached = step
                    if reached == after:
                        part = b"id: %d\n: nothing new\n\n" % after
                    if part:
                        await send({"type": "http.response.body", "body": part, "more_body": True})
                    after = reached
        await send({"type": "http.response.body", "body": b"", "more_body": False})

    async def _poll(self, connection: Connection, poll: Poll, environ: WSGIEnvironment, send: ASGISendCallable) -> None:
        """When there is something, or the time is over, the application is asked again, and does not wait then."""
        after = poll.after
        with suppress(TimeoutError), self._reader.watched_by(poll.who):
            async with asyncio.timeout(poll.seconds):
                while (step := await self._reader.next(poll.who, after)) is not None and not step[0]:
                    after = step[1]
        await self._give(connection, await self._ask(environ | {WAITED: after}), send)

    async def _give(self, connection: Connection, answer: Answer, send: ASGISendCallable, *, last: bool = False) -> None:
        """last: nothing more of this connection is read. What fails while an answer is sent in pieces breaks it off."""
        headers = [*answer.headers, CLOSE] if last else answer.headers
        await send({"type": "http.response.start", "status": answer.status, "headers": headers})
        whole = answer.body if isinstance(answer.body, bytes) else b""
        if isinstance(answer.body, Pieces):
            run = asyncio.get_running_loop().run_in_executor
            while not connection.is_lost and (piece := await run(self._threads, answer.body.next)) is not None:
                await send({"type": "http.response.body", "body": piece, "more_body": True})
        await send({"type": "http.response.body", "body": whole, "more_body": False})
