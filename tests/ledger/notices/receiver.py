"""A program elsewhere that webhooks are sent to: a real HTTP server, which checks signatures by the library of the scheme."""

from __future__ import annotations

import socket
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

from standardwebhooks import Webhook, WebhookVerificationError

from ledger.notices.deliverer import Deliverer
from ledger.notices.guard import Guard, resolved
from ledger.orders.app import Ledger

QUICK = (0.05,) * 8  # pauses in which a test does not grow old
UNTIL_S = 8.0


@dataclass
class Arrived:
    """A message as it came. good: by how many of the secrets known here it is signed."""

    id: str
    told: dict[str, Any]
    good: int
    body: bytes


@dataclass
class Receiver:
    """answer: the status of the next answer, by the number of the message. before: done before it is answered."""

    secrets: list[str] = field(default_factory=list)
    answer: Callable[[int], int] = lambda _: 200
    headers: dict[str, str] = field(default_factory=dict)
    before: Callable[[Any], None] = lambda _: None
    came: list[Arrived] = field(default_factory=list)
    port: int = 0

    @property
    def url(self) -> str:
        """Its address, under a name that has to be looked up."""
        return f"http://localhost:{self.port}/hook"

    @property
    def allowed(self) -> frozenset[str]:
        """What the settings say of it."""
        return frozenset({f"localhost:{self.port}"})

    @property
    def positions(self) -> list[int]:
        """Of the events that it was told of, in the order in which they came."""
        return [message.told["data"]["position"] for message in self.came]

    def awaits(self, many: int) -> list[Arrived]:
        """So many messages."""
        until(lambda: len(self.came) >= many)
        return self.came

    def take(self, request: BaseHTTPRequestHandler) -> None:
        """One request."""
        body = request.rfile.read(int(request.headers["Content-Length"]))
        message, good = {}, 0
        for secret in self.secrets:
            with suppress(WebhookVerificationError):
                message = Webhook(secret).verify(body, dict(request.headers))
                good += 1
        status = self.answer(len(self.came))
        self.came.append(Arrived(request.headers["webhook-id"], message, good, body))
        self.before(request)
        request.send_response(status)
        for name, value in self.headers.items():
            request.send_header(name, value)
        request.send_header("Content-Length", "0")
        request.end_headers()


@contextmanager
def receiving(port: int = 0) -> Iterator[Receiver]:
    """A receiver that listens."""
    receiver = Receiver()

    class Handler(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"

        def do_POST(self) -> None:
            with suppress(BrokenPipeError, ConnectionResetError):
                receiver.take(self)

        def log_message(self, *words: object) -> None:
            """Nothing: a test says what is wrong."""

    server = ThreadingHTTPServer(("127.0.0.1", port), Handler)
    server.daemon_threads = True
    receiver.port = server.server_port
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.02}, daemon=True)
    thread.start()
    try:
        yield receiver
    finally:
        server.shutdown()
        server.server_close()
        thread.join()


def telling(ledger: Ledger, receiver: Receiver, backoff_s: Sequence[float] = QUICK, **changes: Any) -> Deliverer:
    """A deliverer that reaches this receiver, and nobody outside of this machine."""

    def near(host: str, port: int) -> Sequence[str]:
        if host != "localhost":
            raise socket.gaierror("no network in tests")
        return resolved(host, port)

    guard = Guard(receiver.allowed, near)
    return Deliverer(ledger, allowed=receiver.allowed, guard=guard, backoff_s=backoff_s, poll_s=0.05, **changes)


def until(true: Callable[[], bool]) -> None:
    """Wait until this is so."""
    end = time.monotonic() + UNTIL_S
    while not true():
        assert time.monotonic() < end, "it never came to be so"
        time.sleep(0.01)
