"""The page of audits: what each who signs in may ask and is told, in three languages; nothing of the record becomes HTML."""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Iterator

import httpx
import pytest

from ledger.audits.findings import AUDITS
from ledger.projections.position import wait_for
from ledger.running.rebuild import rebuild
from tests.api.reader import Read, Reader, reading
from tests.api.service import Service, served
from tests.api.test_audits import reneged
from tests.conftest import Database
from tests.ledger.audits.forging import rewritten, step_of

SCRIPT = '"><script>alert(1)</script>'
OTHERWISE = {
    "ru": {"При пересчёте «game ended» выходит иначе: how."},
    "de": {"Noch einmal ausgerechnet, kommt bei „game ended“ etwas anderes heraus: how."},
}
WITHHELD = {"en": "What differs here is withheld", "ru": "Что здесь не так, не показано", "de": "bleibt verborgen"}


@pytest.fixture
def own(database: Database) -> Iterator[Service]:
    """A service whose events a test may change behind its back."""
    with served(database.place) as running:
        yield running


def caught_up(service: Service) -> None:
    """Waits until the lists of tables and games are up to date."""
    wait_for(service.ledger, ("games", "tables"), service.ledger.head(), 10.0)


def report(reader: Reader, audit: str, **query: str) -> Read:
    """The page of a report."""
    return reader.page(str(httpx.URL("/audits", params={"audit": audit, **query})))


def test_an_auditor_chooses_an_audit_and_a_table_and_reads_what_was_found(service: Service) -> None:
    table = reneged(service)
    caught_up(service)
    with reading(service, service.auditor) as reader:
        page = reader.page("/audits")
        form = page.form("/audits")
        assert form.method == "get"
        assert form.fields == {"lang": "en", "audit": "standing", "game": ""}
        assert [attrs["value"] for tag, attrs in page.tags if attrs.get("name") == "audit"] == ["standing", *AUDITS]
        assert set(page.of("label", "for")) >= {"table", "game"}
        assert table.id in page.of("option", "value")
        answer = reader.http.get("/audits", params={**form.fields, "audit": "penalties", "table": table.id})
        assert (answer.status_code, answer.headers["Cache-Control"]) == (200, "private, no-store")
        read = Read(answer.text)
        assert "In order. Notes: 1" in read.words
        facts = re.findall(r"<dt>([^<]+)</dt><dd>(\d+)</dd>", answer.text)
        assert facts[:2] == [("Games", "1"), ("of them not over yet", "1")]
        assert facts[3:] == [("of them not to be evaluated", "0"), ("Position of the last event", str(service.ledger.head()))]
        ((severity, rule, where, _, _, says),) = read.rows
        assert (severity, rule.split()[0]) == ("◇ Note", "AZI-PLAY-2")
        assert where == f"{table.game}, step {table.step_of('card_played', 1)}"
        assert "nobody has claimed it" in says
        assert "/rules/azi?lang=en#AZI-PLAY-2" in read.of("a", "href")
        assert read.of("th", "scope") == ["col"] * 6 + ["row"]
        assert "caption" in {tag for tag, _ in read.tags}
        (alone,) = [href for href in read.of("a", "href") if f"game={table.game}" in href]
        assert reader.page(alone).rows == read.rows
        head = reader.http.head("/audits?audit=penalties&game=" + table.game)
        assert (head.status_code, head.content) == (200, b"")


def test_whoever_signs_in_sees_first_what_the_standing_audit_has_found(own: Service, database: Database) -> None:
    table = own.table()
    played = [table.start()]
    table.play()
    step = step_of(own.ledger, f"game-{played[0]}", "azi.game_ended")
    rewritten(database, own.ledger, f"game-{played[0]}", step, how="void")
    rebuild(own.ledger, "findings")
    with reading(own, own.auditor) as reader:
        page = reader.page("/audits")
        assert {(severity, where) for severity, _, where, *_ in page.rows} == {("✗ Fault", f"{played[0]}, step {step}")}
        assert f"Faults: {len(page.rows)}. Notes: 0" in page.words
        first = report(reader, "standing", limit="1")
        (older,) = [href for href in first.of("a", "href") if "cursor=" in href]
        assert first.rows + reader.page(older).rows == page.rows[:2]
        assert "The books of the whole club" in report(reader, "money", table=table.id).words
    with reading(own, own.steward) as reader:
        assert reader.page("/audits").rows == []
        assert report(reader, "standing", table=table.id).rows == page.rows


def test_a_steward_audits_his_own_tables_and_an_admin_is_not_told_what_nobody_has_claimed(service: Service) -> None:
    table, strange = reneged(service), service.client("steward")
    caught_up(service)
    with reading(service, service.steward) as reader:
        page = reader.page("/audits")
        assert "money" not in page.of("input", "value")
        assert table.id in page.of("option", "value")
        assert "nobody has claimed it" in report(reader, "penalties", table=table.id).words
        asked = reader.page("/audits?audit=games", 403)
        assert "Choose one of your tables" in asked.words
        assert asked.form("/audits")
        for query in ("audit=money", f"audit=money&table={table.id}", "audit=games&table=nowhere"):
            assert "You may not see that" in reader.page(f"/audits?{query}", 403).words
    with reading(service, strange) as reader:
        assert reader.page("/audits").of("option", "value") == [""]
        for query in (f"table={table.id}", f"game={table.game}"):
            assert "at the tables of which they are stewards" in reader.page(f"/audits?audit=games&{query}", 403).words
    with reading(service, service.admin) as reader:
        read = report(reader, "penalties", game=table.game)
        assert (read.rows, "In order" in read.words, "Notes" in read.words) == ([], True, False)
        for audit in AUDITS:
            assert report(reader, audit, table=table.id).of("html", "lang") == ["en"]
        assert "The books of the whole club" in report(reader, "money").words


