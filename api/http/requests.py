"""What a request carries besides its meaning: Idempotency-Key, fingerprint, If-Match; and reading its body strictly."""

import re
from collections.abc import Callable, Mapping
from datetime import datetime
from hashlib import sha256

import flask
import marshmallow
import msgspec

from api.http import strict_json
from api.http.auth import caller
from api.http.forms import Form, G
from api.http.problems import Problem, refusal
from api.http.validating import Errors, recognised
from engine.plain import Json, JsonObject
from engine.saying import Saying
from ledger.orders.order import Answer, Decided, Order

JSON = "application/json"
KEY_LENGTH_MAX = 255
_KEY = re.compile(r"[\x21-\x7e]{1,255}")
_canonical = msgspec.json.Encoder(order="sorted").encode
_ETAG = re.compile(r'"([1-9][0-9]{0,17})"')


def order(answer: Callable[[Decided], Answer], effective_at: datetime | None = None) -> Order:
    """The order that this writing request makes: who is calling, under which key, with which fingerprint, on which version.

    effective_at: when it happened, where the request says so (WALLET-5).

    Raises Problem: idempotency-key-missing, malformed-header.
    """
    return Order(
        caller=caller(),
        key=idempotency_key(),
        fingerprint=fingerprint(),
        answer=answer,
        refuse=refusal,
        if_match=if_match(),
        effective_at=effective_at,
    )


def idempotency_key() -> str:
    """The Idempotency-Key of the request: 1 to 255 printable ASCII characters without spaces. Raises Problem."""
    key = flask.request.headers.get("Idempotency-Key", "")
    if not key:
        raise Problem("idempotency-key-missing", "A request that writes needs the header Idempotency-Key.")
    if not _KEY.fullmatch(key):
        says = Saying("Idempotency-Key takes 1 to {most} printable ASCII characters without spaces.", most=KEY_LENGTH_MAX)
        raise Problem("malformed-header", says, header="Idempotency-Key", length_max=KEY_LENGTH_MAX)
    return key


def fingerprint() -> bytes:
    """SHA-256 of method, path and body: tells whether a repeated key belongs to the same request.

    Of a JSON body the content counts: the order of names, white space, escapes, and whether a field is omitted or null make no
    difference. Any other body counts byte by byte.
    """
    request = flask.request
    path = request.full_path if request.query_string else request.path
    said = flask.g.get("said")
    content = request.get_data(cache=True) if said is None else _canonical(_without_nulls(said))
    return sha256(f"{request.method}\n{path}\n".encode("utf-8", "surrogateescape") + content).digest()


def _without_nulls(said: JsonObject) -> JsonObject:
    """A body without the fields that are null; in a list of acts, of each act."""
    acts = said.get("acts")
    if isinstance(acts, list):
        said = {**said, "acts": [_without_nulls(act) if isinstance(act, dict) else act for act in acts]}
    return {name: value for name, value in said.items() if value is not None}


def if_match() -> int | None:
    """The version that the request names in If-Match: `"5"`; None without it, or for `*`. Raises Problem."""
    text = flask.request.headers.get("If-Match")
    if text is None or text.strip() == "*":
        return None
    found = _ETAG.fullmatch(text.strip())
    if found is None:
        raise Problem("malformed-header", 'If-Match takes one version as it was given in ETag, such as "5".', header="If-Match")
    return int(found[1])


def need_if_match() -> None:
    """Raises Problem, unless If-Match names a version: precondition-required, malformed-header."""
    if if_match() is None:
        says = Saying("Send If-Match with the version that you have read and judged, as it was given in ETag.")
        raise Problem("precondition-required", says, header="If-Match")


def body(schema: Form[G]) -> G:
    """The JSON body, strictly read and loaded by its schema; no body at all is an empty object.

    Raises Problem: unsupported-media-type, malformed.
    """
    flask.g.said = given = _json_object()
    return _loaded(schema, given)


def _json_object() -> JsonObject:
    request = flask.request
    raw = request.get_data(cache=True)
    if not raw and not request.mimetype:
        return {}
    if request.mimetype != JSON or request.mimetype_params.get("charset", "utf-8").lower() not in {"utf-8", "utf8"}:
        raise Problem("unsupported-media-type", "Send the body as application/json, in UTF-8.", accepted=JSON)
    try:
        value = strict_json.loads(raw)
    except strict_json.NotJson as error:
        raise Problem("malformed", error.saying) from None
    if not isinstance(value, dict):
        raise Problem("malformed", "The body must be a JSON object.")
    return value


def query(schema: Form[G]) -> G:
    """The query, loaded by its schema. A name given twice is refused, since it is unclear which value is meant. Raises Problem:
    malformed."""
    given: dict[str, str] = {}
    for name, values in flask.request.args.lists():
        if len(values) > 1:
            word = name[:40]
            says = Saying("The query names {name} more than once.", name=repr(word))
            raise Problem("malformed", says, errors={word: [Saying("Given more than once.")]})
        given[name] = values[0]
    return _loaded(schema, given)


def _loaded(schema: Form[G], value: Mapping[str, Json]) -> G:
    try:
        loaded: G = schema.load(value)
    except marshmallow.ValidationError as error:
        raise malformed(error) from None
    return loaded


def malformed(error: marshmallow.ValidationError) -> Problem:
    """The problem that tells what is wrong with a request, field by field."""
    named = error.field_name not in {None, marshmallow.exceptions.SCHEMA}
    errors = error.messages if isinstance(error.messages, dict) else {error.field_name if named else "body": error.messages}
    told = {_short(name): recognised(found) for name, found in errors.items()}
    return Problem("malformed", _sentence(told), errors=told)


def _short(name: object) -> str:
    """A name from the request, short enough for an answer."""
    text = str(name)
    return text if len(text) <= 60 else text[:59] + "…"


def _sentence(errors: Mapping[str, Errors]) -> Saying:
    """The first error in words."""
    name, found = next(iter(errors.items()))
    while isinstance(found, Mapping):
        inner, found = next(iter(found.items()))
        name = f"{name}.{inner}"
    first = found[0] if isinstance(found, list) and found else found
    return Saying("{name}: {says}", name=_short(name), says=first)
