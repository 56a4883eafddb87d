"""Statements add up: day bounds, time zones, paging while entries arrive, amounts of any size."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, date, datetime, timedelta, timezone
from itertools import pairwise
from typing import TYPE_CHECKING
from zoneinfo import ZoneInfo

import pytest

from ledger.books import balances
from ledger.projections.position import wait_for
from ledger.running.runner import Runner
from ledger.statements import BadPeriod, DoesNotAddUp, Mark, Statement, bound, next_page, pages, statement
from ledger.statements.words import GROUP_OF, GROUPS
from tests.ledger.random_club import RandomClub, deposit, register

if TYPE_CHECKING:
    from collections.abc import Iterator

    from ledger.orders.app import Ledger

BOOKS = ("journal", "balances")
SCOPES = ("all", "wallet", "stacks")


@pytest.fixture
def running(ledger: Ledger) -> Iterator[Ledger]:
    """A ledger whose read models follow it."""
    with Runner(ledger):
        yield ledger


def at(text: str) -> datetime:
    return datetime.fromisoformat(text)


def adds_up(page: Statement) -> None:
    assert page.brought_forward + sum(line.amount for line in page.lines) == page.carried_forward
    balance = page.brought_forward
    for line in page.lines:
        balance += line.amount
        assert line.balance == balance


def test_a_statement_of_random_games_adds_up_to_the_balance(running: Ledger) -> None:
    club = RandomClub(running, seed=21)
    wait_for(running, BOOKS, club.play(5), 20)
    for player in club.players:
        page = statement(running, player, limit=1000)
        adds_up(page)
        assert (page.opening, page.following) == (0, None)
        assert page.closing == page.carried_forward == balances.balance(running, player).total
        wallet = statement(running, player, scope="wallet", limit=1000)
        adds_up(wallet)
        assert wallet.closing == balances.balance(running, player).wallet
        assert [line.kind for line in wallet.lines] == ["deposit", "to_table"]
        assert {line.account for line in wallet.lines} == {f"player:{player}:wallet"}


def test_every_line_tells_where_the_chips_went(running: Ledger) -> None:
    club = RandomClub(running, seed=22)
    wait_for(running, BOOKS, club.play(1), 20)
    player, game = club.players[0], f"{club.table}-1"
    deposited, out, into, ante = statement(running, player).lines[:4]
    wallet, stack = f"player:{player}:wallet", f"player:{player}:stack:{club.table}"
    assert (deposited.kind, deposited.amount, deposited.account, deposited.counter_account) == (
        "deposit",
        2_000_000,
        wallet,
        "house:cash",
    )
    assert (deposited.stream, deposited.step) == (f"wallet-{player}", 2)
    assert (out.kind, out.amount, out.account, out.counter_account, out.balance) == (
        "to_table",
        -1_000_000,
        wallet,
        stack,
        1_000_000,
    )
    assert (into.kind, into.amount, into.account, into.counter_account, into.balance) == (
        "to_table",
        1_000_000,
        stack,
        wallet,
        2_000_000,
    )
    assert (out.table, out.game) == (club.table, None)
    assert (ante.kind, ante.account, ante.counter_account) == ("ante", stack, f"game:{game}:pot")
    assert (ante.table, ante.game, ante.stream) == (club.table, game, f"game-{game}")
    row = running.history(f"game-{game}")[ante.step - 1]
    assert (row.position, row.topic, row.recorded_at) == (ante.position, "azi.antes_posted", ante.recorded_at)


def test_a_day_closes_as_the_next_one_opens_over_a_change_to_summer_time(running: Ledger) -> None:
    """D33: Berlin's 2026-03-29 has 23 hours, and each entry of these days falls into exactly one of them."""
    player, berlin = register(running), ZoneInfo("Europe/Berlin")
    first = datetime(2026, 3, 28, tzinfo=berlin).astimezone(UTC)
    for hour in range(72):
        last = deposit(running, player, 10 ** (hour % 20), first + timedelta(hours=hour))
    wait_for(running, BOOKS, last, 20)
    days = [date(2026, 3, 27) + timedelta(days=day) for day in range(6)]
    pages = [
        statement(running, player, start=day, end=day + timedelta(days=1), tz="Europe/Berlin", basis="effective") for day in days
    ]
    for page in pages:
        adds_up(page)
    for before, after in pairwise(pages):
        assert before.wanted.end == after.wanted.start
        assert before.closing == after.opening
    assert [len(page.lines) for page in pages] == [0, 24, 23, 24, 1, 0]
    assert pages[-1].closing == balances.balance(running, player).wallet


