"""Read model "balances": what every account that ever had a line holds now. The database refuses a change of their sum."""

from collections import Counter
from collections.abc import Sequence

from ledger.money.postings import POSTING
from ledger.projections.model import Cursor, Guard, Index, Model, Place, Seen, array


def fold(cursor: Cursor, place: Place, seen: Sequence[Seen]) -> None:
    """Add what the batch brings to each account; an account that comes to zero keeps its row.

    New accounts begin at zero, so each of the two statements leaves the sum of all accounts unchanged, which the guards check.
    """
    change: Counter[str] = Counter()
    for one in seen:
        for line in one.entry:
            change[line.account] += line.chips
    if change:
        accounts = array(change)
        cursor.execute(
            f"insert into {place('balances')} (account, chips) select name, 0 from unnest(%s::text[]) name on conflict do nothing",
            (accounts,),
            prepare=True,
        )
        cursor.execute(
            f"update {place('balances')} held set chips = held.chips + come.chips"
            " from unnest(%s::text[], %s::numeric[]) come (account, chips) where held.account = come.account",
            (accounts, array(change.values())),
            prepare=True,
        )


def _guard(name: str, when: str, change: str) -> Guard:
    return Guard(
        "balances",
        name,
        when,
        f"if {change} <> 0 then"
        " raise exception 'all accounts together are no longer zero' using errcode = 'check_violation'; end if;",
    )


BALANCES = Model(
    name="balances",
    form=2,
    tables={"balances": 'account text collate "C" primary key, chips numeric(38) not null'},
    indexes=(Index("balances", "(account) where chips < 0 and account like 'player:%:wallet'"),),
    guards=(
        _guard(
            "balances_begin_at_zero",
            "after insert on {table} referencing new table as added",
            "(select coalesce(sum(chips), 0) from added)",
        ),
        _guard(
            "balances_stay_at_zero",
            "after update on {table} referencing old table as gone new table as added",
            "(select coalesce(sum(chips), 0) from added) - (select coalesce(sum(chips), 0) from gone)",
        ),
        _guard(
            "balances_leave_zero",
            "after delete on {table} referencing old table as gone",
            "(select coalesce(sum(chips), 0) from gone)",
        ),
    ),
    topics=frozenset(POSTING),
    fold=fold,
)
