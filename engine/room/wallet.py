"""A player's wallet: what the house owes him, below zero what he owes the house. Rules WALLET-1 to 7, TABLE-4 and
5; who he is, PEOPLE-1 to 4, is decided in `person.py`."""

from dataclasses import dataclass

from engine.changed import changed
from engine.chips import MOST
from engine.decider import Decider, unknown
from engine.room import commands, events, person
from engine.room.rulebook import TABLE_4, WALLET_1, WALLET_2, WALLET_3, WALLET_4, WALLET_5, WALLET_6, WALLET_7
from engine.room.words import LENGTH_MAX, REASON_LENGTH_MAX, fits
from engine.rules import Rule, require


@dataclass(frozen=True)
class Wallet:
    """player "" is a wallet not opened yet. balance: whole chips, negative is debt. limit: how far below zero its owner may go.

    linked: other entries of this person, as far as they were linked with this one. nameless: his name was erased. tables: at which
    he has ever had chips.
    """

    player: str = ""
    unit: str = ""
    scale: int = 0
    balance: int = 0
    limit: int = 0
    linked: tuple[str, ...] = ()
    nameless: bool = False
    tables: frozenset[str] = frozenset()


def decide(wallet: Wallet, command: commands.WalletCommand) -> tuple[events.WalletEvent, ...]:
    """The event of the movement. Refuses by the rules above; debts of a table (AssumeDebt) are never refused for want of chips."""
    if isinstance(command, commands.OpenWallet):
        require(not wallet.player, WALLET_1, "This player has a wallet already.")
        return (events.WalletOpened(command.player, command.unit, command.scale),)
    require(bool(wallet.player), WALLET_1, "This player has no wallet.")
    if isinstance(command, commands.Deposit | commands.Withdraw | commands.SettleDebt):
        return (_at_the_desk(wallet, command),)
    if isinstance(command, commands.CorrectCashEntry):
        return (_corrected(wallet, command),)
    if isinstance(command, commands.SetCreditLimit):
        require(0 <= command.limit <= MOST, WALLET_2, "A credit limit is from zero to 10^30.", limit=command.limit)
        return (events.CreditLimitSet(wallet.player, command.limit),)
    if isinstance(command, commands.ApplyRuling):
        return (_by_ruling(wallet, command),)
    if isinstance(command, commands.TakePayoutBack):
        require(command.player == wallet.player, WALLET_4, "A payout names whose wallet it went to.", player=command.player)
        return (events.PayoutTakenBack(wallet.player, command.table, command.chips),)
    if isinstance(command, commands.MoveToTable | commands.MoveFromTable | commands.AssumeDebt):
        return (_at_a_table(wallet, command),)
    return (person.decide(wallet, command),)


def _at_the_desk(wallet: Wallet, command: commands.Deposit | commands.Withdraw | commands.SettleDebt) -> events.WalletEvent:
    reference, chips = command.reference, command.chips
    fit = reference is None or fits(reference)
    require(fit, WALLET_1, "A reference has 1 to {most} characters, without control characters.", most=LENGTH_MAX)
    _whole(chips, WALLET_1)
    if isinstance(command, commands.Deposit):
        return events.Deposited(wallet.player, chips, reference)
    if isinstance(command, commands.SettleDebt):
        owed = max(-wallet.balance, 0)
        require(owed > 0, WALLET_7, "This wallet owes nothing.", balance=wallet.balance)
        then = command.then
        says = "At that time this wallet owed {owed}; {chips} is more than that."
        require(then is None or chips <= then, WALLET_5, says, chips=chips, owed=then)
        require(chips <= owed, WALLET_7, "This wallet owes {owed}; {chips} is more than that.", chips=chips, owed=owed)
        return events.DebtSettled(wallet.player, chips, reference)
    _could_have_been(chips, command.spare)
    _covered(wallet, chips)
    return events.Withdrawn(wallet.player, chips, reference)


def _corrected(wallet: Wallet, command: commands.CorrectCashEntry) -> events.CashEntryCorrected:
    says = "A correction has a reason of 1 to {most} characters, without control characters."
    require(fits(command.reason, REASON_LENGTH_MAX), WALLET_6, says, most=REASON_LENGTH_MAX)
    right = 0 <= command.chips <= MOST
    require(right, WALLET_6, "The right amount is whole, from zero to at most 10^30.", chips=command.chips)
    require(command.chips != command.was, WALLET_6, "The entry is for {chips} already.", chips=command.chips, step=command.step)
    return events.CashEntryCorrected(wallet.player, command.step, command.entry, command.was, command.chips, command.reason)


