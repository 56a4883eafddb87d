"""Clients that mean no good or do badly: over sockets, against limits that are made short, so that each is seen to hold."""

from __future__ import annotations

import json
import socket
import threading
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, closing, contextmanager, suppress
from dataclasses import dataclass
from urllib.parse import urlsplit

import psycopg
import pytest

from api.app import create_app
from api.http.limits import Limits
from api.server.application import REQUEST_THREADS
from api.server.bodies import Bodies
from api.server.door import Door
from api.server.reader import READER_THREADS, WAITING_THREADS
from api.server.running import answering
from api.serving import bound
from ledger.database.datastore import POOL_OVERFLOW, POOL_SIZE
from ledger.orders.app import Ledger
from ledger.people import keys
from ledger.settings import Settings
from tests.api.raw_http import Server, chunked
from tests.conftest import Database

SOON_S = 5.0  # what a busy machine is given for what takes milliseconds
HEAD_S, BODY_S, SEND_S = 1.0, 1.0, 2.0
CONNECTIONS_MAX = 120
NAMED = b'{"name": "Anna"}'


@dataclass(frozen=True, slots=True)
class House:
    """A service with short limits, in this process; the secret of an admin's key."""

    server: Server
    ledger: Ledger
    secret: str
    door: Door

    def opened(self) -> socket.socket:
        """A connection."""
        place = urlsplit(self.server.url)
        return socket.create_connection((str(place.hostname), int(place.port or 0)), timeout=SOON_S)

    def head(self, path: str, *lines: str, method: str = "POST") -> bytes:
        """The head of a request by the admin."""
        named = [f"{method} {path} HTTP/1.1", "Host: x", f"Authorization: Bearer {self.secret}"]
        if method == "POST":
            named += ["Content-Type: application/json", f"Idempotency-Key: {time.monotonic_ns()}"]
        return "\r\n".join([*named, *lines, "", ""]).encode()

    def is_well(self) -> bool:
        """Whether it answers others, and carries out what they want."""
        write = self.head("/v1/players", f"Content-Length: {len(NAMED)}") + NAMED
        begun = time.monotonic()
        said = [self.server.say(ask, closes=False).status for ask in (self.head("/healthz", method="GET"), write)]
        return said == [200, 201] and time.monotonic() - begun < SOON_S


@contextmanager
def housed(database: Database, limits: Limits | None = None) -> Iterator[House]:
    """Such a service on this database."""
    door = Door(CONNECTIONS_MAX, head_s=HEAD_S, send_s=SEND_S, linger_s=0.5)
    with closing(Ledger(database.place)) as ledger, bound("127.0.0.1", 0) as line:
        app = create_app(ledger, Settings(), limits or Limits(heartbeat_s=0.2))
        with answering(app, line, door, Bodies(BODY_S, 1024 * 1024)):
            url = f"http://127.0.0.1:{line.getsockname()[1]}"
            yield House(Server(url), ledger, keys.issue(ledger, "admin", None, "test")[1], door)


@pytest.fixture
def house(database: Database) -> Iterator[House]:
    with housed(database) as running:
        yield running


def until(holds: Callable[[], object], what: str) -> None:
    """Wait, with a bound, until something holds."""
    end = time.monotonic() + 2 * SOON_S
    while not holds():
        assert time.monotonic() < end, what
        time.sleep(0.02)


def heard(line: socket.socket) -> bytes:
    """All that comes until the other side ends."""
    said = b""
    while True:
        try:
            part = line.recv(65536)
        except ConnectionError:
            return said
        if not part:
            return said
        said += part


def status(said: bytes) -> int:
    return int(said.split(b" ")[1]) if said else 0


def problem(said: bytes) -> str:
    """The type of the problem that was answered."""
    head, _, body = said.partition(b"\r\n\r\n")
    assert b"application/problem+json" in head, said
    return str(json.loads(body)["type"])


def test_silent_connections_are_in_nobodys_way_and_are_let_go(house: House) -> None:
    with ExitStack() as stack:
        lines = [stack.enter_context(house.opened()) for _ in range(CONNECTIONS_MAX - 10)]
        assert house.is_well()
        assert [heard(line) for line in lines[:3]] == [b""] * 3
        until(lambda: len(house.door.connections) == 0, "all are let go")


