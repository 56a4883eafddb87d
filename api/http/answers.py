"""Answers as bytes and responses. The bytes of a write are made once, inside its unit of work, and sent again as they are."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from datetime import datetime
from typing import TypeAlias
from urllib.parse import urlencode

import flask
import msgspec

from api.http import refused
from ledger.orders.order import Answer, Decided, Done

# What an answer shows: plain values, times (RFC 3339, UTC), JSON bytes that stand in it as they are, structures of their own.
Shown: TypeAlias = (
    bool | int | float | str | datetime | msgspec.Raw | msgspec.Struct | Sequence["Shown"] | Mapping[str, "Shown"] | None
)
Members: TypeAlias = dict[str, "Shown"]
encode = msgspec.json.Encoder().encode
JSON = "application/json"


def money(chips: int, unit: str, scale: int) -> Members:
    """An amount as the interface shows it: a decimal string, its unit, and the digits behind the point."""
    return {"amount": str(chips), "unit": unit, "scale": scale}


def raw(body: bytes) -> msgspec.Raw:
    """JSON bytes that stand in another answer as they are."""
    return msgspec.Raw(body)


def raws(bodies: Iterable[bytes]) -> list[msgspec.Raw]:
    """Several of them."""
    return [msgspec.Raw(body) for body in bodies]


def answering(
    stream: str | Callable[[Decided], str], body: Callable[[Decided], Shown], status: int = 201
) -> Callable[[Decided], Answer]:
    """What `Order.answer` takes: `body` made of what was decided, as JSON, with the version of `stream` as ETag."""

    def answer(decided: Decided) -> Answer:
        name = stream if isinstance(stream, str) else stream(decided)
        return Answer(status, encode(body(decided)), etag(decided.streams[name].version))

    return answer


def etag(version: int) -> str:
    """A stream's version as an entity tag."""
    return f'"{version}"'


def sent(done: Done) -> flask.Response:
    """The response to a write, the same whether it was done now or before, which a header tells; a refusal in the reader's
    language."""
    answer = done.answer
    if answer.status < 400:
        response = flask.Response(answer.body, answer.status, content_type=JSON)
    else:
        response = refused.response(answer.body, answer.status)
    headers = response.headers
    headers["Cache-Control"] = "private, no-store"
    if answer.etag:
        headers["ETag"] = answer.etag
    if done.position is not None:
        headers["Ledger-Position"] = str(done.position)
    if done.replayed:
        headers["Idempotent-Replayed"] = "true"
    return response


def found(body: Shown, *, version: int | None = None) -> flask.Response:
    """The response to a read. version: of the stream it was folded from."""
    response = flask.Response(encode(body), 200, content_type=JSON)
    response.headers["Cache-Control"] = "private, no-store"
    if version is not None:
        response.headers["ETag"] = etag(version)
    return response


def paged_file(text: str, name: str, following: str | None) -> flask.Response:
    """A page of a list as a file of CSV; the next page, at the address that was asked, stands in the header Link."""
    response = flask.Response(text, 200, content_type="text/csv; charset=utf-8; header=present")
    response.headers["Cache-Control"] = "private, no-store"
    response.headers["Content-Disposition"] = f'attachment; filename="{name}.csv"'
    if following is not None:
        query = urlencode({**flask.request.args.to_dict(), "cursor": following})
        response.headers["Link"] = f'<{flask.request.path}?{query}>; rel="next"'
    return response
