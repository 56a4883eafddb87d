"""The accounts of the books."""

import marshmallow
from marshmallow import fields

from api.http.forms import Form
from api.schemas import fields as own
from api.schemas.players import CURSOR_LENGTH_MAX, PAGE_MAX, ListGiven, MoneySchema


class AccountSchema(marshmallow.Schema):
    """An account and what it holds."""

    account = fields.String(required=True, metadata={"example": "player:k3vq7x2m5tzc4wpa:wallet"})
    balance = fields.Nested(MoneySchema, required=True)


class AccountPage(marshmallow.Schema):
    """Some accounts by name. sum: of all accounts, not only of this page; anything but zero is an error in the books."""

    accounts = fields.List(fields.Nested(AccountSchema), required=True)
    sum = fields.Nested(MoneySchema, required=True)
    next = fields.String(required=True, allow_none=True)


class AccountsQueryGiven(ListGiven):
    """What `AccountsQuery` loads to."""


class AccountsQuery(Form[AccountsQueryGiven]):
    """A page of the accounts."""

    limit = own.Counted(1, PAGE_MAX, load_default=50)
    cursor = own.Name(length_max=CURSOR_LENGTH_MAX, load_default=None)
    min_position = own.Counted(0, 10**18 - 1, load_default=0)
