"""Simulated games: lawful in every preset, the same by the same seed, and chosen by what a seat may see."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

from engine.azi import azi, simulator
from engine.azi.sight import owner_sees
from engine.azi.simulator.games import EndlessGame, next_act
from engine.azi.simulator.judgement import cheapest_winner, kept, tricks_hoped_for
from engine.azi.simulator.tally import tally
from engine.azi.simulator.view import view
from engine.azi.state import DEALT, Game
from engine.changed import changed
from engine.decider import act, fold
from engine.rules import RuleBroken
from tests.engine.azi.deals import DICED, preset
from tests.engine.mixes import dice

STACK = 400
GAMES = 8  # of each player in each preset


def games(name: str, player: str, many: int = GAMES, **changes: Any) -> list[list[tuple[Any, list[Any], Game]]]:
    """So many simulated games of three to five, of one seed."""
    rnd, house = dice(5), preset(name, **changes)
    starts = [(3, 4, 5)[number % 3] for number in range(many)]
    return [list(simulator.play(rnd, simulator.begin(rnd, house, seats, STACK), simulator.PLAYERS[player])) for seats in starts]


@pytest.mark.parametrize("player", simulator.PLAYERS)
@pytest.mark.parametrize("name", DICED)
def test_every_player_plays_whole_games_of_every_preset_and_no_chip_is_lost(name, player):
    for told in games(name, player):
        *_, (_, _, over) = told
        assert over.over
        assert sum(over.stacks.values()) == STACK * len(over.seats)
        assert fold(azi, azi.initial, [event for _, events, _ in told for event in events]) == over


@pytest.mark.parametrize("player", simulator.PLAYERS)
def test_the_same_seed_plays_the_same_games(player):
    assert games("azi-online", player, 3) == games("azi-online", player, 3)


def test_at_a_real_table_the_cards_come_from_the_dice_too():
    for told in games("azi-four", "sensible", 3, deck="entered"):
        assert told[-1][2].over


def elsewhere(rnd: Any, game: Game, seat: int) -> Game:
    """The same game to this seat's eyes, with all cards that it may not see lying elsewhere."""
    own = {seat} if owner_sees(game, game.deal, seat) else set()
    open_to_him = {game.trump, *[card for _, card in game.trick]}
    open_to_him |= {card for one in own for card in (*game.hands[one], game.discards.get(one, ""))}
    hidden = [card for one, hand in game.hands.items() for card in hand if one not in own and card not in open_to_him]
    hidden += [card for one, card in game.discards.items() if one not in own and card not in open_to_him] + list(game.stock or ())
    rnd.shuffle(hidden)

    def other(card: str, one: int) -> str:
        return card if one in own or card in open_to_him else hidden.pop()

    return changed(
        game,
        hands={one: tuple([other(card, one) for card in hand]) for one, hand in game.hands.items()},
        discards={one: other(card, one) for one, card in game.discards.items()},
        stock=None if game.stock is None else tuple([hidden.pop() for _ in game.stock]),
        order=tuple(rnd.sample(game.order, len(game.order))),
    )


@pytest.mark.parametrize("name", DICED)
def test_a_choice_hangs_on_nothing_that_the_seat_may_not_see(name):
    rnd, moved = dice(3), 0
    for _, _, game in [step for told in games(name, "random", 9) for step in told]:
        if game.phase not in DEALT:
            continue
        for seat in game.dealt_to:
            other = elsewhere(rnd, game, seat)
            moved += other.hands != game.hands
            assert view(other, seat) == view(game, seat)
    assert moved > 100


@pytest.mark.parametrize("name", DICED)
def test_who_plays_sensibly_wins_from_those_who_play_at_random(name):
    rnd, house, won = dice(1), preset(name), Counter[int]()

    def one_is_sensible(seen: Any, rolled: Any) -> Any:
        return (simulator.SENSIBLE if seen.seat == 2 else simulator.RANDOM)(seen, rolled)

    for _ in range(60):
        *_, (_, _, over) = simulator.play(rnd, simulator.begin(rnd, house, 4, STACK), one_is_sensible)
        won.update({seat: stack - STACK for seat, stack in over.stacks.items()})
    assert won[2] == max(won.values()) > 0


def test_a_player_who_breaks_the_rules_or_never_ends_is_told_so(monkeypatch):
    monkeypatch.setattr("engine.azi.simulator.games.ACTS_MOST", 500)
    rnd = dice(1)
    start = simulator.begin(rnd, preset(), 3, STACK)
    with pytest.raises(RuleBroken):
        list(simulator.play(rnd, start, lambda seen, _: type(seen.legal[0])(9)))
    with pytest.raises(EndlessGame, match="deal"):
        list(simulator.play(rnd, start, lambda seen, rolled: _bets_never(seen) or simulator.STEADY(seen, rolled)))


def _bets_never(seen: Any) -> Any:
    return next((one for one in seen.legal if type(one).__name__ in {"DeclineBlind", "Check"}), None)


def test_who_is_invited_answers_before_anything_else_happens():
    rnd = dice(2)
    for told in games("azi-online", "sensible", 40):
        for _, _, game in told:
            if game.unanswered and not game.trick and not game.takers:
                act_of = next_act(rnd, game, simulator.SENSIBLE)
                assert (act_of.inviter, act_of.seat) in game.unanswered
                assert act(azi, game, act_of)[1].unanswered != game.unanswered
                return
    raise AssertionError("nobody was invited")


def test_the_tally_counts_deals_azis_redeals_and_pots():
    counted = tally(event for told in games("azi-two", "random", 30) for _, events, _ in told for event in events)
    assert counted.games == 30
    assert counted.deals == counted.thrown_in + sum(counted.played.values()) + counted.walkovers
    assert 0 < sum(counted.azis.values()) < sum(counted.played.values())
    assert counted.pot_greatest <= counted.pots
    assert counted.deals_most > 1


def test_judgement_prefers_trumps_and_wins_with_the_least():
    assert tricks_hoped_for(("AS",), "S", 3) == 1.0
    assert tricks_hoped_for(("6S",), "S", 3) < tricks_hoped_for(("6S",), "S", 1)
    assert kept(("6D", "AS", "KS", "QH"), "S", 2) == ("AS", "KS", "QH")
    assert cheapest_winner(("6S", "AS", "8D"), ((1, "7H"), (2, "9H")), "S") == "6S"
    assert cheapest_winner(("6H", "8H"), ((1, "7H"), (2, "9H")), "S") is None
