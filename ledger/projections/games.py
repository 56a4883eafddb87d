"""Read model "games": every game, who plays in it, when it began and how it ended; `began_at` and `over_at`: when that happened at
the table."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field

from engine.declared import Role, declared
from engine.deeds import begins, ends
from ledger.projections.model import Cursor, Index, Model, Place, Seen, array, copy
from ledger.store.kinds import doing


@dataclass(slots=True)
class Changes:
    """What one batch brings."""

    started: list[tuple[object, ...]] = field(default_factory=list)
    ended: dict[str, tuple[object, ...]] = field(default_factory=dict)


def _begins(changes: Changes, game: str, one: Seen) -> None:
    event = one.done(begins)
    seats, players = array(sitting.seat for sitting in event.seats), array(sitting.player for sitting in event.seats)
    changes.started.append(
        (
            game,
            event.table,
            event.number,
            declared(one.event).family,
            event.house.preset,
            seats,
            players,
            one.position,
            one.recorded_at,
            one.envelope.effective_at,
        )
    )


def _ends(changes: Changes, game: str, one: Seen) -> None:
    changes.ended[game] = (game, one.done(ends).how, one.position, one.recorded_at, one.envelope.effective_at)


def _corrects(changes: Changes, game: str, _: Seen) -> None:
    """If the game was over, it is taken up again (AZI-REC-1, CAS-REC-1)."""
    changes.ended[game] = (game, None, None, None, None)


TAKES: Mapping[Role, Callable[[Changes, str, Seen], None]] = {
    Role.BEGINS: _begins,
    Role.ENDS: _ends,
    Role.CORRECTS: _corrects,
}


def fold(cursor: Cursor, place: Place, seen: Sequence[Seen]) -> None:
    """Append the games that start, then close those that end, and reopen those that go on."""
    changes = Changes()
    for one in seen:
        TAKES[one.role](changes, one.stream.removeprefix("game-"), one)
    columns = "game, table_id, number, kind, preset, seats, players, started, started_at, began_at"
    copy(cursor, place("games"), columns, changes.started)
    if changes.ended:
        games, hows, ends, times, overs = zip(*changes.ended.values(), strict=True)
        cursor.execute(
            f"update {place('games')} g set how = c.how, ended = c.ended, ended_at = c.ended_at, over_at = c.over_at"
            " from unnest(%s::text[], %s::text[], %s::bigint[], %s::timestamptz[], %s::timestamptz[])"
            " c (game, how, ended, ended_at, over_at) where g.game = c.game",
            (array(games), array(hows), array(ends), list(times), list(overs)),
        )


GAMES = Model(
    name="games",
    form=4,
    tables={
        "games": """
            game text collate "C" primary key,
            table_id text collate "C" not null,
            number int not null,
            kind text collate "C" not null,
            preset text collate "C" not null,
            seats int[] not null,
            players text[] not null,
            started bigint not null,
            started_at timestamptz not null,
            began_at timestamptz not null,
            how text collate "C",
            ended bigint,
            ended_at timestamptz,
            over_at timestamptz""",
    },
    indexes=(
        Index("games", "(started)"),
        Index("games", "(table_id, started)"),
        Index("games", "using gin (players)"),
        Index("games", "(began_at)"),
    ),
    topics=doing(*TAKES),
    fold=fold,
)
