"""Whatever is malformed gets its problem, changes nothing, and is never a fault of the service."""

from __future__ import annotations

import json

import httpx
import pytest

from tests.api.service import Service, new_key


def send(service: Service, path: str, content: bytes, content_type: str | None = "application/json") -> httpx.Response:
    headers = service.cashier.headers(Idempotency_Key=new_key())
    if content_type is not None:
        headers["Content-Type"] = content_type
    return service.http.post(path, headers=headers, content=content)


def told(answer: httpx.Response, status: int, name: str) -> None:
    """Asserts that the answer is this problem, in full."""
    assert answer.status_code == status, answer.text
    assert answer.headers["Content-Type"] == "application/problem+json"
    body = answer.json()
    assert (body["type"], body["status"]) == (f"/problems/{name}", status)
    assert body["title"]
    assert body["detail"]


@pytest.mark.parametrize(
    "content",
    [
        b"{",
        b"",
        b"nonsense",
        b"[]",
        b'"5"',
        b"null",
        b'{"amount": "5"',
        b'{"amount": "5"}}',
        b'{"amount": "5", "amount": "6"}',
        b'{"amount": NaN}',
        b'{"amount": Infinity}',
        b'{"amount": "5", "reference": "\\ud800"}',
        b'{"amount": "5", "reference": "a\\u0000b"}',
        b'{"amount": "5", "reference": "a\x00b"}',
        b'{"amount": "5", "\\ud800": 1}',
        b'{"amount": "5", "reference": "\xff"}',
        b"\xef\xbb\xbf{}",
        '{"amount": "5"}'.encode("utf-16"),
        b'{"amount": ' + b"[" * 20000 + b"]" * 20000 + b"}",
        b'{"amount": ' + b'{"a":' * 30 + b"1" + b"}" * 30 + b"}",
        b'{"amount": ' + b"9" * 5000 + b"}",
        b'{"amount": 1e999}',
        b'{"amount": 5}',
        b'{"amount": 5.0}',
        b'{"amount": true}',
        b'{"amount": null}',
        b'{"amount": ["5"]}',
        b'{"amount": {"amount": "5"}}',
        b'{"amount": "5", "colour": "red"}',
        b'{"amount": "5", "reference": 5}',
        b'{"amount": "5", "reference": ""}',
        b'{"amount": "5", "reference": "a\\nb"}',
        b"{}",
        b'{"amount": "5", "reference": "' + b"x" * 201 + b'"}',
    ],
)
def test_a_malformed_body_is_a_422(service: Service, content: bytes) -> None:
    player = service.player()
    told(send(service, f"/v1/players/{player}/deposits", content), 422, "malformed")
    assert service.cashier.read(f"/v1/players/{player}")["version"] == 1


@pytest.mark.parametrize(
    "amount",
    [
        "0",
        "-5",
        "+5",
        "5.0",
        "5,0",
        "05",
        " 5",
        "5 ",
        "5\n",
        "٥",
        "５",
        "1e3",
        "0x5",
        "",
        "five",
        "1_000",
        str(10**30 + 1),
        "9" * 40,
    ],
)
def test_an_amount_is_a_whole_positive_number_within_bounds(service: Service, amount: str) -> None:
    player = service.player()
    for path in ("deposits", "withdrawals"):
        answer = service.cashier.post(f"/v1/players/{player}/{path}", {"amount": amount})
        told(answer, 422, "malformed")
        assert "amount" in answer.json()["errors"]


def test_a_body_above_the_limit_is_a_413_that_names_it(service: Service) -> None:
    player = service.player()
    answer = send(service, f"/v1/players/{player}/deposits", b'{"amount": "' + b"5" * 70000 + b'"}')
    told(answer, 413, "body-too-large")
    assert answer.json()["limit_bytes"] == 64 * 1024


@pytest.mark.parametrize(
    "content_type", ["text/plain", "application/xml", "application/json; charset=latin-1", "multipart/form-data", ";"]
)
def test_another_content_type_is_a_415(service: Service, content_type: str) -> None:
    player = service.player()
    told(send(service, f"/v1/players/{player}/deposits", b'{"amount": "5"}', content_type), 415, "unsupported-media-type")


def test_a_body_without_a_content_type_is_a_415(service: Service) -> None:
    player = service.player()
    told(send(service, f"/v1/players/{player}/deposits", b'{"amount": "5"}', None), 415, "unsupported-media-type")


@pytest.mark.parametrize("method", ["DELETE", "PATCH", "PUT"])
def test_another_method_is_a_405_with_those_that_are_allowed(service: Service, method: str) -> None:
    answer = service.http.request(method, "/v1/tables", headers=service.admin.headers())
    told(answer, 405, "method-not-allowed")
    assert {"GET", "POST"} <= {word.strip() for word in answer.headers["Allow"].split(",")}


@pytest.mark.parametrize(
    "path",
    [
        "/v1/nothing",
        "/v1/players/..%2f..%2fetc",
        "/v1/players/%00",
        "/v1/players/ABC",
        "/v1/players/%F0%9F%98%80",
        "/v1/players/%ff%fe",
        "/v1/players/a'b",
        "/v1/players/" + "a" * 300,
        "/v1/games/abc",
        "/v1/games/abc-0",
        "/v1/games/abc--1",
        "/v1/games/abc-1",
        "/v1/games/abc-99999999999999999999",
        "/v1/tables/abc/",
        "//v1/tables",
        "/v1/tables/wallet-x",
        "/problems/none",
        "/rules/none",
        "/docs/nothing.js",
    ],
)
def test_an_address_of_nothing_is_a_404(service: Service, path: str) -> None:
    told(service.admin.get(path), 404, "not-found")


