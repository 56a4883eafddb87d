"""Connections that die before, while and after a write: no event twice, none lost, and the caller is told the truth."""

import os
import signal
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from threading import Event, Thread

import psycopg
import psycopg_pool
import pytest

from engine.room.commands import Deposit
from ledger.database import connection as module
from ledger.database.connection import LedgerConnection
from ledger.database.datastore import CONNECT_SECONDS_MAX
from ledger.database.migrate import migrate, service_url
from ledger.orders.app import Ledger
from ledger.store.envelope import GENESIS, link
from ledger.store.errors import LedgerError, OutcomeUnknown, Unavailable
from ledger.store.ids import new_id
from ledger.store.recorder import KEYLESS
from tests.conftest import Database
from tests.ledger.crowd import acts, order, wallet
from tests.ledger.relay import Relay
from tests.ledger.rows import entry, read, refusal, rows
from tests.ledger.servers import empty_database, own_server

KILL_ALL = (
    "select pg_terminate_backend(pid) from pg_stat_activity where usename = 'cardledger_service' and datname = current_database()"
)
WAITING = f"{KILL_ALL} and wait_event = 'advisory'"


@pytest.fixture
def relay(database: Database) -> Iterator[Relay]:
    made = Relay(database.service_url)
    yield made
    made.close()


@pytest.fixture
def far(relay: Relay, database: Database) -> Iterator[Ledger]:
    """A ledger at the other end of the relay."""
    made = Ledger({"LEDGER_URL": relay.url, "LEDGER_SCHEMA": database.schema})
    yield made
    made.close()


def test_connections_that_died_while_idle_are_replaced(ledger: Ledger, database: Database) -> None:
    stream = wallet(ledger, 1)
    with ThreadPoolExecutor(6) as pool:
        list(pool.map(lambda _: ledger.load(stream), range(60)))
        for chips in range(2, 5):
            with psycopg.connect(database.admin_url) as connection:
                assert connection.execute(KILL_ALL).rowcount > 0
            ledger.execute(order(), acts(stream, Deposit(1)))
            states = pool.map(lambda _: ledger.load(stream).state.balance, range(20))
            assert set(states) == {chips}


def test_an_append_whose_backend_is_ended_while_it_waits_is_written_once(ledger: Ledger, database: Database) -> None:
    stream, given, done = wallet(ledger), order(), []
    with psycopg.connect(database.admin_url) as blocking, psycopg.connect(database.admin_url, autocommit=True) as killing:
        blocking.execute("select pg_advisory_xact_lock('club.events'::regclass::oid::bigint)")
        asking = Thread(target=lambda: done.append(ledger.execute(given, acts(stream, Deposit(7)))))
        asking.start()
        kills = 0
        while kills < 2:
            kills += killing.execute(WAITING).rowcount
            time.sleep(0.01)
        blocking.rollback()
        asking.join()
    assert done[0].answer.status == 201
    assert not done[0].replayed
    assert ledger.load(stream).state.balance == 7


def test_an_append_whose_request_never_arrived_is_sent_again(relay: Relay, far: Ledger) -> None:
    relay.cut("request")
    outcome = far.recorder.append(rows("game-a-1", 1), entry("k"), read(game_a_1=0))
    assert (outcome.name, outcome.position, relay.cuts) == ("appended", 1, 1)
    assert far.head() == 1


def test_an_append_whose_answer_was_lost_is_told_by_its_key(relay: Relay, far: Ledger) -> None:
    relay.cut("reply")
    outcome = far.recorder.append(rows("game-a-1", 1), entry("k", etag="1"), read(game_a_1=0))
    assert (outcome.name, outcome.position, outcome.body, outcome.etag) == ("answered", 1, b"done", "1")
    assert (far.head(), relay.cuts) == (1, 1)


def test_a_refusal_whose_answer_was_lost_is_told_by_its_key(relay: Relay, far: Ledger) -> None:
    relay.cut("reply")
    assert far.recorder.append((), refusal("k"), {}).name == "answered"
    assert relay.cuts == 1


def test_a_lost_answer_without_a_key_is_an_unknown_outcome_and_not_sent_again(relay: Relay, far: Ledger) -> None:
    relay.cut("reply")
    with pytest.raises(OutcomeUnknown):
        far.recorder.append(rows("game-a-1", 1), KEYLESS, read(game_a_1=0))
    assert far.head() == 1


def test_an_answer_that_stays_away_is_an_unknown_outcome(relay: Relay, far: Ledger) -> None:
    far.head()
    far.recorder.patience.seconds = 0.5
    far.datastore.pool.timeout = 0.3
    relay.refusing = True  # the connections that there are can still be used
    relay.cut("reply")
    given = entry("k")
    with pytest.raises(OutcomeUnknown):
        far.recorder.append(rows("game-a-1", 1), given, read(game_a_1=0))
    with pytest.raises(Unavailable):
        far.head()
    relay.refusing = False
    far.recorder.patience.seconds, far.datastore.pool.timeout = 20, 5
    assert far.recorder.append(rows("game-a-1", 1), given, read(game_a_1=0)).name == "answered"


