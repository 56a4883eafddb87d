"""Wallets and the cash desk on a real database: WALLET-1 and 2, dispute D32."""

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest

from engine.room.rulebook import WALLET_1, WALLET_2
from engine.rules import RuleBroken
from ledger.money import wallets
from ledger.orders.app import Ledger
from ledger.orders.order import Caller
from ledger.store.errors import NotAllowed, NotFound, Stale
from tests.ledger.club import ADMIN, AUDITOR, CASHIER, ROOM, STEWARD, Club, himself, order, told


def at_once(*calls: Callable[[], Any]) -> list[Any]:
    """What each call gives, or raises, when all of them begin together."""

    def outcome(call: Callable[[], Any]) -> Any:
        try:
            return call()
        except RuleBroken as broken:
            return broken

    with ThreadPoolExecutor(len(calls)) as pool:
        return list(pool.map(outcome, calls))


def test_a_registered_player_has_an_empty_wallet_in_the_clubs_unit(ledger: Ledger) -> None:
    club = Club(ledger)
    wallet = club.wallet(club.register())
    assert (wallet.balance, wallet.limit, wallet.unit, wallet.scale) == (0, 0, "chip", 0)


@pytest.mark.parametrize("caller", [CASHIER, AUDITOR, himself("p1"), Caller("lobby", "room", "p1")])
def test_players_are_registered_by_admin_steward_and_room_only(ledger: Ledger, caller: Caller) -> None:
    with pytest.raises(NotAllowed):
        wallets.register(ledger, order(caller), "Anna")
    for allowed in (ADMIN, STEWARD, ROOM):
        assert told(wallets.register(ledger, order(allowed), "Anna"))[0][1] == "wallet.opened"


def test_deposits_and_withdrawals_change_the_wallet(ledger: Ledger) -> None:
    club = Club(ledger)
    player = club.register()
    done = wallets.deposit(ledger, order(CASHIER), player, 1000, "receipt 1")
    assert told(done) == [(f"wallet-{player}", "wallet.deposited")]
    wallets.withdraw(ledger, order(CASHIER), player, 250, "receipt 1")
    assert club.wallet(player).balance == 750
    assert club.sums_hold() == 3


@pytest.mark.parametrize("chips", [9007199254740993, 10**30])
def test_great_amounts_come_through_without_losing_a_unit(ledger: Ledger, chips: int) -> None:
    club = Club(ledger)
    player = club.rich(chips)
    assert club.wallet(player).balance == chips
    last = ledger.history(f"wallet-{player}")[-1]
    assert f'"chips":"{chips}"'.encode() in last.state


@pytest.mark.parametrize("chips", [0, -5, 10**30 + 1])
def test_senseless_amounts_are_refused_and_change_nothing(ledger: Ledger, chips: int) -> None:
    club = Club(ledger)
    player = club.rich(100)
    club.refuses(WALLET_1, wallets.deposit, order(CASHIER), player, chips)
    club.refuses(WALLET_1, wallets.withdraw, order(CASHIER), player, chips)
    assert club.wallet(player).balance == 100


@pytest.mark.parametrize("caller", [ADMIN, STEWARD, ROOM, AUDITOR])
def test_only_a_cashier_moves_cash(ledger: Ledger, caller: Caller) -> None:
    club = Club(ledger)
    player = club.rich(100)
    before = ledger.head()
    for asking in (caller, himself(player)):
        with pytest.raises(NotAllowed):
            wallets.deposit(ledger, order(asking), player, 5)
        with pytest.raises(NotAllowed):
            wallets.withdraw(ledger, order(asking), player, 5)
    assert ledger.head() == before


@pytest.mark.parametrize("player", ["nobody", "", "NOBODY", "x' or true", "é", "a" * 200])
def test_a_player_who_does_not_exist_is_not_found(ledger: Ledger, player: str) -> None:
    with pytest.raises(NotFound):
        wallets.deposit(ledger, order(CASHIER), player, 5)


def test_more_than_the_wallet_holds_is_not_paid_out(ledger: Ledger) -> None:
    club = Club(ledger)
    player = club.rich(100)
    assert club.refuses(WALLET_2, wallets.withdraw, order(CASHIER), player, 101).facts["balance"] == 100
    wallets.withdraw(ledger, order(CASHIER), player, 100)


