"""Names of people, which are nowhere else: events hold opaque ids, so a name can be erased and nothing recorded changes."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from engine.room.words import LENGTH_MAX, fits
from engine.saying import Saying
from ledger.store.errors import LedgerError, NotFound

if TYPE_CHECKING:
    from ledger.orders.app import Ledger

ERASED = ""


class UnfitName(LedgerError):
    """A name that is blank, too long, or holds what is no character."""

    sentence = Saying("A name has 1 to {most} characters, without control characters.", most=LENGTH_MAX)


@dataclass(frozen=True, slots=True)
class Person:
    """name: None once it was erased."""

    player: str
    name: str | None


def fit(name: str) -> None:
    """Raises UnfitName unless this can be a name."""
    if not fits(name):
        raise UnfitName


def entry(player: str, name: str, registrar: str) -> Callable[[Any], None]:
    """What is written beside the event that registers the player, in the same transaction. registrar: who registers him."""

    def write(cursor: Any) -> None:
        cursor.execute("insert into people (player, name, registrar) values (%s, %s, %s)", (player, name, registrar))

    return write


def name_of(ledger: Ledger, player: str) -> str | None:
    """The player's name; None if it was erased, or there is no such player."""
    return names(ledger, (player,)).get(player)


def names(ledger: Ledger, players: Iterable[str]) -> dict[str, str]:
    """The names of these players, by id; without those who have none."""
    statement = "select player, name from people where player = any(%s) and name <> %s"
    return dict(ledger.recorder.rows(statement, list(players), ERASED))


def called(ledger: Ledger, names: Iterable[str]) -> dict[str, list[str]]:
    """The ids of the players who have these names, by name; several can have the same one."""
    statement = "select name, player from people where name = any(%s) and name <> %s order by player"
    found: dict[str, list[str]] = {}
    for name, player in ledger.recorder.rows(statement, list(names), ERASED):
        found.setdefault(name, []).append(player)
    return found


def listed(ledger: Ledger, after: str = "", limit: int = 100) -> list[Person]:
    """Players in the order of their ids, from behind `after`."""
    rows = ledger.recorder.rows("select player, name from people where player > %s order by player limit %s", after, limit)
    return [Person(player, name or None) for player, name in rows]


def registrar(ledger: Ledger, player: str) -> str | None:
    """The subject that registered this player, which never changes; None if there is no such player."""
    rows = ledger.recorder.rows("select registrar from people where player = %s", player)
    return str(rows[0][0]) if rows else None


def erase(ledger: Ledger, player: str) -> None:
    """Forget the player's name for good; his id and everything recorded under it stay. Raises NotFound: no such player."""
    if not ledger.recorder.rows("update people set name = %s where player = %s returning player", ERASED, player):
        raise NotFound
