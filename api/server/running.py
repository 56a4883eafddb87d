"""uvicorn, set up for the application, in a thread of this process."""

from __future__ import annotations

import asyncio
import socket
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress

import flask
import uvicorn

from api.server.application import Application
from api.server.bodies import Bodies
from api.server.connection import Connection
from api.server.door import KEEP_ALIVE_S, SWEEP_S, Door, connections_max

FINISH_S = 10  # for requests in hand when the service ends
BACKLOG = 1024


class Server(uvicorn.Server):
    """Serves one application, and ends in order: first what waits, then what is being answered, within a bounded time.

    up: set when it listens, or will never do.
    """

    def __init__(self, application: Application) -> None:
        super().__init__(
            uvicorn.Config(
                application,
                http=Connection,
                loop="uvloop",
                ws="none",
                lifespan="off",
                interface="asgi3",
                log_config=None,
                log_level="error",
                access_log=False,
                proxy_headers=False,
                server_header=False,
                backlog=BACKLOG,
                timeout_keep_alive=KEEP_ALIVE_S,
                timeout_graceful_shutdown=FINISH_S,
            )
        )
        self._application = application
        self._sweeping: asyncio.Task[None] | None = None
        self.up = threading.Event()

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Begin to listen."""
        await super().startup(sockets)
        self._sweeping = asyncio.create_task(self._sweep())
        self.up.set()

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """End."""
        self._application.end()
        await super().shutdown(sockets)
        if self._sweeping is not None:
            self._sweeping.cancel()

    async def _sweep(self) -> None:
        while True:
            await asyncio.sleep(SWEEP_S)
            self._application.door.sweep()

    def run_to_the_end(self, line: socket.socket) -> None:
        """Serve until `should_exit`."""
        try:
            self.run([line])
        finally:
            self.up.set()


@contextmanager
def answering(app: flask.Flask, line: socket.socket, door: Door | None = None, bodies: Bodies | None = None) -> Iterator[None]:
    """The application, answering at this listening socket; with other limits than the usual ones where they are given.

    On the way out streams end, requests in hand are answered for FINISH_S, and the socket is closed.
    """
    application = Application(app, door or Door(connections_max()), bodies)
    server = Server(application)
    thread = threading.Thread(target=server.run_to_the_end, args=(line,), name="service", daemon=True)
    thread.start()
    server.up.wait()
    if not server.started:
        raise RuntimeError("the server has not come up; its thread has said why")
    try:
        yield
    finally:
        server.should_exit = True
        thread.join()
        application.close()
        with suppress(OSError):
            line.close()
