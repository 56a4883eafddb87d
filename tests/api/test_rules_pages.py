"""The rule books as pages: every rule under its identifier, nothing from elsewhere, nothing that runs."""

from __future__ import annotations

import re
from collections.abc import Iterator
from html.parser import HTMLParser
from urllib.parse import urldefrag

import pytest
from werkzeug.datastructures import LanguageAccept

from api.rulebooks.addresses import rule_page
from api.rulebooks.books import languages_of
from api.rulebooks.languages import ENGLISH, LANGUAGES, Language, chosen
from api.rulebooks.prose import prose
from engine.azi import rulebook as azi
from engine.casino import rulebook as casino
from engine.room import rulebook as room
from ledger.play.presets import presets
from tests.api.service import Service

RUSSIAN, GERMAN = LANGUAGES["ru"], LANGUAGES["de"]
BOOKS = {"/rules/azi": azi.RULES, "/rules/casino": casino.RULES, "/rules/room": room.RULES}
SPOKEN = {f"{path}?lang={tag}": (path, LANGUAGES[tag]) for path in BOOKS for tag in languages_of(path.rpartition("/")[2])}
PAGES = ("/rules", *BOOKS, "/problems", "/problems/stale", *SPOKEN)
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
    answer = service.http.get(path, follow_redirects=True)  # who has not signed in is led to where he may
    assert answer.status_code == 200, path
    return Page(answer.text)


@pytest.mark.parametrize("path", SPOKEN)
def test_every_rule_stands_once_under_its_identifier(service: Service, path: str) -> None:
    page = read(service, path)
    headings = {attrs.get("id") for tag, attrs in page.tags if tag == "h3"}
    assert {rule.id for rule in BOOKS[SPOKEN[path][0]]} <= headings
    assert len(page.ids) == len(set(page.ids))
    assert page.ids == read(service, f"{SPOKEN[path][0]}?lang=en").ids


@pytest.mark.parametrize("path", SPOKEN)
def test_what_is_no_rule_of_this_release_is_marked_as_of_other_presets(service: Service, path: str) -> None:
    page = read(service, path)
    place, language = SPOKEN[path]
    for anchor in {anchor for anchor in page.ids if RULE.fullmatch(anchor)} - {rule.id for rule in BOOKS[place]}:
        named = page.presets[anchor].strip().removeprefix(f"{language.parts[4]} ").split(", ")
        assert all(name.startswith(f"{place.rpartition('/')[2]}-") for name in named), anchor
        assert not set(named) & set(presets()), anchor


def test_the_type_of_every_refusal_leads_to_its_rule(service: Service) -> None:
    pages = {path: read(service, path).ids for path in BOOKS}
    for rule in (*azi.RULES, *casino.RULES, *room.RULES):
        path, anchor = urldefrag(rule_page(rule.id))
        assert anchor in pages[path], rule.id
    refused = service.steward.post("/v1/tables", {"name": "Full", "preset": "azi-three", "seats": 9})
    path, anchor = urldefrag(refused.json()["type"])
    assert (refused.status_code, anchor) == (409, "TABLE-2")
    assert anchor in read(service, path).ids


@pytest.mark.parametrize("path", PAGES)
def test_every_link_leads_somewhere(service: Service, path: str) -> None:
    known = {path: read(service, path)}
    languages = path.startswith("/rules")
    for link in known[path].links():
        place, anchor = urldefrag(link)
        assert not languages or not place.startswith("/rules") or "?lang=" in place, link
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
def test_pages_say_that_they_are_html_and_in_which_language(service: Service, path: str) -> None:
    answer = service.http.get(path)
    tag = SPOKEN[path][1].tag if path in SPOKEN else "en"
    assert answer.headers["Content-Type"] == "text/html; charset=utf-8"
    assert answer.headers["Content-Language"] == tag
    assert answer.headers["X-Content-Type-Options"] == "nosniff"
    page = Page(answer.text)
    assert ("html", {"lang": tag}) in page.tags
    assert [tag for tag, _ in page.tags].count("h1") == 1
    assert service.http.get("/style.css").headers["Content-Type"] == "text/css; charset=utf-8"


def test_the_language_asked_for_goes_before_those_accepted_and_english_comes_last(service: Service) -> None:
    def spoken(path: str, accepted: str = "") -> str:
        answer = service.http.get(path, headers={"Accept-Language": accepted})
        assert answer.headers["Vary"] == "Accept-Language"
        return str(answer.headers["Content-Language"])

    for place in ("/rules", *BOOKS):
        assert spoken(place) == "en"
        assert spoken(place, "ru-RU, ru;q=0.9, en;q=0.8") == "ru"
        assert spoken(place, "fr, en;q=0.5, ru;q=0.7") == "ru"
        assert spoken(place, "fr, *;q=0.1") == "en"
        assert spoken(f"{place}?lang=en", "ru") == "en"
        assert spoken(f"{place}?lang=ru", "en") == "ru"
        assert spoken(f"{place}?lang=fr", "ru") == "ru"
        assert spoken(f"{place}?lang=..%2fen") == "en"
        assert spoken(f"{place}?lang=", "nonsense;q=x, ;;") == "en"


@pytest.mark.parametrize(
    ("asked", "accepted", "expected"),
    [
        (None, [], ENGLISH),
        ("de", [("ru", 1)], RUSSIAN),  # no German book
        (None, [("DE-AT", 1), ("RU", 0.5)], RUSSIAN),
        (None, [("en-GB", 1), ("ru", 0.9)], ENGLISH),
        (None, [("ru", 0), ("en", 0)], ENGLISH),
        (None, [("de", 1)], ENGLISH),
    ],
)
def test_only_a_language_that_is_there_is_chosen(asked: str | None, accepted: list[tuple[str, float]], expected: Language) -> None:
    assert chosen(asked, LanguageAccept(accepted), ("en", "ru")) is expected


