"""Read model "tables": every table and its state, and who sat at it from which position to which."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field

from engine.room import events as room
from ledger.people.folding import folded
from ledger.projections.model import Cursor, Index, Model, Place, Seen, array, copy
from ledger.store.kinds import named


@dataclass(slots=True)
class Changes:
    """What one batch changes. sittings: (table, seat) -> what is to be written of a sitting that began in this batch."""

    opened: list[tuple[object, ...]] = field(default_factory=list)
    status: dict[str, str] = field(default_factory=dict)
    playing: dict[str, int | None] = field(default_factory=dict)
    stewards: list[tuple[str, str]] = field(default_factory=list)
    begun: dict[tuple[str, int], tuple[object, ...]] = field(default_factory=dict)
    finished: list[tuple[object, ...]] = field(default_factory=list)
    left: list[tuple[str, int, int]] = field(default_factory=list)


def _opened(changes: Changes, table: str, one: Seen) -> None:
    event = one.of(room.TableOpened)
    changes.opened.append(
        (
            table,
            event.name,
            folded(event.name),
            event.game,
            event.seats,
            event.ends_at,
            list(event.stewards),
            one.position,
            one.recorded_at,
        )
    )


def _assigned(changes: Changes, table: str, one: Seen) -> None:
    changes.stewards.append((table, one.of(room.StewardAssigned).steward))


def _seated(changes: Changes, table: str, one: Seen) -> None:
    event = one.of(room.PlayerSeated)
    changes.begun[table, event.seat] = (table, event.seat, event.player, one.position)


def _unseated(changes: Changes, table: str, one: Seen) -> None:
    seat = one.of(room.PlayerUnseated).seat
    sitting = changes.begun.pop((table, seat), None)
    if sitting is None:
        changes.left.append((table, seat, one.position))
    else:
        changes.finished.append((*sitting, one.position))


def _game_begun(changes: Changes, table: str, one: Seen) -> None:
    event = one.event
    if isinstance(event, room.GameBegun | room.GameResumed):
        changes.playing[table] = event.number


def _game_finished(changes: Changes, table: str, _: Seen) -> None:
    changes.playing[table] = None


def _ended(changes: Changes, table: str, _: Seen) -> None:
    changes.status[table] = "ended"


def _closed(changes: Changes, table: str, _: Seen) -> None:
    changes.status[table] = "closed"


TAKES: Mapping[type, Callable[[Changes, str, Seen], None]] = {
    room.TableOpened: _opened,
    room.StewardAssigned: _assigned,
    room.PlayerSeated: _seated,
    room.PlayerUnseated: _unseated,
    room.GameBegun: _game_begun,
    room.GameFinished: _game_finished,
    room.GameResumed: _game_begun,
    room.SittingEnded: _ended,
    room.TableClosed: _closed,
}


def fold(cursor: Cursor, place: Place, seen: Sequence[Seen]) -> None:
    """Write what the batch changes: new rows first, then changes of rows, each kind in one statement."""
    changes = Changes()
    for one in seen:
        TAKES[type(one.event)](changes, one.stream.removeprefix("table-"), one)
    tables, sittings = place("tables"), place("sittings")
    if changes.opened:
        cursor.executemany(
            f"insert into {tables} (table_id, name, sought, game, seats, ends_at, stewards, opened, opened_at)"
            " values (%s, %s, %s, %s, %s, %s, %s, %s, %s)",
            changes.opened,
        )
    for table, steward in changes.stewards:
        cursor.execute(
            f"update {tables} set stewards = array_append(stewards, %s) where table_id = %s and not stewards @> array[%s]",
            (steward, table, steward),
        )
    if changes.playing:
        cursor.execute(
            f"update {tables} t set playing = c.playing from unnest(%s::text[], %s::int[]) c (table_id, playing)"
            " where t.table_id = c.table_id",
            (array(changes.playing), array(changes.playing.values())),
        )
    if changes.status:
        cursor.execute(
            f"update {tables} t set status = c.status from unnest(%s::text[], %s::text[]) c (table_id, status)"
            " where t.table_id = c.table_id",
            (array(changes.status), array(changes.status.values())),
        )
    if changes.left:
        ids, seats, ends = zip(*changes.left, strict=True)
        cursor.execute(
            f"update {sittings} s set until = c.until from unnest(%s::text[], %s::int[], %s::bigint[]) c (table_id, seat, until)"
            " where s.table_id = c.table_id and s.seat = c.seat and s.until is null",
            (array(ids), array(seats), array(ends)),
        )
    copy(cursor, sittings, "table_id, seat, player, since, until", changes.finished)
    copy(cursor, sittings, "table_id, seat, player, since", list(changes.begun.values()))


TABLES = Model(
    name="tables",
    form=2,
    tables={
        "tables": """
            table_id text collate "C" primary key,
            name text not null,
            sought text collate "C" not null,
            game text collate "C" not null,
            seats int not null,
            ends_at text,
            stewards text[] not null,
            opened bigint not null,
            opened_at timestamptz not null,
            status text collate "C" not null default 'open',
            playing int""",
        "sittings": """
            table_id text collate "C",
            seat int,
            player text collate "C" not null,
            since bigint,
            until bigint,
            primary key (table_id, seat, since)""",
    },
    indexes=(Index("tables", "(opened)"), Index("sittings", "(player, since)")),
    topics=named(*TAKES),
    fold=fold,
)
