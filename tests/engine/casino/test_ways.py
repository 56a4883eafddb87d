"""What can be taken up is found whole, the largest first, from any place on, and with little work whatever lies on the table."""

from __future__ import annotations

from itertools import product
from typing import Any

import pytest

from engine import possibilities
from engine.casino import commands, legal, ways
from engine.casino.builds import Build, values
from engine.casino.house_rules import house_rules, plain
from engine.casino.legal import offers, plays_with
from engine.casino.offences import NO_OFFENCES
from engine.casino.play import capture, lay_build, trail
from engine.casino.state import Game
from engine.casino.sums import Splits
from engine.casino.ways import Table, left_over
from engine.changed import changed
from engine.offers import OFFERED_MOST
from tests.engine.casino import brute_force
from tests.engine.casino.deals import preset
from tests.engine.casino.listed import all_of
from tests.engine.scenario import keeps

RECORDED = changed(NO_OFFENCES, recorded=True)
DECIDED_BY = {commands.Trail: trail, commands.Capture: capture, commands.LayBuild: lay_build}
Cards = tuple[str, ...]


def at_play(hand: Cards, loose: Cards, builds: tuple[Build, ...] = (), *, royal: bool = False, unseen: bool = False) -> Game:
    """A game in which seat 1 is to play this hand upon this table; where only the players see them, one of as many cards."""
    house = house_rules({**plain(preset()), "royal": royal, **({"deck": "unseen", "enforcement": "record"} if unseen else {})})
    gone = {*loose, *[card for build in builds for card in build.cards]}
    offences = NO_OFFENCES
    if unseen:
        rest = tuple([card for card in brute_force.DECK if card not in gone])
        offences = changed(RECORDED, known=possibilities.dealt(rest, (1, 2), min(len(hand), len(rest) // 2)))
    return changed(
        Game(),
        phase="play",
        turn=1,
        seats=(1, 2),
        players={1: "a", 2: "b"},
        playing=(1, 2),
        active=(1, 2),
        sides={1: 1, 2: 2},
        dealt_to=(2, 1),
        deal=1,
        house=house,
        hands={} if unseen else {1: hand, 2: ("KH",)},
        loose=loose,
        builds=builds,
        offences=offences,
    )


def any_table(seed: int, loose_most: int) -> tuple[Cards, Cards, tuple[Build, ...], bool]:
    """A hand, loose cards, builds with their cards, and whether it is royal."""
    dice = brute_force.dice(seed)
    hand, loose, lying, royal = brute_force.table(dice, loose_most)
    rest = [card for card in brute_force.DECK if card not in (*hand, *loose)]
    builds = []
    for number, value, doubled, owner in lying:
        cards = tuple([rest.pop(dice.randrange(len(rest))) for _ in range(dice.randint(2, 3))])
        builds.append(Build(number, value, cards, doubled, owner))
    return hand, loose, tuple(builds), royal


def everything(seed: int, loose_most: int = 9) -> list[tuple[ways.Ways, Table, tuple[Build, ...]]]:
    """All kinds of ways upon a table: captures with builds, cards that join, additions and raises."""
    hand, loose, builds, royal = any_table(seed, loose_most)
    table, found = Table(loose, royal), []
    for card in hand:
        if (worth := values(card, royal)) is None:
            continue
        same = tuple([build for build in builds if build.value == worth])
        found += [table.ways(worth, builds=same), table.ways(worth, builds=same[1:], must=tuple([one.id for one in same[:1]]))]
        for value in range(worth, 11):
            found += [table.ways(value, joins=worth), table.ways(value, joins=worth, nothing=True), table.ways(value, nothing=True)]
    return [(one, table, builds) for one in found]


@keeps("CAS-CAP-6")
@pytest.mark.parametrize("seed", range(40))
def test_the_largest_come_first_and_few_are_found_as_many_are(seed: int, monkeypatch: pytest.MonkeyPatch) -> None:
    few = [(all_of(one), {build.id: len(build.cards) for build in builds}) for one, _, builds in everything(seed)]
    monkeypatch.setattr(ways, "FEW", -1)
    for (listed, sizes), (one, _, _) in zip(few, everything(seed), strict=True):
        assert all_of(one) == listed
        assert len(set(listed)) == len(listed)
        cards = [len(loose) + sum(sizes[number] for number in ids) for loose, ids in listed]
        assert cards == sorted(cards, reverse=True)


@keeps("CAS-CAP-6")
@pytest.mark.parametrize("few", [500, -1])
@pytest.mark.parametrize("seed", range(12))
def test_from_any_place_on_it_goes_on_as_from_the_beginning(seed: int, few: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ways, "FEW", few)
    for one, _, _ in everything(seed, 7):
        places = list(one.behind(None))
        for number, (place, _) in enumerate(places):
            assert list(one.behind(place)) == places[number + 1 :]


@keeps("CAS-CAP-2")
@pytest.mark.parametrize("value", [7, 10, 11])
def test_to_decide_whether_cards_split_takes_a_handful_of_steps_for_all_that_a_pack_can_leave_over(value: int) -> None:
    """Every choice of cards no two of which make up the value: what is left when those that do are put together."""
    pairs = [(low, value - low) for low in range(1, (value + 1) // 2)]
    options = [[(0, 0), *[(count, 0) for count in range(1, 5)], *[(0, count) for count in range(1, 5)]] for _ in pairs]
    most = 0
    for chosen in product(*options, range(2) if value % 2 == 0 else (0,)):
        counts = [0] * value
        for (low, high), (of_low, of_high) in zip(pairs, chosen[:-1], strict=True):
            counts[low - 1], counts[high - 1] = of_low, of_high
        if chosen[-1]:
            counts[value // 2 - 1] = 1
        splits = Splits(value)
        splits.of(tuple(counts))
        most = max(most, len(splits._known))
    assert most < 25


def test_of_royal_cards_too() -> None:
    """The same at random: all of it takes half a minute, and comes to 42."""
    dice = brute_force.dice(13)
    for _ in range(4000):
        counts = [0] * 13
        for low in range(1, 7):
            counts[dice.choice((low, 13 - low)) - 1] = dice.randint(0, 4)
        splits = Splits(13)
        splits.of(tuple(counts))
        assert len(splits._known) <= 42


@keeps("CAS-CAP-2")
@pytest.mark.parametrize("seed", range(30))
def test_of_many_cards_a_split_is_one_and_none_is_missed(seed: int) -> None:
    """Cards that were put together of sets split; with one card more or less they do not, since the sum is wrong. A rest that can
    not be split has to be told too: of sixes and up, that nothing completes."""
    dice = brute_force.dice(seed)
    value, counts = dice.randint(6, 13), [0] * 13
    sums = list(Table([card for card in brute_force.DECK if brute_force.worth(card, royal=True) <= value], True).sums(value))
    for _ in range(8):
        chosen = dice.choice(sums)
        if all(counts[worth - 1] + chosen.count(worth) <= 4 for worth in chosen):
            for worth in chosen:
                counts[worth - 1] += 1
    split = Splits(value).of(tuple(counts[:value]))
    assert split is not None
    assert sorted([worth for one in split for worth in one]) == [w for w in range(1, 14) for _ in range(counts[w - 1])]
    assert {sum(one) for one in split} <= {value}
    assert Splits(9).of((1, 0, 0, 0, 0, 0, 3, 0, 0)) is None


NUMBERS = tuple([card for card in brute_force.DECK if card[0] not in "JQK"])


def without(cards: Cards, gone: str) -> Cards:
    return tuple([card for card in cards if card not in gone.split()])


OTHERS = without(brute_force.DECK, "TC AC 9D TH 2C 3C")
ROYAL = "2S 3C 3D 3S 4C 4D 4H 4S 5D 5S 6C 6D 6H 6S 7C 7D 7H 7S 8C 8H 8S 9C 9D 9H 9S AD JD JH JS KH KS QC QH TC TD TH TS"
HARD: dict[str, dict[str, Any]] = {
    "twelve small cards": {
        "hand": ("4C", "5C", "6C", "7C", "9C", "TC"),
        "loose": tuple([rank + suit for rank in "A23" for suit in "CDHS"]),
    },
    "all numbers": {"hand": ("TC", "9C", "8C"), "loose": without(NUMBERS, "TC 9C 8C")},
    "small numbers": {"hand": ("TC", "9C", "8C"), "loose": tuple([card for card in NUMBERS if card[0] not in "T98"])},
    "hard to split": {"hand": ("2H", "2C", "3H", "QS", "KD", "8D"), "loose": tuple(ROYAL.split()), "royal": True},
    "twenty equal builds": {
        "hand": ("TC", "AC", "9D"),
        "loose": ("TH", "2C", "3C"),
        "builds": tuple([Build(number, 10, OTHERS[2 * number : 2 * number + 2], False, 2) for number in range(1, 21)]),
    },
}


@keeps("CAS-CAP-5", "CAS-CAP-6")
@pytest.mark.parametrize("unseen", [False, True])
@pytest.mark.parametrize("position", HARD)
def test_a_look_is_bounded_in_what_it_lists_and_in_what_it_looks_at(
    position: str, unseen: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    made: list[Table] = []
    begin = Table.__init__

    def noted(table: Table, *given: Any) -> None:
        begin(table, *given)
        made.append(table)

    monkeypatch.setattr(Table, "__init__", noted)
    game = at_play(**HARD[position], unseen=unseen)
    told = offers(game, 1)
    assert len(told.acts) <= OFFERED_MOST + 1, "and the claim of the target"
    assert len(set(told.acts)) == len(told.acts)
    assert told.left_out
    (table,) = made
    assert table.looked_at <= ways.LOOKED_AT_MOST
    listed = {(one.__class__, one.card) for one in told.acts[:-1]}
    assert {(one.act, one.card) for one in told.left_out} <= listed, "of each card the largest are told"
    for one in told.acts[: -1 : 20 if unseen else 7]:
        assert DECIDED_BY[one.__class__](game, one)


@keeps("CAS-CAP-5", "CAS-CAP-6")
@pytest.mark.parametrize("seed", range(25))
def test_what_is_not_left_out_is_whole_and_pages_tell_the_rest(seed: int) -> None:
    hand, loose, builds, royal = any_table(seed, 8)
    game = at_play(hand, loose, builds, royal=royal)
    whole = offers(game, 1, 10**6)
    assert not whole.left_out
    assert whole.acts == legal(game, 1)
    dice = brute_force.dice(seed)
    few = offers(game, 1, dice.randint(1, 60))
    missing = set(whole.acts) - set(few.acts)
    assert set(few.acts) <= set(whole.acts)
    assert {(one.__class__, one.card) for one in missing} == {(one.act, one.card) for one in few.left_out}
    for act, card in product((commands.Capture, commands.LayBuild), hand):
        told: list[Any] = []
        behind: tuple[int, ...] = ()
        for _ in range(1000):
            some, behind = plays_with(game, 1, card, act, behind, dice.randint(1, 9))
            told += some
            if not behind:
                break
        assert told == [one for one in whole.acts if isinstance(one, act) and one.card == card]


def test_of_a_card_that_can_not_be_played_now_nothing_is_told() -> None:
    game = at_play(("TC", "9C"), ("TD", "9D"))
    assert plays_with(game, 1, "TC", commands.Capture, (), 9)[0] == [commands.Capture(1, "TC", ("TD",))]
    assert plays_with(game, 1, "8C", commands.Capture, (), 9) == ([], ())
    assert plays_with(game, 2, "KH", commands.Capture, (), 9) == ([], ())
    assert plays_with(changed(game, phase="deal"), 1, "TC", commands.Capture, (), 9) == ([], ())
    pinned = changed(game, offences=changed(RECORDED, pinned=((1, "9C"),)))
    assert plays_with(pinned, 1, "TC", commands.Capture, (), 9) == ([], ())


@keeps("CAS-CAP-2")
def test_what_is_left_over_of_a_whole_pack_is_found_too() -> None:
    cards = tuple([card for card in brute_force.DECK if card != "AC"])
    for royal in (False, True):
        for value in range(2, 14 if royal else 11):
            over = left_over(cards, value, royal)
            taken = tuple([card for card in cards if card not in over])
            assert over
            assert taken
            assert sum(brute_force.worth(card, royal) for card in taken) % value == 0
            assert Table(taken, royal).ways(value).first(1)[0][0][0] == taken
