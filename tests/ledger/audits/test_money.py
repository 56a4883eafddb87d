"""The audit of the money: silent on sound books, and exact about each kind of fault, in the events and in the read models."""

from __future__ import annotations

import tracemalloc
from collections.abc import Callable
from dataclasses import replace
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any

import pytest

from engine.azi import events as azi
from engine.games import KINDS
from engine.parts import Seated, Stake
from engine.room import events as room
from ledger.audits.money import audit
from ledger.audits.money_rules import Finding
from ledger.books import desk
from ledger.money import wallets
from ledger.projections import MODELS
from ledger.projections.model import rows
from ledger.running.rebuild import equal, rebuild
from ledger.store.ids import wallet_stream
from tests.ledger.audits.forging import Dated, forged_at
from tests.ledger.court import Court
from tests.ledger.plays import EXAMPLE_1
from tests.ledger.random_club import ADMIN, CASHIER, RandomClub, catch_up, deposit, order, register
from tests.ledger.test_projections import behind_the_guards

if TYPE_CHECKING:
    from ledger.orders.app import Ledger
    from tests.conftest import Database


def sound(ledger: Ledger) -> RandomClub:
    """Books with games, a late entry, a correction, a debt settled and a count that differed."""
    club = RandomClub(ledger, seed=41, players=3)
    club.play(2)
    player = register(ledger)
    deposit(ledger, player, 500)
    wallets.set_credit_limit(ledger, order(ADMIN), player, 200)
    wallets.withdraw(ledger, order(CASHIER), player, 600)
    wallets.settle(ledger, order(CASHIER), player, 40)
    wallets.correct(ledger, order(ADMIN), player, 2, 450, "Mistyped")
    desk.count(ledger, order(CASHIER), 5_999_000, "Robbed")
    catch_up(ledger)
    return club


def forged(ledger: Ledger, *happened: tuple[str, Any]) -> int:
    """Events that no rule has allowed, in one append, behind what their streams hold; the position of the first."""
    return forged_at(ledger, *[Dated(stream, event, datetime.now(UTC)) for stream, event in happened])


def test_sound_books_give_no_finding_and_are_compared_to_the_end(ledger: Ledger) -> None:
    sound(ledger)
    report = audit(ledger)
    assert report.findings == ()
    assert (report.ok, report.more, report.sum) == (True, False, 0)
    assert report.models == dict.fromkeys(("journal", "balances", "pots"), ledger.head())
    assert report.lines == rows(ledger, "select count(*) from {journal}")[0][0]


def test_models_that_stand_further_back_are_compared_where_they_stand(ledger: Ledger) -> None:
    club = sound(ledger)
    reached = ledger.head()
    club.play(1)
    report = audit(ledger)
    assert report.ok
    assert (report.position, set(report.models.values())) == (ledger.head(), {reached})


def test_without_read_models_the_events_alone_are_audited(ledger: Ledger) -> None:
    RandomClub(ledger, seed=42, players=3).play(1)
    report = audit(ledger)
    assert (report.ok, report.models) == (True, {})


JOURNAL = "update club_views.journal set {} where position = %s and line = 1"


@pytest.mark.parametrize(
    ("statement", "check", "expected", "found"),
    [
        (JOURNAL.format("amount = amount + 3"), "journal", 500, 503),
        (JOURNAL.format("account = 'house:penalties'"), "journal", 500, 500),
        (JOURNAL.format("actor = 'somebody'"), "journal", "cashier", "somebody"),
        ("delete from club_views.journal where position = %s and line = 1", "journal", 500, None),
        (
            "insert into club_views.journal select position, 7, stream, version, account, counter_account, player, 9, kind, actor,"
            " recorded_at, effective_at from club_views.journal where position = %s and line = 1",
            "journal",
            None,
            9,
        ),
    ],
)
def test_a_changed_journal_is_told_line_by_line(
    ledger: Ledger, database: Database, statement: str, check: str, expected: Any, found: Any
) -> None:
    player = register(ledger)
    position = deposit(ledger, player, 500)
    catch_up(ledger)
    behind_the_guards(database, statement, position)
    first = next(one for one in audit(ledger).findings if one.check == check and one.position is not None)
    assert (first.position, first.stream, first.step) == (position, wallet_stream(player), 2)
    assert (first.expected, first.found) == (expected, found)


