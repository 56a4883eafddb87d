"""What if, through the interface: a game played on in a copy, by hand and by dice; who may, and what it changes: nothing."""

from __future__ import annotations

import json

import pytest

from tests.api.attack import state
from tests.api.program import here
from tests.api.real_table import RealTable
from tests.api.service import Service
from tests.api.test_disputes import after_the_bidding, settled
from tests.conftest import Database

RENEGE = "AH 7D KH  KD 8D JD  QD 9H TD"


@pytest.fixture(scope="module")
def over(service: Service) -> RealTable:
    """A game that is over, with a renege of seat 3 to trick 1: seat 2 has won 90."""
    table = after_the_bidding(service)
    table.plays(RENEGE)
    settled(table)
    return table


def test_a_game_is_played_on_from_before_a_card_with_another_card(over: RealTable) -> None:
    service, step = over.service, over.step_of("card_played", 1) - 1
    before = over.now(), service.steward.read(f"/v1/disputes?game={over.game}")
    made = service.steward.done(f"/v1/games/{over.game}/branches", {"step": step})
    assert (made["branched_from"], made["acts"], made["happened"]) == (step, 0, [])
    assert made["state"]["turn"] == 3
    assert {act["card"] for act in made["state"]["legal"]} == {"9H"}
    path = f"/v1/branches/{made['id']}"
    played = service.steward.done(f"{path}/actions", {"type": "play", "seat": 3, "card": "9H"})
    assert [one["type"] for one in played["happened"]] == ["azi.card_played"]
    wrong = service.steward.post(f"{path}/actions", {"type": "play", "seat": 2, "card": "KD"})
    assert (wrong.status_code, wrong.json()["rule"]) == (409, "AZI-VIOL-7")
    assert service.steward.post(f"{path}/actions", {"type": "raise", "seat": 1}).status_code == 422
    out = service.steward.done(f"{path}/playouts", {"how": "sensible", "seed": 5})
    assert out["state"]["over"] is True
    stacks = sum(int(seat["stack"]["amount"]) for seat in out["state"]["seats"])
    assert stacks + int(out["state"]["pot"]["amount"]) == 3000
    read = service.auditor.read(path)
    assert (read["acts"], read["version"]) == (out["acts"], out["version"])
    assert [one["number"] for one in read["happened"]] == list(range(1, len(read["happened"]) + 1))
    rest = service.auditor.read(f"{path}?after=1&limit=1")
    assert (rest["happened"], rest["next"]) == (read["happened"][1:2], 2)
    listed = service.auditor.read(f"/v1/games/{over.game}/branches")["branches"]
    assert [(one["id"], one["acts"]) for one in listed] == [(made["id"], out["acts"])]
    assert (over.now(), service.steward.read(f"/v1/disputes?game={over.game}")) == before
    log = service.auditor.read(f"/v1/refusals?game={over.game}&min_position={service.ledger.head()}")["refusals"]
    assert [line for line in log if line["rule"] == "AZI-VIOL-7"] == []


def test_a_branch_is_refused_to_who_may_not_see_every_card_and_changes_nothing(over: RealTable) -> None:
    service = over.service
    branch = service.auditor.done(f"/v1/games/{over.game}/branches", {"step": 3})["id"]
    stranger = service.client("player", service.player())
    before = state(service)
    for client in (over.table.of(1), service.room, service.cashier, service.admin, stranger):
        assert client.post(f"/v1/games/{over.game}/branches", {"step": 3}).status_code == 403
        assert client.get(f"/v1/games/{over.game}/branches").status_code == 403
        assert client.get(f"/v1/branches/{branch}").status_code == 403
        assert client.post(f"/v1/branches/{branch}/playouts").status_code == 403
    assert service.steward.post(f"/v1/games/{over.game}/branches", {"step": 999}).json()["rule"] == "BRANCH-1"
    assert service.steward.get(f"/v1/branches/{over.game}-99").status_code == 404
    assert state(service) == before


def test_nobody_follows_a_branch_in_the_feed(over: RealTable) -> None:
    service, after = over.service, over.service.ledger.head()
    service.steward.done(f"/v1/games/{over.game}/branches", {"step": 3})
    for client in (service.steward, service.auditor, service.admin, service.room, over.table.of(1)):
        page = client.read(f"/v1/events?after={after}")
        assert [item for item in page["events"] if item["event"]["stream"].startswith("branch-")] == []


def test_a_game_is_played_on_at_the_terminal_and_nothing_is_kept(over: RealTable, club: Database) -> None:
    place = {"DATABASE_URL": club.admin_url, "CARDLEDGER_SCHEMA": club.schema, "COLUMNS": "200"}
    head = over.service.ledger.head()
    step = str(over.step_of("cards_dealt"))
    told = json.loads(here("branch", over.game, "--step", step, "--times", "3", "--json", **place).stdout)
    assert [sum(map(int, end["stacks"].values())) + int(end["pot"]) for end in told["branches"]] == [3000] * 3
    shown = here("branch", over.game, "--step", step, **place).stdout
    assert "Seed 1: over" in shown
    assert "plays" in shown
    assert here("branch", over.game, "--step", "999", **place).exit_code == 4
    assert here("branch", over.game, "--step", step, "--play", "badly", **place).exit_code == 4
    assert over.service.ledger.head() == head