def test_a_credit_limit_is_set_by_cashier_or_admin_and_used_by_the_owner(ledger: Ledger) -> None:
    club = Club(ledger)
    player = club.rich(100)
    with pytest.raises(NotAllowed):
        wallets.set_credit_limit(ledger, order(STEWARD), player, 50)
    wallets.set_credit_limit(ledger, order(ADMIN), player, 20)
    wallets.set_credit_limit(ledger, order(CASHIER), player, 50)
    club.refuses(WALLET_2, wallets.withdraw, order(CASHIER), player, 151)
    wallets.withdraw(ledger, order(CASHIER), player, 150)
    assert club.wallet(player).balance == -50
    club.refuses(WALLET_2, wallets.set_credit_limit, order(ADMIN), player, -1)


def test_of_two_withdrawals_at_once_that_the_wallet_holds_once_one_passes(ledger: Ledger) -> None:
    club = Club(ledger)
    player = club.rich(100)
    got = at_once(*[lambda: wallets.withdraw(ledger, order(CASHIER), player, 60) for _ in range(2)])
    broken = [one for one in got if isinstance(one, RuleBroken)]
    assert [one.rule for one in broken] == [WALLET_2]
    assert club.wallet(player).balance == 40


def test_a_deposit_sent_twenty_times_at_once_under_one_key_counts_once(ledger: Ledger) -> None:
    club = Club(ledger)
    player = club.register()
    got = at_once(*[lambda: wallets.deposit(ledger, order(CASHIER, "the one"), player, 60) for _ in range(20)])
    assert len({done.answer for done in got}) == 1
    assert sorted(done.replayed for done in got) == [False] + [True] * 19
    assert club.wallet(player).balance == 60


def test_a_reference_is_used_once_per_kind_and_the_refusal_names_it(ledger: Ledger) -> None:
    club = Club(ledger)
    player, other = club.register(), club.register()
    wallets.deposit(ledger, order(CASHIER), player, 60, "receipt 1")
    broken = club.refuses(WALLET_1, wallets.deposit, order(CASHIER), other, 60, "receipt 1")
    assert broken.facts["reference"] == "receipt 1"
    assert "receipt 1" in broken.says
    wallets.withdraw(ledger, order(CASHIER), player, 10, "receipt 1")
    club.refuses(WALLET_1, wallets.withdraw, order(CASHIER), player, 10, "receipt 1")
    assert (club.wallet(player).balance, club.wallet(other).balance) == (50, 0)


def test_a_refused_reference_gives_the_same_refusal_under_its_key(ledger: Ledger) -> None:
    club = Club(ledger)
    player = club.register()
    wallets.deposit(ledger, order(CASHIER), player, 60, "receipt 1")
    club.refuses(WALLET_1, wallets.deposit, order(CASHIER, "again"), player, 60, "receipt 1")
    done = wallets.deposit(ledger, order(CASHIER, "again"), player, 60, "receipt 1")
    assert (done.replayed, done.answer.status) == (True, 409)
    assert b"receipt 1" in done.answer.body
    assert ledger.recorder.rows("select rule, stream from answers where key = 'again'") == [("WALLET-1", f"wallet-{player}")]


def test_a_repeated_deposit_is_answered_as_at_first_not_as_a_second_use_of_its_reference(ledger: Ledger) -> None:
    club = Club(ledger)
    player = club.register()
    first = wallets.deposit(ledger, order(CASHIER, "one"), player, 60, "receipt 1")
    again = wallets.deposit(ledger, order(CASHIER, "one"), player, 60, "receipt 1")
    assert (again.replayed, again.answer) == (True, first.answer)
    assert club.wallet(player).balance == 60


def test_of_two_deposits_at_once_with_one_reference_one_counts(ledger: Ledger) -> None:
    club = Club(ledger)
    players = [club.register() for _ in range(4)]
    got = at_once(*[lambda who=who: wallets.deposit(ledger, order(CASHIER), who, 60, "receipt 1") for who in players])
    assert sorted(one.rule.id if isinstance(one, RuleBroken) else "kept" for one in got) == ["WALLET-1"] * 3 + ["kept"]
    assert sum(club.wallet(who).balance for who in players) == 60


def test_a_refused_deposit_leaves_its_reference_unused(ledger: Ledger) -> None:
    club = Club(ledger)
    player = club.register()
    club.refuses(WALLET_1, wallets.deposit, order(CASHIER), player, 0, "receipt 1")
    wallets.deposit(ledger, order(CASHIER), player, 60, "receipt 1")
    assert club.wallet(player).balance == 60


def test_a_version_that_is_no_longer_present_is_stale_and_changes_nothing(ledger: Ledger) -> None:
    club = Club(ledger)
    player = club.rich(100)
    with pytest.raises(Stale):
        wallets.withdraw(ledger, order(CASHIER, if_match=1), player, 5)
    wallets.withdraw(ledger, order(CASHIER, if_match=2), player, 5)
    assert club.wallet(player).balance == 95
