"""Players and their wallets: registering, the cash desk, credit, debts paid, corrections. Rules WALLET-1 to 3 and 5 to 7."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from datetime import datetime
from typing import TYPE_CHECKING

from engine.declared import Happened, declared
from engine.deeds import naming
from engine.room import commands
from engine.room.events import CashEntryCorrected, DebtSettled, Deposited, Withdrawn
from engine.room.rulebook import WALLET_1, WALLET_6
from engine.room.wallet import Wallet
from engine.rules import RuleBroken, require
from ledger.money.backdating import at_the_desk, in_time
from ledger.money.closing import still_open
from ledger.money.courses import Courses
from ledger.orders.attempt import existing
from ledger.orders.order import Done, Order
from ledger.orders.permission import allow, has_role
from ledger.people import people
from ledger.store.ids import new_id, wallet_stream
from ledger.store.kinds import named
from ledger.store.recorder import Beside, Cursor
from ledger.store.times import utc_text

if TYPE_CHECKING:
    from ledger.orders.app import Attempt, Ledger
    from ledger.store.ids import WalletStream
    from ledger.store.streams import Stream

_Cash = commands.Deposit | commands.Withdraw | commands.SettleDebt
DEPOSIT, WITHDRAWAL, SETTLEMENT = "deposit", "withdrawal", "settlement"
IN_USE = {
    "deposit": "The reference {reference} belongs to an earlier deposit.",
    "withdrawal": "The reference {reference} belongs to an earlier withdrawal.",
    "settlement": "The reference {reference} belongs to an earlier settlement.",
}
(CORRECTED,) = named(CashEntryCorrected)
CASH_ENTRIES = {
    declared(Deposited).name: DEPOSIT,
    declared(Withdrawn).name: WITHDRAWAL,
    declared(DebtSettled).name: SETTLEMENT,
}


def register(ledger: Ledger, order: Order, name: str) -> Done:
    """A new player with an empty wallet. His id, new and opaque, is in the event; his name only in the erasable table of people.

    Who registers him is kept beside the name, since a room's server speaks only for its own. Raises UnfitName, NotAllowed.
    """
    people.fit(name)
    player = new_id()

    def work(attempt: Attempt) -> None:
        has_role(order.caller, "admin", "steward", "room")
        attempt.act(wallet_stream(player), commands.OpenWallet(player, ledger.unit, ledger.scale))

    return ledger.execute(order, work, beside=people.entry(player, name, order.caller.subject))


def deposit(ledger: Ledger, order: Order, player: str, chips: int, reference: str | None = None) -> Done:
    """WALLET-1: chips come in at the cash desk. reference: of the receipt, once among all deposits of the club."""
    return _at_the_desk(ledger, order, player, commands.Deposit(chips, reference), DEPOSIT)


def withdraw(ledger: Ledger, order: Order, player: str, chips: int, reference: str | None = None) -> Done:
    """WALLET-1, -2: chips are paid out at the cash desk. reference: once among all withdrawals of the club."""
    return _at_the_desk(ledger, order, player, commands.Withdraw(chips, reference), WITHDRAWAL)


def settle(ledger: Ledger, order: Order, player: str, chips: int, reference: str | None = None) -> Done:
    """WALLET-7: a debt is paid at the cash desk, whole or in part. reference: once among all settlements of the club."""
    return _at_the_desk(ledger, order, player, commands.SettleDebt(chips, reference), SETTLEMENT)


def correct(ledger: Ledger, order: Order, player: str, step: int, chips: int, reason: str) -> Done:
    """WALLET-6: the deposit, withdrawal or settlement at this step of the wallet was of `chips`; zero: it never was.

    A cashier corrects what he has entered himself, an admin anything. May be said of the same step again. It counts by effective
    time from when the order says, if not from the time of the entry, or of its last correction; never from before that.
    """
    stream = wallet_stream(player)

    def work(attempt: Attempt) -> None:
        has_role(order.caller, "cashier", "admin")
        wallet = existing(attempt, stream)
        attempt.expect(stream, order.if_match)
        in_time(order, ledger.clock())
        found = _cash_entry(ledger, attempt, wallet, step)
        own = order.caller.role == "admin" or found.actor == order.caller.actor
        allow(own, "A cashier corrects what he has entered himself; what others have entered is corrected by an admin.")
        at = order.effective_at or found.at
        in_time(replace(order, effective_at=at), ledger.clock())
        still_open(attempt, at)
        says = "What is corrected was at {entered}; its correction counts from then on, or from later."
        require(at >= found.at, WALLET_6, says, step=step, effective_at=utc_text(at), entered=utc_text(found.at))
        attempt.act(stream, commands.CorrectCashEntry(step, found.entry, found.was, chips, reason), at)

    return ledger.execute(order, work)


def set_credit_limit(ledger: Ledger, order: Order, player: str, limit: int) -> Done:
    """WALLET-2: how far below zero the player may go by his own acts."""

    def work(attempt: Attempt) -> None:
        has_role(order.caller, "cashier", "admin")
        stream = wallet_stream(player)
        existing(attempt, stream)
        attempt.expect(stream, order.if_match)
        attempt.act(stream, commands.SetCreditLimit(limit))

    return ledger.execute(order, work)


@dataclass(frozen=True, slots=True)
class _Found:
    """What was taken in or paid out at a step of a wallet, who entered it, the amount that counts for it so far, and from when on
    this counts by effective time."""

    entry: str
    actor: str
    was: int
    at: datetime


def _cash_entry(ledger: Ledger, attempt: Attempt, wallet: Stream[Wallet, commands.WalletCommand], step: int) -> _Found:
    found = [row for row in ledger.history(wallet.id, max(step, 1) - 1) if row.originator_version <= wallet.version]
    if step <= wallet.version:
        attempt.agree(wallet.id, found)
    kind = CASH_ENTRIES.get(found[0].topic) if found and step > 0 else None
    if kind is None:
        says = "Step {step} of this wallet is no deposit, no withdrawal and no settlement."
        raise RuleBroken(WALLET_6, says, step=step)
    first = ledger.decode(found[0])
    told = [first, *(ledger.decode(row) for row in found if row.topic == CORRECTED)]
    of_it = [one for one in told if one is first or naming(one.event).step == step]
    return _Found(kind, first.actor, _chips(of_it[-1].event), max(one.effective_at for one in of_it))


def _chips(entry: Happened) -> int:
    if not isinstance(entry, Deposited | Withdrawn | DebtSettled | CashEntryCorrected):
        raise TypeError("this is no entry of the cash desk")
    return entry.chips


def _at_the_desk(ledger: Ledger, order: Order, player: str, command: _Cash, kind: str) -> Done:
    stream, reference = wallet_stream(player), command.reference

    def work(attempt: Attempt) -> None:
        at_the_desk(order, ledger.clock())
        existing(attempt, stream)
        attempt.expect(stream, order.if_match)
        in_time(order, ledger.clock())
        if order.effective_at is not None:
            still_open(attempt, order.effective_at)
        attempt.act(stream, command if order.effective_at is None else _dated(ledger, attempt, stream, command, order.effective_at))
        if reference is not None and references_in_use(ledger, kind, (reference,)):
            raise RuleBroken(WALLET_1, IN_USE[kind], reference=reference, kind=kind)

    # Two at the same moment: the reference is unique, so one of them is decided again, and then the rule is seen to be broken.
    return ledger.execute(order, work, beside=None if reference is None else use_references(kind, {reference: stream}))


def _dated(ledger: Ledger, attempt: Attempt, stream: WalletStream, command: _Cash, at: datetime) -> _Cash:
    """WALLET-5: the command with what is to be known of the wallet at the time when that happened which is entered now."""
    if isinstance(command, commands.Withdraw):
        return replace(command, spare=Courses(ledger).of(attempt, stream).spare(at))
    if isinstance(command, commands.SettleDebt):
        return replace(command, then=max(-Courses(ledger).of(attempt, stream).held(at), 0))
    return command


def references_in_use(ledger: Ledger, kind: str, references: Iterable[str]) -> set[str]:
    """Those of the references that a deposit, or a withdrawal (kind), has had."""
    statement = "select reference from references_used where kind = %s and reference = any(%s)"
    return {str(row[0]) for row in ledger.recorder.rows(statement, kind, list(references))}


def use_references(kind: str, streams: Mapping[str, str]) -> Beside:
    """What is written beside the events that have the references; one that is in use already breaks a unique key.

    streams: the stream of each reference's event, by the reference.
    """
    statement = "insert into references_used (kind, reference, stream) select %s, * from unnest(%s::text[], %s::text[])"

    def write(cursor: Cursor) -> None:
        cursor.execute(statement, (kind, list(streams), list(streams.values())))

    return write
