"""Webhooks: a key has a program elsewhere told of the events that it chooses and may see.

What is registered here is told by `deliverer.py`. A webhook belongs to its key: it is told by that key's rights, and of nothing any
more once the key is revoked.
"""

from __future__ import annotations

import base64
import re
import secrets
from collections.abc import Collection, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from hashlib import sha256
from typing import TYPE_CHECKING

from psycopg.rows import TupleRow, tuple_row

from engine.saying import Saying
from ledger.notices.guard import fit_url
from ledger.notices.outbox import chosen
from ledger.orders.permission import FOLLOWS
from ledger.people import keys
from ledger.store.errors import BeyondEnd, LedgerError, NotAllowed, NotFound
from ledger.store.ids import new_id
from ledger.store.recorder import Beside, Cursor

if TYPE_CHECKING:
    from ledger.database.connection import LedgerConnection
    from ledger.orders.app import Ledger
    from ledger.orders.order import Caller

WEBHOOKS_MAX, TYPES_MAX = 10, 50  # of one key; of one webhook
SECRET_PREFIX, SECRET_BYTES = "whsec_", 32
BOTH_HOURS = 24  # how long the old secret signs beside the new one
PAGE_MAX = 1000
ROLES = ("admin", "cashier", "steward", "auditor", "room")  # whose keys may have one
TYPE = re.compile(r"[a-z]+\.(\*|[a-z_]+)")


class UnfitWebhook(LedgerError):
    """A webhook cannot be like this; the sentence says why."""


@dataclass(frozen=True, slots=True)
class Webhook:
    """As it may be listed: everything but its secrets.

    types: what it is told of. position: up to which the events were looked at for it. state: "on", "suspended" (it failed too long,
    or the ledger was restored) or "ended" (it answered 410, or its key was revoked); why: "failing", "restored", "gone",
    "key_revoked", None while it is on. waiting, dead: messages that have yet to reach it, and that were given up. delivered: how
    many reached it, the last one at `delivered_at`. error: of the last failure since then.
    """

    id: str
    key: str
    url: str
    types: tuple[str, ...]
    position: int
    state: str
    why: str | None
    waiting: int
    dead: int
    delivered: int
    delivered_at: datetime | None
    error: str | None
    made_at: datetime


@dataclass(frozen=True, slots=True)
class DeadLetter:
    """A message that was given up. position: of its event. error: of the last try."""

    position: int
    attempts: int
    error: str | None
    dead_at: datetime


@dataclass(frozen=True, slots=True)
class NewWebhook:
    """A webhook that is not kept yet. beside: keeps it, within the transaction of an order. secret: to be shown once."""

    id: str
    url: str
    types: tuple[str, ...]
    secret: str = field(repr=False)
    beside: Beside


def prepare(ledger: Ledger, key: str, url: str, types: Collection[str], allowed: frozenset[str] = frozenset()) -> NewWebhook:
    """A new webhook of this key (its id), to be kept with the answer that tells of it; told of what happens from then on.

    types: names of events, "dispute.ruled", or all of a family, "dispute.*". allowed: see `guard.fit_url`. Raises UnfitWebhook,
    guard.UnfitAddress, NotAllowed; NotFound: no such key, or a revoked one.
    """
    fit_url(url, allowed)
    found = ledger.recorder.rows("select role, subject from keys where id = %s and revoked_at is null", key)
    if not found:
        raise NotFound("There is no such key.")
    role, subject = found[0]
    if role not in ROLES:
        raise UnfitWebhook("A player has no webhooks: he is told by his inbox, and his room by its own.")
    kept = _fit_types(role, types)
    webhook, secret = new_id(), _new_secret()

    def keep(cursor: Cursor) -> None:
        # The row of the key is held: whoever registers at the same moment counts after this, and whoever revokes it waits.
        held = cursor.execute("select revoked_at is null from keys where id = %s for no key update", (key,)).fetchall()
        if held != [(True,)]:
            raise NotFound("There is no such key.")
        ((others,),) = cursor.execute("select count(*) from receivers where key = %s and id <> %s", (key, webhook)).fetchall()
        if others >= WEBHOOKS_MAX:
            raise UnfitWebhook(Saying("A key has at most {most} webhooks: end one first.", most=WEBHOOKS_MAX))
        cursor.execute(
            "insert into receivers (id, channel, key, subject, address, types, position)"
            " select %s, 'webhook', %s, %s, %s, %s, coalesce(max(notification_id), 0) from events on conflict do nothing",
            (webhook, key, subject, url, list(kept)),
        )
        cursor.execute("insert into receiver_secrets values (%s, 1, %s) on conflict do nothing", (webhook, secret))

    return NewWebhook(webhook, url, kept, secret, keep)


