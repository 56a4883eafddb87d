"""Laws of every game of Azi, on random games by seed."""

from __future__ import annotations

from dataclasses import fields
from random import Random
from typing import Any

from engine.azi import azi, commands, events, legal, to_fill
from engine.azi.house_rules import house_rules, plain
from engine.azi.particulars import pack
from engine.azi.rulebook import RULES
from engine.azi.sight import all_revealed, owner_sees, revealed
from engine.azi.simulator.chance import any_lot, with_chance
from engine.azi.state import DEALT, Game
from engine.chips import MOST
from engine.decider import act, fold
from engine.rules import RuleBroken
from tests.engine.azi.deals import deal, reached, start
from tests.engine.azi.random_games import cards_of, random_house, steps
from tests.engine.mixes import dice
from tests.engine.scenario import keeps
from tests.laws import law


def folded(seed: int) -> list[tuple[Game, Any, Game]]:
    """Every event of a random game with the states around it."""
    around = []
    for before, _, happened, _after in steps(seed):
        state = before
        for event in happened:
            after = azi.evolve(state, event)
            around.append((state, event, after))
            state = after
        assert state == _after
    return around


@keeps("AZI-DECK-1", "AZI-DEAL-5", "AZI-DEAL-6")
@law(games=60, first=1000)
def test_every_card_is_there_once_at_every_step_of_every_deal(seed):
    taken: list[str] = []
    for _, event, game in folded(seed):
        if isinstance(event, events.CardsDealt):
            taken = []
        if isinstance(event, events.TrickTaken):
            taken += [play.card for play in event.cards]
        if game.phase not in DEALT:
            continue
        cards = [*cards_of(game), *taken]
        assert len(set(cards)) == len(cards)
        assert set(cards) <= set(pack(game.house))
        if game.house.deck == "service":
            assert sorted(cards) == sorted(pack(game.house))
            assert sorted(game.order) == sorted(pack(game.house))


@keeps("AZI-LEAVE-1", "AZI-BID-11")
@law(games=60, first=2000)
def test_chips_are_conserved_at_every_event(seed):
    total = None
    for before, event, game in folded(seed):
        now = sum(game.stacks.values()) + game.pot
        total = now if total is None else total + (event.chips if isinstance(event, events.ToppedUp) else 0)
        assert now == total
        assert game.pot >= 0
        assert getattr(event, "pot", None) in (None, game.pot)
        for seat, stack in game.stacks.items():
            assert stack >= min(0, before.stacks.get(seat, stack))
        if game.over:
            assert game.pot == 0
            assert {stake.seat: stake.chips for stake in event.stacks} == game.stacks


@keeps("AZI-AZI-5", "AZI-LAST-1", "AZI-SEAT-3")
@law(games=60, first=3000)
def test_every_game_ends_and_until_then_somebody_can_act(seed):
    states = [after for *_, after in steps(seed)]
    assert states[-1].over
    for game in states[:-1]:
        assert game.phase == "lot" or legal(game, game.turn)
        assert azi.follow(game) is None
    assert azi.follow(states[-1]) is None
    assert not any(legal(states[-1], seat) for seat in states[-1].seats)


@law(games=60, first=4000)
def test_folding_the_events_gives_the_state_and_no_field_is_made_up(seed):
    story = list(steps(seed))
    happened = [event for _, _, made, _ in story for event in made]
    assert fold(azi, azi.initial, happened) == story[-1][3]
    names = {field.name for field in fields(Game)}
    for *_, after in story:
        assert set(vars(after)) == names


PLAIN = (
    commands.Shuffle,
    commands.OfferCut,
    commands.Deal,
    commands.DeclineBlind,
    commands.Look,
    commands.Check,
    commands.Stay,
    commands.DeclareRaznomast,
    commands.Call,
    commands.Fold,
    commands.BuyIn,
    commands.DeclineBuyIn,
)
CUTS = (None, -1, 0, 3, 4, 5, 22, 23, 24, 27)


