"""Bulk import of deposits: a CSV file with a line for each, many in one append; each is in once, known by its reference (WALLET-1).

A line that cannot be imported is named, and the rest goes on.
"""

from __future__ import annotations

import csv
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from hashlib import sha256
from itertools import islice
from typing import TYPE_CHECKING, TextIO

from engine.chips import MOST
from engine.room import commands
from engine.room.rulebook import WALLET_1
from engine.room.signs import hidden
from engine.room.words import LENGTH_MAX, fits
from engine.rules import RuleBroken
from engine.saying import Saying
from ledger.imports import register
from ledger.imports.encodings import BOM
from ledger.imports.outcomes import CHANGED, FAILED, IMPORTED, KNOWN, Outcome
from ledger.imports.players import Meant, Players
from ledger.imports.register import Registered
from ledger.money.backdating import in_time
from ledger.money.closing import still_open
from ledger.money.wallets import DEPOSIT, references_in_use, use_references
from ledger.orders.order import Answer, Caller, Order
from ledger.orders.permission import allow, has_role
from ledger.orders.rehearsal import Rehearsal
from ledger.store.codec import canonical
from ledger.store.errors import LedgerError, UnfitText
from ledger.store.ids import new_id, wallet_stream
from ledger.store.recorder import Along, Cursor
from ledger.store.times import moment_of, utc_text
from ledger.words.figures import smallest, written

if TYPE_CHECKING:
    from ledger.orders.app import Attempt, Ledger

WRITTEN, WHOLE = "amount", "smallest_units"  # an amount as people write it, or as the interface has it
REQUIRED, OPTIONAL = ("player", "reference"), ("at",)
COLUMNS = (*REQUIRED, *OPTIONAL)
BATCH = 200
LINE_LENGTH_MAX = 10_000
TOO_LONG = "\x00"
SEPARATORS = ",;\t"  # the first line tells which
_TOLD = re.compile(r"sep=([,;\t])\r?\n", re.IGNORECASE)  # what a spreadsheet may write before it
_UNITS = re.compile(r"[1-9][0-9]{0,30}")


class BadTable(LedgerError):
    """The file is not a table of deposits; the sentence says why."""


@dataclass(frozen=True, slots=True)
class Row:
    """A line of the file. line: its last one, from 1. player: as he is called there. at: when it was, UTC; None: now."""

    line: int
    player: str
    chips: int
    reference: str
    at: datetime | None

    def digest(self, player: str) -> str:
        """By what it is known, once it is clear who the player is."""
        at = None if self.at is None else utc_text(self.at)
        return sha256(canonical(["deposit", player, str(self.chips), self.reference, at])).hexdigest()


@dataclass(frozen=True, slots=True)
class Fault:
    """A line that is not a deposit."""

    line: int
    saying: Saying
    rule: str | None = None


def rows(text: TextIO, unit: str, scale: int) -> Iterator[Row | Fault]:
    """The deposits of a CSV file (RFC 4180, with a head; comma, semicolon or tab), one by one as they are read.

    unit, scale: of the club. Raises BadTable: it has not the columns player, amount or smallest_units, reference and, if any, at.
    """
    given = _short_lines(text)
    first, before = next(given, "").removeprefix(BOM), 0
    if told := _TOLD.fullmatch(first):
        first, before = next(given, ""), 1
    head, separator = _head(first, told[1] if told else SEPARATORS)
    reader = csv.reader(given, strict=True, delimiter=separator)
    while True:
        try:
            values = next(reader)
        except StopIteration:
            return
        except csv.Error as fault:
            yield Fault(reader.line_num + before + 1, Saying("This line is no CSV: {fault}.", fault=str(fault)))
            continue
        if values:
            yield _row(reader.line_num + before + 1, head, values, unit, scale)


def _head(line: str, separators: str) -> tuple[list[str], str]:
    """The columns that the first line names, and the separator by which it does. Raises BadTable."""
    for separator in separators:
        try:
            head = [name.strip().lower() for name in next(csv.reader([line], strict=True, delimiter=separator), [])]
        except csv.Error as fault:
            raise BadTable(Saying("The file is no CSV: {fault}.", fault=str(fault))) from None
        amounts = [name for name in head if name in {WRITTEN, WHOLE}]
        if len(set(head)) == len(head) and len(amounts) == 1 and set(REQUIRED) <= set(head) <= {*COLUMNS, *amounts}:
            return head, separator
    says = (
        "The first line names the columns, separated by commas, semicolons or tabs: {columns}, {written} or {whole}, and, where it"
        " is known, {at}."
    )
    raise BadTable(Saying(says, columns=", ".join(REQUIRED), written=WRITTEN, whole=WHOLE, at=OPTIONAL[0]))


