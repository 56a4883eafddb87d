"""The body of a request, whole or refused: a request that may be incomplete is never carried out, whatever server has read it. A
server passes on what has arrived. Flask alone would cut a body without a declared length at the limit, and take a body whose client
disappeared in the middle for a complete one.
"""

from collections.abc import Callable
from functools import cached_property
from io import BytesIO
from typing import IO
from wsgiref.types import WSGIEnvironment

import flask
from werkzeug.exceptions import HTTPException, RequestEntityTooLarge
from werkzeug.wsgi import get_content_length

from api.http.limits import Limits
from api.http.problems import Problem

PART_BYTES = 64 * 1024
UNREAD = "cardledger.unread"  # in the environment of a request whose body the server has not read: the problem to answer with


_LIMITED: dict[Callable[..., object], Callable[[Limits], int]] = {}


class Request(flask.Request):
    """A request whose body is read at once and to its end. Every access to it goes through `stream`, also that to forms."""

    @cached_property
    def stream(self) -> IO[bytes]:
        """The whole body. Raises HTTPException (413: it is larger than the limit) and Problem: bad-request."""
        return BytesIO(whole(self.environ, self.max_content_length or 0))


def bytes_max(app: flask.Flask, limits: Limits, method: str, path: str) -> int:
    """How large a body the application takes at this address: the limit that its route was declared with, else the usual one."""
    try:
        endpoint, _ = app.url_map.bind("").match(path, method)
    except HTTPException:
        return limits.body_bytes_max
    own = _LIMITED.get(app.view_functions[endpoint])
    return limits.body_bytes_max if own is None else own(limits)


def limited(view: Callable[..., object], own: Callable[[Limits], int]) -> None:
    """The route of this view has a limit of its own."""
    _LIMITED[view] = own


def whole(environ: WSGIEnvironment, limit: int) -> bytes:
    """The body that a WSGI server hands on, at most so many bytes; nothing where neither a length nor an end is known. Raises
    HTTPException (413), Problem."""
    declared = get_content_length(environ)
    if declared is None and not environ.get("wsgi.input_terminated"):
        return b""
    if declared is not None and declared > limit:
        raise RequestEntityTooLarge
    body = _read(environ["wsgi.input"], limit + 1 if declared is None else declared)
    if declared is not None and len(body) < declared:
        raise _torn()
    if len(body) > limit:
        raise RequestEntityTooLarge
    return body


def _read(stream: IO[bytes], most: int) -> bytes:
    """Up to so many bytes. Each server has its own way of signalling that a body does not end as it should."""
    body = bytearray()
    while len(body) < most:
        try:
            part = stream.read(min(PART_BYTES, most - len(body)))
        except Exception as fault:
            raise _torn() from fault
        if not part:
            break
        body += part
    return bytes(body)


def _torn() -> Problem:
    return Problem("bad-request", "The body has not come whole: it ends before it should, or is not chunked as it has to be.")
