"""Tables for imported games: of the import's own, one for each table and house rules of the records; or one that is given."""

from __future__ import annotations

from base64 import b32encode
from collections.abc import Sequence
from hashlib import sha256
from typing import TYPE_CHECKING

from engine.plain import JsonObject
from engine.record import Record
from engine.room import commands
from engine.room.rulebook import TABLE_1
from engine.room.signs import hidden
from engine.room.table import Table
from engine.room.words import LENGTH_MAX, fits
from engine.saying import Saying
from ledger.imports.outcomes import Unimportable
from ledger.store.codec import canonical
from ledger.store.ids import ID_BYTES, table_stream

if TYPE_CHECKING:
    from ledger.orders.app import Attempt, Ledger

NAME = "Imported"


class OwnTables:
    """The tables that imports open. Their ids follow from what is played at them, so an import that is taken up finds them again.

    used: those that have got a game in this run, or have one that this run met.
    """

    def __init__(self, ledger: Ledger, stewards: Sequence[str]) -> None:
        self._ledger, self._stewards = ledger, stewards
        self._numbers: dict[str, int] = {}
        self.used: set[str] = set()

    def open(self, attempt: Attempt, record: Record) -> str:
        """The table for the games of the record's table by its house rules: the open one, or the next one. Raises RuleBroken."""
        begin = record.begin
        house = record.kind.plain(begin.house)
        about = sha256(canonical([record.kind.name, begin.table, house])).hexdigest()
        number = self._numbers.get(about, 1)
        while (table := self._at(attempt, about, number)).closed or table.ended:
            number += 1
        self._numbers[about] = number
        name = _id(about, number)
        if not table.id:
            self._make(attempt, name, record, house)
        return name

    def _at(self, attempt: Attempt, about: str, number: int) -> Table:
        state: Table = attempt.read(table_stream(_id(about, number))).state
        return state

    def _make(self, attempt: Attempt, name: str, record: Record, house: JsonObject) -> None:
        begin, caller = record.begin, attempt.order.caller
        called = f"{NAME}: {begin.table}"[:LENGTH_MAX]
        command = commands.OpenTable(
            table=name,
            name=called if fits(called) and not hidden(called) else NAME,
            game=record.kind.name,
            house=house,
            seats=begin.house.players_max,
            ends_at=None,
            stewards=tuple(dict.fromkeys((*((caller.subject,) if caller.role == "steward" else ()), *self._stewards))),
            unit=self._ledger.unit,
            scale=self._ledger.scale,
        )
        attempt.act(table_stream(name), command)


def _id(about: str, number: int) -> str:
    """An id as others are, but the same for the same table of records."""
    return b32encode(sha256(f"import\n{about}\n{number}".encode()).digest()[:ID_BYTES]).decode().lower()


def fit(table: Table, record: Record) -> None:
    """Raises Unimportable, unless the table that was given plays the record's game by the record's house rules."""
    kind, house = record.kind, record.begin.house
    if table.game != kind.name:
        says = "At this table {game} is played, and the record is of {other}."
        raise Unimportable(Saying(says, game=table.game, other=kind.name), rule=TABLE_1.id)
    theirs, ours = kind.plain(house), kind.plain(kind.house_rules(table.house))
    differs = next((option for option in theirs if option != "preset" and theirs[option] != ours[option]), None)
    if differs is not None:
        says = "The record was played with {option} {theirs}, and this table plays with {ours}."
        raise Unimportable(Saying(says, option=differs, theirs=theirs[differs], ours=ours[differs]), rule=TABLE_1.id)
