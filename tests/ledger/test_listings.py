"""Lists of tables, games and hands, and which streams a player may follow."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ledger.orders.order import Caller
from ledger.play import games, tables
from ledger.projections import MODELS
from ledger.registers import listings
from ledger.running.rebuild import equal
from tests.ledger.random_club import STEWARD, RandomClub, catch_up, deposit, order, register

if TYPE_CHECKING:
    from ledger.orders.app import Ledger

NAMES = tuple(MODELS)


def test_hands_tell_who_was_dealt_what(ledger: Ledger) -> None:
    club = RandomClub(ledger, seed=15, players=3)
    club.play(1)
    catch_up(ledger)
    deals = [ledger.decode(row).event for row in ledger.history(f"game-{club.table}-1") if row.topic == "azi.cards_dealt"]
    dealt = [(deal.deal, seat, tuple(cards)) for deal in deals for seat, cards in sorted(deal.hands.items())]
    found = listings.hands(ledger, f"{club.table}-1")
    assert [(hand.deal, hand.seat, hand.cards) for hand in found] == dealt
    assert {hand.seat: hand.player for hand in found} == dict(enumerate(club.players, 1))
    assert listings.hands(ledger, f"{club.table}-2") == []


def test_tables_tell_who_sits_and_what_goes_on(ledger: Ledger) -> None:
    club = RandomClub(ledger, seed=16, players=3)
    other = RandomClub(ledger, seed=17, players=4)
    catch_up(ledger)
    first, second = listings.tables(ledger)
    assert (first.table, second.table) == (club.table, other.table)
    assert (first.name, first.game, first.seats, first.status, first.playing) == ("The random table", "azi", 3, "open", None)
    assert first.players == dict(enumerate(club.players, 1))
    assert first.stewards == ("steward",)
    assert listings.tables(ledger, after=first.opened) == [second]
    assert listings.tables(ledger, limit=1) == [first]
    assert listings.tables(ledger, player=other.players[0]) == [second]
    tables.leave(ledger, order(Caller(club.players[1], "player", club.players[1])), club.table, club.players[1])
    tables.close(ledger, order(STEWARD), other.table)
    catch_up(ledger)
    first, second = listings.tables(ledger)
    assert first.players == {1: club.players[0], 3: club.players[2]}
    assert (second.players, second.status) == ({}, "closed")
    assert listings.tables(ledger, status="open") == [first]
    assert all(equal(ledger, name) for name in NAMES)


def test_a_running_game_is_listed_as_running(ledger: Ledger) -> None:
    club = RandomClub(ledger, seed=18, players=3)
    club.play(1)
    games.start(ledger, order(STEWARD), club.table)
    catch_up(ledger)
    over, running = listings.games(ledger)
    assert (over.status, over.how, running.status, running.how, running.ended) == ("over", "won", "running", None, None)
    assert over.ended is not None
    assert over.ended < running.started
    assert running.players == dict(enumerate(club.players, 1))
    assert listings.games(ledger, status="running") == [running]
    assert listings.games(ledger, player=club.players[0], after=over.started) == [running]
    assert listings.games(ledger, player="nobody") == []
    assert listings.tables(ledger)[0].playing == 2


def test_a_player_follows_the_games_of_a_table_while_he_sits_there(ledger: Ledger) -> None:
    club = RandomClub(ledger, seed=19, players=4)
    guest, table = club.players[3], club.table
    club.play(1)
    tables.leave(ledger, order(Caller(guest, "player", guest)), table, guest)
    club.play(1)
    late = register(ledger, "Late")
    deposit(ledger, late, 1000)
    tables.seat(ledger, order(Caller(late, "player", late)), table, late, None, 500)
    club.play(1)
    catch_up(ledger)
    [left_at] = [row.position for row in ledger.history(f"table-{table}") if row.topic == "table.player_unseated"]
    stayed = {f"game-{table}-{number}": None for number in (1, 2, 3)}
    assert listings.followed(ledger, club.players[0]) == {f"wallet-{club.players[0]}": None, f"table-{table}": None, **stayed}
    assert listings.followed(ledger, guest) == {f"wallet-{guest}": None, f"table-{table}": left_at, f"game-{table}-1": None}
    assert listings.followed(ledger, late) == {f"wallet-{late}": None, f"table-{table}": None, f"game-{table}-3": None}
    assert listings.followed(ledger, late, [f"game-{table}-2", f"game-{table}-3", f"wallet-{guest}"]) == {f"game-{table}-3": None}
    assert listings.followed(ledger, "nobody", [f"table-{table}"]) == {}


def test_who_leaves_a_seat_that_another_had_before_leaves_his_own_sitting_only(ledger: Ledger) -> None:
    club = RandomClub(ledger, seed=20, players=3)
    first, table = club.players[1], club.table
    second = register(ledger, "Second")
    deposit(ledger, second, 1000)
    catch_up(ledger)
    tables.leave(ledger, order(Caller(first, "player", first)), table, first)
    catch_up(ledger)
    until = listings.followed(ledger, first)[f"table-{table}"]
    tables.seat(ledger, order(Caller(second, "player", second)), table, second, 2, 500)
    catch_up(ledger)
    tables.leave(ledger, order(Caller(second, "player", second)), table, second)
    catch_up(ledger)
    assert until is not None
    assert listings.followed(ledger, first)[f"table-{table}"] == until
    assert (listings.followed(ledger, second)[f"table-{table}"] or 0) > until
    assert equal(ledger, "tables")
