"""What a request carries besides its meaning: Idempotency-Key, fingerprint, If-Match; and reading its body strictly."""

import re
from collections.abc import Callable, Mapping
from hashlib import sha256
from typing import Any, NoReturn

import flask
import marshmallow
from webargs.flaskparser import FlaskParser

from api import strict_json
from api.auth import caller
from api.problems import Problem, refusal
from ledger.orders import Answer, Decided, Order

KEY_LENGTH_MAX = 255
_KEY = re.compile(r"[\x21-\x7e]{1,255}")
_ETAG = re.compile(r'"([1-9][0-9]{0,17})"')


def order(answer: Callable[[Decided], Answer]) -> Order:
    """The order that this writing request is: who asks, under which key, with which fingerprint, on which version.

    Raises Problem: idempotency-key-missing, malformed-header.
    """
    return Order(
        caller=caller(), key=idempotency_key(), fingerprint=fingerprint(), answer=answer, refuse=refusal, if_match=if_match()
    )


def idempotency_key() -> str:
    """The Idempotency-Key of the request: 1 to 255 printable ASCII characters without spaces. Raises Problem."""
    key = flask.request.headers.get("Idempotency-Key", "")
    if not key:
        raise Problem("idempotency-key-missing", "A request that writes needs the header Idempotency-Key.")
    if not _KEY.fullmatch(key):
        says = f"Idempotency-Key takes 1 to {KEY_LENGTH_MAX} printable ASCII characters without spaces."
        raise Problem("malformed-header", says, header="Idempotency-Key", length_max=KEY_LENGTH_MAX)
    return key


def fingerprint() -> bytes:
    """SHA-256 of method, path and body: tells whether a repeated key belongs to the same request."""
    request = flask.request
    path = request.full_path if request.query_string else request.path
    return sha256(f"{request.method}\n{path}\n".encode("utf-8", "surrogateescape") + request.get_data(cache=True)).digest()


def if_match() -> int | None:
    """The version that the request names in If-Match: `"5"`; None without it, or for `*`. Raises Problem."""
    text = flask.request.headers.get("If-Match")
    if text is None or text.strip() == "*":
        return None
    found = _ETAG.fullmatch(text.strip())
    if found is None:
        raise Problem("malformed-header", 'If-Match takes one version as it was given in ETag, such as "5".', header="If-Match")
    return int(found[1])


class StrictParser(FlaskParser):
    """Reads bodies with `strict_json`, refuses names that no schema knows, and answers with problems."""

    DEFAULT_UNKNOWN_BY_LOCATION = {**FlaskParser.DEFAULT_UNKNOWN_BY_LOCATION, "json": marshmallow.RAISE, "query": marshmallow.RAISE}  # noqa: RUF012

    def load_json(self, req: flask.Request, schema: marshmallow.Schema) -> Any:  # noqa: ARG002
        """The JSON body; an empty body is an empty object. Raises Problem: unsupported-media-type, malformed."""
        raw = req.get_data(cache=True)
        if not raw and not req.mimetype:
            return {}
        if req.mimetype != "application/json" or req.mimetype_params.get("charset", "utf-8").lower() not in {"utf-8", "utf8"}:
            raise Problem("unsupported-media-type", "Send the body as application/json, in UTF-8.", accepted="application/json")
        try:
            value = strict_json.loads(raw)
        except strict_json.NotJson as error:
            raise Problem("malformed", str(error)) from None
        if not isinstance(value, dict):
            raise Problem("malformed", "The body must be a JSON object.")
        return value

    def load_querystring(self, req: flask.Request, schema: marshmallow.Schema) -> Any:
        """The query; a name given twice is refused rather than one of its values guessed. Raises Problem: malformed."""
        for name, values in req.args.lists():
            if len(values) > 1:
                raise Problem(
                    "malformed", f"The query names {name[:40]!r} more than once.", errors={name[:40]: ["Given more than once."]}
                )
        return super().load_querystring(req, schema)

    def handle_error(
        self,
        error: marshmallow.ValidationError,
        req: flask.Request,  # noqa: ARG002
        schema: marshmallow.Schema,  # noqa: ARG002
        *,
        error_status_code: int | None,  # noqa: ARG002
        error_headers: Mapping[str, str] | None,  # noqa: ARG002
    ) -> NoReturn:
        """Validation errors as one problem: malformed."""
        messages = error.messages if isinstance(error.messages, dict) else {"body": error.messages}
        where = next(iter(messages), "json")
        inside = messages[where]
        inner: dict[Any, Any] = inside if where in {"json", "query"} and isinstance(inside, dict) else messages
        raise Problem("malformed", _sentence(inner), errors=inner) from None


def _sentence(errors: Mapping[str, Any]) -> str:
    """The first error in words."""
    name, found = next(iter(errors.items()))
    while isinstance(found, dict):
        inner, found = next(iter(found.items()))
        name = f"{name}.{inner}"
    first = found[0] if isinstance(found, list) and found else found
    return f"{name}: {first}"[:300]
