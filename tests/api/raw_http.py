"""HTTP by hand: bytes over a socket as no client library would send them, and the service as it is run."""

from __future__ import annotations

import json
import socket
from collections.abc import Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass, replace
from typing import Any
from urllib.parse import urlsplit

from api.serving import listening
from ledger.orders.app import Ledger
from ledger.settings import Settings
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
def in_one_process(database: Database) -> Iterator[Server]:
    """The service as `cardledger serve` runs it."""
    with closing(Ledger(database.place)) as ledger, listening(ledger, replace(Settings(), port=0)) as url:
        yield Server(url)


@contextmanager
def in_two_processes(database: Database) -> Iterator[Server]:
    """The same as `cardledger serve --workers 2` runs it."""
    settings = replace(Settings(), port=0, database_url=database.admin_url, schema=database.schema)
    with closing(Ledger(database.place)) as ledger, listening(ledger, settings, workers=2) as url:
        yield Server(url)
