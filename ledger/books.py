"""What the accounts hold, by the models "balances" and, for an earlier moment, "journal". Nothing is decided on these figures."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import TYPE_CHECKING, Literal

from ledger.accounts import parse
from ledger.projections.model import rows

if TYPE_CHECKING:
    from ledger.app import Ledger

Basis = Literal["recorded", "effective"]
MOMENT: Mapping[Basis, str] = {"recorded": "recorded_at", "effective": "effective_at"}  # column of the journal


@dataclass(frozen=True, slots=True)
class Balance:
    """What one player has, in whole units. stacks: by table id, those that are not zero. total: of wallet and stacks.

    position: the figures hold every event up to this one and none after it.
    """

    player: str
    wallet: int
    stacks: Mapping[str, int]
    total: int
    position: int


def balance(ledger: Ledger, player: str, as_of: datetime | None = None, basis: Basis = "recorded") -> Balance:
    """What the player has now; or had just before the moment `as_of` (aware), by the time recorded or the time effective.

    A player nobody has heard of has nothing: zeros. Wait first (`wait_for`): ("balances",), with as_of ("journal",).
    """
    if as_of is None:
        found = rows(
            ledger,
            "select t.position, b.account, b.chips from {tracking} t"
            " left join {balances} b on b.account > %s and b.account < %s where t.model = 'balances'",
            accounts_of(player),
        )
    else:
        found = rows(
            ledger,
            "select t.position, j.account, sum(j.amount) from {tracking} t left join {journal} j"
            f" on j.player = %s and j.{MOMENT[basis]} < %s and j.position <= t.position where t.model = 'journal'"
            " group by t.position, j.account",
            (player, as_of),
        )
    held = {parse(account): int(chips) for _, account, chips in found if account is not None}
    stacks = {account.table: chips for account, chips in held.items() if account.table is not None and chips}
    return Balance(
        player,
        wallet=sum(chips for account, chips in held.items() if account.kind == "wallet"),
        stacks=stacks,
        total=sum(held.values()),
        position=found[0][0],
    )


def accounts_of(player: str) -> tuple[str, str]:
    """The names between which all accounts of a player lie, and no others: ";" comes next after ":"."""
    return f"player:{player}:", f"player:{player};"


def accounts(ledger: Ledger, after: str = "", limit: int = 100) -> list[tuple[str, int]]:
    """(account, balance) of every account that ever had a line, by name, from behind `after`."""
    found = rows(ledger, "select account, chips from {balances} where account > %s order by account limit %s", (after, limit))
    return [(account, int(chips)) for account, chips in found]


def sum_of_accounts(ledger: Ledger) -> int:
    """All accounts together. Anything but zero is an error in the books."""
    ((total,),) = rows(ledger, "select coalesce(sum(chips), 0) from {balances}")
    return int(total)
