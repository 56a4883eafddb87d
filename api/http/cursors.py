"""Places in a list, issued as opaque words. Signed where they carry more than a place, so that nobody can forge one."""

import base64
import binascii
import hmac
import re
from hashlib import sha256
from typing import TypeVar

import msgspec

from api.http.problems import Problem
from engine.plain import Json

TAG_BYTES = 16
_NUMBER = re.compile("[0-9]{1,18}")


class Content(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What a signed cursor holds: each list that gives them out has its own."""


C = TypeVar("C", bound=Content)


def place(at: int | str) -> str:
    """The cursor behind this place."""
    return _text(msgspec.json.encode(at))


def number_of(cursor: str | None) -> int:
    """The place that a cursor of numbers names; 0 without one. Raises Problem: malformed."""
    at = _value(cursor, 0)
    if not isinstance(at, int) or isinstance(at, bool) or not 0 <= at < 2**62:
        raise _bad()
    return at


def word_of(cursor: str | None) -> str:
    """The place that a cursor of words names; "" without one. Raises Problem: malformed."""
    at = _value(cursor, "")
    if not isinstance(at, str) or len(at) > 64 or "\x00" in at:
        raise _bad()
    return at


def pair_of(cursor: str | None) -> tuple[int, int] | None:
    """The two numbers, with a point between them, that a cursor names; None without one. Raises Problem: malformed."""
    if cursor is None:
        return None
    first, point, second = word_of(cursor).partition(".")
    if not (point and _NUMBER.fullmatch(first) and _NUMBER.fullmatch(second)):
        raise _bad()
    return int(first), int(second)


def signed(secret: bytes, content: Content) -> str:
    """A cursor that holds `content` and cannot be changed without the secret."""
    body = msgspec.json.encode(content)
    return _text(_tag(secret, body) + body)


def content_of(secret: bytes, cursor: str, kind: type[C]) -> C | None:
    """What a signed cursor holds; None if it is of another list. Raises Problem: malformed, for anything that this service did not
    issue."""
    data = _bytes(cursor)
    tag, body = data[:TAG_BYTES], data[TAG_BYTES:]
    if not hmac.compare_digest(tag, _tag(secret, body)):
        raise _bad()
    try:
        return msgspec.json.decode(body, type=kind)
    except msgspec.ValidationError:
        return None


def foreign() -> Problem:
    """The problem with a cursor that another list has issued."""
    return _bad()


def _tag(secret: bytes, body: bytes) -> bytes:
    return hmac.new(secret, b"cursor\n" + body, sha256).digest()[:TAG_BYTES]


def _text(data: bytes) -> str:
    return base64.urlsafe_b64encode(data).rstrip(b"=").decode()


def _bytes(cursor: str) -> bytes:
    try:
        return base64.b64decode(cursor.encode("ascii") + b"=" * (-len(cursor) % 4), altchars=b"-_", validate=True)
    except (UnicodeEncodeError, binascii.Error, ValueError):
        raise _bad() from None


def _value(cursor: str | None, without: int | str) -> Json:
    if cursor is None:
        return without
    try:
        found: Json = msgspec.json.decode(_bytes(cursor))
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
        raise _bad() from None
    return found


def _bad() -> Problem:
    return Problem("malformed", "This cursor was not given out by the service.", errors={"cursor": ["Not a cursor of this list."]})
