"""Every event of a role has what `engine/deeds.py` says of that role."""

from dataclasses import dataclass
from typing import get_args, get_type_hints

import pytest

from engine import deeds
from engine.declared import Happened, declared
from engine.games import KINDS

EVENTS = [event for kind in KINDS.values() for event in kind.events.values() if declared(event).role in deeds.BY_ROLE]


def parts(protocol: type) -> dict[str, object]:
    """The fields that a protocol asks for, with their types."""
    asked = {name: part.fget for name, part in vars(protocol).items() if isinstance(part, property)}
    return {name: get_type_hints(get)["return"] for name, get in asked.items()}


def lacking(event: type, protocol: type) -> list[str]:
    """What the protocol asks for and the event has not, or has of a type that it may not be of."""
    has = get_type_hints(event)
    return [name for name, kind in parts(protocol).items() if not fits(has.get(name), kind)]


def fits(kind: object, asked: object) -> bool:
    """Whether a value of one type is one of the other."""
    return kind == asked or kind in get_args(asked) or getattr(asked, "_is_protocol", False)


def test_roles_of_which_something_is_said_are_found_in_every_game() -> None:
    assert {declared(event).role for event in EVENTS} == set(deeds.BY_ROLE)


@pytest.mark.parametrize("event", EVENTS, ids=lambda event: declared(event).name)
def test_an_event_has_what_is_said_of_its_role(event: type[Happened]) -> None:
    role = declared(event).role
    assert role is not None
    assert lacking(event, deeds.BY_ROLE[role]) == []


@dataclass
class Cutting:
    """A cut that does not say where."""

    at: str


def test_an_event_that_lacks_something_is_found() -> None:
    assert lacking(Cutting, deeds.Cuts) == ["at"]
    assert lacking(Cutting, deeds.Plays) == ["seat", "card"]


def test_what_is_not_named_is_none() -> None:
    assert deeds.naming(Cutting("3")) == deeds.Named(*[None] * len(deeds.Named._fields))
