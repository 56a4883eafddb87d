"""API keys."""

from typing import TypedDict

import marshmallow
from marshmallow import fields, validate

from api.http.forms import Form
from api.schemas import fields as own

ROLES = ["admin", "cashier", "steward", "player", "auditor", "room"]


class NewKeyGiven(TypedDict):
    """What `NewKey` loads to."""

    role: str
    subject: str | None
    name: str


class NewKey(Form[NewKeyGiven]):
    """A key for a role. subject: of a player his id; else left out for a new one, or that of a person who gets a further key."""

    role = own.Text(required=True, validate=validate.OneOf(ROLES))
    subject = own.subject(load_default=None, allow_none=True)
    name = own.Name(required=True)


class KeySchema(marshmallow.Schema):
    """A key. key: the secret, in the first answer only; the same request asked again shows null."""

    id = fields.String(required=True)
    role = fields.String(required=True)
    subject = fields.String(required=True)
    name = fields.String(required=True)
    key = fields.String(allow_none=True)
    revoked = fields.Boolean()


class KeyPage(marshmallow.Schema):
    """All keys."""

    keys = fields.List(fields.Nested(KeySchema), required=True)
    next = fields.String(required=True, allow_none=True)


class HealthSchema(marshmallow.Schema):
    """Whether the service lives, and can do its work."""

    status = fields.String(required=True)
