"""Laws of who plays, deals and is next, of cards dealt, builds, owners, faults, points, claims, the end and the money: each event
is compared with a second telling of the rules."""

from __future__ import annotations

from typing import Any

from engine.casino import violations
from engine.casino.state import Game
from engine.rules import RuleBroken
from tests.engine.casino import unseen_table
from tests.engine.casino.brute_force import worth
from tests.engine.casino.offending_games import tried
from tests.engine.casino.random_games import steps
from tests.engine.casino.scorekeeper import Scorekeeper
from tests.engine.scenario import keeps
from tests.laws import law

DEALING = ("CAS-SEAT-1", "CAS-DEAL-1", "CAS-DEAL-2", "CAS-DEAL-3", "CAS-DEAL-4", "CAS-DEAL-5", "CAS-LAST-1")
POINTS = ("CAS-SCORE-1", "CAS-SCORE-2", "CAS-SCORE-3", "CAS-SCORE-4", "CAS-SCORE-5", "CAS-SCORE-6")
ENDING = ("CAS-CLAIM-1", "CAS-CLAIM-2", "CAS-OUT-1", "CAS-POT-1", "CAS-VOID-1", "CAS-VIOL-2", "CAS-VIOL-4")
PLAYS = ("false_build", "wrong_gather", "trailed")


def follow(keeper: Scorekeeper, made: list[Any], game: Game) -> None:
    """What was made of an act, and the game then. Raises AssertionError."""
    for event in made:
        keeper.check(event)
    assert keeper.shown or keeper.turn == game.turn
    assert keeper.stacks == game.stacks
    if keeper.stage in ("play", "deal", "played"):
        assert sorted(keeper.loose) == sorted(game.loose)
        assert keeper.scores == game.scores
        assert {number: value for number, (value, _, _) in keeper.builds.items()} == {one.id: one.value for one in game.builds}


def owners_are_told(keeper: Scorekeeper, game: Game) -> None:
    """Every build is whose the rules say."""
    if keeper.stage in ("play", "deal", "played"):
        assert {number: owner for number, (_, _, owner) in keeper.builds.items()} == {one.id: one.owner for one in game.builds}


@keeps(*DEALING, *POINTS, *ENDING)
@law(games=60, chunks=2)
def test_in_every_game_everything_that_happens_is_told_by_the_rules(seed):
    keeper = Scorekeeper()
    for _, _, made, game in steps(seed):
        follow(keeper, made, game)
        owners_are_told(keeper, game)
    assert keeper.stage == "over"
    assert not any(keeper.wrong.values())


@keeps(*DEALING, *POINTS, *ENDING, "CAS-VIOL-1", "CAS-VIOL-3", "CAS-REC-1", "CAS-BUILD-7")
@law(games=60, chunks=2, first=1000)
def test_whatever_goes_wrong_everything_that_happens_is_told_by_the_rules(seed):
    keeper = Scorekeeper()
    for _, _, made, game in tried(seed):
        if not isinstance(made, RuleBroken):
            follow(keeper, made, game)
            owners_are_told(keeper, game)
    assert keeper.stage == "over"
    told = {(one.deal, one.card) for one in violations(game) if one.kind in PLAYS}
    assert told == {play for play, wrong in keeper.wrong.items() if wrong}


@keeps(*DEALING, *POINTS, *ENDING, "CAS-DEAL-6")
@law(games=20, first=2000)
def test_where_only_the_players_see_their_hands_everything_that_happens_is_told_by_the_rules(seed):
    keeper, free = Scorekeeper(), set[int]()
    for made, game, truth in unseen_table.played(seed):
        follow(keeper, made, game)
        if keeper.stage not in ("play", "deal", "played"):
            free = set()
            continue
        held = {seat: {worth(card, game.house.royal) for card in hand} for seat, hand in truth.hands.items()}
        for build in game.builds:
            value, _, owner = keeper.builds[build.id]
            assert build.owner in (owner, 0)
            if owner and not build.owner and build.id not in free:
                assert value not in held.get(owner, ()), "nobody loses a build that he has a card for"
                free.add(build.id)
            if build.owner:
                free.discard(build.id)