def test_the_hour_that_comes_twice_is_counted_once_each(running: Ledger) -> None:
    """D33: Berlin's 2026-10-25 has 25 hours; a zone that changes nothing then has 24."""
    player = register(running)
    first = datetime(2026, 10, 24, 20, tzinfo=UTC)
    for hour in range(48):
        last = deposit(running, player, 1 + hour, first + timedelta(hours=hour))
    wait_for(running, BOOKS, last, 20)
    day = {"start": date(2026, 10, 25), "end": date(2026, 10, 26), "basis": "effective"}
    assert len(statement(running, player, tz="Europe/Berlin", **day).lines) == 25  # type: ignore[arg-type]
    assert len(statement(running, player, tz="Europe/Moscow", **day).lines) == 24  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("day", "tz", "expected"),
    [
        (date(2026, 3, 29), "Europe/Berlin", "2026-03-28T23:00:00+00:00"),
        (date(2026, 3, 30), "Europe/Berlin", "2026-03-29T22:00:00+00:00"),
        (date(2010, 3, 28), "Europe/Moscow", "2010-03-27T21:00:00+00:00"),
        (date(2010, 3, 29), "Europe/Moscow", "2010-03-28T20:00:00+00:00"),
        (date(2014, 10, 27), "Europe/Moscow", "2014-10-26T21:00:00+00:00"),
        (date(2018, 11, 4), "America/Sao_Paulo", "2018-11-04T03:00:00+00:00"),  # midnight is skipped: the day begins at one
        (date(2026, 11, 1), "America/Havana", "2026-11-01T04:00:00+00:00"),  # midnight comes twice: the day begins at the first
        (date(2011, 12, 31), "Pacific/Apia", "2011-12-30T10:00:00+00:00"),  # the day before never was
    ],
)
def test_a_day_begins_at_its_first_moment(day: date, tz: str, expected: str) -> None:
    assert bound(day, tz, "from") == at(expected)


def test_the_same_moment_asks_for_the_same_statement_whatever_its_offset(running: Ledger) -> None:
    """D33: 14:00+04:00 is 10:00Z."""
    player = register(running)
    for minute in (599, 600, 601):
        last = deposit(running, player, minute, datetime(2026, 5, 1, tzinfo=UTC) + timedelta(minutes=minute))
    wait_for(running, BOOKS, last, 20)
    samara = datetime(2026, 5, 1, 14, tzinfo=timezone(timedelta(hours=4)))
    one = statement(running, player, start=samara, basis="effective")
    other = statement(running, player, start=at("2026-05-01T10:00:00+00:00"), basis="effective", tz="Europe/Samara")
    assert one == replace(other, tz="UTC")
    assert (one.opening, [line.amount for line in one.lines], one.closing) == (599, [600, 601], 1800)


def test_a_period_is_half_open(running: Ledger) -> None:
    player, noon = register(running), at("2026-05-01T12:00:00+00:00")
    wait_for(running, BOOKS, deposit(running, player, 7, noon), 20)
    assert len(statement(running, player, start=noon, end=noon + timedelta(microseconds=1), basis="effective").lines) == 1
    assert statement(running, player, end=noon, basis="effective").closing == 0


