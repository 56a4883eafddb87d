"""Old answers are forgotten every day, refusals never; a failure is made up for later."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING

import psycopg
import pytest

from ledger.database.connection import LedgerConnection
from ledger.running.purging import DailyPurge
from ledger.store.errors import Unavailable
from tests.ledger.random_club import register

if TYPE_CHECKING:
    from ledger.orders.app import Ledger
    from tests.conftest import Database

WAIT_S = 20


def keys(ledger: Ledger) -> set[str]:
    return {key for (key,) in ledger.recorder.rows("select key from answers where scope = 'old'")}


def with_old_answers(database: Database) -> None:
    """An answer of 31 days ago, one of 29, and a refusal of a year ago."""
    with psycopg.connect(database.admin_url, autocommit=True) as admin:
        for key, status, rule, age in (("gone", 201, None, 31), ("kept", 201, None, 29), ("refused", 409, "WALLET-2", 365)):
            admin.execute(
                "insert into club.answers (scope, key, fingerprint, status, body, rule, at)"
                " values ('old', %s, '', %s, '', %s, clock_timestamp() - make_interval(days => %s))",
                (key, status, rule, age),
            )


def comes(ledger: Ledger, expected: set[str]) -> bool:
    """Whether these are the old keys in the end."""
    end = time.monotonic() + WAIT_S
    while keys(ledger) != expected and time.monotonic() < end:
        time.sleep(0.005)
    return keys(ledger) == expected


def test_old_answers_go_by_themselves_and_refusals_stay(ledger: Ledger, database: Database) -> None:
    register(ledger)
    with_old_answers(database)
    with DailyPurge(ledger, first_s=0.0, every_s=0.01):
        assert comes(ledger, {"kept", "refused"})
        with psycopg.connect(database.admin_url, autocommit=True) as admin:
            admin.execute("update club.answers set at = at - interval '2 days' where key = 'kept'")
        assert comes(ledger, {"refused"})
    assert len(ledger.recorder.rows("select key from answers where scope <> 'old'")) == 1


def test_a_database_that_is_away_is_asked_again(
    ledger: Ledger, database: Database, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    with_old_answers(database)
    purge, asked = ledger.purge_answers, list[int]()

    def away_at_first() -> int:
        asked.append(1)
        if len(asked) == 1:
            raise Unavailable
        return purge()

    monkeypatch.setattr(ledger, "purge_answers", away_at_first)
    with DailyPurge(ledger, first_s=0.0, again_s=0.01):
        assert comes(ledger, {"kept", "refused"})
    assert "Old answers are forgotten later" in caplog.text


def test_forgetting_may_take_longer_than_a_server_may_be_silent(
    ledger: Ledger, database: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(LedgerConnection, "silence_s_max", 0.5)
    with_old_answers(database)
    with psycopg.connect(database.admin_url, autocommit=True) as admin:
        body = "begin perform pg_sleep(1); return old; end"
        admin.execute(f"create function club.dawdle() returns trigger language plpgsql as '{body}'")
        admin.execute("create trigger dawdles before delete on club.answers for each row execute function club.dawdle()")
    assert ledger.purge_answers() == 1
    ledger.recorder.patience.seconds = 1
    with pytest.raises(Unavailable):
        ledger.recorder.rows("select pg_sleep(60)")
