"""Tables on a real database: TABLE-1 to 7, and that wallet and table change together or not at all."""

from datetime import UTC, datetime, timedelta
from types import SimpleNamespace
from typing import Any

import pytest

from engine.room import commands
from engine.room.rulebook import TABLE_1, TABLE_2, TABLE_4, TABLE_5, TABLE_6, TABLE_7, WALLET_2
from ledger.orders.app import Attempt, Ledger
from ledger.orders.order import Caller
from ledger.play import tables
from ledger.play.payouts import finish_game
from ledger.play.presets import game_of, presets
from ledger.store.errors import NotAllowed, NotFound, Stale
from ledger.store.ids import table_stream
from tests.ledger.club import ADMIN, AUDITOR, CASHIER, ROOM, STEWARD, STRANGER, Club, himself, order, told

NAMED: dict[str, Any] = {"name": "Green table", "preset": "azi-three", "changes": {}, "seats": 5}


def test_presets_are_complete_house_rules_that_can_be_played() -> None:
    known = presets()
    assert {"azi-three", "azi-three-half"} <= set(known)
    for name, plain in known.items():
        assert plain["preset"] == name
        assert tables.house_of(game_of(name), name, {})["preset"] == name
    known["azi-three"]["ante"] = 99
    assert presets()["azi-three"]["ante"] == 5


def test_a_table_opens_with_a_preset_and_changes_to_it(ledger: Ledger) -> None:
    club = Club(ledger)
    table = club.table(club.open(ante="7", seats=6))
    assert (table.name, table.game, table.seats, table.unit, table.scale) == ("Green table", "azi", 6, "chip", 0)
    assert (table.house["ante"], table.house["deck"], table.house["cap"]) == ("7", "entered", None)
    assert table.stewards == (STEWARD.subject,)


@pytest.mark.parametrize(
    "changed",
    [
        {"preset": "no-such-preset"},
        {"game": "bridge"},
        {"changes": {"no_such_rule": 1}},
        {"changes": {"ante": "0"}},
        {"changes": {"deck": "unseen"}},
        {"changes": {"preset": "azi-three"}},
        {"name": ""},
        {"ends_at": datetime(2020, 1, 1, tzinfo=UTC)},
    ],
)
def test_a_table_that_makes_no_sense_is_refused(ledger: Ledger, changed: dict[str, Any]) -> None:
    Club(ledger).refuses(TABLE_1, tables.open_table, order(STEWARD), **{**NAMED, **changed})


@pytest.mark.parametrize("seats", [2, 8])
def test_a_table_that_could_not_deal_its_players_in_is_refused(ledger: Ledger, seats: int) -> None:
    Club(ledger).refuses(TABLE_2, tables.open_table, order(STEWARD), **{**NAMED, "seats": seats})


@pytest.mark.parametrize("caller", [CASHIER, AUDITOR, ROOM, himself("p1"), Caller("lobby", "room", "p1")])
def test_tables_are_opened_by_admin_and_steward_only(ledger: Ledger, caller: Caller) -> None:
    with pytest.raises(NotAllowed):
        tables.open_table(ledger, order(caller), **NAMED)
    assert ledger.head() == 0


def test_a_table_opened_by_an_admin_has_the_stewards_he_names(ledger: Ledger) -> None:
    club = Club(ledger)
    done = tables.open_table(ledger, order(ADMIN), **NAMED, stewards=("stella", "sven", "stella"))
    assert done.decided is not None
    assert club.table(done.decided.envelopes[0].event.table).stewards == ("stella", "sven")


