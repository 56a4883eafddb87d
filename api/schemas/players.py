"""Players, their wallets, balances."""

from datetime import datetime
from typing import TypedDict

import marshmallow
from marshmallow import fields, validate

from api.http.forms import Form
from api.schemas import fields as own
from api.schemas.events import EventSchema
from engine.room.words import LENGTH_MAX
from ledger.books.moments import Basis

PAGE_MAX = 100
CURSOR_LENGTH_MAX = 600


class MoneySchema(marshmallow.Schema):
    """An amount: smallest units as a decimal string, the club's unit, and how many digits of it stand behind the point."""

    amount = fields.String(required=True, metadata={"pattern": r"^-?[0-9]+$", "example": "130"})
    unit = fields.String(required=True, metadata={"example": "chip"})
    scale = fields.Integer(required=True, metadata={"example": 0})


class NewPlayerGiven(TypedDict):
    """What `NewPlayer` loads to."""

    name: str


class NewPlayer(Form[NewPlayerGiven]):
    """Registers a player. The name is kept apart from the events and can be erased."""

    name = own.Name(required=True)


class PlayerSchema(marshmallow.Schema):
    """A player and his wallet. version: of the wallet, which is shown only to whoever may see what he has."""

    id = fields.String(required=True)
    name = fields.String(required=True, allow_none=True, metadata={"description": "null where it has been erased"})
    version = fields.Integer()
    wallet = fields.Nested(MoneySchema)
    credit_limit = fields.Nested(MoneySchema)


class ListedPlayer(marshmallow.Schema):
    """A player in the list."""

    id = fields.String(required=True)
    name = fields.String(required=True, allow_none=True)


class PlayerPage(marshmallow.Schema):
    """Some players, and the cursor of the next page or null."""

    players = fields.List(fields.Nested(ListedPlayer), required=True)
    next = fields.String(required=True, allow_none=True)


class CashInGiven(TypedDict):
    """What `CashIn` loads to."""

    amount: int
    reference: str | None
    effective_at: datetime | None


class CashIn(Form[CashInGiven]):
    """A deposit, a withdrawal or a settlement. reference: of the receipt or transfer, unique among its kind. effective_at: when it
    happened, if not now; a cashier may go back 31 days, an admin enters what is older, up to 366 days back (WALLET-5)."""

    amount = own.Amount(required=True)
    reference = own.Name(length_max=LENGTH_MAX, load_default=None, allow_none=True)
    effective_at = own.Moment(load_default=None, allow_none=True)


class CreditLimitGiven(TypedDict):
    """What `CreditLimit` loads to."""

    amount: int


class CreditLimit(Form[CreditLimitGiven]):
    """How far below zero the owner may go."""

    amount = own.Amount(zero=True, required=True)


class PlayerChanged(marshmallow.Schema):
    """A player's wallet after a change, with the events of it."""

    id = fields.String(required=True)
    version = fields.Integer(required=True)
    wallet = fields.Nested(MoneySchema, required=True)
    credit_limit = fields.Nested(MoneySchema, required=True)
    events = fields.List(fields.Nested(EventSchema), required=True)


class ListGiven(TypedDict):
    """What the query of a list that follows the events says at least."""

    limit: int
    cursor: str | None
    min_position: int


class PagedGiven(TypedDict):
    """What `Paged` loads to."""

    limit: int
    cursor: str | None


class Paged(Form[PagedGiven]):
    """A page of a list."""

    limit = own.Counted(1, PAGE_MAX, load_default=50)
    cursor = own.Name(length_max=CURSOR_LENGTH_MAX, load_default=None)


class PlayersQueryGiven(PagedGiven):
    """What `PlayersQuery` loads to."""

    name: str | None


class PlayersQuery(Form[PlayersQueryGiven]):
    """Only those in whose name this stands, whatever the case and the accents."""

    name = own.Name(load_default=None)
    limit = own.Counted(1, PAGE_MAX, load_default=50)
    cursor = own.Name(length_max=CURSOR_LENGTH_MAX, load_default=None)


class AsOfGiven(TypedDict):
    """What `AsOf` loads to."""

    as_of: datetime | None
    at_position: int | None
    basis: Basis
    min_position: int


class AsOf(Form[AsOfGiven]):
    """A balance now, or just before a moment, or as the books stood after the event at a position; both: what was known then of
    that moment. basis: by the time recorded, or by that at which it happened."""

    as_of = own.Moment(load_default=None)
    at_position = own.Counted(0, 10**18 - 1, load_default=None)
    basis = own.Text(load_default="recorded", validate=validate.OneOf(["recorded", "effective"]))
    min_position = own.Counted(0, 10**18 - 1, load_default=0)


class BalanceSchema(marshmallow.Schema):
    """What a player has: wallet, stacks by table, both together; of every event up to `position`."""

    player = fields.String(required=True)
    player_name = own.shown_name()
    wallet = fields.Nested(MoneySchema, required=True)
    stacks = fields.Dict(keys=fields.String(), values=fields.Nested(MoneySchema), required=True)
    total = fields.Nested(MoneySchema, required=True)
    position = fields.Integer(required=True)
