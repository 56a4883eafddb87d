"""Catalogues of words: read in every language with the forms that numbers ask for, and compiled when they have changed."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest
from babel.messages.catalog import Catalog
from babel.messages.pofile import write_po

from ledger.settings import SetupFault
from ledger.words import catalogues
from ledger.words.catalogues import PLACE, SOURCE, TAGS, catalogue
from ledger.words.compiling import compiled, stale
from ops.words.domains import DOMAINS

RUSSIAN = {1: "взятка", 2: "взятки", 5: "взяток", 11: "взяток", 21: "взятка", 112: "взяток", 0: "взяток"}


@pytest.fixture
def place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder of catalogues with one in it, not compiled; what is read is read from there."""
    made = Catalog("ru", fuzzy=False)
    made.add(("{n} trick", "{n} tricks"), ("{n} взятка", "{n} взятки", "{n} взяток"))
    made.add("Sign in", "Вход", context="heading")
    made.add("Sign in", "Войти", context="button")
    made.add("Fuzzy", "Неверно", flags=["fuzzy"])
    (tmp_path / "ru").mkdir()
    with (tmp_path / "ru" / "tricks.po").open("wb") as file:
        write_po(file, made)
    monkeypatch.setattr(catalogues, "PLACE", tmp_path)
    catalogue.cache_clear()
    return tmp_path


def test_every_domain_is_read_in_every_language() -> None:
    for domain in DOMAINS:
        for tag in TAGS:
            words = catalogue(domain, tag)
            assert (words.domain, words.tag) == (domain, tag)
            assert words.say("Nothing says that.") == "Nothing says that."


def test_english_is_what_the_code_says() -> None:
    words = catalogue("pages", SOURCE)
    assert words.say("Sign out") == "Sign out"
    assert words.say_as("heading", "Sign in") == "Sign in"
    assert [words.count("a note", "{n} notes", number) for number in (0, 1, 2)] == ["{n} notes", "a note", "{n} notes"]
    assert words.count_as("heading", "a note", "{n} notes", 21) == "{n} notes"


def test_what_is_not_compiled_is_not_said_in_english_instead(place: Path) -> None:
    with pytest.raises(SetupFault, match=r"The words of tricks in the language ru are not compiled yet: say \./run setup"):
        catalogue("tricks", "ru")


def test_a_catalogue_says_each_form_each_context_and_nothing_fuzzy(place: Path) -> None:
    compiled(stale(place))
    words = catalogue("tricks", "ru")
    for number, word in RUSSIAN.items():
        assert words.count("{n} trick", "{n} tricks", number).format(n=number) == f"{number} {word}"
    assert [words.say_as(context, "Sign in") for context in ("heading", "button")] == ["Вход", "Войти"]
    assert words.say("Sign in") == "Sign in"
    assert words.say("Fuzzy") == "Fuzzy"


def test_what_has_changed_is_compiled_anew_and_nothing_else(place: Path) -> None:
    written = place / "ru" / "tricks.po"
    assert stale(place) == [written]
    compiled(stale(place))
    assert stale(place) == []
    made = written.with_suffix(".mo")
    assert made.stat().st_mode & 0o777 == 0o644
    assert {path.name for path in written.parent.iterdir()} == {"tricks.po", "tricks.mo"}
    os.utime(written, ns=(made.stat().st_mtime_ns,) * 2)  # in the same moment: it may be newer
    assert stale(place) == [written]


def test_the_house_is_compiled_by_one_command() -> None:
    path = PLACE / "de" / "pages.po"
    made = path.with_suffix(".mo")
    before = made.read_bytes()
    path.touch()
    assert path in stale()
    subprocess.run([sys.executable, "-m", "ledger.words.compiling"], cwd=PLACE.parents[2], check=True, timeout=60)
    assert path not in stale()
    assert made.read_bytes() == before