def test_a_steward_acts_at_tables_he_opened_or_was_assigned_to_and_at_no_other(ledger: Ledger) -> None:
    club = Club(ledger)
    at, player = club.open(), club.rich(100)
    with pytest.raises(NotAllowed):
        tables.seat(ledger, order(STRANGER), at, player, 1, None)
    with pytest.raises(NotAllowed):
        tables.assign_steward(ledger, order(STRANGER), at, STRANGER.subject)
    tables.assign_steward(ledger, order(ADMIN), at, STRANGER.subject)
    tables.seat(ledger, order(STRANGER), at, player, 1, None)
    club.refuses(TABLE_7, tables.assign_steward, order(STEWARD), at, STRANGER.subject)
    club.refuses(TABLE_7, tables.assign_steward, order(STEWARD), at, "Stella Marlowe")
    club.refuses(TABLE_7, tables.open_table, order(STEWARD), **NAMED, stewards=("Stella Marlowe",))


def test_sitting_down_with_chips_is_one_append_over_wallet_and_table(ledger: Ledger) -> None:
    club = Club(ledger)
    at, player = club.open(), club.rich(1000)
    done = tables.seat(ledger, order(himself(player)), at, player, 2, 200)
    assert sorted(told(done)) == [
        (f"table-{at}", "table.chips_taken"),
        (f"table-{at}", "table.player_seated"),
        (f"wallet-{player}", "wallet.moved_to_table"),
    ]
    assert (club.wallet(player).balance, club.table(at).stacks) == (800, {2: 200})
    club.sums_hold()


def test_if_the_wallet_can_not_pay_nobody_sits_down(ledger: Ledger) -> None:
    club = Club(ledger)
    at, player = club.open(), club.rich(100)
    club.refuses(WALLET_2, tables.seat, order(STEWARD), at, player, 2, 101)
    assert (club.table(at).players, club.wallet(player).balance) == ({}, 100)
    assert (ledger.load(f"table-{at}").version, ledger.load(f"wallet-{player}").version) == (1, 2)


def test_a_taken_seat_and_a_second_seat_are_refused(ledger: Ledger) -> None:
    club = Club(ledger)
    at = club.open()
    [first] = club.sit(at, 50)
    second = club.rich(100)
    club.refuses(TABLE_2, tables.seat, order(STEWARD), at, second, 1, 50)
    club.refuses(TABLE_2, tables.seat, order(STEWARD), at, first, 2, None)
    club.refuses(TABLE_4, tables.seat, order(STEWARD), at, second, 2, 0)
    other = club.open()
    tables.seat(ledger, order(STEWARD), other, first, None, 10)
    assert club.table(other).stacks == {1: 10}


def test_who_is_not_registered_and_what_is_no_table_are_not_found(ledger: Ledger) -> None:
    club = Club(ledger)
    at, player = club.open(), club.rich(100)
    with pytest.raises(NotFound):
        tables.seat(ledger, order(STEWARD), at, "nobody", None, None)
    for nowhere in ("nowhere", "", "X", "a/b", "é"):
        with pytest.raises(NotFound):
            tables.seat(ledger, order(STEWARD), nowhere, player, None, None)
        with pytest.raises(NotFound):
            tables.close(ledger, order(ADMIN), nowhere)


def test_chips_outside_a_game_go_both_ways(ledger: Ledger) -> None:
    club = Club(ledger)
    at = club.open()
    [player] = club.sit(at, 200)
    tables.top_up(ledger, order(himself(player)), at, player, 50)
    tables.cash_out(ledger, order(STEWARD), at, player, 120)
    assert (club.wallet(player).balance, club.table(at).stacks) == (870, {1: 130})
    club.refuses(TABLE_4, tables.cash_out, order(STEWARD), at, player, 131)
    club.refuses(TABLE_4, tables.cash_out, order(STEWARD), at, player, 0)
    club.refuses(WALLET_2, tables.top_up, order(STEWARD), at, player, 871)
    assert club.sums_hold() == 6


