"""Disputes and rulings."""

import re
from typing import TypedDict

import marshmallow
from marshmallow import fields, validate

from api.http.forms import Form
from api.schemas import fields as own
from api.schemas.events import EventSchema
from api.schemas.games import GameSchema
from api.schemas.penalties import game_id
from api.schemas.players import CURSOR_LENGTH_MAX, PAGE_MAX, ListGiven, MoneySchema
from api.schemas.replays import StoppedSchema
from engine.disputes.commands import DECISIONS, KINDS
from engine.room.words import REASON_LENGTH_MAX
from ledger.disputes.listing import STATES

_GAME = re.compile(r"[a-z0-9]{1,40}-[1-9][0-9]{0,8}")
_RULE = re.compile(r"[A-Z0-9]{1,10}(-[A-Z0-9]{1,10}){1,3}")
STEP_MAX = 10**9
DEAL_MAX = 10**6
TRICK_MAX = 100


def _said(what: str) -> own.Name:
    """Words that are kept for good."""
    says = f"{what}. It is kept, and shown to everybody who may look at the game: name nobody in it"
    return own.Name(length_max=REASON_LENGTH_MAX, required=True, metadata={"description": says})


class NewDisputeGiven(TypedDict):
    """What `NewDispute` loads to."""

    game: str
    kind: str
    words: str
    step: int | None
    deal: int | None
    trick: int | None
    card: str | None
    seat: int | None
    amount: int | None


class NewDispute(Form[NewDisputeGiven]):
    """Opens a dispute on a game, and in it on a step, a card (with its step, or its deal and trick), a seat, an amount, or
    several."""

    game = own.Word(_GAME, "Must be the id of a game: its table's id, a dash, its number.", required=True)
    kind = own.Text(required=True, validate=validate.OneOf(KINDS))
    words = _said("What is wrong")
    step = own.Whole(1, STEP_MAX, load_default=None, allow_none=True)
    deal = own.Whole(1, DEAL_MAX, load_default=None, allow_none=True)
    trick = own.Whole(1, TRICK_MAX, load_default=None, allow_none=True)
    card = own.card(load_default=None, allow_none=True)
    seat = own.seat(load_default=None, allow_none=True)
    amount = own.Amount(load_default=None, allow_none=True)


class WordsGiven(TypedDict):
    """What `Words` loads to."""

    words: str


class Words(Form[WordsGiven]):
    """An answer, or the grounds of an appeal."""

    words = _said("What there is to say")


class NoWordsGiven(TypedDict):
    """What `NoWords` loads to."""


class NoWords(Form[NoWordsGiven]):
    """Nothing."""


class NewRulingGiven(TypedDict):
    """What `NewRuling` loads to."""

    decision: str
    reason: str
    rule: str
    seat: int | None
    amount: int | None
    to: list[int]
    step: int | None
    deal: int | None
    trick: int | None
    card: str | None
    confirm: bool


class NewRuling(Form[NewRulingGiven]):
    """A steward's decision, its reason, and the rule that it rests on. Which decisions there are depends on the game.

    Any game: `stands`. Running: `penalty` (deal, trick and card as far as the dispute does not name them), `restore` (the same;
    with `step`: the game goes back to before it, AZI-REC-1), `void_deal`, `void_game`. Over: `penalty` (seat, amount; to the
    house, or to the seats in `to` as if into the pot), `pay` (seat, amount, to), `award` (the pot goes to the seats in `to`),
    `void_game`. The same decision as the ruling before, carried out in the running game, confirms that one, also after the game.
    What a decision has no use for is refused. An amount greater than all chips of the club needs `confirm`.
    """

    decision = own.Text(required=True, validate=validate.OneOf(DECISIONS))
    reason = _said("Why")
    rule = own.Word(_RULE, "Must be the identifier of a rule, such as AZI-PLAY-2.", required=True)
    seat = own.seat(load_default=None, allow_none=True)
    amount = own.Amount(load_default=None, allow_none=True)
    to = fields.List(own.seat(), load_default=list, validate=validate.Length(max=own.SEAT_MAX))
    step = own.Whole(1, STEP_MAX, load_default=None, allow_none=True)
    deal = own.Whole(1, DEAL_MAX, load_default=None, allow_none=True)
    trick = own.Whole(1, TRICK_MAX, load_default=None, allow_none=True)
    card = own.card(load_default=None, allow_none=True)
    confirm = own.Truth(load_default=False, metadata={"description": "that an amount so great is meant"})


