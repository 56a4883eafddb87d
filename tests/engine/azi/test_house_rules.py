"""House rules: exact both ways, and refused with a reason."""

from itertools import product

import pytest

from engine.azi.house_rules import PLAYED, HouseRules, house_rules, plain
from engine.azi.rulebook import AZI_BID_1, AZI_BID_4, AZI_SEAT_1
from engine.games import KINDS
from engine.options import absent, hints, whole
from engine.room.rulebook import TABLE_1
from engine.rules import RuleBroken
from tests.engine.azi.deals import PRESETS, ROOT, preset
from tests.engine.scenario import breaks, keeps

HINTS = hints(HouseRules)
THREE = ("azi-three", "azi-three-half")
OFFENCES = {
    "exposed_card": ("owner_chooses", "redeal_and_penalty"),
    "exposed_penalty": ("ante", "twice_pot"),
    "undertrump_is_renege": (True, False),
    "restore": ("until_next_trick", "always", "never"),
    "false_claim_penalty": ("none", "ante"),
}


def refused(**changes):
    with pytest.raises(RuleBroken) as broken:
        house_rules({**plain(preset()), **changes})
    return broken.value


@keeps("TABLE-1", "AZI-SEAT-1")
@pytest.mark.parametrize("name", PRESETS)
def test_a_preset_is_complete_and_survives_both_ways(name):
    house = preset(name)
    assert house.preset == name
    assert house_rules(plain(house)) == house
    assert set(whole(HouseRules, plain(house))) == set(HINTS) == set(HouseRules.__slots__)
    assert KINDS["azi"].house_rules(KINDS["azi"].plain(house)) == house


def test_the_presets_differ_in_what_a_folder_pays_only():
    three, half = (plain(preset(name)) for name in THREE)
    assert {name for name in three if three[name] != half[name]} == {"preset", "buy_in_folded"}
    assert (half["buy_in_folded"], three["buy_in_folded"], three["ante"], three["cap"]) == ("1/2", "1/3", "5", None)


@pytest.mark.parametrize("name", PRESETS)
def test_a_preset_lists_its_options_in_the_order_of_the_shape_each_with_its_rule(name):
    lines = (ROOT / "seeds" / "house_rules" / f"{name}.toml").read_text("utf-8").splitlines()
    options = [line for line in lines if "=" in line and not line.startswith("#")]
    told = [line.split(" ", 1)[0] for line in options]
    assert set(HINTS) - set(absent(HouseRules)) <= set(told) <= set(HINTS)
    assert all("[AZI-" in line for line in options[1:])


def test_amounts_come_as_numbers_or_decimal_strings_and_no_limit_as_none_in_two_ways():
    for amount in (25, "25"):
        assert preset(cap=amount).cap == 25
    for nothing in (None, "none"):
        assert preset(cap=nothing, open_max=nothing, raises_max=nothing).cap is None
    assert plain(preset(ante=9007199254740993))["ante"] == "9007199254740993"


@breaks("TABLE-1")
def test_an_option_that_is_unknown_or_missing_is_named():
    broken = refused(stakes=3)
    assert (broken.rule, broken.facts["option"]) == (TABLE_1, "stakes")
    whole = plain(preset())
    for name in set(HINTS) - set(absent(HouseRules)):
        with pytest.raises(RuleBroken) as missing:
            house_rules({option: value for option, value in whole.items() if option != name})
        assert (missing.value.rule, missing.value.facts["option"]) == (TABLE_1, name)


@breaks("TABLE-1")
@pytest.mark.parametrize("name", sorted(HINTS))
@pytest.mark.parametrize("value", [3.5, "", "x" * 200, [], {}, -1, "-1", "1.5", "٣", 10**31, "0X10", ()])
def test_a_value_of_the_wrong_kind_is_refused_with_what_is_possible(name, value):
    broken = refused(**{name: value})
    assert broken.facts["option"] == name
    assert broken.facts["possible"]
    assert len(str(broken.facts["value"])) <= 60
    assert "{" not in broken.says.replace("{}", "")


