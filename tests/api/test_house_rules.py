"""The house rules when a table opens (TABLE-1): every option taken or refused, and senseless mixes refused with the reason."""

from __future__ import annotations

from typing import Any

import pytest

from tests.api.service import Service

REAL = {"deck": "entered"}
RECORDED = {"deck": "entered", "enforcement": "record"}
PENALISED = {**RECORDED, "exposed_card": "redeal_and_penalty"}

TAKEN: list[dict[str, Any]] = [
    *[{"missing_suit": suit} for suit in "CDHS"],
    {"ante": "1"},
    {"ante": "1000000000000000000000000000000"},
    {"cap": "10"},
    {"cap": "none"},
    {"open_max": "5"},
    {"open_max": "none"},
    {"cap": "25", "open_max": "25", "raise_limit_with_cap": "double"},
    {"raise_limit_with_cap": "cap"},
    {"players_min": 2, "players_max": 7},
    *[{"raises_max": value} for value in (None, 1, 3)],
    *[{"trump_from": value} for value in ("stock", "dealer_last")],
    *[{"first_lead": value} for value in ("bid_winner", "right_of_bid_winner", "left_of_dealer", "dealer")],
    {"bidding": "stay_raise"},
    {"na_azi": True},
    *[{"all_pass_dealer": value} for value in ("same", "next")],
    *[{"dealer_rule": value} for value in ("winner", "rotate")],
    *[{"buy_in_no_trick": "1/3", "buy_in_folded": value} for value in ("1/3", "1/2", "1", "ante")],
    *[{"buy_in_base": value} for value in ("at_azi", "running")],
    *[{"round_buy_in": value} for value in ("up", "down", "nearest", "half_up")],
    *[{"blind_counts_double": value} for value in (True, False)],
    *[{"must_overtrump": value} for value in (True, False)],
    *[{"play_out": value} for value in (True, False)],
    *[{"reveal": value} for value in ("played", "all", "shown")],
    *[{"at_end_time": value} for value in ("finish_game", "split_pot")],
    *[{"deck": deck, "enforcement": enforcement} for deck in ("service", "entered") for enforcement in ("refuse", "record")],
    {**REAL, "exposed_card": "owner_chooses"},
    {**REAL, "exposed_card": "redeal_and_penalty"},
    *[{**PENALISED, "exposed_penalty": value} for value in ("ante", "twice_pot")],
    *[{**RECORDED, "undertrump_is_renege": value} for value in (True, False)],
    *[{**RECORDED, "restore": value} for value in ("until_next_trick", "always", "never")],
    *[{**RECORDED, "false_claim_penalty": value} for value in ("none", "ante")],
]

