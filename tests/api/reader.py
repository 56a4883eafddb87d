"""Somebody who reads pages: a browser without a screen, with cookies of its own, that fills in forms as they are given."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from html.parser import HTMLParser

import httpx

from tests.api.service import Client, Service

ACCEPTED = "text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8"
OWN = {"Sec-Fetch-Site": "same-origin"}


@dataclass
class Form:
    """A form of a page. fields: what it would send if nobody touched it."""

    method: str
    action: str
    fields: dict[str, str] = field(default_factory=dict)


class Read(HTMLParser):
    """A page as it is read. tags: with their attributes; cells: the texts of the rows of its table, without the heads."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.tags: list[tuple[str, dict[str, str]]] = []
        self.forms: list[Form] = []
        self.rows: list[list[str]] = []
        self.words = ""
        self._in: list[str] = []
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        told = {name: value or "" for name, value in attrs}
        self.tags.append((tag, told))
        if tag not in {"input", "meta", "link"}:
            self._in.append(tag)
        if tag == "form":
            self.forms.append(Form(told["method"], told["action"]))
        elif tag == "input" and (told.get("type") != "radio" or "checked" in told):
            self.forms[-1].fields[told["name"]] = told.get("value", "")
        elif tag == "tr" and "tbody" in self._in:
            self.rows.append([])
        elif tag in {"td", "th"} and "tbody" in self._in:
            self.rows[-1].append("")

    def handle_endtag(self, tag: str) -> None:
        assert self._in.pop() == tag, tag

    def handle_data(self, data: str) -> None:
        self.words += data
        if {"td", "th"} & set(self._in) and "tbody" in self._in:
            self.rows[-1][-1] += data

    def of(self, tag: str, name: str) -> list[str]:
        """This attribute of every such tag that has it."""
        return [attrs[name] for found, attrs in self.tags if found == tag and name in attrs]

    def form(self, action: str) -> Form:
        """The form that is sent there."""
        return next(form for form in self.forms if form.action.partition("?")[0] == action)


@dataclass
class Reader:
    """A person at a browser."""

    http: httpx.Client

    def get(self, path: str, **headers: str) -> httpx.Response:
        """Opens an address; goes nowhere else by itself."""
        return self.http.get(path, headers={name.replace("_", "-"): text for name, text in headers.items()})

    def page(self, path: str, status: int = 200, **headers: str) -> Read:
        """Opens a page that must answer with this status."""
        answer = self.get(path, **headers)
        assert answer.status_code == status, answer.text
        assert answer.headers["Content-Type"] == "text/html; charset=utf-8"
        return Read(answer.text)

    def send(self, form: Form, **fields: str) -> httpx.Response:
        """Sends a form with these fields filled in, as a browser does from the page itself."""
        return self.http.request(form.method.upper(), form.action, data={**form.fields, **fields}, headers=OWN)

    def sign_in(self, client: Client, following: str = "/audits") -> httpx.Response:
        """Signs in with the key of somebody."""
        page = self.page(str(httpx.URL("/sign-in", params={"next": following})))
        return self.send(page.form("/sign-in"), key=client.secret)


@contextmanager
def reading(service: Service, client: Client | None = None) -> Iterator[Reader]:
    """A new browser; signed in, if somebody is named."""
    # Nothing goes over https here, and to load the certificates takes longer than a page.
    with httpx.Client(base_url=service.url, timeout=30, headers={"Accept": ACCEPTED}, verify=False) as http:  # noqa: S501
        reader = Reader(http)
        if client is not None:
            assert reader.sign_in(client).status_code == 303
        yield reader