def test_a_client_that_takes_no_json_gets_a_406(service: Service) -> None:
    told(service.admin.get("/v1/tables", Accept="text/html"), 406, "not-acceptable")
    for accept in ("*/*", "application/json", "application/*", "application/problem+json"):
        assert service.admin.get("/v1/tables", Accept=accept).status_code == 200


@pytest.mark.parametrize(
    "cursor", ["x", "AA", "%00", "%C3%A9", "bnVsbA", "LTE", "MS41", "InVwIg", "e30", "A" * 601, "W1tbW1tbW1tb"]
)
@pytest.mark.parametrize("path", ["/v1/tables", "/v1/games"])
def test_a_cursor_that_nobody_gave_out_is_refused(service: Service, path: str, cursor: str) -> None:
    told(service.admin.get(f"{path}?cursor={cursor}"), 422, "malformed")


@pytest.mark.parametrize("name", ["", "   ", "a\nb", "a\x7fb", "x" * 81, "\u0085", 5, None, ["A"], {}])
def test_a_name_that_is_none_is_refused(service: Service, name: object) -> None:
    told(service.admin.post("/v1/players", {"name": name}), 422, "malformed")
    body = {"name": name, "preset": "azi-three", "seats": 5}
    told(service.steward.post("/v1/tables", body), 422, "malformed")


ACTS = [
    {},
    {"type": "fly", "seat": 1},
    {"type": ["call"], "seat": 1},
    {"type": None, "seat": 1},
    {"type": "call"},
    {"type": "call", "seat": 0},
    {"type": "call", "seat": 11},
    {"type": "call", "seat": "1"},
    {"type": "call", "seat": 1.0},
    {"type": "call", "seat": True},
    {"type": "call", "seat": 1, "amount": "5"},
    {"type": "raise", "seat": 1},
    {"type": "raise", "seat": 1, "amount": 40},
    {"type": "raise", "seat": 1, "price": "40"},
    {"type": "bet_blind", "seat": 1, "amount": "-10"},
    {"type": "play", "seat": 1},
    {"type": "play", "seat": 1, "card": "9 of hearts"},
    {"type": "play", "seat": 1, "card": 9},
    {"type": "play", "seat": 1, "card": ""},
    {"type": "cut", "seat": 1, "at": "5"},
    {"type": "cut", "seat": 1, "at": -1},
    {"type": "cut", "seat": 1, "at": 10**30},
    {"type": "shuffle", "seat": 1, "secret": "00"},
    {"type": "shuffle", "seat": 1, "order": ["9H"]},
    {"type": "shuffle", "seat": 1, "commitment": "00"},
    {"type": "deal", "seat": 1, "hands": {"one": ["9H"]}},
    {"type": "deal", "seat": 1, "hands": {"1": []}},
    {"type": "deal", "seat": 1, "hands": {"1": ["9H"] * 60}},
    {"type": "deal", "seat": 1, "hands": [["9H"]]},
    {"type": "deal", "seat": 1, "trump": "1C"},
    {"type": "draw_lot", "draws": []},
    {"type": "draw_lot", "draws": [{"seat": 1, "card": "9H"}] * 100},
    {"type": "draw_lot", "draws": [{"seat": 1}]},
    {"type": "start_game"},
]


@pytest.mark.parametrize("act", ACTS, ids=json.dumps)
def test_an_act_of_no_known_form_is_a_422(service: Service, act: dict[str, object]) -> None:
    player = service.room.acting_for(service.player())
    told(player.post("/v1/games/aaaaaaaaaaaaaaaa-1/actions", act), 422, "malformed")


def test_an_act_in_a_game_that_does_not_exist_is_a_404(service: Service) -> None:
    player = service.room.acting_for(service.player())
    told(player.post("/v1/games/aaaaaaaaaaaaaaaa-1/actions", {"type": "call", "seat": 1}), 404, "not-found")


TABLES = [
    ({"preset": "azi-nine"}, 409),
    ({"preset": 5}, 422),
    ({"seats": 0}, 422),
    ({"seats": 8}, 409),
    ({"seats": "5"}, 422),
    ({"house": {"ante": "-5"}}, 409),
    ({"house": {"ante": []}}, 409),
    ({"house": {"ante": "05"}}, 409),
    ({"house": {"ante": 5.5}}, 409),
    ({"house": {"colour": "red"}}, 409),
    ({"house": {"preset": "mine"}}, 409),
    ({"house": {"cap": "3"}}, 409),
    ({"house": []}, 422),
    ({"house": {str(number): 1 for number in range(61)}}, 422),
    ({"ends_at": "2020-01-01T00:00:00Z"}, 409),
    ({"ends_at": "2999-01-01T00:00:00"}, 422),
    ({"ends_at": 5}, 422),
    ({"stewards": ["a b"]}, 422),
    ({"stewards": ["a"] * 21}, 422),
    ({"stewards": "a"}, 422),
    ({"game": "chess"}, 422),
    ({"unit": "gold"}, 422),
]


@pytest.mark.parametrize(("change", "status"), TABLES, ids=json.dumps)
def test_a_table_of_senseless_rules_is_not_opened(service: Service, change: dict[str, object], status: int) -> None:
    answer = service.steward.post("/v1/tables", {"name": "T", "preset": "azi-three", "seats": 5, **change})
    assert answer.status_code == status, answer.text
    assert answer.headers["Content-Type"] == "application/problem+json"
    assert answer.json()["detail"]