@breaks("TABLE-1")
@pytest.mark.parametrize("name", ["play_out", "blind_counts_double", "ante", "cap", "players_max", "raises_max", "deck", "preset"])
def test_true_is_no_number_and_one_is_not_true(name):
    assert refused(**{name: 1 if name in ("play_out", "blind_counts_double") else True}).facts["option"] == name


@breaks("TABLE-1")
@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("cards_dealt", 5),
    ],
)
def test_what_this_release_does_not_play_is_refused_with_what_it_plays(name, value):
    broken = refused(**{name: value})
    assert (broken.rule, broken.facts["option"], broken.facts["possible"]) == (TABLE_1, name, PLAYED[name])
    assert name in broken.says


@breaks("TABLE-1")
@pytest.mark.parametrize(("dealt", "kept", "possible"), [(3, 2, 3), (2, 3, 2), (4, 2, 3)])
def test_all_cards_dealt_are_played_but_one_of_four(dealt, kept, possible):
    broken = refused(cards_dealt=dealt, cards_kept=kept)
    assert (broken.rule, broken.facts["option"], broken.facts["possible"]) == (TABLE_1, "cards_kept", (possible,))
    assert f"Of {dealt} cards" in broken.says


@breaks("TABLE-1", "AZI-ROUL-1")
@pytest.mark.parametrize(
    "changes",
    [
        {"cap": "25"},
        {"open_max": "7"},
        {"raise_limit_with_cap": "double"},
        {"blind_counts_double": False},
        {"all_pass_dealer": "next"},
        {"first_lead": "bid_winner"},
    ],
)
def test_without_bidding_what_is_about_bidding_is_senseless(changes):
    with pytest.raises(RuleBroken) as broken:
        preset("azi-roulette", **changes)
    (option,) = changes
    assert (broken.value.rule, broken.value.facts["option"]) == (TABLE_1, option)
    assert "bidding = none" in broken.value.says
    assert preset("azi-roulette", first_lead="dealer").first_lead == "dealer"


@breaks("TABLE-1")
def test_hands_that_only_the_players_see_need_record_and_leave_nothing_to_reveal():
    assert "record" in refused(deck="unseen").says
    told = refused(deck="unseen", enforcement="record", reveal="all")
    assert (told.rule, told.facts["option"], told.facts["possible"]) == (TABLE_1, "reveal", ("played", "shown"))
    for name in PRESETS:
        for reveal in ("played", "shown"):
            assert preset(name, deck="unseen", enforcement="record", reveal=reveal).deck == "unseen"


@keeps("TABLE-1")
@pytest.mark.parametrize("deck", ["service", "entered", "unseen"])
def test_under_record_every_option_about_offences_is_played(deck):
    whole = {"deck": deck, "enforcement": "record"}
    for options in product(*[[(name, value) for value in values] for name, values in OFFENCES.items()]):
        chosen = dict(options)
        if chosen["exposed_card"] == "owner_chooses" and chosen["exposed_penalty"] == "twice_pot":
            assert refused(**whole, **chosen).facts["option"] == "exposed_penalty"
        else:
            assert preset(**whole, **chosen).restore == chosen["restore"]


@breaks("TABLE-1")
@pytest.mark.parametrize(
    "changes",
    [
        {"restore": "always"},
        {"restore": "never"},
        {"undertrump_is_renege": False},
        {"false_claim_penalty": "ante"},
        {"exposed_card": "redeal_and_penalty"},
        {"exposed_penalty": "twice_pot"},
    ],
)
def test_what_an_offence_costs_where_it_can_not_happen_is_senseless(changes):
    broken = refused(**changes)
    (option,) = changes
    assert (broken.rule, broken.facts["option"]) == (TABLE_1, option)
    assert option in broken.says
    assert preset(deck="entered", exposed_card="redeal_and_penalty", exposed_penalty="twice_pot").enforcement == "refuse"


