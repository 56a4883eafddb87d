"""What requests load to has the types that the code reads it by, and null says the same as absence."""

from collections.abc import Iterator
from datetime import datetime
from types import NoneType, UnionType
from typing import Any, Literal, NotRequired, TypedDict, Union, get_args, get_origin, get_type_hints

import marshmallow
from marshmallow import fields, validate

from api import app
from api.http.forms import Form
from api.schemas import fields as own
from api.schemas.actions import ACTS, Action, Acts
from engine.plain import Json

MODULES = app.BLUEPRINTS  # with them all forms are there


class Plain(TypedDict):
    """A field of names and plain values."""

    held: dict[str, Json]


class ScoreGiven(TypedDict):
    """Types that do not fit `Score`."""

    points: str
    name: NotRequired[str]
    basis: Literal["recorded"]
    lost: int


class Score(Form[ScoreGiven]):
    """A form that nobody uses."""

    points = own.Whole(1, 9, required=True)
    name = own.Name(load_default=None)
    basis = own.Text(required=True, validate=validate.OneOf(["recorded", "effective"]))
    more = own.Truth(required=True)


class Undone(marshmallow.Schema):
    """Null would undo what absence leaves as it is."""

    limit = own.Whole(0, 9, load_default=5, allow_none=True)
    name = own.Name(allow_none=True)


def forms() -> Iterator[type[Form[Any]]]:
    """Every form of the interface."""
    waiting = [Form]
    while waiting:
        kind = waiting.pop()
        waiting += kind.__subclasses__()
        if kind.__module__.startswith("api.schemas") and loads_to(kind) is not None and kind not in {Action, Acts}:
            yield kind


def loads_to(kind: type) -> Any:
    """The TypedDict that a form names; None of one that leaves it open."""
    given = get_args(kind.__dict__.get("__orig_bases__", (None,))[0])
    return given[0] if given and isinstance(given[0], type) else None


def value(field: fields.Field[Any]) -> Any:
    """The type of what the field loads, where something is given."""
    match field:
        case own.Moment():
            return datetime
        case own.Amount() | own.Whole() | own.Counted():
            return int
        case own.Truth():
            return bool
        case fields.String():
            return str
        case fields.Nested():
            return loads_to(type(field.schema))
        case fields.List():
            return list[value(field.inner)]
        case fields.Dict():
            return get_type_hints(Plain)["held"] if field.value_field is None else dict[str, value(field.value_field)]
    raise AssertionError(f"no type is known for {field!r}")


def unfit(kind: type[Form[Any]]) -> list[str]:
    """Where a form and its TypedDict do not say the same."""
    form, hints = kind(), get_type_hints(loads_to(kind), include_extras=True)
    found = [f"{kind.__name__}.{name}: is not loaded, or has no type" for name in hints.keys() ^ form.fields.keys()]
    for name in hints.keys() & form.fields.keys():
        field, hint = form.fields[name], hints[name]
        maybe = get_origin(hint) is NotRequired
        if maybe:
            hint = get_args(hint)[0]
        kinds = set(get_args(hint)) if get_origin(hint) in {Union, UnionType} else {hint}
        words = next((set(get_args(one)) for one in kinds if get_origin(one) is Literal), None)
        if words is not None:
            allowed = set(field.validators[0].choices) if isinstance(field.validators[0], validate.OneOf) else set()
            kinds = {str if get_origin(one) is Literal else one for one in kinds} if words == allowed else kinds
        null = {NoneType} if field.allow_none or field.load_default is None else set()
        absent = not field.required and field.load_default is marshmallow.missing
        if (kinds, maybe) != ({value(field), *null}, absent):
            found.append(f"{kind.__name__}.{name}: its field loads something else")
    return sorted(found)


def bodies() -> Iterator[type[marshmallow.Schema]]:
    """Every form, and every act."""
    yield from forms()
    yield from set(ACTS.values())


def told_apart(kind: type[marshmallow.Schema]) -> list[str]:
    """The fields that take null and load it to something else than where they are left out."""
    told = kind().fields.items()
    return [f"{kind.__name__}.{name}" for name, field in told if field.allow_none and field.load_default is not None]


def test_what_a_request_loads_to_has_the_types_by_which_it_is_read() -> None:
    assert len(list(forms())) >= 40
    assert [finding for kind in forms() for finding in unfit(kind)] == []


def test_a_form_whose_types_are_others_is_found() -> None:
    assert unfit(Score) == [
        "Score.basis: its field loads something else",
        "Score.lost: is not loaded, or has no type",
        "Score.more: is not loaded, or has no type",
        "Score.name: its field loads something else",
        "Score.points: its field loads something else",
    ]


def test_no_body_tells_null_from_absence_since_the_fingerprint_of_a_request_does_not() -> None:
    assert [finding for kind in bodies() for finding in told_apart(kind)] == []


def test_a_field_in_which_null_is_not_absence_is_found() -> None:
    assert told_apart(Undone) == ["Undone.limit", "Undone.name"]
