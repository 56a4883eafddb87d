"""Gaps: places in files that were made by a command and have to be filled in by a person. The tests fail while one is left."""

from __future__ import annotations

import re
from collections.abc import Iterator

from tests.tidy import house, text_checks

OPEN, CLOSE = text_checks.GAP.pattern, ">>"
GAP = re.compile(f"{OPEN}(.*?){CLOSE}", re.DOTALL)


def gap(says: str) -> str:
    """A gap that says what belongs there."""
    return f"{OPEN}{says}{CLOSE}"


def left() -> Iterator[tuple[str, int, str]]:
    """(file, line, what belongs there) of each gap in the house."""
    for path, text in house.files():
        for found in GAP.finditer(text):
            yield str(path), text.count("\n", 0, found.start()) + 1, " ".join(found[1].split())