def _at_a_table(wallet: Wallet, command: commands.MoveToTable | commands.MoveFromTable | commands.AssumeDebt) -> events.WalletEvent:
    own = command.player == wallet.player
    require(own, WALLET_4, "Chips go between a player's own stack and his own wallet only.", player=command.player)
    if isinstance(command, commands.AssumeDebt):
        require(command.chips > 0, WALLET_3, "A debt is more than zero.", chips=command.chips)
        return events.DebtAssumed(wallet.player, command.table, command.chips)
    if isinstance(command, commands.MoveFromTable):
        # A stack is as great as play has made it: the bound of one movement is for what people ask for, the table asks for none.
        require(command.chips > 0, TABLE_4, "Chips are moved in whole units, more than zero.", chips=command.chips)
        return events.MovedFromTable(wallet.player, command.table, command.chips)
    _whole(command.chips, TABLE_4)
    _could_have_been(command.chips, command.spare)
    _covered(wallet, command.chips)
    return events.MovedToTable(wallet.player, command.table, command.chips)


def _by_ruling(wallet: Wallet, command: commands.ApplyRuling) -> events.RulingCredited | events.RulingCharged:
    """WALLET-3: never refused for want of chips."""
    require(command.player == wallet.player, WALLET_4, "A ruling names whose wallet it is about.", player=command.player)
    chips = command.chips
    require(chips != 0, WALLET_3, "A ruling that moves nothing is not booked.", chips=chips)
    if chips > 0:
        return events.RulingCredited(wallet.player, command.dispute, command.ruling, chips)
    return events.RulingCharged(wallet.player, command.dispute, command.ruling, -chips)


def _whole(chips: int, rule: Rule) -> None:
    require(0 < chips <= MOST, rule, "Chips are moved in whole units, more than zero and at most 10^30.", chips=chips)


def _could_have_been(chips: int, spare: int | None) -> None:
    says = "At that time the wallet could give {spare}, by what had come in and what went out of it later; {chips} is too much."
    require(spare is None or chips <= spare, WALLET_5, says, chips=chips, spare=max(spare or 0, 0))


def _covered(wallet: Wallet, chips: int) -> None:
    low = wallet.balance - chips >= -wallet.limit
    says = "The wallet holds {balance} and may not go below its credit limit of {limit}; {chips} is too much."
    require(low, WALLET_2, says, chips=chips, balance=wallet.balance, limit=wallet.limit)


def evolve(wallet: Wallet, event: events.WalletEvent) -> Wallet:
    """The wallet after the event."""
    match event:
        case events.WalletOpened():
            return changed(wallet, player=event.player, unit=event.unit, scale=event.scale)
        case events.CreditLimitSet():
            return changed(wallet, limit=event.limit)
        case events.Deposited() | events.DebtSettled() | events.MovedFromTable() | events.RulingCredited():
            return changed(wallet, balance=wallet.balance + event.chips)
        case events.MovedToTable():
            tables = wallet.tables if event.table in wallet.tables else wallet.tables | {event.table}
            return changed(wallet, balance=wallet.balance - event.chips, tables=tables)
        case events.EntryLinked():
            return changed(wallet, linked=(*wallet.linked, event.other))
        case events.EntryUnlinked():
            return changed(wallet, linked=tuple([other for other in wallet.linked if other != event.other]))
        case events.NameErased():
            return changed(wallet, nameless=True)
        case events.NameChanged() | events.PlayerHandedOver():
            return wallet
        case events.Withdrawn() | events.PayoutTakenBack() | events.DebtAssumed() | events.RulingCharged():
            return changed(wallet, balance=wallet.balance - event.chips)
        case events.CashEntryCorrected():
            return changed(wallet, balance=wallet.balance + events.brought(event))
    raise unknown("a wallet", event)


wallet: Decider[Wallet, commands.WalletCommand, events.WalletEvent] = Decider(
    Wallet(), decide, lambda _: None, evolve, lambda _: False
)
