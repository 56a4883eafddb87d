"""Tables over HTTP: opening, sitting, chips, leaving, closing, and who may look."""

from __future__ import annotations

from tests.api.service import Service

NEW = {"name": "Blue table", "preset": "azi-three", "seats": 4}


def test_the_presets_are_listed_whole_and_a_table_opens_with_changes_to_one(service: Service) -> None:
    presets = {preset["preset"]: preset["rules"] for preset in service.room.read("/v1/house-rules")["house_rules"]}
    assert presets["azi-three"]["buy_in_no_trick"] == "1/3"
    assert (presets["azi-three"]["ante"], presets["azi-three"]["cap"]) == ("5", None)
    answer = service.steward.post("/v1/tables", {**NEW, "house": {"ante": "10"}, "ends_at": "2999-01-01T00:00:00+02:00"})
    table = answer.json()
    assert answer.status_code == 201
    assert table["house_rules"]["ante"] == "10"
    assert table["ends_at"].startswith("2998-12-31T22:00:00")
    assert table["status"] == "open"
    assert len(table["seats"]) == 4
    read = service.room.get(f"/v1/tables/{table['id']}")
    assert read.headers["ETag"] == answer.headers["ETag"] == f'"{table["version"]}"'
    assert {**read.json(), "events": table["events"]} == table


def test_who_may_not_open_a_table_does_not(service: Service) -> None:
    for client in (service.cashier, service.auditor, service.room, service.room.acting_for(service.player())):
        assert client.post("/v1/tables", NEW).status_code == 403
    assert service.admin.post("/v1/tables", NEW).status_code == 201


def test_a_player_sits_down_moves_chips_and_leaves_by_himself(service: Service) -> None:
    table = service.steward.done("/v1/tables", NEW)["id"]
    player = service.player(100)
    himself = service.room.acting_for(player)
    seated = himself.done(f"/v1/tables/{table}/seats", {"amount": "60"})
    assert seated["seats"][0]["player"] == player
    assert seated["seats"][0]["stack"]["amount"] == "60"
    more = himself.done(f"/v1/tables/{table}/chips", {"direction": "top_up", "amount": "40"})
    assert more["seats"][0]["stack"]["amount"] == "100"
    himself.done(f"/v1/tables/{table}/chips", {"direction": "cash_out", "amount": "30"})
    assert himself.read(f"/v1/players/{player}")["wallet"]["amount"] == "30"
    left = himself.post(f"/v1/tables/{table}/leave")
    assert left.status_code == 201
    assert himself.read(f"/v1/players/{player}")["wallet"]["amount"] == "100"


def test_nobody_seats_or_cashes_out_another_player(service: Service) -> None:
    table = service.table(1)
    other = service.player(100)
    stranger = service.room.acting_for(other)
    for path, body in (
        ("seats", {"player": service.player(5)}),
        ("chips", {"player": table.seats[1], "direction": "cash_out", "amount": "5"}),
        ("leave", {"player": table.seats[1]}),
    ):
        for client in (stranger, service.client("steward"), service.cashier, service.admin):
            assert client.post(f"/v1/tables/{table.id}/{path}", body).status_code == 403
    assert service.steward.read(f"/v1/tables/{table.id}")["seats"][0]["stack"]["amount"] == "500"


def test_a_steward_must_say_which_player_he_means(service: Service) -> None:
    table = service.table(1)
    for path, body in (("seats", {}), ("leave", {}), ("chips", {"direction": "top_up", "amount": "1"})):
        answer = service.steward.post(f"/v1/tables/{table.id}/{path}", body)
        assert (answer.status_code, list(answer.json()["errors"])) == (422, ["player"])


def test_rules_of_the_table_are_named_when_they_are_broken(service: Service) -> None:
    table = service.table(2, chips=50)
    path = f"/v1/tables/{table.id}"
    for where, body, rule in (
        ("seats", {"player": table.seats[1]}, "TABLE-2"),
        ("seats", {"player": service.player(), "seat": 1}, "TABLE-2"),
        ("chips", {"player": table.seats[1], "direction": "top_up", "amount": "1"}, "WALLET-2"),
        ("chips", {"player": table.seats[1], "direction": "cash_out", "amount": "51"}, "TABLE-4"),
        ("leave", {"player": service.player()}, "TABLE-5"),
        ("games", {}, "TABLE-3"),
    ):
        refused = service.steward.post(f"{path}/{where}", body)
        assert (refused.status_code, refused.json()["rule"]) == (409, rule), (where, refused.text)
    assert service.steward.post(f"{path}/seats", {"player": "aaaaaaaaaaaaaaaa"}).status_code == 404


def test_a_table_closes_with_no_game_running_and_pays_all_stacks_out(service: Service) -> None:
    table = service.table(3)
    table.start()
    refused = service.steward.post(f"/v1/tables/{table.id}/close")
    assert (refused.status_code, refused.json()["rule"]) == (409, "TABLE-6")
    table.play()
    closed = service.steward.post(f"/v1/tables/{table.id}/close").json()
    assert closed["status"] == "closed"
    assert sum(int(service.cashier.read(f"/v1/players/{player}")["wallet"]["amount"]) for player in table.seats.values()) == 1500


