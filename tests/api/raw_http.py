"""HTTP by hand: bytes over a socket as no client library would send them, and the servers that the service is shipped with."""

from __future__ import annotations

import json
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass, replace
from typing import Any
from urllib.parse import urlsplit

from api.serving import listening
from ledger.orders.app import Ledger
from ledger.settings import Settings
from tests.api.program import ROOT, environment
from tests.conftest import Database

GIVES_UP_S = 30


@dataclass(frozen=True, slots=True)
class Heard:
    """What came back on one connection until it was closed or said enough: every answer in order, as (status, body)."""

    answers: tuple[tuple[int, bytes], ...]

    @property
    def status(self) -> int:
        """Of the only answer; 0 without one."""
        assert len(self.answers) <= 1, self.answers
        return self.answers[0][0] if self.answers else 0

    def problem(self) -> Any:
        """The only answer, which is JSON."""
        return json.loads(self.answers[0][1])


@dataclass(frozen=True, slots=True)
class Server:
    """A server that listens at this address."""

    url: str

    def say(self, *parts: bytes, closes: bool = True) -> Heard:
        """Sends these bytes, ends its own side if it `closes`, and reads to the end, or to the first answer if it stays."""
        place = urlsplit(self.url)
        with socket.create_connection((str(place.hostname), int(place.port or 0)), timeout=GIVES_UP_S) as line:
            try:
                for part in parts:
                    line.sendall(part)
                if closes:
                    line.shutdown(socket.SHUT_WR)
            except OSError:
                pass  # it has answered before it has heard all, and hangs up
            return _heard(line, to_the_end=closes)


def _heard(line: socket.socket, *, to_the_end: bool) -> Heard:
    data, answers = b"", []
    while True:
        while (one := _answer(data)) is not None:
            status, body, data = one
            answers.append((status, body))
        if answers and not to_the_end:
            break
        try:
            more = line.recv(65536)
        except ConnectionError:
            break
        if not more:
            break
        data += more
    return Heard(tuple(answers))


def _answer(data: bytes) -> tuple[int, bytes, bytes] | None:
    """The first answer in it: status, body, and what comes after; None if it has not come whole."""
    head, end, rest = data.partition(b"\r\n\r\n")
    if not end:
        return None
    fields = dict(line.split(b": ", 1) for line in head.lower().split(b"\r\n")[1:])
    length = int(fields.get(b"content-length", b"0"))
    if len(rest) < length:
        return None
    return int(head.split(b" ")[1]), rest[:length], rest[length:]


def chunked(content: bytes, size: int = 8192) -> bytes:
    """The content in chunks of this size, with their end."""
    parts = [content[first : first + size] for first in range(0, len(content), size)]
    return b"".join(b"%x\r\n%s\r\n" % (len(part), part) for part in parts) + b"0\r\n\r\n"


@contextmanager
def under_waitress(database: Database) -> Iterator[Server]:
    """The service as `cardledger serve` runs it."""
    with closing(Ledger(database.place)) as ledger, listening(ledger, replace(Settings(), port=0)) as url:
        yield Server(url)


@contextmanager
def under_gunicorn(database: Database) -> Iterator[Server]:
    """The service as ops/deploy has it, on a free port."""
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = int(free.getsockname()[1])
    settings = {"DATABASE_URL": database.admin_url, "CARDLEDGER_SCHEMA": database.schema, "CARDLEDGER_PORT": str(port)}
    words = ("-m", "gunicorn", "-c", "ops/deploy/gunicorn.py", "--log-level", "warning", "api.wsgi:application()")
    process = subprocess.Popen((sys.executable, *words), cwd=ROOT, env=environment(**settings))
    try:
        _until_up(port, process)
        yield Server(f"http://127.0.0.1:{port}")
    finally:
        process.terminate()
        process.wait(GIVES_UP_S)


def _until_up(port: int, process: subprocess.Popen[bytes]) -> None:
    """Waits until the service answers at this port."""
    end, server = time.monotonic() + GIVES_UP_S, Server(f"http://127.0.0.1:{port}")
    while True:
        try:
            if server.say(b"GET /healthz HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n", closes=False).status == 200:
                return
        except OSError:
            assert process.poll() is None
            assert time.monotonic() < end, "the service did not come up"
            time.sleep(0.05)
