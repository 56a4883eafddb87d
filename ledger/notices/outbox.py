"""What has yet to reach its receiver: found among the events, sent by whoever leases it, kept until it has arrived or is given up.

Every receiver has a position of its own. Messages and the position move in one transaction, so none is lost and none is found twice
however a process ends; they hold no content, which is made when they are sent. Who sends takes a lease of the receiver and sends
outside of any transaction: two never send to one receiver at a time, and what a process that died had in hand is sent again, under
the same id, when its lease is over.
"""

from __future__ import annotations

import secrets
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import TYPE_CHECKING

from psycopg.rows import TupleRow, tuple_row

from ledger.projections.model import Cursor, Place, array
from ledger.store.kinds import EVENTS

if TYPE_CHECKING:
    from ledger.database.connection import LedgerConnection
    from ledger.store.patience import Patience

STRIDE = 500  # events looked at in one transaction
RECEIVERS = 100  # for so many
WAITING_MAX = 1000  # messages of one receiver; the rest of the events waits where it is
DEAD_MAX = 1000  # after so many dead letters it is suspended
FAILING_DAYS = 5  # or after so long without a delivery
BACKOFF_S = (5, 60, 300, 1800, 7200, 18_000, 36_000, 50_400)  # after each failure of a message; after the last it is a dead letter
REST_S_MAX = 300  # a receiver that fails is asked again no later; what is asked is the oldest message that is due

GATHER_S = 60.0  # what is mailed to somebody within this time is one mail, and what he reads meanwhile is not mailed
MAILED_MAX = 50  # notices in one mail

GOOD = "state = 'on' and (key is null or exists (select from keys k where k.id = key and k.revoked_at is null))"


@dataclass(frozen=True, slots=True)
class Leased:
    """Messages of one receiver that nobody else sends meanwhile. lease: to show when it is told what came of it."""

    lease: str
    receiver: str
    channel: str
    key: str | None
    subject: str
    address: str
    language: str | None
    positions: tuple[int, ...]


def chosen(types: Iterable[str]) -> frozenset[str]:
    """The names of the events that these choose: "dispute.ruled", or all of a family: "dispute.*"."""
    named = set(types)
    return frozenset(name for name in EVENTS if name in named or f"{name.partition('.')[0]}.*" in named)


def fill(cursor: Cursor) -> int:
    """Look at the next events for the receivers that are behind; how many events were passed at most. In one transaction, in the
    club's schema."""
    ((top,),) = cursor.execute("select coalesce(max(notification_id), 0) from events").fetchall()
    behind = cursor.execute(
        f"select id, types, position from receivers where channel = 'webhook' and {GOOD} and position <> %s"
        " and (select count(*) from outbox where receiver = id and dead_at is null) < %s"
        " order by position limit %s for update skip locked",
        (top, WAITING_MAX, RECEIVERS),
    ).fetchall()
    if not behind:
        return 0
    lost = _lost(cursor, [receiver for receiver, _, _ in behind])
    standing: dict[int, list[tuple[str, frozenset[str]]]] = {}
    for receiver, types, position in behind:
        if receiver not in lost:
            standing.setdefault(position, []).append((receiver, chosen(types)))
    passed = 0
    for position, receivers in standing.items():
        upto = min(position + STRIDE, top)
        _enter(cursor, receivers, position, upto)
        passed = max(passed, upto - position)
    return passed


def _lost(cursor: Cursor, receivers: Sequence[str]) -> frozenset[str]:
    """Those that were told of events which the ledger does not know any more. They are suspended: their owners say from where on
    they are to be told again."""
    found = cursor.execute(
        "update receivers r set state = 'suspended', why = 'restored' where r.id = any(%s::text[]) and r.mark is not null"
        " and r.mark is distinct from (select sha256(e.state) from events e where e.notification_id = r.position) returning r.id",
        (array(receivers),),
    ).fetchall()
    return frozenset(receiver for (receiver,) in found)


