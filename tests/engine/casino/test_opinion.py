"""What the engine says of a disputed step of Casino: it agrees with the audit of the game."""

from __future__ import annotations

from collections import Counter
from typing import Any

from engine.casino import casino, violations
from engine.casino.commands import Capture, Claim, Deal, LayBuild, Trail, VoidGame
from engine.casino.events import DeckScored, PotAwarded, TargetClaimed
from engine.casino.opinion import PLAYS
from engine.disputes.opinion import AGAINST, BY_THE_RULES, OPEN
from engine.parts import Stake
from engine.rules import RuleBroken
from tests.engine.casino.deals import plays, ritual, start
from tests.engine.casino.offending_games import tried
from tests.engine.opinions import asked, forged, moments, of, told_on
from tests.laws import law


def played(seed: int) -> tuple[Any, ...]:
    """A whole random game in which things go wrong, step by step."""
    told, state = list[Any](), casino.initial
    for _, _, made, _ in tried(seed):
        if not isinstance(made, RuleBroken):
            state = told_on(casino, state, made, told)
    return tuple(told)


def judged(seed: int) -> Counter[str]:
    """How often each opinion is given of the plays of a random game. Raises AssertionError if the game's audit says otherwise."""
    count, told = Counter[str](), played(seed)
    for moment in of(told, *PLAYS):
        event = moment.event
        opinion = asked("casino", told[: moment.step], step=moment.step)
        broken = {(one.deal, one.card): one for one in violations(moment.after) if one.card and one.kind != "exposed_card"}
        found = broken.get((event.deal, event.card))
        count[opinion.verdict] += 1
        assert (opinion.verdict, opinion.rule) == ((AGAINST, found.rule) if found else (BY_THE_RULES, None)), event
        assert opinion.hands == ((event.deal, event.seat),) or opinion.facts["status"] != "open"
    return count


@law(games=3)
def test_every_play_of_random_games_is_judged_as_the_audit_judges_it(seed: int) -> None:
    judged(seed)


def test_plays_by_the_rules_and_against_them_are_judged() -> None:
    count = judged(0) + judged(1) + judged(2)
    assert min(count[AGAINST], count[BY_THE_RULES]) > 3


def test_points_and_the_pot_are_worked_out_again() -> None:
    told = next(told for told in map(played, range(20)) if of(told, DeckScored) and of(told, PotAwarded))
    scored, awarded = of(told, DeckScored)[0], of(told, PotAwarded)[0]
    assert asked("casino", told, "wrong_count", step=scored.step).verdict == BY_THE_RULES
    assert asked("casino", told, "wrong_pot").verdict == BY_THE_RULES
    false = forged(told, awarded.step, **{_stakes(awarded.event): (Stake(1, "nobody", 1),)})
    assert asked("casino", false, "wrong_pot").verdict == AGAINST


def test_a_claim_of_the_target_is_counted_again_with_the_last_cards_of_a_deck() -> None:
    looked = 0
    for told in map(played, range(40)):
        for claimed in of(told, TargetClaimed):
            opinion = asked("casino", told[: claimed.step], "wrong_count", step=claimed.step)
            assert (opinion.verdict, opinion.rule) == (BY_THE_RULES, "CAS-CLAIM-1")
            wrong = forged(told, claimed.step, points=claimed.event.points - 1, right=False)
            opinion = asked("casino", wrong[: claimed.step], "wrong_count", step=claimed.step)
            assert (opinion.verdict, opinion.facts["points"]) == (AGAINST, claimed.event.points)
            looked += 1
    assert looked > 3


def _stakes(event: Any) -> str:
    """The field of a pot's shares."""
    return next(name for name in ("shares", "stakes") if hasattr(event, name))


def test_where_only_the_players_saw_the_hands_a_play_is_left_open_until_something_proves_it() -> None:
    opening = [start(50, 50, deck="unseen", enforcement="record"), *ritual(2, (1, 2))]
    opening += [Deal(2, None, ("4S", "3D", "8H", "KD")), Trail(1, "9C"), Trail(2, "QC"), LayBuild(1, "5H", 9, ("4S",))]
    told = moments(casino, [*opening, Trail(2, "QD")])
    of_trail, of_build = told[-4].step, told[-2].step
    assert [asked("casino", told, step=step).verdict for step in (of_trail, of_build)] == [BY_THE_RULES, OPEN]
    claimed = moments(casino, [*opening, Trail(2, "QD"), Claim(2, 1, "5H"), VoidGame("enough")])
    assert asked("casino", claimed, step=of_build).verdict == OPEN
    kept = moments(casino, [*opening, Trail(2, "QD"), Capture(1, "9H", (), (1,))])
    assert asked("casino", kept, step=of_build).verdict == BY_THE_RULES
    false = moments(casino, [*opening, *plays("2 9D", "1 2C", "2 9S", "1 2D")])
    opinion = asked("casino", false, step=of_build)
    assert (opinion.verdict, opinion.rule, opinion.hands) == (AGAINST, "CAS-BUILD-1", ())
