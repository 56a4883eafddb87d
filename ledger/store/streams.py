"""A stream as it stands after being read and folded."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Generic, TypeAlias, TypeVar

if TYPE_CHECKING:
    from ledger.store.ids import StreamId

S = TypeVar("S")  # state
C = TypeVar("C")  # commands


@dataclass(frozen=True, slots=True)
class Stream(Generic[S, C]):
    """A stream as read.

    version: 0 if it does not exist; then `state` is the initial one, or None for a game, whose kind nobody knows yet.
    head: hash of its last event. kind: "wallet", "table", "dispute", "desk", "branch", or the name of the game ("" for a game that
    does not exist).
    """

    id: StreamId[S, C]
    state: S
    version: int
    head: str
    kind: str


# One of which the name is known only when the program runs, and so the kind of its state.
AnyStream: TypeAlias = Stream[Any, Any]