def amounts(game: Game) -> list[int]:
    """All amounts at which something begins or ends to be allowed, and those beside them."""
    house = game.house
    edges = {0, -1, 1, house.ante, 2 * house.ante, game.price, 2 * game.price, house.cap or 0, house.open_max or 0}
    for seat, stack in game.stacks.items():
        edges |= {stack, stack + game.paid.get(seat, 0)}
    return sorted({edge + step for edge in edges for step in (-1, 0, 1)})


def everything(rnd: Random, game: Game) -> list[Any]:
    """Commands of every kind, from every seat and some that are not there: of the seat in turn with all cards and all amounts at
    the edges, of the others with the cards they hold, some more, and a few amounts, since most is refused to them anyway."""
    tried: list[Any] = [commands.StartGame("t", 1, game.house, "chip", 0, (), 1), commands.DrawLot(())]
    sums, cards = amounts(game), pack(game.house)
    for seat in (*game.seats, 0, 9, -1):
        all_of_it = seat == game.turn
        mine = cards if all_of_it else (*game.hands.get(seat, ()), *rnd.sample(cards, 2))
        chips = sums if all_of_it else rnd.sample(sums, 2)
        tried += [kind(seat) for kind in PLAIN]
        tried += [commands.InviteToAzi(seat, other) for other in (*game.seats, 0)]
        tried += [commands.AnswerToAzi(seat, other, accept) for other in (*game.seats, 0) for accept in (True, False)]
        tried += [commands.Cut(seat, at) for at in (CUTS if all_of_it else (None, 9))]
        tried += [kind(seat, card) for card in (*mine, "2S", "", "XX") for kind in (commands.Play, commands.Discard)]
        tried += [kind(seat, amount) for kind in (commands.BetBlind, commands.Bet, commands.Raise) for amount in chips]
    return tried


def is_accepted(game: Game, command: Any) -> bool:
    """Whether something happens; a refusal has to name a rule of the rulebook in a whole sentence."""
    try:
        made, _ = act(azi, game, command)
    except RuleBroken as refusal:
        broken = refusal
    else:
        return bool(made)
    assert broken.rule in RULES
    assert broken.says[0].isupper()
    assert "{" not in broken.says
    return False


def promised(may: tuple[Any, ...], game: Game, command: Any) -> bool:
    """Whether what `legal` says of this seat covers this command."""
    if isinstance(command, commands.Raise) and command.price == game.price and game.price:
        command = commands.Call(command.seat)
    same = [one for one in may if one.__class__ is command.__class__]
    if isinstance(command, commands.BetBlind | commands.Bet | commands.Raise):
        amounts = [one.chips if isinstance(one, commands.BetBlind) else one.price for one in same]
        amount = command.chips if isinstance(command, commands.BetBlind) else command.price
        return bool(amounts) and min(amounts) <= amount <= max(amounts)
    if isinstance(command, commands.Cut) and command.at is not None:
        cuts = [one.at for one in same if one.at is not None]
        return bool(cuts) and min(cuts) <= command.at <= max(cuts)
    return command in same or bool(same and isinstance(command, commands.Shuffle | commands.Deal))


@keeps("AZI-ORDER-1", "AZI-VIOL-7")
@law(games=12, first=5000)
def test_decide_accepts_exactly_what_legal_says_and_a_refusal_changes_nothing(seed):
    rnd = dice(seed)
    for game in [after for *_, after in steps(seed, asides=0.01)][:90]:
        kept = dict(vars(game))
        may = {seat: legal(game, seat) for seat in (*game.seats, 0, 9, -1)}
        for tried in everything(rnd, game):
            command = with_chance(rnd, game, tried) if getattr(tried, "seat", None) == game.turn else tried
            accepted = is_accepted(game, command)
            expected = hasattr(command, "seat") and promised(may[command.seat], game, command)
            assert accepted == expected, (game.phase, command, may)
        assert vars(game) == kept


@keeps("AZI-DEAL-1", "AZI-SETTLE-1")
@law(games=12, first=6000)
def test_what_belongs_to_no_seat_is_told_for_seat_0_exactly_where_it_is_accepted(seed):
    rnd = dice(seed)
    for *_, game in steps(seed):
        lot = any_lot(rnd, game) if game.phase == "lot" else commands.DrawLot(())
        due = {type(command) for command in legal(game, 0)}
        assert due == {type(command) for command in (lot, commands.Settle()) if is_accepted(game, command)}
        assert to_fill(game, lot) == {"draws": {"seats": game.staying, "of": pack(game.house)}}


