"""References of receipts (WALLET-1): each stands once among deposits, among withdrawals, among settlements, and is marked as
used, so that nobody can use it again."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from engine.saying import Saying
from ledger.audits.money_rules import Finding
from ledger.money.accounts import wallet
from ledger.money.wallets import CASH_ENTRIES
from ledger.projections.model import Connection

if TYPE_CHECKING:
    from ledger.orders.app import Ledger

# The database does it, since it sorts on its disk: the memory of an audit does not grow with the history.
_TOLD = (
    "told as materialized (select notification_id position, originator_id stream, originator_version step, k.kind,"
    " convert_from(state, 'UTF8')::json #>> '{{data,reference}}' reference from {schema}.events"
    " join unnest(%s::text[], %s::text[]) k (topic, kind) using (topic)"
    " where notification_id <> all(%s::bigint[]))"
)
_ENTRIES = (
    f"with {_TOLD}, counted as (select told.*, min(position) over (partition by kind, reference) first from told"
    " where reference is not null) select position, c.stream, step, reference, first from counted c"
    " left join {schema}.references_used u using (kind, reference)"
    " where position <> first or u.stream is distinct from c.stream order by position"
)
_MARKS = (
    f"with {_TOLD} select u.stream, u.reference from {{schema}}.references_used u left join told using (kind, reference)"
    " where told.position is null order by u.stream, u.reference"
)


def findings(connection: Connection, ledger: Ledger, unreadable: Sequence[int]) -> Iterator[Finding]:
    """References that stand twice, that anybody could use again, or that are marked though no entry has them. unreadable: positions
    of events that say nothing."""
    given = list(CASH_ENTRIES), list(CASH_ENTRIES.values()), list(unreadable)
    schema = f'"{ledger.datastore.schema}"'
    entries = connection.execute(_ENTRIES.format(schema=schema).encode(), given).fetchall()
    marks = connection.execute(_MARKS.format(schema=schema).encode(), given).fetchall()
    for position, stream, step, reference, first in entries:
        account = wallet(stream.removeprefix("wallet-"))
        if position == first:
            says, expected = Saying("This reference is not marked as used by this entry: it could be used again."), None
        else:
            says, expected = (
                Saying("This reference stands at position {first} already.", first=first),
                Saying("a reference of its own"),
            )
        yield Finding("reference", position, stream, step, account, expected, reference, says)
    for stream, reference in marks:
        says = Saying("This reference is marked as used, and no entry has it.")
        yield Finding("reference", None, stream, None, None, None, reference, says)
