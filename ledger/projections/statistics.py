"""Read model "statistics": what each game meant for each player: his chips before and after, and what happened in it.

What happened is a fact of a step of the game, so it is taken back when the entry turns out to be mistyped (AZI-REC-1, CAS-REC-1).
The chips that a game has cost or brought are those before him at its end, less those at its beginning and those he added. What
rulings after the game have moved is kept apart. Somebody who claims without being in the game, since he sat down while it ran, is
named beside its facts.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field

from engine.declared import Role, declared
from engine.deeds import adds, awards, begins, corrects, ends, names, naming
from ledger.projections.model import Cursor, Index, Model, Place, Seen, array, copy
from ledger.store.ids import game_of_dispute, table_of_game
from ledger.store.kinds import doing

WON, WHOLE_GAME = "won", 0
FACTS = {Role.STANDS_OFF: "azi", Role.UPHOLDS: "claim_right", Role.REFUTES: "claim_wrong", Role.LAPSES: "claim_open"}


@dataclass(slots=True)
class Changes:
    """What one batch brings. facts: of no seat they are of the whole game. back: (game, step, correction) of mistyped entries."""

    started: list[tuple[object, ...]] = field(default_factory=list)
    facts: list[tuple[object, ...]] = field(default_factory=list)
    claimants: list[tuple[object, ...]] = field(default_factory=list)
    ruled: list[tuple[object, ...]] = field(default_factory=list)
    added: list[tuple[object, ...]] = field(default_factory=list)
    ended: dict[str, list[tuple[object, ...]]] = field(default_factory=dict)
    back: list[tuple[object, ...]] = field(default_factory=list)


def _begins(changes: Changes, game: str, one: Seen) -> None:
    kind, event = declared(one.event).family, one.done(begins)
    changes.started += [(game, each.seat, each.player, event.table, kind, each.stack) for each in event.seats]


def _names(changes: Changes, game: str, one: Seen) -> None:
    event = one.done(names)
    changes.claimants.append((game, one.version, event.seat, event.player, table_of_game(one.stream)))


def _adds(changes: Changes, game: str, one: Seen) -> None:
    event = one.done(adds)
    changes.added.append((game, event.seat, event.chips))


def _corrects(changes: Changes, game: str, one: Seen) -> None:
    changes.back.append((game, one.done(corrects).step, one.version))
    changes.ended[game] = [(game, None, None, None, None)]


def _awards(changes: Changes, game: str, one: Seen) -> None:
    won = sorted({share.seat for share in one.done(awards).shares if share.chips})
    changes.facts += [(game, one.version, WON, seat) for seat in won]


def _is_a_fact(changes: Changes, game: str, one: Seen) -> None:
    changes.facts.append((game, one.version, FACTS[one.role], WHOLE_GAME if (seat := naming(one.event).seat) is None else seat))


def _ends(changes: Changes, game: str, one: Seen) -> None:
    event = one.done(ends)
    changes.ended[game] = [(game, each.seat, each.chips, event.how, one.position) for each in event.stacks]


def _rules(changes: Changes, _: str, one: Seen) -> None:
    changes.ruled += _ruling(one)


TAKES: Mapping[Role, Callable[[Changes, str, Seen], None]] = {
    Role.BEGINS: _begins,
    Role.NAMES: _names,
    Role.ADDS: _adds,
    Role.CORRECTS: _corrects,
    Role.AWARDS: _awards,
    Role.ENDS: _ends,
    Role.RULES: _rules,
    **dict.fromkeys(FACTS, _is_a_fact),
}


def fold(cursor: Cursor, place: Place, seen: Sequence[Seen]) -> None:
    """Append the players of games that start and the facts, take back what was mistyped, then close the games that end."""
    changes = Changes()
    for one in seen:
        TAKES[one.role](changes, one.stream.removeprefix("game-"), one)
    copy(cursor, place("statistics_games"), "game, seat, player, table_id, kind, stack", changes.started)
    copy(cursor, place("statistics_facts"), "game, step, fact, seat", changes.facts)
    copy(cursor, place("statistics_claimants"), "game, step, seat, player, table_id", changes.claimants)
    copy(cursor, place("statistics_rulings"), "position, game, table_id, player, chips", changes.ruled)
    _added(cursor, place("statistics_games"), changes.added)
    _taken_back(cursor, place("statistics_facts"), changes.back)
    _ended(cursor, place("statistics_games"), [row for rows in changes.ended.values() for row in rows])


def _ruling(one: Seen) -> list[tuple[object, ...]]:
    """What a ruling after the game brings to each player, or takes from him, by his wallet."""
    game = game_of_dispute(one.stream)
    brought: dict[str, int] = {}
    for line in one.entry:
        owner, _, rest = line.account.removeprefix("player:").partition(":")
        if rest == "wallet":
            brought[owner] = brought.get(owner, 0) + line.chips
    return [(one.position, game, table_of_game(game), player, chips) for player, chips in sorted(brought.items()) if chips]


def _added(cursor: Cursor, table: str, added: Sequence[tuple[object, ...]]) -> None:
    for game, seat, chips in added:  # rare, and one player may do so several times
        cursor.execute(f"update {table} set added = added + %s where game = %s and seat = %s", (chips, game, seat))


def _taken_back(cursor: Cursor, table: str, back: Sequence[tuple[object, ...]]) -> None:
    """Facts from the step on that was mistyped; those after the correction are none of them."""
    if back:
        games, since, until = zip(*back, strict=True)
        cursor.execute(
            f"delete from {table} f using unnest(%s::text[], %s::bigint[], %s::bigint[]) c (game, since, until)"
            " where f.game = c.game and f.step >= c.since and f.step < c.until",
            (array(games), array(since), array(until)),
        )


def _ended(cursor: Cursor, table: str, ended: Sequence[tuple[object, ...]]) -> None:
    """Games that are over, a row for each seat; of one that a correction has taken up again a row without seat."""
    if ended:
        games, seats, stacks, hows, ends = zip(*ended, strict=True)
        cursor.execute(
            f"update {table} g set net = c.stack - g.stack - g.added, how = c.how, ended = c.ended"
            " from unnest(%s::text[], %s::int[], %s::numeric[], %s::text[], %s::bigint[]) c (game, seat, stack, how, ended)"
            " where g.game = c.game and (g.seat = c.seat or c.seat is null)",
            (array(games), array(seats), array(stacks), array(hows), array(ends)),
        )


STATISTICS = Model(
    name="statistics",
    form=4,
    tables={
        "statistics_games": """
            game text collate "C" not null,
            seat int not null,
            player text collate "C" not null,
            table_id text collate "C" not null,
            kind text collate "C" not null,
            stack numeric not null,
            added numeric not null default 0,
            net numeric,
            how text collate "C",
            ended bigint,
            primary key (game, seat)""",
        "statistics_facts": """
            game text collate "C" not null,
            step bigint not null,
            fact text collate "C" not null,
            seat int not null,
            primary key (game, step, fact, seat)""",
        "statistics_claimants": """
            game text collate "C" not null,
            step bigint not null,
            seat int not null,
            player text collate "C" not null,
            table_id text collate "C" not null,
            primary key (game, step)""",
        "statistics_rulings": """
            position bigint not null,
            game text collate "C" not null,
            table_id text collate "C" not null,
            player text collate "C" not null,
            chips numeric not null,
            primary key (position, player)""",
    },
    indexes=(
        Index("statistics_games", "(player, table_id)"),
        Index("statistics_games", "(table_id, player)"),
        Index("statistics_rulings", "(player, table_id)"),
    ),
    topics=doing(*TAKES),
    fold=fold,
)
