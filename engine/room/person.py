"""Who stands behind a wallet: his name, which is kept elsewhere, his other entries, his registrar. Rules PEOPLE-1 to 4.

What these acts change is no chips and no game. The events say that a name was changed or erased and never what it is.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.decider import unknown
from engine.room import commands, events
from engine.room.rulebook import PEOPLE_1, PEOPLE_2, PEOPLE_3, PEOPLE_4
from engine.rules import require

if TYPE_CHECKING:
    from engine.room.wallet import Wallet

ENTRIES_MAX = 10  # that one person may have, linked to each other


def decide(wallet: Wallet, command: commands.PersonCommand) -> events.PersonEvent:
    """The event of what is decided about the person whose wallet this is. Refuses by PEOPLE-3, then by the rule of the act."""
    match command:
        case commands.ChangeName():
            require(not wallet.nameless, PEOPLE_3, "This name was erased for good.")
            require(not command.same, PEOPLE_1, "This is his name already.")
            return events.NameChanged(wallet.player)
        case commands.LinkEntry():
            return _linked(wallet, command)
        case commands.UnlinkEntry():
            says = "{player} and {other} are not linked with each other."
            require(command.other in wallet.linked, PEOPLE_2, says, player=wallet.player, other=command.other)
            return events.EntryUnlinked(wallet.player, command.other)
        case commands.EraseName():
            return _erased(wallet, command)
        case commands.HandOver():
            says = "{target} holds no key of an online room, so nobody could speak for the player there."
            require(command.holder, PEOPLE_4, says, target=command.target)
            says = "{target} speaks for this player already."
            require(command.target != command.source, PEOPLE_4, says, target=command.target)
            return events.PlayerHandedOver(wallet.player, command.source, command.target)
    raise unknown("a person", command)


def _linked(wallet: Wallet, command: commands.LinkEntry) -> events.EntryLinked:
    other = command.other
    require(other != wallet.player, PEOPLE_2, "An entry is linked with another one, not with itself.")
    require(not command.known, PEOPLE_2, "{player} and {other} are one person already.", player=wallet.player, other=other)
    says = "A person has at most {most} entries; together these would be {entries}."
    require(command.entries <= ENTRIES_MAX, PEOPLE_2, says, entries=command.entries, most=ENTRIES_MAX)
    says = "Both sit at table {table}: with one of them he leaves it first."
    require(command.table is None, PEOPLE_2, says, table=command.table)
    return events.EntryLinked(wallet.player, other)


def _erased(wallet: Wallet, command: commands.EraseName) -> events.NameErased:
    require(not wallet.nameless, PEOPLE_3, "This name was erased for good.")
    says = "He sits at table {table}: he leaves it first, and is paid out."
    require(command.table is None, PEOPLE_3, says, table=command.table)
    says = "His wallet stands at {balance}: what is owed is paid first, by whoever owes it."
    require(wallet.balance == 0, PEOPLE_3, says, balance=wallet.balance)
    return events.NameErased(wallet.player)
