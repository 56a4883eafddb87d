"""Each length of a run plays what its table says, and says what it leaves out."""

import ast
import subprocess
import sys
from pathlib import PurePosixPath

import pytest

from tests import lengths
from tests.lengths import PLAYED_FROM, ROOT, WHY, Choice, Length

KILLS = PurePosixPath("tests/kills")
A_KILL = KILLS / "test_kills.py"
SLOW = PurePosixPath("tests/engine/azi/test_course.py::test_sittings_meet_what_is_rare_often_enough")
WALLETS = PurePosixPath("tests/ledger/test_wallets.py")
NEW = PurePosixPath("tests/api/test_of_tomorrow.py")
EVERYTHING = [PurePosixPath("tests")]


@pytest.mark.parametrize("entry", PLAYED_FROM)
def test_whatever_the_table_names_is_there(entry: str) -> None:
    place, _, test = entry.partition("::")
    assert (ROOT / place).exists()
    if test:
        tree = ast.parse((ROOT / place).read_text("utf-8"))
        assert test in {node.name for node in tree.body if isinstance(node, ast.FunctionDef)}


def test_what_the_usual_length_leaves_out_has_a_reason() -> None:
    assert set(WHY) == {entry for entry, length in PLAYED_FROM.items() if length is Length.ALL}


@pytest.mark.parametrize(
    ("length", "played", "left"),
    [
        (Length.QUICK, [WALLETS, SLOW.parent / "test_laws.py"], [A_KILL, SLOW, NEW]),
        (Length.USUAL, [WALLETS, SLOW, NEW], [A_KILL]),
        (Length.ALL, [WALLETS, SLOW, NEW, A_KILL], []),
    ],
)
def test_each_length_plays_what_is_said_of_it(length: Length, played: list[PurePosixPath], left: list[PurePosixPath]) -> None:
    choice = Choice(length, EVERYTHING)
    assert not [path for path in played if choice.leaves_out(path)]
    assert [path for path in left if choice.leaves_out(path)] == left


@pytest.mark.parametrize(
    ("named", "path"), [(KILLS, A_KILL), (A_KILL, A_KILL), (PurePosixPath(f"{A_KILL}::test_a"), A_KILL), (SLOW, SLOW), (NEW, NEW)]
)
def test_what_is_named_is_played_at_every_length(named: PurePosixPath, path: PurePosixPath) -> None:
    assert not Choice(Length.QUICK, [named]).leaves_out(path)


@pytest.mark.parametrize("named", ["tests/engine", "tests/engine/azi/test_course.py"])
def test_a_slow_test_is_left_out_of_its_folder_and_file(named: str) -> None:
    assert Choice(Length.QUICK, [PurePosixPath(named)]).leaves_out(SLOW)


def test_the_end_tells_what_was_left_out_of_what_was_asked_for() -> None:
    quick, usual = (list(Choice(length, EVERYTHING).left_out()) for length in (Length.QUICK, Length.USUAL))
    assert any(line.startswith("./run test plays tests/api: ") for line in quick)
    assert f"./run test --all plays tests/kills: {WHY['tests/kills']}" in set(quick) & set(usual)
    assert quick[-1].startswith("./run test plays 10 times as many games for every law")
    assert usual[-1].startswith("./run test --all plays 10 times as many games for every law")
    assert list(Choice(Length.ALL, EVERYTHING).left_out()) == []
    assert list(Choice(Length.USUAL, [PurePosixPath("tests/tidy")]).left_out()) == []


def test_a_longer_run_tries_more(monkeypatch: pytest.MonkeyPatch) -> None:
    counts = []
    for length in Length:
        monkeypatch.setattr(lengths, "_chosen", length)
        counts.append((lengths.seeds(60), lengths.seeds(3), lengths.by_length(0, 1, 7), lengths.is_all()))
    assert counts == [(6, 1, 0, False), (60, 3, 1, False), (600, 30, 7, True)]


def collected(*words: str) -> subprocess.CompletedProcess[str]:
    """What a run with these words would play."""
    command = [sys.executable, "-m", "pytest", "--collect-only", "-p", "no:cacheprovider", *words]
    return subprocess.run(command, cwd=ROOT, capture_output=True, text=True, timeout=120, check=False)


def test_a_run_goes_by_its_words() -> None:
    short, long = (
        collected(word, "tests/engine/azi/test_course.py", "tests/engine/azi/test_shares.py") for word in ("--quick", "--maxfail=1")
    )
    assert SLOW.name not in short.stdout
    assert SLOW.name in long.stdout
    assert "test_in_every_game_whoever_acts_is_due_and_whatever_follows_is_told_by_the_rules[0-" in short.stdout
    assert "./run test --all plays 10 times as many games for every law" in long.stdout


def test_two_lengths_at_once_are_refused() -> None:
    both = collected("--quick", "--all", "tests/tidy")
    assert both.returncode == pytest.ExitCode.USAGE_ERROR
    assert "--quick or --all, not both" in both.stderr
