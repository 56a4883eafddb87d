"""Who owes whom after an evening, and the fewest payments that settle it."""

from __future__ import annotations

from collections import defaultdict
from itertools import combinations
from random import Random
from typing import TYPE_CHECKING

import pytest

from ledger.books import balances
from ledger.books.settling import EXACT_MAX, HOUSE, Settling, payments, settling
from ledger.play import games
from tests.ledger.random_club import STEWARD, RandomClub, catch_up, order

if TYPE_CHECKING:
    from ledger.orders.app import Ledger


def fewest(owed: dict[str, int]) -> int:
    """By trying: people less the most groups that are zero together."""

    def groups(left: frozenset[str]) -> int:
        found = 0
        for size in range(1, len(left)):
            for some in combinations(sorted(left), size):
                if sum(owed[who] for who in some) == 0:
                    found = max(found, 1 + groups(left - set(some)))
        return max(found, 1) if left else 0

    people = frozenset(who for who, chips in owed.items() if chips)
    return len(people) - groups(people)


@pytest.mark.parametrize("seed", range(30))
def test_everybody_is_settled_by_the_fewest_payments(seed: int) -> None:
    dice = Random(seed)  # noqa: S311
    owed = {f"p{number}": dice.randrange(-6, 7) for number in range(dice.randrange(1, 8))}
    owed["last"] = -sum(owed.values())
    made = payments(owed)
    left = defaultdict(int, owed)
    for one in made:
        assert one.chips > 0
        left[one.payer] += one.chips
        left[one.payee] -= one.chips
    assert not any(left.values())
    assert len(made) == fewest(owed)


def test_a_great_party_is_settled_by_at_most_one_payment_fewer_than_people() -> None:
    owed = {f"p{number:02}": 10**30 + number for number in range(2 * EXACT_MAX)}
    owed["last"] = -sum(owed.values())
    assert len(payments(owed)) == len(owed) - 1
    assert payments({}) == payments({"anna": 0}) == ()


def test_what_games_have_brought_is_told_and_what_the_desk_and_the_stacks_hold_besides_is_not(ledger: Ledger) -> None:
    club = RandomClub(ledger, seed=81, players=4)
    before = {player: balances_of(ledger, player) for player in club.players}
    club.play(6)
    told = settling_now(ledger, club.table)
    assert told.games == 6
    assert sum(told.results.values()) == 0
    won = {player: balances_of(ledger, player) - before[player] for player in club.players}
    assert {who: chips for who, chips in told.results.items() if who != HOUSE} == won
    assert told.results == settling_now(ledger, None).results
    assert settling_now(ledger, "nowhere").results == {}
    games.start(ledger, order(STEWARD), club.table)
    running = settling_now(ledger, club.table)
    assert (running.results, running.running) == (told.results, (f"{club.table}-7",))


def settling_now(ledger: Ledger, table: str | None) -> Settling:
    catch_up(ledger)
    return settling(ledger, table)


def balances_of(ledger: Ledger, player: str) -> int:
    catch_up(ledger)
    return balances.balance(ledger, player).total
