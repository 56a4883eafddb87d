"""What becomes of a connection whose transaction failed, or whose session somebody has reset: the next order is carried out."""

from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, contextmanager
from threading import Thread
from time import sleep
from typing import Any

import psycopg
import pytest
from psycopg import pq

from engine.room.commands import Deposit, OpenWallet
from ledger.database import connection as module
from ledger.database.address import with_settings
from ledger.database.connection import LedgerConnection
from ledger.orders.app import Ledger
from ledger.store.errors import OutcomeUnknown, Unavailable
from ledger.store.ids import new_id
from tests.api.service import served
from tests.conftest import Database
from tests.ledger.crowd import acts, at_once, order, wallet

MANY = 10  # as many connections as a ledger opens
OPEN = OpenWallet("a", "chip", 0)
LOCK = "select pg_advisory_xact_lock('club.events'::regclass::oid::bigint)"


def nothing(cursor: Any) -> None:
    """What stands beside the events: nothing. It makes a transaction of its own of the append."""


@pytest.fixture(params=["lock_timeout", "statement_timeout"])
def impatient(request: pytest.FixtureRequest, database: Database, monkeypatch: pytest.MonkeyPatch) -> Database:
    """The database, reached by sessions that soon give up waiting, for the one reason or the other."""
    if request.param == "lock_timeout":
        monkeypatch.setattr(module, "LOCK_SECONDS_MAX", 2)
        return database
    url = with_settings(database.service_url, options="-c statement_timeout=3000")
    return Database(database.name, database.admin_url, url)


@contextmanager
def locked(database: Database) -> Iterator[psycopg.Connection[Any]]:
    """Nobody appends meanwhile."""
    with psycopg.connect(database.admin_url) as connection:
        connection.execute(LOCK)
        yield connection


def test_after_a_time_out_the_recorder_goes_on_with_the_connections_that_it_has(impatient: Database) -> None:
    ledger = Ledger(impatient.place)
    streams = [wallet(ledger) for _ in range(MANY)]

    def deposit(index: int, beside: Callable[[Any], None] | None) -> int:
        return ledger.execute(order(), acts(streams[index], Deposit(1)), beside=beside).answer.status

    at_once(MANY, lambda index: deposit(index, nothing))
    at_once(MANY, lambda index: deposit(index, None))
    with locked(impatient):
        for beside in (nothing, None):
            outcomes = at_once(MANY, lambda index, beside=beside: deposit(index, beside))  # type: ignore[misc]
            assert {type(one) for one in outcomes} <= {Unavailable, OutcomeUnknown}
    for beside in (None, nothing, None):
        assert at_once(MANY, lambda index, beside=beside: deposit(index, beside)) == [201] * MANY  # type: ignore[misc]
    assert {ledger.load(stream).state.balance for stream in streams} == {5}
    ledger.close()


def test_after_a_time_out_over_http_every_command_is_carried_out(impatient: Database) -> None:
    with served(impatient.place) as service, ThreadPoolExecutor(6) as pool:
        players = [service.player(10) for _ in range(30)]  # more than ask at once, so that nobody comes in another's way

        def deposit(number: int) -> int:
            body = {"amount": "1", **({} if number % 2 else {"reference": f"receipt {number}"})}
            return service.cashier.post(f"/v1/players/{players[number % 30]}/deposits", body).status_code

        assert set(pool.map(deposit, range(100, 130))) == {201}
        with locked(impatient):
            assert set(pool.map(deposit, range(12))) == {503}
        assert list(pool.map(deposit, range(20, 80))) == [201] * 60
        assert {service.cashier.read(f"/v1/players/{player}")["wallet"]["amount"] for player in players} == {"13"}


@contextmanager
def every_session(ledger: Ledger) -> Iterator[list[LedgerConnection]]:
    """All connections that the ledger has; it has as many as it may have."""
    with ExitStack() as stack:
        yield [stack.enter_context(ledger.datastore.get_connection()) for _ in range(MANY)]


def reset(ledger: Ledger, statement: bytes) -> None:
    """As a server between does, unseen by psycopg."""
    with every_session(ledger) as sessions:
        for session in sessions:
            assert session.pgconn.exec_(statement).status == pq.ExecStatus.COMMAND_OK


