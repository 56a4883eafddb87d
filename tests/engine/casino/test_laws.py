"""Laws of every game of Casino, on random games by seed."""

from __future__ import annotations

from dataclasses import fields
from typing import Any

from engine.cardgame.sight import all_revealed, owner_sees, revealed
from engine.casino import casino, commands, events, legal, recordable
from engine.casino.house_rules import house_rules, plain
from engine.casino.particulars import PACK
from engine.casino.rulebook import RULES
from engine.casino.state import DEALT, RITUAL, Game
from engine.decider import act, fold
from engine.room.rulebook import TABLE_4
from engine.rules import RuleBroken
from tests.engine.casino.random_games import cards_of, filled, random_house, steps
from tests.engine.mixes import dice
from tests.engine.scenario import keeps
from tests.laws import law


def folded(seed: int) -> list[tuple[Game, Any, Game]]:
    """Every event of a random game with the states around it."""
    around = []
    for before, _, happened, _after in steps(seed):
        state = before
        for event in happened:
            after = casino.evolve(state, event)
            around.append((state, event, after))
            state = after
        assert state == _after
    return around


@keeps("CAS-DECK-1", "CAS-DEAL-1", "CAS-DEAL-2", "CAS-OUT-1")
@law(games=24)
def test_every_card_is_there_once_and_every_chip_at_every_event(seed):
    total = None
    for _, event, game in folded(seed):
        if game.deck:
            lying = cards_of(game)
            assert len(lying) == len(set(lying))
            hidden = 0 if game.stock is not None else game.remaining
            assert len(lying) + hidden == 52
            assert game.remaining == 52 or set(lying) <= set(PACK)
        now = sum(game.stacks.values()) + game.pot
        total = now if total is None else total + (event.chips if isinstance(event, events.ToppedUp) else 0)
        assert now == total
        assert game.pot >= 0
        assert getattr(event, "pot", game.pot) == game.pot
        if game.over:
            assert game.pot == 0
            assert {stake.seat: stake.chips for stake in event.stacks} == game.stacks


@keeps("CAS-SCORE-4", "CAS-CLAIM-2", "CAS-SCORE-6", "CAS-DEAL-3", "CAS-DEAL-4", "CAS-DEAL-5")
@law(games=24, first=1000)
def test_every_game_ends_decks_are_whole_and_until_then_somebody_can_act(seed):
    story = list(steps(seed))
    assert story[-1][3].over
    for *_, made, game in story[:-1]:
        assert game.phase == "lot" or legal(game, game.turn)
        assert casino.follow(game) is None
        for event in made:
            if isinstance(event, events.DeckScored) and event.checked:
                assert sum(side.points - side.sweeps for side in event.sides) in (7, 8, 10, 11)
    over, happened = story[-1][3], [event for *_, made, _ in story for event in made]
    assert casino.follow(over) is None
    assert not any(legal(over, seat) or recordable(over, seat) for seat in over.seats)
    assert fold(casino, casino.initial, happened) == over
    names = {field.name for field in fields(Game)}
    assert all(set(vars(after)) == names for *_, after in story)
    dealt = [(event, before) for before, _, made, _ in story for event in made if isinstance(event, events.CardsDealt)]
    for number, (event, before) in enumerate(dealt):
        last_of_deck = number + 1 == len(dealt) or dealt[number + 1][0].deck != event.deck
        assert event.last == last_of_deck or over.left or over.out or number + 1 == len(dealt)
        assert len({len(hand) for hand in event.hands.values()}) == 1
        assert bool(event.table) == before.first


def everything(game: Game) -> list[Any]:
    """Commands of every kind, from every seat and some that are not there; all cards, with what lies on the table."""
    tried: list[Any] = [commands.StartGame("t", 1, game.house, "chip", 0, (), 1), commands.DrawLot(())]
    for seat in (*game.seats, 0, 9, -1):
        simple = (commands.Shuffle, commands.Deal, commands.AnnounceLast, commands.KeepCard, commands.DemandRedeal)
        tried += [kind(seat) for kind in (*simple, commands.ClaimTarget, commands.ClaimMissingLast)]
        tried += [commands.Cut(seat, at) for at in (None, -1, 0, 3, 4, 5, 47, 48, 49, 52)]
        hand = game.hands.get(seat, ())
        others = [card for card in PACK if card not in hand][:: 7 if hand else 26]
        tried += [kind(seat, card) for card in (*hand, *others, "", "XX") for kind in (commands.Trail, commands.PlayOutOfTurn)]
        tried += list(_table_plays(game, seat, (*hand, *others[:1])))
    return tried


def _table_plays(game: Game, seat: int, held: tuple[str, ...]) -> list[Any]:
    """Captures and builds with one or two of the loose cards and one of the builds, the absurd ones too."""
    loose = game.loose[:4]
    some = [(), *[(card,) for card in loose], *[(one, other) for one in loose[:3] for other in loose[1:] if one != other]]
    ids = [(), *[(build.id,) for build in game.builds], (77,)]
    found: list[Any] = []
    for card in held[:3]:
        for taken in [*some, (loose[0], loose[0]) if loose else ("2C",)]:
            found += [commands.Capture(seat, card, taken, which) for which in ids]
            for which in ids:
                found += [commands.LayBuild(seat, card, value, taken, *which) for value in (1, 5, 9, 10, 13, 14)]
    return found


