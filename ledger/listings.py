"""Lists that the interface shows: tables, games, what a game's pot holds, who held which hand, which streams a player may follow."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from ledger.app import Ledger


@dataclass(frozen=True, slots=True)
class ListedTable:
    """status: "open", "ended" (the end time has come: no new game) or "closed". playing: number of the running game, or None.

    seats: how many there are. players: who sits, by seat. opened: position of its first event, the order of the list.
    """

    table: str
    name: str
    game: str
    seats: int
    players: Mapping[int, str]
    status: str
    playing: int | None
    ends_at: str | None
    stewards: tuple[str, ...]
    opened: int
    opened_at: datetime


@dataclass(frozen=True, slots=True)
class ListedGame:
    """game: "{table}-{number}". kind: "azi". status: "running" or "over". how: "won", "split", "void", None while it runs.

    players: who plays, by seat. started, ended: positions; `started` is the order of the list.
    """

    game: str
    table: str
    number: int
    kind: str
    status: str
    how: str | None
    players: Mapping[int, str]
    started: int
    started_at: datetime
    ended: int | None
    ended_at: datetime | None


@dataclass(frozen=True, slots=True)
class Pot:
    """What a game's pot holds, whole units, after step `version` of the game."""

    game: str
    chips: int
    version: int


@dataclass(frozen=True, slots=True)
class HeldHand:
    """The cards that one player was dealt in one deal of a game. Hidden: only for those who may see the whole game."""

    game: str
    deal: int
    seat: int
    player: str
    cards: tuple[str, ...]


def tables(ledger: Ledger, *, after: int = 0, limit: int = 100, status: str | None = None, player: str | None = None) -> list[ListedTable]:
    """Tables by the position of their opening, from behind `after`; only with this status, only where this player sits. Model "tables"."""
    raise NotImplementedError


def games(ledger: Ledger, *, after: int = 0, limit: int = 100, table: str | None = None, player: str | None = None,
          status: str | None = None) -> list[ListedGame]:
    """Games by the position of their start, from behind `after`; only of this table, this player, this status. Model "games"."""
    raise NotImplementedError


def pot(ledger: Ledger, game: str) -> Pot | None:
    """What the pot of a game holds; None: no chips have come into it yet, or no such game. Model "pots"."""
    raise NotImplementedError


def hands(ledger: Ledger, game: str) -> list[HeldHand]:
    """Every hand dealt in the game, by deal and seat. HIDDEN: whoever calls this answers for who may see it. Model "hands"."""
    raise NotImplementedError


def followed(ledger: Ledger, player: str, streams: Iterable[str] | None = None) -> dict[str, int | None]:
    """Which streams a player may follow in the feed: stream id -> last position he may see there, None: without end.

    His wallet; every table where he sits, and up to his leaving where he sat; every game that ran at such a table while he sat
    there, to its end. streams: answer only for these (those of one page of the feed). Models "tables", "games".
    """
    raise NotImplementedError
