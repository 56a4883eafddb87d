"""The standing audit: each game is audited when it has ended, again when a correction resumes it and when a ruling is made on it;
the findings are kept.

It is a read model, run by a runner of its own: it carries every act of a game out again, and no list or statement waits for that.
Unlike the others it reads events again that it was given before, those of the game and its table; never one that is later than the
last one about the game, so that it comes out the same however the events are cut into batches.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from operator import itemgetter
from threading import Lock
from typing import TYPE_CHECKING
from weakref import WeakKeyDictionary

from psycopg.types.json import Jsonb

from engine.declared import Role
from engine.deeds import values
from engine.disputes.events import Ruled
from engine.room.events import GameFinished, GameResumed
from engine.room.table import Table
from ledger.audits.auditing import audited_so_far
from ledger.audits.findings import FAULT, NOTE, Finding, Report
from ledger.projections.model import Cursor, Index, Model, Place, Seen
from ledger.store.envelope import Kept, link
from ledger.store.errors import NotFound, Unreadable
from ledger.store.ids import game_of_dispute, table_of_game
from ledger.store.kinds import doing, named
from ledger.words.saying import packed

if TYPE_CHECKING:
    from ledger.orders.app import Ledger

ENDED = doing(Role.ENDS)
AT_THE_TABLE, (RULED,) = named(GameFinished, GameResumed), named(Ruled)
COLUMNS = (
    "audit", "severity", "kind", "rule", "game", "step", "expected", "found", "says", "position", "account", "derived",
    "hides", "running",
)  # fmt: skip
SAID = frozenset({"expected", "found", "says"})
TABLES_MAX = 1024


@dataclass(frozen=True, slots=True)
class Known:
    """A table after an event of it, between two games. head: hash of that event."""

    version: int
    head: str
    state: Table


class Stood:
    """How the tables used last stood after the game judged last, so that the next one is judged without all that went before.

    It only caches what the events say, so losing it costs a longer read and nothing else; whoever uses it first checks that the
    event is still there. Safe for threads.
    """

    def __init__(self, limit: int = TABLES_MAX) -> None:
        self._limit = limit
        self._known: OrderedDict[str, Known] = OrderedDict()
        self._lock = Lock()

    def before(self, table: str, number: int) -> Known | None:
        """What is known of the table before it began the game of that number."""
        known = self._known.get(table)
        return known if known is not None and known.state.begun < number else None

    def learn(self, row: Kept, state: Table | None) -> None:
        """The table stands so after this event of it; None: that cannot be told."""
        if state is None or state.running is not None:
            return
        with self._lock:
            self._known[row.stream] = Known(row.originator_version, link(row), state)
            self._known.move_to_end(row.stream)
            if len(self._known) > self._limit:
                self._known.popitem(last=False)


_stood: WeakKeyDictionary[Ledger, Stood] = WeakKeyDictionary()


def fold(cursor: Cursor, place: Place, seen: Sequence[Seen]) -> None:
    """Audit each game that these events are about, as everything stood at the last of them that is about it."""
    ledger = seen[0].ledger
    stood = _stood.setdefault(ledger, Stood())
    for game, position in sorted(_concerned(seen).items(), key=itemgetter(1)):  # so tables are read on, not again
        with suppress(NotFound):
            _keep(cursor, place, game, position, audited_so_far(ledger, cursor, game, position, stood))


def _concerned(seen: Sequence[Seen]) -> Mapping[str, int]:
    """The games that events are about, each with the position of the last event about it."""
    about: dict[str, int] = {}
    for one in seen:
        if one.topic in ENDED:
            about[one.stream.removeprefix("game-")] = one.position
        elif one.topic == RULED:
            about[game_of_dispute(one.stream)] = one.position
        else:
            with suppress(Unreadable):  # the audit of the money names it
                about[f"{one.stream.removeprefix('table-')}-{_number(one)}"] = one.position
    return about


def _number(one: Seen) -> int:
    event = one.event
    if not isinstance(event, GameFinished | GameResumed):
        raise TypeError(f"{one.topic} is about no game")
    return event.number


def _keep(cursor: Cursor, place: Place, game: str, position: int, report: Report) -> None:
    """The new findings replace the previous ones."""
    cursor.execute(f"delete from {place('findings')} where game = %s", (game,), prepare=True)
    cursor.execute(
        f"insert into {place('findings_games')} (game, table_id, judged, events, unread, faults, notes)"
        " values (%s, %s, %s, %s, %s, %s, %s) on conflict (game) do update set judged = excluded.judged, events = excluded.events,"
        " unread = excluded.unread, faults = excluded.faults, notes = excluded.notes",
        (game, table_of_game(game), position, report.events, report.unread, report.number(FAULT), report.number(NOTE)),
        prepare=True,
    )
    if report.findings:
        cursor.executemany(
            f"insert into {place('findings')} (judged, number, table_id, {', '.join(COLUMNS)})"
            f" values ({', '.join(['%s'] * (3 + len(COLUMNS)))})",
            [
                (position, number, table_of_game(game), *(_kept(one, name) for name in COLUMNS))
                for number, one in enumerate(report.findings, 1)
            ],
        )


def _kept(finding: Finding, column: str) -> object:
    """A finding's sentence is kept with its parts, so that it can be told in every language."""
    value = values(finding)[column]
    return Jsonb(packed(value)) if column in SAID and value is not None else value


FINDINGS = Model(
    name="findings",
    form=2,
    tables={
        "findings_games": """
            game text collate "C" primary key,
            table_id text collate "C" not null,
            judged bigint not null,
            events bigint not null,
            unread bigint not null,
            faults bigint not null,
            notes bigint not null""",
        "findings": """
            judged bigint not null,
            number int not null,
            table_id text collate "C" not null,
            audit text collate "C" not null,
            severity text collate "C" not null,
            kind text collate "C" not null,
            rule text collate "C",
            game text collate "C" not null,
            step bigint,
            expected jsonb,
            found jsonb,
            says jsonb not null,
            position bigint,
            account text,
            derived boolean not null,
            hides boolean not null,
            running boolean not null,
            primary key (judged, number)""",
    },
    indexes=(
        Index("findings_games", "(table_id)"),
        Index("findings", "(game)"),
        Index("findings", "(table_id, judged, number)"),
    ),
    topics=ENDED | AT_THE_TABLE | {RULED},
    fold=fold,
)