def test_when_there_are_too_many_the_longest_idle_goes_and_the_new_one_is_heard(house: House) -> None:
    with ExitStack() as stack:
        lines = [stack.enter_context(house.opened()) for _ in range(2 * CONNECTIONS_MAX)]
        assert house.is_well()
        assert len(house.door.connections) <= CONNECTIONS_MAX
        assert heard(lines[0]) == b""


def test_where_nobody_is_idle_a_new_one_is_told_so(house: House) -> None:
    with ExitStack() as stack:
        for _ in range(CONNECTIONS_MAX):
            line = stack.enter_context(house.opened())
            line.sendall(house.head("/v1/events/stream", method="GET"))
            assert line.recv(4096).startswith(b"HTTP/1.1 200")
        said = heard(stack.enter_context(house.opened()))
        assert (status(said), problem(said)) == (503, "/problems/too-much-at-once")
        assert b"\r\nRetry-After: " in said
    until(house.is_well, "when they have gone there is room again")


def test_half_headers_are_told_to_hurry_and_dripping_ones_gain_no_time(house: House) -> None:
    with ExitStack() as stack:
        lines = [stack.enter_context(house.opened()) for _ in range(50)]
        for line in lines:
            line.sendall(b"GET /healthz HTTP/1.1\r\nHost: x\r\n")
        dripping = lines[0]
        assert house.is_well()
        begun = time.monotonic()
        while time.monotonic() - begun < 3 * HEAD_S:
            try:
                dripping.sendall(b"X-Y: z\r\n")
            except OSError:
                break
            time.sleep(0.1)
        assert time.monotonic() - begun < 3 * HEAD_S
        said = heard(lines[1])
        assert (status(said), problem(said)) == (408, "/problems/too-slow")
        until(lambda: len(house.door.connections) == 0, "all are let go")


def test_a_kept_connection_may_be_idle_for_longer_than_a_head_may_take(house: House) -> None:
    with house.opened() as line:
        for _ in range(2):
            line.sendall(house.head("/healthz", method="GET"))
            assert line.recv(4096).startswith(b"HTTP/1.1 200")
            time.sleep(2 * HEAD_S)
        line.sendall(b"GET /healthz")
        said = heard(line)
        assert (status(said), problem(said)) == (408, "/problems/too-slow")


@pytest.mark.parametrize(
    "head",
    [
        b"GET /healthz HTTP/1.1\r\nHost: x\r\n" + b"X-Y: " + b"z" * 40_000 + b"\r\n\r\n",
        b"GET /healthz HTTP/1.1\r\nHost: x\r\n" + b"X-Y: z\r\n" * 10_000 + b"\r\n",
        b"GET /healthz?" + b"z" * 40_000 + b" HTTP/1.1\r\nHost: x\r\n\r\n",
    ],
    ids=["one header", "many headers", "an address"],
)
@pytest.mark.parametrize("piece", [1 << 20, 4000])
def test_a_head_that_is_too_large_is_a_431(house: House, head: bytes, piece: int) -> None:
    with house.opened() as line:
        with suppress(ConnectionError):  # it may answer before it has heard all
            for at in range(0, len(head), piece):
                line.sendall(head[at : at + piece])
        said = heard(line)
        assert (status(said), problem(said)) == (431, "/problems/head-too-large")


def test_a_header_that_never_ends_is_a_431(house: House) -> None:
    with house.opened() as line:
        line.sendall(b"GET /healthz HTTP/1.1\r\nHost: x\r\nX-Y: ")
        with suppress(OSError):
            for _ in range(100):
                line.sendall(b"z" * 4096)
        said = heard(line)
        assert (status(said), problem(said)) == (431, "/problems/head-too-large")


def test_what_comes_behind_a_chunked_body_is_bounded_and_no_header(house: House) -> None:
    head = house.head("/v1/players", "Transfer-Encoding: chunked")
    with house.opened() as line:
        line.sendall(head + b"1\r\n{\r\n0\r\nX-Y: ")
        with suppress(OSError):
            for _ in range(100):
                line.sendall(b"z" * 4096)
        said = heard(line)
        assert (status(said), problem(said)) == (431, "/problems/head-too-large")
    end = chunked(NAMED).removesuffix(b"\r\n") + b"On-Behalf-Of: nobody\r\n\r\n"
    assert house.server.say(head + end).status == 201
    keyless = head.replace(b"Idempotency-Key", b"X-Key")
    assert house.server.say(keyless + chunked(NAMED).removesuffix(b"\r\n") + b"Idempotency-Key: late\r\n\r\n").status == 400


