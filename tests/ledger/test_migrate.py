"""Migrations: by many at once, with and without the right to make roles, and what is refused."""

import re
import shutil
from collections.abc import Iterator
from pathlib import Path
from threading import Thread
from typing import Any

import psycopg
import pytest
from psycopg.sql import SQL, Identifier

from ledger.database import migrate as module
from ledger.database.address import with_settings
from ledger.database.migrate import FILES, MigrationRefused, migrate, service_url
from ledger.orders.app import Ledger
from ledger.settings import Settings, SetupFault
from tests.conftest import Database
from tests.ledger.crowd import at_once, wallet
from tests.ledger.rows import entry, read, rows
from tests.ledger.servers import drop_database, empty_database, own_server


@pytest.fixture
def empty(server_url: str) -> Iterator[str]:
    """The address of an empty database."""
    name = empty_database(server_url)
    yield with_settings(server_url, dbname=name)
    drop_database(server_url, name)


def asked(url: str, statement: str) -> list[Any]:
    with psycopg.connect(url) as connection:
        return [row[0] for row in connection.execute(statement.encode())]


APPLIED = "select number from club.migrations order by number"
NUMBERS = [int(file.name[:4]) for file in sorted(FILES.glob("*.sql"))]


def test_each_file_has_a_number_of_its_own_from_one() -> None:
    assert list(range(1, len(NUMBERS) + 1)) == NUMBERS
    assert NUMBERS[0] == 1


def test_four_who_migrate_at_once_apply_each_file_once(empty: str) -> None:
    assert at_once(4, lambda _: migrate(empty, "club")) == [None] * 4
    assert asked(empty, APPLIED) == NUMBERS


def test_four_databases_of_a_new_server_migrate_at_once() -> None:
    with own_server(fsync="off") as server:
        urls = [server.url(empty_database(server.url())) for _ in range(4)]
        assert at_once(4, lambda index: migrate(urls[index], "club")) == [None] * 4
        for url in urls:
            assert service_url(url) != url
            assert asked(service_url(url), "select current_user::text") == ["cardledger_service"]


def test_migrating_again_changes_nothing(database: Database) -> None:
    before = asked(database.admin_url, "select applied_at from club.migrations order by 1")
    migrate(database.admin_url, "club")
    assert asked(database.admin_url, "select applied_at from club.migrations order by 1") == before


@pytest.mark.parametrize(("unit", "scale"), [("euro", 0), ("chip", 2)])
def test_another_unit_or_scale_is_refused_later(database: Database, unit: str, scale: int) -> None:
    with pytest.raises(MigrationRefused, match="counts in 'chip' with scale 0"):
        migrate(database.admin_url, "club", unit, scale)
    assert asked(database.admin_url, "select unit from club.club") == ["chip"]


def test_the_unit_and_scale_of_the_first_day_are_what_the_ledger_counts_in(empty: str) -> None:
    migrate(empty, "club", "euro", 2)
    ledger = Ledger({"LEDGER_URL": service_url(empty), "LEDGER_SCHEMA": "club"})
    assert (ledger.unit, ledger.scale) == ("euro", 2)
    ledger.close()


