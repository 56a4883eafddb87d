"""What the engine says of a disputed step of Azi, with the rule and the reason; and to whom it could be told."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

from engine.azi import azi, violations
from engine.azi.commands import BetBlind, Call, Deal, DeclareRaznomast, Discard, Expose, Fold, KeepCard, Shuffle
from engine.azi.events import CardPlayed, CardsDealt, PotAwarded, Stake, TrickTaken
from engine.azi.opinion import sharing
from engine.disputes.opinion import AGAINST, BY_THE_RULES, OPEN
from engine.rules import RuleBroken
from tests.engine.azi.deals import deal, plays, start
from tests.engine.azi.offending_games import tried
from tests.engine.opinions import asked, forged, moments, of, told_on
from tests.laws import law

HANDS = {1: "KH JD TD", 2: "AH KD QD", 3: "9H 7D 8D"}
BIDS = [BetBlind(1, 10), Call(2), Call(3)]
STEPS_GAMES = 4


def game(*cards: str, hands: dict[int, str] = HANDS, **house: Any) -> tuple[Any, ...]:
    """Three players, spades are trumps, seat 3 has dealt, seat 1 leads; all under `record`."""
    opening = start(1000, 1000, 1000, **{"enforcement": "record", **house})
    return moments(azi, [opening, *deal(3, hands, "6S"), *BIDS, *plays(*cards)])


@pytest.mark.parametrize(
    ("card", "hands", "verdict", "rule", "legal"),
    [
        ("7D", HANDS, AGAINST, "AZI-PLAY-2", ("9H",)),
        ("9H", HANDS, BY_THE_RULES, "AZI-PLAY-2", ("9H",)),
        ("7D", {**HANDS, 3: "7S 7D 8D"}, AGAINST, "AZI-PLAY-3", ("7S",)),
        ("7S", {**HANDS, 3: "7S 7D 8D"}, BY_THE_RULES, "AZI-PLAY-3", ("7S",)),
        ("7D", {**HANDS, 3: "6D 7D 8D"}, BY_THE_RULES, "AZI-PLAY-4", ("6D", "7D", "8D")),
    ],
)
def test_a_play_is_judged_from_the_hand_that_was_held(
    card: str, hands: dict[int, str], verdict: str, rule: str, legal: Any
) -> None:
    told = game("1 KH", "2 AH", f"3 {card}", hands=hands)
    opinion = asked("azi", told, "renege", deal=1, trick=1, card=card)
    assert (opinion.verdict, opinion.rule, opinion.facts["legal"]) == (verdict, rule, legal)
    assert opinion.hands == ((1, 3),)
    assert [told[step - 1].event.card for step in opinion.steps] == ["KH", "AH", card]
    assert asked("azi", told, "renege", step=opinion.steps[-1]) == opinion


@pytest.mark.parametrize("undertrump_is_renege", [True, False])
def test_d4_it_goes_by_the_house_rules_of_this_game_and_not_of_any_other(undertrump_is_renege: bool) -> None:
    hands = {**HANDS, 3: "7S 7D 8D"}
    told = game("1 KH", "2 AH", "3 7D", hands=hands, undertrump_is_renege=undertrump_is_renege)
    assert asked("azi", told, "renege", deal=1, card="7D").facts["renege"] is undertrump_is_renege


@pytest.mark.parametrize(
    ("hand", "verdict", "rule"), [("AS 7D 8D", BY_THE_RULES, "AZI-RAZ-2"), ("AS 7S 8D", AGAINST, "AZI-PLAY-3")]
)
def test_after_raznomast_the_ace_is_held_back_by_right_unless_there_is_another_trump(hand: str, verdict: str, rule: str) -> None:
    house = {"enforcement": "record", "raznomast": True, "must_overtrump": True}
    opening = [start(1000, 1000, 1000, **house), *deal(3, {**HANDS, 2: "9S KD QD", 3: hand}, "6S")]
    told = moments(azi, [*opening, *BIDS, DeclareRaznomast(3), *plays("1 KH", "2 9S", "3 8D")])
    opinion = asked("azi", told, "renege", deal=1, card="8D")
    assert (opinion.verdict, opinion.rule) == (verdict, rule)


def test_who_leads_may_play_anything() -> None:
    opinion = asked("azi", game("1 TD"), "renege", deal=1, card="TD")
    assert (opinion.verdict, opinion.rule) == (BY_THE_RULES, "AZI-PLAY-1")


def test_a_card_that_nobody_played_is_not_looked_for_in_hands_or_among_the_cards_put_away() -> None:
    hands = {1: "KH JD TD 9D", 2: "AH KD QD 8H", 3: "9H 7D 8D 7H"}
    opening = start(1000, 1000, 1000, name="azi-four", enforcement="record")
    told = moments(azi, [opening, *deal(3, hands, "6S"), BetBlind(1, 10), Discard(2, "8H"), Call(2)])
    for card in ("8H", "9H"):
        opinion = asked("azi", told, "renege", deal=1, card=card)
        assert (opinion.verdict, opinion.steps, opinion.facts) == (OPEN, (), {})


def test_where_only_the_players_saw_the_hands_the_cards_that_come_up_prove_it_or_nothing_does() -> None:
    opening = start(1000, 1000, 1000, enforcement="record", deck="unseen")
    dealt = [*deal(3, (1, 2, 3))[:-1], Deal(3, None, "6S")]
    told = moments(azi, [opening, *dealt, *BIDS, *plays("1 KH", "2 AH", "3 7D")])
    assert asked("azi", told, "renege", deal=1, card="7D").verdict == OPEN
    told = moments(azi, [opening, *dealt, *BIDS, *plays("1 KH", "2 AH", "3 7D", "2 KD", "3 9H")])
    opinion = asked("azi", told, "renege", deal=1, card="7D")
    assert (opinion.verdict, opinion.rule, opinion.hands) == (AGAINST, "AZI-PLAY-2", ())


def test_a_missing_cut_is_seen_and_a_cut_as_it_was_due_too() -> None:
    opening = start(1000, 1000, 1000, enforcement="record")
    hands = {seat: tuple(cards.split()) for seat, cards in HANDS.items()}
    uncut = moments(azi, [opening, Shuffle(3), Deal(3, hands, "6S")])
    opinion = asked("azi", uncut, "missing_cut", deal=1)
    assert (opinion.verdict, opinion.rule, opinion.facts["seat"], opinion.hands) == (AGAINST, "AZI-VIOL-5", 3, ())
    opinion = asked("azi", game(), "missing_cut")
    assert (opinion.verdict, opinion.rule, len(opinion.steps)) == (BY_THE_RULES, "AZI-VIOL-5", 3)


def test_an_exposed_card_is_what_was_entered_of_it() -> None:
    opening = start(1000, 1000, 1000, enforcement="record")
    shown = [opening, *deal(3, HANDS, "6S"), Expose(2, "KD")]
    told = moments(azi, shown)
    assert asked("azi", told, "exposed_card", deal=1).facts["status"] == "open"
    told = moments(azi, [*shown, KeepCard(2)])
    opinion = asked("azi", told, "exposed_card", card="KD", deal=1)
    assert (opinion.verdict, opinion.rule, opinion.facts["status"]) == (AGAINST, "AZI-VIOL-1", "free")
    assert asked("azi", game(), "exposed_card").verdict == OPEN


def test_what_the_rules_bring_about_is_worked_out_again_and_an_act_is_tried_again() -> None:
    told = moments(azi, [start(1000, 1000, 1000), *deal(3, HANDS, "6S"), *BIDS, *plays("1 KH", "2 AH", "3 9H", "2 KD", "3 7D")])
    taken, called = of(told, TrickTaken)[0], told[[isinstance(one.event, CardPlayed) for one in told].index(True) - 1]
    assert asked("azi", told, "wrong_player", step=taken.step).verdict == BY_THE_RULES
    assert asked("azi", told, "wrong_count", step=called.step).verdict == BY_THE_RULES
    false = asked("azi", forged(told, taken.step, seat=3), "wrong_player", step=taken.step)
    assert (false.verdict, false.facts) == (AGAINST, {"seat": {"expected": 2, "found": 3}})


def test_of_a_disputed_pot_what_gave_it_away_is_meant() -> None:
    finish = plays("1 KH", "2 AH", "3 9H", "2 KD", "3 7D", "1 TD", "2 QD", "3 8D", "1 JD")
    told = moments(azi, [start(1000, 1000, 1000), *deal(3, HANDS, "6S"), *BIDS, *finish])
    (awarded,) = of(told, PotAwarded)
    opinion = asked("azi", told, "wrong_pot")
    assert (opinion.verdict, opinion.steps) == (BY_THE_RULES, (awarded.step,))
    wrong = forged(told, awarded.step, shares=(Stake(1, "p1", 75),))
    assert asked("azi", wrong, "wrong_pot").facts["shares"]["found"] == (Stake(1, "p1", 75),)


def test_who_folded_has_no_claim_to_the_pot() -> None:
    told = moments(azi, [start(1000, 1000, 1000), *deal(3, HANDS, "6S"), BetBlind(1, 10), Call(2), Fold(3)])
    assert sharing(told[-1].after) == (1, 2)
    dealt = of(told, CardsDealt)[0]
    assert sharing(dealt.before) == (1, 2, 3)


def judged(seed: int) -> Counter[str]:
    """How often each opinion is given of the plays of a random game. Raises AssertionError if the game's audit says otherwise."""
    count, told, state = Counter[str](), list[Any](), azi.initial
    for _, _, made, _ in tried(seed):
        if not isinstance(made, RuleBroken):
            state = told_on(azi, state, made, told)
    broken = {(one.deal, one.trick, one.card, one.seat) for one in violations(state) if one.trick}
    for moment in of(tuple(told), CardPlayed):
        event = moment.event
        opinion = asked("azi", tuple(told[: moment.step]), "renege", step=moment.step)
        count[opinion.verdict] += 1
        if opinion.verdict == OPEN:
            assert state.house.deck == "unseen"
            continue
        named = (event.deal, event.trick, event.card, event.seat)
        assert opinion.verdict == BY_THE_RULES or named in broken or event in _undone(told), event
        assert opinion.verdict == AGAINST or named not in broken or _played_twice(told, event), event
    return count


