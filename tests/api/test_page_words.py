"""What pages say beside what they are given: a word for everything that they may be given, in every language."""

from __future__ import annotations

import re
from importlib.resources import files
from typing import Any

import pytest

from api.http.problem_kinds import KINDS
from api.rulebooks.languages import LANGUAGES, Language
from api.schemas.audits import STANDING
from api.web.rendering import rendered
from engine.saying import Saying
from ledger.audits.findings import AUDITS, SEVERITIES
from ledger.people.keys import ROLES
from tests.api.reader import Read

FRAME: dict[str, Any] = {"style": "/style.css", "home": "/", "places": [], "tongues": [], "account": None}
FINDING: dict[str, Any] = dict.fromkeys(("cited", "game", "alone", "step", "position", "account", "expected", "found"))
LOOKED_AT = dict.fromkeys(("position", "games", "running", "events", "unread"), 1)
FORM = {"lacking": False, "about": True, "of_own_tables": False, "tables": None, "asked_table": ""}


def read(template: str, language: Language, **facts: Any) -> str:
    """The words of a page."""
    return Read(rendered(template, language, **{**FRAME, **facts})).words


@pytest.mark.parametrize("language", LANGUAGES.values(), ids=LANGUAGES)
def test_every_role_has_a_word(language: Language) -> None:
    told = [read("onward.html", language, following="/", account={"role": role, "carried": {}}) for role in ROLES]
    assert len(set(told)) == len(ROLES)


@pytest.mark.parametrize("language", LANGUAGES.values(), ids=LANGUAGES)
def test_every_audit_and_every_severity_has_words(language: Language) -> None:
    offered = (STANDING, *AUDITS)
    found = [{**FINDING, "severity": severity, "withheld": False, "says": "…"} for severity in SEVERITIES]
    report = {**LOOKED_AT, "ok": False, "faults": 2, "notes": 1, "findings": found, "more": True, "subject": None}
    told = []
    for audit in offered:
        facts = {**report, "audit": audit, "file": None, "following": "/"}
        told.append(read("audits.html", language, told=facts, offered=offered, chosen=audit, **FORM))
        assert len(re.findall("[✗◇]", told[-1])) == 1 + len(SEVERITIES)
    assert len(set(told)) == len(offered)


def test_what_went_wrong_is_told_of_kinds_that_there_are_and_with_advice() -> None:
    text = files("api.web").joinpath("templates", "macros", "problems.html").read_text("utf-8")
    told = set(re.findall(r'^  "([a-z-]+)": \(', text, re.MULTILINE))
    assert len(told) >= 10
    assert told <= set(KINDS)
    for kind in KINDS.values():
        said = {read("problem.html", language, kind=kind, detail="It.", may_sign_in=False) for language in LANGUAGES.values()}
        assert len(said) == len(LANGUAGES)
        if kind.name not in told:
            assert sum(str(kind.title) in each for each in said) == 1


def test_facts_are_put_into_messages_and_escaped_there_too() -> None:
    kind = {"name": "a<b", "title": Saying("{x}", x="{title}"), "page": Saying("{x}", x="{page} <i>"), "status": 404}
    text = rendered("problem_kind.html", LANGUAGES["de"], **FRAME, kind=kind)
    assert "Status 404, Typ <code>/problems/a&lt;b</code>." in text
    assert "<p>{page} &lt;i&gt;</p>" in text