def register(ledger: Ledger, key: str, url: str, types: Collection[str], allowed: frozenset[str] = frozenset()) -> NewWebhook:
    """The same, kept at once."""
    made = prepare(ledger, key, url, types, allowed)
    _at_once(ledger, made.beside)
    return made


def _fit_types(role: str, types: Collection[str]) -> tuple[str, ...]:
    """Without repetitions, in order. Raises UnfitWebhook; NotAllowed: the role does not see them."""
    kept = tuple(sorted(set(types)))
    if not 1 <= len(kept) <= TYPES_MAX:
        raise UnfitWebhook(Saying("Choose 1 to {most} types of events.", most=TYPES_MAX))
    for one in kept:
        if not TYPE.fullmatch(one) or not chosen([one]):
            raise UnfitWebhook(Saying('There are no events {name}: choose such as "dispute.ruled" or "dispute.*".', name=repr(one)))
        if not _follows(role, one.partition(".")[0]):
            raise NotAllowed(Saying("A key of the role {role} does not see events {name}.", role=role, name=repr(one)))
    return kept


def _follows(role: str, family: str) -> bool:
    """Whether a role sees events of a family: a game's family is the game's name."""
    return (family if family in {"wallet", "desk", "table", "dispute", "branch"} else "game") in FOLLOWS.get(role, frozenset())


def _new_secret() -> str:
    return SECRET_PREFIX + base64.b64encode(secrets.token_bytes(SECRET_BYTES)).decode()


def digest(secret: str) -> str:
    """Which secret it is, without telling it."""
    return sha256(secret.encode()).hexdigest()[:16]


def _at_once(ledger: Ledger, beside: Beside) -> None:
    def ask(connection: LedgerConnection) -> None:
        with connection.transaction(), connection.cursor(row_factory=tuple_row) as cursor:
            beside(cursor)

    ledger.recorder.patience.ask(ask)


_SELECT = (
    "select r.id, r.key, r.address, r.types, r.position, case when k.revoked_at is null then r.state else 'ended' end,"
    " case when k.revoked_at is null then r.why else 'key_revoked' end,"
    " (select count(*) from outbox where receiver = r.id and dead_at is null),"
    " (select count(*) from outbox where receiver = r.id and dead_at is not null),"
    " r.delivered, r.delivered_at, r.error, r.made_at"
    " from receivers r join keys k on k.id = r.key where r.channel = 'webhook'"
)


def listed(ledger: Ledger, key: str | None = None, after: str = "", limit: int = 100) -> list[Webhook]:
    """Webhooks in the order of their ids, from behind `after`; key: only those of this one."""
    statement = f"{_SELECT} and r.id > %s and (%s::text is null or r.key = %s) order by r.id limit %s"
    return [_webhook(row) for row in ledger.recorder.rows(statement, after, key, key, limit)]


def found(ledger: Ledger, webhook: str) -> Webhook:
    """The webhook of this id. Raises NotFound."""
    rows = ledger.recorder.rows(f"{_SELECT} and r.id = %s", webhook)
    if not rows:
        raise NotFound("There is no such webhook.")
    return _webhook(rows[0])


def _webhook(row: TupleRow) -> Webhook:
    webhook, key, url, types, *rest = row
    return Webhook(webhook, key, url, tuple(types), *rest)


def end(ledger: Ledger, webhook: str) -> None:
    """Nothing is sent to it any more, and nothing is kept of it. Raises NotFound."""
    if not ledger.recorder.rows("delete from receivers where id = %s and channel = 'webhook' returning id", webhook):
        raise NotFound("There is no such webhook.")


