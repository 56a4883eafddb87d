"""House rules that came later: absent, they stand for how everybody played before."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, Literal

import pytest

from engine.chips import Chips
from engine.options import Between, absent, plain, read, whole
from engine.rules import RuleBroken
from tests.engine.scenario import breaks, keeps


@dataclass(frozen=True, slots=True, kw_only=True)
class House:
    """An option from the beginning, and four that came later."""

    preset: str
    ante: Chips
    misdeals: Literal["refused", "entered"] = "refused"
    fee: Chips = 0
    most: Chips | None = None
    games: Annotated[int, Between(0, 9)] = 0


KEPT = {"preset": "mine", "ante": "5"}


def house(**changes: object) -> House:
    return read(House, {**KEPT, **changes}, {})


@keeps("TABLE-1")
def test_an_option_that_came_later_may_be_absent_and_stands_for_how_everybody_played_before():
    assert absent(House) == {"misdeals": "refused", "fee": 0, "most": None, "games": 0}
    assert house() == house(misdeals="refused", fee="0", most="none") == House(preset="mine", ante=5)


def test_what_is_kept_of_house_rules_tells_it_only_where_it_differs():
    assert plain(house()) == plain(house(misdeals="refused")) == KEPT
    played = house(misdeals="entered", fee="3", most=7)
    assert plain(played) == {**KEPT, "misdeals": "entered", "fee": "3", "most": "7"}
    assert read(House, plain(played), {}) == played


def test_whoever_wants_to_see_every_option_sees_those_too_that_are_absent():
    assert whole(House, plain(house())) == {**KEPT, "misdeals": "refused", "fee": "0", "most": None, "games": 0}
    assert whole(House, plain(house(fee=3)))["fee"] == "3"


@breaks("TABLE-1")
def test_an_option_from_the_beginning_is_missed_and_one_that_came_later_is_read_as_strictly():
    with pytest.raises(RuleBroken, match="ante is missing"):
        read(House, {"preset": "mine"}, {})
    with pytest.raises(RuleBroken, match="cannot be lost"):
        house(misdeals="lost")
    assert house(games=9).games == 9
    for wrong in (-1, 10, "9", True, None, 2.0):
        with pytest.raises(RuleBroken) as broken:
            house(games=wrong)
        assert (broken.value.facts["option"], broken.value.facts["possible"]) == ("games", ("a whole number", "0 to 9"))
