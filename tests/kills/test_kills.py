"""kill -9 in the middle of writes: service, PostgreSQL, one of its processes, both, the read models' connection; and SIGTERM."""

from __future__ import annotations

import os
import signal
from collections.abc import Callable, Iterator

import psycopg
import pytest

from tests.kills.books import check
from tests.kills.club import Club, opened
from tests.kills.victim import RUNNER, WRITER, Victim, until

WRITES = 40


@pytest.fixture(scope="module")
def club() -> Iterator[Club]:
    """One club for all kinds of kills: each finds it as the kills before have left it."""
    with opened(Victim()) as running:
        yield running


def kill_service(victim: Victim) -> None:
    victim.kill()
    victim.start()


def kill_postmaster(victim: Victim) -> None:
    before = victim.kill_postmaster()
    until(lambda: victim.is_new(before), "PostgreSQL is started again")


def kill_backend(victim: Victim) -> None:
    os.kill(victim.backend(WRITER), signal.SIGKILL)


def kill_both(victim: Victim) -> None:
    victim.kill_postmaster()
    kill_service(victim)


def end_runners_connection(victim: Victim) -> None:
    pid = victim.backend(RUNNER)
    with psycopg.connect(victim.admin_url, autocommit=True) as connection:
        assert connection.execute("select pg_terminate_backend(%s)", (pid,)).fetchone() == (True,)


def end_service(victim: Victim) -> None:
    assert victim.end(twice=True) == [0]
    assert victim.left_behind() == []
    victim.start()


@pytest.mark.parametrize(
    ("kill", "rounds"),
    [(kill_service, 1), (kill_postmaster, 2), (kill_backend, 2), (kill_both, 1), (end_runners_connection, 2), (end_service, 1)],
)
def test_nothing_acknowledged_is_lost_nothing_is_done_twice_and_it_goes_on(
    club: Club, kill: Callable[[Victim], None], rounds: int
) -> None:
    with club.evening.going():
        for _ in range(rounds):
            club.evening.wait(WRITES)
            kill(club.victim)
            until(club.victim.is_ready, "the service works again")
    check(club.ledger, club.evening)
