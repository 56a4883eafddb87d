"""What happens against the rules, in the books: sums hold after every append, read models follow corrections and void games."""

from __future__ import annotations

from typing import Any

import pytest

from engine.azi import commands as azi
from ledger.orders.app import Ledger
from ledger.play import games
from ledger.projections import MODELS
from ledger.registers import listings
from ledger.registers.penalties import penalties
from ledger.registers.refusals import refusals
from ledger.running.rebuild import equal
from ledger.store.errors import NotAllowed
from tests.ledger.club import ADMIN, AUDITOR, CASHIER, ROOM, STEWARD, STRANGER, Club, himself, order
from tests.ledger.plays import BIDS, DEAL, DEALT, HANDS, RITUAL
from tests.ledger.random_club import catch_up

RENEGE = (azi.Play(3, "AD"), azi.Play(1, "7H"), azi.Claim(3, 1, 1, "7H"))


@pytest.fixture
def club(ledger: Ledger) -> Club:
    return Club(ledger)


def recorded(club: Club, *commands: Any, chips: int = 2000, **changes: Any) -> str:
    """A game of four under `record`, dealt by seat 4, and these commands in it; its id."""
    at, _ = club.started(chips // 2, chips // 2, chips // 2, chips // 2, enforcement="record", **changes)
    club.act(f"{at}-1", *commands)
    return f"{at}-1"


def step(club: Club, game: str, topic: str, nth: int = -1) -> int:
    """The step of an event of this name in the game."""
    return [row.originator_version for row in club.ledger.history(f"game-{game}") if row.topic == f"azi.{topic}"][nth]


def whole(club: Club) -> None:
    """The sums hold at every position, and each read model is what the events come to."""
    club.sums_hold()
    catch_up(club.ledger)
    assert [name for name in MODELS if not equal(club.ledger, name)] == []


def test_example_7_keeps_the_books_through_two_reneges_and_a_redeal(club: Club) -> None:
    game = recorded(club, *DEALT, *BIDS, *RENEGE, azi.Play(1, "6S"), azi.Claim(2, 1, 1, "6S"))
    assert (club.game(game).pot, club.game(game).stacks[1]) == (1170, 1000 - 35 - 260 - 780)
    whole(club)
    assert [(item.chips, item.returned_by) for item in penalties(club.ledger, game=game)] == [(260, None), (780, None)]


def test_a_correction_before_a_claim_marks_its_penalty_as_returned_and_a_void_game_the_rest(club: Club) -> None:
    game = recorded(club, *DEALT, *BIDS, *RENEGE)
    games.correct(club.ledger, order(STEWARD), game, step(club, game, "card_played"), "The king was played")
    assert club.game(game).pot == 130
    catch_up(club.ledger)
    club.act(game, azi.Play(1, "7H"), azi.Penalise(1, 1, "7H"), azi.VoidGame("marked cards"))
    whole(club)
    assert [(item.found_by, item.returned_by) for item in penalties(club.ledger, game=game)] == [
        ("claim", step(club, game, "entry_corrected")),
        ("steward", step(club, game, "game_voided")),
    ]
    assert club.game(game).stacks == dict.fromkeys((1, 2, 3, 4), 1000)


def test_a_model_that_takes_everything_in_one_batch_comes_to_the_same(club: Club) -> None:
    game = recorded(club, *DEALT)
    swapped = {**HANDS, 1: HANDS[2], 2: HANDS[1]}
    games.correct(club.ledger, order(STEWARD), game, step(club, game, "cards_dealt"), "Seats 1 and 2 changed")
    club.act(game, azi.Deal(4, swapped, "9S"), azi.Expose(2, "7H"), azi.ReplaceCard(2, "TS"))
    whole(club)
    held = {hand.seat: hand.cards for hand in listings.hands(club.ledger, game)}
    assert held == {**swapped, 2: ("KD", "TS", "6S")}


def test_a_replacement_that_was_mistyped_is_taken_out_of_the_hands_again(club: Club) -> None:
    game = recorded(club, *DEALT, azi.Expose(2, "TD"), azi.ReplaceCard(2, "TS"))
    catch_up(club.ledger)
    games.correct(club.ledger, order(STEWARD), game, step(club, game, "card_replaced"), "It was the jack")
    catch_up(club.ledger)
    assert {hand.seat: hand.cards for hand in listings.hands(club.ledger, game)} == HANDS
    club.act(game, azi.ReplaceCard(2, "JS"))
    whole(club)
    assert {hand.seat: hand.cards for hand in listings.hands(club.ledger, game)}[2] == ("JS", "AH", "8H")


def test_a_deal_made_void_returns_its_stakes_and_antes_anew(club: Club) -> None:
    game = recorded(club, *DEALT, *BIDS, azi.VoidDeal("dead cards"), *RITUAL, DEAL)
    assert club.game(game).pot == 20
    whole(club)


def test_a_player_sees_his_own_penalties_and_those_of_games_he_played(club: Club) -> None:
    game = recorded(club, *DEALT, *BIDS, *RENEGE)
    other = recorded(club, *DEALT, *BIDS, *RENEGE)
    catch_up(club.ledger)
    seat_4 = club.game(game).players[4]
    assert [item.game for item in penalties(club.ledger, seen_by=seat_4)] == [game]
    assert penalties(club.ledger, seen_by=seat_4, game=other) == []
    assert [item.account for item in penalties(club.ledger, table=other.partition("-")[0])] == [f"game:{other}:pot"]
    first = penalties(club.ledger, limit=1)
    assert penalties(club.ledger, after=first[0].position)[0].game == other


@pytest.mark.parametrize("by", [STRANGER, ADMIN, AUDITOR, ROOM, CASHIER])
def test_nobody_but_a_steward_of_the_table_rules(club: Club, by: Any) -> None:
    game = recorded(club, *DEALT, *BIDS)
    for command in (azi.Settle(), azi.Penalise(1, 1, "7H"), azi.Expose(1, "KD"), azi.VoidDeal("x"), azi.VoidGame("x")):
        with pytest.raises(NotAllowed):
            club.act(game, command, by=by)
    with pytest.raises(NotAllowed):
        games.correct(club.ledger, order(by), game, 3, "x")
    with pytest.raises(NotAllowed):
        club.act(game, azi.Expose(1, "KD"), by=himself(club.game(game).players[1]))


def test_where_the_service_deals_and_records_the_steward_acts_for_all_and_players_for_themselves(club: Club) -> None:
    at, sitting = club.started(100, 100, 100, deck="service", enforcement="record")
    game = f"{at}-1"
    dealer = club.game(game).dealer
    club.act(game, azi.Shuffle(dealer))
    cutter = club.game(game).turn
    club.act(game, azi.Cut(cutter, 9), by=himself(sitting[cutter - 1]))
    with pytest.raises(NotAllowed):
        club.act(game, azi.OfferCut(dealer), by=himself(sitting[cutter - 1]))
    club.act(game, azi.OfferCut(dealer), azi.Cut(cutter, 9), azi.Deal(dealer))
    first = club.game(game).turn
    club.act(game, azi.BetBlind(first, 5), by=himself(sitting[first - 1]))
    whole(club)


def test_at_a_real_table_a_replaced_card_is_entered_by_the_steward_alone(club: Club) -> None:
    game = recorded(club, *DEALT, azi.Expose(2, "TD"))
    with pytest.raises(NotAllowed):
        club.act(game, azi.ReplaceCard(2, "TS"), by=himself(club.game(game).players[2]))
    club.act(game, azi.ReplaceCard(2, "TS"))


def test_refusals_are_read_in_order_with_who_and_as_what(club: Club) -> None:
    game = recorded(club, *DEALT)
    player = club.game(game).players[2]
    for caller in (STEWARD, himself(player)):
        club.refuses("AZI-ORDER-1", games.act, order(caller), game, azi.Check(2))
    found = refusals(club.ledger, game=game)
    assert [(item.role, item.actor, item.via, item.rule, item.stream, item.status) for item in found] == [
        ("steward", STEWARD.subject, None, "AZI-ORDER-1", f"game-{game}", 409),
        ("player", player, None, "AZI-ORDER-1", f"game-{game}", 409),
    ]
    assert refusals(club.ledger, after=(found[0].at, found[0].id)) == found[1:]
    assert refusals(club.ledger, table=game.partition("-")[0], actor=player) == found[1:]
    catch_up(club.ledger)
    assert refusals(club.ledger, steward=STEWARD.subject) == found
    assert refusals(club.ledger, steward=STRANGER.subject) == []
