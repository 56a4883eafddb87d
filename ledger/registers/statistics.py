"""Statistics of a club: per player and table the games, azis, won and lost, penalties by kind, claims, disputes and rulings.

By the read models "statistics", "penalties" and "disputes". Only games that are over count.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING

from psycopg.rows import TupleRow

from ledger.disputes.listing import HOLDING
from ledger.projections.model import rows
from ledger.registers.penalties import STANDING, STANDS

if TYPE_CHECKING:
    from ledger.orders.app import Ledger

MODELS = ("statistics", "penalties", "disputes")
EACH, PLAYER, TABLE = "each", "player", "table"
BY = (EACH, PLAYER, TABLE)
BETWEEN = "/"

_OVER = "x.ended is not null"
_RULED = f"left join {HOLDING} h on h.game = x.game"
_GAMES = (
    "count(distinct x.game), count(distinct x.game) filter (where x.how = 'void'), count(distinct x.game) filter (where"
    " coalesce(h.ends, x.how) in ('void', 'void_game')), count(*) filter (where h.ends = 'award' and x.seat ="
    f" any(h.given_to)), coalesce(sum(x.net), 0) from {{statistics_games}} x {_RULED} where {_OVER}"
)
_FACTS = (
    "case when f.fact = 'won' and h.ends is not null then 'lost_again' else f.fact end,"
    f" count(distinct (f.game, f.step, f.seat)) from {{statistics_games}} x {_RULED}"
    f" join {{statistics_facts}} f on f.game = x.game and f.seat in (0, x.seat) where {_OVER}"
)
_CLAIMS = (  # of whoever was not in the game, since he sat down while it ran (AZI-CLAIM-1)
    "x.fact, count(*) from (select c.player, c.table_id, f.fact from {statistics_claimants} c"
    " join {statistics_facts} f on f.game = c.game and f.seat = c.seat and f.step > c.step"
    " where not exists (select from {statistics_claimants} l where l.game = c.game and l.seat = c.seat and l.step > c.step"
    " and l.step < f.step)"
    " and exists (select from {statistics_games} g where g.game = c.game and g.ended is not null)) x where true"
)
_RULINGS = "sum(x.chips) from {statistics_rulings} x where true"
_PENALTIES = (
    f"x.offence, count(*), sum(x.chips), sum(x.points) from {STANDING} x where {STANDS.format('x')}"
    " and exists (select from {statistics_games} g where g.game = x.game and g.ended is not null)"
)
_DISPUTES = "x.told, count(*) from (select by as player, table_id, coalesce(decision, state) as told from {disputes}) x where true"


@dataclass(frozen=True, slots=True)
class Cost:
    """Penalties of one kind that stand: how many, and what they cost in chips and in points."""

    count: int
    chips: int
    points: int


@dataclass(frozen=True, slots=True)
class Statistics:
    """player, table: whom and what it is about; None: all of them.

    games: that are over. void: how many of them are void, and won: how often a player got something of a pot, both as rulings after
    their end left them; void_played, won_played: as they were played. azis: in these games. net: chips won less lost in them.
    rulings: chips that rulings after their end have brought less taken. penalties: by kind, those that stand. claims_right,
    claims_wrong, claims_open: claims that he made; the open ones are undecided. disputes: that he has opened, by the decision that
    holds, or else by their state; of a table all.
    """

    player: str | None
    table: str | None
    games: int
    void: int
    won: int
    void_played: int
    won_played: int
    azis: int
    net: int
    rulings: int
    claims_right: int
    claims_wrong: int
    claims_open: int
    penalties: Mapping[str, Cost]
    disputes: Mapping[str, int]

    @property
    def place(self) -> str:
        """Where it stands in the list."""
        return f"{self.player or ''}{BETWEEN}{self.table or ''}"


def statistics(
    ledger: Ledger, *, by: str = EACH, player: str | None = None, table: str | None = None, after: str = "", limit: int = 100
) -> list[Statistics]:
    """One for each player at each table (by "each"), for each player at all tables, or for each table with all its players; in the
    order of their ids. player, table: only of these. after: the place of the last one before."""
    asked = _Asked(ledger, by, player, table)
    places = asked.places(after, limit)
    games, facts = asked.told(_GAMES, places), asked.told(_FACTS, places, 3)
    claims = asked.told(_CLAIMS, places, 3)
    rulings, penalties, disputes = (
        asked.told(_RULINGS, places),
        asked.told(_PENALTIES, places, 3),
        asked.told(_DISPUTES, places, 3),
    )
    found = []
    for place in places:
        count, void_played, void, awarded, net = games[place][0]
        happened: Counter[str] = Counter(dict(facts.get(place, ())))
        happened.update(dict(claims.get(place, ())))
        won = happened.get("won", 0)
        found.append(
            Statistics(
                place[0] or None,
                place[1] or None,
                count,
                void,
                won + awarded,
                void_played,
                won + happened.get("lost_again", 0),
                happened.get("azi", 0),
                int(net),
                int(rulings.get(place, [(0,)])[0][0]),
                happened.get("claim_right", 0),
                happened.get("claim_wrong", 0),
                happened.get("claim_open", 0),
                {kind: Cost(many, int(chips), int(points)) for kind, many, chips, points in penalties.get(place, ())},
                dict(disputes.get(place, ())),
            )
        )
    return found


Place = tuple[str, str]


class _Asked:
    """One query: what it counts, and by what it is grouped."""

    def __init__(self, ledger: Ledger, by: str, player: str | None, table: str | None) -> None:
        self._ledger = ledger
        self._group = ("''" if by == TABLE else "x.player", "''" if by == PLAYER else "x.table_id")
        self._filters = [(name, value) for name, value in (("x.player", player), ("x.table_id", table)) if value is not None]

    def places(self, after: str, limit: int) -> list[Place]:
        """(player, table) of the next ones; "" for all of them."""
        one, other = self._group
        before, _, behind = after.partition(BETWEEN)
        found = rows(
            self._ledger,
            f'select distinct {one} collate "C" p, {other} collate "C" t from {{statistics_games}} x where {_OVER}{self._where}'
            f' and ({one} collate "C", {other} collate "C") > (%s, %s) order by p, t limit %s',
            (*self._values, before, behind, limit),
        )
        return [(str(player), str(table)) for player, table in found]

    def told(self, what: str, places: list[Place], keys: int = 2) -> dict[Place, list[TupleRow]]:
        """What a question says of each of these places. keys: how many columns it is grouped by."""
        if not places:
            return {}
        one, other = self._group
        listed = [(name, [place[at] for place in places]) for at, name in enumerate(self._group) if name != "''"]
        only = "".join([f" and {name} = any(%s)" for name, _ in listed])
        found = rows(
            self._ledger,
            f"select {one}, {other}, {what}{self._where}{only} group by {', '.join(str(key + 1) for key in range(keys))}",
            (*self._values, *[values for _, values in listed]),
        )
        told: dict[Place, list[TupleRow]] = {}
        for player, table, *rest in found:
            told.setdefault((player, table), []).append(tuple(rest))
        return told

    @property
    def _where(self) -> str:
        return "".join([f" and {name} = %s" for name, _ in self._filters])

    @property
    def _values(self) -> list[str]:
        return [value for _, value in self._filters]
