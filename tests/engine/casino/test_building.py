"""Builds, additions and raises: lawful as the rules say, and all of them listed."""

import pytest

from engine.casino.building import building_fault, holding_fault, is_doubled
from engine.casino.builds import Build
from engine.casino.rulebook import CAS_BUILD_1, CAS_BUILD_2, CAS_BUILD_3, CAS_BUILD_4, CAS_BUILD_5, CAS_DECK_1
from engine.rules import RuleBroken
from tests.engine.casino import brute_force
from tests.engine.casino.listed import all_builds
from tests.engine.scenario import breaks, keeps

TABLES = 60
SIX = Build(1, 6, ("4C", "2D"), doubled=False, owner=1)
NINE = Build(1, 9, ("5C", "4D"), doubled=False, owner=1)


def fault(hand: str, card: str, loose: str, value: int, build: Build | None = None, royal: bool = False) -> RuleBroken:
    found = building_fault(tuple(hand.split()), card, tuple(loose.split()), value, build, royal)
    assert found is not None
    assert found.says.strip()
    assert "{" not in found.says
    return found


def lawful(hand: str, card: str, loose: str, value: int, build: Build | None = None, royal: bool = False) -> bool:
    return building_fault(tuple(hand.split()), card, tuple(loose.split()), value, build, royal) is None


@breaks("CAS-BUILD-1", "CAS-BUILD-4")
def test_example_3_adding_an_eight_to_a_build_of_nine_passes_ten():
    found = fault("9H TH", "8H", "", 17, NINE)
    assert found.rule is CAS_BUILD_1
    assert found.facts == {"most": 10, "declared": 17}
    assert fault("9H TH", "8H", "", 10, NINE).rule is CAS_BUILD_4
    assert not [one for one in all_builds(("8H", "9H", "TH"), (), (NINE,), 1, royal=False) if one[0] == "8H"]
    assert fault("KH", "8H", "", 17, NINE, royal=True).rule is CAS_BUILD_1


@keeps("CAS-BUILD-1")
def test_five_on_four_builds_nine_with_a_nine_in_hand():
    assert lawful("9H", "5H", "4S", 9)
    found = fault("8H", "5H", "4S", 9)
    assert found.rule is CAS_BUILD_1
    assert found.facts == {"declared": 9, "card": "5H"}
    assert lawful("9H", "5H", "3C AD", 9)


@breaks("CAS-BUILD-1")
def test_d24_a_build_of_nine_without_a_nine_left():
    assert holding_fault("5H", (), 9, None, royal=False) is not None
    assert holding_fault("5H", ("TH", "8H"), 9, None, royal=False) is not None
    assert holding_fault("5H", None, 9, None, royal=False) is None, "where nobody sees the hand it may be there"
    assert building_fault(None, "5H", ("4S",), 9, None, royal=False) is None


@keeps("CAS-BUILD-2")
@breaks("CAS-BUILD-2")
def test_five_on_five_is_a_doubled_build_of_fives_or_a_single_one_of_ten():
    assert lawful("5C TC", "5H", "5S", 5)
    assert lawful("5C TC", "5H", "5S", 10)
    assert is_doubled("5H", ("5S",), 5, None, royal=False)
    assert not is_doubled("5H", ("5S",), 10, None, royal=False)
    assert all_builds(("5H", "5C", "TC"), ("5S",), (), 1, royal=False)[:2] == [
        ("5H", ("5S",), 5, None),
        ("5H", ("5S",), 10, None),
    ]
    found = fault("9C", "5H", "5S", 9)
    assert found.rule is CAS_BUILD_2
    assert found.facts["total"] == 10
    assert fault("7C", "5H", "2S 3C", 7).facts["left_over"] == ("3C",)


@keeps("CAS-BUILD-3")
def test_seven_on_three_with_the_ten_of_the_table_is_a_doubled_build_of_ten():
    assert lawful("TC 2C", "7H", "3S TD", 10)
    assert is_doubled("7H", ("3S", "TD"), 10, None, royal=False)
    assert ("7H", ("3S", "TD"), 10, None) in all_builds(("TC", "2C", "7H"), ("TD", "3S"), (), 1, royal=False) + all_builds(
        ("TC", "2C", "7H"), ("3S", "TD"), (), 1, royal=False
    )


