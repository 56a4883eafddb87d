"""Malformed requests to every route of the description: each gets its problem, and nothing changes.

Routes, fields and parameters are read from /openapi.json: one that comes later is attacked as well. Each is attacked with some of
what there is, and another with others; ATTACK_WITH_ALL=1 takes everything for each.
"""

from __future__ import annotations

import gzip
import json
from collections.abc import Iterator
from typing import Any

import jsonschema
import pytest

from tests.api.attack import Findings, Route, World, raw, sample, some, state, unchanged, whole, world_of
from tests.api.service import Service, new_key

VALUES: list[Any] = [
    None, True, False, 0, 1, -1, 8, 11, 1.5, 2**63, 10**30, 10**39, "", "1", "true", "0", "-1", "+1", "01", "1.0",
    "1e3", "1 ", " 1", "1\n", "１", "٣", "1_000", "0x1", str(10**30 + 1), "9" * 400, "x" * 5000, "\x7f", "\u0085",
    [], ["1"], [[]], {}, {"amount": "5"}, "é 😀 <&> \\ \u2028", "'; drop table events;--", "../..", "9h", "1H",
    "10H", "9♥", "XX",
]  # fmt: skip
BODIES = [
    b"{", b"nonsense", b"[]", b"[{}]", b'"{}"', b"5", b"null", b"true", b"{} {}", b"{}x", b"{'a': 1}",
    b'{"a": NaN}', b'{"a": Infinity}', b'{"a": -Infinity}', b'{"a": 1e999}', b'{"a": 01}', b'{"a": +1}',
    b'{"a": 1,}', b'{"a": 1, "a": 1}', b'{"a": "\\ud800"}', b'{"\\udc00": 1}', b'{"a": "\\u0000"}',
    b'{"a": "\x00"}', b'{"a": "\x01"}', b'{"a": "\xff"}', b'{"a": "\xc0\xaf"}', b'{"a": "\xed\xa0\x80"}',
    b"\xef\xbb\xbf{}", "{}".encode("utf-16"), "{}".encode("utf-32"), gzip.compress(b"{}"), b"\x00", b"a=1&b=2",
    b"[" * 60000, b'{"a":' * 10000, b'{"a": ' + b"9" * 5000 + b"}", b'{"a": 0.' + b"1" * 5000 + b"}",
    b'{"__proto__": {}}', b"// {}",
]  # fmt: skip
CONTENT_TYPES = [
    None, b"", b"text/plain", b"application/xml", b"application/json;charset=latin-1",
    b"application/json; charset=utf-16", b"application/x-www-form-urlencoded", b"multipart/form-data; boundary=x",
    b"application/problem+json", b";", b"\xff", b"application/jsonx", b"application/ json",
    b"application/json, text/plain",
]  # fmt: skip
KEYS = [None, b"", b"a b", b"x" * 256, "é".encode(), b"\xff", b"a\tb", b"a,\xe2\x80\xa8"]
MATCHES = [b"5", b'W/"5"', b'"0"', b'"-1"', b'"05"', b'"5", "6"', b'""', b'"x"', b'"' + b"9" * 19 + b'"', b"\xff", b"", b'"1.0"']
IDS = [
    "%00", "%2e%2e", "..%2f..%2fetc", "A" * 16, "a" * 41, "a" * 5000, "%F0%9F%98%80", "%ff", "%C0%AE", "a'b",
    "a%20b", "a%0ab", "-", "0", "%25", "%3Cscript%3E", NOTHING := "b" * 16, f"{NOTHING}-1", f"{NOTHING}-0",
    f"{NOTHING}-01", f"{NOTHING}-{'9' * 20}", "%EF%BC%91", "%D9%A3", f"{NOTHING}-%EF%BC%91", f"{NOTHING}-+1",
    f"wallet-{NOTHING}", f"game-{NOTHING}-1", "null", "a:b", "a,b",
]  # fmt: skip
QUERIES = [
    "", "-1", "1.0", "+5", "05x", "1e1", "٥", "５", " 5", "9" * 19, "9" * 400, "a", "NaN", "1_0", "0x1", "\x00", "é",
    "😀", "x" * 700, "A B", "../../etc/passwd", "2026-01-01T00:00:00", "2026-02-30", "2026-13-01T00:00:00Z",
    "yesterday", "2026-W01-1", "20260101", "9999-12-31T23:59:59-14:00", "0001-01-01T00:00:00+14:00",
    "2026-01-01T00:00:00+99:00", "true", "None",
]  # fmt: skip
QUERIED = ["no_such_name=1", "limit=5&limit=6", "%ff=%fe", "=", "limit[]=5", "limit=5;limit=6", "x" * 5000 + "=1"]
METHODS = ["GET", "POST", "PUT", "PATCH", "DELETE", "TRACE", "PROPFIND"]


