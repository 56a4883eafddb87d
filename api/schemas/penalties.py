"""The registers of what went against the rules: penalties, and acts that were refused."""

import re
from collections.abc import Mapping

import marshmallow
from marshmallow import fields, validate

from api.http.forms import Description, Form
from api.schemas import fields as own
from api.schemas.players import CURSOR_LENGTH_MAX, PAGE_MAX, ListGiven, MoneySchema
from ledger.registers.penalties import OFFENCES

_GAME = re.compile(r"[a-z0-9]{1,40}-[1-9][0-9]{0,8}")
_RULE = re.compile(r"[A-Z0-9]{1,10}(-[A-Z0-9]{1,10}){1,3}")


def game_id() -> own.Word:
    """The id of a game, in a query."""
    return own.Word(_GAME, "Must be the id of a game: its table's id, a dash, its number.", load_default=None)


class PenaltySchema(marshmallow.Schema):
    """A penalty. step: of its event in the game; deal, trick, card: what it is about. One that was ruled after the game has none of
    these, and its offence is "ruling".

    account: where the chips went; null: it cost none. stands: it counts; what does not came back. returned_by: the step of the
    game by which it did (a correction, a void game). ended_by, ended_in: number and dispute of the ruling by which it did. Both are
    null of one that stands, also where a later ruling has restored it.
    """

    position = fields.Integer(required=True)
    game = fields.String(required=True)
    table = fields.String(required=True)
    table_name = own.shown_name()
    step = fields.Integer(required=True, allow_none=True)
    deal = fields.Integer(required=True, allow_none=True)
    trick = fields.Integer(required=True, allow_none=True)
    card = fields.String(required=True, allow_none=True)
    seat = fields.Integer(required=True)
    player = fields.String(required=True)
    player_name = own.shown_name()
    offence = fields.String(required=True, metadata={"enum": list(OFFENCES)})
    rule = fields.String(required=True, metadata={"description": "by which it costs"})
    broken = fields.String(required=True, metadata={"description": "the rule that was broken"})
    found_by = fields.String(required=True, metadata={"enum": ["claim", "steward", "demand"]})
    claimant_seat = fields.Integer(required=True, allow_none=True)
    claimant = fields.String(required=True, allow_none=True, metadata={"description": "the player who claimed or demanded"})
    claimant_name = own.shown_name()
    amount = fields.Nested(MoneySchema, required=True)
    points = fields.Integer(required=True, metadata={"description": "taken off the score, where the penalty is in points"})
    account = fields.String(required=True, allow_none=True)
    recorded_at = fields.DateTime(required=True)
    returned_by = fields.Integer(required=True, allow_none=True)
    dispute = fields.String(required=True, allow_none=True, metadata={"description": "the dispute in which it was ruled"})
    ruling = fields.Integer(required=True, allow_none=True, metadata={"description": "its number in the dispute"})
    ended_by = fields.Integer(
        required=True,
        allow_none=True,
        metadata={"description": "the ruling that took it back: a later one of its dispute, or one that made the game void"},
    )
    ended_in = fields.String(required=True, allow_none=True, metadata={"description": "the dispute of that ruling"})
    stands = fields.Boolean(required=True)


class PenaltyPage(marshmallow.Schema):
    """Some penalties, in the order in which they were imposed."""

    penalties = fields.List(fields.Nested(PenaltySchema), required=True)
    next = fields.String(required=True, allow_none=True)


class PenaltiesQueryGiven(ListGiven):
    """What `PenaltiesQuery` loads to."""

    player: str | None
    table: str | None
    game: str | None
    offence: str | None
    format: str


class PenaltiesQuery(Form[PenaltiesQueryGiven]):
    """Only those on this player, at this table, in this game, for this offence. format: CSV leads to its next page by the header
    Link."""

    player = own.player_id(load_default=None)
    table = own.player_id(load_default=None)
    game = game_id()
    offence = own.Text(load_default=None, validate=validate.OneOf(OFFENCES))
    format = own.Text(load_default="json", validate=validate.OneOf(["json", "csv"]))
    limit = own.Counted(1, PAGE_MAX, load_default=50)
    cursor = own.Name(length_max=CURSOR_LENGTH_MAX, load_default=None)
    min_position = own.Counted(0, 10**18 - 1, load_default=0)


ANSWERS: Mapping[str, Description] = {
    "responses": {
        "200": {
            "description": "A page of the register, in JSON or as CSV",
            "content": {"application/json": {"schema": PenaltyPage}, "text/csv": {"schema": {"type": "string"}}},
        }
    }
}


class RefusalSchema(marshmallow.Schema):
    """An act that was refused. id: of the order, as events would have named it. role, actor: as what, and who asked; via: the room.

    stream: what was to change; null if nothing was read yet. status: of the answer. title: of the rule. detail, facts: what the
    answer said. rule, title, type, detail and facts are null where they tell of cards of a running game that you may not see.
    """

    id = fields.String(required=True)
    at = fields.DateTime(required=True)
    role = fields.String(required=True)
    actor = fields.String(required=True)
    actor_name = own.shown_name()
    via = fields.String(required=True, allow_none=True)
    rule = fields.String(required=True, allow_none=True)
    title = fields.String(required=True, allow_none=True)
    stream = fields.String(required=True, allow_none=True)
    table = fields.String(required=True, allow_none=True)
    table_name = own.shown_name()
    game = fields.String(required=True, allow_none=True)
    status = fields.Integer(required=True)
    type = fields.String(
        required=True,
        allow_none=True,
        metadata={"description": "where the rule is explained", "example": "/rules/azi#AZI-PLAY-2"},
    )
    detail = fields.String(required=True, allow_none=True)
    facts = fields.Dict(required=True, allow_none=True)


class RefusalPage(marshmallow.Schema):
    """Some refusals, by time."""

    refusals = fields.List(fields.Nested(RefusalSchema), required=True)
    next = fields.String(required=True, allow_none=True)


class RefusalsQueryGiven(ListGiven):
    """What `RefusalsQuery` loads to."""

    table: str | None
    game: str | None
    rule: str | None
    actor: str | None


class RefusalsQuery(Form[RefusalsQueryGiven]):
    """Only at this table and in its games, in this game, by this rule, to this actor."""

    table = own.player_id(load_default=None)
    game = game_id()
    rule = own.Word(_RULE, "Must be the identifier of a rule, such as AZI-PLAY-2.", load_default=None)
    actor = own.subject(load_default=None)
    limit = own.Counted(1, PAGE_MAX, load_default=50)
    cursor = own.Name(length_max=CURSOR_LENGTH_MAX, load_default=None)
    min_position = own.Counted(0, 10**18 - 1, load_default=0)
