"""Players, the cash desk, balances and statements over HTTP."""

from __future__ import annotations

import psycopg
import pytest

from ledger.projections.model import Place, views
from tests.api.service import Service, new_key
from tests.conftest import Database

MONEY = {"unit": "chip", "scale": 0}


def money(amount: int) -> dict[str, object]:
    return {"amount": str(amount), **MONEY}


def test_a_player_is_registered_with_an_empty_wallet_and_without_his_name_in_any_stored_answer(service: Service) -> None:
    answer = service.room.post("/v1/players", {"name": "Boris"})
    assert answer.status_code == 201
    assert answer.headers["ETag"] == '"1"'
    assert int(answer.headers["Ledger-Position"]) > 0
    told = answer.json()
    assert told["wallet"] == money(0)
    assert [event["type"] for event in told["events"]] == ["wallet.opened"]
    assert "Boris" not in answer.text
    assert service.admin.read(f"/v1/players/{told['id']}")["name"] == "Boris"


def test_a_name_of_any_writing_comes_back_as_it_was_given(service: Service) -> None:  # D36
    name = "é 😀 <&> \\ №"
    player = service.player(name=name)
    assert service.admin.read(f"/v1/players/{player}")["name"] == name


def test_amounts_beyond_what_floats_can_hold_keep_every_unit(service: Service) -> None:  # D30
    player = service.player(9007199254740993)
    answer = service.cashier.post(f"/v1/players/{player}/deposits", {"amount": str(10**30)})
    assert answer.json()["wallet"] == money(10**30 + 9007199254740993)
    position = answer.headers["Ledger-Position"]
    balance = service.cashier.read(f"/v1/players/{player}/balance?min_position={position}")
    assert balance["total"] == money(10**30 + 9007199254740993)


def test_the_list_of_players_is_paged_and_for_the_staff_only(service: Service) -> None:
    made = {service.player() for _ in range(3)}
    seen: set[str] = set()
    cursor = ""
    while True:
        page = service.admin.read(f"/v1/players?limit=2{cursor}")
        assert len(page["players"]) <= 2
        seen |= {player["id"] for player in page["players"]}
        if page["next"] is None:
            break
        cursor = f"&cursor={page['next']}"
    assert made <= seen
    assert service.room.get("/v1/players").status_code == 403
    assert service.room.acting_for(made.pop()).get("/v1/players").status_code == 403


def test_a_player_sees_himself_and_nobody_else(service: Service) -> None:
    one, other = service.player(70), service.player()
    himself = service.client("player", one)
    assert himself.read(f"/v1/players/{one}")["wallet"] == money(70)
    for path in ("", "/balance", "/statement"):
        assert himself.get(f"/v1/players/{other}{path}").status_code == 403


def test_a_steward_sees_the_name_of_a_player_but_not_his_wallet(service: Service) -> None:
    player = service.player(70)
    assert set(service.steward.read(f"/v1/players/{player}")) == {"id", "name"}
    assert service.steward.get(f"/v1/players/{player}/balance").status_code == 403


@pytest.mark.parametrize("path", ["", "/balance", "/statement"])
def test_an_unknown_player_is_not_found(service: Service, path: str) -> None:
    assert service.admin.get(f"/v1/players/aaaaaaaaaaaaaaaa{path}").status_code == 404


def test_only_a_cashier_moves_cash(service: Service) -> None:
    player = service.player(100)
    for client in (service.admin, service.steward, service.auditor, service.room, service.room.acting_for(player)):
        for path in ("deposits", "withdrawals"):
            assert client.post(f"/v1/players/{player}/{path}", {"amount": "5"}).status_code == 403
    assert service.cashier.read(f"/v1/players/{player}")["wallet"] == money(100)


def test_nobody_withdraws_more_than_the_wallet_and_the_credit_limit_cover(service: Service) -> None:
    player = service.player(100)
    path = f"/v1/players/{player}/withdrawals"
    refused = service.cashier.post(path, {"amount": "101"})
    assert refused.status_code == 409
    assert refused.headers["Content-Type"] == "application/problem+json"
    assert refused.json()["type"] == "/rules/room#WALLET-2"
    assert refused.json()["balance"] == "100"
    raised = service.cashier.send("PUT", f"/v1/players/{player}/credit-limit", {"amount": "1"})
    assert raised.status_code == 200
    assert raised.json()["credit_limit"] == money(1)
    assert service.cashier.done(path, {"amount": "101"})["wallet"] == money(-1)


def test_a_reference_is_taken_once_among_deposits(service: Service) -> None:
    one, other = service.player(), service.player()
    body = {"amount": "5", "reference": f"receipt {new_key()}"}
    service.cashier.done(f"/v1/players/{one}/deposits", body)
    refused = service.cashier.post(f"/v1/players/{other}/deposits", body)
    assert (refused.status_code, refused.json()["rule"]) == (409, "WALLET-1")
    service.cashier.done(f"/v1/players/{other}/withdrawals".replace("withdrawals", "deposits"), {"amount": "5"})
    service.cashier.done(f"/v1/players/{other}/withdrawals", body)


