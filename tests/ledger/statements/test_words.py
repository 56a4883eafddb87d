"""Every kind of line has its words in every language, and its group."""

from dataclasses import fields

import pytest

from ledger.postings import WORDS
from ledger.statements.words import ENGLISH, GROUP_OF, GROUPS, WORDINGS


def test_every_kind_of_line_is_counted_in_exactly_one_group() -> None:
    listed = [kind for kinds in GROUPS.values() for kind in kinds]
    assert sorted(listed) == sorted(WORDS)
    assert set(GROUP_OF) == set(WORDS)


@pytest.mark.parametrize("tag", WORDINGS)
def test_every_language_has_words_for_every_kind_group_and_heading(tag: str) -> None:
    wording = WORDINGS[tag]
    assert sorted(wording.kinds) == sorted(WORDS)
    assert sorted(wording.groups) == sorted(GROUPS)
    for field in fields(wording):
        said, english = getattr(wording, field.name), getattr(ENGLISH, field.name)
        if isinstance(said, str):
            assert said.count("{") == english.count("{"), field.name
        else:
            assert set(said) == set(english), field.name


def test_a_line_says_in_words_what_it_was_for_and_where() -> None:
    assert [wording.kind("penalty_renege") for wording in WORDINGS.values()] == [
        "Penalty for a renege, into the pot",
        "Штраф за ренонс, в банк",
        "Strafe für eine Renonce, in den Topf",
    ]
    assert [wording.where("t1-3", 17, "t1") for wording in WORDINGS.values()] == [
        "game t1-3, step 17",
        "кон t1-3, шаг 17",
        "Partie t1-3, Schritt 17",
    ]
    assert (ENGLISH.where(None, 2, "t1"), ENGLISH.where(None, 2, None)) == ("table t1", "")
    assert ENGLISH.scope("stack:t1") == "stack at table t1"
