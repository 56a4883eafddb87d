"""A stream as it stands after being read and folded."""

from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True, slots=True)
class Stream:
    """A stream as read.

    version: 0 if it does not exist; then `state` is the initial one, or None for a game, whose kind nobody knows yet.
    head: hash of its last event. kind: "wallet", "table", "dispute", "desk", "branch", or the name of the game ("" for a game that
    does not exist).
    """

    id: str
    state: Any
    version: int
    head: str
    kind: str
