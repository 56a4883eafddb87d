"""Laws of who deals, cuts, speaks, leads, pays, buys in and shares, game after game at one table: retold from the rules."""

from __future__ import annotations

from collections import Counter
from typing import Any

from engine.azi import events, offence_events
from engine.rules import RuleBroken
from tests.engine.azi.bookkeeper import Book
from tests.engine.azi.course import Course
from tests.engine.azi.course_of_pot import next_dealer
from tests.engine.azi.offending_games import tried
from tests.engine.azi.sittings import Played, sitting
from tests.engine.scenario import keeps
from tests.laws import law

DEALING = ("AZI-SEAT-2", "AZI-SEAT-3", "AZI-DEAL-1", "AZI-DEAL-2", "AZI-DEAL-3", "AZI-DEAL-6")
WORDS = ("AZI-BID-5", "AZI-BID-7", "AZI-BID-8", "AZI-BID-10", "AZI-BID4-1", "AZI-BID4-4", "AZI-ROUL-1", "AZI-DISC-2", "AZI-PLAY-1")
POT = ("AZI-ANTE-1", "AZI-ANTE-2", "AZI-ANTE-3", "AZI-AZI-1", "AZI-AZI-2", "AZI-AZI-5", "AZI-TIME-1", "AZI-VOID-1", "AZI-LAST-1")


def followed(acts: Any) -> Course:
    """The course of a game whose acts are told as before, command, events or refusal, after. Raises AssertionError."""
    course, book = Course(), Book()
    for _, _, made, game in acts:
        if isinstance(made, RuleBroken):
            continue
        for event in made:
            course.check(event, book.stacks)
            book.check(event)
        assert course.turn in (None, game.turn)
    assert course.stage == "over"
    return course


@keeps(*DEALING, *WORDS, *POT)
@law(games=300, chunks=3)
def test_in_every_game_whoever_acts_is_due_and_whatever_follows_is_told_by_the_rules(seed):
    followed(tried(seed))


@keeps(*DEALING, *POT, "AZI-LEAVE-1", "AZI-CLAIM-1", "AZI-VIOL-3", "AZI-VIOL-4")
@law(games=120, chunks=3)
def test_in_every_sitting_game_after_game_the_rules_tell_who_deals_and_who_is_in(seed):
    last: Any = None
    for game in sitting(seed):
        if last is not None:
            due = last.after.next_dealer
            stayed = due is None or last.after.players[due] == game.before.players.get(due)
            assert game.begin.dealer == (due if stayed else game.before.next_dealer)
        course = followed(game.acts)
        assert course.seats == tuple(sorted(one.seat for one in game.begin.seats))
        assert game.after.next_dealer == next_dealer(course)
        last = game


def situations(game: Played) -> Counter[str]:
    """What this game has met."""
    met, happened, house = Counter[str](), game.events, game.begin.house
    azis = [number for number, event in enumerate(happened) if isinstance(event, events.AziOccurred)]
    met["two azis"] += len(azis) >= 2
    met["three azis"] += len(azis) >= 3
    met["sat out"] += len(game.begin.seats) > len(next((e.stakes for e in happened if isinstance(e, events.AntesPosted)), ()))
    seats = {one.seat for one in game.begin.seats}
    first = next((event.dealer for event in happened if isinstance(event, events.CardsDealt)), 0)
    for number, event in enumerate(happened):
        replay = bool(azis) and number > azis[0]
        if replay and house.dealer_rule == "rotate" and isinstance(event, events.CardsDealt):
            met["stand-in"] += event.dealer != first
        match event:
            case events.CardsDealt() if replay and event.dealer not in event.hands:
                met["replay whose dealer is out"] += 1
            case events.CardsDealt() if replay and house.trump_from == "dealer_last" and event.trump_from == "stock":
                met["stand-in turns the trump"] += house.dealer_rule == "rotate"
            case offence_events.DealAnnulled():
                met[f"{'replay' if replay else 'deal'} void" if event.because == "ruling" else f"redeal: {event.because}"] += 1
            case events.DealThrownIn():
                met["all pass in a replay" if replay else "all pass"] += 1
            case events.BuyInDeclined():
                met[f"buy-in: {event.because}"] += 1
            case events.BoughtIn() | offence_events.GameVoided() | offence_events.PlayRestored() | offence_events.PlayerPutOut():
                met[type(event).__name__] += 1
            case offence_events.ClaimUpheld() | offence_events.ClaimUnfounded() if event.seat not in seats:
                met[f"{type(event).__name__} by who sat down meanwhile"] += 1
            case events.PlayerLeft():
                met["left in a replay" if replay else "left"] += 1
            case events.PotAwarded():
                met[f"pot: {event.because}, {house.dealer_rule}"] += 1
    return met


def test_sittings_meet_what_is_rare_often_enough():
    met, games, sat_down = Counter[str](), 0, 0
    for seed in range(150):
        for game in sitting(seed):
            games += 1
            sat_down += len(game.after.players) + len(game.events[-1].left) > len(game.begin.seats)
            met += situations(game)
    wanted = {
        "two azis": 40, "three azis": 15, "sat out": 100, "replay whose dealer is out": 1, "stand-in": 20,
        "stand-in turns the trump": 8,
        "deal void": 100, "replay void": 40, "redeal: renege": 15, "redeal: exposed_card": 7, "redeal: missing_cut": 15,
        "redeal: put_out": 2, "all pass": 40, "all pass in a replay": 40, "buy-in: declined": 100, "buy-in: can_not_pay": 200,
        "buy-in: left": 4, "BoughtIn": 150, "GameVoided": 15, "PlayRestored": 8, "PlayerPutOut": 4, "left": 80,
        "left in a replay": 30, "pot: two_tricks, rotate": 70, "pot: two_tricks, winner": 70, "pot: split, rotate": 5,
        "pot: split, winner": 5, "ClaimUpheld by who sat down meanwhile": 5, "ClaimUnfounded by who sat down meanwhile": 5,
        "pot: last_left, rotate": 15, "pot: last_left, winner": 15,
    }  # fmt: skip
    assert games > 400
    assert sat_down > 40
    assert {name: met[name] for name, least in wanted.items() if met[name] < least} == {}