def test_a_deposit_on_a_stale_version_changes_nothing(service: Service) -> None:
    player = service.player(100)
    path = f"/v1/players/{player}/deposits"
    stale = service.cashier.post(path, {"amount": "5"}, If_Match='"1"')
    assert (stale.status_code, stale.json()["type"], stale.json()["version"]) == (412, "/problems/stale", 2)
    assert service.cashier.post(path, {"amount": "5"}, If_Match='"2"').status_code == 201
    assert service.cashier.post(path, {"amount": "5"}, If_Match="*").status_code == 201
    assert service.cashier.post(path, {"amount": "5"}, If_Match="two").status_code == 400


def test_the_balance_holds_wallet_and_stacks(service: Service) -> None:
    table = service.table(1, chips=300)
    player = table.seats[1]
    answer = service.cashier.post(f"/v1/players/{player}/deposits", {"amount": "20"})
    balance = service.auditor.read(f"/v1/players/{player}/balance?min_position={answer.headers['Ledger-Position']}")
    assert balance["wallet"] == money(20)
    assert balance["stacks"] == {table.id: money(300)}
    assert balance["total"] == money(320)


def test_a_balance_that_can_not_be_had_yet_is_a_503_with_retry_after(service: Service, club: Database) -> None:
    player = service.player()
    with psycopg.connect(club.admin_url) as held_back:
        held_back.execute(f"select from {Place(views(service.ledger))('tracking')} where model = 'balances' for update")
        deposited = service.cashier.post(f"/v1/players/{player}/deposits", {"amount": "5"}).headers["Ledger-Position"]
        answer = service.auditor.get(f"/v1/players/{player}/balance?min_position={deposited}")
    assert (answer.status_code, answer.json()["type"]) == (503, "/problems/not-yet")
    assert int(answer.headers["Retry-After"]) > 0
    assert service.auditor.read(f"/v1/players/{player}/balance?min_position={deposited}")["wallet"] == money(5)


def test_a_statement_adds_up_page_by_page_while_new_entries_arrive(service: Service) -> None:  # D34
    player = service.player()
    path = f"/v1/players/{player}"
    for amount in (5, 6, 7, 8, 9):
        position = service.cashier.post(f"{path}/deposits", {"amount": str(amount)}).headers["Ledger-Position"]
    page = service.cashier.read(f"{path}/statement?limit=2&min_position={position}")
    assert page["opening"] == money(0)
    assert page["closing"] == money(35)
    amounts = [line["amount"]["amount"] for line in page["lines"]]
    while page["next"]:
        service.cashier.done(f"{path}/deposits", {"amount": "1000"})
        carried = page["carried_forward"]
        page = service.cashier.read(f"{path}/statement?limit=2&cursor={page['next']}")
        assert page["brought_forward"] == carried
        assert page["closing"] == money(35)
        amounts += [line["amount"]["amount"] for line in page["lines"]]
    assert amounts == ["5", "6", "7", "8", "9"]


def test_two_spellings_of_one_moment_give_the_same_statement(service: Service) -> None:  # D33
    player = service.player(10)
    path = f"/v1/players/{player}/statement?min_position={service.ledger.head()}&from=2000-01-01&to="
    one, other = (service.cashier.read(path + to) for to in ("2100-01-01T14:00%2B04:00", "2100-01-01T10:00Z"))
    assert one == other
    assert one["to"] == "2100-01-01T10:00:00Z"


def test_a_cursor_of_a_statement_can_not_be_changed_or_taken_elsewhere(service: Service) -> None:
    player, other = service.player(10), service.player(10)
    service.cashier.done(f"/v1/players/{player}/deposits", {"amount": "3"})
    position = service.cashier.post(f"/v1/players/{player}/deposits", {"amount": "3"}).headers["Ledger-Position"]
    cursor = service.cashier.read(f"/v1/players/{player}/statement?limit=1&min_position={position}")["next"]
    flipped = cursor[:-2] + ("A" if cursor[-2] != "A" else "B") + cursor[-1]
    for path in (
        f"/v1/players/{player}/statement?cursor={flipped}",
        f"/v1/players/{player}/statement?cursor=AAAA",
        f"/v1/players/{player}/statement?cursor=%C3%A9",
        f"/v1/players/{other}/statement?cursor={cursor}",
        f"/v1/players/{player}/statement?cursor={cursor}&tz=UTC",
    ):
        answer = service.cashier.get(path)
        assert (answer.status_code, answer.json()["type"]) == (422, "/problems/malformed"), path


@pytest.mark.parametrize(
    "query",
    [
        "from=2026-03-01T20:00:00",
        "from=2026-02-30",
        "from=yesterday",
        "to=2026-03-01T25:00:00Z",
        "from=0000-01-01",
        "from=0001-01-01T00:00:00%2B14:00",
        "from=٢٠٢٦-٠٣-٠١",
        "tz=Mars/Olympus",
        "tz=../../etc/passwd",
        "tz=%00",
        "from=2026-03-02&to=2026-03-01",
        "limit=0",
        "limit=101",
        "limit=-1",
        "limit=1e2",
        "limit=٣",
        "limit=99999999999999999999999",
        "min_position=-1",
        "basis=guessed",
        "scope=none",
        "colour=red",
        "tz=UTC&tz=UTC",
    ],
)
def test_a_senseless_period_or_page_is_refused_with_its_field(service: Service, query: str) -> None:
    player = service.player()
    answer = service.cashier.get(f"/v1/players/{player}/statement?{query}")
    assert answer.status_code == 422, answer.text
    assert answer.json()["type"] == "/problems/malformed"
    assert answer.json()["errors"]
