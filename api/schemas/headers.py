"""Headers of requests, for the description; `api.http.auth` and `api.http.requests` read them."""

import marshmallow
from marshmallow import fields


class ReadHeaders(marshmallow.Schema):
    """What every request may carry beside its key."""

    on_behalf_of = fields.String(
        data_key="On-Behalf-Of",
        metadata={"description": "For an online room: the id of the player, registered by the room, for whom it asks"},
    )


class WriteHeaders(ReadHeaders):
    """What a request that writes carries."""

    idempotency_key = fields.String(
        data_key="Idempotency-Key",
        required=True,
        metadata={
            "description": "1 to 255 printable ASCII characters; a request repeated under the same key is carried out once",
            "minLength": 1,
            "maxLength": 255,
        },
    )
    if_match = fields.String(
        data_key="If-Match",
        metadata={"description": 'The version on which the request was decided, e.g. "5"; if that has passed, 412'},
    )


class MatchedHeaders(WriteHeaders):
    """What a request carries that judges what it has read: a ruling, a correction."""

    if_match = fields.String(
        data_key="If-Match",
        required=True,
        metadata={"description": 'The version on which the request was decided, e.g. "5"; if that has passed, 412'},
    )
