"""Examples of requests in the description of the interface: those that the sample games of the demo send, and for others those
of `examples.toml`. Tests send all of them."""

import re
import tomllib
from base64 import b32encode
from collections.abc import Mapping
from functools import cache
from hashlib import sha256
from importlib.resources import files

from apispec import APISpec

from engine.plain import Json, JsonObject

ID_BYTES = 10
_PLACE = re.compile(r"\{(\w+)\}")


def with_examples(spec: APISpec) -> JsonObject:
    """The description, with an example or several of each body."""
    description = spec.to_dict()
    for path, operations in description["paths"].items():
        address = re.compile(_PLACE.sub("[^/]+", path))
        for method, operation in operations.items():
            content = (
                operation.get("requestBody", {}).get("content", {}).get("application/json") if method != "parameters" else None
            )
            bodies = [body for word, place, body in _known() if word == method and address.fullmatch(place)]
            if content is not None and bodies:
                content["examples"] = {name: {"value": body} for name, body in _named(bodies).items()}
    return description


def _named(bodies: list[JsonObject]) -> dict[str, Json]:
    """One for each type of act; of other bodies the first."""
    if not any(name in body for body in bodies for name in ("type", "acts")):
        return {"example": bodies[0]}
    named: dict[str, Json] = {}
    for body in sorted(bodies, key=lambda body: "acts" not in body):
        named.setdefault("several acts" if "acts" in body else str(body["type"]), body)
    return named


@cache
def _known() -> tuple[tuple[str, str, JsonObject], ...]:
    """Method, address and body of every call of the sample games, and then of the others, that is accepted; what they keep of
    earlier answers is made up."""
    games = [file for file in files("seeds").joinpath("games").iterdir() if file.name.endswith(".toml")]
    found = []
    for file in (*sorted(games, key=lambda file: file.name), files("api.rest").joinpath("examples.toml")):
        for _, call, body, then in tomllib.loads(file.read_text("utf-8"))["calls"]:
            method, _, path = call.partition(" ")
            if "refused" not in then:
                found.append((method.lower(), _text(path), _object(body)))
    return tuple(found)


def _object(told: Mapping[str, Json]) -> JsonObject:
    return {name: _filled(value) for name, value in told.items()}


def _filled(value: Json) -> Json:
    """With an id for each name in braces."""
    if isinstance(value, str):
        return _text(value)
    if isinstance(value, Mapping):
        return _object(value)
    return [_filled(one) for one in value] if isinstance(value, list) else value


def _text(text: str) -> str:
    return _PLACE.sub(lambda found: _id(found[1]), text)


def _id(name: str) -> str:
    """An id as the ledger makes them, always the same for a name; of a game, that of a table with a number. Of a record, its
    beginning."""
    if name == "record":
        return 'format = "cardledger game record 1"\n…'
    of = b32encode(sha256(name.encode()).digest()[:ID_BYTES]).decode().lower()
    return f"{of}-1" if name.startswith("game") else f"{of}-1-1" if name in {"dispute", "branch"} else of
