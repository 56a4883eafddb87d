"""In which encoding a file is: told by its first bytes or by whoever imports it, never guessed. A file of another one is refused
with the line and with what it looks like."""

from __future__ import annotations

import codecs
import re
from collections.abc import Mapping
from io import TextIOWrapper
from typing import BinaryIO, TextIO

from engine.saying import Saying
from ledger.store.errors import LedgerError

# Name -> codec; each of them takes the mark at the beginning (BOM) for what it is.
ENCODINGS: Mapping[str, str] = {"utf-8": "utf-8-sig", "utf-16": "utf-16", "windows-1251": "cp1251", "windows-1252": "cp1252"}
UTF_8 = "utf-8"
BOM = "\ufeff"
SHOWN_MAX = 40
_UTF_16 = (codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)
_CYRILLIC = re.compile("[А-Яа-яЁё]")
_LETTERS = re.compile("[À-ÿ]")


class BadEncoding(LedgerError):
    """The file is not in the encoding in which it was read; the sentence says where, and what it looks like."""


def opened(raw: BinaryIO, encoding: str | None) -> TextIO:
    """The text of a file, from its beginning. encoding: one of ENCODINGS; None: UTF-8, or UTF-16 if the first bytes say so.

    The whole file is looked through first, so nothing of one that cannot be read is imported. Raises BadEncoding.
    """
    chosen = encoding or ("utf-16" if raw.read(2) in _UTF_16 else UTF_8)
    raw.seek(0)
    decoder = codecs.getincrementaldecoder(ENCODINGS[chosen])()
    line = 1
    try:
        for piece in raw:
            decoder.decode(piece)
            line += 1
        decoder.decode(b"", final=True)
    except UnicodeError:
        raise BadEncoding(_fault(line, piece, chosen)) from None
    raw.seek(0)
    return TextIOWrapper(raw, encoding=ENCODINGS[chosen], newline="")


def no_utf_8(raw: bytes) -> Saying:
    """What is to be said of bytes that should be UTF-8 and are not."""
    if raw.startswith(_UTF_16):
        return Saying("This is UTF-16 and not UTF-8: save the file as UTF-8.")
    looks = _looks(raw)
    return Saying("This is not UTF-8, it looks like {encoding}: save the file as UTF-8.", encoding=looks) if looks else NO_UTF_8


NO_UTF_8 = Saying("This is not UTF-8.")


def _fault(line: int, piece: bytes, chosen: str) -> Saying:
    looks = _looks(piece) if chosen == UTF_8 else None
    if looks is None:
        return Saying("Line {line} is not {chosen}; encodings are {known}.", line=line, chosen=chosen, known=", ".join(ENCODINGS))
    seen = piece.decode(ENCODINGS[looks], "replace").strip()[:SHOWN_MAX]
    says = "Line {line} is not UTF-8. It looks like {encoding}: “{seen}”. If that is right, name this encoding."
    return Saying(says, line=line, encoding=looks, seen=seen)


def _looks(raw: bytes) -> str | None:
    """The encoding in which most of what is no ASCII would be letters of one script; None: in none."""
    high = sum(byte > 0x7F for byte in raw)
    for encoding, letters in (("windows-1251", _CYRILLIC), ("windows-1252", _LETTERS)):
        found = len(letters.findall(raw.decode(ENCODINGS[encoding], "replace")))
        if high and 2 * found > high and (encoding != "windows-1251" or found > 1):
            return encoding
    return None
