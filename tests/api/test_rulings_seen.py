"""What is seen of rulings: until when one may appeal, which dispute a game names, which penalties stand."""

from __future__ import annotations

import json
from datetime import datetime, timedelta
from typing import Any

import pytest

from tests.api.program import here
from tests.api.real_table import RealTable
from tests.api.service import Client, Service
from tests.api.test_disputes import after_the_bidding, settled
from tests.api.test_rulings import RENEGE, Case
from tests.conftest import Database


@pytest.fixture
def table(service: Service) -> RealTable:
    """A game that is over, with a renege of seat 3."""
    made = after_the_bidding(service)
    made.plays(RENEGE)
    settled(made)
    return made


def untils(case: Case, client: Client | None = None) -> list[str | None]:
    """appeal_until of each ruling."""
    return [ruling["appeal_until"] for ruling in case.seen(client)["rulings"]]


def appeal(case: Case, seat: int) -> Any:
    return case.table.table.of(seat).done(f"/v1/disputes/{case.id}/appeals", {"words": "Look again"})


def test_until_when_one_may_appeal_is_null_once_nobody_may(table: RealTable) -> None:
    case = Case(table)
    answered = case.rule("stands").json()
    (until,) = untils(case)
    assert until is not None
    assert answered["rulings"][0]["appeal_until"] == until
    assert [ruling["appeal_until"] for ruling in appeal(case, 1)["rulings"]] == untils(case) == [None]
    answered = case.rule("pay", seat=1, amount="5", to=[2]).json()
    assert [ruling["appeal_until"] for ruling in answered["rulings"]] == untils(case) == [None, None]
    assert answered["events"][0]["data"]["appeal_until"] is None
    assert table.table.of(2).post(f"/v1/disputes/{case.id}/appeals", {"words": "And again"}).status_code == 409


def test_a_ruling_whose_place_another_has_taken_is_not_appealed(table: RealTable) -> None:
    case = Case(table)
    case.rule("stands")
    case.rule("pay", seat=1, amount="5", to=[2])
    first, second = untils(case)
    assert (first, second is not None) == (None, True)


def test_who_has_withdrawn_his_appeal_is_told_that_he_may_not_and_the_others_that_they_may(table: RealTable) -> None:
    case = Case(table)
    case.rule("stands")
    (until,) = untils(case)
    for seat in (1, 2, 3):
        appeal(case, seat)
        back = table.table.of(seat).done(f"/v1/disputes/{case.id}/withdrawals")
        assert back["rulings"][0]["appeal_until"] is None
        assert untils(case, table.table.of(seat)) == [None]
        assert untils(case) == untils(case, table.service.auditor) == [until]
    assert table.service.steward.post(f"/v1/disputes/{case.id}/appeals", {"words": "I myself"}).status_code == 201
    table.service.steward.done(f"/v1/disputes/{case.id}/withdrawals")
    assert untils(case, table.service.auditor) == [None]  # nobody is left who might


def test_when_time_is_over_or_the_table_allows_none_there_is_no_until(table: RealTable, monkeypatch: pytest.MonkeyPatch) -> None:
    service = table.service
    case = Case(table)
    case.rule("stands")
    (until,) = untils(case)
    assert until is not None
    end = datetime.fromisoformat(until)
    for hours, expected in ((-1, until), (0, None), (1, None)):
        with monkeypatch.context() as patched:
            patched.setattr(service.ledger, "clock", lambda at=end + timedelta(hours=hours): at)
            assert untils(case) == [expected]
    body = {"name": "Hasty", "preset": "azi-three", "seats": 3, "house": {"deck": "entered"}, "dispute_hours": 0}
    at = service.steward.done("/v1/tables", body)["id"]
    for seat in (1, 2, 3):
        service.steward.done(f"/v1/tables/{at}/seats", {"player": service.player(500), "seat": seat, "amount": "500"})
    game = service.steward.done(f"/v1/tables/{at}/games")["id"]
    dispute = service.steward.done("/v1/disputes", {"game": game, "kind": "other", "words": "Well"})["id"]
    ruling = {"decision": "stands", "reason": "No", "rule": "DISPUTE-4"}
    ruled = service.steward.post(f"/v1/disputes/{dispute}/rulings", ruling, If_Match='"1"').json()
    assert ruled["rulings"][0]["appeal_until"] is ruled["events"][0]["data"]["appeal_until"] is None
    refused = service.steward.post(f"/v1/disputes/{dispute}/appeals", {"words": "Look again"})
    assert (refused.status_code, refused.json()["rule"]) == (409, "DISPUTE-2")