@pytest.fixture(scope="module")
def world(service: Service) -> World:
    """A club to be attacked."""
    return world_of(service)


@pytest.fixture
def findings(world: World) -> Iterator[Findings]:
    """Where findings go; in the end there must be none, and nothing changed."""
    found = Findings()
    with unchanged(world.service):
        yield found
        found.none()


def written(world: World) -> list[Route]:
    """Routes that take a body."""
    return [route for route in world.routes if route.body]


def test_the_description_names_routes_enough_to_attack(world: World) -> None:
    assert len(world.routes) >= 31
    assert len(written(world)) >= 13


def test_every_field_of_every_body_takes_only_what_is_described(world: World, findings: Findings) -> None:
    for route in written(world):
        client, path = world.able(route), world.address(route.path)
        attacked: set[str] = set()
        for schema in route.body:
            good = sample(schema)
            for name, part in schema["properties"].items():
                if (known := f"{name} {part}") in attacked:
                    continue
                attacked.add(known)
                valid = jsonschema.Draft202012Validator(part).is_valid
                bad = [value for value in VALUES if not valid(value)]
                assert bad, (route, name)
                for value in some(bad, (route, name)):
                    answer = raw(client, route.method, path, whole({**good, name: value}), route.stale)
                    findings.see((route, good.get("type"), name, value), answer, 422)
                    if answer.status_code == 422 and name not in answer.json().get("errors", {}):
                        findings.found.append(f"{route} {name}={value!r:.40} is not named: {answer.text[:200]}")


def test_every_body_is_refused_with_a_field_missing_or_one_too_many(world: World, findings: Findings) -> None:
    for route in written(world):
        client, path = world.able(route), world.address(route.path)
        for schema in route.body:
            good = sample(schema)
            for name in schema.get("required", ()):
                without = {other: value for other, value in good.items() if other != name}
                findings.see((route, "without", name), raw(client, route.method, path, whole(without), route.stale), 422)
            for name in ("colour", "Amount", "", "x" * 3000, "\u2028", "__proto__", "amount ", "player_id"):
                findings.see((route, "with", name), raw(client, route.method, path, whole({**good, name: "5"}), route.stale), 422)
            for name, value in good.items():
                twice = whole(good)[:-1] + b", " + whole({name: value})[1:]
                findings.see((route, "twice", name), raw(client, route.method, path, twice, route.stale), 422)


def test_what_is_no_json_object_in_utf_8_is_refused_by_every_route(world: World, findings: Findings) -> None:
    for route in written(world):
        client, path = world.able(route), world.address(route.path)
        for content in some(BODIES, route):
            findings.see((route, content[:60]), raw(client, route.method, path, content, route.stale), 422)
        for size in (64 * 1024 + 1, 1024 * 1024) if "/imports/" not in route.path else (4 * 1024 * 1024,):
            findings.see((route, size), raw(client, route.method, path, b'{"a": "' + b"x" * size + b'"}', route.stale), 413)


def test_every_route_takes_json_alone(world: World, findings: Findings) -> None:
    for route in written(world):
        client, path, good = world.able(route), world.address(route.path), whole(sample(route.body[0]))
        for kind in CONTENT_TYPES:
            findings.see((route, kind), raw(client, route.method, path, good, {**route.stale, "Content-Type": kind}), 415)
        for coding in (b"gzip", b"deflate", b"br"):
            packed = {**route.stale, "Content-Encoding": coding}
            findings.see((route, coding), raw(client, route.method, path, gzip.compress(good), packed), 415, 422)


