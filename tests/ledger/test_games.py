"""Games through the ledger on a real database: example 1 of the rules, leaving, top-ups, dice, clock, and two processes at once."""

from typing import Any

import pytest

from engine.azi import commands as azi
from engine.games import KINDS
from engine.room.rulebook import TABLE_3, TABLE_4, TABLE_5, WALLET_2
from engine.shuffle import commitment, cut, shuffled
from ledger.orders.app import Ledger
from ledger.orders.order import Caller
from ledger.play import games, tables
from ledger.store.errors import NotAllowed, NotFound, Stale
from tests.engine.scenario import breaks, keeps
from tests.ledger.club import ADMIN, CASHIER, ROOM, STEWARD, STRANGER, Clock, Club, himself, order, told
from tests.ledger.plays import BIDS, DEALT, EXAMPLE_1, LOT, PLAYS, RITUAL, in_processes


def test_worked_example_1_is_played_for_130_and_every_chip_is_where_it_belongs(ledger: Ledger) -> None:
    club = Club(ledger)
    at, sitting = club.started(200, 200, 200, 200)
    game = f"{at}-1"
    club.act(game, *DEALT, *BIDS)
    state = club.game(game)
    assert (state.pot, state.turn, state.phase) == (130, 3, "play")
    done = club.act(game, *PLAYS)
    assert (f"game-{game}", "azi.game_ended") in told(done)
    assert told(done)[-1] == (f"table-{at}", "table.game_finished")
    table = club.table(at)
    assert table.stacks == {1: 165, 2: 155, 3: 285, 4: 195}
    assert (table.running, table.begun, table.next_dealer) == (None, 1, 3)
    assert [club.wallet(player).balance for player in sitting] == [800] * 4
    assert club.sums_hold() == 8 + 1 + 4 + 1 + len(EXAMPLE_1)


def test_the_next_game_has_the_next_number_and_the_winner_deals(ledger: Ledger) -> None:
    club = Club(ledger)
    at, _ = club.started(200, 200, 200, 200)
    club.act(f"{at}-1", *EXAMPLE_1)
    games.start(ledger, order(STEWARD), at)
    state = club.game(f"{at}-2")
    assert (state.number, state.dealer, state.phase, state.pot) == (2, 3, "shuffle", 20)
    club.sums_hold()


def test_a_game_that_is_over_takes_nothing_more(ledger: Ledger) -> None:
    club = Club(ledger)
    at, _ = club.started(200, 200, 200, 200)
    club.act(f"{at}-1", *EXAMPLE_1)
    club.refuses("AZI-ORDER-1", games.act, order(STEWARD), f"{at}-1", azi.Play(3, "AD"))


def test_who_can_not_pay_the_ante_is_in_the_game_and_sits_the_deal_out(ledger: Ledger) -> None:
    club = Club(ledger)
    at, _ = club.started(200, 200, 4, 200)
    club.act(f"{at}-1", LOT)
    state = club.game(f"{at}-1")
    assert (state.seats, sorted(state.dealt_to), state.pot) == ((1, 2, 3, 4), [1, 2, 4], 15)


def test_no_game_starts_while_one_runs_or_too_few_can_pay(ledger: Ledger) -> None:
    club = Club(ledger)
    at, _ = club.started(200, 200, 200)
    club.refuses(TABLE_3, games.start, order(STEWARD), at)
    other = club.open()
    club.sit(other, 200, 200, 4)
    club.refuses(TABLE_3, games.start, order(STEWARD), other)
    assert ledger.load(f"game-{other}-1").version == 0


def test_a_game_is_started_by_who_sits_there_or_its_steward(ledger: Ledger) -> None:
    club = Club(ledger)
    at = club.open()
    sitting = club.sit(at, 200, 200, 200)
    for asking in (himself(club.rich()), ROOM, CASHIER, ADMIN, STRANGER):
        with pytest.raises(NotAllowed):
            games.start(ledger, order(asking), at)
    games.start(ledger, order(Caller("lobby", "room", sitting[1])), at)
    assert club.table(at).running == 1


def test_stacks_in_a_running_game_do_not_move_at_the_table(ledger: Ledger) -> None:
    club = Club(ledger)
    at, sitting = club.started(200, 200, 200)
    club.refuses(TABLE_4, tables.cash_out, order(STEWARD), at, sitting[0], 5)
    late = club.rich()
    tables.seat(ledger, order(STEWARD), at, late, None, 50)
    tables.cash_out(ledger, order(STEWARD), at, late, 20)
    tables.leave(ledger, order(STEWARD), at, late)
    club.sums_hold()


