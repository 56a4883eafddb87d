"""The primary goes in the middle of writes, and its synchronous replica takes its place: killed, frozen, or only reading now."""

from __future__ import annotations

import signal
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import AbstractContextManager, contextmanager
from typing import Any

import httpx
import psycopg
import pytest

from engine.room.commands import OpenWallet
from ledger.database.address import with_settings
from ledger.database.connection import LedgerConnection
from ledger.database.local import LocalPostgres
from ledger.database.migrate import migrate, service_url
from ledger.orders.app import Ledger
from ledger.people import keys
from ledger.running.models import APART
from ledger.running.runner import Runner
from ledger.store.errors import Unavailable
from tests.api.service import Service, new_key, served
from tests.kills.books import check
from tests.kills.evening import Evening
from tests.kills.patient import Patient, is_put_off
from tests.kills.victim import until
from tests.ledger.crowd import acts, order
from tests.ledger.replicas import Server, pair
from tests.ledger.servers import empty_database, frozen, own_server

Gone = Callable[[Any], AbstractContextManager[None]]
WRITES = 40
DOWN_S_MAX = 30.0  # what a busy machine adds to 10 seconds of silence and 3 for each connection


@contextmanager
def killed(server: Server) -> Iterator[None]:
    server.end(signal.SIGQUIT)
    yield


@contextmanager
def still(server: Server) -> Iterator[None]:
    """It answers nothing and closes nothing; when somebody else has taken its place it is put down, and never wakes."""
    with frozen(server.pid, server.url()):
        yield
        server.end(signal.SIGKILL)


@contextmanager
def only_reading(server: Server) -> Iterator[None]:
    set_read_only(server.url(), "on")
    yield


def set_read_only(url: str, value: str) -> None:
    with psycopg.connect(url, autocommit=True) as connection:
        connection.execute(f"alter system set default_transaction_read_only = {value}".encode())
        connection.execute("select pg_reload_conf()")


@pytest.mark.parametrize("gone", [killed, still, only_reading])
def test_nothing_acknowledged_is_missing_on_the_replica_and_the_service_goes_on_there(gone: Gone) -> None:
    with pair() as two, served(two.place) as service, Runner(service.ledger, tuple(APART)), Patient(service.url) as http:
        evening = Evening(http, service.ledger)
        with evening.going():
            evening.wait(WRITES)
            begin = time.monotonic()
            with gone(two.primary):
                two.replica.promote()
                told = len(evening.record.told)
                until(lambda: len(evening.record.told) > told + WRITES, "writes on the replica")
                assert time.monotonic() - begin < DOWN_S_MAX
        check(service.ledger, evening)
        assert two.replica.one("select max(notification_id) from club.events") == service.ledger.head()


@pytest.fixture
def alone(monkeypatch: pytest.MonkeyPatch) -> Iterator[tuple[LocalPostgres, Service]]:
    """A service on a server that has no replica, and which soon loses patience with it."""
    monkeypatch.setattr(LedgerConnection, "silence_s_max", 1.0)
    with own_server(fsync="off") as server:
        url = server.url(empty_database(server.url()))
        migrate(url, "club")
        place = {"LEDGER_URL": with_settings(service_url(url), connect_timeout="2"), "LEDGER_SCHEMA": "club"}
        with served(place) as service:
            service.ledger.recorder.patience.seconds = 2
            yield server, service


def put_off_and_then_done(service: Service, player: str, away: Gone, server: LocalPostgres) -> None:
    """While it is away every answer is 503, soon, and when it is back the same request is done, once."""
    path, body = f"/v1/players/{player}", {"amount": "5"}
    asked = {new_key(): body if number % 2 else {**body, "reference": f"receipt {number}"} for number in range(8)}

    def deposit(key: str) -> httpx.Response:
        return service.cashier.post(f"{path}/deposits", asked[key], key)

    with away(server), ThreadPoolExecutor(4) as pool:
        for _ in range(2):
            begin = time.monotonic()
            answers = list(pool.map(deposit, asked))
            assert all(map(is_put_off, answers)), [(answer.status_code, answer.text) for answer in answers]
            assert time.monotonic() - begin < DOWN_S_MAX
    service.ledger.recorder.patience.seconds = 20
    assert [deposit(key).status_code for key in asked] == [201] * len(asked)
    assert service.cashier.read(path)["wallet"]["amount"] == str(5 * len(asked))


def test_a_server_that_is_frozen_and_has_no_replica_is_waited_for_in_vain_only_so_long(
    alone: tuple[LocalPostgres, Service],
) -> None:
    server, service = alone

    @contextmanager
    def away(server: LocalPostgres) -> Iterator[None]:
        with frozen(server.pid or 0, server.url()):
            yield

    put_off_and_then_done(service, service.player(), away, server)


def test_a_server_that_only_reads_and_has_no_replica_puts_off_what_is_to_be_written(alone: tuple[LocalPostgres, Service]) -> None:
    server, service = alone

    @contextmanager
    def away(server: LocalPostgres) -> Iterator[None]:
        set_read_only(server.url(), "on")
        yield
        set_read_only(server.url(), "off")

    put_off_and_then_done(service, service.player(), away, server)


def test_a_ledger_that_is_told_to_take_any_server_is_put_off_by_a_replica_and_not_failed() -> None:
    with pair() as two:
        url = with_settings(two.replica.url("cardledger_service"), target_session_attrs="any")
        ledger = Ledger({"LEDGER_URL": url, "LEDGER_SCHEMA": "club"})
        ledger.recorder.patience.seconds = 1
        assert ledger.head() == 0
        given = order()
        for beside in (None, lambda _: None):
            with pytest.raises(Unavailable):
                ledger.execute(given, acts("wallet-a", OpenWallet("a", "chip", 0)), beside=beside)
        with pytest.raises(Unavailable):
            keys.issue(ledger, "auditor", None, "somebody")
        two.primary.end()
        two.replica.promote()
        assert ledger.execute(given, acts("wallet-a", OpenWallet("a", "chip", 0))).answer.status == 201
        ledger.close()