def test_a_file_that_fails_leaves_nothing_of_itself(empty: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    files = shutil.copytree(FILES, tmp_path / "files")
    broken = files / "9999_broken.sql"
    broken.write_text("create table half (x int); select 1 / 0;")
    monkeypatch.setattr(module, "FILES", files)
    with pytest.raises(psycopg.errors.DivisionByZero):
        migrate(empty, "club")
    assert asked(empty, APPLIED) == NUMBERS
    assert asked(empty, "select to_regclass('club.half')") == [None]
    broken.write_text("create table whole (x int);")
    migrate(empty, "club")
    assert asked(empty, APPLIED) == [*NUMBERS, 9999]


def test_a_file_that_was_changed_after_it_was_applied_is_refused(
    database: Database, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    files = shutil.copytree(FILES, tmp_path / "files")
    (files / "0003_club.sql").write_text("select 1")
    monkeypatch.setattr(module, "FILES", files)
    with pytest.raises(MigrationRefused, match=r"0003_club\.sql was changed"):
        migrate(database.admin_url, "club")


@pytest.mark.parametrize("schema", ["", "Club", "1club", 'cl"ub', "club; drop", "c" * 41])
def test_a_name_that_can_be_no_schema_is_refused(empty: str, schema: str) -> None:
    with pytest.raises(MigrationRefused, match="must be lower-case letters"):
        migrate(empty, schema)


@pytest.mark.parametrize(
    ("schema", "says"),
    [
        ("club_views", "in club_views lie the read models of a club named club. Take another name, such as club_2."),
        ("a_views_views", "in a_views_views lie the read models of a club named a_views"),
        ("pg_club", "PostgreSQL keeps such names for itself"),
        ("information_schema", "PostgreSQL keeps such names for itself"),
    ],
)
def test_a_name_that_belongs_to_something_else_is_refused_with_what_to_do(empty: str, schema: str, says: str) -> None:
    before = asked(empty, "select nspname::text from pg_namespace order by 1")
    with pytest.raises(MigrationRefused, match=re.escape(says)):
        migrate(empty, schema)
    with pytest.raises(SetupFault, match=f"^CARDLEDGER_SCHEMA must not .*{re.escape(says)}"):
        Settings.read({"CARDLEDGER_SCHEMA": schema})
    assert asked(empty, "select nspname::text from pg_namespace order by 1") == before


@pytest.mark.parametrize("schema", ["views", "my_views_2", "club_view", "pgclub"])
def test_a_name_that_only_looks_like_it_is_taken(empty: str, schema: str) -> None:
    migrate(empty, schema)
    assert Settings.read({"CARDLEDGER_SCHEMA": schema}).schema == schema


def test_a_server_that_is_too_old_is_refused(empty: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "VERSION_LEAST", 990000)
    with pytest.raises(MigrationRefused, match="older than PostgreSQL 15"):
        migrate(empty, "club")


def test_without_the_right_to_make_roles_one_role_does_all_and_triggers_still_protect(server_url: str, empty: str) -> None:
    with psycopg.connect(empty, autocommit=True) as connection:
        name = Identifier("cardledger_plain")
        connection.execute(SQL("drop role if exists {}").format(name))
        connection.execute(SQL("create role {} login").format(name))
        connection.execute(SQL("alter database {} owner to {}").format(Identifier(connection.info.dbname), name))
    try:
        url = with_settings(empty, user="cardledger_plain")
        migrate(url, "club")
        assert service_url(url) == url
        ledger = Ledger({"LEDGER_URL": url, "LEDGER_SCHEMA": "club"})
        assert ledger.load(wallet(ledger, 5)).state.balance == 5
        ledger.close()
        with psycopg.connect(url) as connection, pytest.raises(psycopg.errors.InsufficientPrivilege, match="never changed"):
            connection.execute("delete from club.events")
        owners = "select pg_get_userbyid(nspowner) from pg_namespace where nspname like 'club%'"
        assert asked(url, owners) == ["cardledger_plain", "cardledger_plain"]
    finally:
        drop_database(server_url, asked(empty, "select current_database()")[0])
        with psycopg.connect(server_url, autocommit=True) as connection:
            connection.execute("drop role cardledger_plain")


def test_without_the_right_to_make_a_schema_the_reason_is_told(server_url: str, empty: str) -> None:
    with psycopg.connect(empty, autocommit=True) as connection:
        connection.execute("drop role if exists cardledger_guest")
        connection.execute("create role cardledger_guest login")
    try:
        with pytest.raises(MigrationRefused, match="permission denied for database"):
            migrate(with_settings(empty, user="cardledger_guest"), "club")
    finally:
        with psycopg.connect(server_url, autocommit=True) as connection:
            connection.execute("drop role cardledger_guest")


def test_an_administrator_who_may_make_roles_need_not_be_superuser() -> None:
    with own_server(fsync="off") as server:
        with psycopg.connect(server.url(), autocommit=True) as connection:
            connection.execute("create role boss login createrole")
        url = with_settings(server.url(empty_database(server.url(), "boss")), user="boss")
        migrate(url, "club")
        assert asked(service_url(url), "select current_user::text") == ["cardledger_service"]
        with psycopg.connect(service_url(url)) as connection, pytest.raises(psycopg.errors.InsufficientPrivilege):
            connection.execute("insert into club.events values ('game-a-1', 1, 't', '', null, now(), 1)")


def test_options_in_the_connection_string_are_kept_and_a_role_among_them_is_put_on() -> None:
    with own_server(fsync="off") as server:
        with psycopg.connect(server.url(), autocommit=True) as connection:
            connection.execute("create role door login")
            connection.execute("create role boss createrole")
            connection.execute("grant boss to door")
        url = with_settings(
            server.url(empty_database(server.url(), "boss")),
            user="door",
            options="-c role=boss -c application_name=club",
            password="p@ss/word",  # noqa: S106  # goes nowhere: the server trusts its socket
        )
        migrate(url, "club")
        migrate(url, "club")
        served = service_url(url)
        settings = "select current_user || ' ' || session_user || ' ' || current_setting('application_name')"
        assert asked(served, settings) == ["cardledger_service cardledger_service club"]
        with psycopg.connect(server.url(), autocommit=True) as connection:
            connection.execute("alter role cardledger_service nologin")
        # As where every login needs a password: the administrator's own, with the service's role put on.
        assert asked(service_url(url), settings) == ["cardledger_service door club"]
        ledger = Ledger({"LEDGER_URL": service_url(url), "LEDGER_SCHEMA": "club"})
        assert ledger.load(wallet(ledger, 5)).state.balance == 5
        ledger.close()


def test_two_clubs_in_one_database_do_not_wait_for_each_other(database: Database) -> None:
    migrate(database.admin_url, "other")
    other = Ledger({"LEDGER_URL": database.service_url, "LEDGER_SCHEMA": "other"})
    with psycopg.connect(database.admin_url) as connection:
        connection.execute("select pg_advisory_xact_lock('club.events'::regclass::oid::bigint)")
        appending = Thread(target=lambda: other.recorder.append(rows("game-a-1", 1), entry(), read(game_a_1=0)))
        appending.start()
        appending.join(5)
        assert not appending.is_alive()
    assert other.head() == 1
    other.close()
