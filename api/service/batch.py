"""Events that were read from the store once, for however many look at them: who sees which, and each event as JSON.

What an event shows without hidden parts is encoded once for all; what somebody's own sight opens of it, for him. Which streams
players may follow is asked in one query for all who wait.
"""

from collections.abc import Collection, Sequence
from datetime import datetime

import msgspec

from api.service.visibility import shown, sight
from engine.playing import Playing
from engine.wanted import Wanted
from ledger.orders.app import Ledger
from ledger.orders.order import Caller
from ledger.orders.permission import FOLLOWS
from ledger.projections.position import wait_for
from ledger.registers.listings import followed_by
from ledger.store.envelope import Kept
from ledger.store.errors import NotAllowed
from ledger.store.ids import family, stream_of_game, table_of_game, table_stream, wallet_stream
from ledger.store.streams import AnyStream, Stream

FOLLOWED = {"table", "game", "dispute"}  # families whose streams a player may follow, if he sits or sat there
FOLLOWED_FROM = ("tables", "games", "disputes")


class Item(msgspec.Struct, frozen=True):
    """An event in the feed. recorded_at: UTC. event: as JSON."""

    position: int
    recorded_at: datetime | None
    event: msgspec.Raw


class Batch:
    """Rows in the order of their positions, at least one. reached: the position of the last. Safe for threads."""

    def __init__(self, ledger: Ledger, rows: Sequence[Kept], ready_wait_s: float) -> None:
        self.rows = rows
        self.reached = position(rows[-1])
        self._ledger, self._ready_wait_s = ledger, ready_wait_s
        self._follows: dict[str, dict[str, int | None]] = {}
        self._closed: dict[int, bytes] = {}
        self._games: dict[str, Stream[Playing, Wanted]] = {}
        self._tables: dict[str, AnyStream] = {}

    def ask(self, players: Collection[str]) -> None:
        """Find out what these players may follow of it. Raises NotYet: the read models have not come so far in time."""
        streams = {row.stream for row in self.rows if family(row.stream) in FOLLOWED}
        if not streams:
            self._follows |= {player: {} for player in players}
            return
        wait_for(self._ledger, FOLLOWED_FROM, self.reached, self._ready_wait_s)
        self._follows |= followed_by(self._ledger, players, streams)

    def knows(self, player: str) -> bool:
        """Whether it has been asked about this one."""
        return player in self._follows

    def seen_by(self, caller: Caller) -> list[Kept]:
        """The rows that the caller may follow. Asks for players it has not been asked about before; raises NotYet."""
        if caller.player is None:
            families = FOLLOWS.get(caller.role, frozenset())
            return [row for row in self.rows if family(row.stream) in families]
        if caller.player not in self._follows:
            self.ask((caller.player,))
        may = {**self._follows[caller.player], wallet_stream(caller.player): None}
        return [row for row in self.rows if row.stream in may and _within(position(row), may[row.stream])]

    def item(self, caller: Caller, row: Kept) -> Item:
        """The event with its place. Hidden parts are opened by the latest state of its game, read once."""
        return Item(position(row), row.recorded_at, msgspec.Raw(self._event(caller, row)))

    def frames(self, caller: Caller) -> bytes:
        """What the caller may follow, as server-sent events."""
        return b"".join([self._frame(row, self._event(caller, row)) for row in self.seen_by(caller)])

    def _event(self, caller: Caller, row: Kept) -> bytes:
        if row.sealed is None:
            return row.state
        try:
            return shown(row, sight(self._ledger, caller, self._game(row.stream.removeprefix("game-")), self._tables))
        except NotAllowed:  # he sat there once: what is public he may follow, no more
            return row.state

    def _game(self, game: str) -> Stream[Playing, Wanted]:
        """The game, and its table beside it, as they stand now."""
        if game not in self._games:
            table = table_stream(table_of_game(game))
            self._tables[table] = self._ledger.load(table)
            self._games[game] = self._ledger.load(stream_of_game(game))
        return self._games[game]

    def _frame(self, row: Kept, event: bytes) -> bytes:
        """As one server-sent event. Of an event in which nothing is opened these are the same bytes for everybody."""
        place, closed = position(row), event is row.state
        if closed and place in self._closed:
            return self._closed[place]
        item = msgspec.json.encode(Item(place, row.recorded_at, msgspec.Raw(event)))
        frame = b"id: %d\nevent: %s\ndata: %s\n\n" % (place, row.topic.encode(), item)
        if closed:
            self._closed[place] = frame
        return frame


def position(row: Kept) -> int:
    """The place of a row that was read back. Raises TypeError: it has none yet."""
    if row.position is None:
        raise TypeError("a row of the feed has a position")
    return row.position


def _within(place: int, last: int | None) -> bool:
    return last is None or place <= last
