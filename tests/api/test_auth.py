"""Keys at the door, and rooms that speak for their players."""

from __future__ import annotations

import pytest

from tests.api.service import Client, Service


@pytest.mark.parametrize(
    "authorization",
    [
        None,
        "",
        "Bearer",
        "Basic cl_x",
        "Bearer cl_unknown",
        "Bearer two words",
        "cl_x",
        "Bearer " + "x" * 300,
        "Bearer é",
    ],
)
def test_without_a_known_key_nobody_comes_in(service: Service, authorization: str | None) -> None:
    headers = [] if authorization is None else [(b"Authorization", authorization.encode("latin-1"))]
    answer = service.http.get("/v1/tables", headers=headers)
    assert (answer.status_code, answer.json()["type"]) == (401, "/problems/not-authenticated")
    assert answer.headers["WWW-Authenticate"].startswith("Bearer")
    assert answer.headers["Content-Type"] == "application/problem+json"


def test_a_revoked_key_opens_nothing_from_that_moment(service: Service) -> None:
    made = service.admin.done("/v1/keys", {"role": "auditor", "name": "for a day"})
    auditor = Client(service.http, made["key"])
    assert auditor.get("/v1/tables").status_code == 200
    assert service.http.delete(f"/v1/keys/{made['id']}", headers=service.admin.headers()).status_code == 204
    assert auditor.get("/v1/tables").status_code == 401
    assert service.http.delete(f"/v1/keys/{made['id']}", headers=service.admin.headers()).status_code == 204


def test_a_key_is_shown_once_and_its_repetition_shows_none(service: Service) -> None:
    body = {"role": "steward", "name": "Stella's"}
    first = service.admin.post("/v1/keys", body, key := "keys-1")
    again = service.admin.post("/v1/keys", body, key)
    assert first.status_code == again.status_code == 201
    assert first.json()["key"].startswith("cl_")
    assert again.json() == {**first.json(), "key": None}
    listed = service.admin.read("/v1/keys?limit=100")["keys"]
    assert [item["role"] for item in listed if item["id"] == first.json()["id"]] == ["steward"]
    assert first.json()["key"] not in service.admin.get("/v1/keys?limit=100").text


def test_only_an_admin_makes_lists_and_revokes_keys(service: Service) -> None:
    for client in (service.cashier, service.steward, service.auditor, service.room):
        assert client.post("/v1/keys", {"role": "admin", "name": "mine"}).status_code == 403
        assert client.get("/v1/keys").status_code == 403
        assert service.http.delete("/v1/keys/aaaa", headers=client.headers()).status_code == 403
    assert service.http.delete("/v1/keys/aaaa", headers=service.admin.headers()).status_code == 404


@pytest.mark.parametrize(
    "body",
    [
        {"role": "owner", "name": "x"},
        {"role": "player", "name": "x"},
        {"role": "admin", "name": ""},
        {"role": "admin", "name": "x", "subject": "No Such"},
        {"role": "admin", "name": "x", "secret": "mine"},
        {"role": ["admin"], "name": "x"},
    ],
)
def test_a_key_of_a_senseless_kind_is_refused(service: Service, body: dict[str, object]) -> None:
    assert service.admin.post("/v1/keys", body).status_code == 422


def test_a_players_key_needs_a_player(service: Service) -> None:
    assert service.admin.post("/v1/keys", {"role": "player", "name": "x", "subject": "aaaaaaaaaaaaaaaa"}).status_code == 404
    player = service.player(5)
    made = service.admin.done("/v1/keys", {"role": "player", "name": "x", "subject": player})
    assert Client(service.http, made["key"]).read(f"/v1/players/{player}")["wallet"]["amount"] == "5"


def test_a_room_speaks_only_for_players_it_has_registered(service: Service) -> None:
    own = service.player(5)
    other_room = service.client("room")
    assert service.room.acting_for(own).get(f"/v1/players/{own}").status_code == 200
    answer = other_room.acting_for(own).get(f"/v1/players/{own}")
    assert (answer.status_code, answer.json()["type"]) == (403, "/problems/not-allowed")
    assert service.room.acting_for("aaaaaaaaaaaaaaaa").get("/v1/tables").status_code == 403


def test_a_room_has_the_rights_of_the_player_it_speaks_for_and_no_more(service: Service) -> None:
    one, other = service.player(5), service.player(5)
    speaking = service.room.acting_for(one)
    assert speaking.get(f"/v1/players/{other}/balance").status_code == 403
    assert speaking.post("/v1/players", {"name": "X"}).status_code == 403
    assert service.room.get(f"/v1/players/{one}/balance").status_code == 403


def test_nobody_but_a_room_speaks_for_others(service: Service) -> None:
    player = service.player()
    for client in (service.admin, service.steward, service.client("player", player)):
        assert client.acting_for(player).get("/v1/tables").status_code == 403


@pytest.mark.parametrize("player", [b"", b"A B", b"\xc3\xa9", b"x" * 200, b"../admin"])
def test_a_malformed_name_of_a_player_to_speak_for_is_refused(service: Service, player: bytes) -> None:
    headers = [(b"Authorization", f"Bearer {service.room.secret}".encode()), (b"On-Behalf-Of", player)]
    assert service.http.get("/v1/tables", headers=headers).status_code == 400
