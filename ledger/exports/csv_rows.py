"""Rows as CSV, in the shape that was asked for."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable, Iterator, Sequence

from engine.saying import Saying
from ledger.exports.formats import NotHeld
from ledger.exports.table import SEPARATORS, Shape, disarmed


def written(rows: Iterable[Sequence[object]], shape: Shape) -> Iterator[bytes]:
    """The rows, CRLF at their ends. What people have written themselves must be `disarmed`. Raises NotHeld: the encoding lacks a
    character of them."""
    mark = shape.mark
    for row in rows:
        text = io.StringIO()
        csv.writer(text, delimiter=SEPARATORS[shape.separator], lineterminator="\r\n").writerow(row)
        if lacking := shape.lacks((text.getvalue(),)):
            says = Saying("The encoding {encoding} does not have the character {sign}.", encoding=shape.encoding, sign=lacking)
            raise NotHeld(says, ("json",))
        yield mark + text.getvalue().encode(shape.codec)
        mark = b""


def by_people(text: str | None) -> str:
    """What somebody has written, as a cell; empty where nobody has."""
    return disarmed(text or "")
