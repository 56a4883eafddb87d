"""Read models: counted once whatever happens, rebuilt as they are, and the chips of the club conserved at every position."""

from __future__ import annotations

import threading
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import psycopg
import pytest

from ledger.books import balances
from ledger.money.postings import lines
from ledger.projections import MODELS
from ledger.projections.batch import prepare, take
from ledger.projections.model import connect, rows
from ledger.projections.position import reached, wait_for
from ledger.registers import listings
from ledger.running.models import EVERY
from ledger.running.rebuild import RebuildRunning, difference, equal, rebuild
from ledger.running.runner import Runner
from ledger.store.errors import NotYet
from ledger.store.ids import table_stream
from tests.ledger.random_club import RandomClub, catch_up, deposit, register

if TYPE_CHECKING:
    from ledger.orders.app import Ledger
    from tests.conftest import Database

ALL = tuple(MODELS.values())
NAMES = tuple(MODELS)


def counted(ledger: Ledger) -> tuple[Any, ...]:
    """What counting an event twice or not at all would change."""
    return (
        rows(ledger, "select count(*), count(distinct position), sum(position), sum(abs(amount)) from {journal}"),
        rows(ledger, "select account, chips from {balances} order by account"),
        rows(ledger, "select game, chips, version from {pots} order by game"),
        rows(ledger, "select count(*) from {hands}"),
    )


def postings_by_hand(ledger: Ledger) -> Counter[str]:
    """Balances straight from the stored events."""
    balances: Counter[str] = Counter()
    for row in ledger.tail(0, 1_000_000):
        for line in lines(row.stream, row.topic, ledger.decode(row).event):
            balances[line.account] += line.chips
    return balances


def test_four_runners_at_once_count_every_event_once(ledger: Ledger) -> None:
    last = RandomClub(ledger, seed=1).play(12)
    prepare(ledger, ALL)

    def run(limit: int) -> None:
        with connect(ledger) as connection:
            while take(connection, ledger, ALL, limit) != 0:
                pass

    with ThreadPoolExecutor(4) as pool:
        list(pool.map(run, (50, 33, 70, 11)))
    catch_up(ledger)
    assert reached(ledger, NAMES) == last
    assert dict(rows(ledger, "select account, chips from {balances}")) == postings_by_hand(ledger)
    assert all(equal(ledger, name) for name in NAMES)


def test_four_running_runners_follow_the_writers(ledger: Ledger) -> None:
    club = RandomClub(ledger, seed=2)
    with Runner(ledger), Runner(ledger, limit=7), Runner(ledger, limit=40), Runner(ledger, limit=100):
        last = club.play(8)
        wait_for(ledger, NAMES, last, 20)
    assert all(equal(ledger, name) for name in NAMES)


def test_a_connection_killed_in_the_middle_of_a_batch_undoes_the_whole_batch(ledger: Ledger, database: Database) -> None:
    last = RandomClub(ledger, seed=3).play(2)
    prepare(ledger, ALL)
    before = counted(ledger)
    fold = MODELS["games"].fold

    def fold_and_die(cursor: Any, place: Any, seen: Any) -> None:
        fold(cursor, place, seen)
        kill(database, cursor.connection.info.backend_pid)

    dying = [replace(model, fold=fold_and_die) if model.name == "games" else model for model in ALL]
    with connect(ledger) as connection, pytest.raises(psycopg.OperationalError):
        take(connection, ledger, dying)
    assert counted(ledger) == before
    assert reached(ledger, NAMES) == 0
    assert catch_up(ledger) == last
    assert all(equal(ledger, name) for name in NAMES)


def test_a_runner_goes_on_after_its_connection_was_killed(ledger: Ledger, database: Database) -> None:
    club = RandomClub(ledger, seed=4)
    with Runner(ledger):
        wait_for(ledger, NAMES, club.play(1), 20)
        killed = 0
        for _ in range(3):
            killed += kill_listeners(database)
            last = club.play(1)
            wait_for(ledger, NAMES, last, 20)
    assert killed >= 3
    assert all(equal(ledger, name) for name in NAMES)


