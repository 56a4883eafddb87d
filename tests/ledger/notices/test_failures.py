"""Webhooks whose receiver is away, slow, or wants no more; and processes, connections and databases that end in the middle."""

from __future__ import annotations

import subprocess
import sys
import threading
import time
from typing import Any

import psycopg
import pytest

from ledger.notices import outbox, webhooks
from ledger.notices.outbox import Outbox
from ledger.orders.app import Ledger
from ledger.store.errors import Unavailable
from ledger.store.patience import Patience
from tests.api.program import environment
from tests.conftest import Database
from tests.ledger.club import Club
from tests.ledger.notices.hooks import filled, hook, now
from tests.ledger.notices.receiver import Receiver, receiving, telling, until


def test_a_message_that_was_refused_is_sent_again_under_its_id(ledger: Ledger, club: Club, receiver: Receiver) -> None:
    receiver.answer = lambda number: 500 if number < 3 else 204
    webhook = hook(ledger, receiver, "wallet.deposited")
    club.rich()
    with telling(ledger, receiver):
        came = receiver.awaits(4)
        until(lambda: now(ledger, webhook).waiting == 0)
    assert len({message.id for message in came}) == 1
    assert (now(ledger, webhook).delivered, now(ledger, webhook).error) == (1, None)


def test_after_the_last_try_it_is_a_dead_letter_until_it_is_sent_again(ledger: Ledger, club: Club, receiver: Receiver) -> None:
    receiver.answer = lambda _: 503
    webhook = hook(ledger, receiver, "wallet.deposited")
    club.rich()
    with telling(ledger, receiver, backoff_s=(0.01, 0.01)):
        until(lambda: now(ledger, webhook).dead == 1)
        (letter,) = webhooks.dead_letters(ledger, webhook)
        assert (letter.attempts, letter.error) == (3, "the receiver answered 503")
        assert len(receiver.came) == 3
        receiver.answer = lambda _: 200
        webhooks.resend(ledger, webhook, [letter.position])
        until(lambda: now(ledger, webhook).delivered == 1)
    assert now(ledger, webhook).dead == 0
    assert len({message.id for message in receiver.came}) == 1


def test_who_answers_410_is_told_no_more_until_he_wants_to(ledger: Ledger, club: Club, receiver: Receiver) -> None:
    receiver.answer = lambda _: 410
    webhook = hook(ledger, receiver, "wallet.deposited")
    before = ledger.head()
    club.rich(), club.rich()
    with telling(ledger, receiver):
        until(lambda: now(ledger, webhook).state == "ended")
        assert (now(ledger, webhook).why, now(ledger, webhook).waiting) == ("gone", 0)
        club.rich()
        receiver.answer = lambda _: 200
        webhooks.resume(ledger, webhook, before)
        until(lambda: now(ledger, webhook).delivered == 3)
    assert len(receiver.came) == 4
    assert receiver.positions[1:] == sorted(set(receiver.positions))


def test_a_redirect_is_followed_nowhere(ledger: Ledger, club: Club, receiver: Receiver) -> None:
    with receiving() as inner:
        receiver.answer, receiver.headers = (lambda _: 307), {"Location": inner.url}
        webhook = hook(ledger, receiver, "wallet.deposited")
        club.rich()
        with telling(ledger, receiver, backoff_s=(0.01,)):
            until(lambda: now(ledger, webhook).dead == 1)
        assert inner.came == []
    assert now(ledger, webhook).error == "the receiver answered 307"


def test_a_receiver_that_is_away_gets_everything_when_it_is_back(ledger: Ledger, club: Club) -> None:
    with receiving() as first:
        webhook = hook(ledger, first, "wallet.deposited")
        port, secrets = first.port, first.secrets
    for _ in range(3):
        club.rich()
    with telling(ledger, first, backoff_s=(0.1,) * 100):
        until(lambda: now(ledger, webhook).error == "no connection")
        with receiving(port) as second:
            second.secrets = secrets
            until(lambda: now(ledger, webhook).delivered == 3)
            assert sorted(second.positions) == sorted(set(second.positions))
            assert all(message.good for message in second.came)


def test_a_receiver_that_does_not_end_its_answer_is_given_up(ledger: Ledger, club: Club, receiver: Receiver) -> None:
    over = threading.Event()

    def dripping(request: Any) -> None:
        request.wfile.write(b"HTTP/1.1 200 OK\r\nX-Slow: ")
        while not over.wait(0.05):
            request.wfile.write(b"z")

    receiver.before = dripping
    webhook = hook(ledger, receiver, "wallet.deposited")
    club.rich()
    began = time.monotonic()
    with telling(ledger, receiver, backoff_s=(), whole_s=0.4):
        until(lambda: now(ledger, webhook).dead == 1)
    over.set()
    assert now(ledger, webhook).error == "no answer in time"
    assert time.monotonic() - began < 5


def test_retry_after_is_heeded(ledger: Ledger, club: Club, receiver: Receiver) -> None:
    receiver.answer, receiver.headers = (lambda _: 429), {"Retry-After": "3600"}
    webhook = hook(ledger, receiver, "wallet.deposited")
    club.rich()
    with telling(ledger, receiver):
        until(lambda: now(ledger, webhook).error is not None)
    ((due, rest),) = ledger.recorder.rows(
        "select extract(epoch from due - clock_timestamp())::float8, extract(epoch from rest_until - clock_timestamp())::float8"
        " from outbox join receivers on id = receiver"
    )
    assert 3500 < due <= 3600
    assert 3500 < rest <= 3600