def rotation(webhook: str) -> tuple[str, Beside]:
    """A new secret, to be shown once, and what keeps it: it signs from now on, and the one before it for a day as well."""
    secret = _new_secret()

    def keep(cursor: Cursor) -> None:
        held = cursor.execute("select id from receivers where id = %s for update", (webhook,)).fetchall()
        if not held:
            raise NotFound("There is no such webhook.")
        known = cursor.execute("select from receiver_secrets where receiver = %s and sealed = %s", (webhook, secret)).fetchall()
        if known:
            return
        # Those that were replaced before the last one sign no longer: two are good at a time.
        cursor.execute("delete from receiver_secrets where receiver = %s and until is not null", (webhook,))
        cursor.execute(
            "update receiver_secrets set until = clock_timestamp() + make_interval(hours => %s) where receiver = %s",
            (BOTH_HOURS, webhook),
        )
        cursor.execute(
            "insert into receiver_secrets select %s, coalesce(max(number), 0) + 1, %s from receiver_secrets where receiver = %s",
            (webhook, secret, webhook),
        )

    return secret, keep


def rotate(ledger: Ledger, webhook: str) -> str:
    """A new secret, kept at once. Raises NotFound."""
    secret, beside = rotation(webhook)
    _at_once(ledger, beside)
    return secret


def secrets_of(ledger: Ledger, webhook: str) -> list[str]:
    """In clear: those that sign now, the newest first. For the deliverer alone."""
    statement = (
        "select sealed from receiver_secrets where receiver = %s and coalesce(until, 'infinity') > clock_timestamp()"
        " order by number desc"
    )
    return [str(secret) for (secret,) in ledger.recorder.rows(statement, webhook)]


def key_of(ledger: Ledger, key: str | None) -> Caller | None:
    """Who holds the key now; None: it was revoked."""
    held = keys.holder(ledger, key or "")
    return held[0] if held else None


def dead_letters(ledger: Ledger, webhook: str, after: int = 0, limit: int = PAGE_MAX) -> list[DeadLetter]:
    """Messages that were given up, by position, from behind `after`."""
    statement = (
        "select position, attempts, error, dead_at from outbox where receiver = %s and dead_at is not null and position > %s"
        " order by position limit %s"
    )
    return [DeadLetter(*row) for row in ledger.recorder.rows(statement, webhook, after, limit)]


def resending(webhook: str, positions: Sequence[int]) -> Beside:
    """Sends these dead letters again, at once, as often as new messages are tried."""

    def write(cursor: Cursor) -> None:
        cursor.execute("select from receivers where id = %s for update", (webhook,))
        cursor.execute(
            "update outbox set dead_at = null, attempts = 0, due = clock_timestamp() where receiver = %s and dead_at is not null"
            " and position = any(%s)",
            (webhook, list(positions)),
        )
        _set_on(cursor, webhook)

    return write


def resend(ledger: Ledger, webhook: str, positions: Sequence[int]) -> None:
    """The same, at once."""
    _at_once(ledger, resending(webhook, positions))


def resumption(ledger: Ledger, webhook: str, after: int) -> Beside:
    """Tells it again of everything behind this position, under the ids that it was told by; also if it was suspended or answered
    410. Raises BeyondEnd: the ledger does not have this position."""
    newest = ledger.head()
    if after > newest:
        raise BeyondEnd(newest)

    def write(cursor: Cursor) -> None:
        cursor.execute("select from receivers where id = %s for update", (webhook,))
        cursor.execute("delete from outbox where receiver = %s and dead_at is null", (webhook,))
        cursor.execute(
            "update receivers set position = %s, mark = (select sha256(state) from events where notification_id = %s)"
            " where id = %s",
            (after, after, webhook),
        )
        _set_on(cursor, webhook)

    return write


def resume(ledger: Ledger, webhook: str, after: int) -> None:
    """The same, at once."""
    found(ledger, webhook)
    _at_once(ledger, resumption(ledger, webhook, after))


def _set_on(cursor: Cursor, webhook: str) -> None:
    cursor.execute(
        "update receivers set state = 'on', why = null, rest_until = null, failures = 0, failing_since = null, error = null"
        " where id = %s",
        (webhook,),
    )
