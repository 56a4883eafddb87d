"""How a record is recognised, by its content; and the lines at which faults in it are reported."""

import re
from hashlib import sha256

from engine.record import is_typed
from engine.record.checks import checked
from engine.record.lines import quoted
from engine.record.reading import TYPED_LINE
from engine.record.writing import ACTS, FORMAT, SEATS

HEAD_LENGTH = 1000
_HEAD = re.compile(r'^(table) = "([^"\\\x00-\x1f\x7f]+)"$|^(number) = ([1-9][0-9]{0,8})$', re.MULTILINE)
FORMAT_LINE = f"format = {quoted(FORMAT)}"


def digest_of(text: str) -> str:
    """SHA-256 (hex) of a record as it is written with its checks, so one that was typed is the same game as one that was given."""
    if is_typed(text):
        lines = [FORMAT_LINE if line == TYPED_LINE else line for line in text.split("\n")[:-1]]
        text = "".join(f"{line}\n" for line in checked(lines))
    return sha256(text.encode("utf-8", "surrogatepass")).hexdigest()


def game_of(text: str) -> str:
    """The id of the game, as the record names it at its beginning; "" if that cannot be read."""
    found = {one[0] or one[2]: one[1] or one[3] for one in _HEAD.findall(text, 0, HEAD_LENGTH)}
    return f"{found['table']}-{found['number']}" if len(found) == 2 else ""


def line_of(text: str, seat: int | None, act: int | None) -> int:
    """The line of a record, from 1: of the row of a seat, of an act counted from 0, or else its first."""
    lines = text.split("\n")
    if seat is not None:
        first = lines.index(SEATS[1]) + 1
        return next((number + 1 for number, line in enumerate(lines[first:], first) if line.startswith(f"{seat} = ")), first)
    if act is not None:
        return lines.index(ACTS[1]) + len(ACTS) + act
    return 1