@keeps("CAS-BUILD-3")
@breaks("CAS-BUILD-3")
def test_whoever_holds_another_card_of_the_value_doubles_a_build_later():
    doubled = Build(1, 9, ("5C", "4D", "9D"), doubled=True, owner=2)
    for build in (NINE, doubled):
        assert lawful("9S", "9H", "", 9, build)
        assert lawful("9S", "6H", "3S", 9, build)
        assert lawful("9S", "6H", "3S 7C 2C", 9, build)
        assert fault("8S", "9H", "", 9, build).rule is CAS_BUILD_3
        assert fault("9S", "6H", "2S", 9, build).rule is CAS_BUILD_3
        assert is_doubled("9H", (), 9, build, royal=False)
    added = [one for one in all_builds(("9S", "6H"), ("3S", "7C", "2C"), (NINE,), 2, royal=False) if one[3] == 1]
    assert added == [
        ("6H", ("3S", "7C", "2C"), 9, 1),
        ("6H", ("3S",), 9, 1),
    ]


@keeps("CAS-BUILD-4")
def test_three_on_a_loose_six_makes_nine_and_the_ace_later_ten():
    assert lawful("TH 9H AH", "3H", "6C", 9)
    nine = Build(1, 9, ("6C", "3H"), doubled=False, owner=1)
    assert lawful("TH 9H", "AH", "", 10, nine)
    assert ("AH", (), 10, 1) in all_builds(("TH", "9H", "AH"), (), (nine,), 1, royal=False)


@keeps("CAS-BUILD-4")
@breaks("CAS-BUILD-4")
def test_a_build_of_six_is_raised_to_seven_but_not_with_a_three_of_the_table_to_ten():
    assert lawful("7H", "AH", "", 7, SIX)
    found = fault("TH", "AH", "3S", 10, SIX)
    assert found.rule is CAS_BUILD_4
    assert found.facts == {"card": "AH", "build": 1, "value": 6, "makes": 7, "declared": 10}
    assert lawful("TH", "AH", "6S 3S", 10), "with a loose six the same ten is a new build"
    assert fault("8H", "AH", "", 7, SIX).rule is CAS_BUILD_4


@keeps("CAS-BUILD-4")
def test_d22_the_own_build_of_nine_becomes_ten_by_an_ace_for_who_holds_nine_and_ten():
    assert lawful("9H TH", "AH", "", 10, NINE)
    raised = [one for one in all_builds(("9H", "TH", "AH"), (), (NINE,), 1, royal=False) if one[3] and one[2] != NINE.value]
    assert raised == [("AH", (), 10, 1)]


@keeps("CAS-BUILD-4", "CAS-BUILD-3")
@breaks("CAS-BUILD-4")
def test_a_raise_with_loose_sets_of_the_new_value_is_doubled():
    assert lawful("TH", "AH", "7C 3C", 10, NINE)
    assert is_doubled("AH", ("7C", "3C"), 10, NINE, royal=False)
    assert not is_doubled("AH", (), 10, NINE, royal=False)
    assert ("AH", ("7C", "3C"), 10, 1) in all_builds(("TH", "AH"), ("7C", "3C"), (NINE,), 2, royal=False)
    assert fault("TH", "AH", "7C 2C", 10, NINE).facts["left_over"] == ("7C", "2C")


@breaks("CAS-BUILD-5")
@keeps("CAS-BUILD-5")
def test_a_doubled_build_is_not_raised_and_equal_builds_stay_apart():
    doubled = Build(3, 9, ("5C", "4D", "9D"), doubled=True, owner=2)
    found = fault("TH", "AH", "", 10, doubled)
    assert found.rule is CAS_BUILD_5
    assert (found.facts["build"], found.facts["value"], found.facts["declared"]) == (3, 9, 10)
    assert {one[3] for one in all_builds(("9H", "9S", "AH", "TH"), (), (NINE, doubled), 1, royal=False)} == {1, 3}
    assert not [one for one in all_builds(("AH", "TH"), (), (doubled,), 1, royal=False) if one[3]]


@breaks("CAS-DECK-1", "CAS-BUILD-1")
@keeps("CAS-DECK-1")
def test_no_court_in_a_build_and_no_build_without_the_table():
    assert fault("JC", "JH", "JS", 11).rule is CAS_DECK_1
    assert fault("9C", "9H", "KS", 9).facts == {"card": "KS"}
    assert fault("9C", "9H", "", 9).rule is CAS_BUILD_1
    assert fault("9C", "9H", "9S", 0).rule is CAS_BUILD_1
    assert lawful("JC", "JH", "JS", 11, royal=True)
    assert lawful("KC", "JH", "2S", 13, royal=True)
    assert fault("KC", "JH", "3S", 14, royal=True).facts == {"most": 13, "declared": 14}