@pytest.mark.parametrize(
    ("statement", "check", "account", "by"),
    [
        ("update club_views.balances set chips = chips + 3 where account = 'house:cash'", "balances", "house:cash", 3),
        ("delete from club_views.balances where account = 'house:cash'", "balances", "house:cash", 6_000_000),
        ("insert into club_views.balances values ('house:aaa', 7)", "balances", "house:aaa", 7),
        ("update club_views.journal_sums set effective = effective - 4 where width = 22 and account = 'house:cash'", "journal",
         "house:cash", None),
        ("update club_views.pots set chips = 5, ended = false", "pots", None, 5),
    ],
)  # fmt: skip
def test_a_changed_model_is_told_account_by_account(
    ledger: Ledger, database: Database, statement: str, check: str, account: str | None, by: int | None
) -> None:
    club = RandomClub(ledger, seed=43, players=3)
    club.play(1)
    catch_up(ledger)
    behind_the_guards(database, statement)
    found = [one for one in audit(ledger).findings if one.check == check]
    assert len(found) == 1
    assert found[0].account == (account or f"game:{club.table}-1:pot")
    assert isinstance(found[0].expected, int)
    assert isinstance(found[0].found, int)
    assert by is None or found[0].found - found[0].expected == by


Fault = Callable[[RandomClub, str], list[tuple[str, Any]]]


def _beyond_limit(_club: RandomClub, player: str) -> list[tuple[str, Any]]:
    return [(wallet_stream(player), room.Withdrawn(player, 501, None))]


def _taken_from_nowhere(club: RandomClub, _player: str) -> list[tuple[str, Any]]:
    return [(f"table-{club.table}", room.ChipsTaken(1, club.players[0], 30))]


def _moved_to_nowhere(club: RandomClub, player: str) -> list[tuple[str, Any]]:
    return [(wallet_stream(player), room.MovedToTable(player, club.table, 30))]


def _into_a_pot_that_is_over(club: RandomClub, _player: str) -> list[tuple[str, Any]]:
    return [(f"game-{club.table}-1", azi.Called(1, 1, club.players[0], 30, 30, 30))]


def _another_stack(club: RandomClub, player: str) -> list[tuple[str, Any]]:
    first = room.StackAfter(1, player, 31)
    return [(f"table-{club.table}", room.GameFinished("azi", 2, "won", (first,), None, ()))]


def _close_with_stacks(club: RandomClub, _player: str) -> list[tuple[str, Any]]:
    return [(f"table-{club.table}", room.TableClosed())]


@pytest.mark.parametrize(
    ("fault", "check", "expected", "found"),
    [
        (_beyond_limit, "limit", 0, -1),
        (_taken_from_nowhere, "mirror", 0, -30),
        (_moved_to_nowhere, "mirror", 0, 30),
        (_into_a_pot_that_is_over, "pot", 0, 30),
        (_another_stack, "stack", 0, 31),
        (_close_with_stacks, "close", 0, None),
    ],
    ids=lambda part: part.__name__ if callable(part) else str(part),
)
def test_a_forged_event_is_told_with_its_place_and_its_figures(
    ledger: Ledger, fault: Fault, check: str, expected: int, found: int | None
) -> None:
    club = RandomClub(ledger, seed=44, players=3)
    club.play(1)
    player = register(ledger)
    deposit(ledger, player, 500)
    happened = fault(club, player)
    position = forged(ledger, *happened)
    told: list[Finding] = [one for one in audit(ledger).findings if one.check == check]
    assert told
    assert (told[0].position, told[0].stream) == (position, happened[0][0])
    assert told[0].account is not None
    assert told[0].expected == expected
    assert found is None or told[0].found == found


