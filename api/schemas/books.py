"""The books: up to when they are closed, and how often they were closed and reopened."""

from datetime import datetime
from typing import TypedDict

import marshmallow
from marshmallow import fields

from api.http.forms import Form
from api.schemas import fields as own
from api.schemas.cash_desk import REASON_LENGTH_MAX
from api.schemas.events import EventSchema


class CloseBooksGiven(TypedDict):
    """What `CloseBooks` loads to."""

    before: datetime
    reason: str | None


class CloseBooks(Form[CloseBooksGiven]):
    """before: what happened before this moment is entered no more; ten minutes ago or earlier, and later than what is closed."""

    before = own.Moment(required=True)
    reason = own.Name(length_max=REASON_LENGTH_MAX, load_default=None, allow_none=True)


class ReopenBooksGiven(TypedDict):
    """What `ReopenBooks` loads to."""

    before: datetime | None
    reason: str


class ReopenBooks(Form[ReopenBooksGiven]):
    """before: only what happened before this moment stays closed; null: nothing."""

    before = own.Moment(load_default=None, allow_none=True)
    reason = own.Name(length_max=REASON_LENGTH_MAX, required=True)


class BooksSchema(marshmallow.Schema):
    """closed_before: what happened before this moment is entered no more; null: nothing is closed. version: of their stream."""

    closed_before = fields.DateTime(required=True, allow_none=True)
    version = fields.Integer(required=True)


class ClosingSchema(marshmallow.Schema):
    """The books were closed up to `before` (closes: true), or reopened down to it (closes: false); null: nothing is closed any
    more. step: of their stream."""

    step = fields.Integer(required=True)
    closes = fields.Boolean(required=True)
    before = fields.DateTime(required=True, allow_none=True)
    reason = fields.String(required=True, allow_none=True)
    actor = fields.String(required=True)
    actor_name = own.shown_name()
    at = fields.DateTime(required=True)


class BooksChanged(BooksSchema):
    """What is closed now, and the event that says so."""

    events = fields.List(fields.Nested(EventSchema), required=True)


class ClosingPage(marshmallow.Schema):
    """Some closings and reopenings in their order, and the cursor of the next page or null."""

    closings = fields.List(fields.Nested(ClosingSchema), required=True)
    next = fields.String(required=True, allow_none=True)
