"""PEOPLE-1 to 4, decided on the state alone."""

from typing import Any

import pytest

from engine.decider import act, fold
from engine.room import commands, events
from engine.room.person import ENTRIES_MAX
from engine.room.rulebook import PEOPLE_1, PEOPLE_2, PEOPLE_3, PEOPLE_4, TABLE_2
from engine.room.table import table
from engine.room.wallet import Wallet, wallet
from engine.rules import Rule, RuleBroken
from tests.engine.scenario import breaks, keeps
from tests.ledger.specimens import specimen

OPENED = events.WalletOpened("anna", "chip", 0)
LINKED = events.EntryLinked("anna", "annie")


def after(*more: Any) -> Wallet:
    return fold(wallet, wallet.initial, (OPENED, *more))


def refused(state: Wallet, command: Any, rule: Rule) -> None:
    with pytest.raises(RuleBroken) as broken:
        act(wallet, state, command)
    assert broken.value.rule is rule


@keeps("PEOPLE-1")
def test_a_name_is_changed_and_the_event_holds_none() -> None:
    happened, state = act(wallet, after(), commands.ChangeName(same=False))
    assert happened == [events.NameChanged("anna")]
    assert state == after()


@breaks("PEOPLE-1")
def test_the_name_that_he_has_already_is_refused() -> None:
    refused(after(), commands.ChangeName(same=True), PEOPLE_1)


@keeps("PEOPLE-2")
def test_entries_are_linked_and_unlinked_and_no_chips_move() -> None:
    state = after(events.Deposited("anna", 50, None))
    happened, linked = act(wallet, state, commands.LinkEntry("annie", known=False, entries=ENTRIES_MAX, table=None))
    assert happened == [LINKED]
    assert (linked.linked, linked.balance) == (("annie",), 50)
    assert act(wallet, linked, commands.UnlinkEntry("annie"))[1] == state


@breaks("PEOPLE-2")
@pytest.mark.parametrize(
    "command",
    [
        commands.LinkEntry("anna", known=False, entries=1, table=None),
        commands.LinkEntry("annie", known=True, entries=2, table=None),
        commands.LinkEntry("annie", known=False, entries=ENTRIES_MAX + 1, table=None),
        commands.LinkEntry("annie", known=False, entries=2, table="green"),
        commands.UnlinkEntry("boris"),
    ],
)
def test_linking_and_unlinking_that_make_no_sense_are_refused(command: Any) -> None:
    refused(after(LINKED), command, PEOPLE_2)


@breaks("TABLE-2")
def test_none_of_a_persons_entries_sits_where_another_one_sits_or_brings_chips_there() -> None:
    opened = specimen(events.TableOpened)
    seats = (events.PlayerSeated(1, "annie"), events.PlayerSeated(2, "anna"))
    at = fold(table, table.initial, (opened, *seats))
    for command in (commands.SeatPlayer("anne", None, ("annie",)), commands.TakeChips("anna", 5, ("annie",))):
        with pytest.raises(RuleBroken) as broken:
            act(table, at, command)
        assert broken.value.rule is TABLE_2


@keeps("PEOPLE-3")
def test_the_name_of_who_neither_owes_nor_is_owed_is_erased() -> None:
    happened, state = act(wallet, after(), commands.EraseName(None))
    assert happened == [events.NameErased("anna")]
    assert state.nameless


@breaks("PEOPLE-3")
def test_no_name_is_erased_twice_given_again_or_taken_from_who_owes_is_owed_or_sits() -> None:
    erased = after(events.NameErased("anna"))
    for state, command in (
        (erased, commands.EraseName(None)),
        (erased, commands.ChangeName(same=False)),
        (after(), commands.EraseName("green")),
        (after(events.Deposited("anna", 1, None)), commands.EraseName(None)),
        (after(events.DebtAssumed("anna", "green", 1)), commands.EraseName(None)),
    ):
        refused(state, command, PEOPLE_3)


@keeps("PEOPLE-4")
def test_a_player_is_handed_to_a_room_that_holds_a_key() -> None:
    happened, _ = act(wallet, after(), commands.HandOver("stella", "lobby", holder=True))
    assert happened == [events.PlayerHandedOver("anna", "stella", "lobby")]


@breaks("PEOPLE-4")
def test_a_player_is_handed_neither_to_nobody_nor_to_where_he_is() -> None:
    refused(after(), commands.HandOver("stella", "lobby", holder=False), PEOPLE_4)
    refused(after(), commands.HandOver("lobby", "lobby", holder=True), PEOPLE_4)


def test_a_wallet_knows_every_table_at_which_its_owner_ever_had_chips() -> None:
    moves = [events.MovedToTable("anna", at, 1) for at in ("green", "red", "green")]
    assert after(*moves, events.MovedFromTable("anna", "green", 2)).tables == {"green", "red"}