def test_an_assigned_steward_has_the_rights_of_one(service: Service) -> None:
    table = service.table(1)
    made = service.admin.done("/v1/keys", {"role": "steward", "name": "second"})
    other = service.client("steward", made["subject"])
    assert other.post(f"/v1/tables/{table.id}/close").status_code == 403
    service.steward.done(f"/v1/tables/{table.id}/stewards", {"steward": made["subject"]})
    assert other.post(f"/v1/tables/{table.id}/close").status_code == 201


def test_who_sits_where_is_for_those_at_the_table(service: Service) -> None:
    table = service.table(2)
    for client in (service.cashier, service.room.acting_for(service.player())):
        seats = client.read(f"/v1/tables/{table.id}")["seats"]
        assert [seat["taken"] for seat in seats] == [True, True, False, False, False, False, False]
        assert {seat["player"] for seat in seats} == {None} == {seat["stack"] for seat in seats}
    assert table.of(1).read(f"/v1/tables/{table.id}")["seats"][1]["player"] == table.seats[2]


def test_tables_are_listed_in_pages_by_status_and_for_a_player_where_he_sits(service: Service) -> None:
    table = service.table(1)
    position = service.steward.post("/v1/tables", NEW).headers["Ledger-Position"]
    own = table.of(1).read(f"/v1/tables?player={table.seats[1]}&min_position={position}")["tables"]
    assert [(item["id"], item["taken"]) for item in own] == [(table.id, 1)]
    assert service.room.acting_for(service.player()).get(f"/v1/tables?player={table.seats[1]}").status_code == 403
    seen: list[str] = []
    cursor = ""
    while True:
        page = service.auditor.read(f"/v1/tables?limit=2&status=open{cursor}")
        seen += [item["id"] for item in page["tables"]]
        if page["next"] is None:
            break
        cursor = f"&cursor={page['next']}"
    assert table.id in seen
    assert len(seen) == len(set(seen))


def test_an_unknown_table_is_not_found(service: Service) -> None:
    path = "/v1/tables/aaaaaaaaaaaaaaaa"
    assert service.steward.get(path).status_code == 404
    for where, body in (
        ("seats", {"player": "a" * 16}),
        ("games", {}),
        ("close", {}),
        ("leave", {"player": "a" * 16}),
        ("stewards", {"steward": "x"}),
    ):
        assert service.steward.post(f"{path}/{where}", body).status_code == 404


def test_whose_leaving_ends_a_game_is_shown_his_own_wallet_and_nobody_elses(service: Service) -> None:
    table = service.table(3)
    table.start()
    for seat in (2, 3):
        answer = table.of(seat).post(f"/v1/tables/{table.id}/leave")
        assert answer.status_code == 201
    streams = [event["stream"] for event in answer.json()["events"]]
    assert [stream for stream in streams if stream.startswith("wallet-")] == [f"wallet-{table.seats[3]}"]
    paid = [event["data"]["player"] for event in answer.json()["events"] if event["type"] == "table.chips_returned"]
    assert sorted(paid) == sorted([table.seats[2], table.seats[3]])


def test_who_is_left_alone_before_the_lot_is_drawn_ends_the_game(service: Service) -> None:
    table = service.table(3, deck="entered")
    table.start()
    for seat in (1, 2):
        assert table.of(seat).post(f"/v1/tables/{table.id}/leave").status_code == 201
    game = service.steward.read(f"/v1/games/{table.game}")
    assert (game["phase"], game["pot"]["amount"]) == ("over", "0")
    told = service.steward.get(f"/v1/games/{table.game}/replay?format=text&lang=en").text
    assert "Drawn for the deal: nothing, since all others have left." in told
    assert table.of(3).post(f"/v1/tables/{table.id}/leave").status_code == 201


def test_who_has_folded_tops_up_while_the_others_play(service: Service) -> None:
    table = service.table(3)
    table.start()
    table.play_until("blind")
    first = table.now().turn
    table.act(first, "decline_blind")
    folder = table.now().turn
    move = {"direction": "top_up", "amount": "7"}
    table.act(folder, "fold")
    for seat in (first, folder):
        service.cashier.done(f"/v1/players/{table.seats[seat]}/deposits", {"amount": "7"})
    assert table.of(first).post(f"/v1/tables/{table.id}/chips", move).json()["rule"] == "AZI-BID-11"
    assert table.of(folder).post(f"/v1/tables/{table.id}/chips", move).status_code == 201


def test_who_sat_down_during_the_game_is_told_that_he_does_not_play_in_it(service: Service) -> None:
    table = service.table(3)
    table.start()
    late = service.player(100)
    client = service.client("player", late)
    seated = client.done(f"/v1/tables/{table.id}/seats", {"player": late})
    seat = next(event["data"]["seat"] for event in seated["events"] if "seat" in event["data"])
    act = {"type": "shuffle", "seat": seat}
    refused = client.post(f"/v1/games/{table.game}/actions", act)
    assert (refused.status_code, refused.json()["detail"]) == (403, f"Seat {seat} does not play in this game.")
    other = client.post(f"/v1/games/{table.game}/actions", {**act, "seat": 1})
    assert (other.status_code, other.json()["detail"]) == (403, "Only the player at this seat may do this.")