def test_every_route_that_writes_wants_its_headers_well_formed(world: World, findings: Findings) -> None:
    for route in (route for route in world.routes if route.writes):
        client, path, good = world.able(route), world.address(route.path), whole(sample(route.body[0]))
        for key in KEYS:
            findings.see((route, "key", key), raw(client, route.method, path, good, {**route.stale, "Idempotency-Key": key}), 400)
        for version in MATCHES:
            findings.see((route, "If-Match", version), raw(client, route.method, path, good, {"If-Match": version}), 400)


def test_a_stale_version_is_refused_wherever_one_is_asked_for(world: World, findings: Findings) -> None:
    for route in (route for route in world.routes if route.writes and "{" in route.path):
        client, path = world.able(route), world.address(route.path)
        good = world.good(route)
        for version in ('"999999999"', '"1000000000000000"'):
            answer = client.send(route.method, path, good, If_Match=version)
            findings.see((route, version), answer, 412, *((403, 404, 409, 422) if "actions" in path else ()))


def test_an_id_that_nothing_has_is_not_found_at_every_route(world: World, findings: Findings) -> None:
    for route in (route for route in world.routes if "{" in route.path):
        clients = [world.able(route)] if route.body else [world.service.admin, world.service.auditor, world.table.of(1)]
        for client in clients:
            for named in IDS:
                path = world.address(route.path, **dict.fromkeys(world.ids, named))
                body = whole(sample(route.body[0])) if route.body else b""
                statuses = (404,) if client is clients[0] else (403, 404)
                findings.see((route, named), raw(client, route.method, path + route.needed, body, route.stale), *statuses)


def test_every_query_takes_only_what_is_described(world: World, findings: Findings) -> None:
    for route in (route for route in world.routes if route.query):
        path = world.address(route.path)
        for name, schema in route.query.items():
            valid = jsonschema.Draft202012Validator(schema).is_valid
            for value in some(QUERIES, (route, name)):
                known: Any = int(value) if value.isascii() and value.isdigit() else value
                if name == "tz" or not (valid(known) or valid(value)) or ("T" in value and "as_of" in name):
                    answer = world.service.auditor.http.get(path, params={name: value}, headers=world.service.auditor.headers())
                    statuses = {"step": (404, 422), "format": (406, 422)}.get(name, (422,))
                    findings.see((route, name, value), answer, *statuses)
        for query in QUERIED:
            statuses = (403, 422) if "keys" in path else (422,)
            findings.see((route, query[:30]), world.service.auditor.get(f"{path}?{query}"), *statuses)


def test_no_address_takes_a_method_that_it_is_not_described_with(world: World, findings: Findings) -> None:
    for path in {route.path for route in world.routes}:
        described = {route.method for route in world.routes if route.path == path}
        findings.see(("NONSENSE", path), world.service.admin.send("NONSENSE", world.address(path), {}), 400)  # it is none of HTTP
        for method in set(METHODS) - described:
            answer = world.service.admin.send(method, world.address(path), {})
            findings.see((method, path), answer, 405)
            if not described <= {word.strip() for word in answer.headers.get("Allow", "").split(",")}:
                findings.found.append(f"{method} {path}: Allow is {answer.headers.get('Allow')}")
        options = world.service.admin.send("OPTIONS", world.address(path))
        assert options.status_code == 200
        assert described <= {word.strip() for word in options.headers["Allow"].split(",")}


def test_a_head_tells_the_status_of_a_get_and_no_more(world: World, findings: Findings) -> None:
    for route in (route for route in world.routes if route.method == "GET" and not route.path.endswith("/stream")):
        for client in (world.service.admin, world.service.cashier):
            path = world.address(route.path)
            head = client.http.head(path, headers=client.headers())
            assert (head.status_code, head.content) == (client.get(path).status_code, b""), route


