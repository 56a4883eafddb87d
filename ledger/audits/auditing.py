"""All audits in one pass and one report: over every game, those of a table, or one; and over the money.

Games are read stride by stride in the order in which they began, judged one by one and let go, so memory does not grow with their
number; in one transaction with one snapshot of the database. Nothing is changed.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import suppress
from itertools import groupby
from typing import TYPE_CHECKING

import psycopg

from engine.room.events import GameBegun
from engine.room.rulebook import DESK_3, TABLE_3, TABLE_4, TABLE_6, WALLET_1, WALLET_2
from ledger.audits import money
from ledger.audits.findings import AUDITS, FAULT, MONEY, OF_GAMES, Finding, Report
from ledger.audits.judging import judged
from ledger.audits.money_rules import Finding as OfMoney
from ledger.audits.sittings import Sittings
from ledger.projections.model import Cursor, array, connect, head
from ledger.store.envelope import Kept, link
from ledger.store.errors import NotFound, Unreadable
from ledger.store.ids import game_concerned, game_of_dispute, game_stream, is_stream, table_of_game, table_stream
from ledger.store.kinds import named

if TYPE_CHECKING:
    from ledger.audits.standing import Known, Stood
    from ledger.orders.app import Ledger

STRIDE = 4_000  # positions whose games are read at once
TABLE_STRIDE = 1_000  # events of one table that are read at once
(BEGUN,) = named(GameBegun)
Progress = Callable[[str, int, int], None]
RULES_OF_MONEY = {
    "closed": DESK_3.id,
    "reference": WALLET_1.id,
    "limit": WALLET_2.id,
    "close": TABLE_6.id,
    "stack": TABLE_3.id,
    "mirror": TABLE_4.id,
}
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


def audited_so_far(ledger: Ledger, cursor: Cursor, game: str, upto: int, stood: Stood) -> Report:
    """The audits of one game as everything stood at a position, in the cursor's transaction. Raises NotFound: it had not begun."""
    report = Report(OF_GAMES)
    _Games(ledger, cursor, report, lambda _what, _seen, _there: None, upto, stood).audit([game], None)
    return report


def of_money(one: OfMoney) -> Finding:
    """A finding of the audit of the money, as one among all."""
    game = game_concerned(one.stream) if one.stream else None
    if game is None and one.account and one.account.startswith("game:"):
        game = one.account.split(":")[1]
    expected, found = (str(value) if isinstance(value, int) else value for value in (one.expected, one.found))
    rule = RULES_OF_MONEY.get(one.check)
    return Finding(MONEY, FAULT, one.check, rule, game, one.step, expected, found, one.says, one.position, one.account)


