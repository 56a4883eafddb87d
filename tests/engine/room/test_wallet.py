"""WALLET-1 to 7, decided on the state alone."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.chips import MOST
from engine.decider import act, fold
from engine.room import commands, events
from engine.room.rulebook import TABLE_4, WALLET_1, WALLET_2, WALLET_3, WALLET_4, WALLET_5, WALLET_6, WALLET_7
from engine.room.wallet import Wallet, wallet
from engine.rules import Rule, RuleBroken
from tests.engine.scenario import breaks, keeps

OPENED = events.WalletOpened("anna", "chip", 0)


def holding(chips: int, *more: Any) -> Wallet:
    before = (OPENED, events.Deposited("anna", chips, None)) if chips else (OPENED,)
    return fold(wallet, wallet.initial, (*before, *more))


def refusal(state: Wallet, command: Any) -> RuleBroken:
    with pytest.raises(RuleBroken) as broken:
        act(wallet, state, command)
    return broken.value


def refused(state: Wallet, command: Any, rule: Rule) -> None:
    assert refusal(state, command).rule is rule


@keeps("WALLET-1")
def test_a_registered_player_gets_an_empty_wallet() -> None:
    happened, state = act(wallet, wallet.initial, commands.OpenWallet("anna", "chip", 0))
    assert happened == [OPENED]
    assert (state.player, state.balance, state.limit) == ("anna", 0, 0)


@breaks("WALLET-1")
def test_a_wallet_opens_once() -> None:
    refused(holding(0), commands.OpenWallet("anna", "chip", 0), WALLET_1)


@breaks("WALLET-1")
def test_without_a_wallet_there_is_nothing_to_move() -> None:
    refused(wallet.initial, commands.Deposit(5), WALLET_1)


@keeps("WALLET-1")
def test_a_deposit_is_kept_with_its_reference() -> None:
    happened, state = act(wallet, holding(0), commands.Deposit(50, "receipt 7"))
    assert happened == [events.Deposited("anna", 50, "receipt 7")]
    assert state.balance == 50


@breaks("WALLET-1")
@pytest.mark.parametrize("chips", [0, -1, MOST + 1])
@pytest.mark.parametrize("wanted", [commands.Deposit, commands.Withdraw])
def test_at_the_desk_less_than_one_and_more_than_ten_to_the_thirtieth_are_refused(wanted: Any, chips: int) -> None:
    refused(holding(100), wanted(chips), WALLET_1)


@keeps("WALLET-1")
def test_ten_to_the_thirtieth_itself_is_taken_in_and_paid_out_again() -> None:
    _, state = act(wallet, holding(0), commands.Deposit(MOST))
    _, state = act(wallet, state, commands.Withdraw(MOST))
    assert state.balance == 0


@breaks("WALLET-1")
@pytest.mark.parametrize("reference", ["", " ", "x" * 201, "a\nb", "\ud800"])
def test_a_reference_that_is_empty_or_endless_is_refused(reference: str) -> None:
    refused(holding(0), commands.Deposit(5, reference), WALLET_1)


@keeps("WALLET-2")
def test_a_withdrawal_of_all_there_is_is_paid() -> None:
    happened, state = act(wallet, holding(30), commands.Withdraw(30))
    assert happened == [events.Withdrawn("anna", 30, None)]
    assert state.balance == 0


@breaks("WALLET-2")
def test_a_withdrawal_of_one_more_than_there_is_is_refused_with_the_figures() -> None:
    broken = refusal(holding(30), commands.Withdraw(31))
    assert broken.rule is WALLET_2
    assert broken.facts == {"chips": 31, "balance": 30, "limit": 0}


@keeps("WALLET-2")
def test_a_credit_limit_lets_the_owner_go_exactly_so_far_below_zero() -> None:
    _, state = act(wallet, holding(30), commands.SetCreditLimit(20))
    refused(state, commands.Withdraw(51), WALLET_2)
    refused(state, commands.MoveToTable("anna", "t", 51), WALLET_2)
    _, state = act(wallet, state, commands.MoveToTable("anna", "t", 50))
    assert state.balance == -20


@breaks("WALLET-2")
@pytest.mark.parametrize("limit", [-1, MOST + 1])
def test_a_credit_limit_below_zero_or_beyond_all_bounds_is_refused(limit: int) -> None:
    refused(holding(0), commands.SetCreditLimit(limit), WALLET_2)


@breaks("WALLET-2")
def test_a_limit_lowered_under_a_debt_leaves_the_debt_and_stops_the_owner() -> None:
    in_debt = holding(0, events.CreditLimitSet("anna", 50), events.MovedToTable("anna", "t", 50))
    _, state = act(wallet, in_debt, commands.SetCreditLimit(10))
    assert state.balance == -50
    refused(state, commands.Withdraw(1), WALLET_2)


@keeps("WALLET-3", "TABLE-5")
def test_a_debt_of_the_table_goes_below_the_limit_and_a_deposit_settles_it_first() -> None:
    _, state = act(wallet, holding(30), commands.AssumeDebt("anna", "t", 220))
    assert state.balance == -190
    _, state = act(wallet, state, commands.Deposit(200))
    assert state.balance == 10


@breaks("WALLET-3")
@pytest.mark.parametrize("chips", [0, -5])
def test_a_debt_of_nothing_is_refused(chips: int) -> None:
    refused(holding(30), commands.AssumeDebt("anna", "t", chips), WALLET_3)


@breaks("TABLE-4")
@pytest.mark.parametrize("wanted", [commands.MoveToTable, commands.MoveFromTable])
@pytest.mark.parametrize("chips", [0, -5])
def test_between_wallet_and_table_only_more_than_nothing_moves(wanted: Any, chips: int) -> None:
    refused(holding(30), wanted("anna", "t", chips), TABLE_4)


@breaks("WALLET-4")
@pytest.mark.parametrize("wanted", [commands.MoveToTable, commands.MoveFromTable, commands.AssumeDebt])
def test_chips_never_go_from_one_player_to_another(wanted: Any) -> None:
    refused(holding(30), wanted("boris", "t", 5), WALLET_4)


@keeps("WALLET-4", "TABLE-4")
def test_chips_go_from_the_wallet_to_its_owners_own_stack_and_back() -> None:
    happened, state = act(wallet, holding(30), commands.MoveToTable("anna", "t", 5))
    assert happened == [events.MovedToTable("anna", "t", 5)]
    happened, state = act(wallet, state, commands.MoveFromTable("anna", "t", 12))
    assert happened == [events.MovedFromTable("anna", "t", 12)]
    assert state.balance == 37


@keeps("WALLET-2")
@given(st.lists(st.tuples(st.sampled_from("dwtf"), st.integers(-5, 60)), max_size=40))
def test_whatever_the_owner_does_the_wallet_stays_within_its_limit(wanted: list[tuple[str, int]]) -> None:
    made = {
        "d": commands.Deposit,
        "w": commands.Withdraw,
        "t": lambda chips: commands.MoveToTable("anna", "t", chips),
        "f": lambda chips: commands.MoveFromTable("anna", "t", chips),
    }
    state = holding(0, events.CreditLimitSet("anna", 25))
    for kind, chips in wanted:
        try:
            _, after = act(wallet, state, made[kind](chips))
        except RuleBroken:
            continue
        assert after.balance != state.balance
        state = after
        assert state.balance >= -25


@keeps("WALLET-7")
def test_a_settlement_of_the_whole_debt_leaves_nothing_owed() -> None:
    owing = holding(30, events.DebtAssumed("anna", "t", 100))
    happened, state = act(wallet, owing, commands.SettleDebt(70, "receipt 9"))
    assert happened == [events.DebtSettled("anna", 70, "receipt 9")]
    assert state.balance == 0


@breaks("WALLET-7")
def test_nobody_settles_more_than_he_owes() -> None:
    broken = refusal(holding(30, events.DebtAssumed("anna", "t", 100)), commands.SettleDebt(71))
    assert (broken.rule, broken.facts) == (WALLET_7, {"chips": 71, "owed": 70})
    refused(holding(30), commands.SettleDebt(1), WALLET_7)
    refused(holding(0), commands.SettleDebt(1), WALLET_7)


@keeps("WALLET-6")
@pytest.mark.parametrize(
    ("entry", "was", "chips", "balance"),
    [("deposit", 100, 10, 410), ("deposit", 10, 100, 590), ("withdrawal", 100, 10, 590), ("settlement", 5, 0, 495)],
)
def test_a_correction_moves_what_the_entry_should_have_moved_besides(entry: str, was: int, chips: int, balance: int) -> None:
    happened, state = act(wallet, holding(500), commands.CorrectCashEntry(2, entry, was, chips, "Mistyped"))
    assert happened == [events.CashEntryCorrected("anna", 2, entry, was, chips, "Mistyped")]
    assert state.balance == balance


@keeps("WALLET-6", "WALLET-3")
def test_a_correction_is_booked_in_full_where_the_wallet_does_not_hold_so_much() -> None:
    _, state = act(
        wallet, holding(500, events.MovedToTable("anna", "t", 480)), commands.CorrectCashEntry(2, "deposit", 500, 50, "Typo")
    )
    assert state.balance == -430


@breaks("WALLET-6")
@pytest.mark.parametrize(
    ("was", "chips", "reason"),
    [(5, 5, "Same"), (5, -1, "Less"), (5, MOST + 1, "More"), (5, 6, ""), (5, 6, "a\nb"), (5, 6, "x" * 501)],
)
def test_a_correction_to_the_same_to_nothing_sensible_or_without_a_reason_is_refused(was: int, chips: int, reason: str) -> None:
    refused(holding(500), commands.CorrectCashEntry(2, "deposit", was, chips, reason), WALLET_6)


@keeps("WALLET-5")
def test_what_could_have_been_paid_out_earlier_is_entered() -> None:
    for command in (commands.Withdraw(60, None, 60), commands.MoveToTable("anna", "t", 60, 60)):
        _, state = act(wallet, holding(500), command)
        assert state.balance == 440
    _, state = act(wallet, holding(0, events.DebtAssumed("anna", "t", 100)), commands.SettleDebt(70, None, 70))
    assert state.balance == -30


@breaks("WALLET-5")
def test_what_could_not_have_been_paid_out_earlier_is_refused_whatever_the_wallet_holds_now() -> None:
    for command in (commands.Withdraw(61, None, 60), commands.MoveToTable("anna", "t", 61, 60), commands.Withdraw(1, None, -5)):
        broken = refusal(holding(50), command)
        assert (broken.rule, broken.facts["spare"]) == (WALLET_5, max(command.spare or 0, 0))
    broken = refusal(holding(0, events.DebtAssumed("anna", "t", 100)), commands.SettleDebt(71, None, 70))
    assert (broken.rule, broken.facts) == (WALLET_5, {"chips": 71, "owed": 70})
