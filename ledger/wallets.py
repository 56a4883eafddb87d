"""Players and their wallets: registering, the cash desk, credit. Rules WALLET-1 and 2."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, Any

from engine.room import commands
from engine.room.rulebook import WALLET_1
from engine.rules import RuleBroken
from ledger import people
from ledger.existing import existing
from ledger.ids import new_id, wallet_stream
from ledger.orders import Done, Order
from ledger.permission import has_role

if TYPE_CHECKING:
    from ledger.app import Attempt, Ledger

DEPOSIT, WITHDRAWAL = "deposit", "withdrawal"


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


def set_credit_limit(ledger: Ledger, order: Order, player: str, limit: int) -> Done:
    """WALLET-2: how far below zero the player may go by his own acts."""

    def work(attempt: Attempt) -> None:
        has_role(order.caller, "cashier", "admin")
        stream = wallet_stream(player)
        existing(attempt, stream)
        attempt.expect(stream, order.if_match)
        attempt.act(stream, commands.SetCreditLimit(limit))

    return ledger.execute(order, work)


def _at_the_desk(ledger: Ledger, order: Order, player: str, command: commands.Deposit | commands.Withdraw, kind: str) -> Done:
    stream, reference = wallet_stream(player), command.reference

    def work(attempt: Attempt) -> None:
        has_role(order.caller, "cashier")
        existing(attempt, stream)
        attempt.expect(stream, order.if_match)
        attempt.act(stream, command)
        if reference is not None and references_in_use(ledger, kind, (reference,)):
            raise RuleBroken(WALLET_1, "The reference {reference} belongs to an earlier {kind}.", reference=reference, kind=kind)

    # Two at the same moment: the reference is unique, so one of them is decided anew, and then the rule is seen to be broken.
    return ledger.execute(order, work, beside=None if reference is None else use_reference(kind, reference, stream))


def references_in_use(ledger: Ledger, kind: str, references: Iterable[str]) -> set[str]:
    """Those of the references that a deposit, or a withdrawal (kind), has had."""
    statement = "select reference from references_used where kind = %s and reference = any(%s)"
    return {str(row[0]) for row in ledger.recorder.rows(statement, kind, list(references))}


def use_reference(kind: str, reference: str, stream: str) -> Callable[[Any], None]:
    """What is written beside the event that has the reference; one that is in use already breaks a unique key."""

    def write(cursor: Any) -> None:
        cursor.execute("insert into references_used (kind, reference, stream) values (%s, %s, %s)", (kind, reference, stream))

    return write
