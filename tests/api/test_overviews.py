"""What all have: balances at a moment, settling up, statements of a month; the desk's report as files, counts of one moment."""

from __future__ import annotations

import csv
import io
import json
import zipfile
from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any
from urllib.parse import quote

import pytest

from ledger.exports.formats import FORMATS
from tests.api.program import here
from tests.api.service import Service, new_key
from tests.conftest import Database
from tests.ledger.exports.readers import words_of
from tests.ledger.random_club import RandomClub


def rows_of(text: str, delimiter: str = ",") -> list[dict[str, str]]:
    return list(csv.DictReader(io.StringIO(text), delimiter=delimiter))


def ago(**by: float) -> str:
    return (datetime.now(UTC) - timedelta(**by)).isoformat()


def test_the_balances_of_all_are_told_in_pages_of_one_moment_and_as_csv(service: Service) -> None:
    players = {service.player(100 + number, f"=Sum {number}") for number in range(3)}
    late = service.player(name="Late")
    service.cashier.done(f"/v1/players/{late}/deposits", {"amount": "7", "effective_at": ago(days=2)})
    position = service.ledger.head()
    told: dict[str, Any] = {}
    cursor, first = f"?limit=2&min_position={position}", None
    while True:
        page = service.auditor.read(f"/v1/balances{cursor}")
        first = first or page
        if first is page:  # what comes in meanwhile does not show
            service.player(5, "Meanwhile")
        told |= {one["player"]: one for one in page["balances"]}
        assert (page["total"], page["position"]) == (first["total"], first["position"])
        if page["next"] is None:
            break
        cursor = f"?limit=2&cursor={page['next']}"
    assert {told[player]["wallet"]["amount"] for player in players} == {"100", "101", "102"}
    assert sum(int(one["total"]["amount"]) for one in told.values()) == int(first["total"]["amount"])
    assert told[late]["player_name"] == "Late"
    then = service.auditor.read(f"/v1/balances?limit=100&as_of={quote(ago(days=1))}&basis=effective")
    assert [one["wallet"]["amount"] for one in then["balances"] if one["player"] == late] == ["7"]
    before = service.auditor.read(f"/v1/balances?limit=100&as_of={quote(ago(days=3))}")
    assert late not in {one["player"] for one in before["balances"]}
    path = f"/v1/balances?format=csv&separator=semicolon&encoding=utf-8-bom&at_position={first['position']}"
    answer = service.cashier.get(path)
    assert answer.headers["Content-Type"] == "text/csv; charset=utf-8"
    table = rows_of(answer.content.decode("utf-8-sig"), ";")
    assert {row["player"]: row["total"] for row in table[:-1]} == {who: one["total"]["amount"] for who, one in told.items()}
    assert (table[-1]["record"], table[-1]["total"]) == ("total", first["total"]["amount"])
    assert {row["name"] for row in table if row["player"] in players} == {f"'=Sum {number}" for number in range(3)}
    assert service.auditor.get("/v1/balances?separator=tab").status_code == 422
    assert service.auditor.get(f"/v1/balances?cursor={quote('AAAA')}").status_code == 422
    service.player(1, "Ёжик")
    assert (
        service.auditor.get(f"/v1/balances?format=csv&encoding=windows-1252&min_position={service.ledger.head()}").status_code
        == 406
    )


