"""Players and their wallets: registering, the cash desk, credit, debts paid, corrections. Rules WALLET-1 to 3 and 5 to 7."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import TYPE_CHECKING, Any

from engine.declared import declared
from engine.room import commands
from engine.room.events import CashEntryCorrected, DebtSettled, Deposited, Withdrawn
from engine.room.rulebook import WALLET_1, WALLET_6
from engine.rules import RuleBroken
from ledger.money.backdating import in_time
from ledger.orders.attempt import existing
from ledger.orders.order import Done, Order
from ledger.orders.permission import allow, has_role
from ledger.people import people
from ledger.store.ids import new_id, wallet_stream
from ledger.store.kinds import named

if TYPE_CHECKING:
    from ledger.orders.app import Attempt, Ledger
    from ledger.store.streams import Stream

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

    A cashier corrects what he has entered himself, an admin anything. May be said of the same step again.
    """
    stream = wallet_stream(player)

    def work(attempt: Attempt) -> None:
        has_role(order.caller, "cashier", "admin")
        wallet = existing(attempt, stream)
        attempt.expect(stream, order.if_match)
        in_time(order, ledger.clock())
        entry, actor, was = _cash_entry(ledger, attempt, wallet, step)
        own = order.caller.role == "admin" or actor == order.caller.actor
        allow(own, "A cashier corrects what he has entered himself; what others have entered is corrected by an admin.")
        attempt.act(stream, commands.CorrectCashEntry(step, entry, was, chips, reason))

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


def _cash_entry(ledger: Ledger, attempt: Attempt, wallet: Stream, step: int) -> tuple[str, str, int]:
    """What was taken in or paid out at a step of the wallet, who entered it, and the amount that counts for it so far."""
    found = [row for row in ledger.history(wallet.id, max(step, 1) - 1) if row.originator_version <= wallet.version]
    if step <= wallet.version:
        attempt.agree(wallet.id, found)
    kind = CASH_ENTRIES.get(found[0].topic) if found and step > 0 else None
    if kind is None:
        says = "Step {step} of this wallet is no deposit, no withdrawal and no settlement."
        raise RuleBroken(WALLET_6, says, step=step)
    first = ledger.decode(found[0])
    events = (ledger.decode(row).event for row in found if row.topic == CORRECTED)
    corrected = [event.chips for event in events if event.step == step]
    return kind, first.actor, corrected[-1] if corrected else first.event.chips


def _at_the_desk(
    ledger: Ledger, order: Order, player: str, command: commands.Deposit | commands.Withdraw | commands.SettleDebt, kind: str
) -> Done:
    stream, reference = wallet_stream(player), command.reference

    def work(attempt: Attempt) -> None:
        has_role(order.caller, "cashier")
        existing(attempt, stream)
        attempt.expect(stream, order.if_match)
        in_time(order, ledger.clock())
        attempt.act(stream, command)
        if reference is not None and references_in_use(ledger, kind, (reference,)):
            raise RuleBroken(WALLET_1, IN_USE[kind], reference=reference, kind=kind)

    # Two at the same moment: the reference is unique, so one of them is decided again, and then the rule is seen to be broken.
    return ledger.execute(order, work, beside=None if reference is None else use_references(kind, {reference: stream}))


def references_in_use(ledger: Ledger, kind: str, references: Iterable[str]) -> set[str]:
    """Those of the references that a deposit, or a withdrawal (kind), has had."""
    statement = "select reference from references_used where kind = %s and reference = any(%s)"
    return {str(row[0]) for row in ledger.recorder.rows(statement, kind, list(references))}


def use_references(kind: str, streams: Mapping[str, str]) -> Callable[[Any], None]:
    """What is written beside the events that have the references; one that is in use already breaks a unique key.

    streams: the stream of each reference's event, by the reference.
    """
    statement = "insert into references_used (kind, reference, stream) select %s, * from unnest(%s::text[], %s::text[])"

    def write(cursor: Any) -> None:
        cursor.execute(statement, (kind, list(streams), list(streams.values())))

    return write
