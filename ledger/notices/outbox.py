"""What has yet to reach its receiver: found among the events, sent by whoever leases it, kept until it has arrived or is given up.

Every receiver has a position of its own. Messages and the position move in one transaction, so none is lost and none is found twice
however a process ends; they hold no content, which is made when they are sent. Who sends takes a lease of the receiver and sends
outside of any transaction: two never send to one receiver at a time, and what a process that died had in hand is sent again, under
the same id, when its lease is over.
"""

from __future__ import annotations

import secrets
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import TYPE_CHECKING

from psycopg.rows import TupleRow, tuple_row

from ledger.projections.model import Cursor, array
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


DUE = (
    f"{GOOD} and coalesce(rest_until, '-infinity') <= clock_timestamp()"
    " and coalesce(leased_until, '-infinity') <= clock_timestamp()"
    " and exists (select from outbox o where o.receiver = r.id and o.dead_at is null and o.due <= clock_timestamp())"
)


def waiting(cursor: Cursor) -> bool:
    """Whether there is anything to send at this moment."""
    return bool(cursor.execute(f"select from receivers r where {DUE} limit 1").fetchall())


class Outbox:
    """The outbox as those who send see it. Safe for threads."""

    def __init__(self, patience: Patience, *, lease_s: float, backoff_s: Sequence[float] = BACKOFF_S) -> None:
        self._patience, self._lease_s, self._backoff_s = patience, lease_s, tuple(backoff_s)

    def _all(self, statement: str, *values: object) -> list[TupleRow]:
        def ask(connection: LedgerConnection) -> list[TupleRow]:
            with connection.cursor(row_factory=tuple_row) as cursor:
                return cursor.execute(statement.encode(), values).fetchall()

        return self._patience.ask(ask)

    def lease(self, many: int = 1) -> Leased | None:
        """The oldest messages that are due, of the receiver that was served longest ago; None: there are none."""
        lease = secrets.token_hex(8)
        found = self._all(
            f"with whose as (select id from receivers r where {DUE}"
            "          order by leased_until nulls first limit 1 for update skip locked),"
            " which as (select o.receiver, o.position from outbox o join whose on o.receiver = whose.id"
            "          where o.dead_at is null and o.due <= clock_timestamp() order by o.position limit %s),"
            " tried as (update outbox o set attempts = attempts + 1 from which"
            "           where o.receiver = which.receiver and o.position = which.position returning o.position)"
            " update receivers r set lease = %s, leased_until = clock_timestamp() + make_interval(secs => %s) from whose"
            " where r.id = whose.id returning r.id, r.channel, r.key, r.subject, r.address, r.language,"
            " (select array_agg(position order by position) from tried)",
            many,
            lease,
            self._lease_s,
        )
        if not found:
            return None
        receiver, channel, key, subject, address, language, positions = found[0]
        leased = Leased(lease, receiver, channel, key, subject, address, language, tuple(positions or ()))
        if leased.positions:
            return leased
        # Others have sent them while this was asked.
        self._all(f"update receivers set {_released('lease = %s')} where id = %s returning id", lease, lease, leased.receiver)
        return self.lease(many)

    def arrived(self, leased: Leased, *, told: bool = True) -> None:
        """They have been delivered. told: not, if there was nothing in them that the receiver may know."""
        self._all(
            "with gone as (delete from outbox where receiver = %s and position = any(%s::bigint[]) returning position)"
            " update receivers set rest_until = null, failures = 0, failing_since = null, error = null,"
            " delivered = delivered + case when %s then (select count(*) from gone) else 0 end,"
            " delivered_at = case when %s then clock_timestamp() else delivered_at end,"
            f" {_released('lease = %s')} where id = %s returning id",
            *(leased.receiver, array(leased.positions), told, told, leased.lease, leased.lease, leased.receiver),
        )

    def failed(self, leased: Leased, says: str, after_s: float = 0.0) -> None:
        """They are sent again later, or given up if this was their last try; the receiver rests. after_s: it asked for so long."""
        self._all(
            "with pauses as (select %s::float8[] s), kept as (update outbox set error = %s,"
            "  due = clock_timestamp() + make_interval(secs => greatest(%s, pauses.s[attempts] * (0.9 + 0.2 * random()))),"
            "  dead_at = case when attempts > cardinality(pauses.s) then clock_timestamp() end"
            "  from pauses where receiver = %s and position = any(%s::bigint[]) returning dead_at),"
            " stands as (select (select count(*) from outbox where receiver = %s and dead_at is not null) dead)"
            " update receivers set failures = failures + 1, failing_since = coalesce(failing_since, clock_timestamp()), error = %s,"
            " rest_until = clock_timestamp() + make_interval(secs => greatest(%s, least(%s, power(2, least(failures, 20)))"
            "  * (select least(1, pauses.s[1]) from pauses))),"
            " (state, why) ="
            " (select case when hopeless then 'suspended' else state end, case when hopeless then 'failing' else why end from"
            "  (select state = 'on' and ((select dead from stands) >= %s or failing_since < clock_timestamp()"
            "   - make_interval(days => %s)) hopeless) o),"
            f" {_released('lease = %s')} where id = %s returning id",
            *(array(self._backoff_s), says, after_s, leased.receiver, array(leased.positions), leased.receiver, says),
            *(after_s, REST_S_MAX, DEAD_MAX, FAILING_DAYS, leased.lease, leased.lease, leased.receiver),
        )

    def gone(self, leased: Leased) -> None:
        """The receiver wants no more: nothing is sent to it until its owner says so."""
        self._all(
            "with rest as (delete from outbox where receiver = %s and dead_at is null)"
            f" update receivers set state = 'ended', why = 'gone', {_released('lease = %s')} where id = %s returning id",
            *(leased.receiver, leased.lease, leased.lease, leased.receiver),
        )


def _released(held: str) -> str:
    """The lease given back by whoever still holds it."""
    return (
        f"lease = case when {held} then null else lease end,"
        f" leased_until = case when {held} then clock_timestamp() else leased_until end"
    )


def event_at(patience: Patience, position: int) -> tuple[str, str, bytes, datetime] | None:
    """Stream, name, public bytes and time of recording of the event at a position. Its hidden parts are not even read."""

    def ask(connection: LedgerConnection) -> list[TupleRow]:
        with connection.cursor(row_factory=tuple_row) as cursor:
            statement = "select originator_id, topic, state, recorded_at from events where notification_id = %s"
            return cursor.execute(statement, (position,), binary=True).fetchall()

    found = patience.ask(ask)
    return (found[0][0], found[0][1], bytes(found[0][2]), found[0][3]) if found else None
