"""What a wallet held at each moment by effective time, from its events alone: whether what is entered late could have been.

A wallet's stream has its events in the order in which they were entered; a course has them in the order in which they happened.
Rule WALLET-5: so no balance by effective time shows what could not have been, but for what corrections and rulings have found.
"""

from __future__ import annotations

from bisect import insort
from collections.abc import Iterable
from copy import copy
from datetime import datetime
from typing import TYPE_CHECKING, NamedTuple

from engine.room.events import CreditLimitSet, MovedToTable, Withdrawn
from engine.room.wallet import Wallet
from ledger.orders.attempt import Moved
from ledger.store.envelope import GENESIS, Envelope, link
from ledger.store.kinds import decider

if TYPE_CHECKING:
    from ledger.orders.app import Attempt, Ledger
    from ledger.store.ids import WalletStream

WALLET = decider("wallet")


class _Step(NamedTuple):
    """chips: what it brought, below zero what it took. limit: how far below zero the owner may go from then on; None: as before.
    own: by his own act."""

    at: datetime
    version: int
    chips: int
    limit: int | None
    own: bool


class Course:
    """One wallet. At one moment what was entered first is first."""

    def __init__(self) -> None:
        self._steps: list[_Step] = []
        self._wallet: Wallet = WALLET.initial
        self.version, self.head = 0, GENESIS

    def add(self, envelope: Envelope) -> None:
        """The next event of the stream."""
        before, self._wallet = self._wallet, WALLET.evolve(self._wallet, envelope.event)
        event, chips = envelope.event, self._wallet.balance - before.balance
        limit = event.limit if isinstance(event, CreditLimitSet) else None
        own = isinstance(event, Withdrawn | MovedToTable)
        insort(self._steps, _Step(envelope.effective_at, envelope.version, chips, limit, own))
        self.version = envelope.version

    def with_more(self, envelopes: Iterable[Envelope]) -> Course:
        """A copy that goes on with these."""
        more = copy(self)
        more._steps = list(self._steps)
        for envelope in envelopes:
            more.add(envelope)
        return more

    def held(self, at: datetime) -> int:
        """What was in the wallet at this moment, with all that happened at it."""
        return sum(step.chips for step in self._steps if step.at <= at)

    def spare(self, at: datetime) -> int:
        """How much its owner could have taken out at this moment, so that neither then nor by any later act of his the wallet goes
        below its credit limit, that of then or that of now, whichever is greater. Below zero: it was, or will be."""
        now = self._wallet.limit
        if not self._steps or self._steps[-1].at <= at:
            return self._wallet.balance + now
        balance, limit, least = 0, 0, None
        for step in self._steps:
            if least is None and step.at > at:
                least = balance + max(limit, now)
            balance, limit = balance + step.chips, limit if step.limit is None else step.limit
            if least is not None and step.own:
                least = min(least, balance + max(limit, now))
        return least or 0


class Courses:
    """Courses of wallets, kept for as long as they are asked for; each is read on and never read again."""

    def __init__(self, ledger: Ledger) -> None:
        self._ledger = ledger
        self._known: dict[str, Course] = {}

    def of(self, attempt: Attempt, stream: WalletStream) -> Course:
        """The course of a wallet as the attempt has read it, with what it has acted since. Raises Moved."""
        attempt.read(stream)
        version, head = attempt.heads[stream]
        course = self._known.setdefault(stream, Course())
        for row in self._ledger.history(stream, course.version):
            if row.originator_version <= version:
                course.add(self._ledger.decode(row))
                course.head = link(row)
        if version and (course.version, course.head) != (version, head):
            del self._known[stream]
            raise Moved
        return course.with_more(attempt.acted(stream))
