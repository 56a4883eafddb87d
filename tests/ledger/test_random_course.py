"""Random rulings in two disputes while the game goes on and after it, and claims, corrections and void games between them: the
books balance, whatever holds is there, what is refused has changed nothing, and register, statistics and money agree with the
second telling."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING, Any

import pytest

from engine.disputes.commands import Decision, Disputed
from engine.games import KINDS
from engine.rules import RuleBroken
from ledger.audits.auditing import audited
from ledger.audits.money import audit
from ledger.cases.behind import CORRECTED
from ledger.cases.facts import story_of, taken_away
from ledger.disputes import acts, rulings
from ledger.play import games
from ledger.projections import MODELS
from ledger.replays.film import film
from tests import lengths
from tests.engine.casino.offending_games import any_claim
from tests.ledger.casino_club import OffendingCasino
from tests.ledger.club import STEWARD, order
from tests.ledger.court import RENEGE, Court, record
from tests.ledger.judgement import Judged
from tests.ledger.plays import PLAYS
from tests.ledger.test_projections import equal

if TYPE_CHECKING:
    from ledger.orders.app import Ledger

COUNT = lengths.by_length(20, 40, 120)
WORDS = ("stands", "penalty", "restore", "void_deal", "penalty", "restore", "stands", "void_game")
AFTER = ("stands", "penalty", "pay", "award", "void_game", "void_deal", "again")


def more(dice: random.Random, word: str, steps: int, *, over: bool) -> dict[str, Any]:
    """What such a decision names."""
    if over and word in ("penalty", "pay") and dice.random() < 0.8:
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
        if game.over and what > 0.85:
            return other(court, dice, before)
        if game.over or what < 0.4:
            dispute = dice.choice(disputes)
            word = dice.choice(AFTER if game.over else WORDS[: -1 if dice.random() < 0.9 else None])
            last = court.state(dispute).ruling
            if word == "again" and last:
                court.rule(dispute, last.decision, rule="AZI-VIOL-2")
                return word
            court.rule(dispute, word, rule="AZI-VIOL-2", **more(dice, word, before.version, over=game.over))
            return word
        if what < 0.6:
            return other(court, dice, before)
        kind, waits = KINDS["azi"], game.phase == "awaiting_settlement"
        court.club.act(court.game, kind.actions["settle"]() if waits else dice.choice(kind.legal(game, game.turn)))
    except RuleBroken:
        assert court.ledger.head() == head
        return ""
    return "act"


def other(court: Court, dice: random.Random, game: Any) -> str:
    """What a steward does without a ruling: a correction, a claim entered, sometimes the game made void."""
    actions, what = KINDS["azi"].actions, dice.random()
    if what < 0.5:
        step = dice.randint(max(1, game.version - 12), game.version)
        games.correct(court.ledger, order(STEWARD), court.game, step, "Mistyped")
        return "correct"
    if what < 0.95:
        wrong = [one for one in KINDS["azi"].violations(game.state) if one.status == "open" and one.card]
        one = dice.choice(wrong) if wrong else None
        named = (one.deal, one.trick, one.card) if one else (1, 1, "AD")
        court.club.act(court.game, actions["claim"](dice.choice(game.state.seats), *named))
        return "claim"
    court.club.act(court.game, actions["void_game"]("Power cut"))
    return "void"


@pytest.mark.parametrize("seed", range(4))
def test_random_rulings_in_the_course_of_a_game_keep_the_books_and_each_other(ledger: Ledger, seed: int) -> None:
    court, dice = record(ledger, PLAYS[0], RENEGE), random.Random(seed)  # noqa: S311
    disputes = [court.open("renege", Disputed(deal=1, trick=1, card="7H")), court.open()]
    judged = Judged(ledger, [court.game])
    judged.base = dict(zip(court.players, court.wallets(), strict=True))
    done = []
    for number in range(COUNT):
        done.append(turn(court, dice, disputes))
        judged.money_agrees()
        if number % 8 == 0:
            judged.registers_agree()
        told = story_of(film(ledger, court.game), ledger.load(f"game-{court.game}").version)
        for dispute in disputes:
            ruling = court.state(dispute).ruling
            made = ruling and ruling.steps and told.rows[ruling.steps[0] - 1].topic not in CORRECTED
            void = court.club.game(court.game).how == "void"
            assert not made or void or not taken_away(told, ruling), done
    assert len(set(done)) > 4
    in_order(judged)
    court.club.sums_hold()


@pytest.mark.parametrize("seed", range(2))
def test_random_rulings_on_points_do_so_too(ledger: Ledger, seed: int) -> None:
    club = OffendingCasino(ledger, seed)
    (game,) = club.play(1, acts=60)
    dice, stream, disputes = club.dice, f"game-{game}", [f"{game}-1", f"{game}-2"]
    for _ in disputes:
        acts.open_dispute(ledger, club.asks(), game, "other", "Not so", Disputed())
    judged = Judged(ledger, [game])
    judged.base = dict.fromkeys(club.players, 1000000 - 1000)
    done: list[str] = []
    for number in range(COUNT):
        state, head = ledger.load(stream).state, ledger.head()
        try:
            if state.over or dice.random() < 0.5:
                word, names = of_points(dice, state)
                decision = Decision(word, "So be it", "CAS-VIOL-1", **names)
                rulings.rule(ledger, club.asks(), dice.choice(disputes), decision)
                done.append(word)
            else:
                ledger.execute(club.asks(), lambda attempt: club.go_on(attempt, stream, 8))
        except RuleBroken:
            assert ledger.head() == head
        judged.money_agrees()
        if number == COUNT // 2:
            ledger.execute(club.asks(), lambda attempt: club.go_on(attempt, stream))
    assert len(set(done)) > 3
    in_order(judged)


def of_points(dice: random.Random, state: Any) -> tuple[str, dict[str, Any]]:
    """Any decision, on a card that was played against the rules if there is one."""
    word = dice.choice(
        ("stands", "pay", "award", "void_game", "penalty") if state.over else ("stands", "penalty", "penalty", "restore")
    )
    if state.over:
        return word, more(dice, word, 0, over=True)
    claim = any_claim(dice, state)
    return word, {"deal": claim.deal, "card": claim.card} if word in ("penalty", "restore") else {}


def in_order(judged: Judged) -> None:
    """Read models, audits and the second telling agree."""
    judged.registers_agree()
    assert audit(judged.ledger).findings == ()
    assert [one for one in audited(judged.ledger).findings if one.severity == "fault"] == []
    assert [name for name in MODELS if not equal(judged.ledger, name)] == []
