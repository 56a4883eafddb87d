"""Where people want their notices mailed: an address of their own, used once they have sent back the code that was mailed to it.

It is kept as names are: apart from the events, erased with the name, and in no answer that is stored.
"""

from __future__ import annotations

import secrets
from dataclasses import dataclass
from datetime import datetime
from typing import TYPE_CHECKING

from psycopg.rows import tuple_row

from engine.saying import Saying
from ledger.settings import MAIL_ADDRESS
from ledger.store.errors import LedgerError, NotFound
from ledger.store.ids import new_id
from ledger.words.catalogues import TAGS

if TYPE_CHECKING:
    from ledger.database.connection import LedgerConnection
    from ledger.orders.app import Ledger
    from ledger.store.recorder import Beside, Cursor

LENGTH_MAX = 254
CODE_HOURS, CODE_TRIES, CODE_PAUSE_MINUTES = 24, 5, 10
CODE = 0  # no event has this position: in the outbox it stands for the code


class UnfitMail(LedgerError):
    """Mail cannot be sent like this; the sentence says why."""


@dataclass(frozen=True, slots=True)
class Address:
    """address: as it was given. language: tag. confirmed: whether it is used. state, why, error: as of a webhook; why "refused":
    the mail server has refused the address for good."""

    address: str
    language: str
    confirmed: bool
    state: str
    why: str | None
    error: str | None
    made_at: datetime


def found(ledger: Ledger, subject: str) -> Address | None:
    """Where this person's notices are mailed; None: nowhere."""
    rows = ledger.recorder.rows(
        "select address, language, confirmed_at is not null, state, why, error, made_at from receivers"
        " where channel = 'mail' and subject = %s and address <> ''",
        subject,
    )
    return Address(*rows[0]) if rows else None


def setting(subject: str, address: str, language: str) -> Beside:
    """Writes down where this person wants his notices mailed, in place of where he wanted them before, and has a code sent there.

    Raises UnfitMail: no address of mail; no such language. When it is written: it was written down within the last ten minutes.
    """
    if len(address) > LENGTH_MAX or not MAIL_ADDRESS.fullmatch(address) or "." not in address.rpartition("@")[2]:
        raise UnfitMail("This is no address of mail; umlauts in it are written as xn--...")
    if language not in TAGS:
        raise UnfitMail(Saying("There is no language {language}; there are {languages}.", language=language, languages=tuple(TAGS)))
    receiver, code = new_id(), f"{secrets.randbelow(1_000_000):06}"

    def write(cursor: Cursor) -> None:
        kept = cursor.execute(
            "insert into receivers as r (id, channel, subject, address, types, language, position, code, code_until)"
            " select %s, 'mail', %s, %s, '{}', %s, coalesce(max(notification_id), 0), %s,"
            " clock_timestamp() + make_interval(hours => %s) from events"
            " on conflict (subject) where channel = 'mail' do update set address = excluded.address, language = excluded.language,"
            " position = excluded.position, code = excluded.code, code_until = excluded.code_until, code_tries = 0,"
            " confirmed_at = null, state = 'on', why = null, error = null, failures = 0, failing_since = null, rest_until = null"
            " where r.code_until is null or r.code = excluded.code"
            " or r.code_until < clock_timestamp() + make_interval(hours => %s, mins => - %s) returning r.id",
            (receiver, subject, address, language, code, CODE_HOURS, CODE_HOURS, CODE_PAUSE_MINUTES),
        ).fetchall()
        if not kept:
            raise UnfitMail(Saying("A code was sent not long ago: ask again in {minutes} minutes.", minutes=CODE_PAUSE_MINUTES))
        cursor.execute("delete from outbox where receiver = %s", kept[0])
        cursor.execute("insert into outbox (receiver, position) values (%s, %s)", (*kept[0], CODE))

    return write


def code_of(ledger: Ledger, receiver: str) -> str | None:
    """The code that is to be mailed; None: it is no longer good."""
    statement = "select code from receivers where id = %s and code is not null and code_until > clock_timestamp() and address <> ''"
    rows = ledger.recorder.rows(statement, receiver)
    return str(rows[0][0]) if rows else None


def confirm(ledger: Ledger, subject: str, code: str) -> None:
    """From now on this person's notices are mailed to his address. A second time changes nothing.

    Each wrong code counts; after five the code is no longer good. Raises NotFound: no address waits for a code; UnfitMail: another
    code.
    """

    def ask(connection: LedgerConnection) -> bool:
        with connection.transaction(), connection.cursor(row_factory=tuple_row) as cursor:
            rows = cursor.execute(
                "select id, code, code_until > clock_timestamp() and code_tries < %s, confirmed_at is not null from receivers"
                " where channel = 'mail' and subject = %s and address <> '' for update",
                (CODE_TRIES, subject),
            ).fetchall()
            if not rows or (not rows[0][3] and not rows[0][2]):
                raise NotFound("There is no address that waits for a code: set it again.")
            receiver, right, _, confirmed = rows[0]
            if not secrets.compare_digest(str(right).encode(), code.encode("utf-8", "surrogatepass")):
                if not confirmed:
                    cursor.execute("update receivers set code_tries = code_tries + 1 where id = %s", (receiver,))
                return bool(confirmed)
            if not confirmed:
                cursor.execute(
                    "update receivers set confirmed_at = clock_timestamp(),"
                    " position = (select coalesce(max(notification_id), 0) from events) where id = %s",
                    (receiver,),
                )
                cursor.execute("delete from outbox where receiver = %s", (receiver,))
            return True

    if not ledger.recorder.patience.ask(ask):
        raise UnfitMail("This is not the code that was mailed.")


def remove(ledger: Ledger, subject: str) -> None:
    """Forget the address: nothing is mailed any more. When a code was mailed last is kept, so that nobody has many sent.

    Raises NotFound: there is none.
    """

    def ask(connection: LedgerConnection) -> bool:
        with connection.transaction(), connection.cursor(row_factory=tuple_row) as cursor:
            forgotten = cursor.execute(
                "update receivers set address = '', code = null, confirmed_at = null, state = 'ended', why = 'removed',"
                " error = null"
                " where channel = 'mail' and subject = %s and address <> '' returning id",
                (subject,),
            ).fetchall()
            for receiver in forgotten:
                cursor.execute("delete from outbox where receiver = %s", receiver)
        return bool(forgotten)

    if not ledger.recorder.patience.ask(ask):
        raise NotFound("There is no address to be forgotten.")