def test_a_database_that_was_never_reached_is_unavailable(relay: Relay, far: Ledger) -> None:
    relay.refusing = True
    far.recorder.patience.seconds = 0.5
    far.datastore.pool.timeout = 0.3
    with pytest.raises(Unavailable):
        far.recorder.append(rows("game-a-1", 1), entry(), read(game_a_1=0))


def test_after_patience_has_run_out_every_question_is_answered_soon_until_the_database_is_back(relay: Relay, far: Ledger) -> None:
    far.head()
    far.recorder.patience.seconds = 0.5
    relay.refusing = True
    relay.drop()
    with pytest.raises(Unavailable):
        far.head()
    for _ in range(3):
        begin = time.monotonic()
        with pytest.raises(Unavailable):
            far.head()
        assert time.monotonic() - begin < CONNECT_SECONDS_MAX / 2
    relay.refusing = False
    far.recorder.patience.seconds = 20
    assert far.head() == 0
    relay.drop()  # and patience is whole again
    assert far.head() == 0


def test_a_database_that_was_away_for_long_is_reached_as_soon_as_it_is_back(
    relay: Relay, far: Ledger, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(psycopg_pool.base.AttemptWithBackoff, "INITIAL_DELAY", 60.0)  # as after a minute of doubled pauses
    far.head()
    far.recorder.patience.seconds = 0.5
    relay.refusing = True
    relay.drop()
    with pytest.raises(Unavailable):
        far.head()
    relay.refusing = False
    far.recorder.patience.seconds = 20
    assert far.head() == 0


def test_an_error_that_ends_the_connection_is_a_lost_connection_whatever_its_number(ledger: Ledger) -> None:
    asked: list[int] = []

    def question(connection: LedgerConnection) -> int:
        asked.append(connection.info.backend_pid)
        if len(asked) == 1:
            connection.execute("set idle_in_transaction_session_timeout = 10")
            connection.execute("begin")
            time.sleep(0.5)
            connection.execute("select 1")  # FATAL, with a number that is not of the lost ones
        return len(asked)

    assert ledger.recorder.patience.ask(question) == 2


def test_a_commit_that_the_replicas_did_not_confirm_is_an_unknown_outcome(ledger: Ledger, database: Database) -> None:
    with psycopg.connect(database.admin_url) as connection:
        # The server says it by this warning when waiting for a synchronous replica is cancelled.
        body = "begin raise warning 'unconfirmed'; return new; end"
        connection.execute(
            f"create function club.warn() returns trigger language plpgsql as '{body.replace(chr(39), chr(39) * 2)}'"
        )
        connection.execute("create trigger warns before insert on club.events for each row execute function club.warn()")
    with pytest.raises(OutcomeUnknown):
        ledger.recorder.append(rows("game-a-1", 1), entry("k"), read(game_a_1=0))
    assert ledger.recorder.append((), refusal(), {}).name == "appended"
    assert ledger.recorder.append(rows("game-a-1", 1), entry("k"), read(game_a_1=0)).name == "answered"


def test_a_lock_that_is_not_had_in_time_makes_the_ledger_unavailable(database: Database, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "LOCK_SECONDS_MAX", 1)
    ledger = Ledger(database.place)
    with psycopg.connect(database.admin_url) as connection:
        connection.execute("select pg_advisory_xact_lock('club.events'::regclass::oid::bigint)")
        with pytest.raises(Unavailable):
            ledger.recorder.append(rows("game-a-1", 1), entry(), read(game_a_1=0))
    assert ledger.head() == 0
    ledger.close()


def test_a_server_that_is_killed_loses_no_acknowledged_event_and_keeps_none_twice() -> None:
    with own_server() as server:
        url = server.url(empty_database(server.url()))
        migrate(url, "club")
        ledger = Ledger({"LEDGER_URL": service_url(url), "LEDGER_SCHEMA": "club"})
        streams, ending = [wallet(ledger) for _ in range(4)], Event()
        keys: dict[str, dict[str, bool]] = {stream: {} for stream in streams}

        def write(stream: str) -> None:
            while not ending.is_set():
                key = new_id()
                keys[stream][key] = False
                try:
                    ledger.execute(order(key), acts(stream, Deposit(1)))
                    keys[stream][key] = True
                except LedgerError:
                    continue

        writers = [Thread(target=write, args=(stream,)) for stream in streams]
        for writer in writers:
            writer.start()
        for _ in range(2):
            time.sleep(0.5)
            assert server.pid is not None
            os.kill(server.pid, signal.SIGKILL)
            server.start()
        before = ledger.head()
        until = time.monotonic() + 30
        while ledger.head() < before + 50 and time.monotonic() < until:
            time.sleep(0.05)
        ending.set()
        for writer in writers:
            writer.join()
        assert ledger.head() >= before + 50, "the ledger goes on by itself"
        for stream in streams:
            acknowledged = sum(keys[stream].values())
            assert acknowledged <= ledger.load(stream).state.balance <= len(keys[stream])
            for key in keys[stream]:
                ledger.execute(order(key), acts(stream, Deposit(1)))
            assert ledger.load(stream).state.balance == len(keys[stream])
            head = GENESIS
            for row in ledger.history(stream):
                assert ledger.decode(row).prev == head
                head = link(row)
        assert [row.position for row in ledger.tail(0, 10**6)] == list(range(1, ledger.head() + 1))
        ledger.close()
