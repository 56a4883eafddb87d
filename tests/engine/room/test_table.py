"""TABLE-1 to 7, decided on the state alone."""

from typing import Any

import pytest

from engine.chips import MOST
from engine.decider import act, fold
from engine.room import commands, events
from engine.room.rulebook import TABLE_1, TABLE_2, TABLE_3, TABLE_4, TABLE_5, TABLE_6, TABLE_7
from engine.room.table import Table, can_pay, is_playing, seat_of, table
from engine.rules import Rule, RuleBroken
from tests.engine.scenario import breaks, keeps

HOUSE = {"players_min": 3, "players_max": 7, "ante": "5"}
NOON, LATER = "2026-01-02T12:00:00.000000Z", "2026-01-02T13:00:00.000000Z"


def opening(**other: Any) -> commands.OpenTable:
    usual: dict[str, Any] = {
        "table": "t",
        "name": "Friday",
        "game": "azi",
        "house": HOUSE,
        "seats": 5,
        "ends_at": None,
        "stewards": ("stella",),
        "unit": "chip",
        "scale": 0,
    }
    return commands.OpenTable(**{**usual, **other})


def after(*wanted: Any, **opened: Any) -> Table:
    state = table.initial
    for command in (opening(**opened), *wanted):
        _, state = act(table, state, command)
    return state


def sitting(*stacks: int) -> tuple[Any, ...]:
    """Players p1, p2 … at seats 1, 2 … with these stacks."""
    seated: list[Any] = []
    for number, chips in enumerate(stacks, 1):
        seated.append(commands.SeatPlayer(f"p{number}", number))
        if chips:
            seated.append(commands.TakeChips(f"p{number}", chips))
    return tuple(seated)


def finish(*chips: int, left: tuple[int, ...] = (), number: int = 1, dealer: int | None = 2) -> commands.FinishGame:
    stacks = tuple(events.StackAfter(seat, f"p{seat}", stack) for seat, stack in enumerate(chips, 1))
    return commands.FinishGame(number, "won", stacks, dealer, left)


def refusal(state: Table, command: Any) -> RuleBroken:
    with pytest.raises(RuleBroken) as broken:
        act(table, state, command)
    return broken.value


def refused(state: Table, command: Any, rule: Rule) -> None:
    assert refusal(state, command).rule is rule


@keeps("TABLE-1")
def test_a_table_opens_with_all_it_was_opened_with() -> None:
    state = after(ends_at=NOON)
    assert (state.id, state.name, state.game, state.seats, state.ends_at, state.stewards) == (
        "t",
        "Friday",
        "azi",
        5,
        NOON,
        ("stella",),
    )
    assert state.house == HOUSE


@breaks("TABLE-1")
@pytest.mark.parametrize("name", ["", " ", "x" * 201, "a\nb", "\ud800"])
def test_a_table_without_a_fitting_name_is_refused(name: str) -> None:
    refused(table.initial, opening(name=name), TABLE_1)


@breaks("TABLE-1")
def test_a_table_opens_once_and_nothing_happens_at_one_that_never_opened() -> None:
    refused(after(), opening(), TABLE_1)
    refused(table.initial, commands.SeatPlayer("p1", 1), TABLE_1)


@breaks("TABLE-2")
@pytest.mark.parametrize("seats", [0, 2, 8])
def test_seats_outside_the_bounds_of_the_house_rules_are_refused(seats: int) -> None:
    broken = refusal(table.initial, opening(seats=seats))
    assert broken.rule is TABLE_2
    assert (broken.facts["fewest"], broken.facts["most"]) == (3, 7)


@keeps("TABLE-2")
@pytest.mark.parametrize("seats", [3, 7])
def test_seats_at_the_bounds_of_the_house_rules_are_allowed(seats: int) -> None:
    assert after(seats=seats).seats == seats


@keeps("TABLE-2")
def test_a_player_takes_the_seat_he_names_or_the_lowest_free_one() -> None:
    state = after(commands.SeatPlayer("p2", 2), commands.SeatPlayer("p1"), commands.SeatPlayer("p3"))
    assert state.players == {2: "p2", 1: "p1", 3: "p3"}
    assert seat_of(state, "p3") == 3


@breaks("TABLE-2")
def test_a_player_sits_once_at_a_table() -> None:
    refused(after(commands.SeatPlayer("p1", 1)), commands.SeatPlayer("p1", 2), TABLE_2)


@breaks("TABLE-2")
def test_a_seat_takes_one_player() -> None:
    broken = refusal(after(commands.SeatPlayer("p1", 1)), commands.SeatPlayer("p2", 1))
    assert broken.rule is TABLE_2
    assert broken.facts["free"] == (2, 3, 4, 5)


@breaks("TABLE-2")
@pytest.mark.parametrize("seat", [0, -1, 6])
def test_a_seat_the_table_does_not_have_is_refused(seat: int) -> None:
    refused(after(), commands.SeatPlayer("p1", seat), TABLE_2)


