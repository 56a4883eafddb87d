"""Read model "games": every game, who plays in it, when it began and how it ended."""

from collections.abc import Sequence

from ledger.projections.model import Cursor, Index, Model, Place, Seen, array, copy


def fold(cursor: Cursor, place: Place, seen: Sequence[Seen]) -> None:
    """Append the games that start, then close those that end."""
    started: list[tuple[object, ...]] = []
    ended: list[tuple[object, ...]] = []
    for one in seen:
        game = one.stream.removeprefix("game-")
        if one.topic.endswith(".game_started"):
            seats = one.event.seats
            started.append(
                (
                    game,
                    one.event.table,
                    one.event.number,
                    one.topic.partition(".")[0],
                    array(sitting.seat for sitting in seats),
                    array(sitting.player for sitting in seats),
                    one.position,
                    one.recorded_at,
                )
            )
        else:
            ended.append((game, one.event.how, one.position, one.recorded_at))
    copy(cursor, place("games"), "game, table_id, number, kind, seats, players, started, started_at", started)
    if ended:
        games, hows, ends, times = zip(*ended, strict=True)
        cursor.execute(
            f"update {place('games')} g set how = c.how, ended = c.ended, ended_at = c.ended_at"
            " from unnest(%s::text[], %s::text[], %s::bigint[], %s::timestamptz[]) c (game, how, ended, ended_at)"
            " where g.game = c.game",
            (array(games), array(hows), array(ends), list(times)),
        )


GAMES = Model(
    name="games",
    form=3,
    tables={
        "games": """
            game text collate "C" primary key,
            table_id text collate "C" not null,
            number int not null,
            kind text collate "C" not null,
            seats int[] not null,
            players text[] not null,
            started bigint not null,
            started_at timestamptz not null,
            how text collate "C",
            ended bigint,
            ended_at timestamptz""",
    },
    indexes=(Index("games", "(started)"), Index("games", "(table_id, started)"), Index("games", "using gin (players)")),
    topics=frozenset({"azi.game_started", "azi.game_ended", "casino.game_started", "casino.game_ended"}),
    fold=fold,
)
