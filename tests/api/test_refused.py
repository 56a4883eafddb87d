"""Refusals are told in the language of whoever asks, whenever he asks; rules, codes and facts are the same in each."""

from __future__ import annotations

import json
from typing import Any

import msgspec
import pytest

from api.http.problems import refusal
from api.http.refused import members
from engine.rules import Rule, RuleBroken
from engine.saying import Row, Saying, Seats
from ledger.words.figures import decimal
from tests.api.service import Service, new_key
from tests.ledger.units import UNITS

NINE: dict[str, Any] = {"name": "Full", "preset": "azi-three", "seats": 9}
TOLD = {
    "en": ("One player a seat, one seat a player", "By these house rules a table has 3 to 7 seats, not 9."),
    "ru": ("На месте один игрок, у игрока за столом одно место", "По этому уговору мест за столом от 3 до 7, а не 9."),
    "de": (
        "Ein Platz für einen Spieler, und jeder Spieler nur einmal am Tisch",
        "Nach diesen Hausregeln hat ein Tisch 3 bis 7 Plätze, nicht 9.",
    ),
}
DESK_2 = Rule("DESK-2", "Counts")
DIFFERENCE = "{counted} were counted, the books say {booked}: a difference needs a reason."
TABLE_9 = Rule("TABLE-2", "Seats")


def test_an_act_is_refused_in_the_language_of_who_asks_and_by_the_same_rule(service: Service) -> None:
    facts = set()
    for tag, (_, detail) in TOLD.items():
        answer = service.steward.send("POST", "/v1/tables", NINE, Accept_Language=tag)
        assert (answer.status_code, answer.headers["Content-Language"]) == (409, tag)
        assert "Accept-Language" in answer.headers["Vary"]
        problem = answer.json()
        assert problem.pop("detail") == detail
        assert problem.pop("title")
        facts.add(json.dumps(problem))
    assert facts == {
        json.dumps({"type": "/rules/room#TABLE-2", "status": 409, "rule": "TABLE-2", "seats": 9, "fewest": 3, "most": 7})
    }


def test_a_refusal_that_is_sent_again_is_told_in_the_language_of_who_asks_now(service: Service) -> None:
    key = new_key()
    first, again, russian, other = (
        service.steward.send("POST", "/v1/tables", NINE, key=key, **headers)
        for headers in ({}, {}, {"Accept_Language": "ru"}, {"Accept_Language": "fr"})
    )
    assert first.content == again.content == other.content
    assert (first.json()["detail"], russian.json()["detail"]) == (TOLD["en"][1], TOLD["ru"][1])
    assert "saying" not in first.json().keys() | russian.json().keys()


def test_the_log_of_refusals_is_told_in_the_language_of_who_reads_it(service: Service) -> None:
    steward = service.client("steward")
    steward.post("/v1/tables", NINE)
    actor = service.ledger.recorder.rows("select actor from answers where rule = 'TABLE-2' order by at desc limit 1")[0][0]
    for tag, (title, detail) in TOLD.items():
        (line,) = steward.get(f"/v1/refusals?actor={actor}", Accept_Language=tag).json()["refusals"]
        assert (line["detail"], line["rule"], line["facts"]) == (detail, "TABLE-2", {"seats": 9, "fewest": 3, "most": 7})
        assert line["title"] == (title if tag != "en" else line["title"])


def test_a_refusal_that_no_order_stores_is_told_too(service: Service) -> None:
    answer = service.cashier.send("POST", "/v1/cash-desk/counts", {"amount": str(10**30 + 1)}, Accept_Language="de")
    assert answer.status_code in {409, 422}
    player = service.player(5)
    refused = service.cashier.send("POST", f"/v1/players/{player}/withdrawals", {"amount": "9"}, Accept_Language="ru").json()
    assert refused["rule"] == "WALLET-2"
    assert refused["detail"] == "В кошельке 5, ниже кредита 0 ему нельзя; 9 — слишком много."
    assert (refused["balance"], refused["limit"], refused["chips"]) == ("5", "0", "9")


def test_what_was_stored_without_its_sentence_is_told_in_english_under_the_title_of_the_language() -> None:
    old = {"type": "/rules/room#TABLE-2", "title": "Seats", "status": 409, "detail": "Seat 3 is taken.", "rule": "TABLE-2"}
    body = msgspec.json.encode(old)
    assert members(body, "en", {3: "Anna"}, 2) == old
    assert members(body, "ru", {}, 2) == {**old, "title": TOLD["ru"][0]}


