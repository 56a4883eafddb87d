"""Game records: what a record that was checked holds."""

from collections.abc import Mapping
from typing import TypedDict

import marshmallow
from marshmallow import fields, validate

from api.http.forms import Description, Form
from api.schemas import fields as own
from api.schemas.players import MoneySchema

TOML = "application/toml"


class RecordQueryGiven(TypedDict):
    """What `RecordQuery` loads to."""

    times: str


class RecordQuery(Form[RecordQueryGiven]):
    """times: whether the time of each act stands behind the record."""

    times = own.Text(load_default="no", validate=validate.OneOf(("no", "yes")))


class RecordedPlayer(marshmallow.Schema):
    """A player of the game: what was before him when it began, and when it was over."""

    seat = fields.Integer(required=True)
    player = fields.String(required=True)
    stack = fields.Nested(MoneySchema, required=True)
    end = fields.Nested(MoneySchema, required=True)


class RecordHeld(marshmallow.Schema):
    """What a record holds. pot: as it went out at the end. record: of one that was typed, the same text with its checks."""

    game = fields.String(required=True)
    preset = fields.String(required=True)
    table = fields.String(required=True)
    number = fields.Integer(required=True)
    players = fields.List(fields.Nested(RecordedPlayer), required=True)
    how = fields.String(required=True, metadata={"enum": ["won", "split", "void"]})
    pot = fields.Nested(MoneySchema, required=True)
    acts = fields.Integer(required=True)
    steps = fields.Integer(required=True, metadata={"description": "events, consequences included"})
    stored = fields.Boolean(required=True, metadata={"enum": [False]})
    words = fields.String(required=True)
    record = fields.String(required=True, allow_none=True)


BODY: Mapping[str, Description] = {
    "requestBody": {"required": True, "content": {TOML: {"schema": {"type": "string", "description": "A game record"}}}}
}