@breaks("CAS-BUILD-7")
@keeps("CAS-BUILD-7")
def test_who_owns_builds_builds_on_only_with_cards_left_for_each_of_them():
    hand, loose = ("9H", "8H", "AH", "8S"), ("AC", "7C")
    mine, raisable = Build(1, 9, ("5C", "4D"), False, 1), Build(2, 7, ("4C", "3D"), False, 2)
    bound = all_builds(hand, loose, (mine, raisable), 1, royal=False)
    free = all_builds(hand, loose, (mine, raisable), 3, royal=False)
    assert free == all_builds(hand, loose, (mine, raisable), 1, royal=False, bound=False)
    assert [one for one in free if one not in bound] == [one for one in free if one[0] == "9H" and one[3] != 1]
    assert ("AH", (), 8, 2) in bound
    orphan = Build(1, 9, ("5C", "4D"), False, 1)
    assert [one[3] for one in all_builds(("TH", "AH"), ("9C",), (orphan,), 1, royal=False)] == [1]
    two = (orphan, Build(2, 8, ("5D", "3D"), False, 1))
    assert not all_builds(("TH", "AH"), ("9C",), two, 1, royal=False)


def expected(
    hand: tuple[str, ...], loose: tuple[str, ...], builds: tuple[Build, ...], seat: int, royal: bool
) -> set[tuple[object, ...]]:
    """All builds by trying everything: (card, loose cards, value, build, doubled)."""
    found: set[tuple[object, ...]] = set()
    for card in hand:
        worth = brute_force.worth(card, royal)
        rest = [other for other in hand if other != card]
        held = {brute_force.worth(other, royal) for other in rest} - {0}
        for value in held:
            made = brute_force.builds(card, loose, value, royal)
            one_set = {some for some in made if worth + sum(brute_force.worth(other, royal) for other in some) == value}
            for target in (None, *builds):
                others = {build.value for build in builds if build.owner == seat and build is not target}
                if not worth or not others <= held:
                    continue
                if target is None:
                    found |= {(card, some, value, None, some not in one_set) for some in made if some}
                elif target.value == value:
                    found |= {(card, some, value, target.id, True) for some in made}
                elif target.value + worth == value and not target.doubled:
                    found.add((card, frozenset(), value, target.id, False))
                    sets = [some for some in brute_force.choices(loose) if brute_force.falls_into_sets(some, value, royal)]
                    found |= {(card, frozenset(some), value, target.id, True) for some in sets}
    return found


@keeps("CAS-BUILD-1", "CAS-BUILD-3", "CAS-BUILD-4", "CAS-BUILD-7", "CAS-DECK-2")
@pytest.mark.parametrize("seed", range(TABLES))
def test_every_build_that_trying_everything_finds_is_listed_and_no_other(seed):
    hand, loose, lying, royal = brute_force.table(brute_force.dice(seed), loose_most=7)
    builds = tuple([Build(number, value, (), doubled, owner) for number, value, doubled, owner in lying])
    listed = all_builds(hand, loose, builds, 1, royal)
    found = []
    for card, some, value, number in listed:
        target = next((build for build in builds if build.id == number), None)
        found.append((card, frozenset(some), value, number, is_doubled(card, some, value, target, royal)))
        rest = tuple([other for other in hand if other != card])
        assert building_fault(rest, card, some, value, target, royal) is None
        assert some == tuple([other for other in loose if other in some]), "as they lie"
    assert len(set(found)) == len(found)
    assert set(found) == expected(hand, loose, builds, 1, royal)


@keeps("CAS-BUILD-2", "CAS-BUILD-4")
@pytest.mark.parametrize("seed", range(40))
def test_a_fault_is_found_exactly_where_nothing_is_listed(seed):
    """Every choice of loose cards, every value, every build: either listed or refused, and the refusal can be read."""
    dice = brute_force.dice(seed)
    hand, loose, lying, royal = brute_force.table(dice, loose_most=5)
    builds = tuple([Build(number, value, (), doubled, 0) for number, value, doubled, _ in lying])
    listed = {(one, frozenset(some), value, number) for one, some, value, number in all_builds(hand, loose, builds, 1, royal)}
    card = dice.choice(hand)
    rest = tuple([other for other in hand if other != card])
    for some in brute_force.choices(loose):
        for value in range(15):
            for target in (None, *builds):
                found = building_fault(rest, card, some, value, target, royal)
                assert (found is None) == ((card, frozenset(some), value, target.id if target else None) in listed)
                assert found is None or "{" not in found.says


@keeps("CAS-BUILD-1")
def test_twelve_loose_cards_list_every_build():
    loose = tuple([rank + suit for rank in "A23" for suit in "CDHS"])
    listed = all_builds(("4H", "5H", "9H", "TH"), loose, (), 1, royal=False)
    tens = {frozenset(some) for card, some, value, _ in listed if (card, value) == ("4H", 10)}
    worth = {card: brute_force.worth(card, royal=False) for card in loose}
    sums = [some for some in brute_force.choices(loose) if sum(worth[card] for card in some) in (6, 16)]
    assert tens == {frozenset(some) for some in sums if brute_force.falls_into_sets(("4H", *some), 10, royal=False)}