def test_an_address_with_something_behind_or_before_it_is_none(world: World, findings: Findings) -> None:
    for path in {world.address(route.path) for route in world.routes if not route.path.endswith("/stream")}:
        for behind in ("/", "//", "%2f", "%00", "%0a", "%20", ";x", "\\", "%5c", ".json"):
            findings.see((path, behind), world.service.admin.get(path + behind), 404, 405)
        upper = path.replace("/v1/", "/V1/").replace("/health", "/Health").replace("/ready", "/Ready")
        findings.see(upper, world.service.admin.get(upper), 404)


@pytest.mark.parametrize(
    "accept", ["text/html", "application/xml", "text/*", "application/json;q=0", "image/png, text/plain", "nonsense/x"]
)
def test_who_takes_no_json_is_told_so_at_every_route(world: World, findings: Findings, accept: str) -> None:
    for route in (route for route in world.routes if route.path.startswith("/v1/")):
        client = world.able(route) if route.body else world.service.admin
        if route.forms <= {"application/json"}:  # who answers in other forms too has tests of its own for that
            body = sample(route.body[0]) if route.body else None
            findings.see(route, client.send(route.method, world.address(route.path), body, Accept=accept), 406)


@pytest.mark.parametrize(
    "authorization",
    [None, b"", b"Bearer", b"Basic YTpi", b"Digest cl_x", b"Bearer cl_" + b"x" * 43, b"Bearer a b", b"cl_x", b"\xff",
     b"Bearer " + b"x" * 5000, "Bearer cl_é".encode(), b"Bearer null", b"bearer", b"Token cl_x"],
)  # fmt: skip
def test_no_route_opens_without_a_known_key(world: World, findings: Findings, authorization: bytes | None) -> None:
    for route in (route for route in world.routes if route.path.startswith("/v1/")):
        content = whole(sample(route.body[0])) if route.body else b""
        sent = {"Authorization": authorization, "On-Behalf-Of": world.ids["player"].encode()}
        findings.see(route, raw(world.service.admin, route.method, world.address(route.path), content, sent), 401)


def test_an_act_on_behalf_of_another_is_refused_at_every_route(world: World) -> None:
    service, player = world.service, world.ids["player"]
    findings = Findings()
    stranger, himself = service.client("room"), service.client("player", player)
    before = state(service)
    for route in (route for route in world.routes if route.path.startswith("/v1/")):
        content = whole(sample(route.body[0])) if route.body else b""
        for client, named, status in (
            (stranger, player, 403),
            (service.room, "b" * 16, 403),
            (himself, player, 403),
            (service.admin, player, 403),
            (service.room, "", 400),
            (service.room, "A B", 400),
            (service.room, f"{player},{player}", 400),
            (service.room, "x" * 5000, 400),
        ):
            speaking: dict[str, bytes | None] = {"On-Behalf-Of": named.encode()}
            findings.see((route, named[:20]), raw(client, route.method, world.address(route.path), content, speaking), status)
    findings.none()
    assert state(service) == before


def test_a_key_that_was_used_opens_no_other_request(world: World) -> None:
    """D31, with method, address, query and body each changed alone; a refusal keeps its key too."""
    service, findings = world.service, Findings()
    player, other = service.player(10), service.player(10)
    path = f"/v1/players/{player}/withdrawals"
    for amount, status in (("3", 201), ("500", 409)):
        key = new_key()
        assert service.cashier.post(path, {"amount": amount}, key).status_code == status
        with unchanged(service):
            for method, where, body in (
                ("POST", path, {"amount": "4"}),
                ("POST", path, {"amount": amount, "reference": f"other {key[:8]}"}),
                ("POST", path.replace(player, other), {"amount": amount}),
                ("POST", path.replace("withdrawals", "deposits"), {"amount": amount}),
                ("PUT", f"/v1/players/{player}/credit-limit", {"amount": amount}),
            ):
                answer = service.cashier.send(method, where, body, key)
                findings.see((method, where, body), answer, 422)
                assert answer.json()["type"] == "/problems/key-reused"
            again = service.cashier.post(path, {"amount": amount}, key)
            assert again.status_code == status
    findings.none()
    assert json.loads(service.cashier.get(f"/v1/players/{player}").text)["wallet"]["amount"] == "7"
