"""Acts of Casino as requests: what is malformed, what another game has, who may, and what moves chips beside the play."""

from __future__ import annotations

import json
from typing import Any

import pytest

from api.schemas.actions import ACTS, IN_ORDER, WORDS
from api.views import state as plain
from api.views.state import shows
from engine.games import KINDS
from tests.api.casino_table import TypedGame, casino_table
from tests.api.service import Service


@pytest.fixture(scope="module")
def dealt(service: Service) -> TypedGame:
    """A game in which seat 1 is to play."""
    game = TypedGame(service)
    game.deal("7D 5H 2S 3C", a="7S 9C 2C KC", b="6H 4D 5D KD")
    return game


MALFORMED = [
    {"type": "capture", "seat": 1},
    {"type": "capture", "seat": 1, "card": "7S", "loose": "7D"},
    {"type": "capture", "seat": 1, "card": "7S", "loose": ["7 of hearts"]},
    {"type": "capture", "seat": 1, "card": "7S", "builds": ["1"]},
    {"type": "capture", "seat": 1, "card": "7S", "builds": [0]},
    {"type": "capture", "seat": 1, "card": "7S", "loose": ["7D"], "value": 7},
    {"type": "capture", "seat": 1, "card": "7S", "loose": ["7D"] * 60},
    {"type": "build", "seat": 1, "card": "7S", "loose": ["2S"]},
    {"type": "build", "seat": 1, "card": "7S", "loose": ["2S"], "value": "9"},
    {"type": "build", "seat": 1, "card": "7S", "loose": ["2S"], "value": 0},
    {"type": "build", "seat": 1, "card": "7S", "loose": ["2S"], "value": 9, "build": "one"},
    {"type": "trail", "seat": 1, "card": "7S", "loose": []},
    {"type": "trail", "seat": 1},
    {"type": "deal", "seat": 2, "hands": {"1": ["9H"]}, "trump": "9S"},
    {"type": "deal", "seat": 2, "table": ["9H"] * 7},
    {"type": "claim", "seat": 1, "deal": 1, "trick": 1, "card": "7S"},
    {"type": "raise", "seat": 1, "amount": "40"},
    {"type": "play", "seat": 1, "card": "7S"},
    {"type": "sweep", "seat": 1},
]


@pytest.mark.parametrize("act", MALFORMED, ids=json.dumps)
def test_an_act_of_no_form_that_casino_has_is_a_422_and_changes_nothing(dealt: TypedGame, act: dict[str, Any]) -> None:
    before = dealt.now()
    answer = dealt.service.steward.post(f"/v1/games/{dealt.game}/actions", act)
    assert answer.status_code == 422, answer.text
    assert answer.json()["type"] == "/problems/malformed"
    assert dealt.now() == before


REFUSED = [
    ("CAS-ORDER-1", {"type": "capture", "seat": 1, "card": "7C", "loose": ["7D"]}),
    ("CAS-ORDER-1", {"type": "trail", "seat": 1, "card": "1C"}),
    ("CAS-ORDER-1", {"type": "trail", "seat": 3, "card": "7S"}),
    ("CAS-DEAL-5", {"type": "trail", "seat": 2, "card": "6H"}),
    ("CAS-CAP-6", {"type": "capture", "seat": 1, "card": "7S"}),
    ("CAS-CAP-6", {"type": "capture", "seat": 1, "card": "7S", "loose": ["7H"]}),
    ("CAS-CAP-6", {"type": "capture", "seat": 1, "card": "7S", "loose": ["7D", "7D"]}),
    ("CAS-CAP-6", {"type": "capture", "seat": 1, "card": "7S", "builds": [3]}),
    ("CAS-CAP-2", {"type": "capture", "seat": 1, "card": "9C", "loose": ["7D"]}),
    ("CAS-CAP-1", {"type": "capture", "seat": 1, "card": "KC", "loose": ["7D"]}),
    ("CAS-BUILD-1", {"type": "build", "seat": 1, "card": "2C", "loose": [], "value": 9}),
    ("CAS-BUILD-2", {"type": "build", "seat": 1, "card": "2C", "loose": ["5H"], "value": 9}),
    ("CAS-BUILD-1", {"type": "build", "seat": 1, "card": "2C", "loose": ["3C"], "value": 5}),
    ("CAS-BUILD-3", {"type": "build", "seat": 1, "card": "2C", "loose": ["7D"], "value": 9, "build": 1}),
    ("CAS-DECK-1", {"type": "build", "seat": 1, "card": "KC", "loose": ["7D"], "value": 9}),
    ("CAS-DEAL-4", {"type": "deal", "seat": 2, "hands": {"1": ["9H"]}}),
    ("CAS-VIOL-1", {"type": "claim", "seat": 2, "deal": 1, "card": "7S"}),
    ("CAS-VIOL-1", {"type": "settle"}),
    ("CAS-VIOL-1", {"type": "settle", "undealt": ["2C", "3C"]}),
    ("CAS-VIOL-4", {"type": "play_out_of_turn", "seat": 1, "card": "7S"}),
    ("CAS-DEAL-3", {"type": "claim_missing_last", "seat": 1}),
    ("CAS-VIOL-3", {"type": "keep_card", "seat": 1}),
]


