"""The same request again, the same key for another request, and many at the same moment."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor

import httpx
import pytest

from tests.api.service import Client, Service, new_key


def same(one: httpx.Response, other: httpx.Response) -> bool:
    """Whether two answers are equal in all that the first one was: status, bytes, version, position."""
    names = ("Content-Type", "ETag", "Ledger-Position")
    return (one.status_code, one.content, *(one.headers.get(name) for name in names)) == (
        other.status_code,
        other.content,
        *(other.headers.get(name) for name in names),
    )


def test_a_request_repeated_under_its_key_is_done_once_and_answered_alike(service: Service) -> None:
    player, key = service.player(), new_key()
    one, other = (service.cashier.post(f"/v1/players/{player}/deposits", {"amount": "30"}, key) for _ in range(2))
    assert one.status_code == 201
    assert same(one, other)
    assert (one.headers.get("Idempotent-Replayed"), other.headers["Idempotent-Replayed"]) == (None, "true")
    assert service.cashier.read(f"/v1/players/{player}")["wallet"]["amount"] == "30"


def test_a_body_that_means_the_same_is_the_same_request(service: Service) -> None:
    player, key = service.player(), new_key()
    path, headers = f"/v1/players/{player}/deposits", service.cashier.headers(Content_Type="application/json", Idempotency_Key=key)
    bodies = (
        '{"amount": "30", "reference": "till 1"}',
        ' {"reference":"till 1","amount":"30"}',
        '{"reference": "till 1", "effective_at": null, "amount": "\\u00330"}',
    )
    one, *others = (service.http.post(path, headers=headers, content=body) for body in bodies)
    assert one.status_code == 201, one.text
    assert all(same(one, other) for other in others)
    other = service.http.post(path, headers=headers, content='{"amount": "30"}')
    assert (other.status_code, other.json()["type"]) == (422, "/problems/key-reused")
    assert service.cashier.read(f"/v1/players/{player}")["wallet"]["amount"] == "30"


def test_a_house_rule_of_none_is_not_one_that_is_left_out(service: Service) -> None:
    key = new_key()
    body = {"name": "Capped", "preset": "azi-three", "seats": 7, "house": {"cap": 25}}
    assert service.steward.post("/v1/tables", body, key).status_code == 201
    for house in ({"cap": None}, {}):
        assert service.steward.post("/v1/tables", {**body, "house": house}, key).status_code == 422
    assert service.steward.post("/v1/tables", dict(reversed(body.items())), key).status_code == 201


def test_fifty_equal_requests_at_once_make_one_event_and_fifty_equal_answers(service: Service) -> None:  # D31
    player, key = service.player(), new_key()

    def deposit(_: int) -> httpx.Response:
        return service.cashier.post(f"/v1/players/{player}/deposits", {"amount": "30"}, key)

    with ThreadPoolExecutor(50) as pool:
        answers = list(pool.map(deposit, range(50)))
    assert {answer.status_code for answer in answers} == {201}
    assert all(same(answers[0], answer) for answer in answers)
    assert service.cashier.read(f"/v1/players/{player}")["version"] == 2


def test_a_key_with_another_body_or_address_is_refused_and_changes_nothing(service: Service) -> None:  # D31
    player, other, key = service.player(), service.player(), new_key()
    path = f"/v1/players/{player}/deposits"
    assert service.cashier.post(path, {"amount": "30"}, key).status_code == 201
    for again in (
        service.cashier.post(path, {"amount": "31"}, key),
        service.cashier.post(f"/v1/players/{other}/deposits", {"amount": "30"}, key),
        service.cashier.post(f"{path}?x=1", {"amount": "30"}, key),
    ):
        assert (again.status_code, again.json()["type"]) == (422, "/problems/key-reused")
    assert service.cashier.read(f"/v1/players/{player}")["wallet"]["amount"] == "30"
    assert service.cashier.read(f"/v1/players/{other}")["wallet"]["amount"] == "0"


def test_a_refusal_repeated_under_its_key_stays_the_refusal_it_was(service: Service) -> None:  # D31
    player, key = service.player(10), new_key()
    path = f"/v1/players/{player}/withdrawals"
    refused = service.cashier.post(path, {"amount": "50"}, key)
    assert refused.status_code == 409
    service.cashier.done(f"/v1/players/{player}/deposits", {"amount": "100"})
    again = service.cashier.post(path, {"amount": "50"}, key)
    assert same(refused, again)
    assert again.headers["Idempotent-Replayed"] == "true"
    assert service.cashier.post(path, {"amount": "50"}).status_code == 201


def test_two_withdrawals_at_once_from_a_wallet_that_holds_enough_for_one(service: Service) -> None:  # D32
    player = service.player(100)

    def withdraw(_: int) -> int:
        return service.cashier.post(f"/v1/players/{player}/withdrawals", {"amount": "100"}).status_code

    with ThreadPoolExecutor(2) as pool:
        assert sorted(pool.map(withdraw, range(2))) == [201, 409]
    assert service.cashier.read(f"/v1/players/{player}")["wallet"]["amount"] == "0"


def test_a_key_belongs_to_the_caller_and_of_a_room_to_the_player_it_speaks_for(service: Service) -> None:
    table = service.table(2)
    key = new_key()
    for seat in (1, 2):
        left = table.of(seat).post(f"/v1/tables/{table.id}/leave", {}, key)
        assert left.status_code == 201, left.text
    assert all(not seat["taken"] for seat in service.steward.read(f"/v1/tables/{table.id}")["seats"])


def test_what_is_not_kept_may_be_tried_again_under_the_same_key(service: Service) -> None:
    player, key = service.player(), new_key()
    path = f"/v1/players/{player}/deposits"
    assert service.cashier.post(path, {"amount": "-1"}, key).status_code == 422
    assert service.cashier.post(path, {"amount": "5"}, key, If_Match='"9"').status_code == 412
    assert service.cashier.post(path.replace(player, "b" * 16), {"amount": "5"}, key).status_code == 404
    assert service.cashier.post(path, {"amount": "5"}, key).status_code == 201


def test_a_request_that_writes_needs_a_key(service: Service) -> None:
    player = service.player()
    headers = service.cashier.headers(Content_Type="application/json")
    answer = service.http.post(f"/v1/players/{player}/deposits", headers=headers, content='{"amount": "5"}')
    assert (answer.status_code, answer.json()["type"]) == (400, "/problems/idempotency-key-missing")


@pytest.mark.parametrize("key", ["a b", "x" * 256, "é", "tab\there"])
def test_a_key_of_another_form_is_refused(service: Service, key: str) -> None:
    player = service.player()
    headers = service.cashier.headers(Content_Type="application/json")
    raw = [*((name.encode(), value.encode()) for name, value in headers.items()), (b"Idempotency-Key", key.encode("latin-1"))]
    answer = service.http.post(f"/v1/players/{player}/deposits", headers=raw, content='{"amount": "5"}')
    assert answer.status_code == 400
    assert answer.headers["Content-Type"] == "application/problem+json"


def test_an_act_in_a_game_repeated_at_once_from_many_sides_happens_once(service: Service) -> None:
    table = service.table(3)
    table.start()
    game = table.seen(1)
    player: Client = table.of(game["turn"])
    body, key = {"type": "shuffle", "seat": game["turn"]}, new_key()

    def act(_: int) -> httpx.Response:
        return player.post(f"/v1/games/{table.game}/actions", body, key)

    with ThreadPoolExecutor(8) as pool:
        answers = list(pool.map(act, range(8)))
    assert {answer.status_code for answer in answers} == {201}
    assert all(same(answers[0], answer) for answer in answers)
    types = [event["type"] for event in service.steward.read(f"/v1/games/{table.game}/events")["events"]]
    assert types.count("azi.deck_committed") == 1
