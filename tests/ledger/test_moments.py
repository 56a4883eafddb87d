"""What was held at a moment is the sum of the lines before it, by both times, at every horizon; and the database's own guards."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from random import Random
from typing import TYPE_CHECKING, Any

import psycopg
import pytest

from ledger.books import balances
from ledger.books.moments import MOMENT, Basis, accounts_of, held, horizon, only, start_of, sums
from ledger.projections import MODELS
from ledger.projections.batch import prepare
from ledger.projections.model import connect, rows
from ledger.projections.position import reached
from ledger.running.rebuild import equal
from ledger.store.errors import NotYet
from tests.ledger.random_club import RandomClub, catch_up, deposit, register

if TYPE_CHECKING:
    from ledger.orders.app import Ledger

DEPOSITS = 120
QUESTIONS = 60


def by_adding_up(ledger: Ledger, account: str, position: int, basis: Basis, before: datetime | None) -> list[tuple[Any, ...]]:
    """Lines and chips of an account by kind and direction, from every line."""
    return rows(
        ledger,
        "select kind, amount > 0, count(*), sum(amount) from {journal} where account = %s and position <= %s"
        f" and (%s::timestamptz is null or {MOMENT[basis]} < %s) group by 1, 2 order by 1, 2",
        (account, position, before, before),
    )


def test_what_was_held_at_a_moment_is_the_sum_of_the_lines_before_it(ledger: Ledger) -> None:
    """Deposits of the last seven years, some of them at one moment, come in any order; questions by both times, at any horizon."""
    dice = Random(6)  # noqa: S311
    club, now = RandomClub(ledger, seed=31, players=3), datetime.now(UTC)
    player = club.players[0]
    moments = [now - timedelta(microseconds=dice.choice([dice.randrange(1, 7), dice.randrange(10 ** dice.randrange(6, 15))]))
               for _ in range(20)]  # fmt: skip
    for _ in range(DEPOSITS):
        deposit(ledger, player, dice.randrange(1, 10**30), dice.choice([*moments, None]))
    club.play(1)
    last = catch_up(ledger)
    recorded = [at for (at,) in rows(ledger, "select recorded_at from {journal} order by position")]
    for _ in range(QUESTIONS):
        basis: Basis = dice.choice(("recorded", "effective"))
        before = dice.choice([None, *moments, dice.choice(recorded), now + timedelta(microseconds=dice.randrange(-(10**6), 10**6))])
        position = dice.choice([last, dice.randrange(1, last)])
        upto = horizon(ledger, position)
        account = dice.choice(["house:cash", f"player:{player}:wallet", f"player:{player}:stack:{club.table}"])
        found = sums(ledger, only(account), upto, basis, None if before is None else start_of(before))
        expected = by_adding_up(ledger, account, position, basis, before)
        assert [(one.kind, one.gains, one.lines, one.chips) for one in found] == expected, (account, position, basis, before)
    assert equal(ledger, "journal")


def test_a_late_entry_changes_the_balance_by_effective_time_and_not_the_one_by_the_time_recorded(ledger: Ledger) -> None:
    player, yesterday = register(ledger), datetime.now(UTC) - timedelta(days=1)
    first = deposit(ledger, player, 100, yesterday - timedelta(hours=1))
    catch_up(ledger)
    assert balances.balance(ledger, player, yesterday, "effective").wallet == 100
    deposit(ledger, player, 20, yesterday - timedelta(minutes=1))
    catch_up(ledger)
    assert balances.balance(ledger, player, yesterday, "effective").wallet == 120
    assert balances.balance(ledger, player, yesterday, "recorded").wallet == 0
    assert balances.balance(ledger, player, at_position=first).wallet == 100
    assert balances.balance(ledger, player, yesterday, "effective", at_position=first).wallet == 100
    assert balances.balance(ledger, player, at_position=0).wallet == 0


def test_a_position_that_the_journal_has_not_reached_is_not_yet_told(ledger: Ledger) -> None:
    player = register(ledger)
    with pytest.raises(NotYet):
        balances.balance(ledger, player, at_position=1)
    last = catch_up(ledger)
    with pytest.raises(NotYet):
        horizon(ledger, last + 1)
    assert held(ledger, accounts_of(player), horizon(ledger)) == {}


@pytest.mark.parametrize(
    "statement",
    [
        "insert into club_views.journal select position, line + 9, stream, version, account, counter_account, player, 1, kind,"
        " actor, recorded_at, effective_at from club_views.journal",
        "update club_views.journal set amount = amount + 1",
        "delete from club_views.journal",
        "truncate club_views.journal",
        "update club_views.balances set chips = chips + 1",
        "insert into club_views.balances values ('house:cash2', 1)",
        "delete from club_views.balances where account = 'house:cash'",
        "update club_views.pots set chips = 1",
        "update club_views.pots set chips = -1, ended = false",
    ],
)
def test_the_database_refuses_what_would_put_the_books_out_of_balance(kept: Ledger, statement: str) -> None:
    with connect(kept) as connection, pytest.raises(psycopg.errors.CheckViolation):
        connection.execute(statement.encode())


@pytest.fixture(scope="module")
def kept(server_url: str, template: str) -> Any:
    """A ledger with one game in its books, which nobody here can change."""
    from ledger.database.migrate import service_url
    from ledger.orders.app import Ledger
    from tests.conftest import SCHEMA, _dropped, _made

    name = "cardledger_guarded"
    url = _made(server_url, name, template)
    try:
        with Ledger({"LEDGER_URL": service_url(url), "LEDGER_SCHEMA": SCHEMA}) as made:
            RandomClub(made, seed=32, players=3).play(1)
            catch_up(made)
            yield made
    finally:
        _dropped(server_url, name)


def test_tables_of_an_earlier_form_are_made_anew_and_filled_again(ledger: Ledger) -> None:
    player = register(ledger)
    last = deposit(ledger, player, 5)
    catch_up(ledger)
    with connect(ledger) as connection:
        connection.execute("drop table club_views.pots; create table club_views.pots (game text)")
        connection.execute("alter table club_views.tracking drop column form")
    prepare(ledger, [MODELS["pots"], MODELS["hands"]])
    assert reached(ledger, ["pots"]) == 0
    assert reached(ledger, ["hands"]) == last * (MODELS["hands"].form == 1)
    catch_up(ledger)
    assert equal(ledger, "pots")


def test_tables_of_a_later_form_are_left_to_the_release_that_made_them(ledger: Ledger) -> None:
    catch_up(ledger)
    with connect(ledger) as connection:
        connection.execute("update club_views.tracking set form = 99 where model = 'pots'")
        connection.execute("alter table club_views.pots add column later int")
    prepare(ledger, [MODELS["pots"]])
    assert rows(ledger, "select later from {pots}") == []
