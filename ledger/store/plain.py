"""Events as plain JSON values. How a type is converted is worked out once, from its type hints; what needs no conversion is left
alone.

JSON has no whole numbers of any size and no keys but strings: amounts of chips become decimal strings, keys become strings.

A shape whose fields go by name alone may grow: a field that came later has a default, and is left out where it stands at that.
"""

from collections.abc import Callable, Mapping
from dataclasses import MISSING, fields, is_dataclass
from types import UnionType
from typing import Annotated, Any, TypeAlias, Union, get_args, get_origin, get_type_hints

from engine.chips import CHIPS

Plain: TypeAlias = Callable[[Any], Any]


def plain_form(hint: Any) -> Plain | None:
    """What turns a value of this type into plain JSON values; None if it can be written as it is."""
    origin, arguments = get_origin(hint), get_args(hint)
    if origin is Annotated:
        return str if CHIPS in arguments[1:] else plain_form(arguments[0])
    if isinstance(hint, type) and is_dataclass(hint):
        needed = may_grow(hint) or any(plain_form(kind) for kind in get_type_hints(hint, include_extras=True).values())
        return plain_fields(hint) if needed else None
    if origin in {Union, UnionType}:
        return _of_optional(arguments)
    if origin is tuple:
        return _of_tuple(arguments)
    if origin is dict:
        return _of_mapping(*arguments)
    return None


def plain_fields(kind: type) -> Plain:
    """What turns a dataclass into a dict of its fields, each in its plain form."""
    hints = get_type_hints(kind, include_extras=True)
    forms = [(field.name, plain_form(hints[field.name])) for field in fields(kind)]
    later = {field.name: field.default for field in fields(kind) if field.kw_only and field.default is not MISSING}

    def plain(value: Any) -> dict[str, Any]:
        return {name: getattr(value, name) if form is None else form(getattr(value, name)) for name, form in forms}

    if not later:
        return plain
    return lambda value: {
        name: told for name, told in plain(value).items() if name not in later or getattr(value, name) != later[name]
    }


def may_grow(hint: Any) -> bool:
    """Whether a type, or one that it holds, is a shape whose fields go by name alone."""
    if isinstance(hint, type) and is_dataclass(hint):
        inside = get_type_hints(hint, include_extras=True).values()
        return any(field.kw_only for field in fields(hint)) or any(may_grow(kind) for kind in inside)
    return any(may_grow(argument) for argument in get_args(hint))


def _of_optional(arguments: tuple[Any, ...]) -> Plain | None:
    forms = [form for form in (plain_form(kind) for kind in arguments if kind is not type(None)) if form]
    if not forms:
        return None
    if len(forms) > 1 or len(arguments) != 2 or type(None) not in arguments:
        raise TypeError(f"a field cannot be one of {arguments}: what is stored must tell which one it was")
    form = forms[0]
    return lambda value: None if value is None else form(value)


def _of_tuple(arguments: tuple[Any, ...]) -> Plain | None:
    if len(arguments) == 2 and arguments[1] is Ellipsis:
        form = plain_form(arguments[0])
        return None if form is None else lambda value: [form(x) for x in value]
    forms = [plain_form(kind) for kind in arguments]
    if not any(forms):
        return None
    return lambda value: [x if form is None else form(x) for form, x in zip(forms, value, strict=True)]


def _of_mapping(key: Any, kind: Any) -> Plain | None:
    form = plain_form(kind)
    if key is str and form is None:
        return None

    def plain(value: Mapping[Any, Any]) -> dict[str, Any]:
        return {str(k): x if form is None else form(x) for k, x in value.items()}

    return plain
