"""When what is entered late counts, WALLET-5 and WALLET-6: told a second time from the rules, and compared over random entries.

The second telling is a list of what happened, in the order in which it happened. It is drawn from the pages of the rules and knows
nothing of how the ledger decides.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime, timedelta
from random import Random
from typing import TYPE_CHECKING, Any

import pytest

from engine.room.rulebook import WALLET_2, WALLET_5, WALLET_6
from engine.rules import RuleBroken
from ledger.books import balances
from ledger.money import wallets
from tests import lengths
from tests.ledger.random_club import CASHIER, catch_up, order, register

if TYPE_CHECKING:
    from ledger.orders.app import Ledger

ENTRIES = 60
HOUR = timedelta(hours=1)


@dataclass(frozen=True)
class Told:
    """One entry. happened, recorded: hours. chips: what it brought, below zero what it took. mends: the number of the entry that it
    corrects."""

    happened: int
    recorded: int
    chips: int
    mends: int | None = None


@dataclass
class Retold:
    """A wallet without credit, by the rules of the room as its pages tell them."""

    entries: list[Told] = field(default_factory=list)

    def course(self, more: Iterable[Told] = ()) -> list[Told]:
        """Everything in the order in which it happened; of one moment, in the order of entry."""
        return sorted([*self.entries, *more], key=lambda one: one.happened)

    def deposit(self, now: int, chips: int, happened: int | None) -> str | None:
        """WALLET-1, 5."""
        return self._in_time(now, happened) or self._kept(Told(now if happened is None else happened, now, chips))

    def withdraw(self, now: int, chips: int, happened: int | None) -> str | None:
        """WALLET-5: at its time the wallet held so much, and all that was taken out later was still covered. WALLET-2."""
        one = Told(now if happened is None else happened, now, -chips)
        if (refused := self._in_time(now, happened)) is not None:
            return refused
        held = 0
        for earlier in self.course([one]):
            held += earlier.chips
            late = happened is not None and earlier.happened >= one.happened
            if late and earlier.mends is None and earlier.chips < 0 and held < 0:
                return WALLET_5.id
        return WALLET_2.id if sum(earlier.chips for earlier in self.entries) < chips else self._kept(one)

    def correct(self, now: int, number: int, right: int, happened: int | None) -> str | None:
        """WALLET-6: a difference that counts from when the entry, or its last correction, has happened, or from later."""
        entry = self.entries[number]
        about = [entry, *(one for one in self.entries if one.mends == number)]
        since, counts = max(one.happened for one in about), sum(one.chips for one in about)
        at = since if happened is None else happened
        if (refused := self._in_time(now, happened) or self._in_time(now, at)) is not None:
            return refused
        right = right if entry.chips > 0 else -right
        if at < since or right == counts:
            return WALLET_6.id
        return self._kept(Told(at, now, right - counts, number))

    def held(self, before: int) -> int:
        """Just before a moment, by what had happened."""
        return sum(one.chips for one in self.entries if one.happened < before)

    def mended_away(self, before: int) -> int:
        """What corrections have taken so far."""
        return -sum(min(one.chips, 0) for one in self.entries if one.mends is not None and one.happened < before)

    def _in_time(self, now: int, happened: int | None) -> str | None:
        return None if happened is None or now - 31 * 24 <= happened <= now else WALLET_5.id

    def _kept(self, one: Told) -> None:
        self.entries.append(one)


class Desk:
    """One player's entries at the cash desk, asked for in the ledger and in the second telling."""

    def __init__(self, ledger: Ledger, seed: int, *, mends: bool) -> None:
        self.ledger, self.dice, self.mends = ledger, Random(seed), mends  # noqa: S311
        self.start = datetime(2026, 3, 1, tzinfo=UTC)
        self.hour = 0
        ledger.clock = lambda: self.at(self.hour)
        self.player, self.retold = register(ledger), Retold()
        self.steps: list[int] = []

    def at(self, hour: int) -> datetime:
        return self.start + hour * HOUR

    def enters(self) -> str | None:
        """Enters one thing; by which rule it was refused, which the second telling says too."""
        dice = self.dice
        self.hour += dice.choice((0, 0, 1, 1, 2, 400 if dice.random() < 0.2 else 0))
        now, happened = self.hour, dice.choice((None, -1, 0, 1, 1, 2, 2, 3, 4, 400, 31 * 24, 31 * 24 + 1))
        happened = None if happened is None else now - happened
        chips = dice.choice((30, 40, 50, 60, 100))
        match dice.randrange(4 if self.mends and self.steps else 3):
            case 0:
                said = self._ask(wallets.deposit, happened, chips)
                expected = self.retold.deposit(now, chips, happened)
            case 1 | 2:
                said = self._ask(wallets.withdraw, happened, chips)
                expected = self.retold.withdraw(now, chips, happened)
            case _:
                number, right = dice.choice([n for n, one in enumerate(self.retold.entries) if one.mends is None]), chips - 20
                said = self._ask(wallets.correct, happened, self.steps[number], right, "Mistyped")
                expected = self.retold.correct(now, number, right, happened)
        assert said == expected, (now, happened, chips)
        if said is None:
            self.steps.append(self.ledger.load(f"wallet-{self.player}").version)
        return said

    def _ask(self, what: Any, happened: int | None, *given: Any) -> str | None:
        asked = replace(order(CASHIER), effective_at=None if happened is None else self.at(happened))
        try:
            what(self.ledger, asked, self.player, *given)
        except RuleBroken as broken:
            return broken.rule.id
        return None


@pytest.mark.parametrize("seed", range(lengths.by_length(2, 8, 40)))
@pytest.mark.parametrize("mends", [False, True])
def test_entries_are_taken_or_refused_and_balances_are_as_the_rules_say(ledger: Ledger, seed: int, mends: bool) -> None:
    desk = Desk(ledger, seed, mends=mends)
    refused = [desk.enters() for _ in range(ENTRIES)]
    assert {None, WALLET_5.id} <= set(refused)
    catch_up(ledger)
    for hour in sorted({one.happened + more for one in desk.retold.entries for more in (0, 1)}):
        held = balances.balance(ledger, desk.player, desk.at(hour), "effective").wallet
        assert held == desk.retold.held(hour), hour
        # What could not have been is never shown: below zero a wallet is only by as much as corrections have taken out of it.
        assert held >= -desk.retold.mended_away(hour), hour
    for number, step in enumerate(desk.steps, 1):
        held = balances.balance(ledger, desk.player, at_position=_position(ledger, desk.player, step)).wallet
        assert held == sum(one.chips for one in desk.retold.entries[:number])
        assert held >= sum(min(one.chips, 0) for one in desk.retold.entries[:number] if one.mends is not None)


def _position(ledger: Ledger, player: str, step: int) -> int:
    (row,) = ledger.history(f"wallet-{player}", step - 1)[:1]
    ((position,),) = ledger.recorder.rows(
        "select notification_id from events where originator_id = %s and originator_version = %s", row.stream, step
    )
    return int(position)