@pytest.mark.parametrize("basis", ["recorded", "effective"])
def test_a_period_without_entries_opens_and_closes_alike(running: Ledger, basis: balances.Basis) -> None:
    player = register(running)
    wait_for(running, BOOKS, deposit(running, player, 500), 20)
    before = statement(running, player, start=date(2020, 1, 1), end=date(2020, 1, 2), basis=basis)
    after = statement(running, player, start=datetime.now(UTC) + timedelta(days=1), basis=basis)
    same = statement(running, player, start=date(2020, 1, 1), end=date(2020, 1, 1), basis=basis)
    assert (before.opening, before.lines, before.closing, before.following) == (0, (), 0, None)
    assert (after.opening, after.lines, after.closing) == (500, (), 500)
    assert (same.opening, same.lines, same.closing) == (0, (), 0)


def test_someone_without_entries_has_an_empty_statement(running: Ledger) -> None:
    page = statement(running, "nobody")
    assert (page.opening, page.lines, page.closing) == (0, (), 0)


@pytest.mark.parametrize("basis", ["recorded", "effective"])
@pytest.mark.parametrize("limit", [1, 7, 1000])
def test_paging_shows_the_first_pages_state_to_the_end_while_entries_arrive(
    running: Ledger, basis: balances.Basis, limit: int
) -> None:
    """D34, by both times: late entries are even put in before those already shown."""
    club = RandomClub(running, seed=23)
    player, start = club.players[0], datetime(2000, 1, 1, tzinfo=UTC)
    wait_for(running, BOOKS, club.play(3), 20)
    whole = statement(running, player, basis=basis, limit=1000)
    shown = [statement(running, player, start=start, basis=basis, limit=limit)]
    while shown[-1].following is not None:
        assert len(shown) * limit < len(whole.lines)
        if len(shown) % 8 == 1:
            club.play(1)
            wait_for(running, BOOKS, deposit(running, player, 3, start + timedelta(days=len(shown))), 20)
        shown.append(next_page(running, shown[-1], limit))
    for page in shown:
        adds_up(page)
        assert (page.opening, page.closing, page.position) == (whole.opening, whole.closing, whole.position)
    assert [page.totals for page in shown] == [whole.totals] + [None] * (len(shown) - 1)
    for before, after in pairwise(shown):
        assert before.carried_forward == after.brought_forward
    assert [line for page in shown for line in page.lines] == list(whole.lines)
    assert shown[-1].carried_forward == whole.closing
    with pytest.raises(BadPeriod):
        next_page(running, shown[-1], limit)


def test_the_greatest_amounts_keep_every_unit(running: Ledger) -> None:
    """D30: 9007199254740993 and 10^30 come back whole, in lines, balances and sums."""
    player = register(running)
    amounts = [9007199254740993, 10**30, 10**30 - 1, 1]
    for amount in amounts:
        last = deposit(running, player, amount)
    wait_for(running, BOOKS, last, 20)
    page = statement(running, player)
    adds_up(page)
    assert [line.amount for line in page.lines] == amounts
    assert page.closing == sum(amounts) == balances.balance(running, player).wallet
    assert balances.sum_of_accounts(running) == 0


def test_a_balance_as_of_a_moment_is_what_a_statement_closes_with(running: Ledger) -> None:
    club = RandomClub(running, seed=24)
    wait_for(running, BOOKS, club.play(2), 20)
    player = club.players[1]
    for line in statement(running, player).lines[::5]:
        then = balances.balance(running, player, as_of=line.recorded_at)
        assert then.total == statement(running, player, end=line.recorded_at).closing
        assert then.total == then.wallet + sum(then.stacks.values())
    deposit(running, player, 11, at("1999-01-01T00:00:00+00:00"))
    wait_for(running, BOOKS, running.head(), 20)
    assert balances.balance(running, player, as_of=at("2000-01-01T00:00:00+00:00"), basis="effective").wallet == 11
    assert balances.balance(running, player, as_of=at("2000-01-01T00:00:00+00:00")).wallet == 0