def is_accepted(game: Game, command: Any) -> bool:
    """Whether something happens; a refusal has to name a rule of the rulebook in a whole sentence."""
    try:
        made = casino.decide(game, command)
    except RuleBroken as refusal:
        broken = refusal
    else:
        return bool(made)
    assert broken.rule in (*RULES, TABLE_4)
    assert not broken.says[0].islower()
    assert "{" not in broken.says
    return False


def promised(may: tuple[Any, ...], command: Any) -> bool:
    """Whether what `legal` says of this seat covers this command: cards of the table in any order."""
    same = [one for one in may if one.__class__ is command.__class__]
    if isinstance(command, commands.Cut) and command.at is not None:
        cuts = [one.at for one in same if one.at is not None]
        return bool(cuts) and min(cuts) <= command.at <= max(cuts)
    if isinstance(command, commands.Capture | commands.LayBuild):
        return _unordered(command) in [_unordered(one) for one in same]
    return command in same or bool(same and isinstance(command, commands.Shuffle | commands.Deal))


def _unordered(command: Any) -> tuple[Any, ...]:
    facts = (getattr(command, "builds", None), getattr(command, "value", None), getattr(command, "build", None))
    return (command.seat, command.card, sorted(command.loose), *facts)


@keeps("CAS-ORDER-1", "CAS-CAP-6", "CAS-BUILD-7", "CAS-TRAIL-1")
@law(games=4, first=2000)
def test_decide_accepts_exactly_what_legal_says_and_a_refusal_changes_nothing(seed):
    rnd = dice(seed)
    states = [after for *_, after in steps(seed)]
    for game in rnd.sample(states, min(len(states), 9)):
        kept = dict(vars(game))
        may = {seat: legal(game, seat) for seat in (*game.seats, 0, 9, -1)}
        for tried in everything(game):
            command = filled(rnd, game, tried) if getattr(tried, "seat", None) == game.turn else tried
            expected = hasattr(command, "seat") and promised(may[command.seat], command)
            assert is_accepted(game, command) == expected, (game.phase, command)
        assert vars(game) == kept


@keeps("CAS-ORDER-1", "CAS-CAP-5")
@law(games=4, first=3000)
def test_whatever_legal_says_is_accepted_and_tells_nothing_twice(seed):
    rnd = dice(seed)
    for *_, game in steps(seed):
        for seat in game.seats:
            may = legal(game, seat)
            assert len(set(may)) == len(may)
            for command in may if seat != game.turn or len(may) < 40 else rnd.sample(may, 40):
                assert casino.decide(game, filled(rnd, game, command))


@keeps("CAS-POT-1")
@law(games=24, first=4000)
def test_hands_are_seen_by_their_owners_and_after_the_game_as_the_house_rule_says(seed):
    dealt: set[tuple[int, int]] = set()
    for _, event, game in folded(seed):
        if isinstance(event, events.CardsDealt):
            dealt |= {(event.deal, seat) for seat in event.hands}
        told = {(deal, seat) for deal in range(game.deal + 2) for seat in (*game.seats, 99) if owner_sees(game, deal, seat)}
        assert told == dealt
        if game.phase not in ("revealed", "over"):
            assert not any(revealed(game, deal, seat) for deal, seat in dealt)
    shown = {(deal, seat) for deal in range(game.deal + 2) for seat in game.seats if revealed(game, deal, seat)}
    assert shown == (set() if game.house.reveal == "shown" else dealt)
    assert all_revealed(game) == (game.house.reveal == "all")


@keeps("CAS-CLAIM-1")
@law(games=4, first=5000)
def test_the_target_can_be_claimed_from_the_first_card_to_the_end_where_it_is_played(seed):
    cards_out = False
    for _, event, game in folded(seed):
        cards_out |= isinstance(event, events.CardsDealt)
        for seat in game.active if game.phase not in ("last_cards", "scoring") else ():
            expected = cards_out and game.house.claim and game.phase in (*RITUAL, *DEALT)
            assert (commands.ClaimTarget(seat) in legal(game, seat)) == expected


@law(games=30)
def test_house_rules_are_the_same_after_a_journey_through_plain(seed):
    house = random_house(seed)
    assert house_rules(plain(house)) == house
    assert plain(house_rules(plain(house))) == plain(house)


@law(games=4, first=6000)
def test_a_game_can_be_told_twice_with_the_same_events(seed):
    first = [made for *_, made, _ in steps(seed)]
    assert first == [made for *_, made, _ in steps(seed)]
    state = casino.initial
    for _, command, made, after in steps(seed):
        again, state = act(casino, state, command)
        assert again == made
        assert state == after
