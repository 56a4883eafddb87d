"""The rule books: which there are, and their pages. Their text stands with the rules themselves, in engine/<game>/rules."""

from functools import cache
from html import escape
from importlib.resources import files

from api.web.prose import Prose, prose

BOOKS = {"azi": "engine.azi", "room": "engine.room"}


@cache
def rule_book(book: str) -> Prose:
    """A book of `BOOKS`, set. It is read once."""
    return prose(files(BOOKS[book]).joinpath("rules", "en.md").read_text("utf-8"))


@cache
def contents(book: str) -> str:
    """Its table of contents, as HTML: the groups, and under each its rules."""
    items = ""
    for heading in rule_book(book).headings:
        rule = f"<b>{heading.rule}</b> " if heading.rule else ""
        kind = "group" if heading.level == 2 else "entry"
        items += f'<li class="{kind}"><a href="#{heading.anchor}">{rule}{escape(heading.title)}</a></li>\n'
    return f"<ul>\n{items}</ul>"
