"""API keys on a real database."""

from base64 import urlsafe_b64decode
from hashlib import sha256

import pytest

from ledger.orders.app import Ledger
from ledger.orders.order import Caller
from ledger.people import keys
from ledger.store.errors import NotFound
from tests.ledger.club import ADMIN, Club, order


@pytest.mark.parametrize("role", ["admin", "cashier", "steward", "auditor", "room"])
def test_a_key_opens_what_its_role_opens(ledger: Ledger, role: str) -> None:
    _, secret = keys.issue(ledger, role, "desk-1", "the desk at the door")
    assert keys.find(ledger, secret) == Caller("desk-1", role, None)


def test_a_player_has_the_rights_of_himself(ledger: Ledger) -> None:
    player = Club(ledger).register()
    _, secret = keys.issue(ledger, "player", player, "phone")
    assert keys.find(ledger, secret) == Caller(player, "player", player)


def test_the_key_of_a_player_who_is_not_registered_is_refused(ledger: Ledger) -> None:
    with pytest.raises(NotFound):
        keys.issue(ledger, "player", "nobodyofthisname", "phone")
    assert keys.listed(ledger) == []


def test_a_secret_has_256_random_bits_and_only_its_digest_is_kept(ledger: Ledger) -> None:
    first, secret = keys.issue(ledger, "auditor", None, "one")
    second, other = keys.issue(ledger, "auditor", None, "two")
    assert secret.startswith("cl_")
    assert len(urlsafe_b64decode(secret.removeprefix("cl_") + "=")) == 32
    assert (first, secret) != (second, other)
    kept = ledger.recorder.rows("select k::text from keys k where id = %s", first)[0][0]
    assert secret not in kept
    assert sha256(secret.encode()).hexdigest() in kept


def test_a_revoked_key_opens_nothing_from_that_moment(ledger: Ledger) -> None:
    key, secret = keys.issue(ledger, "admin", None, "lost telephone")
    assert keys.find(ledger, secret) is not None
    keys.revoke(ledger, key)
    assert keys.find(ledger, secret) is None
    [listed] = keys.listed(ledger)
    keys.revoke(ledger, key)
    assert keys.listed(ledger) == [listed]
    assert listed.revoked_at is not None


def test_revoking_a_key_that_does_not_exist_says_so(ledger: Ledger) -> None:
    with pytest.raises(NotFound):
        keys.revoke(ledger, "nosuchkey")


@pytest.mark.parametrize("secret", ["", "cl_", "cl_" + "A" * 43, "é😀", "\ud800", "cl_' or true --", "\x00"])
def test_what_is_no_key_opens_nothing(ledger: Ledger, secret: str) -> None:
    keys.issue(ledger, "admin", None, "a real one")
    assert keys.find(ledger, secret) is None


@pytest.mark.parametrize(
    ("role", "subject", "name"),
    [
        ("king", None, "x"),
        ("player", None, "x"),
        ("admin", "Ada Lovelace", "x"),
        ("admin", "", "x"),
        ("admin", None, ""),
        ("admin", None, "\x00"),
    ],
)
def test_a_key_of_an_unknown_role_or_without_a_fitting_name_is_not_issued(
    ledger: Ledger, role: str, subject: str | None, name: str
) -> None:
    with pytest.raises(keys.UnfitKey):
        keys.issue(ledger, role, subject, name)


def test_one_person_may_hold_several_keys(ledger: Ledger) -> None:
    first, lost = keys.issue(ledger, "steward", "stella", "old telephone")
    _, secret = keys.issue(ledger, "steward", "stella", "new telephone")
    keys.revoke(ledger, first)
    assert keys.find(ledger, lost) is None
    assert keys.find(ledger, secret) == Caller("stella", "steward", None)


def test_a_prepared_key_is_written_with_the_order_it_belongs_to_and_shows_its_secret_to_no_log(ledger: Ledger) -> None:
    made = keys.prepare(ledger, "auditor", None, "one")
    assert keys.find(ledger, made.secret) is None
    assert made.secret not in repr(made)
    for _ in range(2):
        ledger.execute(order(ADMIN, "make it"), lambda _: None, beside=made.beside)
    assert keys.find(ledger, made.secret) == Caller(made.subject, "auditor", None)
    assert [key.id for key in keys.listed(ledger)] == [made.id]
