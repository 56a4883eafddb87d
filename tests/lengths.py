"""The three lengths of a run, in their one home: what each plays, and how much it tries of what has no end.

`./run test --quick` plays what finds most in a minute, `./run test` all that needs nothing but Python, `./run test --all`
everything. Whoever names a file, or a folder that is left out as a whole, gets it at every length.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from enum import IntEnum
from pathlib import Path, PurePosixPath

import pytest

ROOT = Path(__file__).parents[1]


class Length(IntEnum):
    """From the shortest to the longest; the value is written as the word of the terminal."""

    QUICK, USUAL, ALL = range(3)


# Folder, file or test -> the shortest length that plays it; what lies deeper counts more. What is new is played as its folder is.
PLAYED_FROM: dict[str, Length] = {
    "tests": Length.USUAL,
    **dict.fromkeys(
        (
            "tests/tidy",
            "tests/engine",
            "tests/ledger/audits/test_rederive.py",
            "tests/ledger/statements/test_words.py",
            "tests/ledger/test_act_bounds.py",
            "tests/ledger/test_address.py",
            "tests/ledger/test_branches.py",
            "tests/ledger/test_casino_words.py",
            "tests/ledger/test_diagnosis.py",
            "tests/ledger/test_events_table.py",
            "tests/ledger/test_import_deposits.py",
            "tests/ledger/test_postings.py",
            "tests/ledger/test_purging.py",
            "tests/ledger/test_replay.py",
            "tests/ledger/test_replay_forms.py",
            "tests/ledger/test_rulings_in_course.py",
            "tests/ledger/test_rulings_refused.py",
            "tests/ledger/test_settings.py",
            "tests/ledger/test_store_parts.py",
            "tests/ledger/test_tables.py",
            "tests/ledger/test_transcript.py",
            "tests/ledger/test_wallets.py",
            "tests/ledger/test_words.py",
            "tests/ledger/words",
            "tests/api/test_accounts.py",
            "tests/api/test_auth.py",
            "tests/api/test_bad_requests.py",
            "tests/api/test_branches.py",
            "tests/api/test_cash_desk.py",
            "tests/api/test_casino_acts.py",
            "tests/api/test_casino_games.py",
            "tests/api/test_hidden_at_real_tables.py",
            "tests/api/test_idempotency.py",
            "tests/api/test_legal_acts.py",
            "tests/api/test_money_cases.py",
            "tests/api/test_page_words.py",
            "tests/api/test_problem_languages.py",
            "tests/api/test_refused.py",
            "tests/api/test_replays.py",
            "tests/api/test_sample_games.py",
            "tests/api/test_sign_in.py",
            "tests/api/test_steward_plays.py",
            "tests/api/test_tables.py",
        ),
        Length.QUICK,
    ),
    # Of a folder that is played quickly, what takes seconds.
    **dict.fromkeys(
        (
            "tests/engine/azi/test_course.py::test_sittings_meet_what_is_rare_often_enough",
            "tests/engine/azi/test_shares.py",
            "tests/engine/record/test_faults.py",
            "tests/engine/casino/test_opinion.py::test_a_claim_of_the_target_is_counted_again_with_the_last_cards_of_a_deck",
            "tests/engine/casino/test_unseen_proofs.py::test_the_games_by_which_that_is_tried_have_verdicts_of_every_kind",
            "tests/engine/test_mixes.py",
            "tests/engine/test_named_cards.py",
            "tests/tidy/test_lengths.py",
            "tests/tidy/test_map.py",
            "tests/tidy/test_words.py",
        ),
        Length.USUAL,
    ),
    **dict.fromkeys(
        (
            "tests/kills",
            "tests/ops/test_adding.py",
            "tests/ledger/test_local.py",
            "tests/ledger/test_looking_after.py",
            "tests/ledger/test_place.py",
        ),
        Length.ALL,
    ),
}
# Why something is left out of the usual length.
WHY: dict[str, str] = {
    "tests/kills": "the service, its PostgreSQL and runs of the tests killed at work, and a replica that takes over",
    "tests/ops/test_adding.py": "house rules, presets, acts and events added for real in a copy of the house",
    "tests/ledger/test_local.py": "the embedded PostgreSQL made, started, killed and found in every state of a folder",
    "tests/ledger/test_looking_after.py": "the embedded PostgreSQL killed and started again while it is looked after",
    "tests/ledger/test_place.py": "clubs opened while their server is killed",
}
SEEDS = {Length.QUICK: 0.1, Length.USUAL: 1, Length.ALL: 10}  # of each law, as a share of those that it names

_chosen = Length.USUAL


def by_length(quick: int, usual: int, everything: int) -> int:
    """How many there are to be in a run of the chosen length."""
    return (quick, usual, everything)[_chosen]


def is_all() -> bool:
    """True if everything is to be tried."""
    return _chosen is Length.ALL


def seeds(games: int) -> int:
    """How many games of a law are played, of so many in the usual length."""
    return max(1, round(games * SEEDS[_chosen]))


def add_words(parser: pytest.Parser) -> None:
    """The words that choose a length."""
    group = parser.getgroup("lengths")
    group.addoption("--quick", action="store_true", help="play what finds most in a minute")
    group.addoption("--all", action="store_true", help="play everything: kills, attacks, servers, laws with many seeds")


def chosen_by(config: pytest.Config) -> Length:
    """The length that the words of this run choose; from now on `seeds` and `by_length` go by it."""
    global _chosen  # noqa: PLW0603 — asked for while tests are collected, where there is no way to hand it over
    quick, everything = config.getoption("--quick"), config.getoption("--all")
    if quick and everything:
        raise pytest.UsageError("--quick or --all, not both")
    _chosen = Length.QUICK if quick else Length.ALL if everything else Length.USUAL
    return _chosen


def entry(path: PurePosixPath) -> str:
    """What PLAYED_FROM says of this path from the root (`tests/file.py`, or `tests/file.py::test`) is said of this one."""
    name = str(path)
    while name not in PLAYED_FROM:
        name = name.rpartition("::")[0] if "::" in name else name.rpartition("/")[0]
    return name


class Choice:
    """Leaves out what is not of the chosen length, and says at the end what that was. named: what the run was told to play."""

    def __init__(self, length: Length, named: list[PurePosixPath]) -> None:
        self.length = length
        self.named = named

    def leaves_out(self, path: PurePosixPath) -> bool:
        """True if this file or test is only played by a longer run."""
        rule = entry(path)
        return PLAYED_FROM[rule] > self.length and not any(self._asks_for(one, path, rule) for one in self.named)

    def _asks_for(self, named: PurePosixPath, path: PurePosixPath, rule: str) -> bool:
        """True if who names this wants the path whatever the length: he names file or test, or a folder that is left out itself."""
        file, _, test = str(named).partition("::")
        if file.endswith(".py"):
            return file == str(path).partition("::")[0] and ("::" not in rule or bool(test))
        return rule != "tests" and path.is_relative_to(named) and named.is_relative_to(rule)

    def pytest_ignore_collect(self, collection_path: Path) -> bool | None:
        """Files that are left out are not even read."""
        if collection_path.suffix != ".py" or not collection_path.is_relative_to(ROOT / "tests"):
            return None
        return self.leaves_out(PurePosixPath(collection_path.relative_to(ROOT).as_posix())) or None

    def pytest_collection_modifyitems(self, config: pytest.Config, items: list[pytest.Item]) -> None:
        """Tests that are left out of a file that is played."""
        out = [item for item in items if item.path.is_relative_to(ROOT / "tests") and self.leaves_out(_test(item))]
        if out:
            config.hook.pytest_deselected(items=out)
            items[:] = [item for item in items if item not in out]

    def pytest_terminal_summary(self, terminalreporter: pytest.TerminalReporter) -> None:
        """What was left out, for whoever has waited for the end."""
        if lines := list(self.left_out()):
            terminalreporter.section("left out")
            for line in lines:
                terminalreporter.line(line)

    def left_out(self) -> Iterator[str]:
        """In lines: what a longer run plays of what this one was told to."""
        files = [PurePosixPath(path.relative_to(ROOT).as_posix()) for path in sorted(ROOT.glob("tests/**/test_*.py"))]
        files = [path for path in files if any(path.is_relative_to(one) or one.is_relative_to(path) for one in self._places())]
        out = [path for path in files if self.leaves_out(path)]
        if self.length is Length.QUICK:
            counted = Counter("/".join(path.parts[:2]) for path in out if PLAYED_FROM[entry(path)] is Length.USUAL)
            of = Counter("/".join(path.parts[:2]) for path in files)
            for place, number in counted.items():
                yield f"./run test plays {place}" + (f": {number} more of its {of[place]} files" if number < of[place] else "")
        for rule in sorted({entry(path) for path in out}):
            if rule in WHY:
                yield f"./run test --all plays {rule}: {WHY[rule]}"
        if self.length < Length.ALL and any("@law(" in Path(ROOT, path).read_text("utf-8") for path in files if path not in out):
            times = SEEDS[Length(self.length + 1)] / SEEDS[self.length]
            words = "./run test" if self.length is Length.QUICK else "./run test --all"
            yield f"{words} plays {times:g} times as many games for every law, and tries more where there is no end to it"

    def _places(self) -> list[PurePosixPath]:
        """The files and folders that the run was told to play."""
        return [PurePosixPath(str(one).partition("::")[0]) for one in self.named]


def _test(item: pytest.Item) -> PurePosixPath:
    """A test without the values that it is tried with."""
    return PurePosixPath(f"{item.path.relative_to(ROOT).as_posix()}::{item.name.partition('[')[0]}")


def named_in(config: pytest.Config) -> list[PurePosixPath]:
    """Files, folders and tests that the words of a run name, from the root on."""
    found = []
    for word in config.args:
        place, colons, test = word.partition("::")
        path = Path(config.invocation_params.dir, place).resolve()
        if path.is_relative_to(ROOT):
            found.append(PurePosixPath(path.relative_to(ROOT).as_posix() + colons + test.partition("[")[0]))
    return found
