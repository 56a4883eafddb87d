"""What watchers of the event stream cost, 100 and 1,000 of them on a server of one process: while nothing happens, and how long an
event takes to all of them, over the time in which the same server answers a request that commits one raw row.
"""

from __future__ import annotations

import json
import os
import re
import secrets
import selectors
import socket
import tempfile
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from http.client import HTTPConnection
from pathlib import Path
from statistics import median, quantiles
from typing import Any

from api.server.door import connections_max
from ledger.money import wallets
from ledger.orders.app import Ledger
from ledger.people import keys
from ledger.running.opening import Place, opened
from ledger.running.runner import Runner
from ledger.settings import Settings
from ops.bench.command_http import CASHIER, order, player, request
from ops.bench.raw_endpoint import serving

CROWDS = (100, 1_000)
IDLE_S = 6.0
EVENTS, EVENTS_PER_S = 200, 50
RAW = 300
GIVES_UP_S = 60.0
_POSITION = re.compile(rb"^id: (\d+)\nevent", re.MULTILINE)


def measure() -> dict[str, float]:
    """watchers_N_idle: seconds of the server's processor a second, with N watchers while nothing happens. watchers_N_delay: from an
    append to the arrival of its event, over the median time of a raw request, p50 and p99; and the times themselves in ms."""
    connections_max()  # asks for as many open files as there may be
    with tempfile.TemporaryDirectory(prefix="cardledger-bench-") as folder:
        Path(folder).chmod(0o755)
        schema = f"bench_{secrets.token_hex(4)}"
        given = {"CARDLEDGER_DATA": folder + "/data", **os.environ, "CARDLEDGER_SCHEMA": schema}
        settings = Settings.read(given)
        with opened(settings) as place, Runner(place.ledger), serving(place, settings, 1) as port:
            raw_ms = _raw_ms(port)
            figures = {"http_raw_ms": round(raw_ms, 2)}
            for many in CROWDS:
                figures |= _with(place, port, many, raw_ms)
    return figures


def _with(place: Place, port: int, many: int, raw_ms: float) -> dict[str, float]:
    secret = keys.issue(place.ledger, "auditor", None, "bench")[1]
    with _crowd(port, secret, many) as crowd:
        idle = _processor_s(port, lambda: time.sleep(IDLE_S)) / IDLE_S
        delays: list[float] = []
        busy = _processor_s(port, lambda: delays.extend(_delays(place.ledger, crowd, many))) / (EVENTS / EVENTS_PER_S)
    p99 = quantiles(delays, n=100)[98]
    name = f"watchers_{many}"
    return {
        f"{name}_idle": round(idle, 4),
        f"{name}_busy": round(busy, 3),
        f"{name}_delay_p50": round(median(delays) / raw_ms, 1),
        f"{name}_delay_p99": round(p99 / raw_ms, 1),
        f"{name}_delay_p50_ms": round(median(delays), 1),
        f"{name}_delay_p99_ms": round(p99, 1),
    }


@contextmanager
def _crowd(port: int, secret: str, many: int) -> Iterator[selectors.BaseSelector]:
    """So many open streams, each past its first word."""
    head = f"GET /v1/events/stream HTTP/1.1\r\nHost: bench\r\nAuthorization: Bearer {secret}\r\n\r\n".encode()
    with selectors.DefaultSelector() as crowd:
        lines = [socket.create_connection(("127.0.0.1", port), timeout=GIVES_UP_S) for _ in range(many)]
        try:
            for line in lines:
                line.sendall(head)
            for line in lines:
                if not line.recv(4096).startswith(b"HTTP/1.1 200"):
                    raise RuntimeError("a watcher was refused")
                crowd.register(line, selectors.EVENT_READ)
            yield crowd
        finally:
            for line in lines:
                line.close()


def _delays(ledger: Ledger, crowd: selectors.BaseSelector, many: int) -> list[float]:
    """Milliseconds from the append of each event to its arrival at each watcher. Raises RuntimeError: not all have come to all."""
    appended: dict[int, float] = {}
    arrived: list[tuple[int, float]] = []
    who = player(ledger)
    since = ledger.head()

    def write() -> None:
        begun = time.monotonic()
        for number in range(EVENTS):
            time.sleep(max(0.0, begun + number / EVENTS_PER_S - time.monotonic()))
            done = wallets.deposit(ledger, order(CASHIER, []), who, 1)
            appended[done.position or 0] = time.monotonic()

    writing = threading.Thread(target=write)
    writing.start()
    end, wanted = time.monotonic() + GIVES_UP_S, EVENTS * many
    while len(arrived) < wanted:
        if time.monotonic() > end:
            raise RuntimeError(f"{len(arrived)} of {wanted} events have arrived")
        for key, _ in crowd.select(1.0):
            line: Any = key.fileobj
            data = line.recv(1 << 20)
            now = time.monotonic()
            arrived += [(place, now) for found in _POSITION.findall(data) if (place := int(found)) > since]
    writing.join()
    return [max(0.0, now - appended[position]) * 1000 for position, now in arrived if position in appended]


def _raw_ms(port: int) -> float:
    """Milliseconds of a request that commits one raw row, one after another on one connection, the median."""
    took = []
    with socket.create_connection(("127.0.0.1", port), timeout=GIVES_UP_S) as line:
        line.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        for number in range(RAW):
            asked = request("/raw", {"id": f"game-w{number}"}, "none")
            begun = time.perf_counter()
            line.sendall(asked)
            line.recv(65536)
            took.append((time.perf_counter() - begun) * 1000)
    return median(took)


def _processor_s(port: int, do: Any) -> float:
    """Seconds of the server's processor while this is done."""
    before = _asked(port)
    do()
    return _asked(port) - before


def _asked(port: int) -> float:
    connection = HTTPConnection("127.0.0.1", port, timeout=GIVES_UP_S)
    try:
        connection.request("GET", "/processor")
        return float(json.loads(connection.getresponse().read())["seconds"])
    finally:
        connection.close()


if __name__ == "__main__":
    print(json.dumps(measure()))
