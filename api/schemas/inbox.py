"""The inbox."""

import re
from typing import TypedDict

import marshmallow
from marshmallow import fields, validate

from api.http.forms import Form
from api.schemas import fields as own
from api.schemas.players import CURSOR_LENGTH_MAX, PAGE_MAX
from ledger.notices.addresses import LENGTH_MAX
from ledger.projections.inbox import KINDS
from ledger.words.catalogues import SOURCE, TAGS

READ_MAX = 1000


class InboxQueryGiven(TypedDict):
    """What `InboxQuery` loads to."""

    limit: int
    cursor: str | None
    unread: str | None
    min_position: int


class InboxQuery(Form[InboxQueryGiven]):
    """unread: "true": only what was not read yet."""

    limit = own.Counted(1, PAGE_MAX, load_default=50)
    cursor = own.Name(length_max=CURSOR_LENGTH_MAX, load_default=None)
    unread = own.Text(load_default=None, validate=validate.OneOf(["true", "false"]))
    min_position = own.Counted(0, 10**18 - 1, load_default=0)


class NoticeSchema(marshmallow.Schema):
    """A notice. position: of its event, by which it is marked as read. says: what happened, in the language of Accept-Language."""

    position = fields.Integer(required=True)
    kind = fields.String(required=True, metadata={"enum": list(KINDS)})
    says = fields.String(required=True)
    game = fields.String(required=True, allow_none=True)
    table = fields.String(required=True, allow_none=True)
    dispute = fields.String(required=True, allow_none=True)
    deadline = fields.DateTime(required=True, allow_none=True, metadata={"description": "until when a ruling may be appealed"})
    recorded_at = fields.DateTime(required=True)
    read = fields.Boolean(required=True)


class InboxPage(marshmallow.Schema):
    """What you are to be told, newest first. unread: how many there are that you have not read."""

    notices = fields.List(fields.Nested(NoticeSchema), required=True)
    unread = fields.Integer(required=True)
    next = fields.String(required=True, allow_none=True)


class ReadingGiven(TypedDict):
    """What `Reading` loads to."""

    positions: list[int] | None
    upto: int | None


class Reading(Form[ReadingGiven]):
    """What was read: notices by their positions, or all up to one."""

    positions = fields.List(
        own.Whole(1, 10**18 - 1),
        load_default=None,
        allow_none=True,
        validate=validate.Length(1, READ_MAX),
        metadata={"minItems": 1, "maxItems": READ_MAX},
    )
    upto = own.Whole(1, 10**18 - 1, load_default=None, allow_none=True)


class NewMailGiven(TypedDict):
    """What `NewMail` loads to."""

    address: str
    language: str


class NewMail(Form[NewMailGiven]):
    """Where your notices are to be mailed, in which language."""

    address = own.Text(
        required=True, validate=validate.Length(3, LENGTH_MAX), metadata={"example": "anna@example.org", "maxLength": LENGTH_MAX}
    )
    language = own.Text(load_default=SOURCE, validate=validate.OneOf(TAGS))


class CodeGiven(TypedDict):
    """What `Code` loads to."""

    code: str


class Code(Form[CodeGiven]):
    """The code that was mailed to your address."""

    code = own.Word(re.compile("[0-9]{6}"), "A code has six digits.", required=True, metadata={"example": "042042"})


class SetMailSchema(marshmallow.Schema):
    """What is to be done: send back the code that was mailed, within so many hours. The address is not repeated."""

    language = fields.String(required=True)
    confirm_within_hours = fields.Integer(required=True)


class MailSchema(marshmallow.Schema):
    """Where your notices are mailed. confirmed: whether they are. state, why, error: as of a webhook."""

    address = fields.String(required=True)
    language = fields.String(required=True)
    confirmed = fields.Boolean(required=True)
    state = fields.String(required=True, metadata={"enum": ["on", "suspended", "ended"]})
    why = fields.String(required=True, allow_none=True)
    error = fields.String(required=True, allow_none=True)


class ReadSchema(marshmallow.Schema):
    """What was marked as read."""

    positions = fields.List(fields.Integer(), required=True)
    upto = fields.Integer(required=True, allow_none=True)
