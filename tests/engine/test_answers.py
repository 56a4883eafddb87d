"""Answers to events and commands, found by their classes. That none is missing, mypy proves where a table is called."""

from typing import Never

import pytest

from engine.answers import Answers


class Asked:
    """Something that is answered."""


class Told(Asked):
    """Something of the same kind."""


def test_an_answer_is_found_by_the_class_of_the_thing_or_by_what_it_comes_from() -> None:
    table = Answers[int, Never, str]().on(Asked, lambda state, _: f"asked {state}").on(int, lambda state, thing: f"{state} {thing}")
    assert [table[Asked](3, Asked()), table[Told](4, Told()), table[Told](5, Told()), table[int](5, 6)] == [
        "asked 3",
        "asked 4",
        "asked 5",
        "5 6",
    ]
    assert (table.some(1, Told()), table.some(1, "a word")) == ("asked 1", None)
    assert (table.to(Told()), table.to("a word")) == (True, False)


def test_what_has_an_answer_of_its_own_does_not_get_that_of_what_it_comes_from() -> None:
    table = Answers[int, Never, str]().on(Asked, lambda *_: "asked").on(Told, lambda *_: "told")
    assert (table[Asked](1, Asked()), table[Told](1, Told())) == ("asked", "told")


def test_nothing_is_answered_twice_and_another_family_not_at_all() -> None:
    table = Answers[int, Never, str]().on(Asked, lambda *_: "asked")
    with pytest.raises(ValueError, match="Asked is answered twice"):
        table.on(Asked, lambda *_: "again")
    with pytest.raises(KeyError):
        table[str]  # type: ignore[index]
