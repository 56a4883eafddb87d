"""Every date that the interface takes, at the edges of the calendar: an answer of zeros or a refusal, never a failure."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product
from typing import Any
from urllib.parse import quote

import pytest

from ledger.exports.formats import FORMATS
from ledger.exports.ofx import _day, _moment
from ledger.store.times import moment_of, utc_text
from tests.api.service import Service
from tests.ledger.exports.readers import READERS

DAYS = ("0001-01-01", "0001-01-02", "2016-12-31", "9999-12-30", "9999-12-31")
NO_DAYS = ("0000-01-01", "2023-02-29", "10000-01-01", "2026-1-1")
TIMES = (
    "00:00:00Z",
    "00:00:03.999999Z",
    "23:59:59.999999Z",
    "23:59:60Z",
    "24:00:00Z",
    "00:00:00+14:00",
    "23:59:59-14:00",
    "12:00:00+24:00",
)
MOMENTS = [f"{day}T{time}" for day, time in product(DAYS, TIMES)]
ZONES = ("UTC", "Pacific/Kiritimati", "Etc/GMT+12", "Europe/Berlin")
READ = dict(READERS.values())
DATES = {"from", "to", "day", "as_of", "effective_at", "ends_at", "played_at"}


def periods(date: str) -> list[str]:
    return [f"from={quote(date)}", f"to={quote(date)}", f"from={quote(date)}&to={quote(date)}"]


def properties(described: dict[str, Any], part: Any) -> Iterator[tuple[str, Any]]:
    """What may stand in a body, in any depth."""
    if isinstance(part, list):
        for one in part:
            yield from properties(described, one)
    elif isinstance(part, dict):
        if "$ref" in part:
            yield from properties(described, described["components"]["schemas"][part["$ref"].rpartition("/")[2]])
        yield from part.get("properties", {}).items()
        for one in part.values():
            yield from properties(described, one)


@pytest.fixture(scope="module")
def player(service: Service) -> str:
    return service.player(100)


def test_these_are_all_dates_that_the_interface_takes(service: Service) -> None:
    described = service.http.get("/openapi.json").json()
    operations = [one for path in described["paths"].values() for word, one in path.items() if word != "parameters"]
    sent = [(named, one) for operation in operations for named, one in properties(described, operation.get("requestBody", {}))]
    asked = [(one["name"], one) for operation in operations for one in operation.get("parameters", ()) if "$ref" not in one]
    assert {named for named, one in sent + asked if "'date" in str(one) or "2026-" in str(one)} == DATES


@pytest.mark.parametrize("tz", ZONES)
def test_statements_and_reports_of_any_period_are_answered_or_refused(service: Service, player: str, tz: str) -> None:
    for date in (*DAYS, *NO_DAYS, *MOMENTS):
        for period in periods(date):
            asked = [f"/v1/players/{player}/statement?{period}&tz={quote(tz)}&basis={basis}" for basis in ("recorded", "effective")]
            for path in (*asked, f"/v1/cash-desk/report?{period}&tz={quote(tz)}"):
                answer = service.auditor.get(path)
                assert answer.status_code in {200, 400, 422}, (path, answer.text)


@pytest.mark.parametrize("tz", ZONES)
def test_games_of_any_day_are_answered_or_refused(service: Service, tz: str) -> None:
    for day in (*DAYS, *NO_DAYS, *MOMENTS):
        answer = service.auditor.get(f"/v1/games?day={quote(day)}&tz={quote(tz)}")
        assert answer.status_code == (200 if day in DAYS else 422), (day, answer.text)
        assert day not in DAYS or answer.json()["games"] == []


@pytest.mark.parametrize("form", FORMATS)
def test_files_of_periods_at_the_edges_are_read_and_hold_nothing(service: Service, player: str, form: str) -> None:
    for date in ("0001-01-01", "9999-12-31"):
        answer = service.auditor.get(f"/v1/players/{player}/statement?from={date}&to={date}&tz=UTC&format={form}")
        assert answer.status_code == 200, answer.text
        if form in READ:
            assert not any(READ[form](answer.content).amounts)


def test_a_balance_of_any_moment_is_told(service: Service, player: str) -> None:
    for moment in MOMENTS:
        answer = service.auditor.get(f"/v1/players/{player}/balance?as_of={quote(moment)}")
        assert answer.status_code in {200, 400, 422}, (moment, answer.text)
        if answer.status_code == 200:
            assert int(answer.json()["wallet"]["amount"]) == (100 if moment > "2026-12" else 0), answer.text


def test_acts_dated_anywhere_are_done_or_refused(service: Service, player: str) -> None:
    for moment in MOMENTS:
        paid = service.cashier.post(f"/v1/players/{player}/deposits", {"amount": "1", "effective_at": moment})
        assert paid.status_code in {400, 403, 409, 422}, paid.text
        counted = service.cashier.post("/v1/cash-desk/counts", {"counted": "0", "effective_at": moment})
        assert 400 <= counted.status_code < 500, counted.text
        opened = service.steward.post("/v1/tables", {"name": "Edge", "preset": "azi-three", "seats": 7, "ends_at": moment})
        assert opened.status_code in {201, 400, 409, 422}, opened.text
        if opened.status_code == 201:
            assert moment_of(service.steward.read(f"/v1/tables/{opened.json()['id']}")["ends_at"]) is not None


def test_a_year_is_written_with_four_digits() -> None:
    first = moment_of("0001-01-01T00:00:00Z")
    assert first is not None
    assert utc_text(first) == "0001-01-01T00:00:00.000000Z"
    assert _day(first.date()) == "00010101"
    assert _moment(first) == "00010101000000.000[0:GMT]"
