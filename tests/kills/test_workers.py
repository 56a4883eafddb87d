"""The same in two processes, as the service is deployed: one of them, PostgreSQL or all are killed, PostgreSQL restarts."""

from __future__ import annotations

import os
import signal
import subprocess
from collections.abc import Callable, Iterator

import pytest

from tests.kills.books import check
from tests.kills.club import Club, opened
from tests.kills.victim import SERVE, Victim, until

SERVE_IN_TWO = (*SERVE, "--workers", "2")
WRITES = 40


@pytest.fixture(scope="module")
def club() -> Iterator[Club]:
    """One club for all: the service in two processes beside that of the read models, on the embedded PostgreSQL."""
    with opened(Victim(SERVE_IN_TWO)) as running:
        yield running


def answering(parent: int) -> list[int]:
    """The processes that answer requests for this one."""
    return [pid for pid, of in spawned().items() if of == parent]


def spawned() -> dict[int, int]:
    """All such processes of this machine, and who has started each."""
    told = subprocess.run(["ps", "-A", "-o", "pid=,ppid=,command="], capture_output=True, text=True, check=True).stdout
    lines = [line.split(maxsplit=2) for line in told.splitlines()]
    return {int(pid): int(of) for pid, of, words in lines if "multiprocessing.spawn" in words}


def kill_one(victim: Victim) -> None:
    parent = victim.processes[0].pid
    before = answering(parent)
    assert len(before) == 2
    os.kill(before[-1], signal.SIGKILL)
    until(lambda: len(now := answering(parent)) == 2 and before[-1] not in now, "another one takes its place")


def kill_all(victim: Victim) -> None:
    victim.kill()
    victim.start()  # and PostgreSQL is killed next, perhaps before all programs are up


def kill_postmaster(victim: Victim) -> None:
    before = victim.kill_postmaster()
    until(lambda: victim.is_new(before), "PostgreSQL is started again")


def restart_postgresql(victim: Victim) -> None:
    before = victim.postmaster()
    os.kill(before, signal.SIGINT)  # its own fast shutdown
    until(lambda: victim.is_new(before), "PostgreSQL is started again")


def test_kills_lose_nothing_and_do_nothing_twice_in_two_processes_either(club: Club) -> None:
    kills: list[Callable[[Victim], None]] = [kill_one, kill_all, kill_postmaster, restart_postgresql]
    with club.evening.going():
        for kill in kills:
            club.evening.wait(WRITES)
            kill(club.victim)
            until(club.victim.is_ready, "the service works again")
    check(club.ledger, club.evening)


def test_processes_whose_parent_was_killed_end_by_themselves_and_leave_the_address(club: Club) -> None:
    victim = club.victim
    parent = victim.processes[0]
    left, before = answering(parent.pid), victim.log.read_text().count("answers at")
    parent.kill()
    parent.wait()
    until(lambda: not set(left) & set(spawned()), "they have ended")
    victim.processes = []
    victim.start()
    until(lambda: victim.log.read_text().count("answers at") == before + 1, "all are up")
