"""Read model "hands": who was dealt which cards in which deal of which game. Hidden values: it never leaves the service unasked.

An exposed card that was replaced stands in a table of its own. What a correction has undone (AZI-REC-1, CAS-REC-1) is taken out
again: so a row names the step that brought it.
"""

from collections.abc import Sequence

from ledger.projections.model import Cursor, Model, Place, Seen, array, copy

_Undone = list[tuple[str, int, int]]


def fold(cursor: Cursor, place: Place, seen: Sequence[Seen]) -> None:
    """Keep who sits where when a game starts, the hands of each deal, and the cards replaced in them."""
    seats: list[tuple[object, ...]] = []
    hands: list[tuple[object, ...]] = []
    replaced: list[tuple[object, ...]] = []
    undone: _Undone = []
    for one in seen:
        game, event = one.stream.removeprefix("game-"), one.event
        match one.topic.partition(".")[2]:
            case "game_started":
                seats += [(game, sitting.seat, sitting.player) for sitting in event.seats]
            case "cards_dealt":
                dealt = event.hands.items()
                hands += [(game, one.version, event.deal, seat, "{" + ",".join(cards) + "}") for seat, cards in dealt]
            case "card_replaced":
                new = event.replacement.items()  # nothing where only its owner sees it
                replaced += [(game, one.version, event.deal, seat, event.card, card) for seat, card in new]
            case "entry_corrected":
                undone.append((game, event.step, one.version))
    copy(cursor, place("hands_seats"), "game, seat, player", seats)
    copy(cursor, place("hands"), "game, step, deal, seat, cards", hands)
    copy(cursor, place("hands_replaced"), "game, step, deal, seat, card, replacement", replaced)
    for table in ("hands", "hands_replaced") if undone else ():
        _take_out(cursor, place(table), undone)


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
    topics=frozenset(
        {
            "azi.game_started",
            "azi.cards_dealt",
            "azi.card_replaced",
            "azi.entry_corrected",
            "casino.game_started",
            "casino.cards_dealt",
            "casino.entry_corrected",
        }
    ),
    fold=fold,
)