@pytest.mark.parametrize(
    ("asked", "field"),
    [
        ({"tz": "Mars/Olympus"}, "tz"),
        ({"tz": "../../etc/passwd"}, "tz"),
        ({"tz": ""}, "tz"),
        ({"start": datetime(2026, 1, 1)}, "from"),  # noqa: DTZ001
        ({"end": datetime(2026, 1, 1)}, "to"),  # noqa: DTZ001
        ({"start": date(2026, 1, 2), "end": date(2026, 1, 1)}, "to"),
        ({"start": date.min, "tz": "Europe/Berlin"}, "from"),
        ({"limit": 0}, "limit"),
        ({"limit": 1001}, "limit"),
        ({"scope": "pots"}, "scope"),
        ({"scope": "stack:"}, "scope"),
        ({"scope": "stack:x' or true --"}, "scope"),
    ],
)
def test_a_senseless_period_is_refused_and_says_what_is_wrong(running: Ledger, asked: dict[str, object], field: str) -> None:
    with pytest.raises(BadPeriod) as refused:
        statement(running, register(running), **asked)  # type: ignore[arg-type]
    assert refused.value.field == field
    assert refused.value.says


def test_a_mark_that_is_no_line_of_the_statement_is_refused(running: Ledger) -> None:
    player, other = register(running), register(running)
    wait_for(running, BOOKS, deposit(running, player, 7), 20)
    page = statement(running, other)
    with pytest.raises(BadPeriod) as refused:
        next_page(running, replace(page, following=Mark(page.position, 0, 0)))
    assert refused.value.field == "cursor"


def test_a_journal_that_does_not_add_up_gives_no_statement(running: Ledger, monkeypatch: pytest.MonkeyPatch) -> None:
    """Entries that change between two looks at the journal, which never happens to a sound one."""
    player = register(running)
    wait_for(running, BOOKS, deposit(running, player, 100), 20)
    read = pages.read
    monkeypatch.setattr(pages, "read", lambda *what: read(*what)[1:])
    with pytest.raises(DoesNotAddUp):
        statement(running, player)


@pytest.mark.parametrize("basis", ["recorded", "effective"])
def test_wallet_and_stacks_apart_come_to_both_together(running: Ledger, basis: balances.Basis) -> None:
    club = RandomClub(running, seed=25)
    wait_for(running, BOOKS, club.play(3), 20)
    player = club.players[2]
    both = statement(running, player, basis=basis, limit=1000)
    cut = both.lines[len(both.lines) // 2]
    start = cut.effective_at if basis == "effective" else cut.recorded_at
    parts = {scope: statement(running, player, start=start, basis=basis, scope=scope, limit=1000) for scope in SCOPES}
    one = statement(running, player, start=start, basis=basis, scope=f"stack:{club.table}", limit=1000)
    assert parts["stacks"].lines == one.lines
    assert parts["stacks"].opening == one.opening
    for page in parts.values():
        adds_up(page)
        assert page.opening + sum(total.amount for total in page.totals or ()) == page.closing
        assert sum(total.lines for total in page.totals or ()) == len(page.lines)
    all_of_it, wallet, stacks = (parts[scope] for scope in SCOPES)
    assert (wallet.opening + stacks.opening, wallet.closing + stacks.closing) == (all_of_it.opening, all_of_it.closing)
    assert {(line.position, line.line) for line in all_of_it.lines} == {
        (line.position, line.line) for page in (wallet, stacks) for line in page.lines
    }
    assert all_of_it.closing == both.closing


def test_totals_tell_what_was_paid_and_won_by_kind(running: Ledger) -> None:
    club = RandomClub(running, seed=26)
    wait_for(running, BOOKS, club.play(4), 20)
    page = statement(running, club.players[0], limit=1000)
    told = {total.group: total for total in page.totals or ()}
    lines = {group: [line.amount for line in page.lines if GROUP_OF[line.kind] == group] for group in told}
    assert set(told) >= {"deposits", "table", "antes"}
    assert list(told) == [group for group in GROUPS if group in told]
    for group, total in told.items():
        assert total.received == sum(amount for amount in lines[group] if amount > 0)
        assert total.paid == -sum(amount for amount in lines[group] if amount < 0)
        assert total.lines == len(lines[group])
    assert (told["table"].received, told["table"].paid) == (1_000_000, 1_000_000)
    assert told["antes"].received == 0
