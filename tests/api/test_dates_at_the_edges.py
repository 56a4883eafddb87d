"""Every date that interface and program take, at the edges of the calendar: an answer of zeros or a refusal, never a failure.

Which dates there are is read from /openapi.json and from the commands themselves: one that comes later is tried as well.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import product
from pathlib import Path
from typing import Any
from urllib.parse import quote

import pytest
import typer

from api.cli import app
from ledger.exports.formats import FORMATS
from ledger.exports.ofx import _day, _moment
from ledger.orders.app import Ledger
from ledger.store.ids import wallet_stream
from ledger.store.times import moment_of, utc_text
from tests import lengths
from tests.api.attack import Route, World, sample, world_of
from tests.api.program import here
from tests.api.service import Service, new_key
from tests.conftest import Database
from tests.ledger.club import Club
from tests.ledger.exports.readers import READERS

DAYS = ("0001-01-01", "0001-01-02", "1582-10-10", "2016-12-31", "9999-12-30", "9999-12-31")
NO_DAYS = ("0000-01-01", "2023-02-29", "10000-01-01", "2026-1-1", "2026-W01-1", "20260101", "-001-01-01", "٢٠٢٦-٠١-٠١", "")
TIMES = (
    "00:00:00Z",
    "00:00:03.999999Z",
    "23:59:59.999999Z",
    "23:59:60Z",
    "24:00:00Z",
    "00:00:00+14:00",
    "23:59:59-14:00",
    "00:00:00+23:59",
    "23:59:59-23:59",
    "12:00:00+24:00",
    "12:00:00",
)
MOMENTS = [f"{day}T{time}" for day, time in product(DAYS, TIMES)]
FARTHEST = (
    "0001-01-01",
    "9999-12-31",
    "0001-01-01T00:00:00+14:00",
    "9999-12-31T23:59:59-14:00",
    "2026-W01-1",
    "12:00",
    "0001-01",
    "9999-12",
)
EDGES = (*DAYS, *NO_DAYS, *MOMENTS, "0001-01", "9999-12", "0000-12", "2026-3")
ZONES = ("UTC", "Pacific/Kiritimati", "Etc/GMT+12", "Europe/Berlin", "Africa/Monrovia")
NO_ZONES = ("right/UTC", "Mars/Olympus", "../UTC", "localtime", "+03:00", "utc\u0000", "x" * 64)
READ = dict(READERS.values())
IS_DATE = re.compile(r"\d{4}-\d{2}-\d{2}")
# What a date is called, also where its description forgets to say that it is one.
CALLED = re.compile(r"(.*_)?(from|to|as_of|at|on|day|date|month|since|until|before|start|end)")
DATED = re.compile(rf"{IS_DATE.pattern}|\b(?i:day|days|time|moment|month|date)\b(?! zone)")


def is_date(name: str, schema: dict[str, Any]) -> bool:
    """Whether what the description tells so is a date."""
    told = [schema, *schema.get("anyOf", ()), *schema.get("oneOf", ())]
    texts = [one for one in told if "string" in str(one.get("type", "string")) and "pattern" not in one and "enum" not in one]
    formed = any(str(one.get("format", "")).startswith("date") or IS_DATE.match(str(one.get("example", ""))) for one in told)
    return formed or (bool(texts) and CALLED.fullmatch(name) is not None)


def asked(route: Route) -> list[str]:
    """The dates that a query may name."""
    return [name for name, schema in route.query.items() if is_date(name, schema)]


def places(schema: dict[str, Any], way: tuple[str, ...] = ()) -> Iterator[tuple[str, ...]]:
    """Where in a body, in whatever depth, dates stand; "0" is the first of a list."""
    for name, part in schema.get("properties", {}).items():
        if is_date(name, part):
            yield *way, name
        yield from places(part, (*way, name))
        yield from places(part.get("items", {}), (*way, name, "0"))


def put(body: Any, way: tuple[str, ...], value: str) -> None:
    """The value to its place."""
    for step in way[:-1]:
        body = body[int(step) if step.isdigit() else step]
    body[way[-1]] = value


def sent(world: World) -> Iterator[tuple[Route, dict[str, Any], tuple[str, ...]]]:
    """Every date of every body: the route, a schema of its body, the place."""
    for route in world.routes:
        for schema in route.body:
            for way in places(schema):
                yield route, schema, way


@pytest.fixture(scope="module")
def world(service: Service) -> World:
    return world_of(service)


@pytest.fixture(scope="module")
def player(service: Service) -> str:
    return service.player(100)


def test_dates_are_found_in_queries_and_in_bodies_of_any_depth(world: World) -> None:
    """Those that there were when this was written; a test that finds none would find nothing."""
    queries = {(route.path.rpartition("/")[2], name) for route in world.routes for name in asked(route)}
    assert queries >= {("statement", "from"), ("statement", "to"), ("report", "from"), ("report", "to"), ("balance", "as_of")}
    bodies = {(route.path.rpartition("/")[2], *way) for route, _, way in sent(world)}
    assert bodies >= {
        *((path, "effective_at") for path in ("deposits", "withdrawals", "settlements", "corrections")),
        ("tables", "ends_at"),
        ("games", "records", "0", "played_at"),
    }


def test_every_date_of_every_query_is_answered_or_refused_in_every_zone(world: World) -> None:
    for route in world.routes:
        names = asked(route)
        if not names:
            continue
        zones = (*ZONES, *NO_ZONES) if "tz" in route.query else ("",)
        who, path = world.service.auditor, world.address(route.path)
        assert who.get(path + route.needed).status_code in {200, 422}, route
        for date, tz in product(EDGES, zones if lengths.is_all() else zones[:2]):
            for told in (*((name,) for name in names), names):
                query = "&".join([*(f"{name}={quote(date)}" for name in told), *([f"tz={quote(tz)}"] if tz else [])])
                answer = who.get(f"{path}?{query}")
                allowed = {400, 422} if date in NO_DAYS else {200, 400, 422}
                assert answer.status_code in allowed, (path, query, answer.text)
        for tz in zones:
            for date in ("", *DAYS):
                query = "&".join([*(f"{name}={date}" for name in names if date), f"tz={quote(tz)}"])
                status = who.get(f"{path}?{query}").status_code
                assert status in ({422, 400} if tz in NO_ZONES else {200, 400, 422}), (path, query)


def test_every_date_of_every_body_is_taken_or_refused(world: World) -> None:
    version = world.service.ledger.load(wallet_stream(world.ids["player"])).version
    for route, schema, way in sent(world):
        who, path = world.able(route), world.address(route.path)
        for date in EDGES:
            body = {**sample(schema), **({"name": new_key()} if "name" in schema["properties"] else {})}
            put(body, way, date)
            headers = {"If_Match": f'"{version}"'} if route.stale else {}
            answer = who.send(route.method, path, body, **headers)
            assert answer.status_code in {200, 201, 400, 403, 404, 409, 412, 422}, (route, way, date, answer.text)
            if date in DAYS or not IS_DATE.match(date):
                assert answer.status_code in {403, 409, 422} or is_day(schema, way), (route, way, date, answer.text)


def is_day(schema: dict[str, Any], way: tuple[str, ...]) -> bool:
    """Whether at this place of a body stands a day, not a moment."""
    for step in way:
        schema = schema["items"] if step == "0" else schema["properties"][step]
    return schema.get("format") == "date"


def test_an_agreed_end_at_any_moment_is_kept_as_it_was_told(service: Service) -> None:
    for moment in MOMENTS:
        opened = service.steward.post("/v1/tables", {"name": "Edge", "preset": "azi-three", "seats": 7, "ends_at": moment})
        assert opened.status_code in {201, 409, 422}, opened.text
        if opened.status_code == 201:
            assert moment_of(service.steward.read(f"/v1/tables/{opened.json()['id']}")["ends_at"]) == moment_of(moment)


def test_every_line_of_an_imported_table_of_deposits_with_any_time_is_in_or_named(service: Service) -> None:
    lines = [f"Nobody,1,{new_key()},{at}" for at in EDGES if at]
    told = service.cashier.done("/v1/imports/deposits", {"csv": "\n".join(["player,amount,reference,at", *lines])})
    assert [one["status"] for one in told["outcomes"]] == ["failed"] * len(lines)
    assert [one["line"] for one in told["outcomes"]] == [*range(2, 2 + len(lines))]


def commands(command: Any, words: tuple[str, ...] = ()) -> Iterator[tuple[tuple[str, ...], Any]]:
    """Every command of the program with the words that call it."""
    if hasattr(command, "list_commands"):
        for name in command.list_commands(None):
            yield from commands(command.get_command(None, name), (*words, name))
    else:
        yield words, command


def test_every_date_of_every_command_is_answered_or_refused(database: Database, ledger: Ledger, tmp_path: Path) -> None:
    player = Club(ledger).rich(100)
    club = {"DATABASE_URL": database.admin_url, "CARDLEDGER_SCHEMA": database.schema}
    known = {"player": player, "output": str(tmp_path / "out")}
    tried = set()
    for words, command in commands(typer.main.get_command(app)):
        for date in [one for one in command.params if dated(one)]:
            others = [one for one in command.params if one is not date and one.required]
            given = [word for one in others for word in spoken(one, known.get(one.name, "2026-03-01" if dated(one) else "x"))]
            for value in EDGES if lengths.is_all() else FARTHEST:
                said = here(*words, *given, *spoken(date, value), **club)
                mistaken = 2 if value.startswith("-") and date.param_type_name == "argument" else 0  # for an option
                assert said.exit_code in {0, 4, mistaken}, (words, date.name, value, said.output)
            tried.add((*words, date.name))
    assert tried >= {("balance", "as_of"), ("statement", "start"), ("statement", "end"), ("cash", "report", "start")}
    assert ("books", "close", "before") in tried


def spoken(one: Any, value: str) -> list[str]:
    """An option or an argument as it is typed."""
    return [f"{one.opts[0]}={value}"] if one.param_type_name == "option" else [value]


def dated(option: Any) -> bool:
    """Whether an option or an argument is a date: its help shows one, or speaks of a day or a time."""
    return option.type.name == "str" and DATED.search(option.help or "") is not None


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


def test_a_year_is_written_with_four_digits() -> None:
    first = moment_of("0001-01-01T00:00:00Z")
    assert first is not None
    assert utc_text(first) == "0001-01-01T00:00:00.000000Z"
    assert _day(first.date()) == "00010101"
    assert _moment(first) == "00010101000000.000[0:GMT]"
