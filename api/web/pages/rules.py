"""The rules that are cited, as pages."""

import flask

from api.http.problems import Problem
from api.rulebooks.addresses import address
from api.rulebooks.books import BOOKS, languages_of, rule_book
from api.web.page import page, spoken

blueprint = flask.Blueprint("rules pages", __name__)


@blueprint.get("/rules")
def show_rules() -> flask.Response:
    """All rule books."""
    offered = languages_of(*BOOKS)
    language = spoken(offered)
    books = [
        {"title": rule_book(book, language.tag).title, "address": address(f"/rules/{book}", lang=language.tag)} for book in BOOKS
    ]
    return page("rules.html", language=language, languages=offered, books=books)


@blueprint.get("/rules/<book>")
def show_rule_book(book: str) -> flask.Response:
    """A rule book: every rule under its identifier, so that `/rules/azi#AZI-PLAY-2` leads to it."""
    if book not in BOOKS:
        raise Problem("not-found", "There is no rule book of this name.", known=sorted(BOOKS))
    offered = languages_of(book)
    language = spoken(offered)
    return page("rule_book.html", language=language, languages=offered, book=rule_book(book, language.tag))
