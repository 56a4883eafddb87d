"""The rule books as pages: every rule under its identifier, nothing from elsewhere, nothing that runs."""

from __future__ import annotations

import re
from collections.abc import Iterator
from html.parser import HTMLParser
from urllib.parse import urldefrag

import pytest

from api.problems import rule_page
from api.web.prose import prose
from engine.azi import rulebook as azi
from engine.room import rulebook as room
from ledger.presets import presets
from tests.api.service import Service

BOOKS = {"/rules/azi": azi.RULES, "/rules/room": room.RULES}
PAGES = ("/rules", *BOOKS, "/problems", "/problems/stale")
RULE = re.compile(r"[A-Z][A-Z0-9-]*-[0-9]+")


class Page(HTMLParser):
    """What a page has: ids, tags with their attributes, and under each id the presets that are named there."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.ids: list[str] = []
        self.tags: list[tuple[str, dict[str, str | None]]] = []
        self.presets: dict[str, str] = {}
        self._in_presets = False
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        told = dict(attrs)
        self.tags.append((tag, told))
        if told.get("id"):
            self.ids.append(str(told["id"]))
        if tag == "div":
            self._in_presets = told.get("class") == "presets"

    def handle_data(self, data: str) -> None:
        if self._in_presets:
            self.presets[self.ids[-1]] = self.presets.get(self.ids[-1], "") + data

    def links(self) -> Iterator[str]:
        return (str(attrs["href"]) for tag, attrs in self.tags if tag == "a")


def read(service: Service, path: str) -> Page:
    answer = service.http.get(path)
    assert answer.status_code == 200, path
    return Page(answer.text)


@pytest.mark.parametrize("path", BOOKS)
def test_every_rule_stands_once_under_its_identifier(service: Service, path: str) -> None:
    page = read(service, path)
    headings = {attrs.get("id") for tag, attrs in page.tags if tag == "h3"}
    assert {rule.id for rule in BOOKS[path]} <= headings
    assert len(page.ids) == len(set(page.ids))


@pytest.mark.parametrize("path", BOOKS)
def test_what_is_no_rule_of_this_release_is_marked_as_of_other_presets(service: Service, path: str) -> None:
    page = read(service, path)
    for anchor in {anchor for anchor in page.ids if RULE.fullmatch(anchor)} - {rule.id for rule in BOOKS[path]}:
        named = page.presets[anchor].strip().removeprefix("Presets ").split(", ")
        assert all(name.startswith("azi-") for name in named), anchor
        assert not set(named) & set(presets()), anchor


def test_the_type_of_every_refusal_leads_to_its_rule(service: Service) -> None:
    pages = {path: read(service, path).ids for path in BOOKS}
    for rule in (*azi.RULES, *room.RULES):
        path, anchor = urldefrag(rule_page(rule.id))
        assert anchor in pages[path], rule.id
    refused = service.steward.post("/v1/tables", {"name": "Full", "preset": "azi-three", "seats": 9})
    path, anchor = urldefrag(refused.json()["type"])
    assert (refused.status_code, anchor) == (409, "TABLE-2")
    assert anchor in read(service, path).ids


@pytest.mark.parametrize("path", PAGES)
def test_every_link_leads_somewhere(service: Service, path: str) -> None:
    known = {path: read(service, path)}
    for link in known[path].links():
        place, anchor = urldefrag(link)
        place = place or path
        assert place.startswith("/"), link
        if place not in known:
            known[place] = read(service, place)
        assert not anchor or anchor == "text" or anchor in known[place].ids, link


@pytest.mark.parametrize("path", PAGES)
def test_a_page_loads_nothing_but_the_style_sheet_and_runs_nothing(service: Service, path: str) -> None:
    answer = service.http.get(path)
    page = Page(answer.text)
    assert not {"script", "img", "iframe", "object", "form", "style"} & {tag for tag, _ in page.tags}
    assert [attrs["href"] for tag, attrs in page.tags if tag == "link"] == ["data:,", "/style.css"]
    for tag, attrs in page.tags:
        assert not {name for name in attrs if name.startswith("on") or name in {"src", "style"}}, (tag, attrs)
    assert "//" not in answer.text
    policy = answer.headers["Content-Security-Policy"]
    assert "default-src 'none'" in policy
    assert "unsafe" not in policy
    assert not re.search(r"url\(|@import|//", service.http.get("/style.css").text)


@pytest.mark.parametrize("path", PAGES)
def test_pages_say_that_they_are_html_in_english(service: Service, path: str) -> None:
    answer = service.http.get(path)
    assert answer.headers["Content-Type"] == "text/html; charset=utf-8"
    assert answer.headers["X-Content-Type-Options"] == "nosniff"
    page = Page(answer.text)
    assert ("html", {"lang": "en"}) in page.tags
    assert [tag for tag, _ in page.tags].count("h1") == 1
    assert service.http.get("/style.css").headers["Content-Type"] == "text/css; charset=utf-8"


@pytest.mark.parametrize("path", [*PAGES, "/style.css"])
def test_a_page_that_has_not_changed_is_not_sent_again(service: Service, path: str) -> None:
    answer = service.http.get(path)
    assert answer.headers["Cache-Control"] == "public, no-cache"
    again = service.http.get(path, headers={"If-None-Match": answer.headers["ETag"]})
    assert (again.status_code, again.content) == (304, b"")
    assert service.http.get(path, headers={"If-None-Match": '"another"'}).status_code == 200


@pytest.mark.parametrize("path", [*PAGES, "/style.css"])
def test_head_tells_the_same_without_the_text(service: Service, path: str) -> None:
    full, head = service.http.get(path), service.http.head(path)
    assert (head.status_code, head.content) == (200, b"")
    for name in ("Content-Type", "Content-Length", "ETag"):
        assert head.headers[name] == full.headers[name]


@pytest.mark.parametrize(
    "path", ["/rules/none", "/rules/azi/", "/rules/AZI", "/rules/..%2froom", "/rules/azi.md", "/problems/none"]
)
def test_an_unknown_book_is_a_problem(service: Service, path: str) -> None:
    answer = service.http.get(path)
    assert (answer.status_code, answer.headers["Content-Type"]) == (404, "application/problem+json")
    assert answer.json()["type"] == "/problems/not-found"


def test_pages_are_only_read(service: Service) -> None:
    answer = service.http.post("/rules/azi")
    assert (answer.status_code, answer.headers["Content-Type"]) == (405, "application/problem+json")


def test_html_in_the_text_is_shown_and_not_obeyed() -> None:
    set_text = prose("# Title\n\n<script>alert(1)</script>\n\n## <b>X</b>\n\na <i>b</i> [c](javascript:alert(1)) ![d](e)\n").body
    assert "<script" not in set_text
    assert "&lt;script&gt;" in set_text
    assert "<b>" not in set_text
    assert "<i>" not in set_text
    assert 'href="javascript' not in set_text


def test_rules_become_links_and_cards_are_marked() -> None:
    text = prose(
        "# T\n\n## AZI-DEAL-1 The lot\n\nBy AZI-BID4-3 or TABLE-1, `AZI-PLAY-2`, 10♥ and 9♠, not 3♥, AZI-DEAL-x or R-10.\n"
    )
    assert '<a class="cited" href="/rules/azi#AZI-BID4-3">AZI-BID4-3</a>' in text.body
    assert '<a class="cited" href="/rules/room#TABLE-1">TABLE-1</a>' in text.body
    assert "<code>AZI-PLAY-2</code>" in text.body
    assert '<span class="card red">10♥</span> and <span class="card">9♠</span>, not 3♥, AZI-DEAL-x or R-10.' in text.body
    assert '<h3 id="AZI-DEAL-1"><a class="id" href="#AZI-DEAL-1">AZI-DEAL-1</a> The lot</h3>' in text.body
    assert [(heading.rule, heading.title) for heading in text.headings] == [("AZI-DEAL-1", "The lot")]


def test_each_part_of_a_rule_has_its_box() -> None:
    parts = "**Rule** A.\n\nB.\n\n**Why** C.\n\n**Example** D.\n\n**House options** none.\n"
    body = prose(f"# T\n\n## TABLE-1 One\n\n{parts}\n## TABLE-2 Two\n\n{parts}\nA **Rule** inside.\n").body
    assert re.findall(r'<div class="(\w+)">', body) == ["says", "why", "example", "options"] * 2
    assert body.count("<div") == body.count("</div>")
    assert re.search(r'<div class="says">\n<p><strong>Rule</strong> A.</p>\n<p>B.</p>\n</div>', body)