def told(table: RealTable) -> dict[str, Any]:
    """What the list and the game itself say alike."""
    service = table.service
    listed = service.auditor.read(f"/v1/games?table={table.id}&min_position={service.ledger.head()}")["games"]
    (line,) = [one for one in listed if one["id"] == table.game]
    alone = service.auditor.read(f"/v1/games/{table.game}")
    names = ("how", "ruled", "dispute", "disputes")
    assert [line[name] for name in names] == [alone[name] for name in names]
    return {name: line[name] for name in names}


def test_a_game_names_its_disputes_and_the_one_ruling_that_says_how_it_ended(table: RealTable) -> None:
    assert told(table) == {"how": "won", "ruled": None, "dispute": None, "disputes": []}
    first = Case(table)
    assert told(table) == {"how": "won", "ruled": None, "dispute": first.id, "disputes": [first.id]}
    dropped = Case(table)
    assert told(table)["dispute"] == dropped.id
    table.table.of(1).done(f"/v1/disputes/{dropped.id}/withdrawals")
    assert told(table)["disputes"] == [first.id]
    first.rule("penalty", seat=3, amount="20")
    assert told(table) == {"how": "won", "ruled": None, "dispute": first.id, "disputes": [first.id]}
    second, third = Case(table), Case(table)
    assert second.rule("void_game").status_code == 201
    third.rule("stands")
    both = [first.id, second.id, third.id]
    assert told(table) == {"how": "won", "ruled": "void_game", "dispute": second.id, "disputes": both}
    for case, decision in ((third, "award"), (first, "award"), (first, "void_game")):
        refused = case.rule(decision, **({"to": [2]} if decision == "award" else {})).json()
        assert (refused["rule"], refused["dispute"]) == ("DISPUTE-5", second.id)
    assert told(table)["dispute"] == second.id
    second.rule("stands")
    assert told(table) == {"how": "won", "ruled": None, "dispute": third.id, "disputes": both}


def test_a_game_made_void_by_a_ruling_while_it_ran_says_so(service: Service) -> None:
    table = after_the_bidding(service)
    table.plays("AH 7D KH")
    case = Case(table)
    assert told(table) == {"how": None, "ruled": None, "dispute": case.id, "disputes": [case.id]}
    assert case.rule("void_game").status_code == 201
    assert told(table) == {"how": "void", "ruled": "void_game", "dispute": case.id, "disputes": [case.id]}


def test_a_penalty_says_by_which_ruling_of_which_dispute_it_came_back(table: RealTable, club: Database) -> None:
    service, fine, void = table.service, Case(table), Case(table)

    def listed() -> list[tuple[Any, ...]]:
        where = f"/v1/penalties?game={table.game}&min_position={service.ledger.head()}"
        return [(one["stands"], one["ended_by"], one["ended_in"]) for one in service.auditor.read(where)["penalties"]]

    def counted() -> Any:
        where = f"/v1/statistics?player={table.seats[3]}&min_position={service.ledger.head()}"
        return [one["count"] for line in service.auditor.read(where)["statistics"] for one in line["penalties"]]

    fine.rule("penalty", seat=3, amount="20")
    assert (listed(), counted()) == ([(True, None, None)], [1])
    void.rule("void_game")
    assert (listed(), counted()) == ([(False, 1, void.id)], [])
    assert [(one["holds"], one["given_back_in"]) for one in fine.seen()["rulings"]] == [(True, void.id)]
    assert [(one["holds"], one["given_back_in"]) for one in void.seen()["rulings"]] == [(True, None)]
    place = {"DATABASE_URL": club.admin_url, "CARDLEDGER_SCHEMA": club.schema}
    (line,) = json.loads(here("penalties", "--game", table.game, "--json", **place).stdout)["penalties"]
    assert (line["stands"], line["ended_by"], line["ended_in"]) == (False, 1, void.id)
    void.rule("stands")
    assert (listed(), counted()) == ([(True, None, None)], [1])
    assert [one["given_back_in"] for one in fine.seen()["rulings"]] == [None]
