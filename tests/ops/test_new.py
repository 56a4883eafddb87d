"""`./run new`: what is asked for and cannot be made is refused whole; what an option may be tells its type."""

from __future__ import annotations

from pathlib import Path

import pytest

from ops.new.option import values_of
from ops.new.writing import Unfit
from tests.ops.scratch import Scratch


def test_what_can_not_be_made_writes_nothing(tmp_path: Path) -> None:
    scratch = Scratch(tmp_path)
    before = {path: path.read_bytes() for path in scratch.folder.rglob("*.md")}
    for words in (
        ("option", "azi", "ante", "--values", "a", "b", "--rule", "AZI-BID-1"),
        ("option", "azi", "blind_bet", "--values", "a", "--rule", "AZI-BID-1"),
        ("option", "azi", "blind_bet", "--values", "a", "b", "--rule", "AZI-BID-99"),
        ("preset", "azi-three", "--like", "azi-two"),
        ("preset", "azi-odd", "--like", "azi-three", "--with", "cards_dealt=4"),
        ("preset", "casino-odd", "--like", "azi-three"),
    ):
        answer = scratch.run("new", *words)
        assert answer.returncode == 2, words
        assert "Nothing was written. " in answer.stderr
    assert {path: path.read_bytes() for path in scratch.folder.rglob("*.md")} == before


def test_the_values_of_an_option_tell_its_type() -> None:
    assert (values_of(["a", "b_2"]).hint, values_of(["a", "b_2"]).default) == ('Literal["a", "b_2"]', '"a"')
    assert (values_of(["false", "true"]).hint, values_of(["true", "false"]).default) == ("bool", "True")
    assert values_of(["4", "6"]).hint == "Literal[4, 6]"
    assert values_of(["0..20"]).hint == "Annotated[int, Between(0, 20)]"
    assert (values_of(["none", "chips"]).hint, values_of(["5", "chips"]).default) == ("Chips | None", "5")
    for wrong in ([], ["a"], ["a", "a"], ["a", "4"], ["A", "b"], ["3..3"], ["true", "yes", "5"], ["a", "b c"]):
        with pytest.raises(Unfit):
            values_of(wrong)
