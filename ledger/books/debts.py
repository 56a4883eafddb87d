"""Who owes the house: wallets below zero. Models "balances" and, for since when, "journal"."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import TYPE_CHECKING

from engine.room.wallet import Wallet
from ledger.books.moments import Horizon, horizon, only, total
from ledger.money.accounts import parse
from ledger.projections.model import rows
from ledger.store.ids import wallet_stream

if TYPE_CHECKING:
    from ledger.orders.app import Ledger


LINES = 200  # examined at a time


@dataclass(frozen=True, slots=True)
class Debt:
    """What a player owes, smallest units, above zero. limit: how far below zero he may go by his own acts. kind: of the entry that
    took the wallet below zero the last time, recorded then."""

    player: str
    owed: int
    limit: int
    since: datetime
    kind: str

    @property
    def beyond(self) -> int:
        """What is owed beyond the credit limit: by debts of tables, rulings or corrections, or since the limit was lowered."""
        return max(self.owed - self.limit, 0)


def debts(ledger: Ledger, after: str = "", limit: int = 100) -> tuple[list[Debt], str | None]:
    """Players whose wallet is below zero, by their ids, from behind `after`; and the id to go on behind, None at the end.

    Wait first (`wait_for`): ("balances", "journal").
    """
    found = rows(
        ledger,
        "select account from {balances} where chips < 0 and account like 'player:%%:wallet' and account > %s"
        " order by account limit %s",
        (f"player:{after}:wallet" if after else "", limit + 1),
    )
    accounts = [account for (account,) in found[:limit]]
    upto = horizon(ledger)
    told = [debt for account in accounts if (debt := _debt(ledger, account, upto)) is not None]
    return told, parse(accounts[-1]).player if len(found) > limit else None


def _debt(ledger: Ledger, account: str, upto: Horizon) -> Debt | None:
    """Goes back from now, some lines at a time, to the one that took the wallet below zero. None: the journal knows of no debt."""
    player = parse(account).player or ""
    balance = total(ledger, only(account), upto)
    owed, place = -balance, upto.end
    while balance < 0 and place is not None:
        found = rows(
            ledger,
            "select recorded_at, position, line, amount, kind from {journal} where account = %s and account not like 'game:%%'"
            " and (recorded_at, position, line) < (%s, %s, %s) order by recorded_at desc, position desc, line desc limit %s",
            (account, *place, LINES),
        )
        for at, position, line, amount, kind in found:
            place, balance = (at, position, line), balance - int(amount)
            if balance >= 0:
                wallet: Wallet = ledger.load(wallet_stream(player)).state
                return Debt(player, owed, wallet.limit, at, kind)
    return None
