"""Events as they are shown."""

from typing import TypedDict

import marshmallow
from marshmallow import fields

from api.http.forms import Form
from api.schemas import fields as own

PAGE_MAX = 100


class EventSchema(marshmallow.Schema):
    """An event: its public part as it is stored, and under `opened` the hidden parts that this viewer may see.

    In `data` a hidden value is `{"sealed": {part: digest}}`; `opened` mirrors it with `{part: {"salt", "value"}}`, where
    digest = SHA-256 of the salt's 16 bytes and the value's canonical JSON.
    """

    type = fields.String(required=True, metadata={"example": "azi.card_played"})
    stream = fields.String(required=True)
    version = fields.Integer(required=True, metadata={"description": "of the stream after this event"})
    at = fields.DateTime(required=True, metadata={"description": "effective time"})
    actor = fields.String(required=True)
    via = fields.String(required=True, allow_none=True, metadata={"description": "the room that spoke for him; or import"})
    by = fields.String(required=True, metadata={"description": "what all events of one command share"})
    prev = fields.String(required=True, metadata={"description": "SHA-256 of the stream's event before this one"})
    v = fields.Integer(required=True, metadata={"description": "version of the event's shape"})
    data = fields.Dict(required=True)
    opened = fields.Dict(metadata={"description": "hidden parts shown to this viewer"})


class FeedItem(marshmallow.Schema):
    """An event with its place in the whole ledger."""

    position = fields.Integer(required=True)
    recorded_at = fields.DateTime(required=True)
    event = fields.Nested(EventSchema, required=True)


class FeedPage(marshmallow.Schema):
    """after: pass it in the next request. Positions that this viewer may not see are passed over."""

    events = fields.List(fields.Nested(FeedItem), required=True)
    after = fields.Integer(required=True)


class FeedQueryGiven(TypedDict):
    """What `FeedQuery` loads to."""

    after: int
    limit: int
    wait: int


class FeedQuery(Form[FeedQueryGiven]):
    """wait: seconds to wait for the first new event (long poll)."""

    after = own.Counted(0, 10**18 - 1, load_default=0)
    limit = own.Counted(1, 100, load_default=100)
    wait = own.Counted(0, 25, load_default=0)


class StreamQueryGiven(TypedDict):
    """What `StreamQuery` loads to."""

    after: int | None


class StreamQuery(Form[StreamQueryGiven]):
    """Where a stream of events begins, where no Last-Event-ID says it."""

    after = own.Counted(0, 10**18 - 1, load_default=None)


class EventPage(marshmallow.Schema):
    """Events of one game, from behind version `after`; `next` is the `after` of the next page, or null."""

    game = fields.String(required=True)
    events = fields.List(fields.Nested(EventSchema), required=True)
    next = fields.Integer(required=True, allow_none=True)


class EventsQueryGiven(TypedDict):
    """What `EventsQuery` loads to."""

    after: int
    limit: int


class EventsQuery(Form[EventsQueryGiven]):
    """after: a version of the game's stream."""

    after = own.Counted(0, 10**9, load_default=0)
    limit = own.Counted(1, 100, load_default=100)
