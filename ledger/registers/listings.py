"""Lists that the interface shows: tables, games, what a pot holds, who held which hand, which streams a player may follow."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import TYPE_CHECKING

from ledger.disputes.listing import HOLDING
from ledger.projections.model import rows

if TYPE_CHECKING:
    from ledger.orders.app import Ledger

OF_GAMES = ("games", "disputes")  # the models that the list of games rests on
NEVER = 2**63 - 1  # a position that no event has


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

    players: who plays, by seat. started, ended: positions; `started` is the order of the list. ruled: "void_game" or "award", if
    the game is void or its pot awarded by a ruling that holds. dispute: in which; without such a ruling the last one that was not
    withdrawn, None if there is none. disputes: all that were not withdrawn, in their order.
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
    ruled: str | None = None
    dispute: str | None = None
    disputes: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Pot:
    """What a game's pot holds, whole units, after step `version` of the game."""

    game: str
    chips: int
    version: int


@dataclass(frozen=True, slots=True)
class HeldHand:
    """The cards that one player was dealt in one deal of a game, an exposed one that was replaced no more among them. HIDDEN: only
    for those who may see the whole game."""

    game: str
    deal: int
    seat: int
    player: str
    cards: tuple[str, ...]


def tables(
    ledger: Ledger, *, after: int = 0, limit: int = 100, status: str | None = None, player: str | None = None
) -> list[ListedTable]:
    """Tables by the position of their opening, from behind `after`; only with this status, only where this player sits.

    Model "tables".
    """
    found = rows(
        ledger,
        "select t.table_id, t.name, t.game, t.seats, s.players, t.status, t.playing, t.ends_at, t.stewards, t.opened, t.opened_at"
        " from {tables} t, lateral (select jsonb_object_agg(seat, player) players from {sittings} s"
        "                           where s.table_id = t.table_id and s.until is null) s"
        " where t.opened > %s and (%s::text is null or t.status = %s) and (%s::text is null or exists"
        " (select from {sittings} m where m.table_id = t.table_id and m.player = %s and m.until is null))"
        " order by t.opened limit %s",
        (after, status, status, player, player, limit),
    )
    return [
        ListedTable(table, name, game, seats, _by_seat(players), status_now, playing, ends_at, tuple(stewards), opened, opened_at)
        for table, name, game, seats, players, status_now, playing, ends_at, stewards, opened, opened_at in found
    ]


def _by_seat(players: Mapping[str, str] | None) -> dict[int, str]:
    return dict(sorted((int(seat), player) for seat, player in (players or {}).items()))


def games(
    ledger: Ledger,
    *,
    after: int = 0,
    limit: int = 100,
    table: str | None = None,
    player: str | None = None,
    status: str | None = None,
) -> list[ListedGame]:
    """Games by the position of their start, from behind `after`; only of this table, this player, this status. Models "games" and
    "disputes"."""
    found = rows(
        ledger,
        "select g.game, g.table_id, g.number, g.kind, g.how, g.seats, g.players, g.started, g.started_at, g.ended, g.ended_at,"
        f" h.ends, h.dispute, d.brought from {{games}} g left join {HOLDING} h on h.game = g.game, lateral"
        " (select array_agg(dispute order by opened) brought from {disputes} b where b.game = g.game and b.state <> 'withdrawn') d"
        " where g.started > %s and (%s::text is null or g.table_id = %s) and (%s::text is null or g.players @> array[%s])"
        " and (%s::text is null or (g.ended is null) = (%s = 'running')) order by g.started limit %s",
        (after, table, table, player, player, status, status, limit),
    )
    return [
        ListedGame(
            game,
            at,
            number,
            kind,
            "over" if ended else "running",
            how,
            dict(zip(seats, players, strict=True)),
            started,
            started_at,
            ended,
            ended_at,
            ruled,
            deciding or (brought[-1] if brought else None),
            tuple(brought or ()),
        )
        for game, at, number, kind, how, seats, players, started, started_at, ended, ended_at, ruled, deciding, brought in found
    ]


def pot(ledger: Ledger, game: str) -> Pot | None:
    """What the pot of a game holds; None: no chips have come into it yet, or no such game. Model "pots"."""
    found = rows(ledger, "select chips, version from {pots} where game = %s", (game,))
    return Pot(game, int(found[0][0]), found[0][1]) if found else None


def hands(ledger: Ledger, game: str) -> list[HeldHand]:
    """Every hand dealt in the game, by deal and seat. HIDDEN: the caller decides who may see it. Model "hands"."""
    found = rows(
        ledger,
        "select h.deal, h.seat, s.player, h.cards from {hands} h join {hands_seats} s on s.game = h.game and s.seat = h.seat"
        " where h.game = %s order by h.deal, h.seat",
        (game,),
    )
    replaced = rows(ledger, "select deal, seat, card, replacement from {hands_replaced} where game = %s order by step", (game,))
    held = {(deal, seat): (player, tuple(cards)) for deal, seat, player, cards in found}
    for deal, seat, card, replacement in replaced:
        player, cards = held[deal, seat]
        held[deal, seat] = player, tuple(replacement if one == card else one for one in cards)
    return [HeldHand(game, deal, seat, player, cards) for (deal, seat), (player, cards) in held.items()]


def followed(ledger: Ledger, player: str, streams: Iterable[str] | None = None) -> dict[str, int | None]:
    """Which streams a player may follow in the feed: stream id -> last position he may see there, None: without end.

    His wallet; every table where he sits, and up to his leaving where he sat; every game that ran at such a table while he sat
    there, to its end; every dispute on a game that he sat in. streams: answer only for these (those of one page of the feed).
    Models "tables", "games", "disputes".
    """
    asked = None if streams is None else sorted(set(streams))
    sat = rows(
        ledger,
        "select 'table-' || table_id stream, nullif(max(coalesce(until, %s)), %s) from {sittings} where player = %s"
        " group by table_id having %s::text[] is null or 'table-' || table_id = any(%s::text[])",
        (NEVER, NEVER, player, asked, asked),
    )
    ran = rows(
        ledger,
        "select distinct 'game-' || g.game from {games} g join {sittings} s on s.table_id = g.table_id"
        " where s.player = %s and g.started < coalesce(s.until, %s) and coalesce(g.ended, %s) > s.since"
        " and (%s::text[] is null or 'game-' || g.game = any(%s::text[]))",
        (player, NEVER, NEVER, asked, asked),
    )
    disputed = rows(
        ledger,
        "select 'dispute-' || d.dispute from {disputes} d join {disputes_seats} s on s.game = d.game where s.player = %s"
        " and (%s::text[] is null or 'dispute-' || d.dispute = any(%s::text[]))",
        (player, asked, asked),
    )
    own = f"wallet-{player}"
    wallet: dict[str, int | None] = {own: None} if asked is None or own in asked else {}
    return {**wallet, **dict(sat), **{stream: None for (stream,) in (*ran, *disputed)}}