@pytest.mark.parametrize("statement", [b"deallocate all", b"discard all"])
def test_a_session_that_somebody_has_reset_is_made_anew(database: Database, statement: bytes) -> None:
    with served(database.place) as service:
        player, ledger = service.player(10), service.ledger
        path = f"/v1/players/{player}"

        def deposit() -> int:
            return service.cashier.post(f"{path}/deposits", {"amount": "1"}).status_code

        def look() -> int:
            return service.cashier.get(path).status_code

        for do, status in ((deposit, 201), (look, 200), (deposit, 201)):
            reset(ledger, statement)
            assert {do() for _ in range(20)} == {status}  # the sessions come in turn
        reset(ledger, statement)
        service.cashier.done(f"{path}/deposits", {"amount": "1", "reference": "a receipt"})
        assert service.cashier.read(path)["wallet"]["amount"] == "51"


def test_a_statement_that_was_never_prepared_on_a_reset_session_finds_its_tables_all_the_same(ledger: Ledger) -> None:
    ledger.head()
    reset(ledger, b"discard all")
    assert ledger.recorder.rows("select count(*) from keys") == [(0,)]


def test_a_statement_that_is_wrong_is_no_lost_connection(ledger: Ledger) -> None:
    with pytest.raises(psycopg.errors.UndefinedTable):
        ledger.recorder.rows("select from nowhere")
    with pytest.raises(psycopg.errors.SyntaxError):
        ledger.recorder.rows("selects")


def test_names_that_others_have_prepared_on_a_session_are_in_nobodys_way(ledger: Ledger) -> None:
    with every_session(ledger) as sessions:
        for session in sessions:
            session._prepare(ledger.recorder._append_alone)
            session.prepared.clear()  # as if it was another process that shares the session
            session.pgconn.prepare(b"_pg3_0", b"select 1")  # the first name that psycopg will take
    assert at_once(MANY, lambda _: ledger.execute(order(), acts(f"wallet-{new_id()}", OPEN)).answer.status) == [201] * MANY
    assert ledger.head() == MANY


def test_a_cancelled_append_leaves_a_connection_that_is_good(ledger: Ledger, database: Database) -> None:
    stream = wallet(ledger)
    cancel = "select pg_cancel_backend(pid) from pg_stat_activity where datname = current_database() and wait_event = 'advisory'"
    for beside in (nothing, None):
        outcomes: list[Any] = []

        def deposit(beside: Any = beside, outcomes: list[Any] = outcomes) -> None:
            try:
                outcomes.append(ledger.execute(order(), acts(stream, Deposit(1)), beside=beside))
            except Unavailable as error:
                outcomes.append(error)

        asking = Thread(target=deposit)
        with locked(database), psycopg.connect(database.admin_url, autocommit=True) as cancelling:
            asking.start()
            while not cancelling.execute(cancel).rowcount:
                sleep(0.01)
            asking.join()
        assert [type(one) for one in outcomes] == [Unavailable]
    for _ in range(MANY):
        ledger.execute(order(), acts(stream, Deposit(1)))
    assert ledger.load(stream).state.balance == MANY


def test_a_lock_not_had_in_time_after_a_lost_try_is_an_unknown_outcome(
    ledger: Ledger, database: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(module, "LOCK_SECONDS_MAX", 1)
    stream, given, outcomes = wallet(ledger), order(), []
    kill = "select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and wait_event = 'advisory'"
    with locked(database), psycopg.connect(database.admin_url, autocommit=True) as killing:
        asking = Thread(target=lambda: outcomes.extend(at_once(1, lambda _: ledger.execute(given, acts(stream, Deposit(1))))))
        asking.start()
        while not killing.execute(kill).rowcount:
            sleep(0.01)
        asking.join()
    assert [type(one) for one in outcomes] == [OutcomeUnknown]
    assert ledger.execute(given, acts(stream, Deposit(1))).answer.status == 201


@pytest.mark.parametrize(
    ("option", "silence_s_max"), [("", 10.0), ("-c statement_timeout=40000", 45.0), ("-c statement_timeout=0", 10.0)]
)
def test_a_time_out_that_the_address_sets_for_statements_stands(database: Database, option: str, silence_s_max: float) -> None:
    ledger = Ledger({**database.place, "LEDGER_URL": with_settings(database.service_url, options=option)})
    with ledger.datastore.get_connection() as session:
        assert session.silence_s_max == silence_s_max
    ledger.close()
