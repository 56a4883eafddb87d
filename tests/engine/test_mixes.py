"""Random mixes: each option has a seed of its own, so that what is added reshuffles nothing else."""

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Annotated, Any, Literal

from engine.azi.house_rules import house_rules, plain
from engine.chips import Chips
from engine.options import Between, idle
from tests.engine.azi import offending_games, random_games, unseen_games
from tests.engine.casino import offending_games as casino_offences
from tests.engine.casino import random_games as casino_games
from tests.engine.mixes import by_chance, dice, drawn, fitted, later, mix

SEEDS = range(300)
OPTIONS = {"ante": (1, 5, 7), "cap": (None, 25), "deck": ("service", "entered")}


def test_a_new_option_moves_no_draw_of_another_wherever_it_stands() -> None:
    for seed in SEEDS:
        more = mix(seed, {"blinds": (1, 2, 3), **OPTIONS, "aces": (True, False)})
        assert {name: more[name] for name in OPTIONS} == mix(seed, OPTIONS)


def test_a_new_value_takes_its_own_share_and_leaves_every_other_draw_as_it_was() -> None:
    moved = [seed for seed in SEEDS if mix(seed, {**OPTIONS, "ante": (1, 5, 7, 9)}) != mix(seed, OPTIONS)]
    assert 50 < len(moved) < 100
    for seed in moved:
        assert mix(seed, {**OPTIONS, "ante": (1, 5, 7, 9)}) == {**mix(seed, OPTIONS), "ante": 9}


def test_every_value_is_drawn_about_as_often_as_it_is_named() -> None:
    met = Counter(drawn(seed, "ante", (1, 5, 5, 7)) for seed in range(2000))
    assert met[5] > 900
    assert min(met.values()) > 400
    assert 500 < sum(by_chance(seed, "quiet", 0.3) for seed in range(2000)) < 700
    assert dice(7).random() == dice(7).random()


def test_an_option_more_moves_neither_the_rest_of_the_mix_nor_who_plays(monkeypatch) -> None:
    before = [(plain(random_games.random_house(seed)), random_games.random_start(seed, house_rules(_three()))) for seed in SEEDS]
    monkeypatch.setitem(random_games.CHOICES, "ante", (1, 5, 7, 2))
    for seed, (house, start) in zip(SEEDS, before, strict=True):
        after = plain(random_games.random_house(seed))
        differ = {name for name in house if house[name] != after[name]}
        assert differ <= {"ante", "open_max"}
        assert "open_max" not in differ or "ante" in differ
        assert random_games.random_start(seed, house_rules(_three())) == start


def _three() -> dict[str, object]:
    return plain(random_games.preset())


def test_presets_are_played_as_they_are_and_nearly_so_and_all_mixes_can_be_played() -> None:
    presets = {name: plain(random_games.preset(name)) for name in random_games.DICED}
    told = [plain(random_games.random_house(seed)) for seed in range(600)]
    assert {house["preset"] for house in told if house == presets[house["preset"]]} == set(presets)
    assert {house["preset"] for house in told if house != presets[house["preset"]]} == set(presets)
    casino = {name: plain(casino_games.preset(name)) for name in casino_games.DICED}
    told = [plain(casino_games.random_house(seed)) for seed in range(600)]
    assert {house["preset"] for house in told if house == casino[house["preset"]]} == set(casino)
    assert {house["preset"] for house in told if house != casino[house["preset"]]} == set(casino)
    for seed in SEEDS:
        assert offending_games.offending_house(seed).enforcement in ("refuse", "record")
        assert unseen_games.unseen_house(seed).deck == "unseen"
        assert casino_offences.offending_house(seed).enforcement == "record"


@dataclass(frozen=True, slots=True, kw_only=True)
class Later:
    """House rules of which one option is from the beginning."""

    deck: Literal["service", "entered"]
    misdeals: Literal["refused", "entered"] = "refused"
    asked: bool = False
    games: Annotated[int, Between(0, 9)] = 0
    fee: Chips = 0


def _sensible(chosen: Mapping[str, Any]) -> Later:
    house = Later(**chosen)
    if house.deck == "service":
        idle(house, {"misdeals": "refused"}, "The service deals without fault.")
    return house


def test_an_option_that_came_later_is_mixed_in_with_all_its_values_where_it_makes_sense() -> None:
    assert later(Later) == {"misdeals": ("refused", "entered"), "asked": (False, True), "games": (0, 1, 9)}
    told = [fitted(_sensible, Later, mix(seed, {"deck": ("service", "entered"), **later(Later)})) for seed in SEEDS]
    assert {(house.deck, house.misdeals) for house in told} == {
        ("service", "refused"),
        ("entered", "refused"),
        ("entered", "entered"),
    }
    assert {house.asked for house in told} == {False, True}
