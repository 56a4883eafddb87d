"""Read model "hands": who was dealt which cards in which deal of which game. Hidden values: shown only to those who may see them.

An exposed card that was replaced stands in a table of its own. What a correction has undone (AZI-REC-1, CAS-REC-1) is removed; for
that each row names the step that brought it.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field

from engine.declared import Role
from engine.deeds import begins, corrects, deals, replaces
from ledger.projections.model import Cursor, Model, Place, Seen, array, copy
from ledger.store.kinds import doing

_Undone = list[tuple[str, int, int]]


@dataclass(slots=True)
class Changes:
    """What one batch brings. undone: (game, step, correction) of entries that turn out to be mistyped."""

    seats: list[tuple[object, ...]] = field(default_factory=list)
    hands: list[tuple[object, ...]] = field(default_factory=list)
    replaced: list[tuple[object, ...]] = field(default_factory=list)
    undone: _Undone = field(default_factory=list)


def _begins(changes: Changes, game: str, one: Seen) -> None:
    changes.seats += [(game, sitting.seat, sitting.player) for sitting in one.done(begins).seats]


def _deals(changes: Changes, game: str, one: Seen) -> None:
    event = one.done(deals)
    dealt = event.hands.items()
    changes.hands += [(game, one.version, event.deal, seat, "{" + ",".join(cards) + "}") for seat, cards in dealt]


def _replaces(changes: Changes, game: str, one: Seen) -> None:
    event = one.done(replaces)
    new = event.replacement.items()  # nothing where only its owner sees it
    changes.replaced += [(game, one.version, event.deal, seat, event.card, card) for seat, card in new]


def _corrects(changes: Changes, game: str, one: Seen) -> None:
    changes.undone.append((game, one.done(corrects).step, one.version))


TAKES: Mapping[Role, Callable[[Changes, str, Seen], None]] = {
    Role.BEGINS: _begins,
    Role.DEALS: _deals,
    Role.REPLACES: _replaces,
    Role.CORRECTS: _corrects,
}


def fold(cursor: Cursor, place: Place, seen: Sequence[Seen]) -> None:
    """Keep who sits where when a game starts, the hands of each deal, and the cards replaced in them."""
    changes = Changes()
    for one in seen:
        TAKES[one.role](changes, one.stream.removeprefix("game-"), one)
    copy(cursor, place("hands_seats"), "game, seat, player", changes.seats)
    copy(cursor, place("hands"), "game, step, deal, seat, cards", changes.hands)
    copy(cursor, place("hands_replaced"), "game, step, deal, seat, card, replacement", changes.replaced)
    for table in ("hands", "hands_replaced") if changes.undone else ():
        _take_out(cursor, place(table), changes.undone)


def _take_out(cursor: Cursor, table: str, undone: _Undone) -> None:
    """Of each (game, step, correction) the rows from that step up to the correction."""
    games, steps, corrections = zip(*undone, strict=True)
    cursor.execute(
        f"delete from {table} t using unnest(%s::text[], %s::bigint[], %s::bigint[]) c (game, since, until)"
        " where t.game = c.game and t.step >= c.since and t.step < c.until",
        (array(games), array(steps), array(corrections)),
    )


HANDS = Model(
    name="hands",
    form=2,
    tables={
        "hands": """
            game text collate "C", step bigint, deal int not null, seat int, cards text[] not null,
            primary key (game, step, seat)""",
        "hands_replaced": """
            game text collate "C", step bigint, deal int not null, seat int not null, card text not null, replacement text not null,
            primary key (game, step)""",
        "hands_seats": 'game text collate "C", seat int, player text collate "C" not null, primary key (game, seat)',
    },
    topics=doing(*TAKES),
    fold=fold,
)