def test_a_large_body_behind_its_head_is_no_large_head(house: House) -> None:
    body = NAMED + b" " * 60_000
    head = house.head("/v1/players", f"Content-Length: {len(body)}")
    with house.opened() as line:
        line.sendall(head[:40])
        time.sleep(0.1)
        line.sendall(head[40:] + body)
        assert line.recv(4096).startswith(b"HTTP/1.1 201")


@pytest.mark.parametrize("framed", [f"Content-Length: {len(NAMED)}", "Transfer-Encoding: chunked"])
def test_dripping_bodies_hold_no_thread_and_are_told_to_hurry(house: House, framed: str) -> None:
    before = house.ledger.head()
    with ExitStack() as stack:
        lines = [stack.enter_context(house.opened()) for _ in range(60)]
        for line in lines:
            line.sendall(house.head("/v1/players", framed) + (b"5\r\n{" if "chunked" in framed else b"{"))
        assert house.is_well()
        said = heard(lines[0])
        assert (status(said), problem(said)) == (408, "/problems/too-slow")
        until(lambda: len(house.door.connections) == 0, "all are let go")
    assert house.ledger.head() == before + 1  # that of `is_well`


def test_bodies_that_are_coming_in_are_bounded_together(house: House) -> None:
    with ExitStack() as stack:
        lines = [stack.enter_context(house.opened()) for _ in range(30)]
        for line in lines:
            line.sendall(house.head("/v1/players", "Content-Length: 65536") + b" " * 60_000)
        said = [heard(line) for line in lines]
        assert {status(one) for one in said} == {408, 503}
        assert {problem(one) for one in said} == {"/problems/too-slow", "/problems/too-much-at-once"}
    until(house.is_well, "there is room again")


def test_who_has_no_key_sends_no_large_body(house: House) -> None:
    for lines, body in ((["Content-Length: 3000000"], b" " * 100_000), (["Transfer-Encoding: chunked"], chunked(b" " * 200_000))):
        head = house.head("/v1/imports/deposits", *lines).replace(house.secret.encode(), b"cl_nobody")
        with house.opened() as line:
            line.sendall(head + body)
            said = heard(line)
            assert (status(said), problem(said)) == (401, "/problems/not-authenticated")
    with house.opened() as line:
        line.sendall(house.head("/v1/imports/deposits", "Content-Length: 100000") + b"{" + b" " * 99_998 + b"}")
        assert status(line.recv(4096)) == 422


def test_an_answer_is_read_also_by_who_goes_on_sending(house: House) -> None:
    for length in (10_000_000, 65_537):
        with house.opened() as line:
            line.sendall(house.head("/v1/players", f"Content-Length: {length}"))
            with suppress(ConnectionError):
                for _ in range(20):
                    line.sendall(b" " * 65536)
            said = heard(line)
            assert (status(said), problem(said)) == (413, "/problems/body-too-large")


def test_who_ends_his_side_after_a_whole_request_gets_its_answer(house: House) -> None:
    body = f"Content-Length: {len(NAMED)}"
    assert house.server.say(house.head("/v1/players", body) + NAMED).status == 201
    heard_all = house.server.say(house.head("/healthz", method="GET") + house.head("/v1/players", body) + NAMED)
    assert [one for one, _ in heard_all.answers] == [200, 201]


def test_a_request_that_begins_before_the_one_before_is_answered_is_heard_to_its_end(house: House) -> None:
    poll = house.head(f"/v1/events?wait=1&after={house.ledger.head()}", method="GET")
    body = NAMED + b" " * 50_000
    with house.opened() as line:
        line.sendall(poll + house.head("/v1/players", f"Content-Length: {len(body)}", "Connection: close"))
        time.sleep(1.5)
        line.sendall(body)
        said = heard(line)
        assert [status(said), said.count(b"HTTP/1.1 201 ")] == [200, 1]


