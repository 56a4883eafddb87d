"""What looks after the database and the read models goes on, whatever it meets: torn notes, data that are gone, no more files."""

from __future__ import annotations

import logging
import os
import shutil
import signal
import tempfile
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import psycopg
import pytest

from ledger.database.local import LocalPostgres
from ledger.database.supervisor import Supervisor
from ledger.orders.app import Ledger
from ledger.projections import MODELS
from ledger.projections.position import wait_for
from ledger.running.runner import Runner
from ledger.settings import SetupFault
from tests.conftest import THROWAWAY, Database
from tests.ledger.few_files import no_more_files
from tests.ledger.random_club import register
from tests.ledger.relay import Relay

WAIT_S = 60


@pytest.fixture
def server() -> Iterator[LocalPostgres]:
    """A server of the test's own."""
    base = Path(tempfile.mkdtemp(prefix="cardledger-looking-")).resolve()
    base.chmod(0o755)  # the server's account passes through
    try:
        with LocalPostgres(base / "data", options=THROWAWAY) as started:
            yield started
    finally:
        shutil.rmtree(base)


def until(holds: Callable[[], object], what: str) -> None:
    """Wait, with a bound, until something holds."""
    end = time.monotonic() + WAIT_S
    while not holds():
        assert time.monotonic() < end, f"not within {WAIT_S} s: {what}"
        time.sleep(0.01)


def kill(server: LocalPostgres) -> None:
    """kill -9 of the server, until it is gone."""
    pid = server.pid
    assert pid is not None
    os.kill(pid, signal.SIGKILL)
    until(lambda: server.pid != pid, "the server is gone")


@pytest.mark.parametrize("torn", ["", "\n", "no number\n"])
def test_notes_that_a_power_cut_has_torn_do_not_keep_the_server_from_starting(server: LocalPostgres, torn: str) -> None:
    kill(server)
    (server.cluster / "postmaster.pid").write_text(torn)
    (server.cluster / ".s.PGSQL.5432.lock").write_text(torn)
    server.start()
    with psycopg.connect(server.url()) as connection:
        assert connection.execute("select 1").fetchone() == (1,)


def test_data_that_are_gone_are_not_replaced_by_empty_ones_while_the_server_is_held(
    server: LocalPostgres, caplog: pytest.LogCaptureFixture
) -> None:
    away = server.folder / "away"
    kill(server)
    server.cluster.rename(away)
    with pytest.raises(SetupFault, match="are gone"):
        server.start()
    with Supervisor(server):
        until(lambda: "are gone" in caplog.text, "it is told")
        assert not server.cluster.exists()
        away.rename(server.cluster)
        until(server.alive, "it is started from the data that are there again")


def test_a_server_that_was_told_to_stop_does_not_wait_for_its_clients_and_comes_back(server: LocalPostgres) -> None:
    with psycopg.connect(server.url()):  # by itself it would wait for this one to go, and let nobody else in
        tell_to_stop(server)
        with Supervisor(server):
            until(lambda: _works(server), "it is started again by who looks after it")
    with psycopg.connect(server.url()):
        tell_to_stop(server)
        with LocalPostgres(server.folder) as another:
            assert _works(another)


def tell_to_stop(server: LocalPostgres) -> None:
    """SIGTERM, as `kill` sends it."""
    pid = server.pid
    assert pid is not None
    os.kill(pid, signal.SIGTERM)
    until(lambda: not _works(server), "it takes no new connections")


def _works(server: LocalPostgres) -> bool:
    """Whether the server takes a new connection."""
    try:
        psycopg.connect(server.url()).close()
    except psycopg.OperationalError:
        return False
    return True


def test_the_supervisor_goes_on_after_no_file_could_be_opened(server: LocalPostgres, caplog: pytest.LogCaptureFixture) -> None:
    pid = server.pid
    assert pid is not None
    with Supervisor(server):
        with no_more_files():
            os.kill(pid, signal.SIGKILL)
            until(lambda: "cannot be looked after" in caplog.text, "it has tried")
        until(lambda: server.alive() and server.pid != pid, "the server is started again")


def test_the_runner_goes_on_after_no_file_could_be_opened(
    ledger: Ledger, database: Database, caplog: pytest.LogCaptureFixture
) -> None:
    with Runner(ledger), psycopg.connect(database.admin_url, autocommit=True) as connection:
        register(ledger)
        wait_for(ledger, tuple(MODELS), ledger.head(), WAIT_S)

        def cut_off() -> bool:
            """Ends the runner's connection between two batches, again as long as it was in the middle of one; True: it waits."""
            connection.execute(
                "select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and query = 'COMMIT'"
            )
            return _waits(caplog) > 1

        with no_more_files():
            until(cut_off, "it has tried to connect")
        register(ledger)
        wait_for(ledger, tuple(MODELS), ledger.head(), WAIT_S)


def test_a_runner_that_starts_while_the_database_is_away_begins_when_it_is_back(database: Database) -> None:
    relay = Relay(database.service_url)
    far = Ledger({"LEDGER_URL": relay.url, "LEDGER_SCHEMA": database.schema})
    try:
        register(far)
        relay.refusing = True
        relay.drop()
        with Runner(far):
            relay.refusing = False
            wait_for(far, tuple(MODELS), far.head(), WAIT_S)
    finally:
        far.close()
        relay.close()


def _waits(caplog: pytest.LogCaptureFixture) -> int:
    """How often a runner has said that it waits."""
    return sum(record.name == "ledger.running.runner" and record.levelno >= logging.WARNING for record in caplog.records)