def test_nobody_moves_the_chips_of_another(ledger: Ledger) -> None:
    club = Club(ledger)
    at = club.open()
    player, other = club.sit(at, 200, 200)
    for asking in (himself(other), Caller("lobby", "room", other), ROOM, CASHIER, ADMIN, AUDITOR, STRANGER):
        for what in (tables.top_up, tables.cash_out):
            with pytest.raises(NotAllowed):
                what(ledger, order(asking), at, player, 5)
        with pytest.raises(NotAllowed):
            tables.leave(ledger, order(asking), at, player)
    tables.cash_out(ledger, order(Caller("lobby", "room", player)), at, player, 5)
    assert club.table(at).stacks == {1: 195, 2: 200}


def test_leaving_outside_a_game_pays_the_stack_out(ledger: Ledger) -> None:
    club = Club(ledger)
    at = club.open()
    player, empty = club.sit(at, 200, 0)
    tables.leave(ledger, order(himself(player)), at, player)
    tables.leave(ledger, order(himself(empty)), at, empty)
    assert (club.wallet(player).balance, club.wallet(empty).balance, club.table(at).players) == (1000, 1000, {})
    club.refuses(TABLE_5, tables.leave, order(himself(player)), at, player)
    club.sums_hold()


def test_a_stack_below_zero_becomes_a_debt_of_the_wallet_when_its_player_leaves(ledger: Ledger) -> None:
    club = Club(ledger)
    at = club.open()
    first, second, third = club.sit(at, 200, 200, 200)

    def work(attempt: Attempt) -> None:
        attempt.act(table_stream(at), commands.BeginGame("2026-01-02T12:00:00.000000Z"))
        stacks = zip((1, 2, 3), (first, second, third), (-1220, 900, 920), strict=True)
        after = tuple(SimpleNamespace(seat=seat, player=player, chips=chips) for seat, player, chips in stacks)
        finish_game(attempt, at, 1, SimpleNamespace(how="won", stacks=after, next_dealer=2, left=(1, 2)))

    done = ledger.execute(order(STEWARD), work)
    assert ("wallet-" + first, "wallet.debt_assumed") in told(done)
    assert [club.wallet(player).balance for player in (first, second, third)] == [-420, 1700, 800]
    assert (club.table(at).players, club.table(at).stacks) == ({3: third}, {3: 920})


def test_a_table_closes_and_pays_everybody_out(ledger: Ledger) -> None:
    club = Club(ledger)
    at = club.open()
    sitting = club.sit(at, 200, 0, 30)
    with pytest.raises(NotAllowed):
        tables.close(ledger, order(himself(sitting[0])), at)
    tables.close(ledger, order(STEWARD), at)
    assert [club.wallet(player).balance for player in sitting] == [1000, 1000, 1000]
    assert club.table(at).closed
    club.refuses(TABLE_6, tables.seat, order(STEWARD), at, sitting[0], 1, None)
    club.refuses(TABLE_6, tables.close, order(ADMIN), at)
    club.sums_hold()


def test_a_running_game_keeps_its_table_open(ledger: Ledger) -> None:
    club = Club(ledger)
    at, _ = club.started(200, 200, 200)
    club.refuses(TABLE_6, tables.close, order(ADMIN), at)


def test_an_end_is_kept_in_utc(ledger: Ledger) -> None:
    club = Club(ledger)
    tonight = (datetime.now(UTC) + timedelta(hours=5)).replace(microsecond=0)
    at = club.open(ends_at=tonight.astimezone(tz=datetime.fromisoformat("2026-01-01T00:00:00+04:00").tzinfo))
    assert club.table(at).ends_at == tonight.strftime("%Y-%m-%dT%H:%M:%S.000000Z")


def test_a_stale_version_of_the_table_changes_nothing(ledger: Ledger) -> None:
    club = Club(ledger)
    at, player = club.open(), club.rich(100)
    with pytest.raises(Stale) as stale:
        tables.seat(ledger, order(STEWARD, if_match=7), at, player, 1, 50)
    assert stale.value.version == 1
    assert club.wallet(player).balance == 100
