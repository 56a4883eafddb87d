"""What changes about people: names, linked entries, erasing, handing over; a person with all his entries."""

from typing import TypedDict

import marshmallow
from marshmallow import fields

from api.http.forms import Form
from api.schemas import fields as own
from api.schemas.events import EventSchema
from api.schemas.players import MoneySchema


class NewNameGiven(TypedDict):
    """What `NewName` loads to."""

    name: str


class NewName(Form[NewNameGiven]):
    """What the player is called from now on. It is kept apart from the events and can be erased."""

    name = own.Name(required=True)


class OtherEntryGiven(TypedDict):
    """What `OtherEntry` loads to."""

    player: str


class OtherEntry(Form[OtherEntryGiven]):
    """The other entry of the same person."""

    player = own.player_id(required=True)


class HandOverGiven(TypedDict):
    """What `HandOver` loads to."""

    to: str


class HandOver(Form[HandOverGiven]):
    """The online room that speaks for the player from now on: the subject of its key."""

    to = own.subject(required=True)


class PersonChanged(marshmallow.Schema):
    """A player after a change of who he is, with the events of it. No name stands in it."""

    id = fields.String(required=True)
    version = fields.Integer(required=True, metadata={"description": "of the player's wallet, in which such changes are recorded"})
    events = fields.List(fields.Nested(EventSchema), required=True)


class ToldSchema(marshmallow.Schema):
    """One thing that is gone, or that stays, and a sentence about it in the language of Accept-Language."""

    what = fields.String(required=True)
    says = fields.String(required=True)


class ErasedSchema(PersonChanged):
    """What an erasure has taken away, and what stays and why."""

    gone = fields.List(fields.Nested(ToldSchema), required=True)
    stays = fields.List(fields.Nested(ToldSchema), required=True)


class EntrySchema(marshmallow.Schema):
    """One entry of a person."""

    player = fields.String(required=True)
    player_name = own.shown_name()
    wallet = fields.Nested(MoneySchema, required=True)
    stacks = fields.Dict(keys=fields.String(), values=fields.Nested(MoneySchema), required=True)
    total = fields.Nested(MoneySchema, required=True)


class PersonSchema(marshmallow.Schema):
    """A person: all entries that were linked with each other (PEOPLE-2), and what they have in sum, up to `position`."""

    entries = fields.List(fields.Nested(EntrySchema), required=True)
    wallet = fields.Nested(MoneySchema, required=True)
    total = fields.Nested(MoneySchema, required=True)
    position = fields.Integer(required=True)


class PersonQueryGiven(TypedDict):
    """What `PersonQuery` loads to."""

    min_position: int


class PersonQuery(Form[PersonQueryGiven]):
    """As the books stand now, at least at this position."""

    min_position = own.Counted(0, 10**18 - 1, load_default=0)


class HeldSchema(marshmallow.Schema):
    """Everything that is held about a person, for himself: each of his entries with name, keys, addresses, wallet, tables, games as
    he may see them, disputes, penalties, refusals, references and imports. Other people stand in it by their ids alone."""

    form = fields.String(required=True, metadata={"example": "cardledger.person/1"})
    position = fields.Integer(required=True)
    unit = fields.String(required=True)
    scale = fields.Integer(required=True)
    entries = fields.List(fields.Dict(), required=True)
