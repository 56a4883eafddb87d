"""Who may read whose name; and what somebody means who names a player, a table, a game or a dispute in words.

A name of a person is for the staff, for himself and for who sat with him at a table; a room's server reads those of the players
whom it has registered. Nothing is decided on a name: it leads to an id, or to the candidates.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from contextlib import suppress
from dataclasses import dataclass
from typing import TYPE_CHECKING

from engine.room.signs import harmless
from engine.saying import Saying
from ledger.people import people
from ledger.people.folding import folded
from ledger.projections.model import rows
from ledger.store.errors import LedgerError, NotFound, NotYet
from ledger.store.ids import dispute_stream, table_stream, wallet_stream

if TYPE_CHECKING:
    from ledger.orders.app import Ledger
    from ledger.orders.order import Caller

CANDIDATES_MAX = 20
NAMES_OF_TABLES = "select table_id, name from {tables} where table_id = any(%s)"
NEVER = 2**63 - 1
TABLES = ("tables",)  # the models that a name of a table, a game or a dispute is looked for in
_GAME = re.compile(r"(.+?)[\s,#№-]+([1-9][0-9]{0,8})")
_DISPUTE = re.compile(r"(.+?)[\s,#№-]+([1-9][0-9]{0,8})[\s,#№/.-]+([1-9][0-9]{0,3})")


@dataclass(frozen=True, slots=True)
class Candidate:
    """What may be meant. about: what tells it from the others, "" where nothing does."""

    id: str
    name: str
    about: str


class Ambiguous(LedgerError):
    """A name that several have. candidates: the first CANDIDATES_MAX of them; more: there are others."""

    def __init__(self, name: str, candidates: list[Candidate], *, more: bool) -> None:
        self.candidates, self.more = candidates, more
        super().__init__(Saying("{name} may be more than one: say which by its id.", name=name))


def names_for(ledger: Ledger, caller: Caller, players: Iterable[str | None]) -> dict[str, str]:
    """The names of those of these players whose name the caller may read, by id; without those who have none. Model "tables"."""
    wanted = sorted({player for player in players if player is not None})
    if caller.player is not None:
        wanted = _met(ledger, caller.player, wanted)
    elif caller.role == "room":
        return people.registered(ledger, caller.subject, wanted)
    return people.names(ledger, wanted) if wanted else {}


def _met(ledger: Ledger, player: str, others: Iterable[str]) -> list[str]:
    """Those of the others who ever sat at a table while this player did; he himself is one of them."""
    try:
        found = rows(
            ledger,
            "select distinct o.player from {sittings} m join {sittings} o on o.table_id = m.table_id"
            " and o.since < coalesce(m.until, %s) and coalesce(o.until, %s) > m.since where m.player = %s and o.player = any(%s)",
            (NEVER, NEVER, player, list(others)),
        )
    except NotYet:
        found = []  # no runner has made the read models so far: nobody is known to have met anybody
    return [who for (who,) in found] + [other for other in others if other == player]


def tables_named(ledger: Ledger, tables: Iterable[str | None]) -> dict[str, str]:
    """The names of these tables, by id; by the model "tables", and of those that it has not got yet by their events."""
    wanted = sorted({table for table in tables if table is not None})
    found: list[tuple[str, str]] = []
    with suppress(NotYet):  # no runner has made the read models so far
        found = [(row[0], row[1]) for row in rows(ledger, NAMES_OF_TABLES, (wanted,))] if wanted else []
    late = set(wanted) - {table for table, _ in found}
    found += [(table, ledger.load(table_stream(table)).state.name) for table in sorted(late)]
    return {table: harmless(name) for table, name in found if name}


def player_named(ledger: Ledger, text: str, *, whole: bool = False) -> str:
    """The id of the player who is meant: by his id, by his name, or by a part of it. whole: by no mere part, for whoever changes
    something. Raises Ambiguous; NotFound: nobody is."""
    if ledger.history(wallet_stream(text)):
        return text
    sought = folded(text)
    found = [one for one in people.listed(ledger, limit=CANDIDATES_MAX + 1, sought=text) if one.name] if sought else []
    called = people.called_alike(ledger, sought) if sought else []
    several = [Candidate(one.player, one.name or "", "") for one in (called or ([] if whole else found))]
    return _one(text, several, Saying("There is no player {player}.", player=text))


def table_named(ledger: Ledger, text: str, number: int | None = None) -> str:
    """The id of the table that is meant, by its id, its name or a part of it; number: one at which a game of this number began.

    Model "tables", and with a number "games". Raises Ambiguous, NotFound.
    """
    if ledger.history(table_stream(text)):
        return text
    begun = "exists (select from {games} g where g.table_id = t.table_id and g.number = %s)"
    found = rows(
        ledger,
        "select t.table_id, t.name, t.opened_at, t.status, t.sought = %s alike from {tables} t where position(%s in t.sought) > 0"
        f" and (%s::int is null or {begun}) order by alike desc, t.opened desc limit %s",
        (folded(text), folded(text), number, number, CANDIDATES_MAX + 1),
    )
    exact = [row for row in found if row[4]] or found
    several = [Candidate(row[0], harmless(row[1]), f"{row[3]}, {row[2]:%Y-%m-%d %H:%M}") for row in exact] if folded(text) else []
    return _one(text, several, Saying("There is no table {table}.", table=text))


def game_named(ledger: Ledger, text: str) -> str:
    """The id of the game that is meant: by its id, or by the name of its table and its number, as in "Friday 3".

    Models "tables" and "games". Raises Ambiguous, NotFound.
    """
    if ledger.history(f"game-{text}"):
        return text
    parts = _GAME.fullmatch(text.strip())
    if parts is None:
        raise NotFound(Saying("There is no game {game}.", game=text))
    game = f"{table_named(ledger, parts[1], int(parts[2]))}-{parts[2]}"
    if not ledger.history(f"game-{game}"):
        raise NotFound(Saying("There is no game {game}.", game=text))
    return game


def dispute_named(ledger: Ledger, text: str) -> str:
    """The id of the dispute that is meant: by its id, or by the name of its table, the number of the game and its own, as in
    "Friday 3-1". Models "tables" and "games". Raises Ambiguous, NotFound."""
    if ledger.history(dispute_stream(text)):
        return text
    parts = _DISPUTE.fullmatch(text.strip())
    dispute = None if parts is None else f"{table_named(ledger, parts[1], int(parts[2]))}-{parts[2]}-{parts[3]}"
    if dispute is None or not ledger.history(dispute_stream(dispute)):
        raise NotFound(Saying("There is no dispute {dispute}.", dispute=text))
    return dispute


def _one(text: str, several: list[Candidate], none: Saying) -> str:
    if not several:
        raise NotFound(none)
    if len(several) > 1:
        raise Ambiguous(text, several[:CANDIDATES_MAX], more=len(several) > CANDIDATES_MAX)
    return several[0].id


def actor_named(ledger: Ledger, text: str) -> str:
    """The id by which events name a person of the staff: of whoever holds a key of this name, or of a name that begins so; else the
    text itself. Raises Ambiguous."""
    statement = "select distinct on (subject) subject, name, role from keys where role <> all(%s) order by subject, issued_at desc"
    holders = ledger.recorder.rows(statement, ["player", "room"])
    if any(text == subject for subject, _, _ in holders):
        return text
    sought = folded(text)
    begun = [Candidate(subject, harmless(name), role) for subject, name, role in holders if folded(name).startswith(sought)]
    alike = [one for one in begun if folded(one.name) == sought] or begun
    return _one(text, alike, Saying("There is no player {player}.", player=text)) if alike and sought else text


def staff_named(ledger: Ledger, subjects: Iterable[str]) -> Mapping[str, str]:
    """What the keys of these holders are for, in words: of each the last that was made. For the staff alone."""
    wanted = list(dict.fromkeys(subjects))
    statement = "select distinct on (subject) subject, name from keys where subject = any(%s) order by subject, issued_at desc"
    return {who: harmless(name) for who, name in ledger.recorder.rows(statement, wanted)} if wanted else {}
