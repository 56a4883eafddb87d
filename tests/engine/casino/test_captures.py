"""Captures: lawful as the rules say, and all of them listed."""

import pytest

from engine.casino.builds import Build
from engine.casino.captures import capture_fault, unkept
from engine.casino.rulebook import CAS_CAP_1, CAS_CAP_2, CAS_CAP_3, CAS_CAP_6
from engine.casino.sums import sets
from engine.casino.ways import left_over
from engine.rules import RuleBroken
from tests.engine.casino import brute_force
from tests.engine.casino.listed import all_captures, hand_captures
from tests.engine.scenario import breaks, keeps

TABLES = 80


def takes(card: str, *loose: str, builds: tuple[Build, ...] = (), royal: bool = False) -> bool:
    return capture_fault(card, loose, builds, royal) is None


def refused(card: str, *loose: str, builds: tuple[Build, ...] = (), royal: bool = False) -> RuleBroken:
    fault = capture_fault(card, loose, builds, royal)
    assert fault is not None
    assert fault.says.strip()
    assert "{" not in fault.says
    return fault


@keeps("CAS-CAP-1")
def test_example_1_an_ace_takes_three_aces_and_a_king_one_of_two_kings():
    assert takes("AC", "AD", "AH", "AS")
    assert takes("KC", "KD")
    fault = refused("KC", "KD", "KH")
    assert fault.rule is CAS_CAP_1
    assert fault.facts["loose"] == ("KD", "KH")


@keeps("CAS-CAP-1")
@breaks("CAS-CAP-1")
def test_d23_one_queen_takes_one_of_two_queens_and_nothing_with_it():
    assert all_captures("QC", ("QD", "QH"), (), royal=False) == [("QC", ("QD",), ()), ("QC", ("QH",), ())]
    assert refused("QC", "QD", "QH").rule is CAS_CAP_1
    assert refused("QC", "KH").rule is CAS_CAP_1
    assert refused("QC", "9D", "3H").rule is CAS_CAP_1


@keeps("CAS-CAP-2")
@breaks("CAS-CAP-2")
def test_example_2_sums_several_at_once_and_each_card_in_one():
    assert takes("9C", "7D", "2H")
    assert takes("TC", "3D", "6H", "AS")
    assert takes("7C", "7D", "5H", "2S")
    assert takes("7C", "5H", "2S")
    assert takes("7C", "7D")
    fault = refused("7C", "7D", "5H")
    assert fault.rule is CAS_CAP_2
    assert fault.facts["left_over"] == ("5H",)
    assert fault.says == "7C takes sets of 7, each card in one set: 5H is left over."
    assert refused("7C", "7D", "5H", "3S").facts["told"] == "5H and 3S are"


@breaks("CAS-CAP-2", "CAS-DECK-1")
def test_a_court_has_no_value_in_sums():
    assert refused("TC", "TD", "JH").rule is CAS_CAP_2
    assert refused("TC", "JH").facts["left_over"] == ("JH",)


@keeps("CAS-DECK-2")
@breaks("CAS-DECK-2")
def test_royal_courts_are_eleven_to_thirteen_and_take_by_pairs_and_sums():
    assert takes("KC", "KD", "KH", "QS", "AH", "JD", "2C", royal=True)
    assert takes("JC", "9D", "2H", royal=True)
    assert refused("JC", "9D", "2H").rule is CAS_CAP_1
    assert refused("QC", "JD", "2H", royal=True).rule is CAS_CAP_2


@breaks("CAS-CAP-3", "CAS-BUILD-5")
@keeps("CAS-CAP-3")
def test_d21_a_build_is_no_summand_and_the_ten_takes_the_loose_ten_only():
    sevens = Build(1, 7, ("5C", "2D"), doubled=False, owner=2)
    fault = refused("TH", "3S", "TC", builds=(sevens,))
    assert fault.rule is CAS_CAP_3
    assert (fault.facts["build"], fault.facts["value"]) == (1, 7)
    assert hand_captures(("TH",), ("3S", "TC"), (sevens,), 1, royal=False) == [("TH", ("TC",), ())]


@keeps("CAS-CAP-3", "CAS-BUILD-6", "CAS-CAP-6")
def test_a_card_takes_any_number_of_builds_of_its_value_and_loose_cards_with_them():
    eights = tuple([Build(number, 8, (f"5{suit}", f"3{suit}"), False, 2) for number, suit in ((1, "C"), (4, "D"))])
    assert takes("8H", builds=eights)
    assert takes("8H", "8S", "6H", "2H", builds=eights)
    assert refused("8H", "6H", "3S", builds=eights).rule is CAS_CAP_2
    listed = all_captures("8H", ("8S",), eights, royal=False)
    assert [(loose, ids) for _, loose, ids in listed] == [
        (("8S",), (1, 4)),
        ((), (1, 4)),
        (("8S",), (1,)),
        (("8S",), (4,)),
        ((), (1,)),
        ((), (4,)),
        (("8S",), ()),
    ]