def test_behind_the_last_request_of_a_connection_nothing_is_one(house: House) -> None:
    before = house.ledger.head()
    write = house.head("/v1/players", f"Content-Length: {len(NAMED)}") + NAMED
    for last, answered in (("close", 200), ("Upgrade\r\nUpgrade: h2c", 200), ("Upgrade\r\nUpgrade: websocket", 400)):
        answers = house.server.say(house.head("/healthz", f"Connection: {last}", method="GET") + write).answers
        assert [one for one, _ in answers] == [answered], last
    assert house.server.say(house.head("/healthz", method="GET") + b"rubbish\r\n\r\n").answers[0][0] == 200
    assert house.ledger.head() == before


def test_a_header_with_an_underscore_is_not_taken_for_one_with_a_hyphen(house: House) -> None:
    assert house.server.say(house.head("/v1/keys", "On_Behalf_Of: nobody", method="GET"), closes=False).status == 200
    assert house.server.say(house.head("/v1/keys", "On-Behalf-Of: nobody", method="GET"), closes=False).status == 403


def test_who_takes_nothing_of_his_answers_is_let_go(house: House) -> None:
    with house.opened() as deaf, house.opened() as slow:
        for line in (deaf, slow):
            line.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
            line.sendall(house.head("/openapi.json", method="GET") * 100)
        begun = time.monotonic()
        while len(house.door.connections) > 1:
            assert time.monotonic() - begun < 4 * SEND_S
            assert slow.recv(200_000)  # so is not who takes a little now and then
            time.sleep(0.1)
        assert slow.recv(200_000)


def test_threads_and_connections_to_the_database_are_bounded_however_many_ask_and_wait(database: Database) -> None:
    pool = POOL_SIZE + POOL_OVERFLOW
    assert pool >= REQUEST_THREADS + READER_THREADS + WAITING_THREADS
    with housed(database) as house, ExitStack() as stack, psycopg.connect(database.admin_url, autocommit=True) as owner:
        before = threading.active_count()
        for number in range(50):
            line = stack.enter_context(house.opened())
            wanted = "/v1/events/stream?after=0" if number % 2 else f"/v1/events?wait=20&after={house.ledger.head()}"
            line.sendall(house.head(wanted, method="GET"))
        most, sessions = 0, 0

        def ask(_: int) -> bool:
            nonlocal most, sessions
            most = max(most, threading.active_count())
            return house.is_well()

        crowd = stack.enter_context(ThreadPoolExecutor(32))
        assert all(crowd.map(ask, range(100)))
        counted = "select count(*) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()"
        ((sessions,),) = owner.execute(counted).fetchall()
        assert sessions <= pool
        assert most <= before + 32 + REQUEST_THREADS + READER_THREADS + WAITING_THREADS + 5  # of the pool of connections


@pytest.mark.parametrize(("how", "answered"), [("streams", 200), ("polls", 200), ("dripping bodies", 503), ("commands", 201)])
def test_the_end_waits_for_nobody_for_long_and_tells_everybody(database: Database, how: str, answered: int) -> None:
    with ExitStack() as stack:
        house = stack.enter_context(housed(database))
        asks = {
            "streams": house.head("/v1/events/stream", method="GET"),
            "polls": house.head(f"/v1/events?wait=20&after={house.ledger.head()}", method="GET"),
            "dripping bodies": house.head("/v1/players", f"Content-Length: {len(NAMED)}") + b"{",
            "commands": house.head("/v1/players", f"Content-Length: {len(NAMED)}") + NAMED,
        }
        lines = [house.opened() for _ in range(16)]
        for number, line in enumerate(lines):
            line.sendall(asks[how].replace(b"Idempotency-Key: ", b"Idempotency-Key: %d-" % number))
        until(lambda: len(house.door.connections) == len(lines) and (how == "commands" or not house.door.idle), "all have come")
        begun = time.monotonic()
        stack.close()
        assert time.monotonic() - begun < SOON_S
        said = [heard(line) for line in lines]
        for line in lines:
            line.close()
    assert {status(one) for one in said} <= {answered, 0 if how == "commands" else answered}  # not heard any more: ask again
    assert how != "streams" or all(one.endswith(b"0\r\n\r\n") for one in said)
