"""What the accounts hold. Reads the models "balances" and, for an earlier moment, "journal". No decision is taken on these figures."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import TYPE_CHECKING, Literal

if TYPE_CHECKING:
    from ledger.app import Ledger

Basis = Literal["recorded", "effective"]


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
    raise NotImplementedError


def accounts(ledger: Ledger, after: str = "", limit: int = 100) -> list[tuple[str, int]]:
    """(account, balance) of every account that ever had a line, by name, from behind `after`."""
    raise NotImplementedError


def sum_of_accounts(ledger: Ledger) -> int:
    """All accounts together. Anything but zero is an error in the books."""
    raise NotImplementedError
