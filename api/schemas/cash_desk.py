"""The cash desk: settlements, corrections, counts, the report; and debts."""

from collections.abc import Mapping
from datetime import datetime
from typing import TypedDict

import marshmallow
from marshmallow import fields, validate

from api.http.forms import Description, Form
from api.schemas import fields as own
from api.schemas.events import EventSchema
from api.schemas.players import CURSOR_LENGTH_MAX, PAGE_MAX, ListGiven, MoneySchema
from ledger.books.moments import Basis
from ledger.exports.table import ENCODINGS, SEPARATORS
from ledger.statements import WORDINGS

REASON_LENGTH_MAX = 500


class CashCorrectionGiven(TypedDict):
    """What `CashCorrection` loads to."""

    step: int
    amount: int
    reason: str
    effective_at: datetime | None


class CashCorrection(Form[CashCorrectionGiven]):
    """The entry at `step` of this wallet was of another amount; "0": it never was. effective_at: from when on that counts by
    effective time, if not from the time of the entry (or of its last correction), and never from before it; a cashier may go back
    31 days, an admin 366."""

    step = own.Whole(1, 10**9, required=True)
    amount = own.Amount(zero=True, required=True)
    reason = own.Name(length_max=REASON_LENGTH_MAX, required=True)
    effective_at = own.Moment(load_default=None, allow_none=True)


class NewCountGiven(TypedDict):
    """What `NewCount` loads to."""

    amount: int
    reason: str | None
    at_position: int | None


class NewCount(Form[NewCountGiven]):
    """What was counted in the desk. reason: needed where that is not what the books say. at_position: the books as they stood when
    the counting began, if not as they stand now."""

    amount = own.Amount(zero=True, required=True)
    reason = own.Name(length_max=REASON_LENGTH_MAX, load_default=None, allow_none=True)
    at_position = own.Whole(0, 10**15, load_default=None, allow_none=True)


class CountSchema(marshmallow.Schema):
    """A count. difference: counted less booked. position: up to which the books were looked at. step: of the desk's stream."""

    step = fields.Integer(required=True)
    counted = fields.Nested(MoneySchema, required=True)
    booked = fields.Nested(MoneySchema, required=True)
    difference = fields.Nested(MoneySchema, required=True)
    position = fields.Integer(required=True)
    reason = fields.String(required=True, allow_none=True)
    actor = fields.String(required=True)
    actor_name = own.shown_name()
    at = fields.DateTime(required=True)


class Counted(CountSchema):
    """A count that has just been entered, with its event."""

    events = fields.List(fields.Nested(EventSchema), required=True)


class CountPage(marshmallow.Schema):
    """Some counts in their order, and the cursor of the next page or null."""

    counts = fields.List(fields.Nested(CountSchema), required=True)
    next = fields.String(required=True, allow_none=True)


class DeskSchema(marshmallow.Schema):
    """What must be in the desk, of every event up to `position`; the last count or null. version: of the stream of counts."""

    cash = fields.Nested(MoneySchema, required=True)
    position = fields.Integer(required=True)
    version = fields.Integer(required=True)
    last_count = fields.Nested(CountSchema, required=True, allow_none=True)


class DeskQueryGiven(TypedDict):
    """What `DeskQuery` loads to."""

    min_position: int


class DeskQuery(Form[DeskQueryGiven]):
    """Up to date to a position at least."""

    min_position = own.Counted(0, 10**18 - 1, load_default=0)


class ReportQueryGiven(TypedDict):
    """What `ReportQuery` loads to."""

    start: str | None
    end: str | None
    tz: str
    basis: Basis
    cashier: str | None
    form: str
    separator: str | None
    encoding: str | None
    lang: str | None
    min_position: int


