"""The inbox of one reader: what he is to be told, newest first, in his language and with the names that he may read; and what of it
he has read.

What there is to tell is a read model, which is made anew from the events; what was read is kept beside it, by the position of the
event, which never changes.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import TYPE_CHECKING, TypeAlias

from engine.declared import Happened
from engine.disputes import events as disputes
from engine.room.events import CashEntryCorrected
from ledger.orders.order import Caller
from ledger.people import people
from ledger.projections.model import rows
from ledger.registers.naming import names_for, tables_named
from ledger.store.envelope import Kept
from ledger.store.errors import Unreadable
from ledger.store.recorder import Beside, Cursor
from ledger.words.figures import decimal
from ledger.words.sentences import SENTENCES
from ledger.words.telling import words
from ledger.words.voice import Voice, tongue_of

if TYPE_CHECKING:
    from ledger.orders.app import Ledger

MODELS = ("inbox", "tables", "games")  # that the inbox rests on
Row: TypeAlias = tuple[int, str, str | None, str | None, str | None, datetime | None, datetime, bool]  # as `Notice` has it
DEEDS = (disputes.Opened, disputes.Answered, disputes.Ruled, disputes.Appealed, disputes.Withdrawn)
ROLED = (disputes.Opened, disputes.Answered)
UNTIL = "%Y-%m-%d %H:%M UTC"


@dataclass(frozen=True, slots=True)
class Notice:
    """position: of its event; its name in the inbox. kind: one of `projections.inbox.KINDS`.

    says: in the reader's language. game, table, dispute: ids, None where it is about none. deadline: until when players may appeal.
    """

    position: int
    kind: str
    says: str
    game: str | None
    table: str | None
    dispute: str | None
    deadline: datetime | None
    recorded_at: datetime
    read: bool


def reader_of(caller: Caller) -> str:
    """Whose inbox it is: a player's, also where a room speaks for him, else that of who holds the key."""
    return caller.player or caller.subject


def notices(
    ledger: Ledger, caller: Caller, tag: str, *, before: int | None = None, limit: int = 100, unread: bool = False
) -> list[Notice]:
    """The caller's notices from the newest on, before this position; unread: only those. Models of MODELS."""
    found = rows(
        ledger,
        "select i.position, i.kind, i.game, i.table_id, i.dispute, i.deadline, i.recorded_at, r.position is not null"
        f" from {{inbox}} i left join {_reads(ledger)} r on r.subject = i.reader and r.position = i.position"
        " where i.reader = %s and (%s::bigint is null or i.position < %s) and (not %s or r.position is null)"
        " order by i.position desc limit %s",
        (reader_of(caller), before, before, unread, limit),
    )
    return told(ledger, caller, tag, found)


def unread(ledger: Ledger, caller: Caller) -> int:
    """How many the caller has not read."""
    statement = (
        f"select count(*) from {{inbox}} i where i.reader = %s and not exists (select from {_reads(ledger)} r"
        " where r.subject = i.reader and r.position = i.position)"
    )
    return int(rows(ledger, statement, (reader_of(caller),))[0][0])


def reading(ledger: Ledger, caller: Caller, positions: Sequence[int] | None, upto: int | None) -> Beside:
    """What marks notices as read, within the transaction of an order: those at these positions, or all up to one. What is none of
    the caller's notices is passed over."""
    inbox, reader = f'"{ledger.datastore.schema}_views"."inbox"', reader_of(caller)

    def write(cursor: Cursor) -> None:
        cursor.execute(
            f"insert into {_reads(ledger)} (subject, position) select reader, position from {inbox} where reader = %s"
            " and (position = any(%s::bigint[]) or position <= %s) on conflict do nothing",
            (reader, list(positions or ()), upto if upto is not None else 0),
        )

    return write


def _reads(ledger: Ledger) -> str:
    return f'"{ledger.datastore.schema}".inbox_reads'


def told(ledger: Ledger, caller: Caller, tag: str, found: Iterable[Row], *, mailed: bool = False) -> list[Notice]:
    """Rows of the inbox with what they say to the caller. mailed: without amounts of others."""
    some = list(found)
    events = _events(ledger, [row[0] for row in some])
    telling = Telling(ledger, caller, tag, [row[2] for row in some], [row[3] for row in some], events.values(), mailed=mailed)
    return [
        Notice(position, kind, telling.says(kind, events.get(position), game, table), game, table, dispute, deadline, at, read)
        for position, kind, game, table, dispute, deadline, at, read in some
    ]


def at(ledger: Ledger, caller: Caller, tag: str, positions: Sequence[int]) -> list[Notice]:
    """Those of the caller's notices at these positions that he has not read, the oldest first, as they are mailed: without amounts
    of others. Models of MODELS."""
    found = rows(
        ledger,
        "select i.position, i.kind, i.game, i.table_id, i.dispute, i.deadline, i.recorded_at, false"
        " from {inbox} i where i.reader = %s and i.position = any(%s::bigint[])"
        f" and not exists (select from {_reads(ledger)} r where r.subject = i.reader and r.position = i.position)"
        " order by i.position",
        (reader_of(caller), list(positions)),
    )
    return told(ledger, caller, tag, found, mailed=True)


