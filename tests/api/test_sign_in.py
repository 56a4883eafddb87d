"""Signing in to the pages and out again: what the cookie holds and opens, which forms are taken, where one is led."""

from __future__ import annotations

import re
import time
from datetime import timedelta

import httpx
import pytest
from flask.sessions import SecureCookieSessionInterface
from itsdangerous import TimestampSigner

from api.app import create_app
from api.http.limits import Limits
from api.service.shared import EXTENSION
from api.web.sessions import COOKIE, LIFE, local
from ledger.settings import Settings
from tests.api.reader import ACCEPTED, OWN, Read, reading
from tests.api.service import Client, Service, served
from tests.conftest import Database


def led(answer: httpx.Response) -> str:
    """Where an answer leads to."""
    assert answer.status_code == 303, answer.text
    return str(answer.headers["Location"])


def refused(answer: httpx.Response, status: int, *words: str) -> Read:
    """The page of a refusal, which says these words, sets no cookie and tells no key."""
    assert (answer.status_code, answer.headers["Content-Type"]) == (status, "text/html; charset=utf-8"), answer.text
    assert "no-store" in answer.headers["Cache-Control"]
    assert "Set-Cookie" not in answer.headers
    page = Read(answer.text)
    for word in words:
        assert word in page.words
    return page


def test_who_is_not_signed_in_is_led_to_sign_in_and_then_to_where_he_wanted(service: Service) -> None:
    with reading(service) as reader:
        answer = reader.get("/audits?audit=games&table=a%26b&lang=de")
        assert answer.headers["Cache-Control"] == "private, no-store"
        page = reader.page(led(answer))
        assert page.of("html", "lang") == ["de"]
        form = page.form("/sign-in")
        assert form.method == "post"
        assert set(form.fields) == {"token", "next", "key"}
        assert [attrs["autocomplete"] for tag, attrs in page.tags if attrs.get("type") == "password"] == ["off"]
        assert led(reader.send(form, key=f" {service.auditor.secret}\n")) == "/audits?audit=games&table=a%26b&lang=de"
        page = reader.page("/audits")
        assert "Signed in: auditor" in page.words
        assert led(reader.send(page.form("/sign-out"))) == "/sign-in?lang=en"
        assert not reader.http.cookies
        assert led(reader.get("/audits")).startswith("/sign-in?")


def test_the_cookie_is_for_these_pages_alone_and_holds_no_secret(service: Service) -> None:
    with reading(service) as reader:
        form = reader.page("/sign-in").form("/sign-in")
        plain = reader.send(form, key=service.auditor.secret).headers["Set-Cookie"]
        assert {"HttpOnly", "SameSite=Strict", "Path=/"} <= set(plain.split("; "))
        assert "Secure" not in plain
        assert "Domain" not in plain
        assert service.app is not None
        serializer = SecureCookieSessionInterface.get_signing_serializer(service.app.session_interface, service.app)  # type: ignore[arg-type]
        assert serializer is not None
        held = serializer.loads(reader.http.cookies[COOKIE])
        assert set(held) == {"key", "token"}
        assert held["token"] != form.fields["token"]
        assert service.auditor.secret not in str(held)
        another = create_app(service.ledger, Settings())  # as in another process
        assert another.secret_key == service.app.secret_key != another.extensions[EXTENSION].secret
        for path in ("/v1/audits/games", "/v1/tables"):
            assert reader.get(path).json()["type"] == "/problems/not-authenticated"
        assert reader.http.post("/v1/players", json={"name": "X"}, headers={"Idempotency-Key": "c-1"}).status_code == 401
        for path in ("/rules", "/problems"):
            public = reader.get(path)
            assert (public.headers["Cache-Control"], "Cookie" in public.headers.get("Vary", "")) == ("public, no-cache", False)
            assert public.text == service.http.get(path).text
    with reading(service) as reader:
        filled = {**reader.page("/sign-in").form("/sign-in").fields, "key": service.auditor.secret}
        by_https = {"Origin": service.url.replace("http:", "https:"), **OWN}
        secure = reader.http.post("/sign-in", data=filled, headers=by_https).headers["Set-Cookie"]
        assert {"Secure", "HttpOnly", "SameSite=Strict", "Path=/"} <= set(secure.split("; "))


def test_a_revoked_key_opens_no_page_from_that_moment(service: Service) -> None:
    made = service.admin.done("/v1/keys", {"role": "auditor", "name": "for a day"})
    with reading(service, Client(service.http, made["key"])) as reader:
        reader.page("/audits")
        service.http.delete(f"/v1/keys/{made['id']}", headers=service.admin.headers())
        assert led(reader.get("/audits")).startswith("/sign-in?")
        assert led(reader.get("/audits?audit=games&format=csv")).startswith("/sign-in?")
        refused(reader.sign_in(Client(service.http, made["key"])), 401, "not known, or it has been revoked")


