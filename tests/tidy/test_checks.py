"""Each check of the house can fail: fed with a bad sample it finds it, and with a good one nothing."""

import ast
import shutil
from pathlib import Path, PurePosixPath

import pytest

from api.rulebooks.languages import LANGUAGES
from tests.tidy import code_checks, house, text_checks

RUSSIAN = LANGUAGES["ru"]
HERE = PurePosixPath("engine/azi/deal.py")
ABOVE = PurePosixPath("ledger/replays/landings.py")
LATER = "TO" + "DO"
OVER = "sk" + "ip"


def test_a_file_of_401_lines_is_found_and_one_of_400_is_not() -> None:
    assert text_checks.too_long(HERE, "x\n" * 401)
    assert not text_checks.too_long(HERE, "x\n" * 400)


@pytest.mark.parametrize("path", ["engine/utils.py", "ledger/helpers/chips.py", "api/game_manager.py", "tests/common.py"])
def test_a_name_that_says_nothing_is_found(path: str) -> None:
    assert text_checks.banned_name(PurePosixPath(path))


def test_a_name_that_says_something_is_not_found() -> None:
    assert not text_checks.banned_name(PurePosixPath("engine/commonwealth.py"))


def test_a_class_whose_name_says_nothing_is_found() -> None:
    assert code_checks.banned_classes(HERE, ast.parse("class GameManager: pass"))
    assert not code_checks.banned_classes(HERE, ast.parse("class Game: pass"))


def test_a_function_of_71_lines_is_found_and_one_of_70_is_not() -> None:
    assert code_checks.long_functions(HERE, ast.parse("def deal():\n" + "    x = 1\n" * 70))
    assert not code_checks.long_functions(HERE, ast.parse("def deal():\n" + "    x = 1\n" * 69))


@pytest.mark.parametrize(
    ("package", "text", "kept"),
    [
        ("engine", '"""Clean."""\n', True),
        ("engine", '"""Upwards."""\nimport ledger\n', False),
        ("ledger", '"""Upwards."""\nimport api\n', False),
        ("engine", '"""With a clock."""\nimport time\n', False),
    ],
)
def test_an_import_upwards_or_of_a_clock_is_found(tmp_path: Path, package: str, text: str, kept: bool) -> None:
    shutil.copy(house.ROOT / "pyproject.toml", tmp_path)
    for name in house.PACKAGES:
        (tmp_path / name).mkdir()
        (tmp_path / name / "__init__.py").write_text('"""Empty."""\n')
    (tmp_path / package / "part.py").write_text(text)
    assert house.imports_kept(tmp_path, "directions", "pure-engine") is kept