@keeps("AZI-BID-4")
def test_no_amount_is_offered_that_nobody_can_send():
    rich = reached(start(*(MOST * 10,) * 3, open_max=MOST), *deal(3, {1: "9H 7H 6D", 2: "6H 7S 8D", 3: "AH KH QD"}, "KS"))
    assert [one.chips for one in legal(rich, 1) if isinstance(one, commands.BetBlind)] == [5, MOST]
    _, declined = act(azi, rich, commands.DeclineBlind(1))
    assert [one.price for one in legal(declined, 2) if isinstance(one, commands.Bet)] == [5, MOST]
    _, bet = act(azi, declined, commands.Bet(2, MOST - 1))
    assert [one.price for one in legal(bet, 3) if isinstance(one, commands.Raise)] == [MOST]
    _, most = act(azi, declined, commands.Bet(2, MOST))
    assert legal(most, 3) == (commands.Call(3), commands.Fold(3))


@keeps("AZI-ORDER-1")
@law(games=12, first=7000)
def test_whatever_legal_says_is_accepted(seed):
    rnd = dice(seed)
    for *_, game in steps(seed):
        for seat in game.seats:
            for command in legal(game, seat):
                assert azi.decide(game, with_chance(rnd, game, command))


@keeps("AZI-BID-9")
@law(games=60, first=8000)
def test_after_the_game_the_house_rule_says_which_hands_are_open(seed):
    story = [(event, game) for _, event, game in folded(seed)]
    over = story[-1][1]
    dealt = {event.deal: set(event.hands) for event, _ in story if isinstance(event, events.CardsDealt)}
    played: dict[int, set[int]] = {}
    for event, game in story:
        if isinstance(event, events.CardPlayed):
            played.setdefault(event.deal, set(game.active))
    open_hands = {(deal, seat) for deal in range(1, 200) for seat in over.seats if revealed(over, deal, seat)}
    wanted = {"all": dealt, "played": played, "shown": {}}[over.house.reveal]
    assert open_hands == {(deal, seat) for deal, seats in wanted.items() for seat in seats}
    assert all_revealed(over) == (over.house.reveal == "all")
    for _, game in story[:-2]:
        assert not any(revealed(game, deal, seat) for deal in dealt for seat in game.seats)


@keeps("AZI-BID-1", "AZI-BID-6")
@law(games=60, first=9000)
def test_everybody_sees_his_own_hands_but_first_hand_only_once_it_is_due(seed):
    story = [(event, game) for _, event, game in folded(seed)]
    seen: set[tuple[int, int]] = set()
    dealt: set[tuple[int, int]] = set()
    for event, game in story:
        if isinstance(event, events.CardsDealt):
            dealt |= {(event.deal, seat) for seat in event.hands}
            unseen = game.dealt_to[0] if game.house.bidding == "blind" else 0
            seen |= {(event.deal, seat) for seat in event.hands if seat != unseen}
        if isinstance(event, events.HandLooked | events.BlindDeclined):
            seen.add((event.deal, event.seat))
        if isinstance(event, events.Called | events.Folded) and game.phase in ("play", "discard"):
            seen |= {(event.deal, seat) for seat in game.active}
        if isinstance(event, events.PotAwarded) and event.because == "last_left":
            seen |= {(event.deal, share.seat) for share in event.shares if (event.deal, share.seat) in dealt}
        told = {(deal, seat) for deal in range(game.deal + 2) for seat in (*game.seats, 9) if owner_sees(game, deal, seat)}
        assert told == seen


@law(games=60, first=10000)
def test_house_rules_are_the_same_after_a_journey_through_plain(seed):
    house = random_house(seed)
    assert house_rules(plain(house)) == house
    assert plain(house_rules(plain(house))) == plain(house)


@law(games=40)
def test_a_game_can_be_told_twice_with_the_same_events(seed):
    first = [made for _, _, made, _ in steps(seed)]
    assert first == [made for _, _, made, _ in steps(seed)]