def test_an_evening_is_settled_by_few_payments_and_nothing_moves(service: Service) -> None:
    table = service.table(3)
    table.start()
    table.play()
    position = service.ledger.head()
    told = service.steward.read(f"/v1/settle-up?table={table.id}&min_position={position}")
    results = {one["player"]: int(one["amount"]["amount"]) for one in told["results"]}
    assert (told["games"], sum(results.values())) == (1, 0)
    for player in table.seats.values():
        has = service.auditor.read(f"/v1/players/{player}/balance?min_position={position}")
        assert int(has["total"]["amount"]) - 500 == results.get(player, 0)
    assert len(told["payments"]) <= len(results) - 1
    for one in told["payments"]:
        results[one["payer"]] += int(one["amount"]["amount"])
        results[one["payee"]] -= int(one["amount"]["amount"])
        assert one["payer_name"] == "Anna"
    assert not any(results.values())
    assert service.ledger.head() == position
    day = service.auditor.read(f"/v1/settle-up?from={quote(ago(hours=1))}&min_position={position}")
    assert set(table.seats.values()) & {one["player"] for one in day["results"]}
    assert service.auditor.read(f"/v1/settle-up?to={quote(ago(days=400))}")["payments"] == []
    assert service.client("steward").get(f"/v1/settle-up?table={table.id}").status_code == 403
    assert service.auditor.get("/v1/settle-up").status_code == 422
    assert service.auditor.get(f"/v1/settle-up?table={'a' * 16}").status_code == 404


@pytest.mark.parametrize("form", ["pdf", "csv", "hledger"])
def test_the_statements_of_a_month_are_one_archive_numbered_and_listed(service: Service, form: str) -> None:
    player = service.player(321, "Monthly")
    position, month = service.ledger.head(), f"{datetime.now(UTC):%Y-%m}"
    path = f"/v1/statements?month={month}&format={form}&min_position={position}&lang=ru"
    answer = service.auditor.get(path)
    assert (answer.status_code, answer.headers["Content-Type"]) == (200, "application/zip")
    with zipfile.ZipFile(io.BytesIO(answer.content)) as archive:
        names = archive.namelist()
        listed = rows_of(archive.read("list.csv").decode("utf-8-sig"))
        assert [row["file"] for row in listed] == names[:-1]
        assert [row["number"] for row in listed] == [f"{month}-{number:04}" for number in range(1, len(listed) + 1)]
        (his,) = [row for row in listed if row["player"] == player]
        assert (his["name"], his["opening"], his["closing"], his["lines"]) == ("Monthly", "0", "321", "1")
        assert his["file"].endswith(f"{player}.{FORMATS[form].suffix}")
        statement = archive.read(his["file"])
        alone = service.auditor.get(
            f"/v1/players/{player}/statement?format={form}&lang=ru&from={month}-01&to={_next(month)}-01&min_position={position}"
        )
        assert statement == alone.content
    assert service.auditor.get(path).content == answer.content
    for wrong in ("2026-13", "2026", "9999-12", "2026-W1", ""):
        assert service.auditor.get(f"/v1/statements?month={wrong}").status_code == 422, wrong
    empty = service.auditor.get("/v1/statements?month=0001-01")
    with zipfile.ZipFile(io.BytesIO(empty.content)) as archive:
        assert archive.namelist() == ["list.csv"]


def _next(month: str) -> str:
    year, number = int(month[:4]), int(month[5:])
    return f"{year + number // 12}-{number % 12 + 1:02}"


def test_the_report_of_the_desk_has_every_entry_with_its_receipt_as_csv_and_pdf(service: Service) -> None:
    desk, player = service.client("cashier", "receipts"), service.player(name="Reader")
    receipt = new_key()
    desk.done(f"/v1/players/{player}/deposits", {"amount": "300", "reference": receipt})
    desk.done(f"/v1/players/{player}/withdrawals", {"amount": "120", "reference": f"={receipt}"})
    body = {"step": 2, "amount": "310", "reason": "Ten more"}
    position = desk.post(f"/v1/players/{player}/corrections", body, If_Match='"3"').headers["Ledger-Position"]
    path = f"/v1/cash-desk/report?cashier=receipts&min_position={position}&format="
    table = rows_of(service.auditor.get(f"{path}csv").text)
    entries = [row for row in table if row["record"] == "entry"]
    assert [(row["kind"], row["reference"], row["came"], row["went"], row["corrected"], row["balance"]) for row in entries] == [
        ("deposit", receipt, "300", "", "", "300"),
        ("withdrawal", f"'={receipt}", "", "120", "", "180"),
        ("correction", "", "", "", "10", "190"),
    ]
    assert {row["player_name"] for row in entries} == {"Reader"}
    assert entries[2]["reason"] == "Ten more"
    (sums,) = [row for row in table if row["record"] == "cashier"]
    assert (sums["cashier"], sums["came"], sums["went"], sums["corrected"]) == ("receipts", "300", "120", "10")
    whole = rows_of(service.auditor.get(f"/v1/cash-desk/report?min_position={position}&format=csv").text)
    report = service.auditor.read(f"/v1/cash-desk/report?min_position={position}")
    balances = [row for row in whole if row["record"] in {"opening", "closing"}]
    assert [row["balance"] for row in balances] == [report["opening"]["amount"], report["closing"]["amount"]]
    assert [row for row in whole if row["record"] == "entry"][-1]["balance"] == report["closing"]["amount"]
    for lang, title in (("en", "Report of the cash desk"), ("ru", "Отчёт кассы"), ("de", "Kassenbericht")):
        text = " ".join(words_of(service.auditor.get(f"{path}pdf&lang={lang}").content))
        assert all(said in text for said in (title, receipt, "Reader", "Ten more", "receipts")), text
    assert service.auditor.get(f"{path}xls").status_code == 422


