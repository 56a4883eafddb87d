"""Attacks on what waits: places in the feed that are none, positions that will not come, and clients that hang up."""

from __future__ import annotations

import socket
import struct
import time
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from re import sub
from urllib.parse import urlsplit

import httpx
import pytest

from api.http.limits import Limits
from tests.api.attack import Findings, raw, routes_of, unchanged
from tests.api.service import Client, Service, served
from tests.conftest import Database

FAR = 999_999_999_999_999_999
BOUND_S = 15


def hung_up(client: Client, service: Service, path: str) -> bool:
    """A request whose sender goes away without a word. Whether there was a place to wait at; of a poll that is not looked at."""
    place = urlsplit(service.url)
    line = socket.create_connection((str(place.hostname), int(place.port or 0)), timeout=BOUND_S)
    with line:
        headers = f"Host: x\r\nAuthorization: Bearer {client.secret}\r\n"
        line.sendall(f"GET {path} HTTP/1.1\r\n{headers}\r\n".encode())
        taken = not path.startswith("/v1/events/stream") or line.recv(4096).startswith(b"HTTP/1.1 200")
        line.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
    return taken


@pytest.mark.parametrize(
    "place",
    [b"x", b"-1", b"+1", b"1.5", b"01x", b"1e3", b"9" * 30, "٣".encode(), b"\xff", b"1, 2", b"null", b"0x10", b"NaN", b"1 2"],
)
def test_a_last_event_id_that_names_no_place_is_a_400(service: Service, place: bytes) -> None:
    findings = Findings()
    with unchanged(service):
        findings.see(place, raw(service.auditor, "GET", "/v1/events/stream", b"", {"Last-Event-ID": place}), 400)
    findings.none()


ASKED = {"/v1/settle-up": "?from=2026-03-01"}  # what a query must say where the description alone does not tell


def test_a_position_beyond_the_end_is_a_410_with_the_newest_one_at_once(service: Service) -> None:
    description = service.http.get("/openapi.json").json()
    named = {"{player}": service.player(5), "{audit}": "games"}
    paths = [
        sub(r"\{\w+\}", lambda found: named[found[0]], one.path) + (one.needed or ASKED.get(one.path, "?"))
        for one in routes_of(description)
        if "min_position" in one.query
    ]
    assert len(paths) >= 5

    def ask(path: str) -> httpx.Response:
        return service.auditor.get(f"{path}&min_position={FAR}")

    begin, findings = time.monotonic(), Findings()
    with unchanged(service), ThreadPoolExecutor(len(paths)) as pool:
        answers = list(pool.map(ask, paths))
    assert time.monotonic() - begin < BOUND_S
    for path, answer in zip(paths, answers, strict=True):
        findings.see(path, answer, 410)
        assert (answer.json()["type"], answer.json()["newest"]) == ("/problems/beyond-end", service.ledger.head())
    findings.none()


def test_at_the_head_there_is_nothing_and_beyond_it_a_follower_is_told_where_the_ledger_ends(service: Service) -> None:
    head = service.ledger.head()
    assert service.auditor.read(f"/v1/events?after={head}") == {"events": [], "after": head}
    for after in (head + 1, head + 1_000_000, FAR):
        for answer in (
            service.auditor.get(f"/v1/events?after={after}"),
            service.auditor.get(f"/v1/events?after={after}&wait=20"),
            service.auditor.get(f"/v1/events/stream?after={after}"),
            service.auditor.get("/v1/events/stream", Last_Event_ID=str(after)),
        ):
            assert answer.status_code == 410
        assert (answer.json()["type"], answer.json()["newest"]) == ("/problems/beyond-end", head)


