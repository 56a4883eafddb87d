"""What is known of hands that only their owners see is exactly what every possible way the cards may lie has in common."""

from __future__ import annotations

from dataclasses import dataclass, replace
from itertools import combinations
from random import Random

import pytest

from engine import possibilities
from engine.cards import pack
from engine.possibilities import Hands, Holding, Told

CARDS = pack("A") + pack("K", "C")[0::2]  # four aces, three kings
SEATS = (1, 4)


@dataclass(frozen=True)
class World:
    """One way the cards may lie. hands, away: by the place of the seat in SEATS. stock: the rest that nobody has seen."""

    hands: tuple[frozenset[str], frozenset[str]]
    away: tuple[frozenset[str], frozenset[str]]
    stock: frozenset[str]


def put(pair: tuple[frozenset[str], frozenset[str]], at: int, cards: frozenset[str]) -> tuple[frozenset[str], frozenset[str]]:
    """The pair with other cards at this place."""
    return (cards, pair[1]) if at == 0 else (pair[0], cards)


def all_worlds(each: int) -> list[World]:
    """Every deal of so many cards to two seats."""
    whole, none = frozenset(CARDS), frozenset[str]()
    worlds = []
    for first in combinations(CARDS, each):
        for second in combinations(sorted(whole - set(first)), each):
            hands = (frozenset(first), frozenset(second))
            worlds.append(World(hands, (none, none), whole - hands[0] - hands[1]))
    return worlds


def agree(hands: Hands, worlds: list[World], rnd: Random) -> None:
    """Surely held is what is held in all worlds, possible what is held in any, and a hand may be what it is in one."""
    assert worlds
    for at, seat in enumerate(SEATS):
        held = [world.hands[at] for world in worlds]
        assert set(possibilities.surely(hands, seat)) == frozenset.intersection(*held)
        assert set(possibilities.possible(hands, seat)) == frozenset.union(*held)
        found = set(held)
        for tried in (*rnd.sample(sorted(found, key=sorted), 1), frozenset(rnd.sample(CARDS, len(held[0])))):
            assert possibilities.may_be(hands, seat, tried) == (tried in found)
        some = tuple(rnd.sample(CARDS, rnd.randint(1, 2)))
        assert (possibilities.known(hands, seat, some) is not None) == any(hand.issuperset(some) for hand in held)


@pytest.mark.parametrize("seed", range(40))
def test_what_is_told_of_each_hand_is_what_all_ways_the_cards_may_lie_have_in_common(seed: int) -> None:
    rnd = Random(seed)  # noqa: S311
    each = rnd.choice((2, 3))
    worlds, hands = all_worlds(each), possibilities.dealt(CARDS, SEATS, each)
    out: list[tuple[int, str]] = []
    for _ in range(7):
        agree(hands, worlds, rnd)
        truth, at = rnd.choice(worlds), rnd.randrange(2)
        seat, hand = SEATS[at], sorted(truth.hands[at])
        what = rnd.choice(("up", "known", "out", "away", "back", "given up"))
        if what == "up" and truth.stock:
            card = rnd.choice(sorted(truth.stock))
            worlds = [replace(world, stock=world.stock - {card}) for world in worlds if card in world.stock]
            hands = possibilities.come_up(hands, card)
        elif what == "known" and hand:
            shown = tuple(rnd.sample(hand, rnd.randint(1, len(hand))))
            worlds = [world for world in worlds if world.hands[at].issuperset(shown)]
            hands = possibilities.known(hands, seat, shown) or pytest.fail("it may hold them")
        elif what == "out" and hand:
            card = rnd.choice(hand)
            worlds = [
                replace(world, hands=put(world.hands, at, world.hands[at] - {card})) for world in worlds if card in world.hands[at]
            ]
            hands, out = possibilities.taken_out(hands, seat, card), [*out, (at, card)]
        elif what == "away" and hand and not truth.away[at]:
            worlds = [
                replace(
                    world, hands=put(world.hands, at, world.hands[at] - {card}), away=put(world.away, at, world.away[at] | {card})
                )
                for world in worlds
                for card in sorted(world.hands[at])
            ]
            hands = possibilities.put_away(hands, seat)
        elif what == "back" and out:
            at, card = out.pop()
            worlds = [replace(world, hands=put(world.hands, at, world.hands[at] | {card})) for world in worlds]
            hands = possibilities.taken_back(hands, SEATS[at], card)
        elif what == "given up" and hand and truth.stock:
            card = rnd.choice(hand)
            worlds = [
                replace(world, hands=put(world.hands, at, world.hands[at] - {card} | {new}), stock=world.stock - {new})
                for world in worlds
                if card in world.hands[at]
                for new in sorted(world.stock)
            ]
            hands = possibilities.taken_out(hands, seat, card, drawn=1)
        worlds = list(dict.fromkeys(worlds))
    agree(hands, worlds, rnd)


def test_a_hand_is_told_by_what_it_surely_holds_and_what_it_may_hold_beside() -> None:
    hands = possibilities.known(possibilities.dealt(CARDS, SEATS, 2), 1, ("AS",))
    assert hands is not None
    assert possibilities.told(hands, 1) == Told(2, ("AS",), tuple([card for card in CARDS if card != "AS"]), 0)
    assert possibilities.told(possibilities.put_away(hands, 1), 1) == Told(1, (), ("AS", *[c for c in CARDS if c != "AS"]), 1)


def test_cards_that_no_other_hand_has_room_for_are_surely_held() -> None:
    hands = Hands(("AS", "KD"), {1: Holding(2), 4: Holding(0)})
    assert possibilities.surely(hands, 1) == ("AS", "KD")
    assert possibilities.possible(hands, 4) == ()


def test_what_a_hand_can_not_hold_is_not_known_of_it() -> None:
    hands = possibilities.known(possibilities.dealt(CARDS, SEATS, 2), 1, ("AS", "AH"))
    assert hands is not None
    assert possibilities.known(hands, 4, ("AS",)) is None
    assert possibilities.known(hands, 1, ("AD",)) is None
    assert possibilities.known(hands, 4, ("AD", "AD")) is None
    assert possibilities.known(hands, 4, ("2C",)) is None


def test_a_card_that_is_known_to_be_put_away_can_not_come_back_into_the_hand_with_a_new_card() -> None:
    hands = possibilities.put_away(possibilities.known(possibilities.dealt(CARDS, SEATS, 2), 1, ("AS",)) or never(), 1)
    hands = possibilities.known(hands, 1, ("KD",)) or never()
    assert hands.held[1].beneath == ("AS",)
    drawn = possibilities.taken_out(hands, 1, "KD", drawn=1)
    assert "AS" not in possibilities.possible(drawn, 1)
    assert "AS" in possibilities.possible(
        possibilities.put_away(possibilities.known(possibilities.dealt(CARDS, SEATS, 2), 1, ("AS",)) or never(), 1), 1
    )  # as long as it may be either


def test_cards_that_were_put_away_or_are_held_leave_no_room_for_two_others() -> None:
    two = possibilities.known(possibilities.dealt(CARDS, SEATS, 3), 1, ("AS", "AH")) or never()
    hands = possibilities.put_away(two, 1)  # of these two at most one
    assert possibilities.known(hands, 1, ("KD",)) is not None
    assert possibilities.known(hands, 1, ("KD", "KH")) is None


def never() -> Hands:
    """Fails: these cards may be held."""
    raise AssertionError("they may be held")