def test_of_counts_of_one_moment_one_is_taken_and_the_others_are_told(service: Service) -> None:
    service.player(50)
    books = service.cashier.read(f"/v1/cash-desk?min_position={service.ledger.head()}")
    cash, path = int(books["cash"]["amount"]), "/v1/cash-desk/counts"

    def counted(number: int) -> Any:
        return service.cashier.post(path, {"amount": str(cash - number), "reason": "Counted", "at_position": books["position"]})

    with ThreadPoolExecutor(4) as pool:
        answers = list(pool.map(counted, range(4)))
    assert sorted(one.status_code for one in answers) == [201, 409, 409, 409]
    for one in answers:
        if one.status_code == 409:
            assert (one.json()["rule"], one.json()["last"]) == ("DESK-1", books["position"])
    taken = next(number for number, one in enumerate(answers) if one.status_code == 201)
    after = service.cashier.read(f"/v1/cash-desk?min_position={service.ledger.head()}")
    assert int(after["cash"]["amount"]) == cash - taken
    assert service.cashier.post(path, {"amount": str(cash - taken)}).status_code == 201


def test_all_of_it_is_told_at_the_terminal_too(database: Database, tmp_path: Path) -> None:
    from ledger.orders.app import Ledger

    ledger = Ledger(database.place)
    try:
        club = RandomClub(ledger, seed=83, players=3)
        club.play(2)
    finally:
        ledger.close()
    settings = {"DATABASE_URL": database.admin_url, "CARDLEDGER_SCHEMA": database.schema}
    told = json.loads(here("balances", "--json", **settings).stdout)
    assert [one["player"] for one in told["balances"]] == sorted(club.players)
    assert "together" in here("balances", **settings).stdout
    file = tmp_path / "all.csv"
    assert here("balances", "--format", "csv", "--output", str(file), **settings).exit_code == 0
    assert len(rows_of(file.read_text("utf-8"))) == 4
    settled = json.loads(here("settle-up", "The random table", "--json", **settings).stdout)
    assert (settled["games"], sum(int(chips) for chips in settled["results"].values())) == (2, 0)
    assert " pays " in here("settle-up", club.table, **settings).stdout
    assert here("settle-up", **settings).exit_code == 4
    month = f"{datetime.now(UTC):%Y-%m}"
    assert here("statements", month, "--format", "csv", "--output", str(tmp_path / "m.zip"), **settings).exit_code == 0
    assert len(zipfile.ZipFile(tmp_path / "m.zip").namelist()) == 4
    assert here("statements", "March", "--output", str(tmp_path / "x.zip"), **settings).exit_code == 4
    for form in ("csv", "pdf"):
        report = tmp_path / f"desk.{form}"
        assert here("cash", "report", "--format", form, "--output", str(report), **settings).exit_code == 0
        assert report.stat().st_size > 500
    assert here("cash", "report", "--format", "xls", **settings).exit_code == 4
