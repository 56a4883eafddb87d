"""Lists that the interface shows: tables, games, what a pot holds, who held which hand, which streams a player may follow."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import TYPE_CHECKING

from psycopg.rows import TupleRow

from engine.room.signs import harmless
from ledger.disputes.listing import HOLDING
from ledger.people.folding import folded
from ledger.projections.model import rows

if TYPE_CHECKING:
    from ledger.orders.app import Ledger

OF_GAMES = ("games", "disputes", "tables", "pots")  # the models that the list of games rests on
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

    players: who plays, by seat. started, ended: positions; `started` is the order of the list; started_at, ended_at: when that was
    recorded; began_at, over_at: when it happened at the table. table_name, preset: of the table, and the house rules it began with.
    pot: smallest units that it holds, or that went out of it last if the game is over. ruled: "void_game" or "award", if
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
    table_name: str
    preset: str
    began_at: datetime
    over_at: datetime | None
    pot: int
    ruled: str | None = None
    dispute: str | None = None
    disputes: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Pot:
    """What a game's pot holds, smallest units, after step `version` of the game."""

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
    ledger: Ledger,
    *,
    after: int = 0,
    limit: int = 100,
    status: str | None = None,
    player: str | None = None,
    name: str | None = None,
    newest: bool = False,
) -> list[ListedTable]:
    """Tables by the position of their opening, from behind `after`; only with this status, only where this player sits, only those
    in whose name this stands, whatever the case and the accents. newest: the last ones first, from the end.

    Model "tables".
    """
    sought = None if name is None else folded(name)
    found = rows(
        ledger,
        "select t.table_id, t.name, t.game, t.seats, s.players, t.status, t.playing, t.ends_at, t.stewards, t.opened, t.opened_at"
        " from {tables} t, lateral (select jsonb_object_agg(seat, player) players from {sittings} s"
        "                           where s.table_id = t.table_id and s.until is null) s"
        " where t.opened > %s and (%s::text is null or t.status = %s) and (%s::text is null or exists"
        " (select from {sittings} m where m.table_id = t.table_id and m.player = %s and m.until is null))"
        " and (%s::text is null or position(%s in t.sought) > 0)"
        f" order by t.opened {'desc' if newest else ''} limit %s",
        (after, status, status, player, player, sought, sought, limit),
    )
    return [
        ListedTable(
            table, harmless(name), game, seats, _by_seat(players), status_now, playing, ends_at, tuple(stewards), opened, opened_at
        )
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
    seen_by: str | None = None,
    status: str | None = None,
    preset: str | None = None,
    how: str | None = None,
    ruled: str | None = None,
    since: datetime | None = None,
    until: datetime | None = None,
    newest: bool = False,
) -> list[ListedGame]:
    """Games by the position of their start, from behind `after`; newest: the last ones first, from the end. Models OF_GAMES.

    Only of this table, preset, status, with this player; that ended by themselves like this (how), or by a ruling that holds
    (ruled); that began at the table in [since, until). seen_by: only those that this player plays or has played.
    """
    asked: list[tuple[str, object]] = [
        ("g.started > %s", after),
        ("g.table_id = %s", table),
        ("g.players @> array[%s]", player),
        ("g.players @> array[%s]", seen_by),
        ("(g.ended is null) = (%s = 'running')", status),
        ("g.preset = %s", preset),
        ("g.how = %s", how),
        ("h.ends = %s", ruled),
        ("g.began_at >= %s", since),
        ("g.began_at < %s", until),
    ]
    wanted = [(clause, value) for clause, value in asked if value is not None]
    found = rows(
        ledger,
        f"select {', '.join(_OF_GAME.values())} from {{games}} g left join {{tables}} t on t.table_id = g.table_id"
        f" left join {{pots}} p on p.game = g.game left join {HOLDING} h on h.game = g.game, lateral"
        " (select array_agg(dispute order by opened) brought from {disputes} b where b.game = g.game and b.state <> 'withdrawn') d"
        f" where {' and '.join(clause for clause, _ in wanted)} order by g.started {'desc' if newest else ''} limit %s",
        (*[value for _, value in wanted], limit),
    )
    return [_game(row) for row in found]


# What a listed game is made of, in SQL.
_OF_GAME = {
    "game": "g.game",
    "table": "g.table_id",
    "number": "g.number",
    "kind": "g.kind",
    "status": "case when g.ended is null then 'running' else 'over' end",
    "how": "g.how",
    "players": "array(select row_to_json(s) from unnest(g.seats, g.players) s (seat, player))",
    "started": "g.started",
    "started_at": "g.started_at",
    "ended": "g.ended",
    "ended_at": "g.ended_at",
    "table_name": "coalesce(t.name, g.table_id)",
    "preset": "g.preset",
    "began_at": "g.began_at",
    "over_at": "g.over_at",
    "pot": "coalesce(case when g.ended is null then p.chips else p.paid end, 0)",
    "ruled": "h.ends",
    "dispute": "h.dispute",
    "disputes": "d.brought",
}


def _game(row: TupleRow) -> ListedGame:
    told = dict(zip(_OF_GAME, row, strict=True))
    brought = tuple(told["disputes"] or ())
    players = {one["seat"]: one["player"] for one in told["players"]}
    deciding = told["dispute"] or (brought[-1] if brought else None)
    shown = {"players": players, "pot": int(told["pot"]), "table_name": harmless(told["table_name"])}
    return ListedGame(**{**told, **shown, "dispute": deciding, "disputes": brought})


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
    return followed_by(ledger, (player,), streams)[player]


def followed_by(ledger: Ledger, players: Collection[str], streams: Iterable[str] | None = None) -> dict[str, dict[str, int | None]]:
    """The same for each of several players, by his id, in one question."""
    asked = None if streams is None else set(streams)
    tables, games, disputes = (None if asked is None else _ids(asked, kind) for kind in ("table-", "game-", "dispute-"))
    who = list(players)
    found = rows(
        ledger,
        "select player, 'table-' || table_id, nullif(max(coalesce(until, %s)), %s) from {sittings}"
        " where player = any(%s) and (%s::text[] is null or table_id = any(%s::text[])) group by player, table_id"
        " union all"
        " select distinct s.player, 'game-' || g.game, null::bigint from {games} g join {sittings} s on s.table_id = g.table_id"
        " where s.player = any(%s) and g.started < coalesce(s.until, %s) and coalesce(g.ended, %s) > s.since"
        " and (%s::text[] is null or g.game = any(%s::text[]))"
        " union all"
        " select s.player, 'dispute-' || d.dispute, null::bigint from {disputes} d join {disputes_seats} s on s.game = d.game"
        " where s.player = any(%s) and (%s::text[] is null or d.dispute = any(%s::text[]))",
        (NEVER, NEVER, who, tables, tables, who, NEVER, NEVER, games, games, who, disputes, disputes),
    )
    may: dict[str, dict[str, int | None]] = {}
    for player in who:
        own = f"wallet-{player}"
        may[player] = {own: None} if asked is None or own in asked else {}
    for player, stream, last in found:
        may[player][stream] = last
    return may


def _ids(streams: Iterable[str], prefix: str) -> list[str]:
    """What these streams of one family are named after."""
    return [stream.removeprefix(prefix) for stream in streams if stream.startswith(prefix)]
