"""Lists of disputes, by the read model of that name."""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import datetime
from typing import TYPE_CHECKING

from ledger.projections.model import rows

if TYPE_CHECKING:
    from ledger.orders.app import Ledger

STATES = ("open", "answered", "ruled", "appealed", "withdrawn")
# How each game has ended by a ruling, in SQL: what engine/disputes/holding.py says. in_game: it was made void while it ran.
HOLDING = (
    "(select distinct on (game) game, dispute, rulings, given_to, case when decision = 'award' then decision else 'void_game' end"
    " ends, decision <> 'award' and (decision <> 'void_game' or in_game) in_game from {disputes}"
    " where decision in ('award', 'void_game') or made_void order by game, moves desc, opened)"
)
_COLUMNS = (
    "d.dispute, d.game, d.table_id, d.kind, d.state, d.version, d.step, d.deal, d.trick, d.card, d.seat, d.amount, d.by, d.role,"
    " d.rulings, d.decision, d.rule, d.ruled_by, d.opened, d.opened_at, d.changed_at"
)


@dataclass(frozen=True, slots=True)
class ListedDispute:
    """dispute: "{game}-{number}". state: one of STATES. step to amount: what is disputed, as far as it was specified; amount in
    smallest units.

    by, role: who opened it, as what. rulings: how many; decision, rule, ruled_by: of the one that holds, None without one.
    opened: position of its first event, the order of the list.
    """

    dispute: str
    game: str
    table: str
    kind: str
    state: str
    version: int
    step: int | None
    deal: int | None
    trick: int | None
    card: str | None
    seat: int | None
    amount: int | None
    by: str
    role: str
    rulings: int
    decision: str | None
    rule: str | None
    ruled_by: str | None
    opened: int
    opened_at: datetime
    changed_at: datetime


def disputes(
    ledger: Ledger,
    *,
    after: int = 0,
    limit: int = 100,
    game: str | None = None,
    table: str | None = None,
    state: str | None = None,
    kind: str | None = None,
    player: str | None = None,
    seen_by: str | None = None,
) -> list[ListedDispute]:
    """Disputes by the position of their opening, from behind `after`; only on this game, at this table, in this state, of this
    kind.

    player: only on games that he sat in. seen_by: only what this player may see: disputes on games that he sat in. Model
    "disputes".
    """
    sat = "exists (select from {disputes_seats} s where s.game = d.game and s.player = %s)"
    found = rows(
        ledger,
        f"select {_COLUMNS} from {{disputes}} d where d.opened > %s and (%s::text is null or d.game = %s)"
        " and (%s::text is null or d.table_id = %s) and (%s::text is null or d.state = %s) and (%s::text is null or d.kind = %s)"
        f" and (%s::text is null or {sat}) and (%s::text is null or {sat}) order by d.opened limit %s",
        (after, game, game, table, table, state, state, kind, kind, player, player, seen_by, seen_by, limit),
    )
    listed = [ListedDispute(*row) for row in found]
    return [item if item.amount is None else replace(item, amount=int(item.amount)) for item in listed]  # numeric comes as Decimal