def behind_the_guards(database: Database, statement: str, *values: object) -> None:
    """Change a read model as only the database's administrator can: without the triggers that watch over it."""
    with psycopg.connect(database.admin_url, autocommit=True) as admin:
        admin.execute("set session_replication_role = replica")
        admin.execute(statement.encode(), values)


def kill(database: Database, pid: int) -> None:
    with psycopg.connect(database.admin_url, autocommit=True) as admin:
        admin.execute("select pg_terminate_backend(%s, 5000)", (pid,))


def kill_listeners(database: Database) -> int:
    """End every connection of this database that listens, or has just listened; how many."""
    with psycopg.connect(database.admin_url, autocommit=True) as admin:
        found = admin.execute(
            "select count(pg_terminate_backend(pid, 5000)) from pg_stat_activity"
            " where datname = current_database() and pid <> pg_backend_pid() and backend_type = 'client backend'"
        ).fetchone()
    assert found is not None
    return int(found[0])


def test_a_model_that_fails_does_not_hold_up_the_others(
    ledger: Ledger, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def broken(*_: Any) -> None:
        raise RuntimeError("this model is broken")

    club = RandomClub(ledger, seed=5)
    others = [name for name in NAMES if name != "hands"]
    with monkeypatch.context() as patched:
        patched.setitem(EVERY, "hands", replace(EVERY["hands"], fold=broken))
        with Runner(ledger):
            last = club.play(3)
            wait_for(ledger, others, last, 20)
            assert reached(ledger, ["hands"]) < last
    assert "The read model 'hands' stands still" in caplog.text
    assert catch_up(ledger) == last
    assert equal(ledger, "hands")


def test_rebuilding_while_writers_go_on_gives_what_the_live_models_have(ledger: Ledger) -> None:
    club, stop = RandomClub(ledger, seed=6), threading.Event()
    club.play(5)

    def write() -> int:
        position = 0
        while not stop.is_set():
            position = club.play(1)
        return position

    with Runner(ledger), ThreadPoolExecutor(1) as pool:
        writing = pool.submit(write)
        try:
            for _ in range(3):
                assert rebuild(ledger) > 0
            for name in NAMES:
                rebuild(ledger, name)
        finally:
            stop.set()
        last = writing.result()
        wait_for(ledger, NAMES, last, 20)
        live = counted(ledger)
        assert all(equal(ledger, name) for name in NAMES)
        rebuild(ledger)
        assert counted(ledger) == live
    assert dict(rows(ledger, "select account, chips from {balances}")) == postings_by_hand(ledger)


def test_readers_never_miss_a_model_that_is_being_exchanged(ledger: Ledger) -> None:
    club = RandomClub(ledger, seed=7, players=3)
    club.play(2)
    catch_up(ledger)
    player, stop = club.players[0], threading.Event()
    expected = balances.balance(ledger, player)

    def read() -> int:
        times = 0
        while not stop.is_set():
            assert balances.balance(ledger, player) == expected
            assert len(listings.tables(ledger)) == 1
            times += 1
        return times

    with ThreadPoolExecutor(2) as pool:
        reading = [pool.submit(read) for _ in range(2)]
        try:
            for _ in range(10):
                rebuild(ledger, ("balances", "tables"))
        finally:
            stop.set()
        assert all(one.result() > 10 for one in reading)


def test_a_second_rebuild_of_the_same_model_is_refused(ledger: Ledger) -> None:
    RandomClub(ledger, seed=8).play(1)

    def meanwhile(_done: int, _total: int) -> None:
        with pytest.raises(RebuildRunning):
            rebuild(ledger, "pots")
        rebuild(ledger, "hands")

    rebuild(ledger, "pots", progress=meanwhile)


def test_a_rebuild_that_was_broken_off_leaves_the_live_model_and_can_be_repeated(ledger: Ledger) -> None:
    RandomClub(ledger, seed=9).play(1)
    last = catch_up(ledger)
    before = counted(ledger)

    def break_off(_done: int, _total: int) -> None:
        raise InterruptedError

    with pytest.raises(InterruptedError):
        rebuild(ledger, progress=break_off)
    assert counted(ledger) == before
    assert rebuild(ledger) == last
    assert counted(ledger) == before


def test_a_difference_between_live_and_rebuilt_is_found(ledger: Ledger, database: Database) -> None:
    club = RandomClub(ledger, seed=10)
    catch_up(ledger)
    account = f"player:{club.players[0]}:wallet"
    behind_the_guards(database, "update club_views.balances set chips = chips + 1 where account = %s", account)
    assert difference(ledger, "balances") == [
        ("balances", "live", (account, 1_000_001)),
        ("balances", "rebuilt", (account, 1_000_000)),
    ]
    rebuild(ledger, "balances")
    assert equal(ledger, "balances")


def test_progress_tells_how_many_events_of_how_many_are_done(ledger: Ledger, monkeypatch: pytest.MonkeyPatch) -> None:
    last = RandomClub(ledger, seed=11).play(1)
    monkeypatch.setattr("ledger.running.rebuild.STRIDE", 20)
    told: list[tuple[int, int]] = []
    rebuild(ledger, progress=lambda done, total: told.append((done, total)))
    assert told == [(min(done, last), last) for done in range(20, last + 20, 20)]


def test_all_accounts_together_are_zero_and_no_chip_is_lost_at_every_position(ledger: Ledger) -> None:
    club = RandomClub(ledger, seed=12)
    club.play(10)
    catch_up(ledger)
    uneven = rows(ledger, "select position, sum(amount) from {journal} group by position having sum(amount) <> 0")
    assert uneven == []
    assert balances.sum_of_accounts(ledger) == 0
    held = dict(balances.accounts(ledger, limit=1000))
    assert held["house:cash"] == -sum(chips for account, chips in held.items() if account != "house:cash") == -8_000_000


def test_the_pot_of_every_finished_game_is_zero_and_every_stack_is_what_the_table_says(ledger: Ledger) -> None:
    club = RandomClub(ledger, seed=13)
    club.play(10)
    catch_up(ledger)
    games = listings.games(ledger, table=club.table)
    assert [game.number for game in games] == list(range(1, 11))
    for game in games:
        pot = listings.pot(ledger, game.game)
        assert game.status == "over"
        assert pot is not None
        assert pot.chips == 0
    table = ledger.load(table_stream(club.table)).state
    for seat, player in table.players.items():
        assert balances.balance(ledger, player).stacks == {club.table: table.stacks[seat]}


def test_a_position_is_reached_without_sleeping_and_not_before(ledger: Ledger) -> None:
    club = RandomClub(ledger, seed=14)
    head = catch_up(ledger)
    with pytest.raises(NotYet) as early:
        wait_for(ledger, ["balances"], head + 1, 0.05)
    assert early.value.position == head
    with Runner(ledger):
        for _ in range(20):
            position = deposit(ledger, club.players[0], 1)
            assert wait_for(ledger, ["balances"], position, 5) >= position
    assert balances.balance(ledger, club.players[0]).wallet == 1_000_020


def test_before_any_runner_has_made_the_tables_readers_are_told_not_yet(ledger: Ledger) -> None:
    player = register(ledger)
    for read in (lambda: balances.balance(ledger, player), lambda: listings.tables(ledger), lambda: wait_for(ledger, NAMES, 1, 0)):
        with pytest.raises(NotYet) as early:
            read()
        assert early.value.position == 0


def test_an_unknown_model_is_an_error_not_an_endless_wait(ledger: Ledger) -> None:
    prepare(ledger, ALL)
    with pytest.raises(KeyError):
        wait_for(ledger, ["balance"], 0)
