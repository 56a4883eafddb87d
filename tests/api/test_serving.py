"""The service on its own server: what is too large is turned away before it is read."""

from __future__ import annotations

import socket
from dataclasses import replace
from urllib.parse import urlsplit

import pytest

from api.serving import listening
from ledger.orders.app import Ledger
from ledger.settings import Settings

GIVES_UP_S = 10


@pytest.mark.parametrize(
    ("request_head", "status"),
    [
        (f"Content-Length: {8 * 1024 * 1024}\r\n", 413),
        (f"Content-Length: {10**12}\r\n", 413),
        ("X-Long: " + "x" * 40_000 + "\r\n", 431),
    ],
    ids=["eight megabytes", "a terabyte", "a long header"],
)
def test_what_is_far_too_large_is_turned_away_before_it_is_read(ledger: Ledger, request_head: str, status: int) -> None:
    with listening(ledger, replace(Settings(), port=0)) as url:
        place = urlsplit(url)
        with socket.create_connection((str(place.hostname), int(place.port or 0)), timeout=GIVES_UP_S) as line:
            line.sendall(f"POST /v1/players HTTP/1.1\r\nHost: x\r\n{request_head}\r\n".encode())
            assert line.recv(1024).split(b" ")[1] == str(status).encode()