class MovementSchema(marshmallow.Schema):
    """Chips that a ruling moves. way: "taken" from the wallet of that player or "given" to it, by way of the pot of the game;
    "fined" to the house, or "forgiven"."""

    seat = fields.Integer(required=True)
    player = fields.String(required=True)
    player_name = own.shown_name()
    amount = fields.Nested(MoneySchema, required=True)
    way = fields.String(required=True, metadata={"enum": ["taken", "given", "fined", "forgiven"]})


class RulingSchema(marshmallow.Schema):
    """A ruling. holds: no later one has taken its place. returned: what the end of the one it supersedes has moved; moved: what it
    has moved itself. steps: first and last step of the running game by which it was carried out, also where it confirms an
    earlier one that was; empty for one after the game. appeal_until: till when those concerned may appeal; null where none of
    them may: a later ruling has taken its place, an appeal waits or has been decided, its time is over; or you have withdrawn
    yours."""

    number = fields.Integer(required=True)
    by = fields.String(required=True)
    by_name = own.shown_name()
    decision = fields.String(required=True, metadata={"enum": list(DECISIONS)})
    reason = fields.String(required=True)
    rule = fields.String(required=True)
    seat = fields.Integer(required=True, allow_none=True)
    amount = fields.Nested(MoneySchema, required=True, allow_none=True)
    to = fields.List(fields.Integer(), required=True)
    went_to = fields.String(
        required=True,
        allow_none=True,
        metadata={
            "enum": ["house", "pot", "seats", None],
            "description": "where the fine or the payment went: without `to` to the house, in a running game into its pot",
        },
    )
    holds = fields.Boolean(required=True)
    given_back_in = fields.String(
        required=True,
        allow_none=True,
        metadata={"description": "the ruling holds, but this other dispute has made the game void and given back what it cost"},
    )
    supersedes = fields.Integer(required=True, allow_none=True)
    returned = fields.List(fields.Nested(MovementSchema), required=True)
    moved = fields.List(fields.Nested(MovementSchema), required=True)
    steps = fields.List(fields.Integer(), required=True)
    appeal_until = fields.DateTime(required=True, allow_none=True)


class DeedSchema(marshmallow.Schema):
    """Who did what when."""

    version = fields.Integer(required=True, metadata={"description": "of the dispute after it"})
    what = fields.String(required=True, metadata={"enum": ["opened", "answered", "ruled", "appealed", "withdrawn"]})
    at = fields.DateTime(required=True)
    actor = fields.String(required=True)
    actor_name = own.shown_name()
    via = fields.String(required=True, allow_none=True)
    words = fields.String(required=True, allow_none=True)


class OpinionSchema(marshmallow.Schema):
    """What the engine says, by the house rules of this very game. facts: what it rests on, e.g. the hand and the legal cards."""

    verdict = fields.String(required=True, metadata={"enum": ["against_the_rules", "by_the_rules", "open"]})
    rule = fields.String(required=True, allow_none=True)
    says = fields.String(required=True)
    facts = fields.Dict(required=True)


class EvidenceStep(marshmallow.Schema):
    """An event concerned, and words for it."""

    step = fields.Integer(required=True)
    event = fields.Nested(EventSchema, required=True)
    words = fields.String(required=True)


