"""The lines of a record, taken one after the other."""

import re
from collections.abc import Sequence
from typing import Any, NoReturn

from engine.record import lines
from engine.record.faults import RecordFault
from engine.saying import Saying

LENGTH_MAX = 1_000_000
TOO_LONG = Saying("A record has at most {most} characters.", most=LENGTH_MAX)
UNFIT = re.compile("[\x00-\x1f\x7f\ud800-\udfff]")


def lines_of(text: str) -> list[str]:
    """Raises RecordFault: too long, or a line that does not end as it should."""
    if len(text) > LENGTH_MAX:
        raise RecordFault(1, TOO_LONG)
    given = text.split("\n")
    if given.pop():
        raise RecordFault(len(given) + 1, Saying("The last line does not end: a line feed is missing."))
    for number, line in enumerate(given, 1):
        if UNFIT.search(line):
            says = "A line ends with a line feed alone, and holds no control character and no half of a surrogate pair."
            raise RecordFault(number, Saying(says))
    return given


class Page:
    """The lines of a text and how far they have been read."""

    def __init__(self, given: Sequence[str]) -> None:
        self.given, self.read = given, 0

    @property
    def number(self) -> int:
        """Of the next line, from 1."""
        return self.read + 1

    def fail(self, says: str, **facts: object) -> NoReturn:
        """The fault is in the next line. says: a sentence, with the facts in it."""
        raise RecordFault(self.number, Saying(says, **facts))

    def take(self, *expected: str) -> None:
        """Exactly these lines."""
        for line in expected:
            if self.read >= len(self.given) or self.given[self.read] != line:
                self.fail("Here the line {line} comes." if line else "Here an empty line comes.", line=repr(line))
            self.read += 1

    def row(self, form: re.Pattern[str]) -> tuple[str, Any] | None:
        """Key and value of the next line, if it has this form; it is read only by `on`."""
        return lines.row(self.given[self.read], form) if self.read < len(self.given) else None

    def on(self) -> None:
        """Go on to the next line."""
        self.read += 1
