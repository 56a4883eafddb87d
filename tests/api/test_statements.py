"""Statements over HTTP: pages frozen at the first one, totals, languages, and files that other programs read."""

from __future__ import annotations

import csv
import io
from importlib import import_module
from typing import Any

import httpx
import pytest

from ledger.exports import formats
from ledger.exports.formats import FORMATS
from ledger.exports.table import restored
from tests.api.service import PlayedTable, Service
from tests.ledger.exports.readers import READERS

NAME = "é 😀 <&> \\ №"  # D36
GREAT = 9007199254740993  # D30
ALL = ["json", *FORMATS]


@pytest.fixture(scope="module")
def played(service: Service) -> PlayedTable:
    """A table at which a game has been played to its end."""
    table = service.table(3, chips=500)
    table.start()
    table.play()
    return table


def path(service: Service, player: str, query: str = "") -> str:
    return f"/v1/players/{player}/statement?min_position={service.ledger.head()}{query}"


def file(service: Service, player: str, form: str, query: str = "") -> httpx.Response:
    answer = service.auditor.get(path(service, player, f"&format={form}{query}"))
    assert answer.status_code == 200, answer.text
    return answer


def test_every_format_holds_what_the_pages_hold(service: Service, played: PlayedTable) -> None:
    player = played.seats[1]
    told = service.auditor.read(path(service, player, "&limit=100"))
    assert told["next"] is None
    for form, read in READERS.values():
        answer = file(service, player, form)
        assert answer.headers["Content-Type"].split(";")[0] == FORMATS[form].media_type
        assert answer.headers["Content-Disposition"].endswith(f'.{FORMATS[form].suffix}"')
        assert answer.headers["Cache-Control"] == "private, no-store"
        found = read(answer.content)
        assert (found.opening, found.closing) == (int(told["opening"]["amount"]), int(told["closing"]["amount"]))
        assert sum(found.amounts) == int(told["closing"]["amount"])
        if form not in {"hledger", "beancount"}:
            assert list(found.amounts) == [int(line["amount"]["amount"]) for line in told["lines"]]


def test_totals_are_those_of_the_lines_and_stand_on_the_first_page(service: Service, played: PlayedTable) -> None:
    player = played.seats[2]
    page = service.auditor.read(path(service, player, "&limit=2"))
    totals, lines = page["totals"], list(page["lines"])
    while page["next"]:
        page = service.auditor.read(f"/v1/players/{player}/statement?limit=5&cursor={page['next']}")
        assert page["totals"] is None
        lines += page["lines"]
    for total in totals:
        amounts = [int(line["amount"]["amount"]) for line in lines if line["group"] == total["group"]]
        assert int(total["amount"]["amount"]) == sum(amounts)
        assert int(total["received"]["amount"]) == sum(amount for amount in amounts if amount > 0)
        assert total["lines"] == len(amounts)
    assert sum(int(total["amount"]["amount"]) for total in totals) == int(page["closing"]["amount"])
    assert [total["words"] for total in totals][:2] == ["Deposits", "Between wallet and tables"]


def test_a_line_leads_to_its_step_in_the_replay(service: Service, played: PlayedTable) -> None:
    lines = service.auditor.read(path(service, played.seats[3]))["lines"]
    assert lines[0]["link"] is None
    ante = next(line for line in lines if line["kind"] == "ante")
    told = service.auditor.read(ante["link"])
    assert (told["step"], told["event"]["type"]) == (ante["step"], "azi.antes_posted")


@pytest.mark.parametrize("basis", ["recorded", "effective"])
def test_wallet_and_stacks_apart_come_to_both_together(service: Service, played: PlayedTable, basis: str) -> None:
    player = played.seats[1]
    closings = {
        scope: int(service.auditor.read(path(service, player, f"&basis={basis}&scope={scope}"))["closing"]["amount"])
        for scope in ("all", "wallet", "stacks", f"stack:{played.id}")
    }
    assert closings["wallet"] + closings["stacks"] == closings["all"]
    assert closings[f"stack:{played.id}"] == closings["stacks"] > 0
    assert service.auditor.get(path(service, player, "&scope=stack:")).status_code == 422