def _short_lines(text: TextIO) -> Iterator[str]:
    """The lines; a mark in place of one that is far too long."""
    while line := text.readline(LINE_LENGTH_MAX):
        if len(line) < LINE_LENGTH_MAX or line.endswith("\n"):
            yield line
            continue
        while (line := text.readline(LINE_LENGTH_MAX)) and not line.endswith("\n"):
            pass
        yield TOO_LONG + "\n"


def _row(line: int, head: Sequence[str], values: Sequence[str], unit: str, scale: int) -> Row | Fault:
    if list(values) == [TOO_LONG]:
        return Fault(line, Saying("A line has at most {most} characters.", most=LINE_LENGTH_MAX))
    if len(values) != len(head):
        says = "This line has {values} values, and the first one names {columns} columns."
        return Fault(line, Saying(says, values=len(values), columns=len(head)))
    given = dict(zip(head, values, strict=True))
    at, moment = given.get("at", ""), None
    chips = _units(given[WHOLE], unit, scale) if WHOLE in given else written(given[WRITTEN], unit, scale, spelt_out=True)
    if isinstance(chips, Saying):
        return Fault(line, chips, WALLET_1.id)
    if not chips:
        return Fault(line, Saying("A deposit is more than zero."), WALLET_1.id)
    if not fits(given["reference"]):
        says = "A reference has 1 to {most} characters, and each deposit has one of its own."
        return Fault(line, Saying(says, most=LENGTH_MAX), WALLET_1.id)
    if sign := hidden(given["reference"]):
        return Fault(line, UnfitText(sign).saying, WALLET_1.id)
    if at and (moment := moment_of(at)) is None:
        return Fault(line, Saying("A time is written with its offset: 2026-03-01T20:00:00+01:00."))
    if not given["player"]:
        return Fault(line, Saying("Nobody is named here."))
    return Row(line, given["player"], chips, given["reference"], moment)


def _units(text: str, unit: str, scale: int) -> int | Saying:
    """An amount in smallest units."""
    if _UNITS.fullmatch(text) and int(text) <= MOST:
        return int(text)
    says = "Smallest units ({one}) are a whole number from 1 to 10^30, without sign, point or spaces."
    return Saying(says, one=smallest(unit, scale))


