"""All audits in one pass and one report: over every game, those of a table, or one; and over the money.

Games are read stride by stride in the order in which they began, judged one by one and let go, so memory does not grow with their
number; in one transaction that sees one moment of the database. Nothing is changed.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import TYPE_CHECKING

import psycopg

from engine.games import KINDS
from ledger.audits import money
from ledger.audits.findings import AUDITS, FAULT, MONEY, OF_GAMES, Finding, Report
from ledger.audits.judging import judged
from ledger.audits.money_rules import Finding as OfMoney
from ledger.audits.rederive import CAN_NOT_BE
from ledger.audits.rulings import TOPIC, of_ruling
from ledger.audits.sittings import Sittings
from ledger.envelope import Kept
from ledger.errors import NotFound, Unreadable
from ledger.ids import game_concerned, is_stream, table_of_game, table_stream
from ledger.projections.model import Cursor, array, connect, head

if TYPE_CHECKING:
    from ledger.app import Ledger

STRIDE = 4_000  # positions whose games are read at once
TABLE_STRIDE = 1_000  # events of one table that are read at once, with what lies between them
Progress = Callable[[str, int, int], None]
RULES_OF_MONEY = {"limit": "WALLET-2", "close": "TABLE-6", "stack": "TABLE-3", "mirror": "TABLE-4"}
_ROW = "originator_id, originator_version, topic, state, sealed, notification_id, recorded_at"


def audited(
    ledger: Ledger,
    audits: Iterable[str] = AUDITS,
    *,
    games: Sequence[str] | None = None,
    table: str | None = None,
    progress: Progress | None = None,
) -> Report:
    """Carry out these audits. games ("{table}-{number}" each), table: only of these; the money is always audited whole.

    progress: called with ("games" or "money", positions seen, positions there are). Raises NotFound: there is no such game, table.
    """
    report, tell = Report(tuple(audits)), progress or (lambda _what, _seen, _there: None)
    if any(audit in OF_GAMES for audit in report.audits):
        with connect(ledger) as connection:
            connection.isolation_level = psycopg.IsolationLevel.REPEATABLE_READ
            connection.read_only = True
            with connection.transaction(), connection.cursor() as cursor:
                _Games(ledger, cursor, report, tell).audit(games, table)
    if MONEY in report.audits:
        told = money.audit(ledger, lambda seen, there: tell(MONEY, seen, there))
        report.position = max(report.position, told.position)
        for one in told.findings:
            report.add(of_money(one))
        report.cut = told.more
    return report


def of_money(one: OfMoney) -> Finding:
    """A finding of the audit of the money, as one among all."""
    game = game_concerned(one.stream) if one.stream else None
    if game is None and one.account and one.account.startswith("game:"):
        game = one.account.split(":")[1]
    expected, found = (None if value is None else str(value) for value in (one.expected, one.found))
    rule = RULES_OF_MONEY.get(one.check)
    return Finding(MONEY, FAULT, one.check, rule, game, one.step, expected, found, one.says, one.position, one.account)


class _Games:
    def __init__(self, ledger: Ledger, cursor: Cursor, report: Report, tell: Progress) -> None:
        self._ledger, self._cursor, self._report, self._tell = ledger, cursor, report, tell
        self._events = f'"{ledger.datastore.schema}".events'
        self._sittings = Sittings()

    def audit(self, games: Sequence[str] | None, table: str | None) -> None:
        """All games, or those named."""
        top = self._report.position = head(self._cursor, self._ledger.datastore.schema)
        if games is not None:
            self._named(games)
            return
        if table is not None:
            self._at(table_stream(table))
            return
        for after in range(0, top, STRIDE):
            upto = min(after + STRIDE, top)
            self._take(
                "notification_id > %s and notification_id <= %s and (originator_id like 'table-%%' or topic = %s"
                " or (originator_id like 'game-%%' and originator_version = 1))",
                (after, upto, TOPIC),
            )
            self._tell("games", upto, top)

    def _named(self, games: Sequence[str]) -> None:
        """These games, each against its table."""
        streams = [f"game-{game}" for game in games]
        if not all(is_stream(stream) for stream in streams):
            raise NotFound("There is no such game.")
        begun = self._rows("originator_id = any(%s::text[]) and originator_version = 1", (array(streams),))
        if len(begun) < len(set(streams)):
            raise NotFound("There is no such game.")
        tables = sorted({table_stream(table_of_game(game)) for game in games})
        rulings = [f"dispute-{game}-%" for game in games]
        self._take_by_tables(
            tables,
            "originator_id = any(%s::text[]) or (originator_version = 1 and originator_id = any(%s::text[]))"
            " or (topic = %s and originator_id like any(%s::text[]))",
            (array(tables), array(streams), TOPIC, array(rulings)),
            only=frozenset(streams),
        )

    def _at(self, table: str) -> None:
        """All games of a table."""
        if not (is_stream(table) and self._rows("originator_id = %s and originator_version = 1", (table,))):
            raise NotFound("There is no such table.")
        played = table.removeprefix("table-")
        self._take_by_tables(
            [table],
            "originator_id = %s or (originator_version = 1 and originator_id like %s) or (topic = %s and originator_id like %s)",
            (table, f"game-{played}-%", TOPIC, f"dispute-{played}-%"),
        )

    def _take_by_tables(
        self, tables: list[str], where: str, values: tuple[object, ...], only: frozenset[str] | None = None
    ) -> None:
        """The same in strides: at a table that is never closed as many games may be played as in a whole club."""
        strides = self._cursor.execute(
            f"select max(notification_id) from {self._events} where originator_id = any(%s::text[])"
            f" group by originator_id, originator_version / {TABLE_STRIDE} order by 1",
            (array(tables),),
        ).fetchall()
        top, after = self._report.position, 0
        for upto in (*[mark for (mark,) in strides[:-1]], top):
            self._take(f"({where}) and notification_id > %s and notification_id <= %s", (*values, after, upto), only)
            self._tell("games", upto, top)
            after = upto

    def _take(self, where: str, values: tuple[object, ...], only: frozenset[str] | None = None) -> None:
        """See the tables' events among these, then judge the games that have begun among them."""
        begun = []
        for row in self._rows(where, values):
            if row.stream.startswith("table-"):
                for finding in self._sittings.see(self._ledger.decode, row):
                    self._add(finding, only)
            elif row.topic == TOPIC:
                for finding in of_ruling(self._ledger.decode, row, self._offended):
                    self._add(finding, only)
            elif only is None or row.stream in only:
                begun.append(row.stream)
        for rows in self._games(begun):
            self._judge(rows)

    def _add(self, finding: Finding, only: frozenset[str] | None) -> None:
        if only is None or f"game-{finding.game}" in only:
            self._report.add(finding)

    def _offended(self, game: str, seat: int) -> bool:
        """Whether a game has a violation by this seat on record."""
        try:
            stream = self._ledger.load(f"game-{game}")
            return any(one.seat == seat for one in KINDS[stream.kind].violations(stream.state))
        except (Unreadable, *CAN_NOT_BE):
            return True  # the game itself is a finding

    def _games(self, begun: list[str]) -> Iterator[list[Kept]]:
        """The rows of each game, in the order given."""
        for some in [begun[at : at + 200] for at in range(0, len(begun), 200)]:
            found: dict[str, list[Kept]] = {stream: [] for stream in some}
            where = "originator_id = any(%s::text[])"
            for row in self._rows(where, (array(some),), "originator_id, originator_version"):
                found[row.stream].append(row)
            while found:
                yield found.pop(next(iter(found)))

    def _judge(self, rows: list[Kept]) -> None:
        report, game = self._report, judged(self._ledger.decode, rows)
        report.games += 1
        report.running += not game.over
        report.events += game.events
        report.unread += game.unread
        for finding in (*self._sittings.judge(game), *game.findings):
            report.add(finding)

    def _rows(self, where: str, values: tuple[object, ...], by: str = "notification_id") -> list[Kept]:
        found = self._cursor.execute(
            f"select {_ROW} from {self._events} where {where} order by {by}", values, binary=True, prepare=True
        )
        return [Kept(*row) for row in found]
