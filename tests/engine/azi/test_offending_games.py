"""Laws of two thousand whole games in which things go wrong: every figure derived anew from the events alone."""

from __future__ import annotations

from typing import Any

import pytest

from engine.azi import azi, legal, violations
from engine.azi.commands import Settle
from engine.azi.events import CardPlayed
from engine.decider import fold
from engine.rules import RuleBroken
from tests.engine.azi.bookkeeper import Book
from tests.engine.azi.offending_games import tried
from tests.engine.scenario import keeps

CHUNKS, GAMES = 20, 100


@keeps("AZI-VIOL-2", "AZI-VIOL-4", "AZI-VIOL-6", "AZI-VOID-1", "AZI-REC-1", "AZI-SETTLE-1", "AZI-LAST-1")
@pytest.mark.parametrize("chunk", range(CHUNKS))
def test_whatever_goes_wrong_the_figures_add_up_and_the_game_goes_on(chunk):
    for seed in range(chunk * GAMES, (chunk + 1) * GAMES):
        try:
            whole_game(seed)
        except AssertionError as error:
            raise AssertionError(f"seed {seed}: {error}") from error


def whole_game(seed: int) -> None:
    """One game: figures, refusals that change nothing, no dead end, the fold of its events. Raises AssertionError."""
    book, happened, last = Book(), [], azi.initial
    for before, command, made, after in tried(seed):
        if isinstance(made, RuleBroken):
            assert after is before
            assert made.says[0].isupper()
            assert "{" not in made.says
            continue
        assert made, f"nothing comes of {command}"
        state: Any = before
        for event in made:
            book.check(event)
            happened.append(event)
            state = azi.evolve(state, event)
            assert state.stacks == book.stacks
            assert state.pot == book.pot
            assert state.brought == book.brought
        assert state == after
        last = after
        assert azi.follow(after) is None
        if after.phase == "awaiting_settlement":
            assert azi.decide(after, Settle())
        elif not after.over and after.phase != "lot":
            assert legal(after, after.turn), f"nobody can act at {after.phase}"
        assert set(after.offences.out).isdisjoint((*after.active, *after.joined, *after.asked))
    assert last.over
    assert fold(azi, azi.initial, happened) == last
    told = {(one.deal, one.trick, one.seat, one.card) for one in violations(last) if one.trick}
    wrong = {(deal, play[0], play[1], play[2]) for deal, plays in book.plays.items() for play in plays if play[3]}
    assert told == wrong
    if last.house.enforcement == "refuse":
        assert not told
    assert any(isinstance(event, CardPlayed) for event in happened) or not told
