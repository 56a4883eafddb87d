"""What the accounts hold, by the models "balances" and, for an earlier moment, "journal". Nothing is decided on these figures."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import TYPE_CHECKING

from ledger.books.moments import MOMENT, Basis, accounts_of, held, horizon, start_of
from ledger.money.accounts import HOUSE_CASH, parse
from ledger.projections.model import rows

if TYPE_CHECKING:
    from ledger.orders.app import Ledger

PLAYERS = ("player:", "player;")  # the names between which all accounts of players lie, and no others
__all__ = ["MOMENT", "Balance", "Basis", "accounts", "accounts_of", "balance", "sum_of_accounts"]


@dataclass(frozen=True, slots=True)
class Balance:
    """What one player has, in smallest units. stacks: by table id, those that are not zero. total: of wallet and stacks.

    position: the figures hold every event up to this one and none after it.
    """

    player: str
    wallet: int
    stacks: Mapping[str, int]
    total: int
    position: int


def balance(
    ledger: Ledger, player: str, as_of: datetime | None = None, basis: Basis = "recorded", at_position: int | None = None
) -> Balance:
    """What the player has now; or had just before the moment `as_of` (aware), by the time recorded or the time effective.

    at_position: as the books stood after the event at this position, and nothing that was recorded later; together with as_of: what
    was known then of that moment. A player nobody has heard of has nothing: zeros. Wait first (`wait_for`): ("balances",), with
    as_of or at_position ("journal",). Raises NotYet: the journal has not come to the position.
    """
    if as_of is None and at_position is None:
        found = rows(
            ledger,
            "select t.position, b.account, b.chips from {tracking} t"
            " left join {balances} b on b.account >= %s and b.account < %s where t.model = 'balances'",
            accounts_of(player),
        )
        position = found[0][0]
        has = {account: int(chips) for _, account, chips in found if account is not None}
    else:
        upto = horizon(ledger, at_position)
        position = upto.position
        has = held(ledger, accounts_of(player), upto, basis, None if as_of is None else start_of(as_of))
    return _balance(player, has, position)


def _balance(player: str, has: Mapping[str, int], position: int) -> Balance:
    """has: what each of his accounts holds."""
    places = {parse(account): chips for account, chips in has.items() if chips}
    return Balance(
        player,
        wallet=sum(chips for account, chips in places.items() if account.kind == "wallet"),
        stacks={account.table: chips for account, chips in places.items() if account.table is not None},
        total=sum(places.values()),
        position=position,
    )


def everybody(
    ledger: Ledger, as_of: datetime | None = None, basis: Basis = "recorded", at_position: int | None = None
) -> tuple[list[Balance], int]:
    """The same of all players who ever had chips before that moment, by their ids; and the position of the journal that all of it
    looks at. Wait first (`wait_for`): ("journal",). Raises NotYet."""
    upto = horizon(ledger, at_position)
    has = held(ledger, PLAYERS, upto, basis, None if as_of is None else start_of(as_of))
    by_player: dict[str, dict[str, int]] = defaultdict(dict)
    for account, chips in has.items():
        by_player[parse(account).player or ""][account] = chips
    return [_balance(player, by_player[player], upto.position) for player in sorted(by_player)], upto.position


def accounts(ledger: Ledger, after: str = "", limit: int = 100) -> list[tuple[str, int]]:
    """(account, balance) of every account that ever had a line, by name, from behind `after`."""
    found = rows(ledger, "select account, chips from {balances} where account > %s order by account limit %s", (after, limit))
    return [(account, int(chips)) for account, chips in found]


def sum_of_accounts(ledger: Ledger) -> int:
    """All accounts together. Anything but zero is an error in the books."""
    ((total,),) = rows(ledger, "select coalesce(sum(chips), 0) from {balances}")
    return int(total)


def chips_of_club(ledger: Ledger) -> int:
    """All chips that there are: what the players have brought in and not taken home."""
    found = rows(ledger, "select chips from {balances} where account = %s", (HOUSE_CASH,))
    return -int(found[0][0]) if found else 0