def _events(ledger: Ledger, positions: Sequence[int]) -> dict[int, Kept]:
    """The events at these positions; their hidden parts are not read."""
    statement = (
        "select originator_id, originator_version, topic, state, notification_id, recorded_at from events"
        " where notification_id = any(%s::bigint[])"
    )
    found = ledger.recorder.rows(statement, list(positions))
    return {
        position: Kept(stream, version, topic, state, None, position, at) for stream, version, topic, state, position, at in found
    }


class Telling:
    """What events say to one reader, with the names that he may read."""

    def __init__(
        self,
        ledger: Ledger,
        caller: Caller,
        tag: str,
        games: Iterable[str | None],
        tables: Iterable[str | None],
        events: Iterable[Kept],
        *,
        mailed: bool = False,
    ) -> None:
        self._mailed = mailed
        self._ledger, self._reader, self._tongue = ledger, reader_of(caller), tongue_of(tag)
        self._tables = tables_named(ledger, tables)
        self._players = _players(ledger, games)
        self._bodies = {row.position: _decoded(ledger, row) for row in events}
        authors = {one.by for one in self._bodies.values() if isinstance(one, DEEDS)}
        sat = {player for players in self._players.values() for player in players.values()}
        self._names = names_for(ledger, caller, sat | authors)

    def says(self, kind: str, row: Kept | None, game: str | None, table: str | None) -> str:
        """What the event of this row says."""
        event = None if row is None else self._bodies[row.position]
        if row is None or event is None:
            return self._say("unreadable")
        facts = {"table": self._tables.get(table or "") or self._say("no_table"), "number": (game or "").rpartition("-")[2]}
        if isinstance(event, CashEntryCorrected):
            return self._of_cash(event)
        if isinstance(event, DEEDS):
            return self._of_dispute(kind, event, facts)
        if self._mailed and f"mail.{kind}" in SENTENCES:
            return self._tongue.say(f"mail.{kind}", facts)
        return self._say("in_game", **facts, says=words(event, self._voice(game or "")))

    def _say(self, key: str, **facts: object) -> str:
        return self._tongue.say(f"notice.{key}", facts)

    def _voice(self, game: str) -> Voice:
        seats = {seat: self._names[player] for seat, player in self._players.get(game, {}).items() if player in self._names}
        return Voice(self._tongue, seats, self._ledger.scale)

    def _of_dispute(self, kind: str, event: disputes.Event, facts: Mapping[str, str]) -> str:
        if isinstance(event, disputes.Ruled):
            decision = self._tongue.say(f"decision.{event.decision}", {})
            told = self._say(kind, **facts, decision=decision, rule=event.rule)
            if event.appeal_until is None:
                return told
            until = datetime.fromisoformat(event.appeal_until).astimezone(UTC).strftime(UNTIL)
            return told + self._say("ruling.until", until=until)
        who = self._names.get(event.by)
        if who is None:
            sat = any(event.by in players.values() for players in self._players.values())
            who = self._say("somebody" if sat or (isinstance(event, ROLED) and event.role == "player") else "steward")
        if isinstance(event, disputes.Opened):
            return self._say(kind, **facts, who=who, kind=self._tongue.say(f"disputed.{event.kind}", {}))
        return self._say(kind, **facts, who=who)

    def _of_cash(self, event: CashEntryCorrected) -> str:
        if event.player != self._reader:
            return self._say("cash_correction.cashier", reason=event.reason)
        scale, mark = self._ledger.scale, self._tongue.mark
        was, chips = (decimal(amount, scale).replace(".", mark) for amount in (event.was, event.chips))
        entry = self._tongue.say(f"cash.{event.entry}", {})
        return self._say("cash_correction", entry=entry, was=was, chips=chips, unit=self._ledger.unit, reason=event.reason)


def _decoded(ledger: Ledger, row: Kept) -> Happened | None:
    try:
        event: Happened = ledger.decode(row).event
        return event
    except Unreadable:
        return None


def _players(ledger: Ledger, games: Iterable[str | None]) -> dict[str, dict[int, str]]:
    """Game -> seat -> player."""
    wanted = sorted({game for game in games if game is not None})
    found = rows(ledger, "select game, seats, players from {games} where game = any(%s)", (wanted,)) if wanted else []
    return {game: dict(zip(seats, players, strict=True)) for game, seats, players in found}


def himself(player: str) -> Caller:
    """A player, as he reads for himself."""
    return Caller(player, "player", player)


def reader(ledger: Ledger, subject: str) -> Caller | None:
    """Who is told under this id: a member of the staff who holds a key that is good, or a player; None: nobody any more."""
    known = people.registrar(ledger, subject) is not None
    return staff(ledger, subject) or (himself(subject) if known else None)


def staff(ledger: Ledger, subject: str) -> Caller | None:
    """A member of the staff who holds a key that is good, with the role of the last one; None: there is none of this id."""
    statement = (
        "select role from keys where subject = %s and role <> 'player' and revoked_at is null order by issued_at desc limit 1"
    )
    found = ledger.recorder.rows(statement, subject)
    return Caller(subject, found[0][0]) if found else None
