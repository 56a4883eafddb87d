"""Statements of all players for one month, as one ZIP: numbered, with a list of them."""

from __future__ import annotations

import io
import zipfile
from collections.abc import Iterable, Iterator
from contextlib import ExitStack
from dataclasses import dataclass
from datetime import date
from tempfile import SpooledTemporaryFile
from typing import IO, TYPE_CHECKING

from engine.saying import Saying
from ledger.books.balances import everybody
from ledger.books.moments import Basis
from ledger.books.period import BadPeriod
from ledger.exports.csv_rows import by_people, written
from ledger.exports.formats import FORMATS, export
from ledger.exports.table import Shape
from ledger.statements.whole import whole
from ledger.statements.words import Wording
from ledger.store.times import calendar_day
from ledger.words.figures import decimal

if TYPE_CHECKING:
    from ledger.orders.app import Ledger

IN_MEMORY = 8_000_000  # bytes of the archive that are held there; a greater one is on the disk
PLAYERS_MAX = 5_000
PIECE = 1 << 16
COLUMNS = ("number", "file", "player", "name", "opening", "closing", "lines", "unit", "position")


@dataclass(frozen=True, slots=True)
class Month:
    """[start, end): its first day, and that of the month after it."""

    start: date
    end: date

    @property
    def name(self) -> str:
        """As in "2026-03"."""
        return f"{self.start:%Y}".rjust(4, "0") + f"-{self.start.month:02}"


def month_of(text: str) -> Month:
    """The month that a text such as "2026-03" names. Raises BadPeriod."""
    start = calendar_day(f"{text}-01")
    if start is None:
        raise BadPeriod("month", "Must be a month, such as 2026-03.")
    if (start.year, start.month) == (date.max.year, date.max.month):
        raise BadPeriod("month", "This month has no end within the calendar.")
    return Month(start, date(start.year + start.month // 12, start.month % 12 + 1, 1))


def write(
    ledger: Ledger, month: Month, form: str, wording: Wording, *, tz: str = "UTC", basis: Basis = "recorded", scope: str = "all"
) -> IO[bytes]:
    """The archive, to be read from its beginning. Of everybody who had chips at the beginning or the end of the month, or in it: in
    the order of their ids, numbered "2026-03-0001" and so on. `list.csv` tells who is which.

    The same month of the same books is always the same archive. Wait first: ("journal",). Raises BadPeriod, NotHeld, DoesNotAddUp.
    """
    people, _ = everybody(ledger)
    if len(people) > PLAYERS_MAX:
        raise BadPeriod("month", Saying("An archive holds the statements of at most {most} players.", most=PLAYERS_MAX))
    with ExitStack() as unfinished:
        made: IO[bytes] = unfinished.enter_context(SpooledTemporaryFile(IN_MEMORY))
        _fill(made, ledger, month, form, wording, [one.player for one in people], tz=tz, basis=basis, scope=scope)
        unfinished.pop_all()
    made.seek(0, io.SEEK_SET)
    return made


def _fill(
    made: IO[bytes],
    ledger: Ledger,
    month: Month,
    form: str,
    wording: Wording,
    players: Iterable[str],
    *,
    tz: str,
    basis: Basis,
    scope: str,
) -> None:
    listed: list[tuple[object, ...]] = [COLUMNS]
    with zipfile.ZipFile(made, "w", zipfile.ZIP_DEFLATED) as archive:
        for player in players:
            told = whole(ledger, player, start=month.start, end=month.end, tz=tz, basis=basis, scope=scope)
            if not (told.count or told.opening or told.closing):
                continue
            number = f"{month.name}-{len(listed):04}"
            file = f"{number}-{player}.{FORMATS[form].suffix}"
            with archive.open(_entry(file), "w") as entry:
                for piece in export(told, form, wording):
                    entry.write(piece)
            figures = (decimal(told.opening, told.scale), decimal(told.closing, told.scale))
            listed.append((number, file, player, by_people(told.name), *figures, told.count, told.unit, told.wanted.position))
        archive.writestr(_entry("list.csv"), b"".join(written(listed, Shape(encoding="utf-8-bom"))))


def _entry(name: str) -> zipfile.ZipInfo:
    """A file in the archive. Its time says nothing: the same statements are the same archive."""
    entry = zipfile.ZipInfo(name, (1980, 1, 1, 0, 0, 0))
    entry.compress_type, entry.external_attr = zipfile.ZIP_DEFLATED, 0o644 << 16
    return entry


def pieces(made: IO[bytes]) -> Iterator[bytes]:
    """The archive, piece by piece; closed at its end."""
    with made:
        while piece := made.read(PIECE):
            yield piece
