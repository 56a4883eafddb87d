"""Pages for people: the interface at /docs, what each problem means at /problems/…, the rules that are cited at /rules/…."""

from html import escape

import flask
import werkzeug
from flask_swagger_ui import get_swaggerui_blueprint  # type: ignore[import-untyped,unused-ignore]

from api.openapi import TITLE
from api.problem_kinds import KINDS
from api.problems import Problem
from api.web.languages import Language, chosen
from api.web.page import STYLE, page, style
from api.web.rules import BOOKS, contents, languages_of, rule_book

blueprint = flask.Blueprint("pages", __name__)

# Nothing is loaded from elsewhere, and a browser would not load it if it were asked to.
DOCS_POLICY = (
    "default-src 'none'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; font-src 'self' data:; connect-src 'self'; "
    "script-src 'self' 'unsafe-inline'"
)


def swagger() -> flask.Blueprint:
    """Swagger UI at /docs, all of it from this service; the badge of the public validator is off."""
    pages: flask.Blueprint = get_swaggerui_blueprint(
        "/docs", "/openapi.json", config={"app_name": f"{TITLE}: the interface", "validatorUrl": None, "deepLinking": True}
    )

    @pages.after_request
    def restrict(response: flask.Response) -> flask.Response:
        response.headers["Content-Security-Policy"] = DOCS_POLICY
        return response

    return pages


@blueprint.get("/")
def front_door() -> werkzeug.Response:
    """Who calls the bare address is shown the interface."""
    return flask.redirect("/docs/")


@blueprint.get("/problems/<name>")
def problem_page(name: str) -> flask.Response:
    """What a kind of problem means and what to do about it."""
    kind = KINDS.get(name)
    if kind is None:
        raise Problem("not-found", "There is no problem of this name.", known=sorted(KINDS))
    told = f"<p>{escape(kind.page)}</p>\n<p>Status {kind.status}, type <code>/problems/{kind.name}</code>.</p>\n"
    return page(kind.title, f'{told}<p><a href="/problems">All problems</a></p>\n')


@blueprint.get("/problems")
def problems_page() -> flask.Response:
    """All kinds of problems."""
    items = "".join(
        f'<li><a href="/problems/{kind.name}">{escape(kind.title)}</a> ({kind.status})</li>\n' for kind in KINDS.values()
    )
    return page("What can go wrong", f"<ul>\n{items}</ul>\n")


@blueprint.get("/rules/<book>")
def rules_page(book: str) -> flask.Response:
    """A rule book: every rule under its identifier, so that `/rules/azi#AZI-PLAY-2` leads to it."""
    if book not in BOOKS:
        raise Problem("not-found", "There is no rule book of this name.", known=sorted(BOOKS))
    offered = languages_of(book)
    language = _language(offered)
    text = rule_book(book, language.tag)
    return page(text.title, text.body, contents(book, language.tag), language=language, languages=offered)


@blueprint.get("/rules")
def rules_index() -> flask.Response:
    """All rule books."""
    offered = languages_of(*BOOKS)
    language = _language(offered)
    items = "".join(
        f'<li><a href="/rules/{book}?lang={language.tag}">{escape(rule_book(book, language.tag).title)}</a></li>\n'
        for book in BOOKS
    )
    return page(
        language.rules, f"<p>{escape(language.about_rules)}</p>\n<ul>\n{items}</ul>\n", language=language, languages=offered
    )


def _language(offered: tuple[str, ...]) -> Language:
    """The language of the answer: by `?lang=`, else by what the browser accepts."""
    return chosen(flask.request.args.get("lang"), flask.request.accept_languages, offered)


@blueprint.get(STYLE)
def style_sheet() -> flask.Response:
    """The style sheet of these pages."""
    return style()
