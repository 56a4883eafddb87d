"""Names beside ids: who reads whose, and players and games looked for by them."""

from __future__ import annotations

from urllib.parse import quote

from ledger.people import people
from tests.api.service import Service


def test_players_are_found_by_a_part_of_their_name_whatever_the_case_and_the_accents(service: Service) -> None:
    one, other = service.player(name="Zyxél Ørsted"), service.player(name="ZYXEL Müller")
    service.player(name="Zyx")

    def found(text: str) -> set[str]:
        listed, path = set(), f"/v1/players?limit=1&name={quote(text)}"
        page = service.cashier.read(path)
        while True:
            listed |= {player["id"] for player in page["players"]}
            if page["next"] is None:
                return listed
            page = service.cashier.read(f"{path}&cursor={page['next']}")

    assert found("zyxel") == found("  ZYXÉL ") == {one, other}
    assert found("xel mu") == {other}
    assert found("%") == found("z_xel") == set()
    assert service.cashier.get("/v1/players?name=%20").status_code == 422
    assert service.room.get("/v1/players?name=zyx").status_code == 403
    people.erase(service.ledger, other)
    assert found("zyxel") == {one}


def test_names_of_earlier_releases_are_found_too(service: Service) -> None:
    player = service.player(name="Ünfolded")
    service.ledger.recorder.rows("update people set sought = null where player = %s returning player", player)
    assert [one["id"] for one in service.admin.read("/v1/players?name=unfolded")["players"]] == [player]


def test_a_name_is_read_by_the_staff_by_who_sat_with_him_and_by_the_room_that_registered_him(service: Service) -> None:
    table = service.table(2)
    (one, other), stranger = table.seats.values(), service.player(name="Zoe")
    here, away = service.room.acting_for(one), service.room.acting_for(stranger)
    service.table(1)
    position = service.ledger.head()
    here.read(f"/v1/tables?min_position={position}")
    for client in (service.admin, service.cashier, service.steward, service.auditor, service.room, here):
        assert client.read(f"/v1/players/{other}")["name"] == "Anna"
    assert set(here.read(f"/v1/players/{other}")) == {"id", "name"}
    foreign = service.client("room")
    for client in (away, service.client("player", stranger), foreign):
        assert client.get(f"/v1/players/{other}").status_code == 403
    seats = here.read(f"/v1/tables/{table.id}")["seats"]
    assert [seat["player_name"] for seat in seats if seat["taken"]] == ["Anna", "Anna"]
    assert {seat["player_name"] for seat in foreign.read(f"/v1/tables/{table.id}")["seats"] if seat["taken"]} == {None}
    himself = service.client("player", one)
    himself.done(f"/v1/tables/{table.id}/leave")
    later = service.player(name="Later")
    service.room.acting_for(later).done(f"/v1/tables/{table.id}/seats", {"amount": None})
    service.admin.read(f"/v1/tables?min_position={service.ledger.head()}")
    assert himself.get(f"/v1/players/{later}").status_code == 403  # he had gone when that one came
    assert himself.read(f"/v1/players/{other}")["name"] == "Anna"


def test_no_answer_that_is_kept_holds_a_name(service: Service) -> None:
    player = service.player(name="Unmistakable")
    table = service.table(1)
    service.room.acting_for(player).done(f"/v1/tables/{table.id}/seats", {"seat": 2})
    kept = service.ledger.recorder.rows("select count(*) from answers where convert_from(body, 'UTF8') like '%%Unmistakable%%'")
    assert kept == [(0,)]


def test_games_are_listed_with_names_pot_and_duration_and_found_by_who_played_and_where(service: Service) -> None:
    table = service.table(3)
    game = table.start()
    position = service.ledger.head()
    one, other = table.seats[1], service.player()
    asked = f"/v1/games?min_position={position}&table={table.id}"
    (listed,) = service.auditor.read(asked)["games"]
    assert (listed["id"], listed["table_name"], listed["preset"]) == (game, "Test table", "azi-three")
    assert (listed["how"], listed["over_at"], listed["duration_s"]) == (None, None, None)
    assert listed["pot"]["amount"] == service.auditor.read(f"/v1/games/{game}")["pot"]["amount"]
    assert listed["players"] == [{"seat": seat, "player": who, "player_name": "Anna"} for seat, who in table.seats.items()]
    day = listed["began_at"][:10]
    for query in (f"player={one}", "preset=azi-three", "status=running", f"day={day}"):
        assert [found["id"] for found in service.auditor.read(f"{asked}&{query}")["games"]] == [game], query
    for query in (f"player={other}", "preset=azi-two", "status=over", "how=won", "ruled=award", "day=2020-02-29"):
        assert service.auditor.read(f"{asked}&{query}")["games"] == [], query
    for query in ("day=today", "day=2026-03-01&tz=Mars", "how=lost", "ruled=won", "player=A"):
        assert service.auditor.get(f"{asked}&{query}").status_code == 422, query
    assert service.room.acting_for(other).read(f"{asked}&player={one}")["games"] == []


def test_tables_are_found_by_a_part_of_their_name(service: Service) -> None:
    body = {"name": "Größter Tisch №7", "preset": "azi-three", "seats": 4}
    opened = service.steward.post("/v1/tables", body)
    asked = f"/v1/tables?min_position={opened.headers['Ledger-Position']}&name="
    assert [one["id"] for one in service.cashier.read(asked + quote("grosster TISCH"))["tables"]] == [opened.json()["id"]]
    assert service.cashier.read(asked + quote("grosster Stuhl"))["tables"] == []