@breaks("TABLE-1", "AZI-BID-3", "AZI-AZI-2", "AZI-AZI-4")
@pytest.mark.parametrize(
    ("whole", "option", "senseless"),
    [
        ({}, "raise_limit_with_cap", "double"),
        ({"buy_in_no_trick": "ante", "buy_in_folded": "ante"}, "buy_in_base", "running"),
        ({"buy_in_no_trick": "ante", "buy_in_folded": "ante"}, "round_buy_in", "down"),
        ({"buy_in_no_trick": "1", "buy_in_folded": "ante"}, "round_buy_in", "nearest"),
    ],
)
def test_an_option_beside_which_another_plays_no_part_is_named(whole, option, senseless):
    broken = refused(**whole, **{option: senseless})
    assert (broken.rule, broken.facts["option"]) == (TABLE_1, option)
    assert f"{option} cannot be {senseless}." in broken.says
    assert preset(cap="25", raise_limit_with_cap="double").raise_limit_with_cap == "double"
    assert preset(buy_in_no_trick="1", buy_in_folded="ante", buy_in_base="running").buy_in_base == "running"
    assert preset(buy_in_no_trick="ante", round_buy_in="down").round_buy_in == "down"


@breaks("TABLE-1")
@pytest.mark.parametrize(
    ("option", "value", "must_be"),
    [
        ("false_claim_penalty", None, 'the word "none", in quotes'),
        ("buy_in_folded", 1, 'the word "1", in quotes'),
        ("play_out", "true", "true or false without quotes"),
        ("players_min", "3", "a number without quotes"),
        ("raises_max", "3", "a number without quotes"),
    ],
)
def test_what_is_possible_but_for_its_type_is_told_its_type(option, value, must_be):
    broken = refused(**{option: value})
    assert broken.rule is TABLE_1
    assert broken.says == f"The house rule {option} must be {must_be}."
    assert "cannot be yes. Possible: true or false." in refused(play_out="yes").says


@breaks("AZI-SEAT-1")
@pytest.mark.parametrize(("fewest", "most"), [(1, 7), (0, 7), (3, 8), (5, 4), (8, 8), (3, 2)])
def test_seats_that_the_game_can_not_fill_are_refused(fewest, most):
    assert refused(players_min=fewest, players_max=most).rule is AZI_SEAT_1


@breaks("AZI-SEAT-1", "AZI-FOUR-1")
@pytest.mark.parametrize(("option", "value"), [("players_max", 7), ("players_min", 7)])
def test_seven_players_with_four_cards_do_not_fit_into_27_cards(option, value):
    with pytest.raises(RuleBroken) as broken:
        preset("azi-four", **{option: value})
    assert (broken.value.rule, broken.value.facts["option"]) == (AZI_SEAT_1, option)
    assert "6" in broken.value.says


@keeps("AZI-SEAT-1")
def test_two_to_seven_may_play():
    assert preset(players_min=2, players_max=2).players_max == 2


@breaks("AZI-BID-1", "AZI-BID-4")
def test_amounts_that_contradict_each_other_are_refused():
    assert refused(ante="0").facts["option"] == "ante"
    assert refused(cap="9").rule is AZI_BID_1
    assert refused(open_max="4").rule is AZI_BID_1
    assert refused(cap="20", open_max="21").rule is AZI_BID_4
    assert preset(cap="10", open_max="10").cap == 10


@pytest.mark.parametrize("price", ["1/3", "1/2", "2/3", "1", "ante"])
def test_a_buy_in_is_a_fraction_the_whole_pot_or_an_ante(price):
    assert preset(buy_in_folded=price).buy_in_folded == price


@breaks("AZI-AZI-3")
@pytest.mark.parametrize("price", ["0", "2", "3/2", "1/0", "0/1", "3/3", "whole", "1 / 3", "-1/3", "1/1000", 1, None])
def test_another_price_of_a_buy_in_is_refused(price):
    assert refused(buy_in_folded=price).facts["option"] == "buy_in_folded"
