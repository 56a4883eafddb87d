"""Read model "disputes": every dispute, where it stands, and the ruling that holds; and who sat in which game.

Of that ruling: in_game: carried out while the game ran; moves: it has moved chips after it; given_to: the seats that it names. And
made_void: one of this dispute has made the game void while it ran, which stays whatever is ruled afterwards.
"""

from collections.abc import Sequence

from engine.declared import Role
from engine.deeds import begins
from engine.disputes.events import Answered, Appealed, Opened, Ruled, Withdrawn, of_dispute
from ledger.projections.model import Cursor, Index, Model, Place, Seen, array, copy
from ledger.store.ids import table_of_game
from ledger.store.kinds import doing

STARTS, DEEDS = doing(Role.BEGINS), frozenset(of_dispute.events)


def fold(cursor: Cursor, place: Place, seen: Sequence[Seen]) -> None:
    """Keep who sits in a game that starts; then the disputes, deed by deed: there are few of them."""
    seats = [
        (one.stream.removeprefix("game-"), sitting.seat, sitting.player)
        for one in seen
        if one.topic in STARTS
        for sitting in one.done(begins).seats
    ]
    copy(cursor, place("disputes_seats"), "game, seat, player", seats)
    for one in seen:
        if one.topic in DEEDS:
            (_opened if isinstance(one.event, Opened) else _changed)(cursor, place("disputes"), one)


def _opened(cursor: Cursor, table: str, one: Seen) -> None:
    event = one.of(Opened)
    about = (event.step, event.deal, event.trick, event.card, event.seat, event.amount)
    cursor.execute(
        f"insert into {table} (dispute, game, table_id, kind, step, deal, trick, card, seat, amount, by, role, opened, opened_at,"
        " state, version, changed_at) values (%s, %s, %s, %s, %s, %s, %s, %s, %s, %s, %s, %s, %s, %s, 'open', 1, %s)",
        (
            event.dispute,
            event.game,
            table_of_game(event.game),
            event.kind,
            *about,
            event.by,
            event.role,
            one.position,
            one.recorded_at,
            one.recorded_at,
        ),
    )


def _changed(cursor: Cursor, table: str, one: Seen) -> None:
    """The next state; a ruling besides takes the place of the one before it."""
    event = one.event
    values: tuple[object, ...] = ()
    match event:
        case Answered():
            what = "state = case state when 'open' then 'answered' else state end"
        case Ruled():
            what, values = (
                "state = 'ruled', rulings = %s, decision = %s, rule = %s, ruled_by = %s, in_game = %s, moves = %s,"
                " given_to = %s::int[], made_void = made_void or %s",
                (
                    *(event.number, event.decision, event.rule, event.by, bool(event.steps), bool(event.moved), array(event.to)),
                    event.decision == "void_game" and bool(event.steps),
                ),
            )
        case Appealed():
            what = "state = 'appealed'"
        case _:
            what = f"state = '{'ruled' if one.of(Withdrawn).appeal else 'withdrawn'}'"
    cursor.execute(
        f"update {table} set {what}, version = %s, changed_at = %s where dispute = %s",
        (*values, one.version, one.recorded_at, one.stream.removeprefix("dispute-")),
    )


DISPUTES = Model(
    name="disputes",
    form=2,
    tables={
        "disputes": """
            dispute text collate "C" primary key,
            game text collate "C" not null,
            table_id text collate "C" not null,
            kind text collate "C" not null,
            state text collate "C" not null,
            version bigint not null,
            step bigint,
            deal int,
            trick int,
            card text,
            seat int,
            amount numeric(38),
            by text collate "C" not null,
            role text collate "C" not null,
            rulings int not null default 0,
            decision text collate "C",
            rule text collate "C",
            ruled_by text collate "C",
            in_game boolean,
            moves boolean,
            given_to int[],
            made_void boolean not null default false,
            opened bigint not null,
            opened_at timestamptz not null,
            changed_at timestamptz not null""",
        "disputes_seats": 'game text collate "C", seat int, player text collate "C" not null, primary key (game, seat)',
    },
    indexes=(
        Index("disputes", "(opened)"),
        Index("disputes", "(game)"),
        Index("disputes", "(table_id, opened)"),
        Index("disputes_seats", "(player)"),
    ),
    topics=STARTS | DEEDS,
    fold=fold,
)
