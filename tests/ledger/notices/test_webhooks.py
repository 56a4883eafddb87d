"""Webhooks, told by a real deliverer to a real receiver: once each as a rule, again where it must be, nothing that is hidden."""

from __future__ import annotations

import threading
import time
from typing import Any

import pytest

from ledger.notices import letters, webhooks
from ledger.notices.webhooks import UnfitWebhook
from ledger.orders.app import Ledger
from ledger.people import keys
from ledger.store.codec import opened
from ledger.store.errors import BeyondEnd, NotAllowed, NotFound
from tests.ledger.club import Club
from tests.ledger.notices.hooks import filled, hook, now
from tests.ledger.notices.receiver import Receiver, telling, until
from tests.ledger.plays import DEALT


def test_what_was_chosen_and_has_happened_since_is_told_signed_and_as_it_is_stored(
    ledger: Ledger, club: Club, receiver: Receiver
) -> None:
    club.register()
    webhook = hook(ledger, receiver, "wallet.deposited", "table.*")
    club.rich(70)
    club.open()
    with telling(ledger, receiver):
        first, second = receiver.awaits(2)
        until(lambda: now(ledger, webhook).delivered == 2)
    assert [first.told["type"], second.told["type"]] == ["wallet.deposited", "table.opened"]
    assert (first.good, second.good) == (1, 1)
    rows = {row.position: row for row in ledger.tail(0, 100)}
    for message in (first, second):
        row = rows[message.told["data"]["position"]]
        assert row.state in message.body
        assert message.told["timestamp"] == message.told["data"]["recorded_at"]
    stands = now(ledger, webhook)
    assert (stands.state, stands.waiting, stands.dead, stands.position) == ("on", 0, 0, ledger.head())


def test_no_hidden_card_is_told_to_anybody(ledger: Ledger, club: Club, receiver: Receiver) -> None:
    hook(ledger, receiver, "azi.*", role="auditor")
    at, _ = club.started(*[200] * 4)
    club.act(f"{at}-1", *DEALT)
    stream = f"game-{at}-1"
    dealt = [row for row in ledger.history(stream) if row.sealed]
    assert dealt
    with telling(ledger, receiver):
        receiver.awaits(len(ledger.history(stream)))
    hidden = {salt for row in dealt for salt, _ in opened(row).values()}
    assert hidden
    told = b"".join(message.body for message in receiver.came)
    assert not [salt for salt in hidden if salt.encode() in told]
    assert b"opened" not in told


def test_a_revoked_key_is_told_nothing_not_even_what_waits(ledger: Ledger, club: Club, receiver: Receiver) -> None:
    key = keys.issue(ledger, "cashier", None, "Katya")[0]
    webhook = hook(ledger, receiver, "wallet.deposited", key=key)
    other = hook(ledger, receiver, "wallet.deposited")
    club.rich()
    keys.revoke(ledger, key)
    with telling(ledger, receiver):
        until(lambda: now(ledger, other).delivered == 1)
        club.rich()
        until(lambda: now(ledger, other).delivered == 2)
    assert len(receiver.came) == 2
    assert (now(ledger, webhook).state, now(ledger, webhook).why) == ("ended", "key_revoked")


def test_a_key_that_is_revoked_after_the_lease_is_told_nothing(ledger: Ledger, club: Club, receiver: Receiver) -> None:
    key = keys.issue(ledger, "cashier", None, "Katya")[0]
    hook(ledger, receiver, "wallet.deposited", key=key)
    club.rich()
    deliverer = telling(ledger, receiver)
    filled(ledger)
    leased = deliverer._outbox.lease()
    assert leased is not None
    keys.revoke(ledger, key)
    deliverer._tell(leased)
    assert receiver.came == []


def test_for_a_day_after_a_rotation_both_secrets_sign(ledger: Ledger, club: Club, receiver: Receiver) -> None:
    webhook = hook(ledger, receiver, "wallet.deposited")
    first = receiver.secrets[0]
    second = webhooks.rotate(ledger, webhook)
    assert webhooks.secrets_of(ledger, webhook) == [second, first]
    receiver.secrets.append(second)
    club.rich()
    with telling(ledger, receiver):
        assert receiver.awaits(1)[0].good == 2
    third = webhooks.rotate(ledger, webhook)
    assert webhooks.secrets_of(ledger, webhook) == [third, second]
    ledger.recorder.rows("update receiver_secrets set until = clock_timestamp() where until is not null returning number")
    assert webhooks.secrets_of(ledger, webhook) == [third]