@pytest.mark.parametrize(("rule", "act"), REFUSED, ids=[json.dumps(act) for _, act in REFUSED])
def test_an_act_against_the_rules_names_the_rule_and_changes_nothing(dealt: TypedGame, rule: str, act: dict[str, Any]) -> None:
    before = dealt.now()
    answer = dealt.service.steward.post(f"/v1/games/{dealt.game}/actions", act)
    assert (answer.status_code, answer.json()["rule"]) == (409, rule), answer.text
    assert answer.json()["detail"].strip()
    assert dealt.now() == before


def test_every_listed_act_of_a_player_can_be_sent_as_it_is_listed(service: Service) -> None:
    table = casino_table(service, 2)
    table.start()
    kinds = set()
    for _ in table.steps():
        if table.now().phase == "play":
            kinds |= {act["type"] for act in table.seen(table.now().turn)["legal"]}
        if {"capture", "build", "trail", "claim_target"} <= kinds:
            return
    raise AssertionError(kinds)


def test_a_word_of_casino_is_none_of_azi(service: Service) -> None:
    table = service.table(3)
    table.start()
    answer = table.act(1, "trail", card="9H")
    assert (answer.status_code, answer.json()["errors"]) == (422, {"type": ["Azi has no such act."]})
    assert table.act(1, "claim", deal=1, card="9H").json()["errors"] == {"trick": ["Missing data for required field."]}


def test_every_game_has_its_words_and_its_view() -> None:
    assert all(shows(game) is not plain for game in KINDS)
    assert set(WORDS.values()) | {IN_ORDER} == set(ACTS) | {"correct"}


def test_a_table_takes_the_game_of_its_preset_and_no_other(service: Service) -> None:
    body = {"name": "T", "preset": "casino-family", "seats": 4}
    assert service.steward.done("/v1/tables", body)["game"] == "casino"
    assert service.steward.post("/v1/tables", {**body, "game": "azi"}).json()["rule"] == "TABLE-1"
    assert service.steward.post("/v1/tables", {**body, "seats": 5}).json()["rule"] == "TABLE-2"
    assert service.steward.post("/v1/tables", {**body, "house": {"partners": True}}).json()["rule"] == "CAS-SEAT-1"


def test_a_game_begins_when_enough_can_post_the_stake(service: Service) -> None:
    table = casino_table(service, 2, 4)
    refused = service.steward.post(f"/v1/tables/{table.id}/games")
    assert (refused.status_code, refused.json()["rule"], refused.json()["able"]) == (409, "TABLE-3", 0)
    just = casino_table(service, 2, 5)
    just.start()
    assert (just.seen(1)["pot"]["amount"], just.chips()) == ("10", {1: 0, 2: 0})


