"""Laws of whole games in which things go wrong: every figure derived a second time from the events alone."""

from __future__ import annotations

import re
from collections.abc import Iterator
from random import Random
from typing import Any

import pytest

from engine.azi import azi, commands, events, legal, offence_events, recordable, violations
from engine.azi.commands import Settle
from engine.azi.events import CardPlayed
from engine.azi.house_rules import HouseRules
from engine.azi.particulars import pack
from engine.azi.simulator.chance import with_chance
from engine.azi.state import Game
from engine.decider import fold
from engine.options import hints
from engine.rules import RuleBroken
from tests.engine.azi.bookkeeper import Book
from tests.engine.azi.offending_games import OFFENCES, tried
from tests.engine.azi.random_games import CHOICES
from tests.engine.mixes import dice
from tests.engine.scenario import keeps
from tests.laws import law

LISTED = re.compile(r"[(\[]('|\d+,)")  # a tuple or a list, as no player writes it


@keeps("AZI-VIOL-2", "AZI-VIOL-4", "AZI-VIOL-6", "AZI-VOID-1", "AZI-REC-1", "AZI-SETTLE-1", "AZI-LAST-1")
@law(games=2000, chunks=20)
def test_whatever_goes_wrong_the_figures_add_up_and_the_game_goes_on(seed):
    """One game: figures, refusals that change nothing, no dead end, the fold of its events."""
    book, happened, last = Book(), [], azi.initial
    for before, command, made, after in tried(seed):
        if isinstance(made, RuleBroken):
            assert after is before
            assert made.says[0].isupper()
            assert "{" not in made.says
            assert not LISTED.search(made.says), made.says
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


def acts(game: Game) -> Iterator[Any]:
    """What a player could try, of every kind and from every seat, amounts and cuts left out."""
    shown = [one.card for one in game.offences.shown]
    for seat in (*game.seats, 0, 9):
        yield from (kind(seat) for kind in (commands.Shuffle, commands.OfferCut, commands.Deal, commands.DemandRedeal))
        yield from (kind(seat) for kind in (commands.DeclineBlind, commands.Check, commands.Stay, commands.Fold, commands.Call))
        yield from (kind(seat) for kind in (commands.BuyIn, commands.DeclineBuyIn))
        yield from (kind(seat, card) for card in pack(game.house) for kind in (commands.Play, commands.Discard))
        yield commands.DeclareRaznomast(seat)
        yield from (commands.InviteToAzi(seat, other) for other in game.seats)
        yield from (commands.AnswerToAzi(seat, other, accept) for other in game.seats for accept in (True, False))
        yield from (commands.KeepCard(seat, card) for card in (*shown, "XX"))
        yield from (commands.ReplaceCard(seat, None, card) for card in (*shown, "XX"))


def accepted(rnd: Random, game: Game, command: Any) -> bool:
    """Whether decide takes it, with the dice and cards that come from elsewhere."""
    new_card_there = not isinstance(command, commands.ReplaceCard) or game.phase == "exposed"
    try:
        return bool(azi.decide(game, with_chance(rnd, game, command) if new_card_there else command))
    except RuleBroken:
        return False


@keeps("AZI-VIOL-7", "AZI-ORDER-1", "AZI-DEAL-7")
@law(games=24, chunks=4, first=5000)
def test_decide_accepts_exactly_what_is_legal_and_what_is_recordable(seed):
    rnd = dice(seed)
    for *_, game in tried(seed):
        if game.over or rnd.random() < 0.6:
            continue
        lawful = {seat: legal(game, seat) for seat in (*game.seats, 0, 9)}
        for command in acts(game):
            told = command in lawful[command.seat] or command in recordable(game, command.seat)
            assert accepted(rnd, game, command) == told, (game.phase, command, lawful)


@keeps("AZI-SETTLE-1")
@law(games=20, first=5000)
def test_the_settlement_is_told_for_seat_0_exactly_where_it_is_accepted(seed):
    for *_, game in tried(seed):
        assert (Settle() in legal(game, 0)) == accepted(dice(seed), game, Settle()), game.phase
        assert (game.phase == "awaiting_settlement") == (Settle() in legal(game, 0))


@keeps("AZI-VIOL-7")
@law(games=40, first=6000)
def test_lawful_and_recordable_never_overlap_and_under_refuse_nothing_is_recordable(seed):
    for *_, game in tried(seed):
        for seat in game.seats:
            extra = recordable(game, seat)
            assert not set(extra) & set(legal(game, seat))
            assert not extra or game.house.enforcement == "record"


def out_of_the_deck(game: Game, step: int) -> bool:
    """AZI-DEAL-8: whether the service's deck has given cards by this step or since."""
    gave = (events.CardsDealt, offence_events.CardReplaced)
    return game.house.deck == "service" and any(isinstance(one.event, gave) for one in game.offences.entries if one.step >= step)


@keeps("AZI-REC-1", "AZI-DEAL-8")
@law(games=60, first=7000)
def test_every_entry_that_is_kept_can_be_corrected_and_leads_to_the_state_before_it(seed):
    for *_, game in tried(seed, asides=0):
        for entry in game.offences.entries[-6:]:
            if entry.stays:
                continue
            opened = game.all_shown and game.house.deck == "service" and entry.before.phase == "exposed"
            if opened or out_of_the_deck(game, entry.step):
                with pytest.raises(RuleBroken, match="AZI-DEAL-8"):
                    azi.decide(game, commands.Correct(entry.step, "mistyped"))
                continue
            after = azi.evolve(game, azi.decide(game, commands.Correct(entry.step, "mistyped"))[0])
            told = {name: value for name, value in vars(after).items() if name != "offences"}
            assert told == {name: value for name, value in vars(entry.before).items() if name != "offences"}
            assert after.offences.laid == entry.before.offences.laid


def test_every_option_is_met_in_mixes():
    chosen_by_others = {"preset", "players_min", "players_max", "cards_kept", "first_lead", "open_max", "enforcement"}
    assert set(hints(HouseRules)) == {*CHOICES, *OFFENCES, *chosen_by_others}
