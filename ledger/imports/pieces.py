"""A file of one or many game records, cut into records as it is read; nothing but the record at hand is kept in memory."""

from __future__ import annotations

import re
from codecs import BOM_UTF8
from collections.abc import Iterator
from dataclasses import dataclass
from io import BytesIO
from itertools import chain
from typing import BinaryIO

from engine.record.page import LENGTH_MAX, TOO_LONG
from engine.record.writing import HEAD
from engine.saying import Saying
from ledger.imports.encodings import no_utf_8
from ledger.imports.identity import game_of

BYTES_MAX = 4 * LENGTH_MAX  # in UTF-8 a character has at most four bytes
LINE_BYTES = AT_ONCE = 1 << 16  # longer lines, and files, are read so much at a time
# A record begins at its first line; where that one is missing, at one of the next two.
_BEGINS = (*[line.encode() for line in HEAD], b'format = "cardledger game record')
_SECOND = re.compile(rb"^(?:" + b"|".join(map(re.escape, _BEGINS)) + rb")", re.MULTILINE)


@dataclass(frozen=True, slots=True)
class Piece:
    """One record as it came, not looked at yet.

    source: the name it goes by. line: of the file, at which it begins, from 1. text: None if it cannot be read, and why: `says`.
    size: bytes of the file that it took. fault: line of the file at which it cannot be read.
    """

    source: str
    line: int
    text: str | None
    size: int
    fault: int = 0
    says: Saying = TOO_LONG


def pieces(name: str, stream: BinaryIO) -> Iterator[Piece]:
    """The records of a file, in order. name: what the file is called, in an import of several as a path. A single record goes by
    the name of its file. One of many also by its table and number, or, if these cannot be read, by the line at which it begins; so
    records that are put into the file later do not change the names of the others.
    """
    alone = True
    for line, raw, size, last in _cut(stream):
        alone = alone and last
        yield _piece(name, line, raw, size, alone=alone)


def pieces_of(name: str, text: str) -> Iterator[Piece]:
    """The same of a text that is in memory."""
    return pieces(name, BytesIO(text.encode("utf-8", "surrogatepass")))


def _cut(stream: BinaryIO) -> Iterator[tuple[int, bytes | None, int, bool]]:
    """(line at which it begins, its bytes or None if there are too many, how many there are, whether it is the last one)."""
    start = stream.read(AT_ONCE).removeprefix(BOM_UTF8)
    if len(start) < AT_ONCE and not _SECOND.search(start, start.find(b"\n[") + 1):
        # One short record, as most files are.
        if start:
            yield 1, start, len(start), True
        return
    kept: list[bytes] = []
    size, begins, number, inside, whole_line = 0, 1, 1, False, True
    for line in chain(BytesIO(start), iter(lambda: stream.readline(LINE_BYTES), b"")):
        if inside and whole_line and line.startswith(_BEGINS):
            yield begins, _joined(kept, size), size, False
            kept, size, begins, inside = [], 0, number, False
        inside = inside or (whole_line and line.startswith(b"["))
        size += len(line)
        if size <= BYTES_MAX:
            kept.append(line)
        whole_line = line.endswith(b"\n")
        number += whole_line
    if size:
        yield begins, _joined(kept, size, last=True), size, True


def _joined(kept: list[bytes], size: int, *, last: bool = False) -> bytes | None:
    """The bytes of a record; empty lines between records belong to neither."""
    if size > BYTES_MAX:
        return None
    while not last and kept and kept[-1] == b"\n":
        kept.pop()
    return b"".join(kept)


def _piece(name: str, line: int, raw: bytes | None, size: int, *, alone: bool) -> Piece:
    if raw is None:
        return Piece(_named(name, line, "", alone=alone), line, None, size, line, TOO_LONG)
    try:
        text = raw.decode("utf-8")
    except UnicodeDecodeError as fault:
        at = line + raw[: fault.start].count(b"\n")
        return Piece(_named(name, line, "", alone=alone), line, None, size, at, no_utf_8(raw))
    return Piece(_named(name, line, text, alone=alone), line, text, size)


def _named(name: str, line: int, text: str, *, alone: bool) -> str:
    if alone:
        return name
    return f"{name}#{game_of(text) or f'line {line}'}"
