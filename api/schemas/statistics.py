"""Statistics of players and tables."""

import marshmallow
from marshmallow import fields, validate

from api.http.forms import Form
from api.schemas import fields as own
from api.schemas.players import CURSOR_LENGTH_MAX, PAGE_MAX, ListGiven, MoneySchema
from ledger.registers.statistics import BY, EACH


class CostSchema(marshmallow.Schema):
    """Penalties of one kind that stand: how many, and what they cost."""

    offence = fields.String(required=True)
    count = fields.Integer(required=True)
    amount = fields.Nested(MoneySchema, required=True)
    points = fields.Integer(required=True, metadata={"description": "taken off the score, where the penalty is in points"})


class CountedDisputes(marshmallow.Schema):
    """Disputes that ended alike. outcome: the decision that holds, or else the state."""

    outcome = fields.String(required=True)
    count = fields.Integer(required=True)


class StatisticsSchema(marshmallow.Schema):
    """Games that are over, of one player, at one table; null: of all of them.

    games: void ones among them. won: how often something of a pot. void, won: as rulings after the games have left them;
    void_played, won_played: as they were played. net: won less lost in them. rulings: what rulings after them have brought less
    taken. claims_open: those that nothing has decided. disputes: that the player has opened; of a table all.
    """

    player = fields.String(required=True, allow_none=True)
    player_name = own.shown_name()
    table = fields.String(required=True, allow_none=True)
    table_name = own.shown_name()
    games = fields.Integer(required=True)
    void = fields.Integer(required=True)
    won = fields.Integer(required=True)
    void_played = fields.Integer(required=True)
    won_played = fields.Integer(required=True)
    azis = fields.Integer(required=True)
    net = fields.Nested(MoneySchema, required=True)
    rulings = fields.Nested(MoneySchema, required=True)
    claims_right = fields.Integer(required=True)
    claims_wrong = fields.Integer(required=True)
    claims_open = fields.Integer(required=True)
    penalties = fields.List(fields.Nested(CostSchema), required=True)
    disputes = fields.List(fields.Nested(CountedDisputes), required=True)


class StatisticsPage(marshmallow.Schema):
    """Some of them, in the order of the ids."""

    statistics = fields.List(fields.Nested(StatisticsSchema), required=True)
    next = fields.String(required=True, allow_none=True)


class StatisticsQueryGiven(ListGiven):
    """What `StatisticsQuery` loads to."""

    by: str
    player: str | None
    table: str | None


class StatisticsQuery(Form[StatisticsQueryGiven]):
    """by: each player at each table, or each player at all tables, or each table with all its players."""

    by = own.Text(load_default=EACH, validate=validate.OneOf(BY))
    player = own.player_id(load_default=None)
    table = own.player_id(load_default=None)
    limit = own.Counted(1, PAGE_MAX, load_default=50)
    cursor = own.Name(length_max=CURSOR_LENGTH_MAX, load_default=None)
    min_position = own.Counted(0, 10**18 - 1, load_default=0)
