"""A body is whole or refused, and then nothing has changed: over sockets, in one process and in several."""

from __future__ import annotations

import json
import secrets
from collections.abc import Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass
from pathlib import Path

import pytest

from ledger.orders.app import Ledger
from ledger.people import keys
from tests.api.raw_http import Heard, Server, chunked, in_one_process, in_two_processes
from tests.api.service import new_key
from tests.conftest import SCHEMA, Database, _dropped, _made

SERVERS = {"one process": in_one_process, "two": in_two_processes}
LIMIT, RECORD_LIMIT, IMPORT_LIMIT = 64 * 1024, 1024 * 1024, 4 * 1024 * 1024
NAMED = b'{"name": "Anna"}'
RECORD = next((Path(__file__).parents[1] / "records").glob("azi-*.toml"))
FORM = "application/x-www-form-urlencoded"


@dataclass(frozen=True, slots=True)
class House:
    """A server, the ledger behind it, and the secret of an admin's key."""

    server: Server
    ledger: Ledger
    secret: str

    def head(self, path: str, *more: str, method: str = "POST", content_type: str = "application/json", http: str = "1.1") -> bytes:
        """The head of a request. more: further lines."""
        named = [f"{method} {path} HTTP/{http}", "Host: x", f"Authorization: Bearer {self.secret}", f"Idempotency-Key: {new_key()}"]
        typed = [f"Content-Type: {content_type}"] if content_type else []
        return "\r\n".join([*named, *typed, *more, "", ""]).encode()

    def sized(self, content: bytes, path: str = "/v1/players", content_type: str = "application/json") -> Heard:
        """A request that says how long it is."""
        head = self.head(path, f"Content-Length: {len(content)}", "Connection: close", content_type=content_type)
        return self.server.say(head + content, closes=False)

    def chunked(self, content: bytes, path: str = "/v1/players", content_type: str = "application/json", size: int = 8192) -> Heard:
        """The same that does not."""
        head = self.head(path, "Transfer-Encoding: chunked", "Connection: close", content_type=content_type)
        return self.server.say(head + chunked(content, size), closes=False)

    @contextmanager
    def unchanged(self) -> Iterator[None]:
        """Nothing is written meanwhile."""
        before = self.ledger.head()
        yield
        assert self.ledger.head() == before


@pytest.fixture(scope="module", params=SERVERS)
def house(request: pytest.FixtureRequest, server_url: str, template: str) -> Iterator[House]:
    """A club of its own under one of the servers."""
    from ledger.database.migrate import service_url

    name = f"cardledger_{secrets.token_hex(6)}"
    url = _made(server_url, name, template)
    database = Database(name, url, service_url(url), SCHEMA)
    try:
        with SERVERS[request.param](database) as server, closing(Ledger(database.place)) as ledger:
            yield House(server, ledger, keys.issue(ledger, "admin", None, "test")[1])
    finally:
        _dropped(server_url, name)


def padded(content: bytes, length: int, end: bytes = b"") -> bytes:
    """The content, filled up with blanks to this length, and what comes behind them."""
    return content + b" " * (length - len(content) - len(end)) + end


@pytest.mark.parametrize("size", [1000, 8192, 65_536, 200_000])
def test_a_chunked_body_above_the_limit_is_a_413_also_if_what_fits_is_all_that_makes_sense(house: House, size: int) -> None:
    with house.unchanged():
        heard = house.chunked(padded(NAMED, LIMIT) + b" " * 4464 + b"rubbish", size=size)
        assert (heard.status, heard.problem()["limit_bytes"]) == (413, LIMIT)
        assert heard.problem()["type"] == "/problems/body-too-large"
        assert house.sized(padded(NAMED, LIMIT) + b"rubbish").status == 413
        assert house.chunked(padded(NAMED, LIMIT + 1)).status == 413


def test_a_body_of_just_the_limit_is_taken_with_and_without_its_length(house: House) -> None:
    assert house.chunked(padded(NAMED, LIMIT)).status == 201
    assert house.sized(padded(NAMED, LIMIT)).status == 201
    assert house.chunked(NAMED, size=1).status == 201


@pytest.mark.parametrize("content_type", ["text/plain", "multipart/form-data; boundary=x", FORM, "application/toml", ""])
def test_of_another_content_type_it_is_no_less_refused(house: House, content_type: str) -> None:
    with house.unchanged():
        assert house.chunked(padded(NAMED, LIMIT + 1), content_type=content_type).status == 413
        assert house.chunked(NAMED, content_type=content_type).status == 415


