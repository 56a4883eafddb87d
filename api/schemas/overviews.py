"""What all have: balances of everybody at a moment, who owes whom after an evening, the statements of a month."""

from collections.abc import Mapping
from datetime import datetime
from typing import TypedDict

import marshmallow
from marshmallow import fields, validate

from api.http.forms import Description, Form
from api.schemas import fields as own
from api.schemas.players import CURSOR_LENGTH_MAX, PAGE_MAX, BalanceSchema, MoneySchema
from ledger.books.moments import Basis
from ledger.exports.formats import FORMATS
from ledger.exports.table import ENCODINGS, SEPARATORS
from ledger.statements import WORDINGS

BASES = ("recorded", "effective")


def separator() -> own.Text:
    """Between two cells of CSV."""
    return own.Text(load_default=None, validate=validate.OneOf(list(SEPARATORS)))


def encoding() -> own.Text:
    """Of CSV."""
    return own.Text(load_default=None, validate=validate.OneOf(ENCODINGS))


def language() -> own.Text:
    """Of the words in a file."""
    meant = "Language of the words; without it, the first that Accept-Language names, else English"
    return own.Text(load_default=None, validate=validate.OneOf(list(WORDINGS)), metadata={"description": meant})


class BalancesQueryGiven(TypedDict):
    """What `BalancesQuery` loads to."""

    as_of: datetime | None
    basis: Basis
    at_position: int | None
    form: str
    separator: str | None
    encoding: str | None
    limit: int
    cursor: str | None
    min_position: int


class BalancesQuery(Form[BalancesQueryGiven]):
    """Now, or just before `as_of`; at_position: by the books as they stood after that event. Later pages: the cursor and `limit`
    alone. Only JSON has pages."""

    as_of = own.Moment(load_default=None)
    basis = own.Text(load_default="recorded", validate=validate.OneOf(BASES))
    at_position = own.Counted(0, 10**15, load_default=None)
    form = own.Text(data_key="format", load_default="json", validate=validate.OneOf(("json", "csv")))
    separator = separator()
    encoding = encoding()
    limit = own.Counted(1, PAGE_MAX, load_default=50)
    cursor = own.Name(length_max=CURSOR_LENGTH_MAX, load_default=None)
    min_position = own.Counted(0, 10**18 - 1, load_default=0)


class BalancePage(marshmallow.Schema):
    """Some players who ever had chips by then, and the cursor of the next page or null. total: of all players together."""

    balances = fields.List(fields.Nested(BalanceSchema), required=True)
    total = fields.Nested(MoneySchema, required=True)
    position = fields.Integer(required=True)
    next = fields.String(required=True, allow_none=True)


class SettlingQueryGiven(TypedDict):
    """What `SettlingQuery` loads to."""

    table: str | None
    start: str | None
    end: str | None
    tz: str
    basis: Basis
    min_position: int


class SettlingQuery(Form[SettlingQueryGiven]):
    """Of one table, of a period [from, to), or both: at least one of them. Days are those of `tz`."""

    table = own.player_id(load_default=None)
    start = own.Text(data_key="from", load_default=None, metadata={"example": "2026-03-01"})
    end = own.Text(data_key="to", load_default=None, metadata={"example": "2026-03-02T06:00:00+01:00"})
    tz = own.Text(load_default="UTC", validate=validate.Length(1, 64), metadata={"example": "Europe/Berlin"})
    basis = own.Text(load_default="effective", validate=validate.OneOf(BASES))
    min_position = own.Counted(0, 10**18 - 1, load_default=0)


class ResultSchema(marshmallow.Schema):
    """What a player has won, below zero lost. player: his id; "house": penalties that went to the house."""

    player = fields.String(required=True)
    player_name = own.shown_name()
    amount = fields.Nested(MoneySchema, required=True)


class PaymentSchema(marshmallow.Schema):
    """What `payer` gives to `payee`."""

    payer = fields.String(required=True)
    payer_name = own.shown_name()
    payee = fields.String(required=True)
    payee_name = own.shown_name()
    amount = fields.Nested(MoneySchema, required=True)


class SettlingSchema(marshmallow.Schema):
    """Who has won and lost what, and the fewest payments that settle it. games: how many are counted. running: those that are not,
    since they are not over."""

    results = fields.List(fields.Nested(ResultSchema), required=True)
    payments = fields.List(fields.Nested(PaymentSchema), required=True)
    games = fields.Integer(required=True)
    running = fields.List(fields.String(), required=True)
    position = fields.Integer(required=True)


class StatementsQueryGiven(TypedDict):
    """What `StatementsQuery` loads to."""

    month: str
    form: str
    tz: str
    basis: Basis
    scope: str
    lang: str | None
    min_position: int


class StatementsQuery(Form[StatementsQueryGiven]):
    """The statements of all players for one month in `tz`."""

    month = own.Text(required=True, metadata={"example": "2026-03"})
    form = own.Text(data_key="format", load_default="pdf", validate=validate.OneOf(list(FORMATS)))
    tz = own.Text(load_default="UTC", validate=validate.Length(1, 64), metadata={"example": "Europe/Berlin"})
    basis = own.Text(load_default="recorded", validate=validate.OneOf(BASES))
    scope = own.Text(load_default="all", validate=validate.OneOf(("all", "wallet", "stacks")))
    lang = language()
    min_position = own.Counted(0, 10**18 - 1, load_default=0)


BALANCES: Mapping[str, Description] = {
    "responses": {
        "200": {
            "description": "A page in JSON, or all of them as CSV",
            "content": {"application/json": {"schema": BalancePage}, "text/csv": {"schema": {"type": "string"}}},
        }
    }
}
