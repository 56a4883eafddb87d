"""What a table and its games must agree on: who deals, who sits with how much, the house rules, and what the game gave back.

A game begins as the table stands then, and the table goes on as the game has ended. Kept in memory: open tables, and games of which
only one side has been read.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import asdict, dataclass

from engine.declared import Happened, declared
from engine.deeds import Ends, begins, ends
from engine.games import KINDS
from engine.room.events import GameBegun, GameFinished
from engine.room.table import Table
from engine.saying import Saying
from ledger.audits.findings import FAULT, GAMES, Finding
from ledger.audits.judging import Judged
from ledger.audits.rederive import CAN_NOT_BE
from ledger.orders.order import IMPORT
from ledger.store.envelope import Envelope, Kept
from ledger.store.errors import Unreadable
from ledger.store.ids import game_stream
from ledger.store.kinds import decider

# What a game has not begun with, by the field of its first event.
BEGUN = {
    "dealer": Saying("The game does not begin with the dealer of its table."),
    "seats": Saying("The game does not begin with the seats and stacks of its table."),
    "house": Saying("The game does not begin with the house rules of its table."),
    "unit": Saying("The game does not begin with the unit of its table."),
}
TABLE = decider("table")


@dataclass(frozen=True, slots=True)
class _Finished:
    how: str
    stacks: tuple[tuple[int, str, int], ...]
    next_dealer: int | None
    left: tuple[int, ...]


class Sittings:
    """Takes in the events of tables, in order, and the games as they are judged, each after the event that has begun it."""

    def __init__(self) -> None:
        self._tables: dict[str, Table | None] = {}  # None: its history cannot be followed
        self._begun: dict[str, tuple[Table, bool]] = {}  # and whether the game was imported
        self._finished: dict[str, list[tuple[_Finished, int | None]]] = {}  # as the table tells it, with the position
        self._ended: dict[str, list[tuple[int, Happened]]] = {}  # as the game does: the step and its event

    def resume(self, stream: str, at: Table) -> None:
        """Take the table as it stands here; its next events are read from there."""
        self._tables[stream] = at

    def standing(self, stream: str) -> Table | None:
        """The table as it stands after what was seen of it; None: closed, or its history cannot be followed."""
        return self._tables.get(stream)

    def see(self, decode: Callable[[Kept], Envelope], row: Kept) -> Iterator[Finding]:
        """The next event of a table."""
        name = row.stream
        before = self._tables.get(name, TABLE.initial)
        if before is None:
            return
        try:
            envelope = decode(row)
            event = envelope.event
            after: Table = TABLE.evolve(before, event)
        except (Unreadable, *CAN_NOT_BE):
            self._tables[name] = None  # the audit of the money names it
            return
        if isinstance(event, GameBegun):
            self._begun[game_stream(before.id, event.number)] = after, envelope.via == IMPORT
        elif isinstance(event, GameFinished):
            yield from self._gave_back(game_stream(before.id, event.number), _finished(event), row.position)
        if after.closed:
            self._tables.pop(name, None)
        else:
            self._tables[name] = after

    def judge(self, game: Judged) -> Iterator[Finding]:
        """The game, against what its table knows of it."""
        begun, stream = self._begun.pop(f"game-{game.game}", None), f"game-{game.game}"
        if begun is not None and game.begun is not None:
            yield from _as_it_stood(game, *begun)
        finished = self._finished.pop(stream, [])
        for (step, event), (told, position) in zip(game.ends, finished, strict=False):
            yield from _alike(game.game, event, told, step, position)
        if rest := game.ends[len(finished) :]:
            self._ended[stream] = list(rest)

    def _gave_back(self, stream: str, told: _Finished, position: int | None) -> Iterator[Finding]:
        if ended := self._ended.get(stream):
            step, event = ended.pop(0)
            if not ended:
                del self._ended[stream]
            yield from _alike(stream.removeprefix("game-"), event, told, step, position)
        else:
            self._finished.setdefault(stream, []).append((told, position))


def _finished(event: Ends | GameFinished) -> _Finished:
    return _Finished(event.how, tuple((one.seat, one.player, one.chips) for one in event.stacks), event.next_dealer, event.left)


def _as_it_stood(game: Judged, at: Table, imported: bool) -> Iterator[Finding]:
    """An imported game has the dealer of its record: its table was never sat at."""
    event = game.begun
    if event is None:
        return
    known = declared(event)
    if not begins(event):
        return
    seated = tuple((seat, at.players[seat], at.stacks[seat]) for seat in at.playing)
    found = tuple((one.seat, one.player, one.stack) for one in event.seats)
    for field, expected, stored in (
        ("dealer", event.dealer if imported else at.next_dealer, event.dealer),
        ("seats", seated, found),
        ("house", at.house, KINDS[known.family].plain(event.house)),
        ("unit", (at.unit, at.scale), (event.unit, event.scale)),
    ):
        if expected != stored:
            says = BEGUN[field]
            due, told = _apart(expected, stored)
            yield Finding(GAMES, FAULT, "differs", known.rule(event, field), game.game, 1, due, told, says, derived=True)


def _apart(expected: object, found: object) -> tuple[str, str]:
    """Both in words; of two mappings only what differs."""
    if isinstance(expected, dict) and isinstance(found, dict):
        names = [name for name in {**expected, **found} if expected.get(name) != found.get(name)]
        return tuple(", ".join([f"{name} {of.get(name)}" for name in names]) for of in (expected, found))  # type: ignore[return-value]
    return str(expected), str(found)


def _alike(game: str, ended: Happened, told: _Finished, step: int, position: int | None) -> Iterator[Finding]:
    rules = declared(ended)
    if not ends(ended):
        return
    due = _finished(ended)
    if due != told:
        says = Saying("The table goes on otherwise than the game has ended.")
        ours, theirs = asdict(due), asdict(told)
        rule = rules.rule(due, next(name for name, value in ours.items() if value != theirs[name]))
        expected, found = _apart(ours, theirs)
        yield Finding(GAMES, FAULT, "differs", rule, game, step, expected, found, says, position, derived=True)
