"""Branches: what if it had gone on otherwise from this step."""

from typing import TypedDict

import marshmallow
from marshmallow import fields, validate

from api.http.forms import Form
from api.schemas import fields as own
from api.schemas.games import GameSchema, LegalQueryGiven, WithLegal
from engine.branch import ACTS_MAX
from engine.games import KINDS

STEP_MAX = 10**9
SEED_MAX = 2**53 - 1
PLAYERS = sorted({name for kind in KINDS.values() for name in kind.players})


class NewBranchGiven(TypedDict):
    """What `NewBranch` loads to."""

    step: int


class NewBranch(Form[NewBranchGiven]):
    """Branches a game as it was after this step, or where it stands in the middle of an act, after the last step of that act."""

    step = own.Whole(1, STEP_MAX, required=True)


class PlayOutGiven(TypedDict):
    """What `PlayOut` loads to."""

    how: str
    acts_most: int
    seed: int | None


class PlayOut(Form[PlayOutGiven]):
    """Plays on by dice: how the simulated players choose, at most how many acts; the same seed plays the same acts."""

    how = own.Text(load_default="random", validate=validate.OneOf(PLAYERS))
    acts_most = own.Whole(1, ACTS_MAX, load_default=ACTS_MAX)
    seed = own.Whole(0, SEED_MAX, load_default=None, allow_none=True)


class Happened(marshmallow.Schema):
    """What has happened in the branch, in a sentence. number: from 1, of what has happened since the step it branched from."""

    number = fields.Integer(required=True)
    type = fields.String(required=True, metadata={"example": "azi.card_played"})
    words = fields.String(required=True)


class ListedBranch(marshmallow.Schema):
    """A branch in the list of its game. branched_from: the step from which it goes on, always the last one of an act. acts: how
    many have been tried."""

    id = fields.String(required=True)
    game = fields.String(required=True)
    branched_from = fields.Integer(required=True)
    by = fields.String(required=True)
    by_name = own.shown_name()
    acts = fields.Integer(required=True)


class BranchPage(marshmallow.Schema):
    """The branches of a game."""

    branches = fields.List(fields.Nested(ListedBranch), required=True)


class BranchSchema(ListedBranch):
    """A branch: what has happened in it, from behind `after`, the state it has come to, and what the seat in turn may do.

    next: the `after` of the next page, or null.
    """

    version = fields.Integer(required=True)
    happened = fields.List(fields.Nested(Happened), required=True)
    next = fields.Integer(required=True, allow_none=True)
    state = fields.Nested(GameSchema, required=True)


class BranchQueryGiven(LegalQueryGiven):
    """What `BranchQuery` loads to."""

    after: int
    limit: int


class BranchQuery(WithLegal[BranchQueryGiven]):
    """Where a page of what has happened begins."""

    after = own.Counted(0, 10**9, load_default=0)
    limit = own.Counted(1, 100, load_default=100)