@law(games=40)
def test_every_play_of_random_games_is_judged_as_the_audit_of_the_game_judges_it(seed: int) -> None:
    assert OPEN not in judged(seed)


def test_plays_by_the_rules_and_against_them_are_judged() -> None:
    count = sum((judged(seed) for seed in range(20)), Counter[str]())
    assert min(count[AGAINST], count[BY_THE_RULES]) > 10


def _undone(told: list[Any]) -> set[Any]:
    """Cards whose entry was corrected later: of them the game knows nothing more (AZI-REC-1)."""
    found = set()
    for moment in told:
        if moment.event.__class__.__name__ == "EntryCorrected":
            found |= {one.event for one in told[moment.event.step - 1 : moment.step] if isinstance(one.event, CardPlayed)}
    return found


def _played_twice(told: list[Any], event: CardPlayed) -> bool:
    return sum(one.event == event for one in told) > 1


def test_no_step_that_truly_happened_is_found_to_be_wrong_but_for_plays_against_the_rules() -> None:
    seen = set()
    for seed in range(STEPS_GAMES):
        told, state = list[Any](), azi.initial
        for _, _, made, _ in tried(seed):
            if not isinstance(made, RuleBroken):
                state = told_on(azi, state, made, told)
        for moment in told:
            if isinstance(moment.event, CardPlayed):
                continue
            opinion = asked("azi", tuple(told), step=moment.step)
            card = getattr(moment.event, "card", None)
            assert opinion.verdict != AGAINST or card, (seed, moment.event, opinion)
            assert opinion.verdict != OPEN or not opinion.facts
            seen.add((moment.event.__class__.__name__, opinion.verdict))
    assert {("CardsDealt", OPEN), ("TrickTaken", BY_THE_RULES), ("PotAwarded", BY_THE_RULES), ("AntesPosted", BY_THE_RULES)} <= seen
