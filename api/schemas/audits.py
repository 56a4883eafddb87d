"""Reports of audits."""

from collections.abc import Mapping
from typing import TypedDict

import marshmallow
from marshmallow import fields, validate

from api.http.forms import Description, Form, G
from api.schemas import fields as own
from api.schemas.penalties import game_id
from api.schemas.players import CURSOR_LENGTH_MAX, PAGE_MAX, ListGiven
from ledger.audits.findings import AUDITS, OF_GAMES, SEVERITIES

STANDING = "standing"  # on the page: what the standing audit has found
FORMATS = {"json": "application/json", "csv": "text/csv"}


class FindingSchema(marshmallow.Schema):
    """Something that is wrong. severity: "fault": the record is wrong; "note": it is right, and somebody should know.

    rule: by its identifier. step: of the event in its game; position: among all events. expected, found: in words and figures; null
    where there is nothing to compare, or where they tell of cards that you may not see, which `withheld` says.
    """

    severity = fields.String(required=True, metadata={"enum": list(SEVERITIES)})
    audit = fields.String(required=True, metadata={"enum": list(AUDITS)})
    kind = fields.String(required=True, metadata={"example": "wrong_amount"})
    rule = fields.String(required=True, allow_none=True, metadata={"example": "AZI-VIOL-2"})
    table = fields.String(required=True, allow_none=True)
    table_name = own.shown_name()
    game = fields.String(required=True, allow_none=True)
    step = fields.Integer(required=True, allow_none=True)
    position = fields.Integer(required=True, allow_none=True)
    account = fields.String(required=True, allow_none=True)
    expected = fields.String(required=True, allow_none=True)
    found = fields.String(required=True, allow_none=True)
    says = fields.String(required=True)
    withheld = fields.Boolean(required=True)


class AuditSchema(marshmallow.Schema):
    """What an audit has looked at and found, on a page of games; that of the money has one page, of all.

    position: of the last event that it could see. running: how many of the games were not over. unread: events that could not be
    evaluated. faults, notes: how many there are; findings: them, or of very many the first ones, and then `more`.
    """

    audit = fields.String(required=True, metadata={"enum": list(AUDITS)})
    ok = fields.Boolean(required=True)
    position = fields.Integer(required=True)
    games = fields.Integer(required=True)
    running = fields.Integer(required=True)
    events = fields.Integer(required=True)
    unread = fields.Integer(required=True)
    faults = fields.Integer(required=True)
    notes = fields.Integer(required=True)
    findings = fields.List(fields.Nested(FindingSchema), required=True)
    more = fields.Boolean(required=True)
    next = fields.String(required=True, allow_none=True, metadata={"description": "leads to the next games"})


class AuditQueryGiven(ListGiven):
    """What `AuditQuery` loads to."""

    table: str | None
    game: str | None
    format: str | None


class OfGames(Form[G]):
    """Only games at this table, only this one; in pages of so many games. format: without it by the header Accept, JSON first."""

    table = own.player_id(load_default=None)
    game = game_id()
    format = own.Text(load_default=None, validate=validate.OneOf(tuple(FORMATS)))
    limit = own.Counted(1, PAGE_MAX, load_default=PAGE_MAX)
    cursor = own.Name(length_max=CURSOR_LENGTH_MAX, load_default=None)
    min_position = own.Counted(0, 10**18 - 1, load_default=0)


class AuditQuery(OfGames[AuditQueryGiven]):
    """Only games at this table, only this one; in pages of so many games. format: without it by the header Accept, JSON first."""


class AuditPageQueryGiven(AuditQueryGiven):
    """What `AuditPageQuery` loads to."""

    audit: str | None
    format: str | None
    lang: str | None


class AuditPageQuery(OfGames[AuditPageQueryGiven]):
    """The same for the page, whose form names the audit, and sends what was left empty as empty. format: without it a page."""

    audit = own.Text(load_default=None, validate=validate.OneOf((STANDING, *AUDITS)))
    format = own.Text(load_default=None, validate=validate.OneOf(("csv",)))
    lang = own.Text(load_default=None)

    @marshmallow.pre_load
    def without_empty(self, given: dict[str, str], **_: object) -> dict[str, str]:
        """Only what was filled in."""
        return {name: text.strip() for name, text in given.items() if text.strip()}


class StandingSchema(marshmallow.Schema):
    """What the standing audit has found: of the games audited last first.

    position: up to which every game that has ended is audited. games, events, unread, faults, notes: of everything, or of the table
    or game asked for, whatever else was asked for; findings: a page of them.
    """

    ok = fields.Boolean(required=True)
    position = fields.Integer(required=True)
    games = fields.Integer(required=True)
    events = fields.Integer(required=True)
    unread = fields.Integer(required=True)
    faults = fields.Integer(required=True)
    notes = fields.Integer(required=True)
    findings = fields.List(fields.Nested(FindingSchema), required=True)
    next = fields.String(required=True, allow_none=True)


class StandingQueryGiven(ListGiven):
    """What `StandingQuery` loads to."""

    audit: str | None
    severity: str | None
    table: str | None
    game: str | None


class StandingQuery(Form[StandingQueryGiven]):
    """Only of this audit, of this severity, on games at this table, on this game."""

    audit = own.Text(load_default=None, validate=validate.OneOf(OF_GAMES))
    severity = own.Text(load_default=None, validate=validate.OneOf(SEVERITIES))
    table = own.player_id(load_default=None)
    game = game_id()
    limit = own.Counted(1, PAGE_MAX, load_default=PAGE_MAX)
    cursor = own.Name(length_max=CURSOR_LENGTH_MAX, load_default=None)
    min_position = own.Counted(0, 10**18 - 1, load_default=0)


class UnclaimedQueryGiven(TypedDict):
    """What `UnclaimedQuery` loads to."""

    table: str | None
    min_position: int


class UnclaimedQuery(Form[UnclaimedQueryGiven]):
    """Only at this table."""

    table = own.player_id(load_default=None)
    min_position = own.Counted(0, 10**18 - 1, load_default=0)


class UnclaimedAtTable(marshmallow.Schema):
    """Offences at one table that nobody has claimed or ruled on. stewards: of the table now. counts: by kind."""

    table = fields.String(required=True)
    table_name = own.shown_name()
    stewards = fields.List(fields.String(), required=True)
    total = fields.Integer(required=True)
    counts = fields.Dict(keys=fields.String(), values=fields.Integer(), required=True)


class UnclaimedOfSteward(marshmallow.Schema):
    """The same of all tables of one steward; what happened at a table of two counts for both."""

    actor = fields.String(required=True)
    actor_name = own.shown_name()
    total = fields.Integer(required=True)
    counts = fields.Dict(keys=fields.String(), values=fields.Integer(), required=True)


class UnclaimedSchema(marshmallow.Schema):
    """Offences in games that are over that nobody has claimed or ruled on: by table, those with the most first; by steward."""

    by_table = fields.List(fields.Nested(UnclaimedAtTable), required=True)
    by_steward = fields.List(fields.Nested(UnclaimedOfSteward), required=True)


ANSWERS: Mapping[str, Description] = {
    "responses": {
        "200": {
            "description": "What was found, in JSON or as CSV",
            "content": {
                "application/json": {"schema": AuditSchema},
                "text/csv": {"schema": {"type": "string"}},
            },
        }
    }
}