@pytest.mark.parametrize(("unit", "scale"), UNITS)
@pytest.mark.parametrize("tag", TOLD)
def test_amounts_stand_in_the_sentence_as_people_read_them_and_beside_it_in_smallest_units(tag: str, unit: str, scale: int) -> None:
    broken = RuleBroken(DESK_2, DIFFERENCE, counted=5900, booked=-5905, most=200)
    told = members(refusal(broken).body, tag, {}, scale)
    counted, booked = (decimal(amount, scale).replace(".", "." if tag == "en" else ",") for amount in (5900, -5905))
    assert {counted, booked} <= set(told["detail"].replace(":", "").replace(", ", " ").split()), unit
    assert (told["counted"], told["booked"], told["most"]) == ("5900", "-5905", 200)
    within = RuleBroken(DESK_2, Saying("acts.{index}: {says}", index=2, says=broken.saying), counted=5900)
    assert counted in members(refusal(within).body, tag, {}, scale)["detail"]


def test_a_refusal_that_was_stored_without_marks_is_told_as_before() -> None:
    stored = {"type": "/rules/room#DESK-2", "title": "Counts", "status": 409, "detail": "5900 were counted.", "rule": "DESK-2"}
    said = {"template": DIFFERENCE, "facts": {"counted": 5900, "booked": 5905}}
    told = members(msgspec.json.encode({**stored, "saying": said}), "en", {}, 2)
    assert told["detail"] == "5900 were counted, the books say 5905: a difference needs a reason."


@pytest.mark.parametrize("tag", TOLD)
def test_what_no_catalogue_has_is_told_in_english_and_nothing_of_its_making_is_sent(tag: str) -> None:
    broken = RuleBroken(TABLE_9, "Nobody says {what} of {known}.", what=("9H", "TS"), known=Row(["a", "b"]), saying="x", chips=5)
    told = members(refusal(broken).body, tag, {}, 0)
    assert (
        told["detail"]
        == {
            "en": "Nobody says 9H and TS of a, b.",
            "ru": "Nobody says 9♥ и 10♠ of a, b.",
            "de": "Nobody says 9♥ und 10♠ of a, b.",
        }[tag]
    )
    assert {name: told[name] for name in told.keys() - {"title", "detail"}} == {
        "type": "/rules/room#TABLE-2",
        "status": 409,
        "rule": "TABLE-2",
        "what": ["9H", "TS"],
        "known": ["a", "b"],
        "chips": "5",
    }


@pytest.mark.parametrize(
    ("tag", "detail"),
    [
        ("en", "acts.2: It is the turn of seat 2 (Bors), not of seat 1 (Anna)."),
        ("ru", "acts.2: Черёд места 2 (Bors), а не места 1 (Anna)."),
        ("de", "acts.2: Platz 2 (Bors) ist an der Reihe, nicht Platz 1 (Anna)."),
    ],
)
def test_seats_are_told_with_the_names_that_the_reader_may_know(tag: str, detail: str) -> None:
    inner = Saying("It is the turn of seat {turn}, not of seat {seat}.", seat=1, turn=2)
    broken = RuleBroken(TABLE_9, Saying("acts.{index}: {says}", index=2, says=inner), seat=1, turn=2)
    assert members(refusal(broken).body, tag, {1: "Anna", 2: "Bors"}, 0)["detail"] == detail
    dealt = RuleBroken(TABLE_9, Saying("Cards are dealt to {seats}, and to nobody else.", seats=Seats((1, 2, 4))))
    assert "1 (Anna), 2" in members(refusal(dealt).body, tag, {1: "Anna"}, 0)["detail"]


def test_players_and_staff_of_a_table_read_names_and_a_stranger_reads_seats(service: Service) -> None:
    players = [service.player(300, name) for name in ("Anna", "Bors", "Clara")]
    table = service.steward.done("/v1/tables", {"name": "Named", "preset": "azi-three", "seats": 5})["id"]
    for seat, player in enumerate(players, 1):
        service.steward.done(f"/v1/tables/{table}/seats", {"player": player, "seat": seat, "amount": "200"})
    game = service.steward.done(f"/v1/tables/{table}/games")["id"]
    dealer = service.steward.read(f"/v1/games/{game}")["dealer"]
    other = dealer % 3 + 1
    key, act = new_key(), {"type": "shuffle", "seat": other}
    told = service.room.acting_for(players[other - 1]).post(f"/v1/games/{game}/actions", act, key)
    said = f"It is the turn of seat {dealer} ({['Anna', 'Bors', 'Clara'][dealer - 1]})"
    assert (told.status_code, said in told.json()["detail"]) == (409, True), told.text
    stored = service.ledger.recorder.rows("select body from answers where key = %s", key)[0][0]
    assert b"Anna" not in bytes(stored)
    listed = service.steward.read(f"/v1/refusals?game={game}&min_position={service.ledger.head()}")["refusals"]
    assert said in listed[-1]["detail"]
    stranger = service.player(300, "Stranger")
    taken = service.room.acting_for(stranger).post(f"/v1/tables/{table}/seats", {"seat": 1})
    assert taken.status_code == 409
    assert "Anna" not in taken.text
