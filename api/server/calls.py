"""A request as the application gets it, and its answer: WSGI on one side, ASGI on the other."""

from __future__ import annotations

import io
import sys
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Protocol, runtime_checkable
from urllib.parse import unquote_to_bytes
from wsgiref.types import WSGIEnvironment

import flask
from uvicorn._types import HTTPScope

from api.service.waiting import Waiting


@dataclass(frozen=True, slots=True)
class Answer:
    """What the application has answered. body: all of it, or its pieces as they are made, or what is to wait for events. The last
    two must be closed."""

    status: int
    headers: list[tuple[bytes, bytes]]
    body: bytes | Pieces | Waiting


class Pieces:
    """A body that is too long to be kept as a whole: each piece is made when the one before has been sent."""

    def __init__(self, parts: Iterable[bytes]) -> None:
        self._parts, self._iterator = parts, iter(parts)

    def next(self) -> bytes | None:
        """The next piece; None: there is no other. Raises what goes wrong with it: the answer breaks off."""
        return next(self._iterator, None)

    def close(self) -> None:
        """Called at the end, whatever it is."""
        if isinstance(self._parts, Closing):
            self._parts.close()


@runtime_checkable
class Closing(Protocol):
    """What WSGI has closed at the end."""

    def close(self) -> object:
        """Called once."""


def environ_of(scope: HTTPScope, body: bytes, length: int | None) -> WSGIEnvironment:
    """The environment of a request whose body has come. length: what the application is told of the body, which may be more than
    has been read: then it refuses it by its own limit. None: the request has no body."""
    server, client = scope.get("server") or ("localhost", 0), scope.get("client") or ("", 0)
    environ: WSGIEnvironment = {
        "REQUEST_METHOD": scope["method"],
        "SCRIPT_NAME": "",
        "PATH_INFO": path_of(scope),
        "QUERY_STRING": scope["query_string"].decode("latin-1"),
        "SERVER_PROTOCOL": f"HTTP/{scope['http_version']}",
        "SERVER_NAME": server[0],
        "SERVER_PORT": str(server[1]),
        "REMOTE_ADDR": client[0],
        "REMOTE_PORT": str(client[1]),
        "wsgi.version": (1, 0),
        "wsgi.url_scheme": scope["scheme"],
        "wsgi.input": io.BytesIO(body),
        "wsgi.errors": sys.stderr,
        "wsgi.multithread": True,
        "wsgi.multiprocess": True,
        "wsgi.run_once": False,
    }
    _add_headers(environ, scope["headers"])
    if length is not None:
        environ["CONTENT_LENGTH"] = str(length)
    return environ


def path_of(scope: HTTPScope) -> str:
    """The path as WSGI has it: its bytes, each as a character."""
    raw = scope["raw_path"]
    return (unquote_to_bytes(raw) if b"%" in raw else raw).decode("latin-1")


def _add_headers(environ: WSGIEnvironment, headers: Iterable[tuple[bytes, bytes]]) -> None:
    """A name with an underscore would pass for another one with a hyphen, and is left out. How the body came is no longer true."""
    for name, value in headers:
        if b"_" in name or name in {b"transfer-encoding", b"content-length"}:
            continue
        key, text = name.decode("latin-1").upper().replace("-", "_"), value.decode("latin-1")
        if key != "CONTENT_TYPE":
            key = f"HTTP_{key}"
        between = "; " if key == "HTTP_COOKIE" else ","
        environ[key] = f"{environ[key]}{between}{text}" if key in environ else text


def answer(app: flask.Flask, environ: WSGIEnvironment) -> Answer:
    """Have the application answer, in this thread."""
    told: list[tuple[str, list[tuple[str, str]]]] = []

    def start(status: str, headers: list[tuple[str, str]], _error: object = None, /) -> Callable[[bytes], object]:
        told.append((status, headers))
        return bytearray().extend  # a way to write that nobody uses any more

    parts = app(environ, start)
    status, headers = told[-1]
    encoded = [(name.lower().encode("latin-1"), value.encode("latin-1")) for name, value in headers]
    if isinstance(parts, Waiting):
        return Answer(int(status[:3]), encoded, parts)
    if not any(name == b"content-length" for name, _ in encoded) and status[:3] not in {"204", "304"}:
        return Answer(int(status[:3]), encoded, Pieces(parts))
    try:
        return Answer(int(status[:3]), encoded, b"".join(parts))
    finally:
        if isinstance(parts, Closing):
            parts.close()
