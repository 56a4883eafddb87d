"""Webhooks as the tests have them."""

from __future__ import annotations

import psycopg

from ledger.notices import outbox, webhooks
from ledger.orders.app import Ledger
from ledger.people import keys
from tests.ledger.notices.receiver import Receiver


def hook(ledger: Ledger, receiver: Receiver, *types: str, role: str = "admin", key: str | None = None) -> str:
    """A webhook of a new key, whose secret the receiver knows."""
    key = key or keys.issue(ledger, role, None, "test")[0]
    made = webhooks.register(ledger, key, receiver.url, types, receiver.allowed)
    receiver.secrets.append(made.secret)
    return made.id


def filled(ledger: Ledger) -> None:
    """What has happened stands in the outbox."""
    with psycopg.connect(str(ledger.datastore.pool.conninfo)) as connection, connection.cursor() as cursor:
        cursor.execute("set search_path = club")
        outbox.fill(cursor)


def now(ledger: Ledger, webhook: str) -> webhooks.Webhook:
    return webhooks.found(ledger, webhook)