@pytest.mark.parametrize("path", SPOKEN)
def test_a_page_leads_to_itself_in_every_other_language(service: Service, path: str) -> None:
    place, language = SPOKEN[path]
    page = read(service, path)
    offered = {str(attrs["href"]): attrs for tag, attrs in page.tags if tag == "a" and "lang" in attrs}
    assert set(offered) == {spoken for spoken in SPOKEN if SPOKEN[spoken][0] == place}
    assert [href for href, attrs in offered.items() if attrs.get("aria-current")] == [path]
    for href, attrs in offered.items():
        assert attrs["lang"] == attrs["hreflang"] == SPOKEN[href][1].tag
    assert language.name in service.http.get(path).text


@pytest.mark.parametrize("path", ["/problems", "/problems/stale"])
def test_what_can_go_wrong_is_told_in_the_language_of_its_reader(service: Service, path: str) -> None:
    for tag, title, same in (
        ("en", "It has changed meanwhile", "English"),
        ("ru", "За это время всё изменилось", "Русский"),
        ("de", "Es hat sich inzwischen geändert", "Deutsch"),
    ):
        answer = service.http.get(path, headers={"Accept-Language": f"{tag}-XX, fr"})
        assert (answer.headers["Content-Language"], answer.headers["Vary"]) == (tag, "Accept-Language")
        assert title in answer.text
        page = Page(answer.text)
        assert {attrs["href"] for name, attrs in page.tags if name == "a" and "lang" in attrs} == {
            f"{path}?lang={other}" for other in LANGUAGES
        }
        assert same in answer.text
        assert service.http.get(f"{path}?lang={tag}", headers={"Accept-Language": "fr"}).text == answer.text


@pytest.mark.parametrize("path", BOOKS)
def test_what_was_kept_of_one_language_does_not_stand_for_another(service: Service, path: str) -> None:
    english, russian = (service.http.get(path, headers={"Accept-Language": tag}) for tag in ("en", "ru"))
    assert english.headers["ETag"] != russian.headers["ETag"]
    kept = {"If-None-Match": english.headers["ETag"]}
    assert service.http.get(path, headers={**kept, "Accept-Language": "ru"}).content == russian.content
    again = service.http.get(path, headers={**kept, "Accept-Language": "en"})
    assert (again.status_code, again.headers["Vary"]) == (304, "Accept-Language")


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
        "# T\n\n## AZI-DEAL-1 The lot\n\nBy AZI-BID4-3 or TABLE-1, `AZI-PLAY-2`, 10♥, 2♥ and 9♠, not 1♥, AZI-DEAL-x or R-10.\n"
    )
    assert '<a class="cited" href="/rules/azi?lang=en#AZI-BID4-3">AZI-BID4-3</a>' in text.body
    assert '<a class="cited" href="/rules/room?lang=en#TABLE-1">TABLE-1</a>' in text.body
    assert "<code>AZI-PLAY-2</code>" in text.body
    assert (
        '<span class="card red">10♥</span>, <span class="card red">2♥</span> and <span class="card">9♠</span>, not 1♥,' in text.body
    )
    assert '<h3 id="AZI-DEAL-1"><a class="id" href="#AZI-DEAL-1">AZI-DEAL-1</a> The lot</h3>' in text.body
    assert [(heading.rule, heading.title) for heading in text.headings] == [("AZI-DEAL-1", "The lot")]


def test_links_stay_on_their_page_and_in_their_language() -> None:
    text = "AZI-DEAL-1, TABLE-1, [стол](/rules/room#tables), [дальше](#one), [отказ](/problems/stale).\n"
    body = prose(f"# Т\n\n## AZI-DEAL-1 Жребий\n\n{text}", RUSSIAN, place="/rules/azi").body
    assert re.findall(r'href="([^"]+)"', body)[1:] == [
        "#AZI-DEAL-1",
        "/rules/room?lang=ru#TABLE-1",
        "/rules/room?lang=ru#tables",
        "#one",
        "/problems/stale",
    ]


def test_headings_take_the_anchors_they_are_given() -> None:
    text = prose("# П\n\n# Слова\n\n## AZI-DEAL-1 Жребий\n\nД♥ и В♠.\n", RUSSIAN, anchors=("words", "AZI-DEAL-1"))
    assert [heading.anchor for heading in text.headings] == ["words", "AZI-DEAL-1"]
    assert '<span class="card red">Д♥</span> и <span class="card">В♠</span>' in text.body
    with pytest.raises(ValueError, match="zip"):
        prose("# П\n\n# Слова\n", RUSSIAN, anchors=("words", "more"))


@pytest.mark.parametrize("language", [ENGLISH, RUSSIAN, GERMAN])
def test_each_part_of_a_rule_has_its_box(language: Language) -> None:
    rule, why, example, options, _ = language.parts
    parts = f"**{rule}** A.\n\nB.\n\n**{why}** C.\n\n**{example}** D.\n\n**{options}** none.\n"
    body = prose(f"# T\n\n## TABLE-1 One\n\n{parts}\n## TABLE-2 Two\n\n{parts}\nA **{rule}** inside.\n", language).body
    assert re.findall(r'<div class="(\w+)">', body) == ["says", "why", "example", "options"] * 2
    assert body.count("<div") == body.count("</div>")
    assert re.search(rf'<div class="says">\n<p><strong>{rule}</strong> A.</p>\n<p>B.</p>\n</div>', body)