@breaks("CAS-CAP-6")
def test_a_capture_of_nothing_is_none():
    assert refused("8H").rule is CAS_CAP_6
    assert refused("KH").rule is CAS_CAP_6


@breaks("CAS-CAP-3")
def test_a_court_takes_no_build_unless_royal():
    queens = Build(1, 12, ("TC", "2D"), doubled=False, owner=1)
    assert refused("QH", builds=(queens,)).rule is CAS_CAP_3
    assert takes("QH", builds=(queens,), royal=True)


@breaks("CAS-BUILD-7")
@keeps("CAS-BUILD-7")
def test_who_owns_a_build_of_nine_keeps_a_nine_for_it_or_takes_it():
    nines = Build(1, 9, ("5C", "4D"), doubled=False, owner=1)
    eights = Build(2, 8, ("5D", "3D"), doubled=False, owner=1)
    hand, loose = ("9C", "8C", "8D", "2H"), ("9D", "2S", "8S")
    lawful = hand_captures(hand, loose, (nines, eights), 1, royal=False)
    assert {(card, ids) for card, _, ids in lawful} == {
        ("9C", (1,)),
        ("8C", ()),
        ("8C", (2,)),
        ("8D", ()),
        ("8D", (2,)),
        ("2H", ()),
    }
    free = hand_captures(hand, loose, (nines, eights), 1, royal=False, bound=False)
    assert ("9C", ("9D",), ()) in free
    assert ("9C", ("9D",), ()) not in lawful
    assert hand_captures(hand, loose, (nines, eights), 2, royal=False) == free
    assert unkept(("8C", "8D", "2H"), (nines, eights), 1, royal=False) == (nines,)
    assert not unkept(("8C", "8D", "2H"), (nines, eights), 2, royal=False)


@breaks("CAS-BUILD-7")
def test_two_builds_that_one_card_owes_leave_no_capture_with_another():
    owned = (Build(1, 9, ("5C", "4D"), False, 1), Build(2, 9, ("6C", "3D"), False, 1))
    assert {ids for _, _, ids in hand_captures(("9C", "2C"), ("9D",), owned, 1, royal=False)} == {(1, 2)}
    other = (owned[0], Build(2, 8, ("5D", "3D"), False, 1))
    assert not hand_captures(("9C",), ("9D",), other, 1, royal=False)


@keeps("CAS-CAP-2", "CAS-CAP-6", "CAS-DECK-2")
@pytest.mark.parametrize("seed", range(TABLES))
def test_every_capture_that_trying_everything_finds_is_listed_and_no_other(seed):
    hand, loose, lying, royal = brute_force.table(brute_force.dice(seed), loose_most=8)
    builds = tuple([Build(number, value, (), doubled, owner) for number, value, doubled, owner in lying])
    for card in hand:
        expected = brute_force.captures(card, loose, [(build.id, build.value) for build in builds], royal)
        listed = all_captures(card, loose, builds, royal)
        found = [(frozenset(some), frozenset(ids)) for _, some, ids in listed]
        assert len(set(found)) == len(found)
        assert set(found) == expected
        for some in brute_force.choices(loose[:6]):
            lawful = capture_fault(card, some, (), royal) is None
            assert lawful == ((frozenset(some), frozenset()) in expected)


@keeps("CAS-CAP-2")
@pytest.mark.parametrize("seed", range(20))
def test_a_split_is_shown_by_its_sets_and_what_is_left_over_is_as_little_as_can_be(seed):
    _, loose, _, royal = brute_force.table(brute_force.dice(seed), loose_most=7)
    for value in range(1, 14 if royal else 11):
        for some in brute_force.choices(loose):
            split = sets(some, value, royal)
            assert (split is not None) == brute_force.falls_into_sets(some, value, royal)
            for one in split or ():
                assert sum(brute_force.worth(card, royal) for card in one) == value
            assert sorted(card for one in split or () for card in one) == sorted(some if split else ())
        most = max(len(some) for some in brute_force.choices(loose) if not some or brute_force.falls_into_sets(some, value, royal))
        assert len(left_over(loose, value, royal)) == len(loose) - most


@keeps("CAS-CAP-6")
def test_on_twelve_loose_cards_every_capture_is_found():
    """Aces, twos and threes: the table on which a card has the most captures."""
    loose = tuple([rank + suit for rank in "A23" for suit in "CDHS"])
    counted = {}
    for card in ("3X", "4C", "5C", "6C", "9C", "TC"):
        listed = all_captures(card, loose, (), royal=False)
        counted[card[0]] = len(listed)
        assert len({frozenset(some) for _, some, _ in listed}) == len(listed)
    value = 10
    sums = [
        frozenset(some) for some in brute_force.choices(loose) if sum(brute_force.worth(c, royal=False) for c in some) % value == 0
    ]
    expected = {some for some in sums if some and brute_force.falls_into_sets(tuple(some), value, royal=False)}
    assert {frozenset(some) for _, some, _ in listed} == expected
    assert counted == {"3": 1247, "4": 791, "5": 783, "6": 687, "9": 450, "T": 419}