def _enter(cursor: Cursor, receivers: Sequence[tuple[str, frozenset[str]]], after: int, upto: int) -> None:
    """Enter the events of (after, upto] for each that has chosen them, and move its position there."""
    wanted = frozenset[str]().union(*(types for _, types in receivers))
    found = cursor.execute(
        "select notification_id, topic from events"
        " where notification_id > %s and notification_id <= %s and topic = any(%s::text[])",
        (after, upto, array(sorted(wanted))),
    ).fetchall()
    for receiver, types in receivers:
        positions = [position for position, topic in found if topic in types]
        if positions:
            # Told of once more, by its owner's wish, even what had been given up.
            cursor.execute(
                "insert into outbox (receiver, position) select %s, p from unnest(%s::bigint[]) p"
                " on conflict (receiver, position) do update set dead_at = null, attempts = 0, due = clock_timestamp()",
                (receiver, array(positions)),
            )
    cursor.execute(
        "update receivers set position = %s, mark = (select sha256(state) from events where notification_id = %s)"
        " where id = any(%s::text[])",
        (upto, upto, array(receiver for receiver, _ in receivers)),
    )


def fill_mail(cursor: Cursor, views: str, gather_s: float = GATHER_S) -> None:
    """The same for mail, by the inbox as far as it has come. views: the schema of the read models."""
    place = Place(views)
    made = "select to_regclass(%s) is not null and to_regclass(%s) is not null"
    if cursor.execute(made, (place("inbox"), place("tracking"))).fetchall() != [(True,)]:
        return
    for (top,) in cursor.execute(f"select position from {place('tracking')} where model = 'inbox'").fetchall():
        behind = cursor.execute(
            "select id from receivers where channel = 'mail' and state = 'on' and confirmed_at is not null and position < %s"
            " and (select count(*) from outbox where receiver = id and dead_at is null) < %s limit %s for update skip locked",
            (top, WAITING_MAX, RECEIVERS),
        ).fetchall()
        ids = array(receiver for (receiver,) in behind)
        cursor.execute(
            f"insert into outbox (receiver, position, due) select r.id, i.position, clock_timestamp() + make_interval(secs => %s)"
            f" from receivers r join {place('inbox')} i on i.reader = r.subject and i.position > r.position and i.position <= %s"
            " where r.id = any(%s::text[]) on conflict do nothing",
            (gather_s, top, ids),
        )
        cursor.execute("update receivers set position = %s where id = any(%s::text[])", (top, ids))


RELEASE = "update receivers set lease = null, leased_until = clock_timestamp() where id = %s and lease = %s"
DUE = (
    f"{GOOD} and r.channel = any(%s) and coalesce(rest_until, '-infinity') <= clock_timestamp()"
    " and coalesce(leased_until, '-infinity') <= clock_timestamp()"
    " and exists (select from outbox o where o.receiver = r.id and o.dead_at is null and o.due <= clock_timestamp())"
)


def waiting(cursor: Cursor, channels: Sequence[str]) -> bool:
    """Whether there is anything to send at this moment."""
    return bool(cursor.execute(f"select from receivers r where {DUE} limit 1", (list(channels),)).fetchall())


