"""The checks at the end of a record: a code for each line before them, and one over everything.

They find whatever one line has been changed, taken out, doubled or moved, and name it, also where the rules could not tell: a card
that was never played, a reason, a player. They are no seal: who changes a record on purpose can make new ones.
"""

import re
from collections.abc import Sequence
from hashlib import sha256

from engine.saying import Saying

HEADING = "[checks]"
CODE_LENGTH = 6
CODES_IN_A_ROW = 12
ROW = re.compile(r'([1-9][0-9]{0,8})-([1-9][0-9]{0,8}) = "([0-9a-f ]*)"')
WHOLE = re.compile(r'whole = "([0-9a-f]{64})"')


def checked(lines: Sequence[str]) -> list[str]:
    """The lines of a record with their checks. lines: all of it up to the end of the game."""
    content = [*lines, "", HEADING]
    rows = _rows([_code(line) for line in content])
    return [*content, *rows, f'whole = "{_whole([*content, *rows])}"']


def absent(lines: Sequence[str]) -> bool:
    """Whether there is no trace of checks."""
    return HEADING not in lines and not any(_is_check(line) for line in lines)


def damage(lines: Sequence[str]) -> tuple[int, Saying] | None:
    """The first line, from 1, that is not as it was when the checks were made, and a sentence; None: all are."""
    if HEADING not in lines:
        last = max([int(row[2]) for line in lines if (row := ROW.fullmatch(line))], default=len(lines) + 1)
        return min(last, len(lines) + 1), Saying("Here {heading} comes, with the checks of the lines before.", heading=HEADING)
    end = lines.index(HEADING) + 1
    if HEADING in lines[end:]:
        return lines.index(HEADING, end) + 1, Saying("{heading} comes once.", heading=HEADING)
    content, given = lines[:end], lines[end:]
    codes = [_code(line) for line in content]
    rows = _rows(codes)
    expected = [*rows, f'whole = "{_whole([*content, *rows])}"']
    if list(given) == expected:
        return None
    changed = next(
        (number for number, (one, other) in enumerate(zip(given, expected, strict=False)) if one != other),
        min(len(given), len(expected)),
    )
    if expected[-1] in given or changed >= len(rows):
        return end + changed + 1, Saying("This line of checks is not as it was written.")
    told = {
        number: code for line in given if (row := ROW.fullmatch(line)) for number, code in enumerate(row[3].split(" "), int(row[1]))
    }
    at = next((number for number, code in enumerate(codes, 1) if told.get(number, code) != code), None)
    if at is None:
        return end + changed + 1, Saying("This line of checks is not as it was written.")
    return at, Saying("This line is not as it was written: its check does not fit.")


def without(lines: Sequence[str]) -> Sequence[str]:
    """The lines before the checks; all of them if there are none."""
    if HEADING not in lines:
        place = next((number for number, line in enumerate(lines) if _is_check(line)), len(lines))
        return lines[:place]
    return lines[: max(0, lines.index(HEADING) - 1)]


def _is_check(line: str) -> bool:
    return ROW.fullmatch(line) is not None or WHOLE.fullmatch(line) is not None


def _code(line: str) -> str:
    return sha256(line.encode("utf-8", "surrogatepass")).hexdigest()[:CODE_LENGTH]


def _rows(codes: Sequence[str]) -> list[str]:
    rows = []
    for first in range(0, len(codes), CODES_IN_A_ROW):
        some = codes[first : first + CODES_IN_A_ROW]
        rows.append(f'{first + 1}-{first + len(some)} = "{" ".join(some)}"')
    return rows


def _whole(lines: Sequence[str]) -> str:
    return sha256("".join(f"{line}\n" for line in lines).encode("utf-8", "surrogatepass")).hexdigest()
