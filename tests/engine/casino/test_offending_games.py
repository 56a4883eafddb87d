"""Laws of games of Casino in which things go wrong, on random games by seed."""

from __future__ import annotations

from dataclasses import fields
from typing import Any

import pytest

from engine.cardgame.claims import laid_in
from engine.casino import casino, commands, events, legal, recordable, to_fill, violations
from engine.casino import offence_events as offences
from engine.casino.house_rules import HouseRules
from engine.casino.notation import WORDS
from engine.casino.opinion import PLAYS
from engine.casino.particulars import PACK
from engine.casino.rulebook import RULES
from engine.casino.state import Game
from engine.decider import act, fold
from engine.games import KINDS
from engine.options import hints
from engine.record import read, recorded, write
from engine.room.rulebook import TABLE_4
from engine.rules import RuleBroken
from tests.engine.casino.offending_games import OFFENCES, done, tried
from tests.engine.casino.random_games import CHOICES, any_lot, cards_of, filled
from tests.engine.mixes import dice
from tests.engine.scenario import keeps
from tests.laws import law


@keeps("CAS-VIOL-1", "CAS-VIOL-3", "CAS-VIOL-4")
@law(games=18, first=10000)
def test_cards_chips_and_fields_hold_whatever_goes_wrong_and_a_refusal_changes_nothing(seed):
    names, total = {field.name for field in fields(Game)}, None
    for before, command, came, after in tried(seed):
        if isinstance(came, RuleBroken):
            assert before is after
            assert came.rule in (*RULES, TABLE_4), command
            assert "{" not in came.says
            continue
        state = before
        for event in came:
            state = casino.evolve(state, event)
            now = sum(state.stacks.values()) + state.pot
            now -= sum(state.brought.values())
            total = now if total is None else total
            assert now == total == 0
            assert getattr(event, "pot", state.pot) == state.pot
            if state.deck:
                lying = cards_of(state)
                assert len(lying) == len(set(lying))
                assert len(lying) + (0 if state.stock is not None else state.remaining) == 52
                assert {build.owner for build in state.builds} <= {0, *state.active}
        assert state == after
        assert set(vars(after)) == names
    assert after.over
    assert after.pot == 0


@keeps("CAS-ORDER-1", "CAS-VIOL-4", "CAS-DEAL-3")
@law(games=3, first=11000)
def test_whatever_is_legal_or_recordable_is_accepted_and_never_both(seed):
    rnd = dice(seed)
    for *_, game in done(seed):
        for seat in game.seats:
            lawful, extra = legal(game, seat), recordable(game, seat)
            assert not set(lawful) & set(extra)
            for command in rnd.sample((*lawful, *extra), min(10, len(lawful) + len(extra))):
                assert casino.decide(game, filled(rnd, game, command))
        if game.phase == "play":
            assert legal(game, game.turn) or recordable(game, game.turn)


@keeps("CAS-VIOL-1", "CAS-DEAL-4")
@law(games=3, first=11500)
def test_what_belongs_to_no_seat_is_told_for_seat_0_exactly_where_it_is_accepted(seed):
    rnd = dice(seed)
    for *_, game in done(seed):
        due = legal(game, 0)
        assert [type(command) for command in due] == {
            "lot": [commands.DrawLot],
            "awaiting_settlement": [commands.Settle],
        }.get(game.phase, [])
        for command in due:
            assert casino.decide(game, any_lot(rnd, game) if game.phase == "lot" else command)
            drawing = {"draws": {"seats": game.staying, "of": PACK}} if game.phase == "lot" else {}
            assert to_fill(game, command) == drawing
        if not due:
            for command in (commands.DrawLot(()), commands.Settle()):
                with pytest.raises(RuleBroken):
                    casino.decide(game, command)


@keeps("CAS-REC-1", "CAS-DEAL-6")
@law(games=3, first=12000)
def test_every_entry_that_is_kept_can_be_corrected_and_leads_to_the_state_before_it(seed):
    for *_, game in done(seed, asides=0):
        for entry in game.offences.entries[-3:]:
            since = [type(one.event) for one in game.offences.entries if one.step >= entry.step]
            open_deck = (
                game.over and game.house.reveal == "all" and entry.before.remaining
            )  # everybody has seen what is to be dealt
            if game.house.deck == "service" and (events.CardsDealt in since or open_deck):
                with pytest.raises(RuleBroken, match="CAS-DEAL-6"):
                    casino.decide(game, commands.Correct(entry.step, "mistyped"))
                continue
            made, state = act(casino, game, commands.Correct(entry.step, "mistyped"))
            assert isinstance(made[0], offences.EntryCorrected)
            for name in ("hands", "loose", "builds", "piles", "scores", "turn", "phase", "pot", "stacks", "aside", "active"):
                assert getattr(state, name) == getattr(entry.before, name), name
            assert state.offences.step == game.offences.step + 1


def right_by_the_rules(event: Any, game: Game) -> bool | None:
    """What a claim must find of a capture: whether its loose cards fall into sets, by another reckoning; None: it is no capture."""
    from tests.engine.casino.brute_force import falls_into_sets, worth

    if not isinstance(event, events.CardsCaptured):
        return None
    value, royal = worth(event.card, game.house.royal), game.house.royal
    if any(build.value != value for build in game.builds if build.id in event.builds):
        return False
    if not value:
        return [card[0] for card in event.loose] == [event.card[0]]
    return not event.loose or falls_into_sets(event.loose, value, royal)


@keeps("CAS-VIOL-1", "CAS-CAP-6")
@law(games=3, first=13000)
def test_claims_find_what_was_wrong_and_violations_tell_it(seed):
    wrong: set[tuple[int, str]] = set()
    for before, _, came, after in done(seed, offences=0.35):
        for event in came:
            if isinstance(event, PLAYS):
                wrong.discard((event.deal, event.card))  # what was entered of this card before has been corrected
            if (right := right_by_the_rules(event, before)) is not None:
                (wrong.discard if right else wrong.add)((event.deal, event.card))
                broken = {laid.card: laid.broken for laid in laid_in(after, event.deal)}
                if event.card in broken:
                    assert (broken[event.card] in ("", "CAS-BUILD-7")) == right
            if isinstance(event, offences.ClaimUpheld | offences.OffenceFound):
                found = [one for one in violations(before) if (one.deal, one.card) == (event.deal, event.card)]
                told = [(one.seat, one.rule, one.status) for one in found if one.kind not in {"out_of_turn", "exposed_card"}]
                assert told == [(event.against, event.rule, "open")]
            if isinstance(event, offences.ClaimUnfounded):
                assert (event.deal, event.card) not in wrong
        for one in violations(after):
            assert one.rule in {rule.id for rule in RULES}


@law(games=3, first=14000)
def test_games_in_which_things_go_wrong_are_recorded_exactly(seed):
    story = list(done(seed))
    happened = tuple(event for *_, made, _ in story for event in made)
    record = recorded(KINDS["casino"], happened)
    again = read(write(record))
    assert again == record
    assert again.state == fold(casino, casino.initial, happened)
    for before, command, *_ in story[1:]:
        words = WORDS.say(command)
        assert "\n" not in words
        told = WORDS.hear(before, words)
        assert WORDS.say(told) == words


def test_every_option_is_met_in_mixes():
    chosen_by_others = {"preset", "players_min", "players_max", "hand_size", "table_size", "enforcement"}
    assert set(hints(HouseRules)) == {*CHOICES, *OFFENCES, *chosen_by_others}