class ReportQuery(Form[ReportQueryGiven]):
    """Days from `from` to before `to` in `tz`; without them today. cashier: the takings of this one only, by his id; in a file the
    days then begin with nothing. separator, encoding: of CSV."""

    start = own.Text(data_key="from", load_default=None, metadata={"example": "2026-03-01"})
    end = own.Text(data_key="to", load_default=None, metadata={"example": "2026-03-08"})
    tz = own.Text(load_default="UTC", validate=validate.Length(1, 64), metadata={"example": "Europe/Berlin"})
    basis = own.Text(load_default="recorded", validate=validate.OneOf(["recorded", "effective"]))
    cashier = own.subject(load_default=None)
    form = own.Text(data_key="format", load_default="json", validate=validate.OneOf(("json", "csv", "pdf")))
    separator = own.Text(load_default=None, validate=validate.OneOf(list(SEPARATORS)))
    encoding = own.Text(load_default=None, validate=validate.OneOf(ENCODINGS))
    lang = own.Text(load_default=None, validate=validate.OneOf(list(WORDINGS)))
    min_position = own.Counted(0, 10**18 - 1, load_default=0)


class TakingsSchema(marshmallow.Schema):
    """came: deposits and settlements. went: withdrawals. corrected, difference: signed, as they change the cash."""

    came = fields.Nested(MoneySchema, required=True)
    went = fields.Nested(MoneySchema, required=True)
    corrected = fields.Nested(MoneySchema, required=True)
    difference = fields.Nested(MoneySchema, required=True)
    entries = fields.Integer(required=True)


class CashierTakings(TakingsSchema):
    """The takings of one cashier."""

    cashier = fields.String(required=True)
    cashier_name = own.shown_name()


class DeskDaySchema(TakingsSchema):
    """A day: opening + came - went + corrected + difference = closing."""

    day = fields.String(required=True, metadata={"format": "date"})
    opening = fields.Nested(MoneySchema, required=True)
    closing = fields.Nested(MoneySchema, required=True)
    cashiers = fields.List(fields.Nested(CashierTakings), required=True)


class ReportSchema(marshmallow.Schema):
    """The days of the desk; the closing of each is the opening of the next."""

    start = fields.String(required=True, data_key="from", metadata={"format": "date"})
    end = fields.String(required=True, data_key="to", metadata={"format": "date"})
    tz = fields.String(required=True)
    basis = fields.String(required=True)
    position = fields.Integer(required=True)
    opening = fields.Nested(MoneySchema, required=True)
    days = fields.List(fields.Nested(DeskDaySchema), required=True)
    closing = fields.Nested(MoneySchema, required=True)


REPORTS: Mapping[str, Description] = {
    "responses": {
        "200": {
            "description": "The days in JSON, or with every entry and its receipt as CSV or PDF",
            "content": {
                "application/json": {"schema": ReportSchema},
                "text/csv": {"schema": {"type": "string"}},
                "application/pdf": {"schema": {"type": "string", "format": "binary"}},
            },
        }
    }
}


class DebtSchema(marshmallow.Schema):
    """What a player owes. beyond_limit: of it, what lies beyond his credit limit. since, kind: of the entry that took the wallet
    below zero the last time."""

    player = fields.String(required=True)
    player_name = own.shown_name()
    owed = fields.Nested(MoneySchema, required=True)
    credit_limit = fields.Nested(MoneySchema, required=True)
    beyond_limit = fields.Nested(MoneySchema, required=True)
    since = fields.DateTime(required=True)
    kind = fields.String(required=True)


class DebtPage(marshmallow.Schema):
    """Some debts by the ids of the players, and the cursor of the next page or null."""

    debts = fields.List(fields.Nested(DebtSchema), required=True)
    next = fields.String(required=True, allow_none=True)


class DebtsQueryGiven(ListGiven):
    """What `DebtsQuery` loads to."""


class DebtsQuery(Form[DebtsQueryGiven]):
    """A page of the debts."""

    limit = own.Counted(1, PAGE_MAX, load_default=50)
    cursor = own.Name(length_max=CURSOR_LENGTH_MAX, load_default=None)
    min_position = own.Counted(0, 10**18 - 1, load_default=0)