def test_a_top_up_in_a_game_is_one_append_over_wallet_and_game(ledger: Ledger) -> None:
    club = Club(ledger)
    at, sitting = club.started(200, 200, 200, 200)
    game = f"{at}-1"
    club.act(game, *DEALT)
    done = tables.top_up(ledger, order(himself(sitting[0])), at, sitting[0], 70)
    assert sorted(told(done)) == [(f"game-{game}", "azi.topped_up"), (f"wallet-{sitting[0]}", "wallet.moved_to_table")]
    assert (club.game(game).stacks[1], club.wallet(sitting[0]).balance) == (265, 730)
    club.act(game, *BIDS, *PLAYS)
    assert club.table(at).stacks[1] == 235
    club.sums_hold()


def test_a_top_up_out_of_turn_or_beyond_the_wallet_changes_neither_wallet_nor_game(ledger: Ledger) -> None:
    club = Club(ledger)
    at, sitting = club.started(200, 200, 200, 200)
    club.act(f"{at}-1", *DEALT)
    versions = [ledger.load(stream).version for stream in (f"game-{at}-1", f"wallet-{sitting[0]}", f"wallet-{sitting[1]}")]
    club.refuses("AZI-BID-11", tables.top_up, order(STEWARD), at, sitting[1], 70)
    club.refuses(WALLET_2, tables.top_up, order(STEWARD), at, sitting[0], 801)
    club.refuses(TABLE_4, tables.top_up, order(STEWARD), at, sitting[0], 10**30 + 1)
    after = [ledger.load(stream).version for stream in (f"game-{at}-1", f"wallet-{sitting[0]}", f"wallet-{sitting[1]}")]
    assert after == versions


def test_leaving_in_a_game_is_kept_at_once_and_takes_effect_at_its_end(ledger: Ledger) -> None:
    club = Club(ledger)
    at, sitting = club.started(200, 200, 200, 200)
    game = f"{at}-1"
    club.act(game, *DEALT, *BIDS[:3])
    done = tables.leave(ledger, order(himself(sitting[3])), at, sitting[3])
    assert told(done) == [(f"game-{game}", "azi.folded"), (f"game-{game}", "azi.player_left")]
    assert 4 in club.table(at).players
    club.refuses("AZI-ORDER-1", tables.leave, order(STEWARD), at, sitting[3])
    club.refuses(TABLE_3, games.start, order(STEWARD), at)
    done = club.act(game, *BIDS[4:], *PLAYS)
    assert told(done)[-4:] == [
        (f"table-{at}", "table.game_finished"),
        (f"table-{at}", "table.chips_returned"),
        (f"table-{at}", "table.player_unseated"),
        (f"wallet-{sitting[3]}", "wallet.moved_from_table"),
    ]
    assert club.wallet(sitting[3]).balance == 995
    assert 4 not in club.table(at).players
    club.sums_hold()


@breaks("AZI-LEAVE-1", "TABLE-5")
def test_leaving_while_playing_a_deal_is_refused(ledger: Ledger) -> None:
    club = Club(ledger)
    at, sitting = club.started(200, 200, 200, 200)
    club.act(f"{at}-1", *DEALT, *BIDS)
    club.refuses("AZI-LEAVE-1", tables.leave, order(STEWARD), at, sitting[0])
    club.refuses(TABLE_5, tables.leave, order(himself(late := club.register())), at, late)


def test_when_all_but_one_leave_the_game_ends_and_they_are_paid_out_in_one_append(ledger: Ledger) -> None:
    club = Club(ledger)
    at, sitting = club.started(200, 200, 200, 200)
    club.act(f"{at}-1", *DEALT)
    for seat in (2, 3):
        tables.leave(ledger, order(STEWARD), at, sitting[seat - 1])
    done = tables.leave(ledger, order(STEWARD), at, sitting[3])
    assert (f"game-{at}-1", "azi.game_ended") in told(done)
    assert [name for _, name in told(done)].count("wallet.moved_from_table") == 3
    table = club.table(at)
    assert (table.players, table.stacks, table.next_dealer) == ({1: sitting[0]}, {1: 215}, 1)
    club.sums_hold()