class Outbox:
    """The outbox as those who send see it. Safe for threads."""

    def __init__(
        self, patience: Patience, *, lease_s: float, backoff_s: Sequence[float] = BACKOFF_S, channels: Sequence[str] = ("webhook",)
    ) -> None:
        self._patience, self._lease_s, self._backoff_s, self._channels = patience, lease_s, tuple(backoff_s), list(channels)

    def _all(self, statement: str, *values: object) -> list[TupleRow]:
        def ask(connection: LedgerConnection) -> list[TupleRow]:
            with connection.cursor(row_factory=tuple_row) as cursor:
                return cursor.execute(statement.encode(), values).fetchall()

        return self._patience.ask(ask)

    def lease(self) -> Leased | None:
        """The oldest message that is due, of mail all of them, for whoever was served longest ago; None: there is none."""
        lease = secrets.token_hex(8)
        found = self._all(
            f"with whose as (select id, channel from receivers r where {DUE}"
            "          order by leased_until nulls first limit 1 for update skip locked),"
            " which as (select o.receiver, o.position from outbox o join whose on o.receiver = whose.id"
            "          where o.dead_at is null and o.due <= clock_timestamp() order by o.position"
            "          limit (select case channel when 'mail' then %s else 1 end from whose)),"
            " tried as (update outbox o set attempts = attempts + 1 from which"
            "           where o.receiver = which.receiver and o.position = which.position returning o.position)"
            " update receivers r set lease = %s, leased_until = clock_timestamp() + make_interval(secs => %s) from whose"
            " where r.id = whose.id returning r.id, r.channel, r.key, r.subject, r.address, r.language,"
            " (select array_agg(position order by position) from tried)",
            self._channels,
            MAILED_MAX,
            lease,
            self._lease_s,
        )
        if not found:
            return None
        receiver, channel, key, subject, address, language, positions = found[0]
        leased = Leased(lease, receiver, channel, key, subject, address, language, tuple(positions or ()))
        if leased.positions:
            return leased
        self._closed(leased, lambda _: None)  # others have sent them while this was asked
        return self.lease()

    def arrived(self, leased: Leased, *, told: bool = True) -> None:
        """They have been delivered. told: not, if there was nothing in them that the receiver may know."""

        def write(cursor: Cursor) -> None:
            gone = cursor.execute(
                "delete from outbox where receiver = %s and position = any(%s::bigint[])",
                (leased.receiver, array(leased.positions)),
            ).rowcount
            cursor.execute(
                "update receivers set rest_until = null, failures = 0, failing_since = null, error = null,"
                " delivered = delivered + %s, delivered_at = case when %s then clock_timestamp() else delivered_at end"
                " where id = %s",
                (gone if told else 0, told, leased.receiver),
            )

        self._closed(leased, write)

    def failed(self, leased: Leased, says: str, after_s: float = 0.0) -> None:
        """They are sent again later, or given up if this was their last try; the receiver rests. after_s: it asked for so long."""

        def write(cursor: Cursor) -> None:
            cursor.execute(
                "update outbox set error = %s, dead_at = case when attempts > cardinality(s) then clock_timestamp() end,"
                " due = clock_timestamp() + make_interval(secs => greatest(%s, s[attempts] * (0.9 + 0.2 * random())))"
                " from (select %s::float8[] s) pauses where receiver = %s and position = any(%s::bigint[])",
                (says, after_s, array(self._backoff_s), leased.receiver, array(leased.positions)),
            )
            cursor.execute(
                "update receivers set failures = failures + 1, error = %s,"
                " failing_since = coalesce(failing_since, clock_timestamp()),"
                " rest_until = clock_timestamp()"
                " + make_interval(secs => greatest(%s, least(%s, power(2, least(failures, 20))) * %s)) where id = %s",
                (says, after_s, REST_S_MAX, min(1.0, *self._backoff_s, 1.0), leased.receiver),
            )
            cursor.execute(
                "update receivers set state = 'suspended', why = 'failing' where id = %s and state = 'on'"
                " and (failing_since < clock_timestamp() - make_interval(days => %s)"
                " or (select count(*) from outbox where receiver = id and dead_at is not null) >= %s)",
                (leased.receiver, FAILING_DAYS, DEAD_MAX),
            )

        self._closed(leased, write)

    def gone(self, leased: Leased, why: str = "gone") -> None:
        """The receiver wants no more, or mail to him is refused for good: nothing is sent until its owner says so."""

        def write(cursor: Cursor) -> None:
            cursor.execute("delete from outbox where receiver = %s and dead_at is null", (leased.receiver,))
            cursor.execute("update receivers set state = 'ended', why = %s where id = %s", (why, leased.receiver))

        self._closed(leased, write)

    def _closed(self, leased: Leased, write: Callable[[Cursor], None]) -> None:
        """In one transaction: write it down, and give the lease back, if it is still held.

        Whoever changes both tables holds the receiver first: two that took them in another order would wait for each other.
        """

        def ask(connection: LedgerConnection) -> None:
            with connection.transaction(), connection.cursor(row_factory=tuple_row) as cursor:
                cursor.execute("select from receivers where id = %s for update", (leased.receiver,))
                write(cursor)
                cursor.execute(RELEASE, (leased.receiver, leased.lease))

        self._patience.ask(ask)


def event_at(patience: Patience, position: int) -> tuple[str, str, bytes, datetime] | None:
    """Stream, name, public bytes and time of recording of the event at a position. Its hidden parts are not even read."""

    def ask(connection: LedgerConnection) -> list[TupleRow]:
        with connection.cursor(row_factory=tuple_row) as cursor:
            statement = "select originator_id, topic, state, recorded_at from events where notification_id = %s"
            return cursor.execute(statement, (position,), binary=True).fetchall()

    found = patience.ask(ask)
    return (found[0][0], found[0][1], bytes(found[0][2]), found[0][3]) if found else None
