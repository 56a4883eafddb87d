"""Replays: one step of a game, or the headlines of many."""

from collections.abc import Mapping
from typing import NotRequired

import marshmallow
from marshmallow import fields, validate

from api.http.forms import Description
from api.schemas import fields as own
from api.schemas.events import EventSchema
from api.schemas.games import GameSchema, LegalQueryGiven, WithLegal
from api.schemas.players import MoneySchema
from ledger.replays.landings import WAYS
from ledger.words import TONGUES

FORMS = {"json": "application/json", "text": "text/plain"}


class ReplayQueryGiven(LegalQueryGiven):
    """What `ReplayQuery` loads to."""

    step: int | None
    to: str | None
    lang: str | None
    form: NotRequired[str]
    after: int
    limit: int


class ReplayQuery(WithLegal[ReplayQueryGiven]):
    """step: a version of the game; without it, and without `to`, the headlines of all steps, from behind `after`."""

    step = own.Counted(1, 10**9, load_default=None)
    to = own.Text(
        load_default=None,
        validate=validate.OneOf(WAYS),
        metadata={"description": "The step in this direction from `step`, or from before the first or after the last"},
    )
    lang = own.Text(
        load_default=None,
        validate=validate.OneOf(list(TONGUES)),
        metadata={"description": "Language of the words; without it, the first that Accept-Language names, else English"},
    )
    form = own.Text(data_key="format", metadata={"enum": list(FORMS), "description": "Any other is a 406"})
    after = own.Counted(0, 10**9, load_default=0)
    limit = own.Counted(1, 100, load_default=100)


class HeadlineSchema(marshmallow.Schema):
    """A step in a word."""

    step = fields.Integer(required=True)
    type = fields.String(required=True)
    at = fields.DateTime(required=True)
    words = fields.String(required=True)


class CitedSchema(marshmallow.Schema):
    """A rule behind a step, with the page that explains it."""

    id = fields.String(required=True, metadata={"example": "AZI-PLAY-2"})
    title = fields.String(required=True)
    href = fields.String(required=True)


class MovedSchema(marshmallow.Schema):
    """Chips that a step moves: they come to the account, or go from it where the amount is below zero."""

    account = fields.String(required=True)
    counter_account = fields.String(required=True)
    seat = fields.Integer(required=True, allow_none=True, metadata={"description": "whose stack it is; null: the pot"})
    amount = fields.Nested(MoneySchema, required=True)
    kind = fields.String(required=True)
    words = fields.String(required=True)


class UnreadSchema(marshmallow.Schema):
    """A step that was not evaluated, with the name under which it is stored."""

    step = fields.Integer(required=True)
    type = fields.String(required=True)


class StoppedSchema(marshmallow.Schema):
    """The step that is damaged or cannot have happened there, and all that were therefore not evaluated, itself the first."""

    step = fields.Integer(required=True)
    words = fields.String(required=True)
    not_evaluated = fields.List(fields.Nested(UnreadSchema), required=True)


class ReplayedState(GameSchema):
    """The state after the step. choices: the legal acts in words. violations: for those who may know of them."""

    choices = fields.List(fields.String(), required=True)


class ReplaySchema(marshmallow.Schema):
    """One step (event, words, rules, chips moved, state after it, legal actions of the seat in turn), or the headlines of many.

    moves: the steps that lie next, by each value of `to`; null where there is none. mid_act: the act to which the step belongs goes
    on after it, so nobody has anything to choose: `legal` and `choices` of the state are empty.
    """

    game = fields.String(required=True)
    steps = fields.Integer(required=True, metadata={"description": "how many there are"})
    lang = fields.String(required=True)
    stopped = fields.Nested(StoppedSchema, required=True, allow_none=True, metadata={"description": "null: all can be evaluated"})
    step = fields.Integer()
    mid_act = fields.Boolean()
    event = fields.Nested(EventSchema)
    words = fields.String()
    rules = fields.List(fields.Nested(CitedSchema))
    money = fields.List(fields.Nested(MovedSchema))
    moves = fields.Dict(keys=fields.String(), values=fields.Integer(allow_none=True))
    state = fields.Nested(ReplayedState)
    headlines = fields.List(fields.Nested(HeadlineSchema))
    next = fields.Integer(allow_none=True)


ANSWERS: Mapping[str, Description] = {
    "responses": {
        "200": {
            "description": "A step or headlines in JSON; the transcript as plain text",
            "content": {
                "application/json": {"schema": ReplaySchema},
                "text/plain": {"schema": {"type": "string"}},
            },
        }
    }
}
