"""Read model "statistics": what each player has had of each game: his chips before and after, and what happened in it.

What happened is a fact of a step of the game, so an entry that turns out to be mistyped takes it back (AZI-REC-1, CAS-REC-1).
The chips that a game has cost or brought are those before him at its end, less those at its beginning and those he added. What
rulings after the game have moved stands by itself. Who claims without being in the game, since he sat down while it ran, is named
beside its facts.
"""

from collections.abc import Sequence
from typing import Any

from engine.games import KINDS
from ledger.ids import game_of_dispute, table_of_game
from ledger.projections.model import Cursor, Index, Model, Place, Seen, array, copy

# Name of the event -> fact, and the fields of it that name the seats; none: it is of the whole game.
FACTS = {
    "azi_occurred": "azi",
    "claim_upheld": "claim_right",
    "claim_unfounded": "claim_wrong",
    "claim_lapsed": "claim_open",
}
WON, WHOLE_GAME = "won", 0
WORDS = ("game_started", "claimant_named", "topped_up", "pot_awarded", "entry_corrected", "game_ended", *FACTS)
RULED = "dispute.ruled"


def fold(cursor: Cursor, place: Place, seen: Sequence[Seen]) -> None:
    """Append the players of games that start and the facts, take back what was mistyped, then close the games that end."""
    started: list[tuple[object, ...]] = []
    facts: list[tuple[object, ...]] = []
    claimants: list[tuple[object, ...]] = []
    ruled: list[tuple[object, ...]] = []
    added: list[tuple[object, ...]] = []
    ended: list[tuple[object, ...]] = []
    back: list[tuple[object, ...]] = []
    for one in seen:
        game, event, word = one.stream.removeprefix("game-"), one.event, one.topic.partition(".")[2]
        if one.topic == RULED:
            ruled += _ruling(one)
        elif word == "game_started":
            kind = one.topic.partition(".")[0]
            started += [(game, each.seat, each.player, event.table, kind, each.stack) for each in event.seats]
        elif word == "claimant_named":
            claimants.append((game, one.version, event.seat, event.player, table_of_game(one.stream)))
        elif word == "topped_up":
            added.append((game, event.seat, event.chips))
        elif word == "entry_corrected":
            back.append((game, event.step, one.version))
        elif word == "game_ended":
            ended += [(game, each.seat, each.chips, event.how, one.position) for each in event.stacks]
        else:
            facts += [(game, one.version, fact, seat) for fact, seat in _facts(word, event)]
    copy(cursor, place("statistics_games"), "game, seat, player, table_id, kind, stack", started)
    copy(cursor, place("statistics_facts"), "game, step, fact, seat", facts)
    copy(cursor, place("statistics_claimants"), "game, step, seat, player, table_id", claimants)
    copy(cursor, place("statistics_rulings"), "position, game, table_id, player, chips", ruled)
    _added(cursor, place("statistics_games"), added)
    _taken_back(cursor, place("statistics_facts"), back)
    _ended(cursor, place("statistics_games"), ended)


def _facts(word: str, event: Any) -> list[tuple[str, int]]:
    """(fact, seat) of an event."""
    if word == "pot_awarded":
        return [(WON, seat) for seat in sorted({share.seat for share in event.shares if share.chips})]
    return [(FACTS[word], getattr(event, "seat", WHOLE_GAME))]


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
    if ended:
        games, seats, stacks, hows, ends = zip(*ended, strict=True)
        cursor.execute(
            f"update {table} g set net = c.stack - g.stack - g.added, how = c.how, ended = c.ended"
            " from unnest(%s::text[], %s::int[], %s::numeric[], %s::text[], %s::bigint[]) c (game, seat, stack, how, ended)"
            " where g.game = c.game and g.seat = c.seat",
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
    topics=frozenset(
        {RULED} | {f"{name}.{word}" for name, kind in KINDS.items() for word in WORDS if f"{name}.{word}" in kind.events}
    ),
    fold=fold,
)
