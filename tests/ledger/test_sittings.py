"""Whole sittings of an online table: whatever the players try, in whatever order or all at once, every chip stays accounted for."""

import random
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from typing import Any

import pytest

from engine.azi import legal
from engine.azi.commands import Fold
from engine.room.rulebook import TABLE_2, TABLE_3
from engine.rules import RuleBroken
from ledger.orders.app import Ledger
from ledger.play import games, tables
from ledger.store.errors import Conflict, NotAllowed
from tests.ledger.club import STEWARD, Club, himself, order

BOUGHT = 1000


def tried(call: Callable[[], Any]) -> str:
    """What becomes of an order: "kept", the rule it breaks, or why it could not be."""
    try:
        call()
    except RuleBroken as broken:
        return broken.rule.id
    except (Conflict, NotAllowed) as failed:
        return type(failed).__name__
    return "kept"


def meddle(club: Club, at: str, player: str, dice: random.Random) -> str:
    """Something a player may try at any time: sit down, move chips, leave, start."""
    asks = order(himself(player))
    chips = dice.choice((0, 1, 5, 60, 300, 5000))
    wanted: tuple[Callable[[], Any], ...] = (
        lambda: tables.seat(club.ledger, asks, at, player, dice.choice((None, 1, 2, 3)), chips or None),
        lambda: tables.top_up(club.ledger, asks, at, player, chips),
        lambda: tables.cash_out(club.ledger, asks, at, player, chips),
        lambda: tables.leave(club.ledger, asks, at, player),
        lambda: games.start(club.ledger, asks, at),
    )
    return tried(dice.choices(wanted, (4, 3, 2, 1, 4))[0])


def start(club: Club, at: str) -> str:
    """The next game; if that fails since too few can pay, somebody who is not there sits down, or else somebody poor tops up."""
    outcome = tried(lambda: games.start(club.ledger, order(STEWARD), at))
    if outcome != TABLE_3.id:
        return outcome
    for player in club.players:
        if tried(lambda who=player: tables.seat(club.ledger, order(STEWARD), at, who, None, 100)) == "kept":
            return "kept"
    poorest = min(club.table(at).stacks.items(), key=lambda pair: pair[1])[0]
    return tried(lambda: tables.top_up(club.ledger, order(STEWARD), at, club.table(at).players[poorest], 50))


def play_on(club: Club, at: str, dice: random.Random) -> str:
    """One legal act of whose turn it is, of bets and cuts the least or the greatest; between games the start of the next one."""
    number = club.table(at).running
    if number is None:
        return start(club, at)
    game = club.game(f"{at}-{number}")
    if not game.turn:
        return "no game"  # it ended a moment ago
    may = legal(game, game.turn)
    command = dice.choice([command for command in may if not isinstance(command, Fold) or dice.random() < 0.3] or may)
    return tried(lambda: games.act(club.ledger, order(himself(game.players[game.turn])), f"{at}-{number}", command))


@pytest.mark.parametrize("seed", range(4))
def test_a_random_sitting_adds_up_after_every_append_and_pays_everything_out_at_last(database: Any, seed: int) -> None:
    dice = random.Random(seed)  # noqa: S311
    with closing(Ledger(database.place, dice=dice.randbytes)) as ledger:
        sitting(Club(ledger), dice)


def sitting(club: Club, dice: random.Random) -> None:
    ledger = club.ledger
    at = club.open(deck="service", seats=5)
    players = [club.rich(BOUGHT) for _ in range(5)]
    for player in players[:4]:
        tables.seat(ledger, order(STEWARD), at, player, None, 200)
    for _ in range(200):
        before = ledger.head()
        act = play_on(club, at, dice) if dice.random() < 0.8 else meddle(club, at, dice.choice(players), dice)
        assert (ledger.head() > before) == (act == "kept")
    while club.table(at).running is not None:
        assert play_on(club, at, dice) == "kept"
    tables.close(ledger, order(STEWARD), at)
    assert sum(club.wallet(player).balance for player in players) == BOUGHT * len(players)
    assert club.table(at).begun > 3
    assert club.sums_hold() > 50


def test_what_many_do_at_the_same_moment_adds_up(ledger: Ledger) -> None:
    club = Club(ledger)
    at = club.open(deck="service", seats=5)
    players = [club.rich(BOUGHT) for _ in range(6)]
    for player in players[:4]:
        tables.seat(ledger, order(STEWARD), at, player, None, 200)

    def worker(number: int) -> set[str]:
        dice = random.Random(number)  # noqa: S311
        tries = (lambda: play_on(club, at, dice), lambda: meddle(club, at, dice.choice(players), dice))
        return {dice.choice(tries)() for _ in range(30)}

    with ThreadPoolExecutor(6) as pool:
        outcomes = set().union(*pool.map(worker, range(6)))
    assert "kept" in outcomes
    assert len(outcomes) > 2
    club.sums_hold()


def together(*calls: Callable[[], Any]) -> list[str]:
    with ThreadPoolExecutor(len(calls)) as pool:
        return sorted(pool.map(tried, calls))


def test_of_two_who_want_the_same_seat_at_the_same_moment_one_gets_it(ledger: Ledger) -> None:
    club = Club(ledger)
    at, players = club.open(), [club.rich(BOUGHT), club.rich(BOUGHT)]
    got = together(*[lambda who=who: tables.seat(ledger, order(himself(who)), at, who, 3, 200) for who in players])
    assert got == [TABLE_2.id, "kept"]
    assert sorted(club.wallet(player).balance for player in players) == [800, 1000]
    assert club.table(at).stacks == {3: 200}


def test_of_two_starts_at_the_same_moment_one_begins_the_game(ledger: Ledger) -> None:
    club = Club(ledger)
    at = club.open(deck="service")
    players = club.sit(at, 200, 200, 200)
    got = together(*[lambda who=who: games.start(ledger, order(himself(who)), at) for who in players])
    assert got == [TABLE_3.id, TABLE_3.id, "kept"]
    assert (club.table(at).begun, club.game(f"{at}-1").pot) == (1, 15)


def test_who_leaves_while_the_game_is_started_leaves_the_table_or_the_game_but_no_chips_behind(ledger: Ledger) -> None:
    club = Club(ledger)
    at = club.open(deck="service")
    players = club.sit(at, 200, 200, 200, 200)
    got = together(
        lambda: games.start(ledger, order(STEWARD), at), lambda: tables.leave(ledger, order(himself(players[3])), at, players[3])
    )
    assert got == ["kept", "kept"]
    left_first = 4 not in club.game(f"{at}-1").players
    assert (4 in club.table(at).players) != left_first
    assert club.wallet(players[3]).balance == (1000 if left_first else 800)
    club.sums_hold()
