"""People change: renamed, linked, erased, handed over; and all that is held about one, with nothing hidden of the others."""

from __future__ import annotations

import json
from typing import Any

import pytest

from ledger.people import keys
from tests.api.program import here
from tests.api.service import Client, Service
from tests.api.test_players import money
from tests.conftest import Database


def waited(service: Service, path: str) -> Any:
    service.auditor.read(f"/v1/games?min_position={service.ledger.head()}")
    return service.admin.read(path)


def test_a_renamed_player_is_found_by_his_new_name_and_no_event_holds_either(service: Service) -> None:
    player = service.player(name="Borsch Unmistaken")
    renamed = service.steward.send("PUT", f"/v1/players/{player}/name", {"name": "Boris Unmistaken"})
    assert renamed.status_code == 200
    (event,) = renamed.json()["events"]
    assert (event["type"], event["actor"]) == ("wallet.name_changed", event["actor"])
    assert "Unmistaken" not in renamed.text
    assert [one["id"] for one in service.admin.read("/v1/players?name=boris%20unmis")["players"]] == [player]
    assert service.admin.read("/v1/players?name=borsch%20unmis")["players"] == []
    again = service.admin.send("PUT", f"/v1/players/{player}/name", {"name": "Boris Unmistaken"})
    assert (again.status_code, again.json()["rule"]) == (409, "PEOPLE-1")
    assert service.room.send("PUT", f"/v1/players/{player}/name", {"name": "Bob"}).status_code == 200  # it has registered him
    for client in (service.client("room"), service.cashier, service.room.acting_for(player), service.auditor):
        assert client.send("PUT", f"/v1/players/{player}/name", {"name": "No"}).status_code == 403
    assert service.admin.send("PUT", f"/v1/players/{player}/name", {"name": " "}).status_code == 422
    assert service.admin.send("PUT", "/v1/players/aaaaaaaaaaaaaaaa/name", {"name": "No"}).status_code == 404


def test_linked_entries_are_summed_and_nothing_moves(service: Service) -> None:
    spring, autumn, third = service.player(300, "Anna"), service.player(0, "Anna A."), service.player(7)
    service.cashier.send("PUT", f"/v1/players/{autumn}/credit-limit", {"amount": "50"})
    service.cashier.done(f"/v1/players/{autumn}/withdrawals", {"amount": "50"})
    linked = service.steward.post(f"/v1/players/{spring}/links", {"player": autumn})
    assert linked.status_code == 201
    assert "wallet" not in linked.json()  # a steward sees no wallets
    service.admin.done(f"/v1/players/{third}/links", {"player": autumn})
    head = service.ledger.head()
    person = service.cashier.read(f"/v1/players/{spring}/person?min_position={head}")
    assert {entry["player"]: entry["wallet"] for entry in person["entries"]} == {
        spring: money(300),
        autumn: money(-50),
        third: money(7),
    }
    assert [entry["player_name"] for entry in person["entries"]] == ["Anna", "Anna A.", "Anna"]
    assert (person["wallet"], person["total"]) == (money(257), money(257))
    assert service.room.acting_for(autumn).read(f"/v1/players/{autumn}/person")["total"] == money(257)
    assert service.steward.get(f"/v1/players/{spring}/person").status_code == 403
    for one, other in ((spring, third), (spring, spring)):
        refused = service.admin.post(f"/v1/players/{one}/links", {"player": other})
        assert (refused.status_code, refused.json()["rule"]) == (409, "PEOPLE-2")
    service.steward.done(f"/v1/players/{autumn}/unlinks", {"player": third})
    assert service.admin.post(f"/v1/players/{autumn}/unlinks", {"player": third}).json()["rule"] == "PEOPLE-2"
    assert len(service.admin.read(f"/v1/players/{spring}/person")["entries"]) == 2
    assert service.admin.post(f"/v1/players/{spring}/links", {"player": "aaaaaaaaaaaaaaaa"}).status_code == 404


