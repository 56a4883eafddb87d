"""Read model "pots": what the pot of every game holds, zero once the game is over, and the step of the game that changed it."""

from collections.abc import Sequence

from ledger.postings import POSTING
from ledger.projections.model import Cursor, Model, Place, Seen, array


def fold(cursor: Cursor, place: Place, seen: Sequence[Seen]) -> None:
    """Add what goes into each pot and take what comes out."""
    pots: dict[str, tuple[int, int]] = {}
    for one in seen:
        game = one.stream.removeprefix("game-")
        name = f"game:{game}:pot"
        into = sum(line.chips for line in one.entry if line.account == name)
        if into:
            pots[game] = (pots.get(game, (0, 0))[0] + into, one.version)
    if pots:
        cursor.execute(
            f"insert into {place('pots')} as held (game, chips, version)"
            " select * from unnest(%s::text[], %s::numeric[], %s::bigint[])"
            " on conflict (game) do update set chips = held.chips + excluded.chips, version = excluded.version",
            (array(pots), array(chips for chips, _ in pots.values()), array(version for _, version in pots.values())),
        )


POTS = Model(
    name="pots",
    tables={"pots": 'game text collate "C" primary key, chips numeric(38) not null, version bigint not null'},
    topics=frozenset(topic for topic in POSTING if not topic.startswith("wallet.")),
    fold=fold,
)
