"""Read model "hands": who was dealt which cards in which deal of which game. Hidden values: it never leaves the service unasked."""

from collections.abc import Sequence

from ledger.projections.model import Cursor, Model, Place, Seen, copy


def fold(cursor: Cursor, place: Place, seen: Sequence[Seen]) -> None:
    """Keep who sits where when a game starts, and the hands of each deal."""
    seats: list[tuple[object, ...]] = []
    hands: list[tuple[object, ...]] = []
    for one in seen:
        game = one.stream.removeprefix("game-")
        if one.topic.endswith(".game_started"):
            seats += [(game, sitting.seat, sitting.player) for sitting in one.event.seats]
        else:
            deal = one.event.deal
            hands += [(game, deal, seat, "{" + ",".join(cards) + "}") for seat, cards in one.event.hands.items()]
    copy(cursor, place("hands_seats"), "game, seat, player", seats)
    copy(cursor, place("hands"), "game, deal, seat, cards", hands)


HANDS = Model(
    name="hands",
    tables={
        "hands": 'game text collate "C", deal int, seat int, cards text[] not null, primary key (game, deal, seat)',
        "hands_seats": 'game text collate "C", seat int, player text collate "C" not null, primary key (game, seat)',
    },
    topics=frozenset({"azi.game_started", "azi.cards_dealt"}),
    fold=fold,
)