class DepositImport:
    """One run. caller: a cashier, or an admin, who alone may have players registered on the way. source: name of the file."""

    def __init__(self, ledger: Ledger, caller: Caller, players: Players, source: str) -> None:
        has_role(caller, "cashier", "admin")
        allow(caller.role == "admin" or not players.registers, "Only an admin may have players registered on the way.")
        self._ledger, self._caller, self._players, self._source = ledger, caller, players, source
        self._run, self._batches, self._dry = new_id(), 0, isinstance(ledger, Rehearsal)
        self._done: set[str] = set()  # by content and by reference: what this run has brought in, be it in rehearsal

    def take(self, given: Iterable[Row | Fault]) -> Iterator[Outcome]:
        """Import them all, some hundred in one append. Raises Conflict, Unavailable, OutcomeUnknown: it can be taken up later."""
        left = iter(given)
        while batch := list(islice(left, BATCH)):
            yield from self._batch(batch)

    def _batch(self, batch: Sequence[Row | Fault]) -> list[Outcome]:
        meant, faults = self._players.meant([one.player for one in batch if isinstance(one, Row)])
        told: dict[int, Outcome] = {}
        left: dict[int, Row] = {}
        for number, one in enumerate(batch):
            if isinstance(one, Fault):
                told[number] = Outcome(self._source, FAILED, one.saying, line=one.line, rule=one.rule)
            elif one.at is not None and (late := self._out_of_time(one)) is not None:
                told[number] = Outcome(self._source, FAILED, late.saying, line=one.line, rule=late.rule.id)
            elif one.player in faults:
                told[number] = Outcome(self._source, FAILED, faults[one.player].saying, line=one.line)
            else:
                left[number] = one
        told |= self._met(left, meant)
        if left := {number: row for number, row in left.items() if number not in told}:
            told |= self._append(left, meant)
        return [told[number] for number in range(len(batch))]

    def _met(self, rows: Mapping[int, Row], meant: Meant) -> dict[int, Outcome]:
        """The outcome of those rows that are already in, or whose references belong to others."""
        told: dict[int, Outcome] = {}
        digests = {number: row.digest(meant.ids[row.player]) for number, row in rows.items()}
        known = register.deposits(self._ledger, digests.values()) | (self._done & set(digests.values()))
        references = {row.reference for row in rows.values()}
        used = references_in_use(self._ledger, DEPOSIT, references) | {one for one in references if _used(one) in self._done}
        for number, row in rows.items():
            if digests[number] in known:
                told[number] = Outcome(self._source, KNOWN, Saying("This deposit is in."), meant.ids[row.player], row.line)
            elif row.reference in used:
                told[number] = self._taken(row)
            else:  # a line that comes twice in the file is in by the first
                known.add(digests[number])
                used.add(row.reference)
        return told

    def _append(self, left: Mapping[int, Row], meant: Meant) -> dict[int, Outcome]:
        """The outcome of these rows, in one append."""
        told: dict[int, Outcome] = {}
        kept: list[Row] = []
        new = meant

        def work(attempt: Attempt) -> None:
            nonlocal new
            told.clear()
            told.update(self._met(left, meant))
            told.update(self._closed(attempt, {number: row for number, row in left.items() if number not in told}))
            kept[:] = [row for number, row in left.items() if number not in told]
            new = meant.of([row.player for row in kept])
            new.register(attempt, self._ledger)
            for number, row in left.items():
                if number not in told:
                    told[number] = self._deposited(attempt, row, meant.ids[row.player])

        def items() -> dict[str, Registered]:
            found = ((row, meant.ids[row.player]) for row in kept)
            return {row.reference: Registered(row.digest(player), row.reference, player, own=False) for row, player in found}

        def beside(cursor: Cursor) -> None:
            new.entries(self._caller.subject)(cursor)
            use_references(DEPOSIT, {name: wallet_stream(one.became) for name, one in items().items()})(cursor)

        def along() -> Along:
            return register.entries(register.DEPOSIT, items().values())

        self._batches += 1
        self._ledger.execute(self._order(), work, beside=beside, along=along, from_memory=True)
        self._players.keep(new)
        for number, row in left.items():
            if told[number].status == IMPORTED:
                self._done |= {row.digest(meant.ids[row.player]), _used(row.reference)}
        return told

    def _closed(self, attempt: Attempt, rows: Mapping[int, Row]) -> dict[int, Outcome]:
        """DESK-3: the outcome of those rows whose time lies in a closed period."""
        told: dict[int, Outcome] = {}
        for number, row in rows.items():
            try:
                if row.at is not None:
                    still_open(attempt, row.at)
            except RuleBroken as closed:
                told[number] = Outcome(self._source, FAILED, closed.saying, line=row.line, rule=closed.rule.id)
        return told

    def _deposited(self, attempt: Attempt, row: Row, player: str) -> Outcome:
        attempt.act(wallet_stream(player), commands.Deposit(row.chips, row.reference), row.at)
        if self._dry:
            return Outcome(self._source, IMPORTED, Saying("Can be deposited; nothing was kept."), line=row.line, events=1)
        return Outcome(self._source, IMPORTED, Saying("Deposited."), player, row.line, events=1)

    def _out_of_time(self, row: Row) -> RuleBroken | None:
        """WALLET-5: why the deposit cannot have been at its time."""
        try:
            in_time(replace(self._order(), effective_at=row.at), self._ledger.clock())
        except RuleBroken as broken:
            return broken
        return None

    def _taken(self, row: Row) -> Outcome:
        says = (
            "The reference {reference} belongs to a deposit that is in, with another player, amount or time; nothing was "
            "changed. Another deposit needs another reference."
        )
        return Outcome(self._source, CHANGED, Saying(says, reference=row.reference), line=row.line, rule=WALLET_1.id)

    def _order(self) -> Order:
        key, answered = f"import-{self._run}-{self._batches}", Answer(201, b"{}")
        return Order(self._caller, key, key.encode(), lambda _: answered, lambda _: Answer(409, b"{}"), imports=True)


def _used(reference: str) -> str:
    """A reference as it stands among digests, which are hexadecimal."""
    return f"reference {reference}"
