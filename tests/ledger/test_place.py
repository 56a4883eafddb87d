"""From settings to a working ledger, with a server that is killed meanwhile."""

import os
import shutil
import signal
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import psycopg
import pytest

from ledger.database import presence
from ledger.database.migrate import SERVICE
from ledger.running.opening import DATABASE, opened
from ledger.settings import Settings, SetupFault
from tests.conftest import Database

WAIT_S = 60


@pytest.fixture
def data() -> Iterator[Path]:
    """A data folder of the test's own."""
    base = Path(tempfile.mkdtemp(prefix="cardledger-place-"))
    base.chmod(0o755)
    try:
        yield base / "data"
    finally:
        shutil.rmtree(base)


def asked(url: str, question: str) -> object:
    """One value, asked again while the server is away, at most a minute."""
    end = time.monotonic() + WAIT_S
    while True:
        try:
            with psycopg.connect(url) as connection:
                row = connection.execute(question).fetchone()
                assert row is not None
                return row[0]
        except psycopg.OperationalError:
            assert time.monotonic() < end, "the server did not come back within a minute"
            time.sleep(0.02)


def test_without_a_database_of_its_own_a_club_gets_one_and_finds_it_again(data: Path) -> None:
    settings = Settings(data=data)
    with opened(settings) as place:
        assert place.ledger.head() == 0
        first = asked(place.admin_url, "SELECT oid FROM pg_class WHERE oid = 'club.events'::regclass")
    with opened(settings) as place:
        assert asked(place.admin_url, "SELECT oid FROM pg_class WHERE oid = 'club.events'::regclass") == first


@pytest.mark.parametrize("whose", ["the administrator's", "the service's"])
def test_a_server_that_is_killed_before_a_connection_delays_the_opening_and_gives_nobody_more_rights(
    data: Path, monkeypatch: pytest.MonkeyPatch, whose: str
) -> None:
    killed: list[int] = []
    connect = psycopg.connect

    def kill_and_connect(url: str, *more: Any, **settings: Any) -> psycopg.Connection[Any]:
        note = presence.noted(data / "postgres")
        if not killed and DATABASE in url and (SERVICE in url) == (whose == "the service's"):
            assert note is not None
            killed.append(note.pid)
            os.kill(note.pid, signal.SIGKILL)
        return connect(url, *more, **settings)

    monkeypatch.setattr(psycopg, "connect", kill_and_connect)
    with opened(Settings(data=data)) as place:
        assert killed
        assert place.ledger.head() == 0
        assert asked(place.service_url, "SELECT current_user::text") == SERVICE


def test_the_service_is_no_superuser(data: Path) -> None:
    with opened(Settings(data=data)) as place:
        assert asked(place.service_url, "SELECT rolsuper FROM pg_roles WHERE rolname = current_user") is False


def test_a_server_killed_while_a_ledger_is_open_starts_again_by_itself(data: Path) -> None:
    with opened(Settings(data=data)) as place:
        cluster = data / "postgres"
        for _ in range(2):
            note = presence.noted(cluster)
            assert note is not None
            os.kill(note.pid, signal.SIGKILL)
            began = asked(place.admin_url, "SELECT pg_postmaster_start_time()")
            again = presence.noted(cluster)
            assert began is not None
            assert again is not None
            assert again.pid != note.pid
        assert place.ledger.head() == 0
    assert not (cluster / "postmaster.pid").exists()


def test_a_given_database_is_used_as_it_is(database: Database, data: Path) -> None:
    with opened(Settings(database_url=database.admin_url, data=data)) as place:
        assert place.ledger.head() == 0
    assert not data.exists()


def test_another_unit_than_the_clubs_is_refused_in_a_sentence(database: Database) -> None:
    with pytest.raises(SetupFault, match="chip"), opened(Settings(database_url=database.admin_url, unit="euro", scale=2)):
        pass


def test_a_database_that_is_not_there_is_told_without_its_password(data: Path) -> None:
    url = f"postgresql://ann:secret@/club?host={data}"
    with pytest.raises(SetupFault, match=r"cannot be reached.*DATABASE_URL") as caught, opened(Settings(database_url=url)):
        pass
    assert "secret" not in str(caught.value)
