"""Tables, seats, chips, house rules."""

from datetime import datetime
from typing import TypedDict

import marshmallow
from marshmallow import fields, validate

from api.http.forms import Form
from api.schemas import fields as own
from api.schemas.events import EventSchema
from api.schemas.players import CURSOR_LENGTH_MAX, PAGE_MAX, ListGiven, MoneySchema
from engine.games import KINDS
from engine.plain import Json
from engine.room.commands import DISPUTE_HOURS
from engine.room.table import DISPUTE_HOURS_MAX

CHANGES_MAX = 60
STEWARDS_MAX = 20


class HouseRulesSchema(marshmallow.Schema):
    """A preset: its name, the game it is of, and every house rule by name. Amounts, such as the ante, are decimal strings of
    smallest units: at scale 2, an ante of "5" is 0.05."""

    preset = fields.String(required=True)
    game = fields.String(required=True)
    rules = fields.Dict(required=True)


class HouseRulesPage(marshmallow.Schema):
    """All presets. unit, scale: of the amounts among their rules."""

    unit = fields.String(required=True)
    scale = fields.Integer(required=True)
    house_rules = fields.List(fields.Nested(HouseRulesSchema), required=True)


class NewTableGiven(TypedDict):
    """What `NewTable` loads to."""

    name: str
    preset: str
    changes: dict[str, Json]
    seats: int
    ends_at: datetime | None
    stewards: list[str]
    dispute_hours: int
    game: str | None


class NewTable(Form[NewTableGiven]):
    """Opens a table: a preset, changes to its house rules by name, a number of seats, an agreed end, further stewards."""

    name = own.Name(required=True)
    preset = own.Name(required=True, length_max=40)
    changes = fields.Dict(
        keys=own.Name(length_max=40),
        data_key="house",
        load_default=dict,
        validate=validate.Length(max=CHANGES_MAX),
        metadata={"description": "house rules that differ from the preset, by name", "example": {"ante": "10"}},
    )
    seats = own.seat(required=True)
    ends_at = own.Moment(load_default=None, allow_none=True)
    stewards = fields.List(own.subject(), load_default=list, validate=validate.Length(max=STEWARDS_MAX))
    dispute_hours = own.Whole(
        0,
        DISPUTE_HOURS_MAX,
        load_default=DISPUTE_HOURS,
        metadata={"description": "for how long after a game, and after a ruling, players may dispute it (DISPUTE-2)"},
    )
    game = own.Text(
        load_default=None,
        validate=validate.OneOf(list(KINDS)),
        metadata={"description": "that of the preset, if not given"},
    )


class SeatedSchema(marshmallow.Schema):
    """A seat. player and stack are null to whoever may not look at this table; a free seat has taken: false."""

    seat = fields.Integer(required=True)
    taken = fields.Boolean(required=True)
    player = fields.String(allow_none=True)
    player_name = own.shown_name()
    stack = fields.Nested(MoneySchema, allow_none=True)
    playing = fields.Boolean(metadata={"description": "in the running game, which holds his stack"})


class TableSchema(marshmallow.Schema):
    """A table, folded from its stream."""

    id = fields.String(required=True)
    name = fields.String(required=True)
    game = fields.String(required=True)
    version = fields.Integer(required=True)
    status = fields.String(required=True, validate=validate.OneOf(["open", "ended", "closed"]))
    seats = fields.List(fields.Nested(SeatedSchema), required=True)
    house_rules = fields.Dict(required=True)
    running = fields.String(required=True, allow_none=True, metadata={"description": "id of the running game"})
    games = fields.Integer(required=True, metadata={"description": "games begun so far"})
    next_dealer = fields.Integer(required=True, allow_none=True)
    ends_at = fields.String(required=True, allow_none=True)
    stewards = fields.List(fields.String(), required=True)
    dispute_hours = fields.Integer(required=True)
    unit = fields.String(required=True)
    scale = fields.Integer(required=True)


class TableChanged(TableSchema):
    """A table after a change, with the events of it."""

    events = fields.List(fields.Nested(EventSchema), required=True)


class ListedTableSchema(marshmallow.Schema):
    """A table in the list."""

    id = fields.String(required=True)
    name = fields.String(required=True)
    game = fields.String(required=True)
    status = fields.String(required=True)
    seats = fields.Integer(required=True)
    taken = fields.Integer(required=True)
    running = fields.String(required=True, allow_none=True)
    ends_at = fields.String(required=True, allow_none=True)


class TablePage(marshmallow.Schema):
    """Some tables, in the order of their opening."""

    tables = fields.List(fields.Nested(ListedTableSchema), required=True)
    next = fields.String(required=True, allow_none=True)


class TablesQueryGiven(ListGiven):
    """What `TablesQuery` loads to."""

    name: str | None
    status: str | None
    player: str | None


class TablesQuery(Form[TablesQueryGiven]):
    """Only those with this status, where this player sits, in whose name this stands, whatever the case and the accents."""

    name = own.Name(load_default=None)
    status = own.Text(load_default=None, validate=validate.OneOf(["open", "ended", "closed"]))
    player = own.player_id(load_default=None)
    limit = own.Counted(1, PAGE_MAX, load_default=50)
    cursor = own.Name(length_max=CURSOR_LENGTH_MAX, load_default=None)
    min_position = own.Counted(0, 10**18 - 1, load_default=0)


class OfPlayer(TypedDict):
    """What is about a player, who need not name himself."""

    player: str | None


class TakeSeatGiven(OfPlayer):
    """What `TakeSeat` loads to."""

    seat: int | None
    amount: int | None


class TakeSeat(Form[TakeSeatGiven]):
    """player: left out by whoever seats himself. seat: left out for the first free one. amount: chips to bring along."""

    player = own.player_id(load_default=None)
    seat = own.seat(load_default=None, allow_none=True)
    amount = own.Amount(load_default=None, allow_none=True)


class MoveChipsGiven(OfPlayer):
    """What `MoveChips` loads to."""

    direction: str
    amount: int


class MoveChips(Form[MoveChipsGiven]):
    """From the wallet to the stack (top_up) or back (cash_out)."""

    player = own.player_id(load_default=None)
    direction = own.Text(required=True, validate=validate.OneOf(["top_up", "cash_out"]))
    amount = own.Amount(required=True)


class LeaveTableGiven(OfPlayer):
    """What `LeaveTable` loads to."""


class LeaveTable(Form[LeaveTableGiven]):
    """player: left out by a player who leaves himself."""

    player = own.player_id(load_default=None)


class NothingGiven(TypedDict):
    """What `Nothing` loads to."""


class Nothing(Form[NothingGiven]):
    """An empty object."""


class NewStewardGiven(TypedDict):
    """What `NewSteward` loads to."""

    steward: str


class NewSteward(Form[NewStewardGiven]):
    """steward: the subject of his key."""

    steward = own.subject(required=True)
