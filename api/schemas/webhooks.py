"""Webhooks."""

from typing import TypedDict

import marshmallow
from marshmallow import fields, validate

from api.http.forms import Form
from api.schemas import fields as own
from ledger.notices.guard import URL_LENGTH_MAX
from ledger.notices.webhooks import PAGE_MAX, TYPES_MAX

STATES = ["on", "suspended", "ended"]
REASONS = ["failing", "restored", "gone", "key_revoked"]


class NewWebhookGiven(TypedDict):
    """What `NewWebhook` loads to."""

    url: str
    types: list[str]


class NewWebhook(Form[NewWebhookGiven]):
    """A webhook of the key that asks. types: names of events, or all of a family: "dispute.*"."""

    url = own.Text(
        required=True,
        validate=validate.Length(1, URL_LENGTH_MAX),
        metadata={"example": "https://books.example.org/cardledger", "maxLength": URL_LENGTH_MAX},
    )
    types = fields.List(
        own.Text(validate=validate.Length(1, 60), metadata={"example": "dispute.*"}),
        required=True,
        validate=validate.Length(1, TYPES_MAX),
        metadata={"minItems": 1, "maxItems": TYPES_MAX, "example": ["dispute.*", "wallet.*"]},
    )


class WebhookSchema(marshmallow.Schema):
    """A webhook, as it stands: whom it tells of what, how far it has come, and what has yet to reach it."""

    id = fields.String(required=True)
    key = fields.String(required=True, metadata={"description": "id of the key by whose rights it is told"})
    url = fields.String(required=True)
    types = fields.List(fields.String(), required=True)
    position = fields.Integer(required=True, metadata={"description": "up to which the events were looked at for it"})
    state = fields.String(required=True, metadata={"enum": STATES})
    why = fields.String(required=True, allow_none=True, metadata={"enum": [*REASONS, None]})
    waiting = fields.Integer(required=True, metadata={"description": "messages that have yet to reach it"})
    dead = fields.Integer(required=True, metadata={"description": "messages that were given up: its dead letters"})
    delivered = fields.Integer(required=True)
    delivered_at = fields.DateTime(required=True, allow_none=True)
    error = fields.String(required=True, allow_none=True, metadata={"description": "of the last failure since a delivery"})


class MadeWebhook(marshmallow.Schema):
    """A new webhook. secret: in the first answer only; the same request asked again shows null."""

    id = fields.String(required=True)
    url = fields.String(required=True)
    types = fields.List(fields.String(), required=True)
    secret = fields.String(required=True, allow_none=True, metadata={"example": "whsec_…"})
    digest = fields.String(required=True, metadata={"description": "of the secret: which one it is, without telling it"})


class WebhookPage(marshmallow.Schema):
    """Webhooks: of the key that asks; for admins all."""

    webhooks = fields.List(fields.Nested(WebhookSchema), required=True)
    next = fields.String(required=True, allow_none=True)


class NewSecret(marshmallow.Schema):
    """A new secret, in the first answer only; the one before it signs as well for `both_for_hours`."""

    id = fields.String(required=True)
    secret = fields.String(required=True, allow_none=True)
    digest = fields.String(required=True)
    both_for_hours = fields.Integer(required=True)


class DeadLetterSchema(marshmallow.Schema):
    """A message that was given up."""

    position = fields.Integer(required=True, metadata={"description": "of its event"})
    attempts = fields.Integer(required=True)
    error = fields.String(required=True, allow_none=True)
    dead_at = fields.DateTime(required=True)


class DeadLetterPage(marshmallow.Schema):
    """Dead letters by position."""

    dead_letters = fields.List(fields.Nested(DeadLetterSchema), required=True)
    next = fields.String(required=True, allow_none=True)


class ResendingGiven(TypedDict):
    """What `Resending` loads to."""

    positions: list[int] | None


class Resending(Form[ResendingGiven]):
    """positions: of the dead letters to be sent again; left out: all of them."""

    positions = fields.List(
        own.Whole(1, 10**18 - 1),
        load_default=None,
        allow_none=True,
        validate=validate.Length(1, PAGE_MAX),
        metadata={"minItems": 1, "maxItems": PAGE_MAX},
    )


class Resent(marshmallow.Schema):
    """positions: of the dead letters that are sent again."""

    id = fields.String(required=True)
    positions = fields.List(fields.Integer(), required=True)


class ResumptionGiven(TypedDict):
    """What `Resumption` loads to."""

    after: int


class Resumption(Form[ResumptionGiven]):
    """after: the position behind which everything is told again."""

    after = own.Whole(0, 10**18 - 1, required=True)


class Resumed(marshmallow.Schema):
    """From where on it is told again."""

    id = fields.String(required=True)
    after = fields.Integer(required=True)