def test_what_arrived_and_could_not_be_written_down_is_sent_again_when_its_lease_is_over(
    ledger: Ledger, club: Club, receiver: Receiver
) -> None:
    webhook = hook(ledger, receiver, "wallet.deposited")
    club.rich()

    def away(_: Any) -> None:
        if len(receiver.came) == 1:
            raise Unavailable

    with telling(ledger, receiver, lease_s=0.5, sent=away):
        first, second = receiver.awaits(2)
        until(lambda: now(ledger, webhook).delivered == 1)
    assert first.id == second.id


def test_a_worker_that_is_killed_between_delivery_and_mark_leaves_it_to_the_next_one_under_the_same_id(
    ledger: Ledger, club: Club, receiver: Receiver, database: Database
) -> None:
    webhook = hook(ledger, receiver, "wallet.deposited")
    club.rich()
    workers: list[subprocess.Popen[bytes]] = []

    def kill(_: Any) -> None:
        if len(receiver.came) == 1:
            workers[0].kill()
            workers[0].wait()

    receiver.before = kill
    settings = {"DATABASE_URL": database.admin_url, "CARDLEDGER_WEBHOOK_HOSTS": ",".join(receiver.allowed)}
    for number in (1, 2):
        workers.append(subprocess.Popen([sys.executable, "-m", "api.cli", "worker"], env=environment(**settings), cwd="/"))
        receiver.awaits(number)
        if number == 1:
            workers[0].wait()
            assert now(ledger, webhook).waiting == 1
            ledger.recorder.rows("update receivers set leased_until = clock_timestamp() returning id")  # the lease is over
    until(lambda: now(ledger, webhook).delivered == 1)
    workers[1].terminate()
    assert workers[1].wait(20) in (0, 143, -15)
    assert [message.good for message in receiver.came] == [1, 1]
    assert receiver.came[0].id == receiver.came[1].id


def test_a_lease_that_is_over_is_no_right_to_give_back_the_next_one(ledger: Ledger, club: Club, receiver: Receiver) -> None:
    webhook = hook(ledger, receiver, "wallet.deposited")
    club.rich()
    filled(ledger)
    short = Outbox(Patience(ledger.datastore, 1), lease_s=0.01)
    slow = short.lease()
    time.sleep(0.02)
    quick = Outbox(Patience(ledger.datastore, 1), lease_s=60).lease()
    assert slow is not None
    assert quick is not None
    short.failed(slow, "too late")
    assert short.lease() is None
    ((held,),) = ledger.recorder.rows("select lease from receivers where id = %s", webhook)
    assert held == quick.lease


def test_connections_that_the_server_ends_are_made_again(
    ledger: Ledger, club: Club, receiver: Receiver, database: Database
) -> None:
    webhook = hook(ledger, receiver, "wallet.deposited")
    with telling(ledger, receiver):
        for number in range(1, 4):
            club.rich()
            until(lambda number=number: now(ledger, webhook).delivered == number)
            with psycopg.connect(database.admin_url, autocommit=True) as connection:
                connection.execute(
                    "select pg_terminate_backend(pid) from pg_stat_activity where usename = 'cardledger_service'"
                    " and datname = current_database()"
                )
    assert len({message.id for message in receiver.came}) == 3


def test_a_receiver_that_is_away_long_holds_no_more_than_its_share_of_the_outbox(
    ledger: Ledger, club: Club, receiver: Receiver, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(outbox, "WAITING_MAX", 2)
    monkeypatch.setattr(outbox, "STRIDE", 2)
    receiver.answer = lambda _: 500
    webhook = hook(ledger, receiver, "wallet.*")
    for _ in range(5):
        club.rich()
    with telling(ledger, receiver):
        until(lambda: now(ledger, webhook).error is not None)
        assert now(ledger, webhook).waiting <= 3
        assert now(ledger, webhook).position < ledger.head()
        receiver.answer = lambda _: 200
        until(lambda: now(ledger, webhook).delivered == 10)


def test_a_receiver_that_fails_for_days_is_suspended_and_can_be_resumed(ledger: Ledger, club: Club, receiver: Receiver) -> None:
    receiver.answer = lambda _: 500
    webhook = hook(ledger, receiver, "wallet.deposited")
    club.rich()
    with telling(ledger, receiver):
        until(lambda: now(ledger, webhook).error is not None)
        ledger.recorder.rows("update receivers set failing_since = clock_timestamp() - interval '6 days' returning id")
        until(lambda: now(ledger, webhook).state == "suspended")
        assert now(ledger, webhook).why == "failing"
        receiver.answer = lambda _: 200
        webhooks.resume(ledger, webhook, 0)
        until(lambda: now(ledger, webhook).delivered == 1)
    assert (now(ledger, webhook).state, now(ledger, webhook).why) == ("on", None)


def test_a_webhook_that_was_told_of_what_was_lost_in_a_restoring_is_suspended(
    ledger: Ledger, club: Club, receiver: Receiver
) -> None:
    webhook = hook(ledger, receiver, "wallet.deposited")
    club.rich()
    with telling(ledger, receiver):
        until(lambda: now(ledger, webhook).delivered == 1)
        ledger.recorder.rows("update receivers set mark = '\\x00' returning id")
        club.rich()
        until(lambda: now(ledger, webhook).state == "suspended")
    assert now(ledger, webhook).why == "restored"
    assert len(receiver.came) == 1
