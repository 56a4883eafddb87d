"""Names of people, which are nowhere else: events hold opaque ids, so a name can be erased and nothing recorded changes."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

from engine.room.signs import harmless, hidden
from engine.room.words import LENGTH_MAX, fits
from engine.saying import Saying
from ledger.people.folding import folded
from ledger.store.errors import LedgerError, NotFound, UnfitText
from ledger.store.recorder import Beside, Cursor

if TYPE_CHECKING:
    from ledger.orders.app import Ledger

ERASED = ""
FOLDED_AT_ONCE = 1000
READ_AT_ONCE = 10_000


class UnfitName(LedgerError):
    """A name that is blank, too long, or holds what is no character."""

    sentence = Saying("A name has 1 to {most} characters, without control characters.", most=LENGTH_MAX)


@dataclass(frozen=True, slots=True)
class Person:
    """name: None once it was erased."""

    player: str
    name: str | None


def fit(name: str) -> None:
    """Raises UnfitName, UnfitText unless this can be a name."""
    if not fits(name):
        raise UnfitName
    if sign := hidden(name):
        raise UnfitText(sign)


def entry(player: str, name: str, registrar: str) -> Beside:
    """What is written beside the event that registers the player, in the same transaction. registrar: who registers him."""

    def write(cursor: Cursor) -> None:
        cursor.execute(
            "insert into people (player, name, registrar, sought) values (%s, %s, %s, %s)", (player, name, registrar, folded(name))
        )

    return write


def renamed(player: str, name: str) -> Beside:
    """What is written beside the event by which the player's name changes."""

    def write(cursor: Cursor) -> None:
        cursor.execute("update people set name = %s, sought = %s where player = %s", (name, folded(name), player))

    return write


def erased(player: str) -> Beside:
    """What is written beside the event by which the player's name is erased."""

    def write(cursor: Cursor) -> None:
        cursor.execute("update people set name = %s, sought = %s where player = %s", (ERASED, ERASED, player))

    return write


def unheard(player: str) -> Beside:
    """What is written beside the event by which the player's name is erased: the addresses at which he was told things are gone."""

    def write(cursor: Cursor) -> None:
        cursor.execute("delete from receivers where subject = %s", (player,))

    return write


def handed(player: str, registrar: str) -> Beside:
    """What is written beside the event by which the player is handed over to another registrar."""

    def write(cursor: Cursor) -> None:
        cursor.execute("update people set registrar = %s where player = %s", (registrar, player))

    return write


def name_of(ledger: Ledger, player: str) -> str | None:
    """The player's name; None if it was erased, or there is no such player."""
    return names(ledger, (player,)).get(player)


def names(ledger: Ledger, players: Iterable[str]) -> dict[str, str]:
    """The names of these players, by id; without those who have none."""
    statement = "select player, name from people where player = any(%s) and name <> %s"
    return _shown(ledger.recorder.rows(statement, list(players), ERASED))


def registered(ledger: Ledger, registrar: str, players: Iterable[str]) -> dict[str, str]:
    """The names of those of these players whom this subject has registered, by id."""
    statement = "select player, name from people where player = any(%s) and registrar = %s and name <> %s"
    return _shown(ledger.recorder.rows(statement, list(players), registrar, ERASED))


def _shown(rows: Iterable[tuple[str, str]]) -> dict[str, str]:
    """Names as they may be shown: in those of earlier releases anything may stand."""
    return {player: harmless(name) for player, name in rows}


def called_alike(ledger: Ledger, sought: str) -> list[Person]:
    """Players whose whole name is this, folded as `folding.folded` does."""
    _fold_all(ledger)
    rows = ledger.recorder.rows("select player, name from people where sought = %s and name <> %s order by player", sought, ERASED)
    return [Person(player, harmless(name)) for player, name in rows]


def everybody(ledger: Ledger) -> Iterator[tuple[str, str]]:
    """The id and the name of everybody who has a name."""
    after = ""
    while rows := ledger.recorder.rows(
        "select player, name from people where player > %s and name <> %s order by player limit %s", after, ERASED, READ_AT_ONCE
    ):
        yield from rows
        after = rows[-1][0]


def called(ledger: Ledger, names: Iterable[str]) -> dict[str, list[str]]:
    """The ids of the players who have these names, by name; several can have the same one."""
    statement = "select name, player from people where name = any(%s) and name <> %s order by player"
    found: dict[str, list[str]] = {}
    for name, player in ledger.recorder.rows(statement, list(names), ERASED):
        found.setdefault(name, []).append(player)
    return found


def listed(ledger: Ledger, after: str = "", limit: int = 100, sought: str | None = None) -> list[Person]:
    """Players in the order of their ids, from behind `after`. sought: only those in whose name this stands, whatever the case and
    the accents."""
    if sought is None:
        rows = ledger.recorder.rows("select player, name from people where player > %s order by player limit %s", after, limit)
    else:
        _fold_all(ledger)
        statement = "select player, name from people where player > %s and name <> %s and position(%s in sought) > 0"
        rows = ledger.recorder.rows(f"{statement} order by player limit %s", after, ERASED, folded(sought), limit)
    return [Person(player, harmless(name) or None) for player, name in rows]


def _fold_all(ledger: Ledger) -> None:
    """Fold the names that a release before this one has written."""
    while rows := ledger.recorder.rows("select player, name from people where sought is null limit %s", FOLDED_AT_ONCE):
        ledger.recorder.rows(
            "update people p set sought = f.sought from unnest(%s::text[], %s::text[], %s::text[]) f (player, name, sought)"
            " where p.player = f.player and p.name = f.name returning p.player",
            [player for player, _ in rows],
            [name for _, name in rows],
            [folded(name) for _, name in rows],
        )


def registrars(ledger: Ledger, players: Iterable[str]) -> dict[str, str]:
    """Who has registered each of these players, or was handed them, by id; without those whom nobody has."""
    return dict(ledger.recorder.rows("select player, registrar from people where player = any(%s)", list(players)))


def registrar(ledger: Ledger, player: str) -> str | None:
    """The subject that has registered this player, or to which he was handed over since; None if there is no such player."""
    rows = ledger.recorder.rows("select registrar from people where player = %s", player)
    return str(rows[0][0]) if rows else None


def erase(ledger: Ledger, player: str) -> None:
    """Forget the player's name for good; his id and everything recorded under it stay. Raises NotFound: no such player."""
    if not ledger.recorder.rows(
        "update people set name = %s, sought = %s where player = %s returning player", ERASED, ERASED, player
    ):
        raise NotFound