def test_cursors_of_other_lists_of_other_players_and_tampered_ones_are_refused(service: Service) -> None:
    one, other = service.player(5), service.player(5)
    for _ in range(3):
        service.cashier.done(f"/v1/players/{one}/deposits", {"amount": "1"})
        service.cashier.done(f"/v1/players/{other}/deposits", {"amount": "1"})
    service.table(1)
    service.table(1)
    head = service.ledger.head()
    statement = service.auditor.read(f"/v1/players/{one}/statement?limit=1&min_position={head}")["next"]
    cursors = {path: service.auditor.read(f"{path}?limit=1&min_position={head}")["next"] for path in ("/v1/tables", "/v1/accounts")}
    assert statement
    findings = Findings()
    for path in (f"/v1/players/{other}/statement", "/v1/tables", "/v1/games", "/v1/players", "/v1/accounts"):
        findings.see((path, "of a statement"), service.auditor.get(f"{path}?cursor={statement}"), 422)
    for path, cursor in cursors.items():
        findings.see((path, "of a list"), service.auditor.get(f"/v1/players/{one}/statement?cursor={cursor}"), 422)
        assert service.auditor.get(f"{path}?cursor={cursor}").status_code == 200
    for at in range(0, len(statement), 7):
        tampered = statement[:at] + ("A" if statement[at] != "A" else "B") + statement[at + 1 :]
        findings.see(("tampered", at), service.auditor.get(f"/v1/players/{one}/statement?cursor={tampered}"), 422)
    for query in (
        f"cursor={statement[:-4]}",
        f"cursor={statement}AAAA",
        f"cursor={statement}&tz=UTC",
        f"cursor={statement}&from=2026-01-01",
    ):
        findings.see(query, service.auditor.get(f"/v1/players/{one}/statement?{query}"), 422)
    assert service.room.acting_for(other).get(f"/v1/players/{one}/statement?cursor={statement}").status_code == 403
    assert service.auditor.get(f"/v1/players/{one}/statement?cursor={statement}").status_code == 200
    findings.none()


@pytest.mark.parametrize(
    "query",
    [
        "from=2026-03-02&to=2026-03-01",
        "from=2026-03-01T10:00:00Z&to=2026-03-01T11:00:00%2B02:00",
        "from=2026-W10-1",
        "to=2026-02-30",
        "from=2026-03-01T10:00:00",
        "tz=localtime",
        "tz=right/UTC",
        "tz=posixrules",
        "tz=Factory",
        "tz=../UTC",
        "tz=/etc/localtime",
    ],
)
def test_a_period_that_is_none_and_a_zone_that_is_the_machines_are_refused(service: Service, query: str) -> None:
    findings = Findings()
    findings.see(query, service.auditor.get(f"/v1/players/{service.player(5)}/statement?{query}"), 422)
    findings.none()


def test_streams_whose_clients_have_hung_up_free_their_places(database: Database) -> None:
    with served(database.place, Limits(waiting_max=3, heartbeat_s=0.1)) as service:
        deadline, gone = time.monotonic() + BOUND_S, 0
        while gone < 12:
            assert time.monotonic() < deadline, f"after {gone} hang-ups no place is free again"
            gone += hung_up(service.auditor, service, "/v1/events/stream")
            assert service.auditor.get("/v1/tables").status_code == 200
        with ExitStack() as open_streams:
            got = 0
            while got < 3:
                assert time.monotonic() < deadline, f"{got} of 3 places are free again"
                with ExitStack() as opened:  # closed here, unless it is one of the three
                    stream = service.http.stream("GET", "/v1/events/stream", headers=service.auditor.headers())
                    if opened.enter_context(stream).status_code == 200:
                        open_streams.push(opened.pop_all())
                        got += 1
            full = service.auditor.get("/v1/events/stream")
            assert (full.status_code, full.json()["type"]) == (503, "/problems/too-many-streams")
            assert full.headers["Retry-After"]


def test_long_polls_whose_clients_have_hung_up_free_their_places_when_their_time_is_over(database: Database) -> None:
    with served(database.place, Limits(waiting_max=2)) as service:
        path = f"/v1/events?after={service.ledger.head()}&wait=2"
        for _ in range(2):
            hung_up(service.auditor, service, path)
        deadline = time.monotonic() + BOUND_S
        while (answer := service.auditor.get(path)).status_code == 503:
            assert service.auditor.get("/v1/tables").status_code == 200
            assert time.monotonic() < deadline
        assert answer.status_code == 200