@breaks("TABLE-2")
def test_a_full_table_seats_nobody_more() -> None:
    refused(after(*sitting(0, 0, 0, 0, 0)), commands.SeatPlayer("p6"), TABLE_2)


@keeps("TABLE-7")
def test_a_steward_is_assigned_once() -> None:
    state = after(commands.AssignSteward("sam"))
    assert state.stewards == ("stella", "sam")
    refused(state, commands.AssignSteward("sam"), TABLE_7)


@breaks("TABLE-7")
def test_stewards_are_limited_and_named_once() -> None:
    refused(table.initial, opening(stewards=("a", "a")), TABLE_7)
    refused(table.initial, opening(stewards=tuple(map(str, range(51)))), TABLE_7)
    refused(after(stewards=tuple(map(str, range(50)))), commands.AssignSteward("sam"), TABLE_7)


@keeps("TABLE-4")
def test_chips_come_to_the_stack_and_go_back() -> None:
    state = after(*sitting(40), commands.ReturnChips("p1", 15))
    assert state.stacks == {1: 25}


@breaks("TABLE-4")
@pytest.mark.parametrize("chips", [0, -1, MOST + 1])
def test_chips_are_taken_in_whole_units_more_than_zero(chips: int) -> None:
    refused(after(*sitting(40)), commands.TakeChips("p1", chips), TABLE_4)


@breaks("TABLE-4")
@pytest.mark.parametrize("chips", [0, -1, 41])
def test_no_more_goes_back_than_the_stack_and_no_less_than_one(chips: int) -> None:
    refused(after(*sitting(40)), commands.ReturnChips("p1", chips), TABLE_4)


@breaks("TABLE-4")
def test_chips_of_somebody_who_does_not_sit_here_are_refused() -> None:
    refused(after(), commands.TakeChips("p1", 5), TABLE_4)
    refused(after(), commands.ReturnChips("p1", 5), TABLE_4)


@keeps("TABLE-3")
def test_a_game_begins_with_everybody_seated_also_who_can_not_pay() -> None:
    happened, state = act(table, after(*sitting(40, 5, 4, 9)), commands.BeginGame(NOON))
    assert happened == [events.GameBegun("azi", 1, (1, 2, 3, 4))]
    assert (state.running, state.begun, state.playing) == (1, 1, (1, 2, 3, 4))


@keeps("TABLE-3")
def test_who_can_pay_is_decided_by_the_ante() -> None:
    assert can_pay(after(*sitting(40, 5, 4, 0))) == (1, 2)


@breaks("TABLE-3")
def test_a_game_needs_enough_players_who_can_pay() -> None:
    broken = refusal(after(*sitting(40, 5, 4, 0)), commands.BeginGame(NOON))
    assert broken.rule is TABLE_3
    assert (broken.facts["needed"], broken.facts["able"]) == (3, 2)


@breaks("TABLE-3")
def test_only_one_game_runs_at_a_table() -> None:
    state = after(*sitting(40, 40, 40), commands.BeginGame(NOON))
    assert refusal(state, commands.BeginGame(NOON)).facts == {"number": 1}
    refused(state, commands.BeginGame(NOON), TABLE_3)


@breaks("TABLE-3")
def test_no_game_begins_at_or_after_the_agreed_end() -> None:
    state = after(*sitting(40, 40, 40), ends_at=LATER)
    refused(state, commands.BeginGame(LATER), TABLE_3)
    _, state = act(table, state, commands.BeginGame(NOON))
    assert state.running == 1


@breaks("TABLE-3")
def test_no_game_begins_after_the_sitting_was_ended() -> None:
    refused(after(*sitting(40, 40, 40), commands.EndSitting(NOON)), commands.BeginGame(NOON), TABLE_3)


@breaks("TABLE-3")
def test_a_sitting_does_not_end_before_its_agreed_end_nor_twice() -> None:
    state = after(ends_at=LATER)
    refused(state, commands.EndSitting(NOON), TABLE_3)
    _, state = act(table, state, commands.EndSitting(LATER))
    refused(state, commands.EndSitting(LATER), TABLE_3)


@breaks("TABLE-4", "TABLE-5")
def test_no_stack_in_a_running_game_moves_at_the_table() -> None:
    state = after(*sitting(40, 40, 40), commands.BeginGame(NOON))
    assert is_playing(state, "p1")
    refused(state, commands.TakeChips("p1", 5), TABLE_4)
    refused(state, commands.ReturnChips("p1", 5), TABLE_4)
    refused(state, commands.LeaveTable("p1"), TABLE_5)


@keeps("TABLE-4", "TABLE-5")
def test_who_sat_down_after_the_game_began_moves_chips_and_leaves_freely() -> None:
    late = (commands.SeatPlayer("p4"), commands.TakeChips("p4", 30), commands.ReturnChips("p4", 10))
    state = after(*sitting(40, 40, 40), commands.BeginGame(NOON), *late)
    assert state.stacks[4] == 20
    happened, state = act(table, state, commands.LeaveTable("p4"))
    assert happened == [events.ChipsReturned(4, "p4", 20), events.PlayerUnseated(4, "p4")]
    assert 4 not in state.players