def test_where_the_service_deals_its_dice_shuffle_and_nobody_else_s(database: Any) -> None:
    thrown: list[bytes] = []

    def dice(count: int) -> bytes:
        thrown.append(bytes([len(thrown) + 1]) * count)
        return thrown[-1]

    ledger = Ledger(database.place, dice=dice)
    try:
        club = Club(ledger)
        at, sitting = club.started(200, 200, 200, deck="service")
        game = f"{at}-1"
        assert len(thrown) == 1
        dealer = club.game(game).dealer
        mine = azi.Shuffle(dealer, "00" * 32, "11" * 32, ("AD", "KD"))
        done = club.act(game, mine, by=himself(sitting[dealer - 1]))
        assert done.decided is not None
        event = done.decided.envelopes[0].event
        assert (event.secret, event.commitment) == (thrown[1].hex(), commitment(f"game-{game}", 1, 1, thrown[1]))
        cutter = club.game(game).turn
        club.act(game, azi.Cut(cutter, 13), by=himself(sitting[cutter - 1]))
        club.act(game, azi.OfferCut(dealer), by=himself(sitting[dealer - 1]))
        club.act(game, azi.Cut(cutter, 9), by=himself(sitting[cutter - 1]))
        club.act(game, azi.Deal(dealer), by=himself(sitting[dealer - 1]))
        state = club.game(game)
        assert event.order == shuffled(KINDS["azi"].pack(state.house), thrown[1])
        order_of_deck = cut(cut(event.order, 13), 9)
        assert state.hands[state.dealt_to[0]] == order_of_deck[0:9:3]
        assert state.trump == order_of_deck[9]
    finally:
        ledger.close()


def test_a_deal_with_cards_of_one_s_own_is_refused_where_the_service_deals(ledger: Ledger) -> None:
    club = Club(ledger)
    at, sitting = club.started(200, 200, 200, deck="service")
    game = f"{at}-1"
    dealer = club.game(game).dealer
    by = himself(sitting[dealer - 1])
    club.act(game, azi.Shuffle(dealer), by=by)
    cutter = club.game(game).turn
    club.act(game, azi.Cut(cutter, 13), by=himself(sitting[cutter - 1]))
    club.act(game, azi.OfferCut(dealer), by=by)
    club.act(game, azi.Cut(cutter, 9), by=himself(sitting[cutter - 1]))
    hands = {1: ("AD", "KD", "QD"), 2: ("6H", "7H", "8H"), 3: ("6S", "7S", "8S")}
    club.refuses("AZI-DEAL-9", games.act, order(by), game, azi.Deal(dealer, hands, "9S"))


def test_where_the_service_deals_players_act_for_themselves_and_stewards_for_nobody(ledger: Ledger) -> None:
    club = Club(ledger)
    at, sitting = club.started(200, 200, 200, deck="service")
    game, dealer = f"{at}-1", club.game(f"{at}-1").dealer
    others = [himself(player) for player in sitting if player != sitting[dealer - 1]]
    for asking in (STEWARD, STRANGER, ADMIN, CASHIER, ROOM, himself(club.rich()), *others):
        with pytest.raises(NotAllowed):
            games.act(ledger, order(asking), game, azi.Shuffle(dealer))
    games.act(ledger, order(Caller("lobby", "room", sitting[dealer - 1])), game, azi.Shuffle(dealer))


def test_at_a_real_table_the_steward_deals_and_a_player_only_speaks_for_himself(ledger: Ledger) -> None:
    club = Club(ledger)
    at, sitting = club.started(200, 200, 200, 200)
    game = f"{at}-1"
    for asking in (himself(sitting[3]), STRANGER):
        for command in (LOT, RITUAL[0], DEALT[-1], azi.ReachEndTime()):
            with pytest.raises(NotAllowed):
                games.act(ledger, order(asking), game, command)
    club.act(game, *DEALT)
    club.act(game, BIDS[0], by=himself(sitting[0]))
    with pytest.raises(NotAllowed):
        games.act(ledger, order(himself(sitting[0])), game, BIDS[1])
    assert club.game(game).pot == 30


@pytest.mark.parametrize("game", ["nowhere-1", "", "x", "a b", "é-1", "-"])
def test_a_game_that_does_not_exist_is_not_found(ledger: Ledger, game: str) -> None:
    with pytest.raises(NotFound):
        games.act(ledger, order(STEWARD), game, azi.Call(1))


def test_a_stale_version_of_the_game_changes_nothing(ledger: Ledger) -> None:
    club = Club(ledger)
    at, _ = club.started(200, 200, 200, 200)
    with pytest.raises(Stale):
        games.act(ledger, order(STEWARD, if_match=77), f"{at}-1", LOT)
    present = ledger.load(f"game-{at}-1").version
    games.act(ledger, order(STEWARD, if_match=present), f"{at}-1", LOT)