def test_who_leaves_is_out_and_his_stake_stays(service: Service) -> None:
    game = TypedGame(service, 3)
    game.deal("7D 5H 2S 3C", a="7S 9C 2C KC", b="6H 4D 5D KD", c="8C 8D 8H 8S")
    service.steward.done(f"/v1/tables/{game.table.id}/leave", {"player": game.table.seats[1]})
    assert [(seat["out"], seat["left"]) for seat in game.now()["seats"]] == [(True, True), (False, False), (False, False)]
    assert game.now()["turn"] == 2
    service.steward.done(f"/v1/tables/{game.table.id}/leave", {"player": game.table.seats[2]})
    now = game.now()
    assert (now["over"], now["winners"]) == (True, [3])
    assert game.table.chips()[3] == 110
    told = service.auditor.read(f"/v1/players/{game.table.seats[1]}/balance?min_position={service.ledger.head()}")
    assert told["wallet"]["amount"] == "95"


def test_chips_come_in_in_ones_turn_and_points_may_take_a_stack_below_zero(service: Service) -> None:
    game = TypedGame(service, 2, 5, preset="casino-strict-6", per_point="10")
    player = game.table.seats[1]
    service.cashier.done(f"/v1/players/{player}/deposits", {"amount": "7"})
    game.deal("TD AC AD 2S", a="TS AH 2H 3H", b="KC QC JC 9C")
    service.steward.done(f"/v1/tables/{game.table.id}/chips", {"player": player, "direction": "top_up", "amount": "7"})
    for card, loose, other in [("TS", "TD", "KC"), ("AH", "AC AD", "QC"), ("2H", "2S", "JC")]:
        game.play("capture", card, loose)
        game.play("trail", other)
    events = game.do("claim_target", seat=1)
    words = [event["type"].removeprefix("casino.") for event in events if event["type"].startswith("casino.")]
    assert words == ["target_claimed", "game_decided", "points_posted", "pot_awarded", "deck_revealed", "game_ended"]
    assert game.table.chips() == {1: 77, 2: -60}


def test_a_void_game_gives_the_stakes_back_and_a_mistyped_card_is_taken_back(service: Service) -> None:
    game = TypedGame(service, enforcement="record")
    game.deal("7D 5H 2S 3C", a="7S 9C 2C KC", b="6H 4D 5D KD")
    step = game.now()["version"] + 1
    game.play("trail", "9C")
    version = str(game.now()["version"])
    body = {"step": step, "reason": "He played the seven"}
    answer = service.steward.post(f"/v1/games/{game.game}/corrections", body, If_Match=f'"{version}"')
    assert answer.status_code == 201, answer.text
    assert (game.now()["turn"], game.now()["loose"]) == (1, ["7D", "5H", "2S", "3C"])
    game.play("capture", "7S", "7D")
    game.do("void_game", reason="Nobody wants to go on")
    assert game.table.chips() == {1: 100, 2: 100}
    told = service.auditor.read(f"/v1/players/{game.table.seats[1]}/statement?min_position={service.ledger.head()}")
    assert [line["kind"] for line in told["lines"]][-2:] == ["stake", "refund"]


def test_where_only_the_players_see_their_hands_an_open_claim_is_decided_by_the_last_card(service: Service) -> None:
    game = TypedGame(service, deck="unseen", enforcement="record")
    game.do("shuffle", seat=2)
    game.do("cut", seat=1, at=20)
    dealt = game.do("deal", seat=2, table=["4S", "3D", "8H", "KD"])
    assert (dealt[0]["type"], dealt[0]["data"]["each"]) == ("casino.dealt_unseen", 4)
    seats = game.now()["seats"]
    assert [(one["cards"], one["hand"], len(one["possible"]["perhaps"])) for one in seats] == [(4, None, 48), (4, None, 48)]
    game.do("build", seat=1, card="5H", loose=["4S"], value=9)
    assert [event["type"] for event in game.do("claim", seat=2, deal=1, card="5H")] == ["casino.claim_made"]
    for seat, card in ((2, "QC"), (1, "2C"), (2, "QD"), (1, "2D"), (2, "QH")):
        game.do("trail", seat=seat, card=card)
    decided = [event["type"].removeprefix("casino.") for event in game.do("trail", seat=1, card="2H")]
    assert decided == ["card_trailed", "claim_upheld", "points_deducted"]
    assert [one["score"] for one in game.now()["seats"]] == [-2, 0]
