"""Streams: what each one tells of, and which rules fold it."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from engine.decider import Decider
from ledger.envelope import GENESIS
from ledger.ids import family


@dataclass(frozen=True, slots=True)
class Stream:
    """A stream as read.

    version: 0 if it does not exist; then `state` is the initial one, or None for a game, whose kind nobody knows yet.
    head: hash of its last event. kind: "wallet", "table", or the name of the game ("" for a game that does not exist).
    """

    id: str
    state: Any
    version: int
    head: str
    kind: str


class Kinds:
    """The deciders by kind of stream. A game's kind is told by the name of its first event: "azi.game_started" is Azi."""

    def __init__(self, room: Mapping[str, Decider[Any]], games: Mapping[str, Decider[Any]]) -> None:
        self._room = dict(room)
        self._games = dict(games)

    def of_row(self, stream: str, topic: str) -> str:
        """The kind of a stream that has an event named `topic`."""
        return topic.partition(".")[0] if family(stream) == "game" else family(stream)

    def decider(self, kind: str) -> Decider[Any]:
        """The rules of a kind. Raises KeyError: this release has none."""
        return self._room[kind] if kind in self._room else self._games[kind]

    def unwritten(self, stream: str) -> Stream:
        """A stream without events."""
        kind = family(stream)
        if kind == "game":
            return Stream(stream, None, 0, GENESIS, "")
        return Stream(stream, self.decider(kind).initial, 0, GENESIS, kind)