@pytest.mark.parametrize(
    ("headers", "query", "language", "words"),
    [
        ({}, "", "en", "Deposit at the cash desk"),
        ({"Accept-Language": "de-AT, en;q=0.5"}, "", "de", "Einzahlung an der Kasse"),
        ({"Accept-Language": "de"}, "&lang=ru", "ru", "Взнос в кассу"),
        ({"Accept-Language": "fr"}, "", "en", "Deposit at the cash desk"),
    ],
)
def test_words_are_in_the_language_that_is_asked_for_or_accepted(
    service: Service, headers: dict[str, str], query: str, language: str, words: str
) -> None:
    player = service.player(5)
    answer = service.auditor.get(path(service, player, query), **headers)
    assert answer.headers["Content-Language"] == language
    assert "Accept-Language" in answer.headers["Vary"]
    assert answer.json()["lines"][0]["words"] == words


def test_later_pages_keep_the_language_of_the_first(service: Service) -> None:
    player = service.player(5)
    service.cashier.done(f"/v1/players/{player}/deposits", {"amount": "6"})
    first = service.auditor.read(path(service, player, "&limit=1&lang=de"))
    second = service.auditor.get(f"/v1/players/{player}/statement?cursor={first['next']}", Accept_Language="ru")
    assert second.headers["Content-Language"] == "de"
    assert second.json()["lines"][0]["words"] == "Einzahlung an der Kasse"


@pytest.mark.parametrize(
    ("accept", "media_type"),
    [
        ("*/*", "application/json"),
        ("text/csv", "text/csv"),
        ("application/pdf, application/json;q=0.5", "application/pdf"),
        ("text/html, application/xml;q=0.9, */*;q=0.8", "application/xml"),
        ("application/x-ofx", "application/x-ofx"),
    ],
)
def test_the_header_accept_chooses_the_form(service: Service, accept: str, media_type: str) -> None:
    answer = service.auditor.get(path(service, service.player(5)), Accept=accept)
    assert answer.status_code == 200
    assert answer.headers["Content-Type"].split(";")[0] == media_type
    assert "Accept" in answer.headers["Vary"]


@pytest.mark.parametrize(("headers", "query"), [({"Accept": "image/png"}, ""), ({}, "&format=xls"), ({}, "&format=")])
def test_a_form_that_there_is_not_is_a_406_that_lists_the_others(service: Service, headers: dict[str, str], query: str) -> None:
    answer = service.auditor.get(path(service, service.player(), query), **headers)
    assert answer.status_code == 406
    assert answer.headers["Content-Type"] == "application/problem+json"
    told = answer.json()
    assert (told["type"], told["formats"]) == ("/problems/not-acceptable", ALL)
    assert told["available"][:2] == ["application/json", "text/csv"]


def test_amounts_and_names_of_any_sort_survive_every_format_or_are_refused(service: Service) -> None:
    """D30 and D36."""
    player = service.player(GREAT, name=NAME)
    for form, read in READERS.values():
        found = read(file(service, player, form).content)
        assert found.amounts[0] == found.closing == GREAT
        if form != "ofx":
            assert NAME in found.texts
    service.cashier.done(f"/v1/players/{player}/deposits", {"amount": str(10**30)})
    assert service.auditor.read(path(service, player))["closing"]["amount"] == str(GREAT + 10**30)
    rows = list(csv.DictReader(io.StringIO(file(service, player, "csv").text, newline="")))
    assert rows[-1]["balance"] == str(GREAT + 10**30)
    assert restored(rows[0]["name"]) == NAME
    refused = service.auditor.get(path(service, player, "&format=camt053"))
    assert (refused.status_code, refused.json()["formats"]) == (406, ["json", "csv", "pdf", "hledger"])
    assert "18 digits" in refused.json()["detail"]


