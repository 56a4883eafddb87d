"""Read model "games": every game, who plays in it, when it began and how it ended; and a ruling after it that changed that."""

from collections.abc import Sequence

from ledger.ids import game_of_dispute
from ledger.projections.model import Cursor, Index, Model, Place, Seen, array, copy

RULED = "dispute.ruled"
OTHERWISE = ("award", "void_game")  # rulings after which a game has ended otherwise than it was played


def fold(cursor: Cursor, place: Place, seen: Sequence[Seen]) -> None:
    """Append the games that start, then close those that end, then note what was ruled on them after that."""
    started: list[tuple[object, ...]] = []
    ended: list[tuple[object, ...]] = []
    rulings = [one for one in seen if one.topic == RULED]
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
        elif one.topic != RULED:
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
    for one in rulings:
        _judged(cursor, place("games"), one)


def _judged(cursor: Cursor, table: str, one: Seen) -> None:
    """DISPUTE-6: a ruling has made the game void after its end, or awarded its pot anew; or such a ruling holds no more."""
    dispute, event = one.stream.removeprefix("dispute-"), one.event
    otherwise = event.decision in OTHERWISE and not event.steps
    cursor.execute(
        f"update {table} set ruled = %s, dispute = %s where game = %s and (%s or dispute = %s)",
        (event.decision if otherwise else None, dispute if otherwise else None, game_of_dispute(dispute), otherwise, dispute),
    )


GAMES = Model(
    name="games",
    form=2,
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
            ended_at timestamptz,
            ruled text collate "C",
            dispute text collate "C" """,
    },
    indexes=(Index("games", "(started)"), Index("games", "(table_id, started)"), Index("games", "using gin (players)")),
    topics=frozenset({"azi.game_started", "azi.game_ended", "casino.game_started", "casino.game_ended", RULED}),
    fold=fold,
)
