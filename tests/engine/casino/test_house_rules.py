"""House rules of Casino: exact both ways, and refused with a reason."""

import pytest

from engine.casino.house_rules import HouseRules, house_rules, plain
from engine.casino.rulebook import CAS_DEAL_1, CAS_SEAT_1
from engine.options import absent, hints
from engine.room.rulebook import TABLE_1
from engine.rules import RuleBroken
from tests.engine.casino.deals import ROOT, preset
from tests.engine.scenario import breaks, keeps

PRESETS = ("casino-family", "casino-strict-11", "casino-strict-6", "casino-letter")
OPTIONS = tuple(hints(HouseRules))


def refusal(**changes) -> RuleBroken:
    with pytest.raises(RuleBroken) as refused:
        house_rules({**plain(preset()), **changes})
    assert refused.value.says[0].isupper()
    assert "{" not in refused.value.says
    return refused.value


@keeps("CAS-SEAT-1", "CAS-DEAL-1", "CAS-SCORE-5")
@pytest.mark.parametrize("name", [*PRESETS, "casino-strict-6-entered", "casino-strict-6-unseen"])
def test_a_preset_is_complete_and_comes_back_as_it_was(name):
    house = preset(name)
    assert house.preset == name
    assert house_rules(plain(house)) == house
    text = (ROOT / "seeds" / "house_rules" / f"{name}.toml").read_text("utf-8")
    told = [line.split(" ", 1)[0] for line in text.splitlines() if " = " in line and not line.startswith("#")]
    assert len(told) == len(set(told))
    assert set(OPTIONS) - set(absent(HouseRules)) <= set(told) <= set(OPTIONS)


def test_the_presets_differ_as_the_rules_say():
    sizes = {name: (preset(name).hand_size, preset(name).table_size, preset(name).scoring) for name in PRESETS}
    assert sizes == {
        "casino-family": (4, 4, "to_21"),
        "casino-strict-11": (4, 4, "strict_11"),
        "casino-strict-6": (4, 4, "strict_6"),
        "casino-letter": (6, 2, "to_21"),
    }
    same = [{**plain(preset(name)), "preset": "", "hand_size": 0, "table_size": 0, "scoring": ""} for name in PRESETS]
    assert same == [same[0]] * 4


@pytest.mark.parametrize("name", OPTIONS)
def test_a_missing_option_and_one_of_a_wrong_kind_are_refused_by_name(name):
    without = {option: value for option, value in plain(preset()).items() if option != name}
    if name in absent(HouseRules):
        assert getattr(house_rules(without), name) == absent(HouseRules)[name]
    else:
        with pytest.raises(RuleBroken) as refused:
            house_rules(without)
        assert (refused.value.rule, refused.value.facts["option"]) == (TABLE_1, name)
    for wrong in ([], None, 1.5, "other words", True if name not in OPTIONS else {}):
        assert refusal(**{name: wrong}).facts["option"] == name


@breaks("CAS-SEAT-1")
@pytest.mark.parametrize(
    ("changes", "option"),
    [
        ({"players_min": 1}, "players_min"),
        ({"players_min": 5}, "players_min"),
        ({"players_max": 5}, "players_max"),
        ({"players_min": 3, "players_max": 2}, "players_max"),
        ({"partners": True}, "players_min"),
        ({"partners": True, "players_min": 4, "players_max": 3}, "players_max"),
    ],
)
def test_two_to_four_play_and_partners_are_four(changes, option):
    broken = refusal(**changes)
    assert (broken.rule, broken.facts["option"]) == (CAS_SEAT_1, option)


@breaks("CAS-DEAL-1")
def test_four_cards_in_hand_want_four_on_the_table():
    broken = refusal(table_size=2)
    assert (broken.rule, broken.facts["option"]) == (CAS_DEAL_1, "table_size")
    assert refusal(hand_size=5).facts["possible"] == (4, 6)
    assert preset(hand_size=6, table_size=4).table_size == 4


@pytest.mark.parametrize(
    ("changes", "option"),
    [
        ({"false_build": "loses_game"}, "false_build"),
        ({"missing_last": "one_point"}, "missing_last"),
        ({"deck": "unseen"}, "deck"),
        ({"stake": "0"}, "stake"),
        ({"stake": "-5"}, "stake"),
        ({"stake": str(10**30 + 1)}, "stake"),
        ({"per_point": "1.5"}, "per_point"),
        ({"preset": "Casino!"}, "preset"),
    ],
)
def test_what_makes_no_sense_is_refused_with_the_option(changes, option):
    broken = refusal(**changes)
    assert (broken.rule, broken.facts["option"]) == (TABLE_1, option)


def test_offences_cost_what_the_house_says_where_they_are_recorded():
    house = preset(enforcement="record", false_build="loses_game", missing_last="one_point", stake="9007199254740993")
    assert house.stake == 9007199254740993
    assert plain(house)["stake"] == "9007199254740993"
    with pytest.raises(RuleBroken):
        house_rules({**plain(house), "invented": 1})
