"""The feed of all events, by polling, long polling or as server-sent events."""

import flask

from api.http.answers import found
from api.http.auth import admitted_by, caller
from api.http.paging import known
from api.http.problems import Problem
from api.rest.openapi import Blueprint
from api.schemas import events as schemas
from api.service import feed
from api.service.batch import Item
from api.service.shared import House, house
from api.service.waiting import Poll, Stream, Watcher, waited_until
from engine.saying import Saying
from ledger.orders.order import Caller

blueprint = Blueprint("events", __name__, url_prefix="/v1", description="What has happened, in order, as far as you may follow it")
RETRY_AFTER_S = "5"
NOTHING_SEEN_PAGES_MAX = 20


@blueprint.operation("GET", "/events", (200, schemas.FeedPage), query=schemas.FeedQuery)
def list_events(given: schemas.FeedQueryGiven) -> flask.Response:
    """Events after position `after`. With `wait` the answer is delayed until there is one, for at most so many seconds."""
    here, asking, waited = house(), caller(), waited_until()
    events, reached = _some(here, asking, given["after"] if waited is None else waited, given["limit"])
    response = found({"events": events, "after": reached})
    seconds = min(given["wait"], here.limits.wait_s_max)
    if not events and seconds and waited is None and _is_get():
        _take_place(here)
        _wait_with(response, Poll(Watcher(asking, admitted_by()), reached, here.waiting, seconds, response.get_data()))
    return response


def _some(here: House, asking: Caller, after: int, limit: int) -> tuple[list[Item], int]:
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
    response = flask.Response(status=200, content_type="text/event-stream; charset=utf-8")
    response.headers["Cache-Control"] = "private, no-store"
    response.headers["X-Accel-Buffering"] = "no"
    if _is_get():
        _take_place(here)
        _wait_with(response, Stream(Watcher(asking, admitted_by()), after, here.waiting, here.limits.stream_s_max))
    return response


def _is_get() -> bool:
    """HEAD asks for the headers only: there is nothing to wait for."""
    return flask.request.method == "GET"


def _take_place(here: House) -> None:
    """A place to wait at. Raises Problem: too-many-streams."""
    if not here.waiting.take():
        raise _full()


def _wait_with(response: flask.Response, waiting: Poll | Stream) -> None:
    """The server gets what waits as it is."""
    response.response, response.direct_passthrough = waiting, True
    response.headers.pop("Content-Length", None)


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
