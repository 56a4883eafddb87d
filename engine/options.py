"""House rules as plain mappings: read into the frozen shape of a game, told again, and refused with what is possible.

A shape is a dataclass with one field an option. Its type hints say how an option is read: `Literal`, bool, int, `int | None`, str,
`Chips` and `Chips | None`, where None is no limit; `Annotated[int, Between(0, 100)]`.

An option that came later has a default: how everybody played before. Where it stands at that, it is left out of whatever is kept;
so games, tables, presets and records from before are what they were, byte for byte. The default is for life: absence stands for it.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import MISSING, dataclass, fields
from functools import cache
from types import MappingProxyType
from typing import TYPE_CHECKING, Annotated, Literal, NoReturn, TypeVar, cast, get_args, get_origin, get_type_hints

from engine.chips import MOST, Chips
from engine.deeds import values
from engine.plain import Json, JsonObject
from engine.room.rulebook import TABLE_1
from engine.rules import Rule, RuleBroken, require
from engine.saying import Either, Saying

if TYPE_CHECKING:
    from _typeshed import DataclassInstance

H = TypeVar("H")
Text = Callable[[str, object], str]
PRESET = re.compile(r"[a-z0-9][a-z0-9-]{0,39}")
NUMBER = re.compile(r"0|[1-9][0-9]{0,30}")
# NOTE: what an option of the house rules may be; stands after "Possible:"
WHOLE = Saying("a whole number")
MISTYPED = {
    "word": 'The house rule {option} must be the word "{value}", in quotes.',
    "truth": "The house rule {option} must be true or false without quotes.",
    "number": "The house rule {option} must be a number without quotes.",
    "": "The house rule {option} cannot be {value}. Possible: {possible}.",
}


@dataclass(frozen=True, slots=True)
class Between:
    """Beside the type of an option that is a whole number: the least and the most that it may be."""

    least: int
    most: int


@cache
def hints(shape: type) -> dict[str, object]:
    """The options of a shape, in order, with their types."""
    return get_type_hints(shape, include_extras=True)


@cache
def absent(shape: type) -> dict[str, object]:
    """The options that came later, each with the value that its absence stands for."""
    kind = cast("type[DataclassInstance]", shape)
    return {field.name: field.default for field in fields(kind) if field.default is not MISSING}


@cache
def _of_chips(shape: type) -> frozenset[str]:
    return frozenset(name for name, hint in hints(shape).items() if hint in {Chips, Chips | None})


def plain(house: DataclassInstance) -> JsonObject:
    """The options as they are kept, ready for JSON: amounts as decimal strings, no limit as None. `read` reads it back."""
    shape, told = type(house), values(house)
    later = absent(shape)
    return {name: _json(shape, name, value) for name, value in told.items() if name not in later or value != later[name]}


def whole(shape: type, kept: Mapping[str, Json]) -> JsonObject:
    """House rules as they are kept, with what is absent filled in: every option, for whoever wants to see them all."""
    later = {name: _json(shape, name, value) for name, value in absent(shape).items()}
    return {name: kept[name] if name in kept else later[name] for name in hints(shape)}


def _json(shape: type, name: str, value: object) -> Json:
    return str(value) if name in _of_chips(shape) and value is not None else cast(Json, value)


def read(shape: type[H], mapping: Mapping[str, object], texts: Mapping[str, Text]) -> H:
    """The house rules of a mapping of all options; what came later may be absent. Amounts are whole numbers or decimal strings;
    "none" stands for no limit. texts: how options that are free text are read; `preset` is read as the name of one.

    Refuses (TABLE-1) an option that is unknown, missing or of the wrong type; the refusal names it, its value and what is possible.
    """
    kind: type = shape
    known = hints(kind)
    for name in mapping:
        require(name in known, TABLE_1, "There is no house rule {option}.", option=shown(name), possible=tuple(known))
    for name in known:
        require(name in mapping or name in absent(kind), TABLE_1, "The house rule {option} is missing.", option=name)
    return shape(**{name: _option(kind, name, mapping[name], {"preset": _preset, **texts}) for name in known if name in mapping})


def _option(shape: type, name: str, value: object, texts: Mapping[str, Text]) -> object:
    """The value of one option, or a refusal that says what is possible."""
    hint = hints(shape)[name]
    if name in _of_chips(shape):
        return _amount(name, value, limitless=hint == Chips | None)
    if get_origin(hint) is Literal:
        if value.__class__ not in {choice.__class__ for choice in get_args(hint)} or value not in get_args(hint):
            refuse(name, value, get_args(hint))
        return value
    if get_origin(hint) is Annotated and isinstance(bounds := get_args(hint)[1], Between):
        if value.__class__ is not int or not bounds.least <= value <= bounds.most:
            refuse(name, value, (WHOLE, Saying("{least} to {most}", least=bounds.least, most=bounds.most)))
        return value
    if hint is bool:
        if not isinstance(value, bool):
            refuse(name, value, (True, False))
        return value
    if hint is str:
        return texts[name](name, value)
    if hint == int | None and value in (None, "none"):
        return None
    if not isinstance(value, int) or isinstance(value, bool):
        refuse(name, value, (WHOLE,))
    return value


def _amount(name: str, value: object, *, limitless: bool) -> int | None:
    if limitless and (value is None or value == "none"):
        return None
    if isinstance(value, str) and NUMBER.fullmatch(value):
        value = int(value)
    if not isinstance(value, int) or isinstance(value, bool) or not 0 <= value <= MOST:
        refuse(name, value, (Saying("whole chips up to 10^30"), *(("none",) if limitless else ())))
    return value


def _preset(name: str, value: object) -> str:
    if not (isinstance(value, str) and PRESET.fullmatch(value)):
        refuse(name, value, (Saying("small letters, digits and hyphens, 40 at most"),))
    return str(value)


def idle(house: DataclassInstance, defaults: Mapping[str, object], says: str, **facts: object) -> None:
    """Refuse an option that plays no part, unless it stands at its default. says: why, with {option} and {value} in it, and facts
    that are told in this sentence only."""
    for name, default in defaults.items():
        if (value := values(house)[name]) != default:
            refuse(name, value, (default,), says, said=facts)


def refuse(
    option: str,
    value: object,
    possible: tuple[object, ...],
    says: str = "",
    rule: Rule = TABLE_1,
    said: Mapping[str, object] = MappingProxyType({}),
    **facts: object,
) -> NoReturn:
    """Raise RuleBroken for the value of an option. says: a sentence, with {option}, {value} and {possible} in it, the facts, and
    what is only `said` there."""
    if not says:
        says = MISTYPED[_type_due(value, possible)]
    choices = Either([choice if isinstance(choice, Saying) else shown(choice) for choice in possible])
    told = {"option": option, "value": shown(value), **facts}
    saying = Saying(says, **told, **said, possible=choices)
    plain_ones = tuple([str(choice) if isinstance(choice, Saying) else choice for choice in possible])
    raise RuleBroken(rule, saying, **told, possible=plain_ones, choices=" or ".join(map(str, choices)))


def _type_due(value: object, possible: tuple[object, ...]) -> str:
    """As what a value that is possible but for its type in JSON has to be written, in MISTYPED; "" for anything else."""
    if not isinstance(value, str):
        return "word" if shown(value) in possible else ""
    if possible == (True, False) and value in ("true", "false"):
        return "truth"
    numbers = [str(choice) for choice in possible if isinstance(choice, int)]
    return "number" if NUMBER.fullmatch(value) and (WHOLE in possible or value in numbers) else ""


def shown(value: object) -> str:
    """What was sent, in words that an answer can hold."""
    if value is None or isinstance(value, bool):
        return "none" if value is None else str(value).lower()
    if not isinstance(value, str | int | float):
        return "a list" if isinstance(value, list | tuple) else "an object"
    text = str(value)
    return text if len(text) <= 60 else text[:59] + "…"
