"""A run of the tests is killed in the middle, in every way: nothing that it has started is left, neither process nor folder."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from ops.warden import started_in
from tests.api.program import ROOT
from tests.kills.victim import until

# Each test of the run has a database on the server of its process, another server, and a service with a server of its own.
TESTS = '''"""Tests that wait for their end."""

import os, time
from pathlib import Path

import pytest

from tests.kills.victim import Victim
from tests.ledger.servers import own_server


@pytest.mark.parametrize("number", range(2))
def test_waits(database, number):
    with own_server():
        Victim().start()
        Path(r"{place}", f"waits-{{os.getpid()}}").touch()
        time.sleep(600)
'''


class Run:
    """A run in a place of its own. The processes: its first one, `first`, and the workers that wait in a test."""

    def __init__(self, place: Path, workers: int) -> None:
        self.place = place
        (place / "test_waiting.py").write_text(TESTS.format(place=place))
        words = [sys.executable, "-m", "pytest", "-p", "tests.conftest", "-n", str(workers), place / "test_waiting.py"]
        stripped = {"DATABASE_URL", "PYTEST_XDIST_WORKER"}
        environment = {**{name: text for name, text in os.environ.items() if name not in stripped}, "TMPDIR": str(place)}
        told = place / "told"
        with told.open("wb") as file:
            self.first = subprocess.Popen(words, cwd=ROOT, env=environment, stdout=file, stderr=file, start_new_session=True)
        until(lambda: len(self.waiting) == max(1, workers) or self.first.poll() is not None, "the tests wait")
        assert self.first.poll() is None, told.read_text()

    @property
    def waiting(self) -> list[int]:
        """Process ids of those that wait in a test."""
        return [int(path.name.removeprefix("waits-")) for path in self.place.glob("waits-*")]

    @property
    def servers(self) -> int:
        """How many PostgreSQL servers of this run live."""
        return sum(server for _, server in started_in(self.place))

    def leaves_nothing(self) -> bool:
        """No process and no folder."""
        return nothing_in(self.place)


def nothing_in(place: Path) -> bool:
    """Neither a process of a run in this place, nor a folder of one."""
    return not list(started_in(place)) and not list(place.glob("run-*"))


@pytest.fixture
def place() -> Path:
    """A folder that the servers' account may pass through; it goes when this run ends."""
    folder = Path(tempfile.mkdtemp(prefix="interrupted-"))
    folder.chmod(0o755)
    return folder


@pytest.fixture
def run(place: Path) -> Iterator[Callable[[int], Run]]:
    """Starts a run with so many workers; 0: in one process."""
    runs: list[Run] = []

    def started(workers: int) -> Run:
        runs.append(Run(place, workers))
        return runs[-1]

    yield started
    for one in runs:
        one.first.kill()
        one.first.wait()


@pytest.mark.parametrize(
    ("workers", "how"),
    [(0, signal.SIGINT), (2, signal.SIGINT), (2, signal.SIGTERM), (2, signal.SIGHUP), (2, signal.SIGKILL)],
    ids=lambda value: value.name if isinstance(value, signal.Signals) else str(value),
)
def test_a_run_whose_first_process_is_ended_leaves_nothing(run: Callable[[int], Run], workers: int, how: signal.Signals) -> None:
    started = run(workers)
    assert started.servers == 3 * max(1, workers)
    started.first.send_signal(how)
    started.first.wait(60)
    until(started.leaves_nothing, "nothing is left")


def test_a_run_of_which_every_process_is_killed_at_once_leaves_nothing(run: Callable[[int], Run]) -> None:
    started = run(2)
    assert started.servers == 6
    os.killpg(started.first.pid, signal.SIGKILL)
    started.first.wait(60)
    until(started.leaves_nothing, "nothing is left")


def test_what_a_killed_worker_has_started_is_ended_while_the_others_go_on(run: Callable[[int], Run]) -> None:
    started = run(2)
    one, other = started.waiting
    os.kill(one, signal.SIGKILL)
    until(lambda: started.servers == 3, "the killed worker's servers have ended")
    assert started.first.poll() is None
    os.kill(other, signal.SIGKILL)
    started.first.wait(60)
    until(started.leaves_nothing, "nothing is left")


def test_a_run_in_one_process_leaves_nothing_not_even_servers_that_stand_still(run: Callable[[int], Run]) -> None:
    started = run(0)
    for pid, server in list(started_in(started.place)):
        if server:
            os.kill(pid, signal.SIGSTOP)
    started.first.kill()
    started.first.wait(60)
    until(started.leaves_nothing, "nothing is left")


def test_what_another_run_has_started_stays(run: Callable[[int], Run], place: Path) -> None:
    other = place / "other"
    other.mkdir()
    stays = subprocess.Popen(["sleep", "600"], env={**os.environ, "TMPDIR": str(other)})
    try:
        started = run(0)
        (folder,) = started.place.glob("run-*")
        assert stays.pid not in dict(started_in(folder))
        assert started.first.pid not in dict(started_in(folder))
        started.first.kill()
        started.first.wait(60)
        until(lambda: not folder.exists(), "nothing is left")
        assert stays.poll() is None
    finally:
        stays.kill()
        stays.wait()


def test_a_bench_that_is_killed_leaves_nothing(place: Path) -> None:
    words = [sys.executable, "-m", "ops.bench", "--json", "append"]
    environment = {name: text for name, text in os.environ.items() if name != "DATABASE_URL"}
    with subprocess.Popen(words, cwd=ROOT, env={**environment, "TMPDIR": str(place)}, stderr=subprocess.DEVNULL) as bench:
        until(lambda: any(server for _, server in started_in(place)), "its server runs")
        bench.kill()
    until(lambda: nothing_in(place), "nothing is left")