class _Games:
    """upto: the last position to read, None for the head. stood: what is known of the tables; it is added to as they are read."""

    def __init__(
        self, ledger: Ledger, cursor: Cursor, report: Report, tell: Progress, upto: int | None = None, stood: Stood | None = None
    ) -> None:
        self._ledger, self._cursor, self._report, self._tell, self._stood = ledger, cursor, report, tell, stood
        self._events = f'"{ledger.datastore.schema}".events'
        self._sittings = Sittings()
        self._upto = report.position = head(cursor, ledger.datastore.schema) if upto is None else upto

    def audit(self, games: Sequence[str] | None, table: str | None) -> None:
        """All games, or those named."""
        if games is not None:
            self._named(games)
            return
        if table is not None:
            self._at(table_stream(table))
            return
        for after in range(0, self._upto, STRIDE):
            until = min(after + STRIDE, self._upto)
            self._take(
                self._rows(
                    "notification_id > %s and notification_id <= %s and (originator_id like 'table-%%'"
                    " or (originator_id like 'game-%%' and originator_version = 1))",
                    (after, until),
                )
            )
            self._tell("games", until, self._upto)

    def _named(self, games: Sequence[str]) -> None:
        """These games, each against its table."""
        streams = [f"game-{game}" for game in games]
        if not all(is_stream(stream) for stream in streams):
            raise NotFound("There is no such game.")
        begun = self._rows("originator_id = any(%s::text[]) and originator_version = 1", (array(streams),))
        only = frozenset(streams)
        if len(begun) < len(only):
            raise NotFound("There is no such game.")
        for table, some in groupby(sorted(set(games)), table_of_game):
            first = min(int(game.rpartition("-")[2]) for game in some)
            for _ in self._seen(table_stream(table), first, only):
                pass
        self._judge([row.stream for row in begun])

    def _at(self, table: str) -> None:
        """All games of a table."""
        if not (is_stream(table) and self._rows("originator_id = %s and originator_version = 1", (table,))):
            raise NotFound("There is no such table.")
        position, missed = 0, self._begun_at(table)
        for position, begun in self._seen(table):
            self._judge([stream for stream in begun if stream in missed])
            missed.difference_update(begun)
            self._tell("games", position, self._upto)
        self._judge(sorted(missed))
        if position < self._upto:
            self._tell("games", self._upto, self._upto)

    def _begun_at(self, table: str) -> set[str]:
        """The streams of all games at a table."""
        found = self._cursor.execute(
            f"select originator_id from {self._events} where originator_id > %s and originator_id < %s and originator_version = 1"
            " and notification_id <= %s",
            (*_within(table.replace("table-", "game-", 1)), self._upto),
        )
        return {stream for (stream,) in found}

    def _seen(self, table: str, number: int = 1, only: frozenset[str] | None = None) -> Iterator[tuple[int, list[str]]]:
        """Read the events of a table in strides: all of them, or those that follow what is known of it from before the game of that
        number; yields after each stride its last position and the games that began in it.

        At a table that is never closed as many games may be played as in a whole club.
        """
        known = self._known(table, number)
        if known is not None:
            self._sittings.resume(table, known.state)
        after = known.version if known else 0
        where, stride = "originator_id = %s and originator_version > %s", f"originator_version limit {TABLE_STRIDE}"
        while rows := self._rows(where, (table, after), stride):
            begun = [game for row in rows if (game := self._see(row, only)) is not None]
            after = rows[-1].originator_version
            yield rows[-1].position or 0, begun

    def _known(self, table: str, number: int) -> Known | None:
        """What is known of the table from before the game of that number; None: nothing, or only of a history that has been
        replaced."""
        known = self._stood.before(table, number) if self._stood is not None else None
        if known is not None:
            at = self._rows("originator_id = %s and originator_version = %s", (table, known.version))
            if not at or link(at[0]) != known.head:
                return None
        return known

    def _see(self, row: Kept, only: frozenset[str] | None = None) -> str | None:
        """Take in an event of a table. Returns the game that it begins, if any."""
        for finding in self._sittings.see(self._ledger.decode, row):
            self._add(finding, only)
        if self._stood is not None:
            self._stood.learn(row, self._sittings.standing(row.stream))
        if row.topic != BEGUN:
            return None
        with suppress(Unreadable):  # then its game is missed here, and found through its own stream
            return game_stream(row.stream.removeprefix("table-"), self._ledger.decode(row).of(GameBegun).number)
        return None

    def _take(self, rows: Iterable[Kept]) -> None:
        """See the tables' events among these, then judge the games that have begun among them."""
        begun = []
        for row in rows:
            if row.stream.startswith("table-"):
                self._see(row)
            else:
                begun.append(row.stream)
        self._judge(begun)

    def _add(self, finding: Finding, only: frozenset[str] | None = None) -> None:
        if only is None or f"game-{finding.game}" in only:
            self._report.add(finding)

    def _games(self, begun: list[str]) -> Iterator[tuple[list[Kept], list[Kept]]]:
        """The rows of each game, in the order given, and those of the disputes on it."""
        for some in [begun[at : at + 200] for at in range(0, len(begun), 200)]:
            found: dict[str, list[Kept]] = {stream: [] for stream in some}
            where = "originator_id = any(%s::text[])"
            for row in self._rows(where, (array(some),), "originator_id, originator_version"):
                found[row.stream].append(row)
            disputes = self._disputes(some)
            while found:
                stream = next(iter(found))
                yield found.pop(stream), disputes.pop(stream, [])

    def _disputes(self, games: list[str]) -> dict[str, list[Kept]]:
        """The rows of all disputes on these games, by the stream of the game."""
        bounds = [_within(game.replace("game-", "dispute-", 1)) for game in games]
        rows = self._cursor.execute(
            f"select {_ROW} from unnest(%s::text[], %s::text[]) g (since, until), lateral (select * from {self._events}"
            " where originator_id > g.since and originator_id < g.until and notification_id <= %s offset 0) e"
            " order by originator_id, originator_version",
            (*(array(side) for side in zip(*bounds, strict=True)), self._upto),
            binary=True,
            prepare=True,
        )
        found: dict[str, list[Kept]] = {}
        for row in [Kept(*row) for row in rows]:
            found.setdefault(f"game-{game_of_dispute(row.stream)}", []).append(row)
        return found

    def _judge(self, begun: list[str]) -> None:
        """Judge these games, each against what was seen of its table."""
        report = self._report
        for rows, disputes in self._games(begun):
            game = judged(self._ledger.decode, rows, disputes)
            report.games += 1
            report.running += not game.over
            report.events += game.events
            report.unread += game.unread
            for finding in (*self._sittings.judge(game), *game.findings):
                report.add(finding)

    def _rows(self, where: str, values: tuple[object, ...], by: str = "notification_id") -> list[Kept]:
        found = self._cursor.execute(
            f"select {_ROW} from {self._events} where {where} and notification_id <= %s order by {by}",
            (*values, self._upto),
            binary=True,
            prepare=True,
        )
        return [Kept(*row) for row in found]


def _within(stream: str) -> tuple[str, str]:
    """Bounds of the stream names with this beginning and a dash after it; "." is the character after "-"."""
    return f"{stream}-", f"{stream}."
