"""The register of penalties and the findings as files, and what nobody has claimed, by table and by steward."""

from __future__ import annotations

import csv
import json
from io import StringIO
from typing import TYPE_CHECKING

import pytest

from engine.azi import commands as azi
from ledger.people import keys
from tests.api.program import here
from tests.api.service import Service, served
from tests.ledger.club import STEWARD
from tests.ledger.court import RENEGE, Court, play_out_recorded, record
from tests.ledger.plays import PLAYS

if TYPE_CHECKING:
    from pathlib import Path

    from ledger.orders.app import Ledger
    from tests.conftest import Database


@pytest.fixture
def unclaimed(ledger: Ledger) -> Court:
    """A game with a renege that nobody has claimed, and one with a renege that was; at two tables of one steward."""
    court = record(ledger, PLAYS[0], RENEGE)
    play_out_recorded(court)
    other = record(ledger, PLAYS[0], RENEGE, azi.Claim(2, 1, 1, "7H"), players=court.players)
    play_out_recorded(other)
    keys.issue(ledger, "steward", STEWARD.subject, "Stella, evenings")
    return court


def test_what_nobody_has_claimed_is_counted_by_table_and_by_steward(database: Database, unclaimed: Court) -> None:
    address = {"DATABASE_URL": database.admin_url}
    told = json.loads(here("audit", "unclaimed", "--json", **address).stdout)
    (at,) = told["by_table"]
    assert (at["table"], at["table_name"], at["stewards"]) == (unclaimed.table, "Green table", [STEWARD.subject])
    assert at["counts"]["unclaimed"] == 1
    (his,) = told["by_steward"]
    assert (his["steward"], his["name"], his["counts"]) == (STEWARD.subject, "Stella, evenings", at["counts"])
    shown = here("audit", "unclaimed", COLUMNS="80", **address).stdout
    assert f"Green table ({unclaimed.table})" in " ".join(shown.split())
    with served(database.place) as service:
        service.auditor.read(f"/v1/audits?min_position={service.ledger.head()}")
        read = service.auditor.read("/v1/audits/unclaimed")
        assert read["by_table"][0]["counts"] == at["counts"]
        assert (read["by_table"][0]["table_name"], read["by_steward"][0]["actor_name"]) == ("Green table", "Stella, evenings")
        own, foreign = service.client("steward", STEWARD.subject), service.client("steward")
        assert own.read("/v1/audits/unclaimed")["by_table"] == read["by_table"]
        assert foreign.read("/v1/audits/unclaimed") == {"by_table": [], "by_steward": []}
        assert service.auditor.get("/v1/audits/unclaimed?table=aaaaaaaaaaaaaaaa").status_code == 404


def test_penalties_and_findings_are_written_as_csv(database: Database, unclaimed: Court, tmp_path: Path) -> None:
    address, file = {"DATABASE_URL": database.admin_url}, tmp_path / "penalties.csv"
    unclaimed.ledger.recorder.rows(
        "update people set name = '=1+1', sought = null where player = %s returning name", unclaimed.players[0]
    )
    assert here("penalties", "--format", "csv", "--output", str(file), **address).exit_code == 0
    (line,) = csv.DictReader(StringIO(file.read_text("utf-8")))
    assert (line["player"], line["player_name"], line["offence"]) == (unclaimed.players[0], "'=1+1", "renege")
    assert (line["amount"], line["unit"], line["stands"], line["table_name"]) == ("260", "chip", "yes", "Green table")
    assert here("penalties", "--format", "xls", **address).exit_code == 4
    found = list(csv.DictReader(StringIO(here("audit", "standing", "--format", "csv", **address).stdout)))
    assert [one["kind"] for one in found if one["game"] == unclaimed.game] == ["unclaimed"]
    assert {one["table_name"] for one in found} == {"Green table"}


def test_a_page_of_penalties_over_http_is_csv_with_the_names_that_its_reader_may_know(service: Service) -> None:
    answer = service.auditor.get("/v1/penalties?format=csv&limit=1")
    assert answer.headers["Content-Type"].startswith("text/csv")
    assert answer.text.startswith("position,recorded_at,game,table,table_name,")
    assert service.cashier.get("/v1/penalties?format=csv").status_code == 403
    assert service.auditor.get("/v1/penalties?format=pdf").status_code == 422
