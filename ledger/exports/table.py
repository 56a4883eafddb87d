"""A statement as CSV (RFC 4180): CRLF, commas and UTF-8 unless something else is asked for, figures for machines, a row for the
opening, each line, each total, the closing.

The texts of people's own making are names, references and reasons. What a spreadsheet would take for a formula is disarmed in them,
and can be restored exactly: an apostrophe stands before every sign that could begin a formula, where a cell could begin (at the
beginning or after a separator), and before every apostrophe there.
"""

from __future__ import annotations

import csv
import io
import re
from codecs import BOM_UTF8
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import partial

from ledger.statements.whole import Whole
from ledger.statements.words import Wording
from ledger.store.times import utc_text
from ledger.words.figures import decimal

COLUMNS = (
    "record",
    "position",
    "line",
    "recorded_at",
    "effective_at",
    "kind",
    "words",
    "amount",
    "balance",
    "unit",
    "account",
    "counter_account",
    "stream",
    "step",
    "game",
    "table",
    "player",
    "name",
    "table_name",
    "game_number",
    "reference",
    "reason",
    "corrects",
    "dispute",
    "ruling",
)
SEPARATORS: Mapping[str, str] = {"comma": ",", "semicolon": ";", "tab": "\t"}
ENCODINGS = ("utf-8", "utf-8-bom", "windows-1251", "windows-1252")  # utf-8-bom: with the mark by which spreadsheets know it
_ARMED = re.compile(r"(^|[,;|\t\"])(?=[=+\-@'\uFF1D\uFF0B\uFF0D\uFF20])")
_DISARMED = re.compile(r"(^|[,;|\t\"])'")


def disarmed(text: str) -> str:
    """The text in a form that no spreadsheet takes for a formula.

    >>> disarmed('=1+1'), disarmed("a;@b"), disarmed("O'Neill"), disarmed("'s Gravesande")
    ("'=1+1", "a;'@b", "O'Neill", "''s Gravesande")
    """
    return _ARMED.sub(r"\1'", text)


def restored(text: str) -> str:
    """The text as it was before `disarmed`.

    >>> restored(disarmed("'=1;'+2"))
    "'=1;'+2"
    """
    return _DISARMED.sub(r"\1", text)


@dataclass(frozen=True, slots=True)
class Shape:
    """How the file is written: the word for the sign between two cells, and the encoding."""

    separator: str = "comma"
    encoding: str = "utf-8"

    @property
    def codec(self) -> str:
        """The encoding of all that comes after the mark."""
        return self.encoding.removesuffix("-bom")

    @property
    def mark(self) -> bytes:
        """What stands before everything else."""
        return BOM_UTF8 if self.encoding == "utf-8-bom" else b""

    def lacks(self, texts: Iterable[str]) -> str:
        """The first character that the encoding does not have, or nothing."""
        for text in texts:
            try:
                text.encode(self.codec)
            except UnicodeEncodeError as error:
                return text[error.start]
        return ""


def words(whole: Whole, wording: Wording) -> Iterator[str]:
    """Every text of the file that is not ASCII by itself."""
    yield from (whole.name or "", whole.unit, wording.say("opening"), wording.say("closing"))
    yield from (wording.kind(one.kind) for one in whole.within)
    yield from (wording.group(total.group) for total in whole.totals)
    for line in whole.lines():
        yield from (line.table_name or "", line.detail.reference or "", line.detail.reason or "")


def write(whole: Whole, wording: Wording, shape: Shape = Shape()) -> Iterator[bytes]:
    """The file. Times in UTC; the opening and the closing row hold the bounds of the period in the column of the time that orders
    the statement, empty where it is open."""
    wanted, row = whole.wanted, partial(_row, shape)
    yield shape.mark + row(COLUMNS)
    yield row(_summary(whole, "opening", wording.say("opening"), position="", bound=_bound(wanted.start), balance=whole.opening))
    for line in whole.lines():
        cells: Sequence[object] = (
            "line",
            line.position,
            line.line,
            utc_text(line.recorded_at),
            utc_text(line.effective_at),
            line.kind,
            wording.kind(line.kind),
            decimal(line.amount, whole.scale),
            decimal(line.balance, whole.scale),
            whole.unit,
            line.account,
            line.counter_account,
            line.stream,
            line.step,
            line.game or "",
            line.table or "",
            wanted.player,
            "",
            disarmed(line.table_name or ""),
            "" if line.game_number is None else line.game_number,
            disarmed(line.detail.reference or ""),
            disarmed(line.detail.reason or ""),
            "" if line.detail.corrects is None else line.detail.corrects,
            line.detail.dispute or "",
            "" if line.detail.ruling is None else line.detail.ruling,
        )
        yield row(cells)
    for total in whole.totals:
        yield row(_summary(whole, "total", wording.group(total.group), kind=total.group, amount=total.amount))
    last = str(wanted.position)
    yield row(_summary(whole, "closing", wording.say("closing"), position=last, bound=_bound(wanted.end), balance=whole.closing))


def _bound(moment: datetime | None) -> str:
    return "" if moment is None else utc_text(moment)


def _summary(
    whole: Whole,
    record: str,
    words: str,
    *,
    kind: str = "",
    position: str = "",
    bound: str = "",
    amount: int | None = None,
    balance: int | None = None,
) -> Sequence[object]:
    """A row that is no line. The name stands in the opening row."""
    recorded, effective = (bound, "") if whole.wanted.basis == "recorded" else ("", bound)
    figures = ["" if figure is None else decimal(figure, whole.scale) for figure in (amount, balance)]
    name = disarmed(whole.name or "") if record == "opening" else ""
    blank = ("",) * 6
    return (
        record,
        position,
        "",
        recorded,
        effective,
        kind,
        words,
        *figures,
        whole.unit,
        *blank,
        whole.wanted.player,
        name,
        *("",) * 7,
    )


def _row(shape: Shape, cells: Sequence[object]) -> bytes:
    text = io.StringIO()
    csv.writer(text, delimiter=SEPARATORS[shape.separator], lineterminator="\r\n").writerow(cells)
    return text.getvalue().encode(shape.codec)