def test_several_deliverers_send_each_message_once_between_them(ledger: Ledger, club: Club, receiver: Receiver) -> None:
    ids = [hook(ledger, receiver, "wallet.deposited") for _ in range(3)]
    for _ in range(10):
        club.rich()
    with telling(ledger, receiver), telling(ledger, receiver), telling(ledger, receiver):
        until(lambda: all(now(ledger, one).delivered == 10 for one in ids))
    assert len(receiver.came) == 30
    assert len({message.id for message in receiver.came}) == 30


def test_two_never_send_to_one_receiver_at_a_time_and_each_comes_in_order(ledger: Ledger, club: Club, receiver: Receiver) -> None:
    hook(ledger, receiver, "wallet.deposited")
    at_once, most = [0], [0]
    lock = threading.Lock()

    def meanwhile(_: Any) -> None:
        with lock:
            at_once[0] += 1
            most[0] = max(most[0], at_once[0])
        time.sleep(0.01)
        with lock:
            at_once[0] -= 1

    receiver.before = meanwhile
    for _ in range(8):
        club.rich()
    with telling(ledger, receiver), telling(ledger, receiver):
        receiver.awaits(8)
    assert most == [1]
    assert receiver.positions == sorted(receiver.positions)


def test_a_webhook_can_be_told_again_from_any_position_under_the_same_ids(ledger: Ledger, club: Club, receiver: Receiver) -> None:
    webhook = hook(ledger, receiver, "wallet.deposited")
    for _ in range(3):
        club.rich()
    with telling(ledger, receiver):
        receiver.awaits(3)
        until(lambda: now(ledger, webhook).delivered == 3)
        webhooks.resume(ledger, webhook, receiver.positions[0])
        receiver.awaits(5)
    assert [message.id for message in receiver.came[3:]] == [message.id for message in receiver.came[1:3]]
    with pytest.raises(BeyondEnd):
        webhooks.resume(ledger, webhook, ledger.head() + 1)
    with pytest.raises(NotFound):
        webhooks.resume(ledger, "nosuch", 0)


def test_an_event_that_is_too_large_for_a_message_is_told_without_its_content(
    ledger: Ledger, club: Club, receiver: Receiver, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(letters, "PAYLOAD_BYTES_MAX", 300)
    hook(ledger, receiver, "table.opened")
    club.open()
    with telling(ledger, receiver):
        (message,) = receiver.awaits(1)
    assert message.told["data"]["event"] is None
    assert message.told["data"]["position"] == 1


@pytest.mark.parametrize(
    ("role", "types", "says"),
    [
        ("admin", [], "Choose 1 to 50 types of events."),
        ("admin", ["wallet.nothing"], "There are no events 'wallet.nothing'"),
        ("admin", ["*"], "There are no events '*'"),
        ("admin", ["wallet"], "There are no events 'wallet'"),
        ("admin", ["branch.*"], "A key of the role admin does not see events 'branch.*'."),
        ("cashier", ["azi.*"], "A key of the role cashier does not see events 'azi.*'."),
        ("steward", ["wallet.deposited"], "A key of the role steward does not see events 'wallet.deposited'."),
    ],
)
def test_what_a_key_may_not_see_it_cannot_choose(ledger: Ledger, role: str, types: list[str], says: str) -> None:
    key = keys.issue(ledger, role, None, "test")[0]
    with pytest.raises((UnfitWebhook, NotAllowed), match=says.replace("*", r"\*").replace(".", r"\.")):
        webhooks.register(ledger, key, "https://books.example.org/", types)


def test_a_key_has_so_many_webhooks_and_a_player_has_none(ledger: Ledger, club: Club) -> None:
    key = keys.issue(ledger, "room", None, "lobby")[0]
    for _ in range(webhooks.WEBHOOKS_MAX):
        last = webhooks.register(ledger, key, "https://books.example.org/", ["table.*"]).id
    with pytest.raises(UnfitWebhook, match="at most 10 webhooks"):
        webhooks.register(ledger, key, "https://books.example.org/", ["table.*"])
    webhooks.end(ledger, last)
    webhooks.register(ledger, key, "https://books.example.org/", ["table.*"])
    with pytest.raises(NotFound):
        webhooks.end(ledger, last)
    hers = keys.issue(ledger, "player", club.register(), "Anna")[0]
    with pytest.raises(UnfitWebhook, match="A player has no webhooks"):
        webhooks.register(ledger, hers, "https://books.example.org/", ["table.*"])
    keys.revoke(ledger, key)
    with pytest.raises(NotFound):
        webhooks.register(ledger, key, "https://books.example.org/", ["table.*"])