def test_a_record_is_checked_whole_or_refused(house: House) -> None:
    text = RECORD.read_bytes()
    assert house.chunked(text, "/v1/records", "application/toml").status == 200
    for send in (house.chunked, house.sized):
        heard = send(text + b"\n" * (RECORD_LIMIT - len(text)) + b"rubbish", "/v1/records", "application/toml")
        assert (heard.status, heard.problem()["limit_bytes"]) == (413, RECORD_LIMIT)


def test_an_import_may_be_as_large_as_it_is_said_and_no_larger(house: House) -> None:
    table = json.dumps({"csv": "player,amount,reference\n", "players": {}}).encode()
    for send in (house.chunked, house.sized):
        fits = send(padded(table, IMPORT_LIMIT), "/v1/imports/deposits")
        assert fits.status in {201, 422}, fits
        heard = send(padded(table, IMPORT_LIMIT) + b"rubbish", "/v1/imports/deposits")
        assert (heard.status, heard.problem()["limit_bytes"]) == (413, IMPORT_LIMIT)


def page_of_sign_in(house: House) -> tuple[str, str]:
    """A cookie, and the token of the form that goes with it."""
    import httpx

    page = httpx.get(f"{house.server.url}/sign-in")
    token = page.text.split('name="token" value="')[1].split('"')[0]
    return "; ".join(f"{name}={value}" for name, value in page.cookies.items()), token