def test_two_entries_that_sit_at_one_table_are_not_linked_and_linked_ones_do_not_sit_there(service: Service) -> None:
    table = service.table(3)
    one, other = table.seats[1], table.seats[2]
    table.start()
    refused = service.admin.post(f"/v1/players/{one}/links", {"player": other})
    assert (refused.status_code, refused.json()["rule"], refused.json()["table"]) == (409, "PEOPLE-2", table.id)
    late = service.player(100)
    service.admin.done(f"/v1/players/{one}/links", {"player": late})
    for body in ({"player": late}, {"player": late, "amount": "50"}):
        seated = service.steward.post(f"/v1/tables/{table.id}/seats", body)
        assert (seated.status_code, seated.json()["rule"], seated.json()["other"]) == (409, "TABLE-2", one)
    assert service.admin.post(f"/v1/players/{late}/links", {"player": other}).json()["rule"] == "PEOPLE-2"  # by the one linked
    elsewhere = service.table(1)
    service.steward.done(f"/v1/tables/{elsewhere.id}/seats", {"player": late, "amount": "50"})


def test_an_erased_name_is_gone_everywhere_and_the_answer_says_what_stays(service: Service) -> None:
    player = service.player(80, "Clara Vanishing")
    himself = Client(service.http, keys.issue(service.ledger, "player", player, "Clara Vanishing, phone")[1])
    path = f"/v1/players/{player}/erasures"
    owed = service.admin.post(path)
    assert (owed.status_code, owed.json()["rule"], owed.json()["balance"]) == (409, "PEOPLE-3", "80")
    service.cashier.done(f"/v1/players/{player}/withdrawals", {"amount": "80"})
    for client in (service.steward, service.cashier, service.client("room"), himself):
        assert client.post(path).status_code == 403
    service.ledger.recorder.rows(
        "insert into receivers (id, channel, subject, address, types, position, language)"
        " values (%s, 'mail', %s, 'c@v', '{}', 0, 'en')"
        " returning id",
        f"mail{player}"[:16],
        player,
    )
    erased = service.admin.post(path, key="erase-clara", Accept_Language="de")
    assert erased.status_code == 201
    assert {one["what"] for one in erased.json()["stays"]} == {"record", "words", "answers", "copies"}
    assert erased.json()["gone"][0]["says"].startswith("Der Name.")
    repeated = service.admin.post(path, key="erase-clara", Accept_Language="ru")
    assert repeated.headers["Idempotent-Replayed"] == "true"
    assert repeated.json()["gone"][0]["says"].startswith("Имя.")
    assert [one["what"] for one in repeated.json()["gone"]] == ["name", "addresses", "keys"]
    assert service.admin.read(f"/v1/players/{player}")["name"] is None
    assert service.ledger.recorder.rows("select count(*) from receivers where subject = %s", player) == [(0,)]
    assert himself.get(f"/v1/players/{player}").status_code == 401
    assert service.admin.read("/v1/players?name=vanishing")["players"] == []
    stored = service.ledger.recorder.rows("select count(*) from keys where name like '%%Vanishing%%'")
    assert stored == [(0,)]
    for again in (service.admin.post(path), service.admin.send("PUT", f"/v1/players/{player}/name", {"name": "Clara"})):
        assert (again.status_code, again.json()["rule"]) == (409, "PEOPLE-3")


def test_who_sits_at_a_table_keeps_his_name(service: Service) -> None:
    table = service.table(1)
    refused = service.room.post(f"/v1/players/{table.seats[1]}/erasures")
    assert (refused.status_code, refused.json()["rule"], refused.json()["table"]) == (409, "PEOPLE-3", table.id)


def test_a_steward_hands_his_player_to_a_room_which_then_speaks_for_him(service: Service) -> None:
    lobby, other = service.client("room", "winter-lobby"), service.client("room", "other-lobby")
    player = service.steward.done("/v1/players", {"name": "Dmitri"})["id"]
    path = f"/v1/players/{player}/handovers"
    assert lobby.acting_for(player).get(f"/v1/players/{player}").status_code == 403
    for client in (lobby, other, service.cashier, service.client("steward")):
        assert client.post(path, {"to": "winter-lobby"}).status_code == 403
    nobody = service.steward.post(path, {"to": "no-lobby"})
    assert (nobody.status_code, nobody.json()["rule"]) == (409, "PEOPLE-4")
    (event,) = service.steward.done(path, {"to": "winter-lobby"})["events"]
    assert (event["type"], event["data"]["target"]) == ("wallet.handed_over", "winter-lobby")
    assert lobby.acting_for(player).read(f"/v1/players/{player}")["wallet"] == money(0)
    lobby.done(path, {"to": "other-lobby"})
    assert lobby.acting_for(player).get(f"/v1/players/{player}").status_code == 403
    assert other.acting_for(player).get(f"/v1/players/{player}").status_code == 200