def test_a_period_in_a_file_is_that_of_the_pages(service: Service) -> None:
    player = service.player(70)
    query = "&from=2000-01-01&to=2000-01-02&tz=Europe/Berlin"
    rows = list(csv.DictReader(io.StringIO(file(service, player, "csv", query).text, newline="")))
    assert [(row["record"], row["balance"], row["recorded_at"]) for row in rows] == [
        ("opening", "0", "1999-12-31T23:00:00.000000Z"),
        ("closing", "0", "2000-01-01T23:00:00.000000Z"),
    ]
    later = service.auditor.read(path(service, player, "&from=2090-01-01"))
    assert (later["opening"], later["lines"], later["totals"], later["closing"]) == (
        later["closing"],
        [],
        [],
        {"amount": "70", "unit": "chip", "scale": 0},
    )


@pytest.mark.parametrize("query", ["&limit=5", "&cursor=AAAA", "&tz=Mars/Olympus", "&scope=pots", "&from=yesterday", "&lang=fr"])
def test_a_senseless_file_is_refused_with_its_field(service: Service, query: str) -> None:
    answer = service.auditor.get(path(service, service.player(), f"&format=csv{query}"))
    assert (answer.status_code, answer.json()["type"]) == (422, "/problems/malformed")
    assert answer.json()["errors"]


def test_files_are_for_the_player_himself_and_who_may_see_money(service: Service) -> None:
    player, other = service.player(5), service.player()
    for form in ("csv", "pdf"):
        query = path(service, player, f"&format={form}")
        for client in (service.room.acting_for(player), service.client("player", player), service.cashier, service.admin):
            assert client.get(query).status_code == 200
        for client in (service.room, service.steward, service.room.acting_for(other), service.client("player", other)):
            assert client.get(query).status_code == 403
        assert service.auditor.get(f"/v1/players/aaaaaaaaaaaaaaaa/statement?format={form}").status_code == 404


def test_every_format_is_in_the_description(service: Service) -> None:
    described: Any = service.http.get("/openapi.json").json()["paths"]["/v1/players/{player}/statement"]["get"]
    assert set(described["responses"]["200"]["content"]) == {"application/json"} | {one.media_type for one in FORMATS.values()}
    assert next(one for one in described["parameters"] if one.get("name") == "format")["schema"]["enum"] == ALL


def test_a_statement_that_does_not_add_up_is_not_given_and_a_long_one_breaks_off(
    service: Service, monkeypatch: pytest.MonkeyPatch
) -> None:
    player = service.player(5)
    asked = path(service, player, "&format=csv")
    journal = import_module("ledger.statements.whole")
    read = journal.read
    monkeypatch.setattr(journal, "read", lambda *what: read(*what)[:-1])
    refused = service.auditor.get(asked)
    assert (refused.status_code, refused.json()["type"]) == (500, "/problems/damaged")
    monkeypatch.setattr(formats, "PIECE", 10)  # as if the first piece were full: the answer has begun
    with pytest.raises(httpx.RemoteProtocolError):
        service.auditor.get(asked)


def test_csv_comes_with_the_separator_and_the_encoding_asked_for(service: Service, played: PlayedTable) -> None:
    player = played.seats[1]
    answer = service.auditor.get(path(service, player, "&format=csv&separator=semicolon&encoding=windows-1251&lang=ru"))
    assert answer.headers["Content-Type"] == "text/csv; charset=windows-1251"
    usual = file(service, player, "csv", "&lang=ru").text
    rows = list(csv.reader(io.StringIO(answer.content.decode("windows-1251")), delimiter=";"))
    assert rows == list(csv.reader(io.StringIO(usual)))
    for query, status in (
        ("format=csv&separator=dot", 422),
        ("format=csv&encoding=latin1", 422),
        ("format=pdf&separator=comma", 422),
        ("encoding=utf-8", 422),
        ("format=csv&encoding=windows-1252&lang=ru", 406),
    ):
        assert service.auditor.get(path(service, player, f"&{query}")).status_code == status, query
