"""DESK-1 to 3, decided on the state alone."""

import pytest

from engine.chips import MOST
from engine.decider import act, fold
from engine.room import commands, events
from engine.room.desk import Desk, desk
from engine.room.rulebook import DESK_1, DESK_2, DESK_3
from engine.rules import RuleBroken
from tests.engine.scenario import breaks, keeps

COUNTED = fold(desk, desk.initial, (events.CashCounted(500, 500, 40, None),))


@keeps("DESK-1")
def test_a_count_is_kept_with_what_the_books_say() -> None:
    happened, state = act(desk, COUNTED, commands.CountCash(680, 680, 90))
    assert happened == [events.CashCounted(680, 680, 90, None)]
    assert state == Desk(counts=2, counted=680, position=90)


@keeps("DESK-2")
@pytest.mark.parametrize("booked", [685, 675, -5])
def test_a_difference_either_way_is_kept_with_its_reason(booked: int) -> None:
    happened, _ = act(desk, COUNTED, commands.CountCash(680, booked, 41, "Wrong change"))
    assert happened == [events.CashCounted(680, booked, 41, "Wrong change")]


@breaks("DESK-1")
@pytest.mark.parametrize(("counted", "position"), [(-1, 90), (MOST + 1, 90), (500, 39), (500, 40)])
def test_a_senseless_count_and_one_of_no_later_moment_than_the_last_are_refused(counted: int, position: int) -> None:
    with pytest.raises(RuleBroken) as broken:
        act(desk, COUNTED, commands.CountCash(counted, 500, position, "Why"))
    assert broken.value.rule is DESK_1


@keeps("DESK-1")
def test_the_first_count_may_be_of_an_empty_ledger() -> None:
    assert act(desk, desk.initial, commands.CountCash(0, 0, 0))[1].counts == 1


@breaks("DESK-2")
@pytest.mark.parametrize(("counted", "reason"), [(499, None), (499, " "), (500, ""), (499, "x" * 501)])
def test_a_difference_without_a_reason_and_a_reason_nobody_can_read_are_refused(counted: int, reason: str | None) -> None:
    with pytest.raises(RuleBroken) as broken:
        act(desk, COUNTED, commands.CountCash(counted, 500, 90, reason))
    assert broken.value.rule is DESK_2


def test_a_cash_desk_takes_no_other_commands() -> None:
    with pytest.raises(TypeError):
        act(desk, COUNTED, commands.Deposit(5))


MARCH, APRIL, MAY = (f"2026-0{month}-01T00:00:00.000000Z" for month in (3, 4, 5))
CLOSED = fold(desk, COUNTED, (events.BooksClosed(APRIL, None),))


@keeps("DESK-3")
def test_the_books_are_closed_up_to_a_later_moment_and_reopened_down_to_an_earlier_one_or_wholly() -> None:
    happened, state = act(desk, COUNTED, commands.CloseBooks(APRIL, APRIL, "The quarter"))
    assert (happened, state.closed, state.counts) == ([events.BooksClosed(APRIL, "The quarter")], APRIL, 1)
    assert act(desk, CLOSED, commands.CloseBooks(MAY, MAY))[1].closed == MAY
    happened, state = act(desk, CLOSED, commands.ReopenBooks(MARCH, "A receipt"))
    assert (happened, state.closed) == ([events.BooksReopened(MARCH, "A receipt")], MARCH)
    assert act(desk, CLOSED, commands.ReopenBooks(None, "All of it"))[1].closed == ""


@breaks("DESK-3")
@pytest.mark.parametrize(
    "command",
    [
        commands.CloseBooks(MAY, APRIL),
        commands.CloseBooks(APRIL, MAY),
        commands.CloseBooks(MAY, MAY, ""),
        commands.ReopenBooks(APRIL, "Why"),
        commands.ReopenBooks(MAY, "Why"),
        commands.ReopenBooks(MARCH, " "),
    ],
)
def test_what_is_not_over_what_is_closed_already_and_what_is_not_closed_are_refused(command: commands.DeskCommand) -> None:
    with pytest.raises(RuleBroken) as broken:
        act(desk, CLOSED, command)
    assert broken.value.rule is DESK_3


@breaks("DESK-3")
def test_where_nothing_is_closed_nothing_is_reopened() -> None:
    with pytest.raises(RuleBroken) as broken:
        act(desk, COUNTED, commands.ReopenBooks(None, "Why"))
    assert broken.value.rule is DESK_3