@pytest.fixture
def played(service: Service) -> Any:
    table = service.table(3)
    table.start()
    table.play()
    return table


def test_an_export_holds_all_of_one_person_and_nothing_hidden_of_another(service: Service, played: Any) -> None:
    seats, game = played.seats, played.game
    second = service.player(5, "Second entry")
    service.admin.done(f"/v1/players/{seats[1]}/links", {"player": second})
    keys.issue(service.ledger, "player", second, "phone")
    service.room.acting_for(seats[1]).post(f"/v1/games/{game}/actions", {"type": "fold", "seat": 1})  # refused
    told = waited(service, f"/v1/players/{seats[1]}/export")
    first, other = told["entries"]
    assert (told["form"], first["player"], other["player"]) == ("cardledger.person/1", seats[1], second)
    assert (other["name"], [key["name"] for key in other["keys"]], other["linked"]) == ("Second entry", ["phone"], [seats[1]])
    assert [one["game"] for one in first["games"]] == [game]
    assert [event["type"] for event in other["wallet_events"]] == ["wallet.opened", "wallet.deposited", "wallet.entry_linked"]
    assert first["sat"][0]["table"] == played.id
    assert len(first["refusals"]) == 1
    seen = service.room.acting_for(seats[1]).read(f"/v1/games/{game}/events")["events"]
    assert first["games"][0]["events"][: len(seen)] == seen  # opened to him there as here
    assert '"Anna"' not in json.dumps(first["games"])
    assert service.client("player", seats[1]).get(f"/v1/players/{seats[1]}/export").status_code == 200
    for client in (service.client("player", seats[2]), service.auditor, service.steward, service.cashier, service.room):
        assert client.get(f"/v1/players/{seats[1]}/export").status_code == 403
    assert service.admin.get("/v1/players/aaaaaaaaaaaaaaaa/export").status_code == 404


def test_all_of_it_at_the_terminal(club: Database, service: Service) -> None:
    one, other = service.player(30, "Zoltán One"), service.player(12, "Zoltán Two")
    keys.issue(service.ledger, "room", "term-lobby", "lobby")
    address = {"DATABASE_URL": club.admin_url}

    def told(*words: str) -> Any:
        answer = here(*words, "--json", **address)
        assert answer.exit_code == 0, answer.output
        return json.loads(answer.stdout)

    assert here("person", "rename", "zoltan", "Z", "--by", "ada", **address).exit_code == 4  # a part of a name changes nothing
    assert told("person", "rename", "zoltan two", "Zoltán Zwei", "--by", "ada") == {"player": other, "name": "Zoltán Zwei"}
    assert told("person", "link", "zoltan one", "zoltan zwei", "--by", "ada") == {"player": one, "other": other}
    assert told("person", "show", "zoltan zwei")["total"] == "42"
    assert "together" in here("person", "show", other, **address).stdout
    assert told("person", "unlink", one, other, "--by", "ada")["other"] == other
    assert told("person", "hand", one, "--to", "term-lobby", "--by", "ada")["to"] == "term-lobby"
    refused = here("person", "erase", one, "--by", "ada", **address)
    assert (refused.exit_code, refused.stdout) == (4, "")
    assert refused.stderr.startswith("PEOPLE-3: His wallet stands at 30")
    service.cashier.done(f"/v1/players/{one}/withdrawals", {"amount": "30"})
    assert json.loads(here("export", one, **address).stdout)["entries"][0]["name"] == "Zoltán One"
    assert "Nothing is taken out of the record" in here("person", "erase", "zoltan one", "--by", "ada", **address).stdout
    assert here("person", "show", "zoltan one", **address).exit_code == 4
    assert here("person", "erase", one, "--by", "Ada Lovelace", **address).exit_code == 4
