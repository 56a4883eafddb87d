"""CSV: a name cannot become a formula, and comes back as it was."""

import re

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ledger.exports.table import disarmed, restored
from tests.ledger.exports.paper import NAME, movements, whole
from tests.ledger.exports.readers import read_csv

WICKED = st.text(alphabet="=+-@'\",;|\t aя＝", max_size=12)


@given(WICKED)
@settings(max_examples=150)
def test_any_name_is_restored_and_begins_no_formula_whatever_a_program_takes_for_a_separator(name: str) -> None:
    safe = disarmed(name)
    assert restored(safe) == name
    assert not any(re.match(r"[=+\-@＝＋－＠]", cell) for cell in re.split(r"[,;|\t\"]", safe))


@pytest.mark.parametrize("name", [NAME, '=HYPERLINK("http://example.org","x")', "Anna;=1+1", "O'Neill", "'t Hooft", '"', "a,b"])
def test_a_name_survives_the_table(name: str) -> None:
    from ledger.exports.formats import export

    file = b"".join(export(whole(movements(3), name=name), "csv"))
    assert read_csv(file).texts == name


def test_ordinary_names_stand_as_they_are() -> None:
    for name in ("Anna", NAME, "O'Neill", "Жанна д’Арк", "Anna-Maria"):
        assert disarmed(name) == name
