"""Values of every type that an event may hold: one fixed specimen of a type, and any value of it."""

from dataclasses import MISSING, fields, is_dataclass
from types import UnionType
from typing import Annotated, Any, Literal, Union, get_args, get_origin, get_type_hints

from hypothesis import strategies as st

from engine.options import Between
from engine.wanted import Wanted

ABOVE_DOUBLES = 9007199254740993  # 2^53 + 1: the first whole number that a reader with floats gets wrong
MOST = 10**30
WORDS = {
    "player": "abcdefghijklmnop",
    "table": "qrstuvwxyz234567",
    "game": "qrstuvwxyz234567-1",
    "unit": "chip",
    "card": "9H",
    "trump": "TD",
}

anything = st.recursive(
    st.none() | st.booleans() | st.integers(-(2**63), 2**63 - 1) | st.text(),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(), inner, max_size=3),
    max_leaves=5,
)
amounts = st.sampled_from([0, -1, ABOVE_DOUBLES, -ABOVE_DOUBLES, 2**64, MOST, -MOST]) | st.integers(-MOST, MOST)


def values(hint: Any) -> st.SearchStrategy[Any]:
    """Any value of the type."""
    origin, arguments = get_origin(hint), get_args(hint)
    if origin is Annotated:
        bounds = arguments[1]
        return st.integers(bounds.least, bounds.most) if isinstance(bounds, Between) else amounts
    if is_dataclass(hint):
        hints = get_type_hints(hint, include_extras=True)
        return st.builds(hint, **{field.name: values(hints[field.name]) for field in fields(hint)})
    if origin in {Union, UnionType}:
        return st.one_of([values(argument) for argument in arguments])
    if origin is tuple:
        if arguments[-1] is Ellipsis:
            return st.lists(values(arguments[0]), max_size=4).map(tuple)
        return st.tuples(*[values(argument) for argument in arguments])
    if origin is dict:
        return st.dictionaries(values(arguments[0]), values(arguments[1]), max_size=4)
    if origin is Literal:
        return st.sampled_from(arguments)
    simple = {int: st.integers(-(2**63), 2**63 - 1), str: st.text(), bool: st.booleans(), type(None): st.none(), Any: anything}
    return simple[hint]


def specimen(hint: Any, name: str = "") -> Any:
    """One value of the type, the same each time; but for commands without fields that came later. name: of the field that holds
    it."""
    origin, arguments = get_origin(hint), get_args(hint)
    if origin is Annotated:
        return ABOVE_DOUBLES
    if is_dataclass(hint):
        hints = get_type_hints(hint, include_extras=True)
        always = [field.name for field in fields(hint) if field.default is MISSING or issubclass(hint, Wanted)]
        return hint(**{name: specimen(hints[name], name) for name in always})
    if origin in {Union, UnionType, Literal}:
        return arguments[0] if origin is Literal else specimen(arguments[0], name)
    if origin is tuple:
        if arguments[-1] is not Ellipsis:
            return tuple(specimen(argument, name) for argument in arguments)
        return ("AS", "7H") if arguments[0] is str else (specimen(arguments[0], name),) * 2
    if origin is dict:
        if arguments[1] is str:
            return {2: "9H"}
        return {2: ("9H", "TS", "AD"), 10: ("6D", "7D", "8D")} if arguments[0] is int else {"ante": "5", "raises_max": None}
    return {int: 3, str: WORDS.get(name, f"a {name}"), bool: True}[hint]
