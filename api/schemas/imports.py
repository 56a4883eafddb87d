"""Bulk imports: many games, or many deposits, in one request; and what became of each."""

from datetime import datetime
from typing import TypedDict

import marshmallow
from marshmallow import fields, validate

from api.http.forms import Form
from api.schemas import fields as own
from ledger.imports.outcomes import STATUSES

RECORDS_MAX = 200
TEXT_LENGTH_MAX = 1_000_000
CSV_LENGTH_MAX = 500_000
NAMES_MAX = 1000
NAME_LENGTH_MAX = 200
STEWARDS_MAX = 20


class _Long(own.Text):
    """A text of many lines, taken as it is."""

    def __init__(self, length_max: int) -> None:
        super().__init__(required=True, metadata={"maxLength": length_max})
        self.length_max = length_max

    def _checked(self, value: str) -> str:
        if len(value) > self.length_max:
            raise own.unfit("Must not be longer than {most} characters.", most=self.length_max)
        return value


def _names() -> fields.Dict:
    return fields.Dict(
        keys=own.Name(length_max=NAME_LENGTH_MAX),
        values=own.Name(length_max=NAME_LENGTH_MAX),
        load_default=dict,
        validate=validate.Length(max=NAMES_MAX),
        metadata={"description": "name in the files -> id or name of a registered player", "maxProperties": NAMES_MAX},
    )


def _new() -> fields.List[str]:
    return fields.List(
        own.Name(length_max=NAME_LENGTH_MAX),
        load_default=list,
        validate=validate.Length(max=NAMES_MAX),
        metadata={"description": "names in the files of people who are new, also if others are nearly called so"},
    )


class RecordGiven(TypedDict):
    """What `GivenRecord` loads to."""

    name: str
    text: str
    played_at: datetime | None


class GivenRecord(Form[RecordGiven]):
    """A file of one or many game records. name: what it is known by. played_at: when it was played; a steward may go back 31 days,
    an admin 366 (WALLET-5)."""

    name = own.Name(required=True, length_max=NAME_LENGTH_MAX)
    text = _Long(TEXT_LENGTH_MAX)
    played_at = own.Moment(load_default=None, allow_none=True)


class ImportGamesGiven(TypedDict):
    """What `ImportGames` loads to."""

    records: list[RecordGiven]
    players: dict[str, str]
    register: bool
    deposit_missing: bool
    table: str | None
    stewards: list[str]
    changed_are_new: bool
    keep_open: bool
    new: list[str]
    dry_run: bool


class ImportGames(Form[ImportGamesGiven]):
    """Games to be imported. register: make players of names that nobody has and nobody nearly has; new: names of new players,
    whatever others are called. dry_run: say what would become of each, and keep nothing, not even the answer. table: where to play;
    null: at tables of the import.

    deposit_missing: what a wallet lacks for a stack comes in as a deposit; for admins. changed_are_new: a record whose name is in
    with other content is another game. keep_open: more is to come, so the import's own tables stay open.
    """

    records = fields.List(
        fields.Nested(GivenRecord),
        required=True,
        validate=validate.Length(min=1, max=RECORDS_MAX),
    )
    players = _names()
    register = own.Truth(load_default=False)
    deposit_missing = own.Truth(load_default=False)
    table = own.player_id(load_default=None, allow_none=True)
    stewards = fields.List(own.subject(), load_default=list, validate=validate.Length(max=STEWARDS_MAX))
    changed_are_new = own.Truth(load_default=False)
    keep_open = own.Truth(load_default=False)
    new = _new()
    dry_run = own.Truth(load_default=False)


class ImportDepositsGiven(TypedDict):
    """What `ImportDeposits` loads to."""

    csv: str
    players: dict[str, str]
    register: bool
    new: list[str]
    dry_run: bool


class ImportDeposits(Form[ImportDepositsGiven]):
    """Deposits to be imported. csv: with the columns player, amount (with its digits behind the point) or smallest_units (whole
    numbers), reference and, where it is known, at; a cashier may go back 31 days, an admin 366 (WALLET-5). register, new: for
    admins; dry_run: as with games."""

    csv = _Long(CSV_LENGTH_MAX)
    players = _names()
    register = own.Truth(load_default=False)
    new = _new()
    dry_run = own.Truth(load_default=False)


class ImportOutcome(marshmallow.Schema):
    """What became of one game or deposit. became: the game, or the player. line: of the text, where the fault or the deposit is."""

    source = fields.String(required=True)
    status = fields.String(required=True, metadata={"enum": list(STATUSES)})
    became = fields.String(required=True, allow_none=True)
    line = fields.Integer(required=True, allow_none=True)
    rule = fields.String(required=True, allow_none=True)
    says = fields.String(required=True)
    events = fields.Integer(required=True)


class ImportDone(marshmallow.Schema):
    """How many of each status, how many events; every outcome in the order given; what is to be said besides."""

    imported = fields.Integer(required=True)
    known = fields.Integer(required=True)
    changed = fields.Integer(required=True)
    failed = fields.Integer(required=True)
    events = fields.Integer(required=True)
    outcomes = fields.List(fields.Nested(ImportOutcome), required=True)
    notes = fields.List(fields.String(), required=True)