def test_a_reference_that_stands_twice_could_be_used_again_or_is_nobodys_is_told(ledger: Ledger, database: Database) -> None:
    player, other = register(ledger), register(ledger)
    for cash in (wallets.deposit, wallets.withdraw):
        cash(ledger, order(CASHIER), player, 100, 'Beleg „7" \\ é')
    catch_up(ledger)
    assert audit(ledger).ok
    twice = forged(ledger, (wallet_stream(other), room.Deposited(other, 5, 'Beleg „7" \\ é')))
    free = forged(
        ledger, (wallet_stream(other), room.Deposited(other, 5, "R-8")), (wallet_stream(other), room.Deposited(other, 5, None))
    )
    behind_the_guards(database, "insert into club.references_used values ('settlement', 'R-9', %s)", wallet_stream(other))
    told = [one for one in audit(ledger).findings if one.check == "reference"]
    assert [(one.position, one.stream, one.found) for one in told] == [
        (twice, wallet_stream(other), 'Beleg „7" \\ é'),
        (free, wallet_stream(other), "R-8"),
        (None, wallet_stream(other), "R-9"),
    ]
    assert str(told[0].says) == f"This reference stands at position {twice - 2} already."


def test_a_game_that_ends_with_chips_in_its_pot_is_told(ledger: Ledger) -> None:
    club = RandomClub(ledger, seed=45, players=3)
    club.play(1)
    game, stacks = f"game-{club.table}-9", ledger.load(f"table-{club.table}").state.stacks
    started = ledger.decode(ledger.history(f"game-{club.table}-1")[0]).event
    players = dict(enumerate(club.players, 1))
    seated = tuple(Seated(seat, players[seat], stacks[seat]) for seat in (1, 2))
    ends = azi.GameEnded("won", tuple(Stake(x.seat, x.player, x.stack - 30 * (x.seat == 1)) for x in seated), 1, ())
    begins = replace(started, number=9, seats=seated)
    forged(ledger, (game, begins), (game, azi.Called(1, 1, players[1], 30, 30, 30)), (game, ends))
    told = [(one.check, one.account, one.found) for one in audit(ledger).findings]
    assert told == [("pot", f"game:{club.table}-9:pot", 30)]


def test_what_can_not_be_read_is_told_and_does_not_stop_the_audit(ledger: Ledger, database: Database) -> None:
    player = register(ledger)
    position = deposit(ledger, player, 500)
    deposit(ledger, player, 5)
    behind_the_guards(database, "update club.events set state = 'damaged' where notification_id = %s", position)
    assert [(one.check, one.position) for one in audit(ledger).findings] == [("readable", position)]
    behind_the_guards(database, "update club.events set topic = 'azi.invented' where notification_id = %s", position)
    told = audit(ledger).findings
    assert [(one.check, one.position, one.found) for one in told] == [("readable", position, "azi.invented")]


def test_the_memory_of_an_audit_does_not_grow_with_the_history(ledger: Ledger, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("ledger.audits.money.STRIDE", 100)
    club, peaks = RandomClub(ledger, seed=46, players=3), []
    for games in (4, 24):
        club.play(games)
        catch_up(ledger)
        audit(ledger)
        tracemalloc.start()
        assert audit(ledger).ok
        peaks.append(tracemalloc.get_traced_memory()[1])
        tracemalloc.stop()
    assert peaks[1] < 1.5 * peaks[0]


def test_d28_after_rulings_the_money_is_in_order_and_every_model_is_what_a_rebuild_gives(ledger: Ledger) -> None:
    court = Court(ledger, *EXAMPLE_1)
    while not (game := court.club.game(court.game)).over:
        court.club.act(court.game, KINDS["azi"].legal(game, game.turn)[0])
    dispute = court.open()
    court.rule(dispute, "penalty", seat=1, amount=20)
    court.rule(dispute, "pay", seat=2, amount=7, to=(1, 3))
    catch_up(ledger)
    assert audit(ledger).findings == ()
    assert all(equal(ledger, name) for name in MODELS)
    rebuild(ledger)
    assert audit(ledger).findings == ()
