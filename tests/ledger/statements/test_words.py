"""Every kind of line has its words in every language, and its group."""

from __future__ import annotations

import re
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path

import pytest

from ledger.books.details import Detail
from ledger.statements.lines import StatementLine
from ledger.statements.words import ENGLISH, GROUP_OF, GROUPS, WORDINGS
from ledger.words.sentences import SENTENCES

ROOT = Path(__file__).parents[3]
KINDS = {key.removeprefix("kind.") for key in SENTENCES if key.startswith("kind.")}


def test_every_kind_of_line_is_counted_in_exactly_one_group_and_every_group_has_words() -> None:
    listed = [kind for kinds in GROUPS.values() for kind in kinds]
    assert sorted(listed) == sorted(KINDS)
    assert {key.removeprefix("group.") for key in SENTENCES if key.startswith("group.")} == set(GROUPS)


@pytest.mark.parametrize("tag", WORDINGS)
def test_every_language_has_its_own_words_for_every_kind_and_group(tag: str) -> None:
    wording = WORDINGS[tag]
    assert all((wording.kind(kind) == ENGLISH.kind(kind)) is (tag == "en") for kind in GROUP_OF)
    assert all((wording.group(group) == ENGLISH.group(group)) is (tag == "en") for group in GROUPS)
    assert wording.kind("unheard_of") == "unheard_of"


def test_every_heading_is_said_somewhere() -> None:
    folders = ("ledger/exports", "ledger/cli", "ledger/statements")
    code = "".join(path.read_text("utf-8") for folder in folders for path in ROOT.joinpath(folder).glob("*.py"))
    headings = {key.removeprefix("statement.") for key in SENTENCES if key.startswith("statement.")}
    said = set(re.findall(r"say\([\"']([a-z_]+)", code)) | set(re.findall(r"label = [a-z_.]+, \"([a-z]+)\"", code))
    assert headings - said == set()


def test_a_line_says_in_words_what_it_was_for_and_where() -> None:
    assert [wording.kind("penalty_renege") for wording in WORDINGS.values()] == [
        "Penalty for a renege, into the pot",
        "Штраф за ренонс, в банк",
        "Strafe für eine Renonce, in den Topf",
    ]
    at = datetime(2026, 3, 1, tzinfo=UTC)
    line = StatementLine(1, 0, at, at, "ante", -5, 5, "a", "b", "game-t1-3", 17, "t1-3", "t1", "Blue")
    assert [wording.about(line) for wording in WORDINGS.values()] == [
        "Blue, game 3, step 17",
        "Blue, кон 3, шаг 17",
        "Blue, Partie 3, Schritt 17",
    ]
    ruled = replace(line, detail=Detail(reason="Seen by all", dispute="t1-3-2", ruling=1))
    assert [wording.about(ruled) for wording in WORDINGS.values()] == [
        "Blue, game 3, dispute 2, ruling 1; reason: Seen by all",
        "Blue, кон 3, спор 2, решение 1; причина: Seen by all",
        "Blue, Partie 3, Streitfall 2, Schiedsspruch 1; Grund: Seen by all",
    ]
    desk = replace(line, game=None, table=None, table_name=None, detail=Detail("R-7"))
    assert [wording.about(desk) for wording in WORDINGS.values()] == ["receipt R-7", "документ R-7", "Beleg R-7"]
    assert ENGLISH.about(replace(line, game=None, table_name=None)) == "table t1"
    assert ENGLISH.scope("stack:t1") == "stack at table t1"
