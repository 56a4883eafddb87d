"""Laws are tried on fresh seeds, and what breaks one is kept and played by the tests ever after."""

from __future__ import annotations

import os
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

from tests import laws
from tests.laws.__main__ import read

HONEST = '''"""Laws for trying the laws."""

from tests.laws import law


@law(games=4)
def test_no_seed_is_divisible_by_seven(seed):
    assert {condition}, "seven divides it"


@law(games=4)
def test_every_seed_is_a_number(seed):
    assert isinstance(seed, int)
'''
BROKEN = "seed < 10 or seed % 7"  # what the first seeds of the ordinary run do not show


@pytest.fixture
def place(tmp_path: Path) -> Path:
    """A folder with two laws, of which one is wrong."""
    (tmp_path / "test_sevens.py").write_text(HONEST.replace("{condition}", BROKEN))
    return tmp_path


def said(place: Path, *words: str) -> subprocess.CompletedProcess[str]:
    """Python in the house, with the kept seeds of this place."""
    environment = {**os.environ, "CARDLEDGER_KEPT_SEEDS": str(place / "kept.toml")}
    command = [sys.executable, *words]
    return subprocess.run(command, cwd=laws.ROOT, env=environment, capture_output=True, text=True, timeout=120, check=False)


def played(place: Path, *words: str) -> subprocess.CompletedProcess[str]:
    """./run laws on this place, for a moment."""
    return said(place, "-m", "tests.laws", "--processes", "1", "--minutes", "0.002", *words, str(place))


def in_the_suite(place: Path) -> subprocess.CompletedProcess[str]:
    """The ordinary tests of this place."""
    return said(place, "-m", "pytest", "-p", "no:cacheprovider", "-v", str(place))


def test_what_breaks_a_law_is_kept_and_played_by_the_tests_until_it_is_mended(place: Path) -> None:
    assert in_the_suite(place).returncode == 0
    found = played(place, "--seed", "700000")
    assert found.returncode == 1, found.stderr
    assert "broken at seed 700000: test_sevens::test_no_seed_is_divisible_by_seven" in found.stdout
    assert "test_every_seed_is_a_number" not in found.stdout.partition("ms each")[0]
    kept = tomllib.loads((place / "kept.toml").read_text("utf-8"))["kept"]
    assert [one["seed"] for one in kept] == [700000 + 7 * number for number in range(len(kept))]
    assert {one["law"] for one in kept} == {"test_sevens::test_no_seed_is_divisible_by_seven"}
    assert all("seven divides it" in one["says"] for one in kept)
    again = in_the_suite(place)
    assert again.returncode == 1
    assert "test_no_seed_is_divisible_by_seven[kept-700000] FAILED" in again.stdout
    assert "at seed 700000" in again.stdout
    assert "test_every_seed_is_a_number[0-3] PASSED" in again.stdout
    (place / "test_sevens.py").write_text(HONEST.replace("{condition}", "True"))
    mended = in_the_suite(place)
    assert mended.returncode == 0
    assert "test_no_seed_is_divisible_by_seven[kept-700000] PASSED" in mended.stdout


def test_of_a_law_that_is_broken_everywhere_a_few_seeds_are_kept_each_once(place: Path) -> None:
    (place / "test_sevens.py").write_text(HONEST.replace("{condition}", "seed < 10"))
    for _ in range(2):
        assert played(place, "--seed", "700000", "--minutes", "0.02").returncode == 1
    kept = [one["seed"] for one in tomllib.loads((place / "kept.toml").read_text("utf-8"))["kept"]]
    assert len(kept) == len(set(kept)) <= 10


def test_where_every_law_holds_nothing_is_kept_and_the_code_is_0(place: Path) -> None:
    held = played(place, "-k", "number")
    assert held.returncode == 0, held.stderr
    assert "0 times broken" in held.stdout
    assert " games, " in held.stdout
    assert not (place / "kept.toml").exists()


def test_every_law_has_as_much_time_so_that_a_dear_one_holds_no_cheap_one_up(place: Path) -> None:
    dear = HONEST.replace("{condition}", "not time.sleep(0.05)").replace("from tests", "import time\n\nfrom tests")
    (place / "test_sevens.py").write_text(dear)
    held = played(place, "--seed", "700000", "--minutes", "0.02")
    games = {
        line.rpartition("::")[2]: int(line.split()[0].replace(",", "")) for line in held.stdout.splitlines() if "ms each" in line
    }
    assert games["test_every_seed_is_a_number"] > 5 * games["test_no_seed_is_divisible_by_seven"] > 0


def test_a_game_that_never_ends_breaks_its_law(place: Path) -> None:
    (place / "test_sevens.py").write_text(HONEST.replace("{condition}", "seed < 10 or next(zero for zero in iter(int, 1) if zero)"))
    found = played(place, "--seed", "700000", "--patience", "1", "-k", "seven")
    assert found.returncode == 1
    assert "TimeoutError" in found.stdout


def test_a_law_that_nobody_has_heard_of_is_refused(place: Path) -> None:
    unknown = played(place, "-k", "eleven")
    assert unknown.returncode == 2
    assert "no law with 'eleven'" in unknown.stdout


def test_every_kept_seed_belongs_to_a_law_that_is_there() -> None:
    read([laws.ROOT / "tests"])
    assert len(laws.LAWS) > 30
    assert {name for name, _ in laws.all_kept()} <= set(laws.LAWS)