def test_a_cookie_that_was_changed_or_has_run_out_is_none(service: Service, monkeypatch: pytest.MonkeyPatch) -> None:
    assert service.app is not None
    serializer = service.app.session_interface.get_signing_serializer(service.app)  # type: ignore[attr-defined]
    with reading(service, service.auditor) as reader:
        good = reader.http.cookies[COOKIE]
        held = serializer.loads(good)
    with monkeypatch.context() as patched:
        patched.setattr(
            TimestampSigner, "get_timestamp", lambda _: int(time.time() - (LIFE + timedelta(seconds=2)).total_seconds())
        )
        old = serializer.dumps(held)
    head, _, tail = good.partition(".")
    other = TimestampSigner("another secret", salt="cookie-session").sign(head).decode()
    for cookie in (old, f"{head[:-2]}AA.{tail}", f"{good}x", head, other, "", '"quoted"', "x" * 5000):
        with reading(service) as reader:
            answer = reader.get("/audits", Cookie=f"{COOKIE}={cookie}")
            assert led(answer).startswith("/sign-in?"), cookie
    with reading(service) as reader:
        assert reader.get("/audits", Cookie=f"{COOKIE}={good}").status_code == 200


def test_a_form_that_is_not_of_this_session_is_not_taken(service: Service) -> None:
    with reading(service) as reader, reading(service) as other:
        form = reader.page("/sign-in").form("/sign-in")
        strange = other.page("/sign-in").form("/sign-in").fields["token"]
        for token in ("", strange, form.fields["token"][:-1], "é", "\x00"):
            refused(reader.send(form, key=service.auditor.secret, token=token), 403, "not taken", "Nothing was done")
        none = {"key": service.auditor.secret}
        refused(reader.http.post("/sign-in", data=none), 403, "not taken")
        refused(reader.http.post("/sign-in", json={**form.fields, **none}), 403, "not taken")
        with reading(service) as without_cookies:
            refused(without_cookies.send(form, **none), 403, "not taken")
        assert led(reader.get("/audits")).startswith("/sign-in?")
        assert led(reader.send(form, **none)) == "/audits"
        refused(reader.send(form, **none), 403, "not taken")  # the token of before
        leave = reader.page("/audits").form("/sign-out")
        refused(reader.send(leave, token="x"), 403, "not taken")  # noqa: S106
        reader.page("/audits")


@pytest.mark.parametrize(
    "headers",
    [
        {"Sec-Fetch-Site": "cross-site"},
        {"Sec-Fetch-Site": "same-site"},
        {"Origin": "https://evil.example"},
        {"Origin": "null"},
        {"Origin": "http://127.0.0.1:1"},
        {"Origin": ""},
    ],
)
def test_a_form_from_another_site_is_not_taken_whatever_it_carries(service: Service, headers: dict[str, str]) -> None:
    with reading(service, service.auditor) as reader:
        leave = reader.page("/audits").form("/sign-out")
        refused(reader.http.post("/sign-out", data=leave.fields, headers=headers), 403, "another site")
        enter = reader.page("/sign-in").form("/sign-in")
        filled = {**enter.fields, "key": service.auditor.secret}
        refused(reader.http.post("/sign-in", data=filled, headers=headers), 403, "another site")
        assert reader.http.post("/sign-in", data=filled, headers={"Origin": service.url}).status_code == 303


def test_who_comes_by_a_link_of_another_site_keeps_his_session(service: Service) -> None:
    with reading(service) as reader:
        answer = reader.get(led(reader.get("/audits?audit=money", Sec_Fetch_Site="cross-site")), Sec_Fetch_Site="cross-site")
        assert (answer.status_code, answer.headers["Refresh"]) == (200, "0; url=/audits?audit=money")
        assert "Set-Cookie" not in answer.headers
        assert "/audits?audit=money" in Read(answer.text).of("a", "href")


@pytest.mark.parametrize(
    "address",
    [
        "//evil.example",
        "/\\evil.example",
        "\\\\evil.example",
        "https://evil.example",
        "https:evil.example",
        "javascript:alert(1)",
        "/\t/evil.example",
        "\t//evil.example",
        " /audits",
        "/audits\r\nSet-Cookie: a=b",
        "/é",
        "audits",
        "",
        "/" + "a" * 3000,
        '/"><script>alert(1)</script>\\',
    ],
)
def test_nobody_is_led_to_another_site(service: Service, address: str) -> None:
    assert local(address) == "/audits"
    with reading(service) as reader:
        assert led(reader.sign_in(service.auditor, address)) == "/audits"
        form = reader.page("/sign-in").form("/sign-in")
        assert led(reader.send(form, key=service.auditor.secret, next=address)) == "/audits"
        answer = reader.get(str(httpx.URL("/sign-in", params={"next": address})), Sec_Fetch_Site="cross-site")
        assert answer.headers["Refresh"] == "0; url=/audits"