def test_what_tells_of_cards_that_he_may_not_see_is_withheld_in_every_language(own: Service, database: Database) -> None:
    table = reneged(own)
    stream = f"game-{table.game}"
    step = step_of(own.ledger, stream, "azi.cards_dealt")
    hands = own.ledger.decode(own.ledger.history(stream)[step - 1]).event.hands
    rewritten(database, own.ledger, stream, step, hands={**hands, 1: (hands[1][0], hands[2][0], hands[1][2])})
    with reading(own, own.auditor) as reader:
        for tag, words in WITHHELD.items():
            read = report(reader, "misdeals", game=table.game, lang=tag)
            row = next(row for row in read.rows if row[1].startswith("AZI-DEAL-9"))
            assert (row[3], row[4]) == ("", "")
            assert words in row[5]
            assert "AH" not in str(read.rows)
            assert f"/rules/azi?lang={tag}#AZI-DEAL-9" in read.of("a", "href")
        assert "AH" not in reader.get(f"/audits?audit=misdeals&game={table.game}&format=csv").text
    with reading(own, own.steward) as reader:
        row = next(row for row in report(reader, "misdeals", game=table.game).rows if row[1].startswith("AZI-DEAL-9"))
        assert row[4] == "AH"


def test_faults_are_shown_in_pages_and_as_a_file_and_nothing_of_them_becomes_html(own: Service, database: Database) -> None:
    table = own.table()
    name = {"name": SCRIPT, "preset": "azi-three", "seats": 5}
    named = own.steward.done("/v1/tables", name)["id"]
    played = []
    for _ in range(3):
        played.append(table.start())
        table.play()
    step = step_of(own.ledger, f"game-{played[1]}", "azi.game_ended")
    rewritten(database, own.ledger, f"game-{played[1]}", step, how=SCRIPT)
    caught_up(own)
    with reading(own, own.auditor) as reader:
        answer = reader.get(f"/audits?audit=games&table={table.id}&limit=2")
        read = Read(answer.text)
        assert re.search(r"✗ Faults: [1-9]", read.words)
        assert f"{SCRIPT} ({named})" in read.words
        assert f"how {SCRIPT}" in {row[4] for row in read.rows}
        assert {row[0] for row in read.rows} == {"✗ Fault"}
        assert "script" not in {tag for tag, _ in read.tags}
        (following,) = [attrs["href"] for tag, attrs in read.tags if attrs.get("rel") == "next"]
        last = reader.page(following)
        assert "In order" in last.words
        assert "next" not in last.of("a", "rel")
        (file,) = [attrs["href"] for tag, attrs in read.tags if "download" in attrs]
        download = reader.get(file)
        assert download.headers["Content-Type"].startswith("text/csv")
        assert download.headers["Content-Disposition"].startswith("attachment")
        assert len(list(csv.DictReader(io.StringIO(download.text)))) == len(read.rows)
        for tag in ("ru", "de"):
            translated = reader.page(f"/audits?audit=games&table={table.id}&limit=2&lang={tag}")
            assert translated.of("html", "lang") == [tag]
            assert len(translated.rows) == len(read.rows)
            assert {row[5] for row in translated.rows} & OTHERWISE[tag]
            assert any(href.startswith("/audits?audit=games") and href.endswith("lang=en") for href in translated.of("a", "href"))


def test_what_is_asked_wrongly_is_told_on_a_page(service: Service) -> None:
    with reading(service, service.auditor) as reader:
        for query, status in {
            "audit=games&table=nowhere": 404,
            "audit=games&game=nothing-1": 404,
            "audit=cards": 422,
            "audit=games&game=x": 422,
            "audit=games&cursor=x": 422,
            "audit=games&audit=money": 422,
            "audit=games&limit=0": 422,
            "audit=games&format=xml": 422,
            "what=<b>": 422,
        }.items():
            for language in ("en", "ru", "de"):
                page = reader.page(f"/audits?{query}&lang={language}", status)
                assert page.of("html", "lang") == [language]
                assert page.form("/sign-out")
                assert "b" not in {tag for tag, _ in page.tags}


def test_many_tables_are_not_listed_but_named(service: Service, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("api.web.pages.audits.TABLES_LISTED_MAX", 0)
    table = service.table(2)
    caught_up(service)
    with reading(service, service.auditor) as reader:
        page = reader.page("/audits")
        assert page.form("/audits").fields["table"] == ""
        assert "In order" in report(reader, "games", table=table.id, game="").words