@pytest.mark.parametrize("size", [LIMIT + 1, 200_000])
def test_a_form_above_the_limit_signs_nobody_in(house: House, size: int) -> None:
    cookie, token = page_of_sign_in(house)
    lines = ("Transfer-Encoding: chunked", "Connection: close", f"Cookie: {cookie}")
    form = f"token={token}&key={house.secret}".encode()
    parts = f'--b\r\nContent-Disposition: form-data; name="token"\r\n\r\n{token}\r\n'.encode()
    parts += f'--b\r\nContent-Disposition: form-data; name="key"\r\n\r\n{house.secret}\r\n--b--\r\n'.encode()
    for content, typed in ((form, FORM), (parts, "multipart/form-data; boundary=b")):
        head = house.head("/sign-in", *lines, content_type=typed)
        assert house.server.say(head + chunked(content), closes=False).status == 303
        filled = content + b"&more=" * (size // 6 + 1)
        assert house.server.say(head + chunked(filled), closes=False).status == 413


TORN = {
    "a length that is too great": (["Content-Length: 40"], NAMED),
    "the limit as length": ([f"Content-Length: {LIMIT}"], NAMED),
    "no last chunk": (["Transfer-Encoding: chunked"], chunked(NAMED).removesuffix(b"0\r\n\r\n")),
    "half a last chunk": (["Transfer-Encoding: chunked"], chunked(NAMED).removesuffix(b"\r\n\r\n")),
    "no end of trailers": (["Transfer-Encoding: chunked"], chunked(NAMED).removesuffix(b"\r\n")),
    "half a chunk": (["Transfer-Encoding: chunked"], b"20\r\n" + NAMED),
    "a chunk shorter than it says": (["Transfer-Encoding: chunked"], b"20\r\n" + NAMED + b"\r\n0\r\n\r\n"),
    "a chunk longer than it says": (["Transfer-Encoding: chunked"], b"5\r\n" + NAMED + b"\r\n0\r\n\r\n"),
    "a chunk of no size": (["Transfer-Encoding: chunked"], b"\r\n" + NAMED + b"\r\n0\r\n\r\n"),
    "a chunk of a senseless size": (["Transfer-Encoding: chunked"], chunked(NAMED).replace(b"0\r\n\r\n", b"zz\r\n\r\n")),
    "a negative chunk": (["Transfer-Encoding: chunked"], b"-10\r\n" + NAMED + b"\r\n0\r\n\r\n"),
    "no chunks": (["Transfer-Encoding: chunked"], NAMED),
    "a bad trailer": (["Transfer-Encoding: chunked"], chunked(NAMED).removesuffix(b"\r\n") + b"no trailer"),
}


@pytest.mark.parametrize("torn", TORN)
def test_a_body_that_has_not_come_whole_changes_nothing_and_is_no_fault_of_the_service(house: House, torn: str) -> None:
    lines, content = TORN[torn]
    with house.unchanged():
        for path, method in (("/v1/players", "POST"), ("/v1/imports/deposits", "POST"), ("/v1/keys/none", "DELETE")):
            heard = house.server.say(house.head(path, *lines, method=method) + content)
            assert {status for status, _ in heard.answers} <= {400}, heard


CHUNKED = "Transfer-Encoding: chunked"
FRAMED_TWICE = {
    "a length and chunks": (f"Content-Length: {len(chunked(NAMED))}", CHUNKED),
    "chunks and a length": (CHUNKED, f"Content-Length: {len(chunked(NAMED))}"),
    "chunks and a length of nothing": (CHUNKED, "Content-Length: 0"),
    "chunks and the length of what they hold": (CHUNKED, f"Content-Length: {len(NAMED)}"),
    "chunks twice": (CHUNKED, CHUNKED),
    "chunked, chunked": ("Transfer-Encoding: chunked, chunked",),
    "chunked, identity": ("Transfer-Encoding: chunked, identity",),
    "identity": ("Transfer-Encoding: identity", f"Content-Length: {len(chunked(NAMED))}"),
    "no coding": ("Transfer-Encoding:", f"Content-Length: {len(chunked(NAMED))}"),
    "no coding and no length": ("Transfer-Encoding:",),
    "an unknown coding": ("Transfer-Encoding: xchunked",),
    "a folded line": ("Transfer-Encoding:\r\n chunked", f"Content-Length: {len(chunked(NAMED))}"),
    "two lengths": ("Content-Length: 16", "Content-Length: 17"),
    "two equal lengths": ("Content-Length: 16", "Content-Length: 16"),
    "a list of lengths": ("Content-Length: 16, 16",),
    "a signed length": ("Content-Length: +16",),
    "a negative length": ("Content-Length: -16",),
    "a hexadecimal length": ("Content-Length: 0x10",),
    "a length of blanks": ("Content-Length: 1 6",),
}


@pytest.mark.parametrize("framed", FRAMED_TWICE)
@pytest.mark.parametrize("http", ["1.1", "1.0"])
def test_a_body_whose_end_can_be_told_in_two_ways_or_in_none_is_refused(house: House, framed: str, http: str) -> None:
    lines = FRAMED_TWICE[framed]
    content = chunked(NAMED) if any("Transfer" in line for line in lines) else NAMED
    with house.unchanged():
        heard = house.server.say(house.head("/v1/players", *lines, http=http) + content)
        assert heard.answers
        assert heard.answers[0][0] in {400, 501}, heard
        assert len(heard.answers) == 1, "what follows such a body is nobody's request"


def test_chunks_are_of_http_1_1(house: House) -> None:
    """An older server would take the body for the next request, and this one for a body of nothing."""
    with house.unchanged():
        heard = house.server.say(house.head("/v1/players", CHUNKED, http="1.0", content_type="") + chunked(NAMED))
        assert [status for status, _ in heard.answers] == [400]


def test_what_comes_without_a_length_is_no_body(house: House) -> None:
    with house.unchanged():
        heard = house.server.say(house.head("/v1/players") + NAMED)
        assert heard.answers[0][0] in {400, 422}
        assert {status for status, _ in heard.answers} <= {400, 422}


def test_nothing_behind_a_refused_body_is_taken_for_a_request(house: House) -> None:
    within = house.head("/v1/players", f"Content-Length: {len(NAMED)}") + NAMED
    with house.unchanged():
        for end in (chunked(within), chunked(padded(NAMED, LIMIT) + within * 300)):
            heard = house.server.say(house.head("/v1/players", CHUNKED, content_type="text/plain") + end)
            assert [status for status, _ in heard.answers][:1] in ([413], [415])
            assert 201 not in [status for status, _ in heard.answers]


def test_after_a_refused_body_the_same_key_is_free_for_the_whole_one(house: House) -> None:
    lines = [CHUNKED, "Connection: close"]
    head = house.head("/v1/players", *lines)
    assert house.server.say(head + chunked(padded(NAMED, LIMIT) + b"rubbish"), closes=False).status == 413
    assert house.server.say(head + chunked(NAMED).removesuffix(b"0\r\n\r\n")).status in {0, 400}
    assert house.server.say(head + chunked(NAMED), closes=False).status == 201
