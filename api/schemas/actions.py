"""Any act of a game as the interface takes it: read by its type, `{"type": "raise", "seat": 3, "amount": "40"}`.

The forms that games share stand in `acts.py`; those that one game has alone, in the folder of its name. A type that has no form
there needs nothing but a seat.
"""

import dataclasses
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import TypeAlias

import marshmallow
from marshmallow import ValidationError, fields, validate
from marshmallow.types import StrSequenceOrSet, UnknownOption

from api.http.forms import Form
from api.http.validating import tells_fields
from api.schemas import acts
from api.schemas import fields as own
from api.schemas.acts import Act, ClaimAct, Made, NamedPlay, SeatAct, has_trick
from engine.games import KINDS, Kind
from engine.games import own as own_of
from engine.plain import Json, JsonObject
from engine.saying import Saying
from engine.wanted import Wanted as Command
from ledger.play.lists import ACTS_MAX

OfKind: TypeAlias = Callable[[Kind], Made]
_OWN: dict[str, type[Act]] = {
    **acts.ACTS,
    **{word: schema for module in own_of("api.schemas", "acts").values() for word, schema in module.ACTS.items()},
}
IN_ORDER = "deal_in_order"
_WORDS = dict.fromkeys([*[word for kind in KINDS.values() for word in kind.actions if word != "correct"], IN_ORDER])
ACTS: dict[str, type[Act]] = {word: _OWN.get(word, SeatAct) for word in _WORDS}
_SCHEMAS = {word: tells_fields(schema()) for word, schema in ACTS.items()}


class Action(Form[OfKind]):
    """Any act: reads it by its type and loads to what makes the engine's command of it, for the game that it is sent to."""

    type = own.Text(required=True, metadata={"enum": sorted(ACTS)})

    def load(
        self,
        data: Mapping[str, Json] | Sequence[Mapping[str, Json]],
        *,
        many: bool | None = None,
        partial: bool | StrSequenceOrSet | None = None,
        unknown: UnknownOption | None = None,
    ) -> OfKind:
        """Kind of game -> the engine's command. Both this and what it gives raise ValidationError."""
        word = data.get("type") if isinstance(data, Mapping) else None
        schema = _SCHEMAS.get(word) if isinstance(word, str) else None
        if schema is None:
            raise ValidationError({"type": [Saying("Must be one of {acts}.", acts=", ".join(sorted(ACTS)))]})
        given = schema.load(data, many=many, partial=partial, unknown=unknown)
        del given["type"]

        def command(kind: Kind) -> Made:
            return schema.command(kind, str(word), given)

        return command


@dataclass(frozen=True, slots=True)
class Wanted:
    """The acts that a request holds. listed: as a list."""

    acts: tuple[OfKind, ...]
    listed: bool

    def of(self, kind: Kind) -> tuple[Made, ...]:
        """The commands of this game. Raises ValidationError, with the place in the list."""
        made = []
        for index, act in enumerate(self.acts):
            try:
                made.append(act(kind))
            except ValidationError as error:
                raise _at(index, error) if self.listed else error from None
        return tuple(made)


_ACTION = Action()


class Acts(Form[Wanted]):
    """One act, or `{"acts": [...]}`: a list of them, all or none. Loads to a `Wanted`."""

    acts = fields.List(fields.Nested(Action), required=True, validate=validate.Length(1, ACTS_MAX))

    def load(
        self,
        data: Mapping[str, Json] | Sequence[Mapping[str, Json]],
        *,
        many: bool | None = None,
        partial: bool | StrSequenceOrSet | None = None,
        unknown: UnknownOption | None = None,
    ) -> Wanted:
        """What is wanted, by one act or several. Raises ValidationError, as does what it gives."""
        if not isinstance(data, Mapping) or "acts" not in data or "type" in data:
            return Wanted((_ACTION.load(data, many=many, partial=partial, unknown=unknown),), listed=False)
        return Wanted(tuple(super().load(data, many=many, partial=partial, unknown=unknown)["acts"]), listed=True)


def _at(index: int, error: ValidationError) -> ValidationError:
    """The error, at its place in the list."""
    found = error.messages if isinstance(error.messages, dict) else {error.field_name: error.messages}
    return ValidationError({"acts": {index: found}})


def described_name(word: str) -> str:
    """The name of an act's schema in the description: "bet_blind" → "BetBlindAction"."""
    return "".join(part.capitalize() for part in word.split("_")) + "Action"


def one_or_several() -> JsonObject:
    """The body in the description: an act, or a list of them."""
    return {"anyOf": [{"$ref": "#/components/schemas/Action"}, {"$ref": "#/components/schemas/ActList"}]}


def several() -> JsonObject:
    """A list of acts in the description."""
    acts: JsonObject = {"type": "array", "minItems": 1, "maxItems": ACTS_MAX, "items": {"$ref": "#/components/schemas/Action"}}
    described = "Acts to be carried out in this order, all or none; a refusal names the place, from 0, as `index`."
    return {"type": "object", "description": described, "properties": {"acts": acts}, "required": ["acts"]}


def one_of() -> JsonObject:
    """An act in the description: one schema for each type."""
    places = {word: f"#/components/schemas/{described_name(word)}" for word in ACTS}
    return {"oneOf": [{"$ref": place} for place in places.values()], "discriminator": {"propertyName": "type", "mapping": places}}


def described(word: str) -> type[marshmallow.Schema]:
    """The schema of one act with its type fixed, for the description only."""
    schema = ACTS[word]
    fixed = own.Text(required=True, metadata={"enum": [word]})
    return type(described_name(word), (schema,), {"type": fixed, "__doc__": schema.__doc__})


def by_game(word: str) -> JsonObject:
    """What the description of an act says beside its schema: the form that each game needs, with an example of each. Only of acts
    that name a play, in some games by its trick."""
    if not issubclass(ACTS[word], NamedPlay):
        return {}
    by_trick = {name: has_trick(kind) for name, kind in KINDS.items()}
    needs = {"required": ["trick"]}
    play: JsonObject = {"type": word, **({"seat": 3} if issubclass(ACTS[word], ClaimAct) else {}), "deal": 1}
    return {
        "oneOf": [
            {"title": f"In {name.capitalize()}", **(needs if tricks else {"not": needs})} for name, tricks in by_trick.items()
        ],
        "examples": [{**play, **({"trick": 2, "card": "9H"} if tricks else {"card": "TD"})} for tricks in by_trick.values()],
    }


def words_of(command: Command) -> JsonObject:
    """A command in the words of the interface, e.g. as it stands among legal actions. Amounts are decimal strings."""
    said: JsonObject = {"type": WORDS[command.__class__]}
    for name in FIELDS[command.__class__]:
        value = getattr(command, name)
        if value is None:
            continue
        field = field_of(name)
        said[field] = str(value) if field == "amount" else value
    return said


def field_of(name: str) -> str:
    """The field of the interface for one of a command: chips and prices are amounts."""
    return "amount" if name in {"chips", "price"} else name


WORDS = {command: word for kind in KINDS.values() for word, command in kind.actions.items()}
FIELDS = {command: tuple([one.name for one in dataclasses.fields(command)]) for command in WORDS}