class EvidenceSchema(marshmallow.Schema):
    """Gathered from the game as it was when the dispute was opened, as you may see it.

    opinion: null where you may not be told it: of a running game the engine's opinion is for its stewards and auditors, and of
    hands that you may not see for nobody. before, after: the state around the disputed step; before is null for the first step.
    stopped: which step up to that version is damaged, and which were therefore not evaluated; then there is no opinion, and neither
    state nor event from that step on.
    """

    version = fields.Integer(required=True, metadata={"description": "of the game, up to which the evidence reaches"})
    step = fields.Integer(required=True)
    opinion = fields.Nested(OpinionSchema, required=True, allow_none=True)
    events = fields.List(fields.Nested(EvidenceStep), required=True)
    before = fields.Nested(GameSchema, required=True, allow_none=True)
    after = fields.Nested(GameSchema, required=True, allow_none=True)
    stopped = fields.Nested(StoppedSchema, required=True, allow_none=True)


class AboutSchema(marshmallow.Schema):
    """What is disputed, as far as it was named."""

    step = fields.Integer(required=True, allow_none=True)
    deal = fields.Integer(required=True, allow_none=True)
    trick = fields.Integer(required=True, allow_none=True)
    card = fields.String(required=True, allow_none=True)
    seat = fields.Integer(required=True, allow_none=True)
    amount = fields.Nested(MoneySchema, required=True, allow_none=True)


class _Head(marshmallow.Schema):
    """What a dispute and its line in a list have alike."""

    id = fields.String(required=True, metadata={"description": "the game's id, a dash, its number in this game"})
    game = fields.String(required=True)
    table = fields.String(required=True)
    table_name = own.shown_name()
    version = fields.Integer(required=True)
    state = fields.String(required=True, metadata={"enum": list(STATES)})
    kind = fields.String(required=True, metadata={"enum": list(KINDS)})
    about = fields.Nested(AboutSchema, required=True)
    by = fields.String(required=True, metadata={"description": "who opened it"})
    by_name = own.shown_name()
    role = fields.String(required=True, metadata={"enum": ["player", "steward"]})


class DisputeSchema(_Head):
    """A dispute with its course, its rulings and its evidence."""

    words = fields.String(required=True)
    hours = fields.Integer(required=True, metadata={"description": "within which players can appeal against a ruling"})
    rulings = fields.List(fields.Nested(RulingSchema), required=True)
    deeds = fields.List(fields.Nested(DeedSchema), required=True)
    evidence = fields.Nested(EvidenceSchema, required=True)


class DisputeChanged(_Head):
    """A dispute after an act, with the events of it in the dispute, the game and the table, as you may see them."""

    rulings = fields.List(fields.Nested(RulingSchema), required=True)
    events = fields.List(fields.Nested(EventSchema), required=True)


class ListedDisputeSchema(_Head):
    """A dispute in the list, with the ruling that holds. decision, rule, ruled_by: null without one."""

    rulings = fields.Integer(required=True, metadata={"description": "how many so far"})
    decision = fields.String(required=True, allow_none=True)
    rule = fields.String(required=True, allow_none=True)
    ruled_by = fields.String(required=True, allow_none=True)
    ruled_by_name = own.shown_name()
    opened_at = fields.DateTime(required=True)
    changed_at = fields.DateTime(required=True)


class DisputePage(marshmallow.Schema):
    """Some disputes, in the order of their opening."""

    disputes = fields.List(fields.Nested(ListedDisputeSchema), required=True)
    next = fields.String(required=True, allow_none=True)


class DisputesQueryGiven(ListGiven):
    """What `DisputesQuery` loads to."""

    game: str | None
    table: str | None
    player: str | None
    state: str | None
    kind: str | None


class DisputesQuery(Form[DisputesQueryGiven]):
    """Only on this game, at this table, on games of this player, in this state, of this kind."""

    game = game_id()
    table = own.player_id(load_default=None)
    player = own.player_id(load_default=None)
    state = own.Text(load_default=None, validate=validate.OneOf(STATES))
    kind = own.Text(load_default=None, validate=validate.OneOf(KINDS))
    limit = own.Counted(1, PAGE_MAX, load_default=50)
    cursor = own.Name(length_max=CURSOR_LENGTH_MAX, load_default=None)
    min_position = own.Counted(0, 10**18 - 1, load_default=0)
