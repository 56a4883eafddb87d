"""Read model "balances": what every account that ever had a line holds now."""

from collections import Counter
from collections.abc import Sequence

from ledger.postings import POSTING
from ledger.projections.model import Cursor, Model, Place, Seen, array


def fold(cursor: Cursor, place: Place, seen: Sequence[Seen]) -> None:
    """Add what the batch brings to each account; an account that comes out even keeps its row."""
    change: Counter[str] = Counter()
    for one in seen:
        for line in one.entry:
            change[line.account] += line.chips
    if change:
        cursor.execute(
            f"insert into {place('balances')} as held (account, chips) select * from unnest(%s::text[], %s::numeric[])"
            " on conflict (account) do update set chips = held.chips + excluded.chips",
            (array(change), array(change.values())),
        )


BALANCES = Model(
    name="balances",
    tables={"balances": 'account text collate "C" primary key, chips numeric(38) not null'},
    topics=frozenset(POSTING),
    fold=fold,
)