@keeps("TABLE-5")
def test_leaving_pays_the_stack_out_and_frees_the_seat() -> None:
    happened, state = act(table, after(*sitting(40)), commands.LeaveTable("p1"))
    assert happened == [events.ChipsReturned(1, "p1", 40), events.PlayerUnseated(1, "p1")]
    assert (state.players, state.stacks) == ({}, {})


@keeps("TABLE-5")
def test_leaving_without_chips_returns_none() -> None:
    happened, _ = act(table, after(*sitting(0)), commands.LeaveTable("p1"))
    assert happened == [events.PlayerUnseated(1, "p1")]


@breaks("TABLE-5")
def test_who_does_not_sit_here_can_not_leave() -> None:
    refused(after(), commands.LeaveTable("p1"), TABLE_5)


@keeps("TABLE-5")
def test_when_the_game_is_over_its_stacks_come_back_and_leavers_are_paid_out() -> None:
    state = after(*sitting(40, 40, 40), commands.BeginGame(NOON))
    happened, state = act(table, state, finish(100, 35, -15, left=(1, 3)))
    assert happened[1:] == [
        events.ChipsReturned(1, "p1", 100),
        events.PlayerUnseated(1, "p1"),
        events.ChipsReturned(3, "p3", -15),
        events.PlayerUnseated(3, "p3"),
    ]
    assert (state.running, state.playing, state.stacks, state.next_dealer) == (None, (), {2: 35}, 2)


@breaks("TABLE-3")
def test_only_the_running_game_with_its_own_players_can_finish() -> None:
    state = after(*sitting(40, 40, 40), commands.BeginGame(NOON), commands.SeatPlayer("p4"))
    refused(state, finish(40, 40, 40, number=2), TABLE_3)
    refused(state, finish(40, 40, 40, 0), TABLE_3)
    refused(state, finish(40, 40), TABLE_3)
    refused(state, finish(40, 40, 40, left=(4,)), TABLE_3)


@keeps("AZI-SEAT-3")
def test_if_the_next_dealer_leaves_the_nearest_seated_player_clockwise_deals() -> None:
    state = after(*sitting(40, 40, 40), commands.BeginGame(NOON), finish(40, 40, 40, dealer=3))
    assert state.next_dealer == 3
    _, state = act(table, state, commands.LeaveTable("p3"))
    assert state.next_dealer == 1
    state = fold(table, state, [events.PlayerUnseated(1, "p1"), events.PlayerUnseated(2, "p2")])
    assert state.next_dealer is None


@keeps("DISPUTE-6", "AZI-SEAT-3")
@breaks("TABLE-2", "TABLE-3")
def test_a_ruling_on_the_last_game_passes_the_deal_to_who_sits_there_until_the_next_game_begins() -> None:
    state = after(*sitting(40, 40, 40), commands.BeginGame(NOON), finish(40, 40, 40, dealer=3))
    happened, passed = act(table, state, commands.PassDeal(1, 2))
    assert (happened, passed.next_dealer) == ([events.DealPassed(1, 2)], 2)
    refused(state, commands.PassDeal(1, 4), TABLE_2)
    refused(state, commands.PassDeal(2, 2), TABLE_3)
    refused(after(*sitting(40, 40, 40), commands.BeginGame(NOON)), commands.PassDeal(1, 2), TABLE_3)


@keeps("TABLE-6")
def test_a_table_closes_and_pays_all_stacks_out() -> None:
    happened, state = act(table, after(*sitting(40, 0, 7)), commands.CloseTable())
    assert happened == [
        events.ChipsReturned(1, "p1", 40),
        events.PlayerUnseated(1, "p1"),
        events.PlayerUnseated(2, "p2"),
        events.ChipsReturned(3, "p3", 7),
        events.PlayerUnseated(3, "p3"),
        events.TableClosed(),
    ]
    assert state.closed
    assert table.is_over(state)


@breaks("TABLE-6")
def test_a_table_with_a_running_game_does_not_close() -> None:
    refused(after(*sitting(40, 40, 40), commands.BeginGame(NOON)), commands.CloseTable(), TABLE_6)


@breaks("TABLE-6")
@pytest.mark.parametrize(
    "wanted",
    [
        commands.SeatPlayer("p9"),
        commands.TakeChips("p1", 5),
        commands.BeginGame(NOON),
        commands.LeaveTable("p1"),
        commands.AssignSteward("sam"),
        commands.EndSitting(NOON),
        commands.CloseTable(),
    ],
)
def test_nothing_happens_at_a_closed_table(wanted: Any) -> None:
    refused(after(*sitting(40), commands.CloseTable()), wanted, TABLE_6)
