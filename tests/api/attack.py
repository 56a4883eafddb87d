"""What an attack on the interface needs: its routes, requests that would be good, and all that must stay as it was."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import cached_property
from random import Random
from typing import Any

import httpx

from tests import lengths
from tests.api.service import Client, PlayedTable, Service, new_key

NOBODY = "a" * 16
SOME = 5
STALE = '"999999999"'
DIGEST = "coalesce(sum(hashtextextended(t::text, 0)), 0)"
ROLES = ("admin", "cashier", "steward", "auditor", "room")
LEAKS = re.compile(
    r"Traceback|File \"|\.py\b|psycopg|werkzeug|marshmallow|postgres|SELECT |cl_[A-Za-z0-9_-]{20}|<class|object at 0x",
    re.IGNORECASE,
)
PROPERTIES = {  # what a good request says where the form alone does not tell
    "role": "auditor",
    "preset": "azi-three",
    "direction": "top_up",
    "seats": 5,
    "seat": 1,
    "card": "9H",
    "ends_at": "2999-01-01T00:00:00Z",
    "effective_at": None,
    "played_at": None,
    "subject": None,
    "house": {},
    "stewards": [],
    "rule": "AZI-VIOL-2",
    "url": "https://books.example.org/",
    "types": ["table.*"],
    "positions": None,
    "upto": 1,
    "before": "2020-01-01T00:00:00Z",
    "address": "anna@example.org",
    "code": "000000",
    "language": "en",
}


@dataclass(frozen=True)
class Route:
    """One operation of the description. body: the schemas that its body may have, with references resolved; empty: none."""

    method: str
    path: str
    parameters: tuple[dict[str, Any], ...]
    body: tuple[dict[str, Any], ...]
    forms: frozenset[str] = frozenset()  # content types of what it answers with 200

    @property
    def writes(self) -> bool:
        """Whether it takes an Idempotency-Key."""
        return any(parameter["name"] == "Idempotency-Key" for parameter in self.parameters)

    @property
    def stale(self) -> dict[str, bytes | None]:
        """If-Match with a version that is not so, where one is required."""
        required = any(parameter["name"] == "If-Match" and parameter.get("required") for parameter in self.parameters)
        return {"If-Match": STALE.encode()} if required else {}

    @property
    def needed(self) -> str:
        """The query without which it is not answered, "" if there is none."""
        asked = [one for one in self.parameters if one["in"] == "query" and one.get("required")]
        return "?" + "&".join(f"{one['name']}={one['schema']['example']}" for one in asked) if asked else ""

    @property
    def query(self) -> dict[str, dict[str, Any]]:
        """Schema by name of what the query may say."""
        return {parameter["name"]: parameter["schema"] for parameter in self.parameters if parameter["in"] == "query"}

    def __repr__(self) -> str:
        return f"{self.method} {self.path}"


def resolved(schema: Any, known: dict[str, Any]) -> Any:
    """A schema with everything that it refers to put in its place."""
    if isinstance(schema, list):
        return [resolved(item, known) for item in schema]
    if not isinstance(schema, dict):
        return schema
    if "$ref" in schema:
        return resolved(known[schema["$ref"].rpartition("/")[2]], known)
    return {name: resolved(item, known) for name, item in schema.items() if name != "discriminator"}


def routes_of(description: dict[str, Any]) -> list[Route]:
    """Every operation of the description."""
    known = description["components"]["schemas"]
    found = []
    for path, operations in description["paths"].items():
        for method, operation in operations.items():
            if method == "parameters":
                continue
            content = operation.get("requestBody", {}).get("content", {}).get("application/json", {})
            schema = resolved(content.get("schema", {}), known)
            bodies = tuple(forms_of(schema)) if schema else ()
            forms = frozenset(operation["responses"].get("200", {}).get("content", {}))
            found.append(Route(method.upper(), path, tuple(operation.get("parameters", ())), bodies, forms))
    return found


def forms_of(schema: dict[str, Any]) -> Iterator[dict[str, Any]]:
    """The schemas of which a value has to be one."""
    forms = schema.get("anyOf", schema.get("oneOf") if "properties" not in schema else None)
    if forms is None:
        yield schema
        return
    for form in forms:
        yield from forms_of(form)


def sample(schema: dict[str, Any]) -> dict[str, Any]:
    """A body of this form in which nothing is wrong."""
    return {name: _value(name, part) for name, part in schema["properties"].items()}


def _value(name: str, schema: dict[str, Any]) -> Any:
    if "enum" in schema and len(schema["enum"]) == 1:
        return schema["enum"][0]
    if name in PROPERTIES:
        return PROPERTIES[name]
    if "enum" in schema:
        return schema["enum"][0]
    if name == "game":
        return f"{NOBODY}-1"
    if schema.get("minItems"):
        item = next(forms_of(schema["items"]))
        return [sample(item) if "properties" in item else _value("card", item) for _ in range(schema["minItems"])]
    kinds = schema.get("type", "null")
    kinds = [kinds] if isinstance(kinds, str) else kinds
    values = {"string": "5", "integer": schema.get("minimum", 1), "boolean": True, "array": [], "object": {}, "null": None}
    return values[next((kind for kind in kinds if kind != "null"), "null")]


@dataclass
class World:
    """A club that is attacked: a table with a running game, a key that can be revoked, whoever may ask."""

    service: Service
    table: PlayedTable
    ids: dict[str, str] = field(default_factory=dict)

    @cached_property
    def routes(self) -> list[Route]:
        """Every operation of the description."""
        return routes_of(self.service.http.get("/openapi.json").json())

    def address(self, path: str, **other: str) -> str:
        """The path with the ids of this world in it, or others. An id of a kind unknown here is that of nothing."""
        return re.sub(r"\{(\w+)\}", lambda found: other.get(found[1], self.ids.get(found[1], NOBODY)), path)

    def clients(self) -> list[Client]:
        """One of each role, with the rights that this world has to give."""
        return [*(getattr(self.service, role) for role in ROLES), self.table.of(1)]

    def good(self, route: Route) -> dict[str, Any]:
        """A body in which nothing is wrong, about whom this world has."""
        known = {name: self.ids[name] for name in route.body[0]["properties"] if name in self.ids}
        return {**sample(route.body[0]), **known}

    def able(self, route: Route) -> Client:
        """Somebody who may ask this: he gets further than 403, to a version that is not so, or to a body that nobody could mean."""
        path = self.address(route.path)
        body = self.good(route) if "{" in route.path else {"no such member": 1}
        for client in self.clients():
            if client.send(route.method, path, body, If_Match=STALE).status_code in {412, 422}:
                return client
        raise AssertionError(f"{route}: nobody may ask this")


def world_of(service: Service) -> World:
    """A new world at this service."""
    table = service.table(3)
    game = table.start()
    key = service.admin.done("/v1/keys", {"role": "auditor", "name": "to be attacked"})["id"]
    dispute = table.of(1).done("/v1/disputes", {"game": game, "kind": "other", "words": "It is attacked"})["id"]
    ended = service.table(3)
    original = ended.start()
    service.steward.done(f"/v1/games/{original}/actions", {"type": "void_game", "reason": "To be branched"})
    branch = service.steward.done(f"/v1/games/{original}/branches", {"step": 1})["id"]
    ids = {"player": table.seats[1], "table": table.id, "game": game, "key": key, "dispute": dispute, "original": original}
    ids |= {"audit": "games"}
    chosen = {"url": "https://books.example.org/", "types": ["table.*"]}
    webhook = service.steward.done("/v1/webhooks", chosen)["id"]
    return World(service, table, {**ids, "branch": branch, "webhook": webhook})


def state(service: Service) -> dict[str, Any]:
    """All that is kept: events and versions, people, keys, references, and the answers that were given. Refusals may come."""
    told = {}
    for name, where in {
        "events": "",
        "people": "",
        "keys": "",
        "references_used": "",
        "receivers": "",
        "inbox_reads": "",
        "receiver_secrets": "",
        "answers": "where status < 400",
    }.items():
        told[name] = service.ledger.recorder.rows(f"select count(*), {DIGEST} from {name} t {where}")[0]
    return told


@contextmanager
def unchanged(service: Service) -> Iterator[None]:
    """Asserts that whatever happens in between changes nothing."""
    before = state(service)
    yield
    assert state(service) == before


def fault(answer: httpx.Response, *statuses: int) -> str:
    """What is wrong with a refusal, as words; empty: it is a problem with one of these statuses, and tells nothing hidden."""
    if answer.status_code not in statuses:
        return f"{answer.status_code} instead of {statuses}: {answer.text[:200]}"
    if answer.request.method == "HEAD":
        return ""
    if answer.headers.get("Content-Type") != "application/problem+json":
        return f"Content-Type {answer.headers.get('Content-Type')}: {answer.text[:200]}"
    problem = answer.json()
    if not (problem["type"].startswith(("/problems/", "/rules/")) and problem["title"] and problem["status"] == answer.status_code):
        return f"no whole problem: {answer.text[:200]}"
    if not 8 <= len(problem["detail"]) <= 400 or (problem["detail"][-1] not in ".…" and problem["type"] != "/problems/malformed"):
        return f"no sentence: {problem['detail'][:200]}"
    if found := LEAKS.search(answer.text):
        return f"tells {found[0]!r}: {answer.text[:300]}"
    return "" if len(answer.content) < 4000 else f"{len(answer.content)} bytes long"


class Findings:
    """Collects what went wrong in a row of attacks, to be shown all at once."""

    def __init__(self) -> None:
        self.found: list[str] = []

    def see(self, what: Any, answer: httpx.Response, *statuses: int) -> None:
        """Notes it if the answer is not the refusal that is due."""
        if told := fault(answer, *statuses):
            self.found.append(f"{str(what)[:160]} -> {told}")

    def none(self) -> None:
        """Asserts that nothing was found."""
        assert not self.found, f"{len(self.found)} findings\n" + "\n".join(self.found[:20])


def raw(client: Client, method: str, path: str, content: bytes, headers: dict[str, bytes | None]) -> httpx.Response:
    """A request with these very bytes; headers of None are left out."""
    usual: dict[str, bytes | None] = {"Idempotency-Key": new_key().encode(), "Content-Type": b"application/json"}
    named = {**{name: text.encode() for name, text in client.headers().items()}, **usual, **headers}
    sent = [(name.encode(), text) for name, text in named.items() if text is not None]
    return client.http.request(method, path, headers=sent, content=content)


def some(values: list[Any], about: object) -> list[Any]:
    """Some of the values, other ones for each thing that they are tried on; all of them if everything is to be tried."""
    if lengths.is_all() or len(values) <= SOME:
        return values
    return Random(str(about)).sample(values, SOME)  # noqa: S311  # chance by seed, not secrecy


def whole(body: Any) -> bytes:
    """A body as bytes."""
    return json.dumps(body).encode()
