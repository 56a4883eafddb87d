"""The feed of all events, by polling, long polling or as server-sent events."""

import time
from collections.abc import Iterator

import flask
import msgspec

from api.http.answers import found
from api.http.auth import caller
from api.http.paging import known
from api.http.problems import Problem
from api.rest.openapi import Blueprint
from api.schemas import events as schemas
from api.service import feed
from api.service.shared import House, house
from engine.saying import Saying
from ledger.orders.order import Caller
from ledger.store.errors import BeyondEnd, NotYet, Unavailable

blueprint = Blueprint("events", __name__, url_prefix="/v1", description="What has happened, in order, as far as you may follow it")
RETRY_AFTER_S = "5"
NOTHING_SEEN_PAGES_MAX = 20


@blueprint.operation("GET", "/events", (200, schemas.FeedPage), query=schemas.FeedQuery)
def list_events(given: schemas.FeedQueryGiven) -> flask.Response:
    """Events after position `after`. With `wait` the answer is delayed until there is one, for at most so many seconds."""
    here, asking = house(), caller()
    events, reached = _some(here, asking, given["after"], given["limit"])
    seconds = min(given["wait"], here.limits.wait_s_max)
    if not events and seconds:
        if not here.waiting.take():
            raise _full()
        try:
            end = time.monotonic() + seconds
            while not events and here.watch.beyond(reached, end - time.monotonic()):
                events, reached = _some(here, asking, reached, given["limit"])
            _Still(here).check()
        finally:
            here.waiting.leave()
    return found({"events": events, "after": reached})


def _some(here: House, asking: Caller, after: int, limit: int) -> tuple[list[feed.Item], int]:
    """A page with something on it, if there is one not too far after `after`."""
    for _ in range(NOTHING_SEEN_PAGES_MAX):
        events, reached = feed.page(here.ledger, asking, after, limit, here.limits.ready_wait_s)
        if events or reached == after:
            return events, reached
        after = reached
    return [], after


@blueprint.operation("GET", "/events/stream", (200, {"type": "string"}), query=schemas.StreamQuery, media_type="text/event-stream")
def stream_events(given: schemas.StreamQueryGiven) -> flask.Response:
    """Events as they happen, as server-sent events. Begins after Last-Event-ID, else after `after`, else with the next event.

    `id` is the position, `event` the type, `data` an item as /v1/events gives it.
    """
    here, asking = house(), caller()
    after = _last_event_id()
    if after is None:
        after = here.ledger.head() if given["after"] is None else given["after"]
    known(here.ledger, after)
    if not here.waiting.take():
        raise _full()
    stream = _Stream(here, asking, after, _Still(here))
    response = flask.Response(stream, 200, content_type="text/event-stream; charset=utf-8", direct_passthrough=True)
    response.headers["Cache-Control"] = "private, no-store"
    response.headers["X-Accel-Buffering"] = "no"
    return response


class _Still:
    """Whether the key that opened a stream or a long poll is still good: a revoked one sees nothing more."""

    def __init__(self, here: House) -> None:
        headers = flask.request.headers
        self._gate, self._sent = here.gate, (headers.get("Authorization"), headers.get("On-Behalf-Of"))

    def check(self) -> None:
        """Checked before anything is sent. Raises Problem: not-authenticated, not-allowed."""
        self._gate.still_caller_of(*self._sent)

    def good(self) -> bool:
        """Whether `check` raises nothing."""
        try:
            self.check()
        except Problem:
            return False
        return True


class _Stream:
    """The body of the response. Gives its place back whenever and however it ends, even if nobody ever read from it.

    It ends in order when the store or a read model stays away, or ends before what was sent: the client comes back with
    Last-Event-ID, and is told then.
    """

    def __init__(self, here: House, asking: Caller, after: int, still: _Still) -> None:
        self._here = here
        self._left = False
        self._parts = _parts(here, asking, after, still)

    def __iter__(self) -> Iterator[bytes]:
        return self

    def __next__(self) -> bytes:
        try:
            return next(self._parts)
        except (BeyondEnd, NotYet, Unavailable):
            raise StopIteration from None

    def close(self) -> None:
        """Called by the server at the end."""
        if not self._left:
            self._left = True
            self._here.waiting.leave()


def _parts(here: House, asking: Caller, after: int, still: _Still) -> Iterator[bytes]:
    end = time.monotonic() + here.limits.stream_s_max
    yield b"retry: 2000\n\n"
    while time.monotonic() < end:
        events, reached = feed.page(here.ledger, asking, after, schemas.PAGE_MAX, here.limits.ready_wait_s)
        if (events or reached == after) and not still.good():
            return
        for item in events:
            yield b"id: %d\nevent: %s\ndata: %s\n\n" % (item.position, _type(item).encode(), msgspec.json.encode(item))
        if reached == after and not here.watch.beyond(after, here.limits.heartbeat_s):
            yield b"id: %d\n: nothing new\n\n" % after
        after = reached


class _Named(msgspec.Struct):
    type: str


_named = msgspec.json.Decoder(_Named).decode


def _type(item: feed.Item) -> str:
    return _named(bytes(item.event)).type


def _last_event_id() -> int | None:
    text = flask.request.headers.get("Last-Event-ID")
    if text is None or not text.strip():
        return None
    text = text.strip()
    if not (text.isascii() and text.isdigit() and len(text) <= 18):
        raise Problem(
            "malformed-header", "Last-Event-ID takes the id of the last event you got: a position.", header="Last-Event-ID"
        )
    return int(text)


def _full() -> Problem:
    says = Saying("The service keeps no more connections waiting; poll without `wait`, or try again soon.")
    return Problem("too-many-streams", says, headers={"Retry-After": RETRY_AFTER_S})