@keeps("AZI-TIME-1")
@breaks("AZI-TIME-1", "TABLE-3")
def test_no_game_starts_when_the_agreed_end_has_come(database: Any) -> None:
    clock = Clock()
    ledger = Ledger(database.place, clock=clock)
    try:
        club = Club(ledger)
        end = clock.at.replace(hour=13)
        at = club.open(ends_at=end)
        club.sit(at, 200, 200, 200, 200)
        clock.go(minutes=59)
        games.start(ledger, order(STEWARD), at)
        club.refuses(TABLE_3, games.act, order(STEWARD), f"{at}-1", azi.ReachEndTime())
        clock.go(minutes=1)
        assert told(games.act(ledger, order(STEWARD), f"{at}-1", azi.ReachEndTime())) == [
            (f"table-{at}", "table.sitting_ended"),
            (f"game-{at}-1", "azi.end_time_reached"),
        ]
        club.act(f"{at}-1", *EXAMPLE_1)
        assert club.table(at).ended
        club.refuses(TABLE_3, games.start, order(STEWARD), at)
        other = club.open(ends_at=end.replace(hour=14))
        club.sit(other, 200, 200, 200, 200)
        clock.go(hours=1)
        club.refuses(TABLE_3, games.start, order(STEWARD), other)
    finally:
        ledger.close()


@keeps("AZI-TIME-1")
def test_where_the_end_splits_the_pot_the_first_act_after_it_tells_the_game(database: Any) -> None:
    clock = Clock()
    ledger = Ledger(database.place, clock=clock)
    try:
        club = Club(ledger)
        at = club.open(ends_at=clock.at.replace(hour=13), at_end_time="split_pot")
        sitting = club.sit(at, 200, 200, 200, 200)
        games.start(ledger, order(STEWARD), at)
        game = f"{at}-1"
        club.act(game, *DEALT)
        clock.go(hours=2)
        done = club.act(game, azi.DeclineBlind(1), by=himself(sitting[0]))
        assert told(done)[:2] == [(f"table-{at}", "table.sitting_ended"), (f"game-{game}", "azi.end_time_reached")]
        done = club.act(game, azi.Check(2), azi.Check(3), azi.Check(4))
        assert (f"game-{game}", "azi.pot_awarded") in told(done)
        assert club.table(at).stacks == {1: 200, 2: 200, 3: 200, 4: 200}
        club.refuses(TABLE_3, games.start, order(STEWARD), at)
        club.sums_hold()
    finally:
        ledger.close()


@keeps("AZI-TIME-1", "AZI-LEAVE-1")
def test_who_leaves_after_the_end_that_splits_the_pot_tells_the_game_of_it_too(database: Any) -> None:
    clock = Clock()
    ledger = Ledger(database.place, clock=clock)
    try:
        club = Club(ledger)
        at = club.open(ends_at=clock.at.replace(hour=13), at_end_time="split_pot")
        sitting = club.sit(at, 200, 200, 200, 200)
        games.start(ledger, order(STEWARD), at)
        club.act(f"{at}-1", *DEALT, azi.DeclineBlind(1), azi.Check(2), azi.Check(3))
        clock.go(hours=2)
        done = tables.leave(ledger, order(STEWARD), at, sitting[3])
        assert [name for _, name in told(done)][:5] == [
            "table.sitting_ended",
            "azi.end_time_reached",
            "azi.folded",
            "azi.player_left",
            "azi.pot_awarded",
        ]
        assert club.table(at).stacks == {1: 202, 2: 202, 3: 201}
        assert club.wallet(sitting[3]).balance == 995
        club.sums_hold()
    finally:
        ledger.close()


def test_two_processes_that_send_the_same_game_at_once_play_it_once(database: Any, ledger: Ledger) -> None:
    club = Club(ledger)
    at, _ = club.started(200, 200, 200, 200)
    game = f"{at}-1"
    acts = [(f"move {number}", game, command) for number, command in enumerate(EXAMPLE_1)]
    first, second = in_processes(database.place, STEWARD, acts, acts)
    assert all({one, other} in ({"kept", "replayed"}, {"replayed"}, {"kept"}) for one, other in zip(first, second, strict=True))
    assert sum(outcome == "kept" for outcome in first + second) == len(EXAMPLE_1)
    assert club.table(at).stacks == {1: 165, 2: 155, 3: 285, 4: 195}
    club.sums_hold()


def test_two_processes_that_make_the_same_move_under_different_keys_make_it_once(database: Any, ledger: Ledger) -> None:
    club = Club(ledger)
    at, _ = club.started(200, 200, 200, 200)
    game = f"{at}-1"
    club.act(game, *DEALT)
    before = ledger.head()
    outcomes = in_processes(database.place, STEWARD, [("mine", game, BIDS[0])], [("yours", game, BIDS[0])])
    assert sorted(outcome for [outcome] in outcomes) in (["AZI-BID-1", "kept"], ["AZI-ORDER-1", "kept"])
    assert ledger.head() == before + 1
    assert club.game(game).pot == 30
