"""The service as it is served: what is too large is turned away before it is read; processes that die or do not come up."""

from __future__ import annotations

import os
import signal
import socket
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from urllib.parse import urlsplit

import pytest

from api.server.workers import working
from api.serving import listening
from ledger.orders.app import Ledger
from ledger.people import keys
from ledger.settings import Settings, SetupFault

GIVES_UP_S = 10


@pytest.fixture
def address(ledger: Ledger) -> Iterator[str]:
    with listening(ledger, replace(Settings(), port=0)) as url:
        yield url


@pytest.mark.parametrize(
    ("request_head", "statuses"),
    [
        (f"Content-Length: {8 * 1024 * 1024}\r\n", (413, 401)),
        (f"Content-Length: {10**12}\r\n", (413, 401)),
        ("X-Long: " + "x" * 40_000 + "\r\n", (431, 431)),
    ],
    ids=["eight megabytes", "a terabyte", "a long header"],
)
def test_what_is_far_too_large_is_turned_away_before_it_is_read(
    ledger: Ledger, address: str, request_head: str, statuses: tuple[int, int]
) -> None:
    place, (_, secret) = urlsplit(address), keys.issue(ledger, "admin", None, "test")
    for key, status in zip((f"Authorization: Bearer {secret}\r\n", ""), statuses, strict=True):
        with socket.create_connection((str(place.hostname), int(place.port or 0)), timeout=GIVES_UP_S) as line:
            line.sendall(f"POST /v1/players HTTP/1.1\r\nHost: x\r\n{key}{request_head}\r\n".encode())
            assert line.recv(1024).split(b" ")[1] == str(status).encode()


@contextmanager
def noting(folder: Path) -> Iterator[None]:
    """A process that says who it is."""
    Path(folder, str(os.getpid())).touch()
    yield


@contextmanager
def unable() -> Iterator[None]:
    """A process that cannot do its work."""
    raise SetupFault("There is nothing to be done.")
    yield


def test_a_process_that_dies_is_replaced_and_all_have_ended_at_the_end(tmp_path: Path) -> None:
    with working(noting, (tmp_path,), 1):
        (first,) = tmp_path.iterdir()
        os.kill(int(first.name), signal.SIGKILL)
        end = time.monotonic() + 2 * GIVES_UP_S
        while len(list(tmp_path.iterdir())) < 2:
            assert time.monotonic() < end
            time.sleep(0.05)
    for path in tmp_path.iterdir():
        with pytest.raises(ProcessLookupError):
            os.kill(int(path.name), 0)


def test_a_process_that_does_not_come_up_is_told_in_a_sentence(capfd: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SetupFault, match="has not come up"), working(unable, (), 1):
        pass
    said = capfd.readouterr().err
    assert "There is nothing to be done." in said
    assert "Traceback" not in said