def test_what_stands_in_the_address_is_shown_and_not_obeyed(service: Service) -> None:
    mark = '/audits?x="><script>alert(1)</script>&lang=<b>'
    with reading(service) as reader:
        for path in (httpx.URL("/sign-in", params={"next": mark, "lang": '"><b>'}), httpx.URL("/audits", params={"<b>": "<b>"})):
            answer = reader.get(str(path), Accept_Language="ru")
            text = answer.text if answer.status_code == 200 else reader.get(led(answer)).text
            assert "<script" not in text
            assert "<b>" not in text


def test_a_wrong_key_is_told_beside_the_form_in_the_language_of_its_reader(service: Service) -> None:
    for tag, words in {"en": "is not known", "ru": "Такого ключа нет", "de": "Diesen Schlüssel gibt es nicht"}.items():
        with reading(service) as reader:
            form = reader.page(f"/sign-in?lang={tag}").form("/sign-in")
            for key in ("cl_unknown", "", "two words", "é", "x" * 5000, "\x00"):
                answer = reader.send(form, key=key, next="/audits?audit=money")
                page = refused(answer, 401, words)
                assert page.of("html", "lang") == [tag]
                assert page.form("/sign-in").fields == {**form.fields, "next": "/audits?audit=money"}
                assert key not in page.of("input", "value")
            assert f"/sign-in?next=%2Faudits%3Faudit%3Dmoney&lang={tag}" in page.of("a", "href")


def test_pages_count_as_requests_of_their_key_and_wrong_keys_are_slowed_down_too(database: Database) -> None:
    with served(database.place, Limits(rate_per_s=0.01, burst=2)) as slow, reading(slow) as reader:
        form = reader.page("/sign-in").form("/sign-in")
        assert [reader.send(form, key="cl_guess").status_code for _ in range(3)] == [401, 401, 429]
        assert "Wait a moment" in Read(reader.send(form, key="cl_guess").text).words
        assert reader.send(form, key="cl_guess").headers["Retry-After"]
        assert led(reader.send(form, key=slow.auditor.secret)) == "/audits"
        assert reader.get("/audits").status_code == 200
        answer = reader.get("/audits")
        assert answer.headers["Retry-After"]
        refused(answer, 429, "Too many requests")
        assert slow.auditor.get("/v1/tables").status_code == 429


@pytest.mark.parametrize(
    ("method", "path", "status"),
    [
        ("GET", "/sign-out", 405),
        ("POST", "/audits", 405),
        ("PUT", "/sign-in", 405),
        ("GET", "/no-such-page", 404),
    ],
)
def test_what_a_browser_asks_wrongly_is_told_as_a_page(service: Service, method: str, path: str, status: int) -> None:
    with reading(service) as reader:
        answer = reader.http.request(method, path)
        page = refused(answer, status)
        assert [tag for tag, _ in page.tags].count("h1") == 1
        assert ("Allow" in answer.headers) == (status == 405)
        assert "form-action 'none'" in answer.headers["Content-Security-Policy"]
    assert service.http.get("/no-such-page").headers["Content-Type"] == "application/problem+json"


def test_no_link_of_a_page_leads_elsewhere_whatever_was_asked(service: Service) -> None:
    assert service.app is not None
    for path in ("//evil.example/x", "/\\evil.example", '/"><b>', "/a?b#c"):  # waitress would not let all of them through
        asked = service.app.test_client().get("/", headers={"Accept": ACCEPTED}, environ_overrides={"PATH_INFO": path})
        page = Read(asked.text)
        assert asked.status_code == 404
        assert "b" not in {tag for tag, _ in page.tags}
        assert all(re.match(r"/[\w%]", href) for href in page.of("a", "href") if href != "#text"), path


def test_too_much_at_once_is_refused_and_forms_go_nowhere_else(service: Service) -> None:
    with reading(service) as reader:
        refused(reader.http.post("/sign-in?lang=ru", data={"key": "x" * 100_000}, headers=OWN), 413, "Слишком много")
        answer = reader.get("/sign-in")
        assert "form-action 'self'" in answer.headers["Content-Security-Policy"]
        assert "form-action 'none'" in reader.get("/rules").headers["Content-Security-Policy"]
        head = reader.http.head("/sign-in")
        assert (head.status_code, head.content, head.headers["Content-Type"]) == (200, b"", "text/html; charset=utf-8")


def test_everybody_with_a_key_may_sign_in_and_is_told_who_may_see_audits(service: Service) -> None:
    player = service.client("player", service.player())
    for client in (service.cashier, service.room, player):
        with reading(service, client) as reader:
            page = refused(reader.get("/audits"), 403, "Audits are for auditors and admins")
            assert page.form("/sign-out")
