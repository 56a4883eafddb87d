"""The same under gunicorn, as the service is deployed: one of its processes, PostgreSQL or all are killed, PostgreSQL restarts."""

from __future__ import annotations

import os
import re
import signal
import sys
from collections.abc import Callable, Iterator

import pytest

from tests.kills.books import check
from tests.kills.club import Club, opened
from tests.kills.victim import Victim, until

GUNICORN = (sys.executable, "-m", "gunicorn", "-c", "ops/deploy/gunicorn.py", "api.wsgi:application()")
WORKER = (sys.executable, "-m", "api.cli", "worker")
WRITES = 40


@pytest.fixture(scope="module")
def club() -> Iterator[Club]:
    """One club for all: gunicorn with its workers, and the worker of the read models, on the embedded PostgreSQL."""
    with opened(Victim(GUNICORN, WORKER)) as running:
        yield running


def kill_one(victim: Victim) -> None:
    last = re.findall(r"Booting worker with pid: (\d+)", victim.log.read_text())[-1]
    os.kill(int(last), signal.SIGKILL)


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


def test_kills_under_gunicorn_lose_nothing_and_do_nothing_twice(club: Club) -> None:
    kills: list[Callable[[Victim], None]] = [kill_one, kill_all, kill_postmaster, restart_postgresql]
    with club.evening.going():
        for kill in kills:
            club.evening.wait(WRITES)
            kill(club.victim)
            until(club.victim.is_ready, "the service works again")
    check(club.ledger, club.evening)
