"""A primary and its synchronous replica: what was acknowledged is on both, also what is asked a second time."""

import signal
from collections.abc import Callable, Iterator
from threading import Thread
from typing import Any

import psycopg
import pytest

from engine.room.commands import Deposit, Withdraw
from ledger.database.connection import LedgerConnection
from ledger.orders.app import Attempt, Ledger
from ledger.orders.order import Done, Order
from ledger.people import keys
from ledger.store.errors import NotAllowed, OutcomeUnknown, Unavailable
from tests.conftest import Database
from tests.kills.victim import until
from tests.ledger.crowd import acts, at_once, order, wallet
from tests.ledger.replicas import Pair, pair

Way = Callable[[Ledger, Order, str], Done | None]
SLEEPING = "select count(*) from pg_stat_activity where wait_event = 'PgSleep'"
NOTHING = ", ".join(["'{}'"] * 8)
CANCEL = "select count(pg_cancel_backend(pid)) from pg_stat_activity where wait_event = 'SyncRep'"


@pytest.fixture(scope="module")
def two() -> Iterator[Pair]:
    """Each test leaves both running."""
    with pair() as made:
        yield made


@pytest.fixture
def ledger(two: Pair) -> Iterator[Ledger]:
    """A ledger on whichever of the two takes writes."""
    made = Ledger(two.place)
    yield made
    made.close()


class Asking(Thread):
    """One who asks, and what he was told."""

    def __init__(self, ask: Callable[[], Any]) -> None:
        super().__init__(daemon=True)
        self._ask, self.told = ask, list[Any]()
        self.start()

    def run(self) -> None:
        self.told = at_once(1, lambda _: self._ask())


def nothing(cursor: Any) -> None:
    """What stands beside the events."""


def forbidden(attempt: Attempt) -> None:
    raise NotAllowed


def deposits(ledger: Ledger, given: Order, stream: str) -> Done:
    return ledger.execute(given, acts(stream, Deposit(7)))


def deposits_with_statements_beside(ledger: Ledger, given: Order, stream: str) -> Done:
    return ledger.execute(given, acts(stream, Deposit(7)), beside=nothing)


def withdraws_too_much(ledger: Ledger, given: Order, stream: str) -> Done:
    return ledger.execute(given, acts(stream, Withdraw(10**6)))


def keeps_an_answer_alone(ledger: Ledger, given: Order, stream: str) -> Done:
    return ledger.execute(given, lambda _: None)


def looks_it_up(ledger: Ledger, given: Order, stream: str) -> Done | None:
    return ledger.answered(given)


def may_no_longer(ledger: Ledger, given: Order, stream: str) -> Done:
    return ledger.execute(given, forbidden)


@pytest.mark.parametrize(
    ("does", "asks_again"),
    [
        (deposits, deposits),
        (deposits_with_statements_beside, deposits_with_statements_beside),
        (withdraws_too_much, withdraws_too_much),
        (keeps_an_answer_alone, keeps_an_answer_alone),
        (deposits, withdraws_too_much),
        (deposits, looks_it_up),
        (deposits, may_no_longer),
    ],
)
def test_an_answer_given_twice_waits_for_the_replica_as_at_first(two: Pair, ledger: Ledger, does: Way, asks_again: Way) -> None:
    stream, given = wallet(ledger, 100), order()
    two.replica.end()
    first = Asking(lambda: does(ledger, given, stream))
    until(two.waiting, "the commit")
    two.primary.one(CANCEL)
    first.join()
    assert [type(one) for one in first.told] == [OutcomeUnknown]
    second = Asking(lambda: asks_again(ledger, given, stream))
    until(lambda: two.waiting() or second.told, "the second commit")
    assert second.told == []
    two.join()
    second.join()
    assert [(type(one), one.replayed) for one in second.told] == [(Done, True)]
    assert two.replica.one(f"select count(*) from club.answers where key = '{given.key}'") == 1


def test_what_is_visible_after_a_restart_and_on_no_replica_is_not_acknowledged(two: Pair, ledger: Ledger) -> None:
    stream, given = wallet(ledger), order()
    two.replica.end()
    asking = Asking(lambda: deposits(ledger, given, stream))
    until(two.waiting, "the commit")
    two.primary.end(signal.SIGQUIT)
    two.primary.start()
    until(lambda: two.waiting() or asking.told, "the commit of the answer that is there")
    assert ledger.load(stream).state.balance == 7
    assert asking.told == []
    two.join()
    asking.join()
    assert [(type(one), one.replayed) for one in asking.told] == [(Done, True)]


def test_what_is_given_up_keeps_no_process_of_the_server_waiting(
    two: Pair, ledger: Ledger, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(LedgerConnection, "silence_s_max", 0.5)
    ledger.recorder.patience.seconds = 1
    stream, given = wallet(ledger, 100), order()
    two.replica.end()
    for does in (deposits, deposits, looks_it_up, withdraws_too_much):
        with pytest.raises(OutcomeUnknown):
            does(ledger, given if does in {deposits, looks_it_up} else order(), stream)
        until(lambda: two.waiting() == 0, "the end of all waiting")
    with pytest.raises(Unavailable):
        ledger.recorder.rows("select pg_sleep(600)")
    until(lambda: two.primary.one(SLEEPING) == 0, "the end of the sleep")
    two.join()
    ledger.recorder.patience.seconds = 20
    assert deposits(ledger, given, stream).replayed


def test_a_key_that_was_revoked_is_so_on_the_replica_too_when_that_is_said(two: Pair, ledger: Ledger) -> None:
    key, secret = keys.issue(ledger, "auditor", None, "somebody")
    two.replica.end()
    revoking = Asking(lambda: keys.revoke(ledger, key))
    until(two.waiting, "the commit")
    two.primary.one(CANCEL)
    revoking.join()
    assert [type(one) for one in revoking.told] == [Unavailable]
    again = Asking(lambda: keys.revoke(ledger, key))
    until(lambda: two.waiting() or again.told, "the second commit")
    assert again.told == []
    two.join()
    again.join()
    assert again.told == [None]
    assert keys.find(ledger, secret) is None


def test_a_key_that_is_made_twice_after_a_lost_answer_is_on_the_replica(two: Pair, ledger: Ledger) -> None:
    two.replica.end()
    making = Asking(lambda: keys.issue(ledger, "auditor", None, "somebody"))
    until(two.waiting, "the commit")
    two.primary.end(signal.SIGQUIT)
    two.primary.start()
    until(lambda: two.waiting() or making.told, "the commit of the key that is there")
    assert making.told == []
    two.join()
    making.join()
    ((key, _),) = making.told
    assert two.replica.one(f"select count(*) from club.keys where id = '{key}'") == 1


@pytest.mark.parametrize("waits", [True, False])
def test_a_known_answer_writes_something_only_where_there_are_replicas_to_wait_for(
    two: Pair, ledger: Ledger, database: Database, waits: bool
) -> None:
    url, place = (two.primary.url(), two.place) if waits else (database.admin_url, database.place)
    other = Ledger(place)
    given = order()
    deposits(other, given, wallet(other))
    with psycopg.connect(url) as connection:
        names = f"'{given.caller.scope}', '{given.key}', '{given.fingerprint.decode()}'"
        again = f"select outcome from club.append_events({names}, 201, '', null, null, null, null, {NOTHING})"
        assert connection.execute(again.encode()).fetchone() == ("answered",)
        assert connection.execute("select pg_current_xact_id_if_assigned() is not null").fetchone() == (waits,)
    other.close()
