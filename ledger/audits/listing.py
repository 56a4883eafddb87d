"""What the standing audit has found, as lists. HIDDEN: findings may name cards; the caller decides who may see them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING

from psycopg.rows import TupleRow

from ledger.audits.findings import GAMES, NOTE, UNNOTICED, Finding
from ledger.audits.standing import COLUMNS, FINDINGS, SAID
from ledger.projections.model import rows
from ledger.projections.position import reached
from ledger.store.errors import NotFound
from ledger.store.ids import table_of_game, table_stream
from ledger.words.saying import unpacked

if TYPE_CHECKING:
    from ledger.orders.app import Ledger


@dataclass(frozen=True, slots=True)
class Standing:
    """position: up to which every game that has ended is audited. games: how many; events: of them; unread: of these, those that
    could not be evaluated. faults, notes: how many findings of each."""

    position: int
    games: int
    events: int
    unread: int
    faults: int
    notes: int


@dataclass(frozen=True, slots=True)
class Found:
    """A finding and its place in the list: the position at which its game was last audited, and its number among the game's."""

    judged: int
    number: int
    finding: Finding


def need_there(ledger: Ledger, table: str | None, game: str | None) -> None:
    """Raises NotFound, unless there is this table and this game at it; None: whatever it is. What is damaged is there too."""
    if table is not None and not ledger.history(table_stream(table)):
        raise NotFound("There is no such table.")
    if game is not None and (table not in {None, table_of_game(game)} or not ledger.history(f"game-{game}")):
        raise NotFound("There is no such game.")


def standing(ledger: Ledger, *, table: str | None = None, game: str | None = None) -> Standing:
    """How far the standing audit has come and its totals, overall or for a table or a game. Model "findings"."""
    position = reached(ledger, (FINDINGS.name,))
    ((games, events, unread, faults, notes),) = rows(
        ledger,
        "select count(*), coalesce(sum(events), 0)::bigint, coalesce(sum(unread), 0)::bigint, coalesce(sum(faults), 0)::bigint,"
        " coalesce(sum(notes), 0)::bigint from {findings_games}"
        " where (%s::text is null or table_id = %s) and (%s::text is null or game = %s)",
        (table, table, game, game),
    )
    return Standing(position, games, events, unread, faults, notes)


def findings(
    ledger: Ledger,
    *,
    audit: str | None = None,
    severity: str | None = None,
    table: str | None = None,
    game: str | None = None,
    before: tuple[int, int] | None = None,
    limit: int = 100,
) -> list[Found]:
    """The findings, of the games audited last first; only of this audit, severity, table, game. Model "findings".

    before: (judged, number) of the last one that was seen.
    """
    judged, number = before or (None, None)
    found = rows(
        ledger,
        f"select judged, number, {', '.join(COLUMNS)} from {{findings}}"
        " where (%s::text is null or audit = %s or (derived and %s = %s)) and (%s::text is null or severity = %s)"
        " and (%s::text is null or table_id = %s) and (%s::text is null or game = %s)"
        " and (%s::bigint is null or judged < %s or (judged = %s and number > %s))"
        " order by judged desc, number limit %s",
        (*(audit,) * 3, GAMES, *(severity,) * 2, *(table,) * 2, *(game,) * 2, *(judged,) * 3, number, limit),
    )
    return [Found(row[0], row[1], _finding(row[2:])) for row in found]


@dataclass(frozen=True, slots=True)
class Unclaimed:
    """Offences at one table that nobody has claimed or ruled on, in games that are over, by kind. stewards: of the table now."""

    table: str
    stewards: tuple[str, ...]
    counts: Mapping[str, int]

    @property
    def total(self) -> int:
        """All of them."""
        return sum(self.counts.values())


def unclaimed(ledger: Ledger, *, table: str | None = None, steward: str | None = None) -> list[Unclaimed]:
    """By tables, those with the most first; only of this table, only where this steward is one. Models "findings" and "tables"."""
    found = rows(
        ledger,
        "select f.table_id, t.stewards, f.kind, count(*) from {findings} f join {tables} t on t.table_id = f.table_id"
        " where f.severity = %s and f.kind = any(%s) and not f.running and (%s::text is null or f.table_id = %s)"
        " and (%s::text is null or %s = any(t.stewards)) group by f.table_id, t.stewards, f.kind order by f.table_id, f.kind",
        (NOTE, sorted(UNNOTICED), table, table, steward, steward),
    )
    counts: dict[tuple[str, tuple[str, ...]], dict[str, int]] = {}
    for at, stewards, kind, count in found:
        counts.setdefault((at, tuple(stewards)), {})[kind] = count
    listed = [Unclaimed(at, stewards, of_table) for (at, stewards), of_table in counts.items()]
    return sorted(listed, key=lambda one: (-one.total, one.table))


def by_steward(listed: Iterable[Unclaimed]) -> dict[str, Counter[str]]:
    """The same by stewards: what happened at the tables of each; at a table of two it counts for both."""
    found: dict[str, Counter[str]] = {}
    for one in listed:
        for steward in one.stewards:
            found.setdefault(steward, Counter()).update(one.counts)
    return found


def _finding(row: TupleRow) -> Finding:
    told = dict(zip(COLUMNS, row, strict=True))
    return Finding(**{name: unpacked(value) if name in SAID else value for name, value in told.items()})
