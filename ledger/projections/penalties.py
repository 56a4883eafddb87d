"""Read model "penalties": every penalty of every game, with what it was for, and whether it was given back.

It costs chips, or in Casino points. It comes back when an entry before it turns out to have been mistyped (AZI-REC-1, CAS-REC-1):
`returned`, and when the game is made void while it runs (AZI-VOID-1, CAS-VOID-1): `voided`; each the step by which it did. One by a
ruling on a dispute names that, and the later ruling that took its place (DISPUTE-5): `ended`, and `lifted` unless it stays all the
same, as points do that were off the score when the game ended; one that was ruled after the game belongs to no step of it. Whether
it stands also depends on the ruling that says how the game ended: `ledger/registers/penalties.py` tells. A correction of the act
that made the game void undoes that.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field

from engine.declared import Role
from engine.deeds import begins, corrects, cost, fines, names, naming
from engine.disputes.events import Ruled
from ledger.projections.model import Cursor, Index, Model, Place, Seen, array, copy
from ledger.store.ids import game_of_dispute, table_of_game
from ledger.store.kinds import doing

COLUMNS = (
    "position, game, table_id, step, deal, trick, card, seat, player, offence, rule, broken, found_by, claimant, chips, points,"
    " recorded_at, dispute, ruling, to_house"
)


@dataclass(slots=True)
class Changes:
    """What one batch brings. back: (game, step, correction) of entries that turn out to be mistyped. void: the step, None: no
    longer."""

    seats: list[tuple[object, ...]] = field(default_factory=list)
    claimants: list[tuple[object, ...]] = field(default_factory=list)
    imposed: list[tuple[object, ...]] = field(default_factory=list)
    back: list[tuple[str, int, int]] = field(default_factory=list)
    void: dict[str, tuple[str, int | None]] = field(default_factory=dict)
    rulings: list[Seen] = field(default_factory=list)


def _begins(changes: Changes, game: str, one: Seen) -> None:
    changes.seats += [(game, sitting.seat, sitting.player) for sitting in one.done(begins).seats]


def _names(changes: Changes, game: str, one: Seen) -> None:
    event = one.done(names)
    changes.claimants.append((game, one.version, event.seat, event.player))


def _fines(changes: Changes, _: str, one: Seen) -> None:
    changes.imposed.append(_row(one))


def _corrects(changes: Changes, game: str, one: Seen) -> None:
    changes.back.append((game, one.done(corrects).step, one.version))
    changes.void[game] = (game, None)  # if it was void, it goes on


def _voids(changes: Changes, game: str, one: Seen) -> None:
    changes.void[game] = (game, one.version)


def _rules(changes: Changes, _: str, one: Seen) -> None:
    changes.rulings.append(one)
    event = one.of(Ruled)
    if event.decision == "penalty" and not event.steps:
        changes.imposed.append(_by_ruling(one))


TAKES: Mapping[Role, Callable[[Changes, str, Seen], None]] = {
    Role.BEGINS: _begins,
    Role.NAMES: _names,
    Role.FINES: _fines,
    Role.CORRECTS: _corrects,
    Role.VOIDS: _voids,
    Role.RULES: _rules,
}


def fold(cursor: Cursor, place: Place, seen: Sequence[Seen]) -> None:
    """Append the penalties, then mark those that come back."""
    changes = Changes()
    for one in seen:
        TAKES[one.role](changes, one.stream.removeprefix("game-"), one)
    copy(cursor, place("penalties_seats"), "game, seat, player", changes.seats)
    copy(cursor, place("penalties_claimants"), "game, step, seat, player", changes.claimants)
    copy(cursor, place("penalties"), COLUMNS, changes.imposed)
    _given_back(cursor, place("penalties"), changes)
    for one in changes.rulings:
        _judged(cursor, place("penalties"), one)


def _given_back(cursor: Cursor, table: str, changes: Changes) -> None:
    """Penalties that come back, since an entry was mistyped or the game is void."""
    if changes.back:
        games, since, until = zip(*changes.back, strict=True)
        # An earlier correction is the one that gave it back, though a later one may reach further.
        cursor.execute(
            f"update {table} p set returned = c.until"
            " from unnest(%s::text[], %s::bigint[], %s::bigint[]) c (game, since, until)"
            " where p.game = c.game and p.step >= c.since and p.step < c.until and p.returned is null and not exists"
            " (select from unnest(%s::text[], %s::bigint[], %s::bigint[]) e (game, since, until)"
            "  where e.game = p.game and p.step >= e.since and p.step < e.until and e.until < c.until)",
            (array(games), array(since), array(until)) * 2,
        )
    if changes.void:
        games, at = zip(*changes.void.values(), strict=True)
        cursor.execute(
            f"update {table} p set voided = c.at from unnest(%s::text[], %s::bigint[]) c (game, at)"
            " where p.game = c.game and (c.at is null or p.step < c.at)",
            (array(games), array(at)),
        )


def _judged(cursor: Cursor, table: str, one: Seen) -> None:
    """Penalties that a ruling imposed in the running game name it; those of the ruling that it supersedes no longer hold."""
    dispute, event = one.stream.removeprefix("dispute-"), one.of(Ruled)
    if event.steps:
        cursor.execute(
            f"update {table} set dispute = %s, ruling = %s where game = %s and step between %s and %s",
            (dispute, event.number, game_of_dispute(dispute), *event.steps),
        )
    if event.supersedes is not None:
        cursor.execute(
            f"update {table} set ended = %s, lifted = step is null or chips > 0 or %s where dispute = %s and ruling = %s",
            (event.number, event.undone, dispute, event.supersedes),
        )


def _by_ruling(one: Seen) -> tuple[object, ...]:
    """The row of a penalty that was ruled after the game, by COLUMNS."""
    dispute, event = one.stream.removeprefix("dispute-"), one.of(Ruled)
    game, payer = game_of_dispute(dispute), next(move for move in event.moved if move.way in ("fined", "taken"))
    about = (None, None, None, payer.seat, payer.player)
    what = ("ruling", event.rule, event.rule, "steward", None, payer.chips, 0)
    by = (dispute, event.number, payer.way == "fined")
    return (one.position, game, table_of_game(game), None, *about, *what, one.recorded_at, *by)


def _row(one: Seen) -> tuple[object, ...]:
    """The row of a penalty, by COLUMNS; in chips, or in points."""
    game, event = one.stream.removeprefix("game-"), one.done(fines)
    about = (event.deal, naming(event).trick, event.card, event.seat, event.player)
    what = (event.offence, event.rule, event.broken, event.found_by, event.claimant, *cost(event))
    return (one.position, game, table_of_game(game), one.version, *about, *what, one.recorded_at, None, None, False)


PENALTIES = Model(
    name="penalties",
    form=5,
    tables={
        "penalties": """
            position bigint primary key,
            game text collate "C" not null,
            table_id text collate "C" not null,
            step bigint,
            deal int,
            trick int,
            card text,
            seat int not null,
            player text collate "C" not null,
            offence text collate "C" not null,
            rule text collate "C" not null,
            broken text collate "C" not null,
            found_by text collate "C" not null,
            claimant int,
            chips numeric(38) not null,
            points int not null,
            recorded_at timestamptz not null,
            returned bigint,
            voided bigint,
            dispute text collate "C",
            ruling int,
            to_house boolean not null,
            ended int,
            lifted boolean""",
        "penalties_seats": 'game text collate "C", seat int, player text collate "C" not null, primary key (game, seat)',
        "penalties_claimants": """
            game text collate "C",
            step bigint,
            seat int not null,
            player text collate "C" not null,
            primary key (game, step)""",
    },
    indexes=(
        Index("penalties", "(player, position)"),
        Index("penalties", "(table_id, position)"),
        Index("penalties", "(game, step)"),
        Index("penalties", "(dispute, ruling) where dispute is not null"),
        Index("penalties_seats", "(player)"),
    ),
    topics=doing(*TAKES),
    fold=fold,
)