# (changes, rule, the option named, a word of the reason)
REFUSED: list[tuple[dict[str, Any], str, str, str]] = [
    ({"missing_suit": "X"}, "TABLE-1", "missing_suit", "C or D or H or S"),
    ({"ante": "0"}, "TABLE-1", "ante", "1 or more"),
    ({"ante": "-5"}, "TABLE-1", "ante", "whole chips"),
    ({"ante": 2.5}, "TABLE-1", "ante", "whole chips"),
    ({"ante": "none"}, "TABLE-1", "ante", "whole chips"),
    ({"cap": "9"}, "AZI-BID-1", "cap", "nobody could bet blind"),
    ({"open_max": "4"}, "AZI-BID-1", "open_max", "at least the ante"),
    ({"cap": "20", "open_max": "21"}, "AZI-BID-4", "open_max", "above the cap"),
    ({"raise_limit_with_cap": "triple"}, "TABLE-1", "raise_limit_with_cap", "cap or double"),
    ({"players_min": 1}, "AZI-SEAT-1", "players_min", "2 to 7"),
    ({"players_max": 8}, "AZI-SEAT-1", "players_max", "to 7"),
    ({"players_min": 5, "players_max": 4}, "AZI-SEAT-1", "players_max", "5 to 7"),
    ({"all_pass_dealer": "any"}, "TABLE-1", "all_pass_dealer", "same or next"),
    ({"dealer_rule": "lot"}, "TABLE-1", "dealer_rule", "winner or rotate"),
    ({"buy_in_no_trick": "3/2"}, "TABLE-1", "buy_in_no_trick", "a fraction of the pot"),
    ({"buy_in_folded": "0"}, "TABLE-1", "buy_in_folded", "a fraction of the pot"),
    ({"buy_in_base": "later"}, "TABLE-1", "buy_in_base", "at_azi or running"),
    ({"round_buy_in": "away"}, "TABLE-1", "round_buy_in", "up"),
    ({"blind_counts_double": "yes"}, "TABLE-1", "blind_counts_double", "true or false"),
    ({"must_overtrump": 1}, "TABLE-1", "must_overtrump", "true or false"),
    ({"play_out": None}, "TABLE-1", "play_out", "true or false"),
    ({"reveal": "nothing"}, "TABLE-1", "reveal", "played or all or shown"),
    ({"at_end_time": "stop"}, "TABLE-1", "at_end_time", "finish_game or split_pot"),
    ({"deck": "unseen"}, "TABLE-1", "deck", "needs enforcement = record"),
    ({"deck": "unseen", "enforcement": "record", "reveal": "all"}, "TABLE-1", "reveal", "played or shown"),
    ({"deck": "marked"}, "TABLE-1", "deck", "service or entered"),
    ({"enforcement": "lax"}, "TABLE-1", "enforcement", "refuse or record"),
    ({"exposed_card": "redeal_and_penalty"}, "TABLE-1", "exposed_card", "nobody shows a card"),
    ({**REAL, "exposed_penalty": "twice_pot"}, "TABLE-1", "exposed_penalty", "no such penalty"),
    ({"undertrump_is_renege": False}, "TABLE-1", "undertrump_is_renege", "no card goes against the rules"),
    ({**REAL, "restore": "always"}, "TABLE-1", "restore", "no card goes against the rules"),
    ({"false_claim_penalty": "ante"}, "TABLE-1", "false_claim_penalty", "no card goes against the rules"),
    ({**RECORDED, "restore": "sometimes"}, "TABLE-1", "restore", "until_next_trick or always or never"),
    ({**RECORDED, "false_claim_penalty": "pot"}, "TABLE-1", "false_claim_penalty", "none or ante"),
    ({**PENALISED, "exposed_penalty": "pot"}, "TABLE-1", "exposed_penalty", "ante or twice_pot"),
    ({"cards_dealt": 4}, "AZI-SEAT-1", "players_max", "6"),
    ({"cards_dealt": 5}, "TABLE-1", "cards_dealt", "2 or 3 or 4"),
    ({"cards_kept": 2}, "TABLE-1", "cards_kept", "3"),
    ({"bidding": "none"}, "TABLE-1", "first_lead", "left_of_dealer"),
    ({"cards_dealt": 2}, "TABLE-1", "cards_kept", "Of 2 cards"),
    ({"raises_max": 0}, "AZI-BID4-3", "raises_max", "1 to 100 or none"),
    ({"cards_dealt": 2, "cards_kept": 2, "raznomast": True}, "TABLE-1", "raznomast", "three cards"),
    ({"jokers": 2}, "TABLE-1", "jokers", "no house rule"),
    ({"preset": "mine"}, "TABLE-1", "preset", "keeps its name"),
]


def named(changes: Any) -> str:
    """A readable name of a case."""
    return ", ".join(f"{name}={value}" for name, value in changes.items()) if isinstance(changes, dict) else ""


def opened(service: Service, changes: dict[str, Any], preset: str = "azi-three") -> Any:
    """The answer to opening a table with these changes."""
    return service.steward.post("/v1/tables", {"name": "House", "preset": preset, "seats": 5, "house": changes})


@pytest.mark.parametrize("preset", ["azi-three", "azi-three-half", "azi-two"])
@pytest.mark.parametrize("changes", TAKEN, ids=named)
def test_an_option_that_makes_sense_is_taken_and_kept_with_the_table(
    service: Service, changes: dict[str, Any], preset: str
) -> None:
    answer = opened(service, changes, preset)
    assert answer.status_code == 201, answer.text
    house = answer.json()["house_rules"]
    for name, value in changes.items():
        assert house[name] == (None if value == "none" and name in {"cap", "open_max"} else value)
    assert house["preset"] == preset


@pytest.mark.parametrize(("changes", "rule", "option", "reason"), REFUSED, ids=named)
def test_an_option_that_makes_no_sense_is_refused_with_the_reason(
    service: Service, changes: dict[str, Any], rule: str, option: str, reason: str
) -> None:
    answer = opened(service, changes)
    told = answer.json()
    assert (answer.status_code, told["rule"], told["option"]) == (409, rule, option), told
    assert reason in told["detail"], told["detail"]
    assert told["type"] == f"/rules/{'room' if rule.startswith('TABLE') else 'azi'}#{rule}"


def test_the_preset_of_the_other_practice_differs_in_one_price_only(service: Service) -> None:
    presets = {item["preset"]: item["rules"] for item in service.steward.read("/v1/house-rules")["house_rules"]}
    first, second = presets["azi-three"], presets["azi-three-half"]
    assert {name for name in first if first[name] != second[name]} == {"preset", "buy_in_folded"}
    assert (first["buy_in_folded"], second["buy_in_folded"]) == ("1/3", "1/2")


def test_presets_and_the_description_say_in_which_unit_amounts_are(service: Service) -> None:
    told = service.steward.read("/v1/house-rules")
    assert (told["unit"], told["scale"]) == ("chip", 0)
    assert "decimal strings of smallest units (1 chip)" in service.steward.read("/openapi.json")["info"]["description"]
