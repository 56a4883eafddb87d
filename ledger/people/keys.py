"""API keys: 256 random bits, stored as SHA-256 only, shown once, revocable at once."""

from __future__ import annotations

import re
import secrets
from collections.abc import Collection
from dataclasses import dataclass, field, replace
from datetime import datetime
from hashlib import sha256
from typing import TYPE_CHECKING

from engine.room.signs import harmless, hidden
from engine.room.words import fits
from engine.saying import Saying
from ledger.orders.order import IMPORT, Caller
from ledger.store.errors import LedgerError, NotFound, UnfitText
from ledger.store.ids import new_id, wallet_stream
from ledger.store.recorder import Beside, Cursor

if TYPE_CHECKING:
    from ledger.orders.app import Ledger

ROLES = ("admin", "cashier", "steward", "player", "auditor", "room")
PREFIX = "cl_"
SECRET_BYTES = 32
# Repeated after a lost connection it finds its own row, and rewrites it: so the commit waits for the replicas.
_KEEP = (
    "insert into keys (id, digest, role, subject, name) values (%s, %s, %s, %s, %s)"
    " on conflict (id) do update set revoked_at = keys.revoked_at"
)
_SUBJECT = re.compile(r"[a-z0-9][a-z0-9-]{0,39}")


class UnfitKey(LedgerError):
    """A key cannot be issued like this; the sentence says why."""


@dataclass(frozen=True, slots=True)
class IssuedKey:
    """A key as it may be listed: everything but its secret. revoked_at: None while it opens anything."""

    id: str
    role: str
    subject: str
    name: str
    issued_at: datetime
    revoked_at: datetime | None


@dataclass(frozen=True, slots=True)
class NewKey:
    """A key that is not stored yet. beside: stores it, within the transaction of an order. secret: to be shown once."""

    id: str
    role: str
    subject: str
    name: str
    secret: str = field(repr=False)
    beside: Beside


def prepare(ledger: Ledger, role: str, subject: str | None, name: str) -> NewKey:
    """A new key, to be stored together with the answer that shows it.

    subject: the opaque id that events will name; of a player his player id; None: a new one. name: what the key is for, in words.
    Raises UnfitKey, NotFound: no such player.
    """
    if role not in ROLES:
        raise UnfitKey(Saying("A role is one of: {roles}.", roles=", ".join(ROLES)))
    if subject is None and role == "player":
        raise UnfitKey("The key of a player needs his id.")
    if subject is not None and not is_subject(subject):
        raise UnfitKey("A subject is an opaque id of a-z, 0-9 and -, at most 40 characters.")
    if subject == IMPORT:
        raise UnfitKey(
            Saying("Events name {name} where something was imported, so no holder of a key has this id.", name=repr(IMPORT))
        )
    if not fits(name):
        raise UnfitKey("A key needs a name of 1 to 200 characters, without control characters.")
    if sign := hidden(name):
        raise UnfitText(sign)
    holder = new_id() if subject is None else subject
    if role == "player" and not ledger.load(wallet_stream(holder)).version:
        raise NotFound("There is no such player.")
    key, secret = new_id(), PREFIX + secrets.token_urlsafe(SECRET_BYTES)
    values = (key, _digest(secret), role, holder, name)

    def keep(cursor: Cursor) -> None:
        cursor.execute(_KEEP, values)

    return NewKey(key, role, holder, name, secret, keep)


def issue(ledger: Ledger, role: str, subject: str | None, name: str) -> tuple[str, str]:
    """A new key, stored at once: its id, and the secret, which cannot be shown again. Arguments and refusals as of `prepare`."""
    made = prepare(ledger, role, subject, name)
    ledger.recorder.rows(_KEEP + " returning id", made.id, _digest(made.secret), made.role, made.subject, made.name)
    return made.id, made.secret


def is_subject(text: str) -> bool:
    """Whether this is fit to stand in events for the holder of a key: an opaque id, not a name."""
    return _SUBJECT.fullmatch(text) is not None


def find(ledger: Ledger, secret: str) -> Caller | None:
    """Who holds this key; None if nobody, or it was revoked. One indexed query; the secret itself is never compared."""
    rows = ledger.recorder.rows("select role, subject from keys where digest = %s and revoked_at is null", _digest(secret))
    if not rows:
        return None
    return _caller(*rows[0])


def good(ledger: Ledger, digests: Collection[bytes]) -> set[bytes]:
    """Which of these keys, by the SHA-256 of their secrets, still open something: one query for all."""
    statement = "select digest from keys where digest = any(%s) and revoked_at is null"
    return {bytes(digest) for (digest,) in ledger.recorder.rows(statement, list(digests))}


def id_of(ledger: Ledger, secret: str) -> str | None:
    """The id of this key; None if nobody holds it, or it was revoked."""
    rows = ledger.recorder.rows("select id from keys where digest = %s and revoked_at is null", _digest(secret))
    return rows[0][0] if rows else None


def holder(ledger: Ledger, key: str) -> tuple[Caller, bytes] | None:
    """Who holds the key of this id, and the SHA-256 of its secret; None if nobody, or it was revoked."""
    rows = ledger.recorder.rows("select role, subject, digest from keys where id = %s and revoked_at is null", key)
    if not rows:
        return None
    role, subject, digest = rows[0]
    return _caller(role, subject), bytes(digest)


def holds(ledger: Ledger, subject: str, role: str) -> bool:
    """Whether somebody of this subject has a key of this role that was not revoked."""
    statement = "select 1 from keys where subject = %s and role = %s and revoked_at is null limit 1"
    return bool(ledger.recorder.rows(statement, subject, role))


def of_player(ledger: Ledger, player: str) -> list[IssuedKey]:
    """The keys that were issued to this player, in the order of their ids."""
    statement = "select id, role, subject, name, issued_at, revoked_at from keys where subject = %s and role = 'player' order by id"
    return [_shown(IssuedKey(*row)) for row in ledger.recorder.rows(statement, player)]


def silenced(player: str) -> Beside:
    """What is written beside the event by which the player's name is erased: his keys open nothing any more, and the words that
    said what they were for, in which his name may stand, are gone."""
    statement = (
        "update keys set name = '', revoked_at = coalesce(revoked_at, clock_timestamp()) where subject = %s and role = 'player'"
    )

    def write(cursor: Cursor) -> None:
        cursor.execute(statement, (player,))

    return write


def revoke(ledger: Ledger, key: str) -> None:
    """From now on the key opens nothing. A second time changes nothing. Raises NotFound: no such key."""
    statement = "update keys set revoked_at = coalesce(revoked_at, clock_timestamp()) where id = %s returning id"
    if not ledger.recorder.rows(statement, key):
        raise NotFound("There is no such key.")


def listed(ledger: Ledger, after: str = "", limit: int = 100) -> list[IssuedKey]:
    """Keys in the order of their ids, from behind `after`."""
    statement = "select id, role, subject, name, issued_at, revoked_at from keys where id > %s order by id limit %s"
    return [_shown(IssuedKey(*row)) for row in ledger.recorder.rows(statement, after, limit)]


def _shown(key: IssuedKey) -> IssuedKey:
    """As it may be shown: in what keys of earlier releases are named for anything may stand."""
    return replace(key, name=harmless(key.name))


def _caller(role: str, subject: str) -> Caller:
    return Caller(subject, role, subject if role == "player" else None)


def _digest(secret: str) -> bytes:
    return sha256(secret.encode("utf-8", "surrogatepass")).digest()
