"""The program `cardledger` before any of its commands runs: its list of words, its version, and what it does not understand."""

from __future__ import annotations

import subprocess
import sys
import tomllib

import pytest
import typer

from api.cli import app
from ledger.cli.program import WORDS, read, said
from tests.api.program import ROOT, environment, here, run

HEAVY = ("psycopg", "eventsourcing", "flask", "marshmallow", "engine.games", "ledger.orders.app", "api.app")
ASKED = {("--help",): 0, ("--version",): 0, ("statemnt",): 2, (): 2}


@pytest.mark.parametrize("words", ASKED)
def test_help_and_what_is_not_understood_are_answered_without_the_house(words: tuple[str, ...]) -> None:
    look = (
        "import sys\nfrom api.cli import main\n"
        f"try:\n    main()\nexcept SystemExit as end:\n    print('code', end.code, [m for m in {HEAVY} if m in sys.modules])"
    )
    ran = subprocess.run(
        [sys.executable, "-c", look, *words], env=environment(), capture_output=True, text=True, check=True, cwd=ROOT
    )
    assert ran.stdout.splitlines()[-1] == f"code {ASKED[words]} []"


def test_a_word_says_in_the_list_what_it_says_of_itself() -> None:
    group = typer.main.get_command(app)
    words = group.list_commands(None)  # type: ignore[attr-defined, arg-type]
    assert set(words) == {*WORDS, "serve", "demo", "seed", "export"}
    listed = " ".join(here("--help", COLUMNS="400").stdout.split())
    for word in words:
        place = WORDS.get(word, f"api.commands:{word}")
        command = read(word, place)
        assert command.help == said(place)
        assert f"{word} {' '.join(said(place).split(chr(10) * 2)[0].split())}"[:60] in listed


def test_the_version_is_that_of_the_project() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    assert run("--version").stdout == f"cardledger {project['version']}\n"


def test_a_mistyped_word_is_told_with_the_one_that_was_meant() -> None:
    assert "Did you mean 'statement'" in here("statemnt").stderr
