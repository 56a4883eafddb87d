"""The templates of the pages are in order, and each check of them can fail."""

import tomllib
from pathlib import PurePosixPath

import pytest

from tests.tidy import house, template_checks
from tests.tidy.test_house import in_order

PLACE = PurePosixPath("api/web/templates")
HERE = PLACE / "club.html"
CODE = PurePosixPath("api/web/pages/club.py")
TEMPLATES = {path: text for path, text in house.files(".html") if path.is_relative_to(PLACE)}


def test_templates_escape_everything_and_hold_nothing_that_the_policy_forbids() -> None:
    assert len(TEMPLATES) >= 10
    for path, text in TEMPLATES.items():
        in_order(template_checks.unescaped(path, text) + template_checks.inline(path, text) + template_checks.unsaid(path, text))


def test_html_is_made_by_templates_alone() -> None:
    in_order([finding for path, text in house.files(".py", under=("api",)) for finding in template_checks.made_by_hand(path, text)])


def test_every_template_is_named_and_every_one_that_is_named_is_there() -> None:
    texts = [text for _, text in house.files(".py", under=("api",))] + list(TEMPLATES.values())
    in_order(template_checks.unlike([str(path.relative_to(PLACE)) for path in TEMPLATES], texts))


def test_what_stands_beside_the_code_is_installed_with_it() -> None:
    project = tomllib.loads((house.ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    patterns = [*project["tool"]["setuptools"]["package-data"]["*"], "*.py"]
    beside = [path for path, _ in house.files(*house.TEXT, ".po", under=(*house.PACKAGES, "seeds"))]
    in_order(template_checks.uninstalled(patterns, beside))


@pytest.mark.parametrize("text", ["{{ name | safe }}", "{{ name|safe }}", "{% autoescape false %}", "{{ Markup(name) }}"])
def test_what_is_not_escaped_is_found(text: str) -> None:
    assert template_checks.unescaped(HERE, f"<p>x</p>\n{text}\n")


def test_what_is_escaped_is_not_found() -> None:
    assert not template_checks.unescaped(HERE, "{{ name }} {{ safe }} | safely")


@pytest.mark.parametrize(
    "text",
    [
        "<style>",
        "<script>",
        '<p style="color: red">',
        '<a onclick="x()">',
        '<a href="javascript:x()">',
        '<link href="https://a.example/x.css">',
        '<form action="//a.example">',
    ],
)
def test_what_no_browser_would_obey_is_found(text: str) -> None:
    assert template_checks.inline(HERE, f"{text}\n")


def test_what_a_browser_obeys_is_not_found() -> None:
    assert not template_checks.inline(HERE, '<link rel="stylesheet" href="{{ style }}"> <a class="on" href="/rules">')


def test_a_template_or_a_macro_that_does_not_say_what_it_is_is_found() -> None:
    assert template_checks.unsaid(HERE, '{% extends "base.html" %}\n')
    assert template_checks.unsaid(HERE, "{# A. #}\n{% macro a() %}\n{%- endmacro %}\n{% macro b() %}\n{%- endmacro %}\n")
    assert not template_checks.unsaid(HERE, '{# A. #}\n{% extends "base.html" %}\n')
    assert not template_checks.unsaid(HERE, "{# A. #}\n{% macro a() %}\n{%- endmacro %}\n\n{#\n  B.\n#}\n{% macro b() %}\n")


@pytest.mark.parametrize(
    "text",
    [
        'x = f"<p>{name}</p>"',
        'x = "</ul>"',
        'x = "<li class=a>"',
        "from html import escape",
        "from markupsafe import Markup",
        "def show():\n    return '<b>' + name",
    ],
)
def test_html_that_is_made_by_hand_is_found(text: str) -> None:
    assert template_checks.made_by_hand(CODE, f'"""Makes a <b>."""\n{text}\n')
    assert not template_checks.made_by_hand(template_checks.PROSE, text)


def test_addresses_and_patterns_are_not_taken_for_html() -> None:
    text = '"""A <p>."""\nx = "/rules/<book>"\ny = r"(?P<card>..)"\nz = "<form" in x\ndef a():\n    "<b>"\n'
    assert not template_checks.made_by_hand(CODE, text)


def test_a_template_that_is_not_there_or_not_named_is_found() -> None:
    assert template_checks.unlike(["a.html", "macros/b.html"], ['page("a.html")', '{% import "macros/b.html" as b %}']) == []
    assert template_checks.unlike(["a.html"], ['page("a.html") + page("c.html")']) == ["c.html is named and not there"]
    assert template_checks.unlike(["a.html", "b.html"], ['page("a.html")']) == ["b.html is there and not named"]


def test_a_file_that_is_not_installed_is_found() -> None:
    paths = [PurePosixPath("api/web/templates/base.html"), PurePosixPath("api/web/page.py")]
    assert not template_checks.uninstalled(["*.html", "*.py"], paths)
    assert template_checks.uninstalled(["*.py"], paths) == ["api/web/templates/base.html is not installed"]
