"""Random rulings on two disputes while the game goes on, and corrections between them: the books balance, whatever holds is there,
and what is refused has changed nothing."""

from __future__ import annotations

import os
import random
from typing import TYPE_CHECKING, Any

import pytest

from engine.disputes.commands import Disputed
from engine.games import KINDS
from engine.rules import RuleBroken
from ledger import games
from ledger.audits.auditing import audited
from ledger.disputes.behind import CORRECTED
from ledger.disputes.facts import story_of, taken_away
from ledger.projections import MODELS
from ledger.replay import film
from tests.ledger.club import STEWARD, order
from tests.ledger.plays import PLAYS
from tests.ledger.random_club import catch_up
from tests.ledger.test_disputes import RENEGE, Court, record
from tests.ledger.test_projections import equal

if TYPE_CHECKING:
    from ledger.app import Ledger

COUNT = int(os.environ.get("RANDOM_COURSE", "40"))
WORDS = ("stands", "penalty", "restore", "void_deal", "penalty", "restore", "stands", "void_game")
AFTER = ("stands", "penalty", "pay", "award", "void_game", "void_deal")


def more(dice: random.Random, word: str, steps: int, *, over: bool) -> dict[str, Any]:
    """What such a decision names."""
    if over and word in ("penalty", "pay"):
        return {"seat": 1, "amount": dice.choice((1, 7, 90)), "to": dice.choice(((), (2,), (2, 3)))}
    if word == "award":
        return {"to": dice.choice(((1,), (2,), (2, 3)))}
    return {"step": dice.randint(max(1, steps - 12), steps)} if word == "restore" and dice.random() < 0.7 else {}


def turn(court: Court, dice: random.Random, disputes: list[str]) -> str:
    """One thing that may happen, by dice; what it was, or "" if it was refused."""
    before = court.ledger.load(f"game-{court.game}")
    game, what = before.state, dice.random()
    head = court.ledger.head()
    try:
        if game.over or what < 0.5:
            word = dice.choice(AFTER if game.over else WORDS[: -1 if dice.random() < 0.9 else None])
            court.rule(dice.choice(disputes), word, rule="AZI-VIOL-2", **more(dice, word, before.version, over=game.over))
            return word
        if what < 0.6:
            step = dice.randint(max(1, before.version - 12), before.version)
            games.correct(court.ledger, order(STEWARD), court.game, step, "Mistyped")
            return "correct"
        kind, waits = KINDS["azi"], game.phase == "awaiting_settlement"
        court.club.act(court.game, kind.actions["settle"]() if waits else dice.choice(kind.legal(game, game.turn)))
    except RuleBroken:
        assert court.ledger.head() == head
        return ""
    return "act"


@pytest.mark.parametrize("seed", range(3))
def test_random_rulings_in_the_course_of_a_game_keep_the_books_and_each_other(ledger: Ledger, seed: int) -> None:
    court, dice = record(ledger, PLAYS[0], RENEGE), random.Random(seed)  # noqa: S311
    disputes = [court.open("renege", Disputed(deal=1, trick=1, card="7H")), court.open()]
    done = []
    for _ in range(COUNT):
        done.append(turn(court, dice, disputes))
        court.club.sums_hold()
        told = story_of(film(ledger, court.game), ledger.load(f"game-{court.game}").version)
        for dispute in disputes:
            ruling = court.state(dispute).ruling
            made = ruling and ruling.steps and not told.rows[ruling.steps[0] - 1].topic.endswith(CORRECTED)
            void = court.club.game(court.game).how == "void"
            assert not made or void or not taken_away(told, ruling), done
    assert len(set(done)) > 4
    catch_up(ledger)
    assert [one for one in audited(ledger).findings if one.severity == "fault"] == []
    assert [name for name in MODELS if not equal(ledger, name)] == []
