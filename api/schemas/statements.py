"""Statements of account."""

from collections.abc import Mapping
from typing import NotRequired, TypedDict

import marshmallow
from marshmallow import fields, validate

from api.http.forms import Description, Form
from api.schemas import fields as own
from api.schemas.players import PAGE_MAX, MoneySchema
from ledger.books.moments import Basis
from ledger.exports.formats import FORMATS
from ledger.exports.table import ENCODINGS, SEPARATORS
from ledger.statements import WORDINGS
from ledger.statements.words import GROUPS

CURSOR_LENGTH_MAX = 1000


class StatementQueryGiven(TypedDict):
    """What `StatementQuery` loads to."""

    start: str | None
    end: str | None
    tz: str | None
    basis: Basis | None
    scope: str | None
    lang: str | None
    form: NotRequired[str]
    separator: str | None
    encoding: str | None
    limit: int | None
    cursor: str | None
    min_position: int


class StatementQuery(Form[StatementQueryGiven]):
    """The period [from, to): days in `tz`, or times with offset. Later pages: the cursor alone, and `limit`.

    Without `format` the header Accept chooses. Only JSON has pages; a file of any other format holds the whole statement.
    """

    start = own.Text(data_key="from", load_default=None, metadata={"example": "2026-03-01"})
    end = own.Text(data_key="to", load_default=None, metadata={"example": "2026-04-01T00:00:00+02:00"})
    tz = own.Text(load_default=None, validate=validate.Length(1, 64), metadata={"example": "Europe/Berlin"})
    basis = own.Text(load_default=None, validate=validate.OneOf(["recorded", "effective"]))
    scope = own.Text(
        load_default=None,
        validate=validate.Length(1, 50),
        metadata={"example": "wallet", "description": "all (default), wallet, stacks, or stack: with the id of a table"},
    )
    lang = own.Text(
        load_default=None,
        validate=validate.OneOf(list(WORDINGS)),
        metadata={"description": "Language of the words; without it, the first that Accept-Language names, else English"},
    )
    form = own.Text(data_key="format", metadata={"enum": ["json", *FORMATS], "description": "Any other is a 406"})
    separator = own.Text(
        load_default=None,
        validate=validate.OneOf(list(SEPARATORS)),
        metadata={"description": "CSV only: what separates cells; a comma by default"},
    )
    encoding = own.Text(
        load_default=None,
        validate=validate.OneOf(ENCODINGS),
        metadata={"description": "CSV only: utf-8 by default; an encoding that lacks a character of the statement is a 406"},
    )
    limit = own.Counted(1, PAGE_MAX, load_default=None)
    cursor = own.Name(length_max=CURSOR_LENGTH_MAX, load_default=None)
    min_position = own.Counted(0, 10**18 - 1, load_default=0)


class StatementLineSchema(marshmallow.Schema):
    """One movement. amount is signed; balance: after it; stream and step name the event that moved the chips.

    (position, line): its place in the journal, unique. group: where the totals count it. link: the step in the replay.
    """

    position = fields.Integer(required=True)
    line = fields.Integer(required=True)
    recorded_at = fields.DateTime(required=True)
    effective_at = fields.DateTime(required=True)
    kind = fields.String(required=True)
    group = fields.String(required=True, metadata={"enum": list(GROUPS)})
    words = fields.String(required=True)
    amount = fields.Nested(MoneySchema, required=True)
    balance = fields.Nested(MoneySchema, required=True)
    account = fields.String(required=True)
    counter_account = fields.String(required=True)
    stream = fields.String(required=True)
    step = fields.Integer(required=True)
    game = fields.String(required=True, allow_none=True)
    table = fields.String(required=True, allow_none=True)
    table_name = own.shown_name()
    game_number = fields.Integer(required=True, allow_none=True)
    reference = fields.String(required=True, allow_none=True, metadata={"description": "of the receipt"})
    reason = fields.String(required=True, allow_none=True, metadata={"description": "of a correction, a ruling, a void game"})
    corrects = fields.Integer(required=True, allow_none=True, metadata={"description": "the step that a correction names"})
    dispute = fields.String(required=True, allow_none=True)
    ruling = fields.Integer(required=True, allow_none=True, metadata={"description": "its number in the dispute"})
    about = fields.String(required=True, metadata={"description": "all of that in words"})
    link = fields.String(required=True, allow_none=True, metadata={"example": "/v1/games/k3j5h2g4f6d7s5a2-3/replay?step=17"})


class TotalSchema(marshmallow.Schema):
    """What the period has brought and taken by lines of one group; amount: both together."""

    group = fields.String(required=True, metadata={"enum": list(GROUPS)})
    words = fields.String(required=True)
    lines = fields.Integer(required=True)
    received = fields.Nested(MoneySchema, required=True)
    paid = fields.Nested(MoneySchema, required=True)
    amount = fields.Nested(MoneySchema, required=True)


class StatementSchema(marshmallow.Schema):
    """A page of a statement: opening + lines = closing over all pages, brought + lines = carried forward on this one.

    totals: of the whole period, on the first page; null on later ones. opening + amounts of the totals = closing.
    """

    player = fields.String(required=True)
    player_name = own.shown_name()
    start = fields.DateTime(required=True, allow_none=True, data_key="from")
    end = fields.DateTime(required=True, allow_none=True, data_key="to")
    tz = fields.String(required=True)
    basis = fields.String(required=True)
    scope = fields.String(required=True)
    position = fields.Integer(required=True)
    opening = fields.Nested(MoneySchema, required=True)
    totals = fields.List(fields.Nested(TotalSchema), required=True, allow_none=True)
    brought_forward = fields.Nested(MoneySchema, required=True)
    lines = fields.List(fields.Nested(StatementLineSchema), required=True)
    carried_forward = fields.Nested(MoneySchema, required=True)
    closing = fields.Nested(MoneySchema, required=True)
    next = fields.String(required=True, allow_none=True)


_FILES: Mapping[str, Description] = {
    each.media_type: {"schema": {"type": "string", **({} if each.text else {"format": "binary"})}} for each in FORMATS.values()
}
ANSWERS: Mapping[str, Description] = {
    "responses": {
        "200": {
            "description": "A page in JSON, or a file of the whole statement",
            "content": {"application/json": {"schema": StatementSchema}, **_FILES},
        }
    }
}
