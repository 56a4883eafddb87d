"""What a terminal shows: nothing in it that nobody would see, or that would turn the writing round, whoever has written it."""

from __future__ import annotations

import json
import sys
from typing import Literal, TextIO, cast

from rich.console import Console

from engine.room.signs import harmless, hidden


class _Seen:
    """Standard output or errors, whatever they are at the moment of writing, with codes in place of such signs."""

    def __init__(self, name: Literal["stdout", "stderr"]) -> None:
        self._name = name

    @property
    def _stream(self) -> TextIO:
        return sys.stdout if self._name == "stdout" else sys.stderr

    @property
    def encoding(self) -> str:
        """That of the stream."""
        return self._stream.encoding

    def write(self, text: str) -> int:
        """The text."""
        return self._stream.write(harmless(text))

    def flush(self) -> None:
        """What was written so far goes out."""
        self._stream.flush()

    def isatty(self) -> bool:
        """Whether somebody sits there."""
        return self._stream.isatty()

    def fileno(self) -> int:
        """The stream's."""
        return self._stream.fileno()


def console(name: Literal["stdout", "stderr"]) -> Console:
    """What rich writes with."""
    return Console(file=cast(TextIO, _Seen(name)), stderr=name == "stderr", highlight=False)


def escaped(text: str) -> str:
    """JSON in which such signs are written by their numbers; what it says is the same.

    >>> escaped('{"name": "Anna\u202e"}')
    '{"name": "Anna\\\\u202e"}'
    """
    return "".join([json.dumps(sign)[1:-1] if hidden(sign) else sign for sign in text]) if hidden(text) else text
