"""Pages for people: the interface at /docs, what each problem means at /problems/…, the rules that are cited at /rules/…."""

from html import escape

import flask
from flask_swagger_ui import get_swaggerui_blueprint  # type: ignore[import-untyped,unused-ignore]

from api.openapi import TITLE
from api.problem_kinds import KINDS
from api.problems import Problem
from engine.azi import rulebook as azi
from engine.room import rulebook as room

blueprint = flask.Blueprint("pages", __name__)

# Nothing is loaded from elsewhere, and a browser would not load it if it were asked to.
POLICY = "default-src 'none'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; font-src 'self' data:; connect-src 'self'"
DOCS_POLICY = f"{POLICY}; script-src 'self' 'unsafe-inline'"
RULEBOOKS = {"azi": ("Azi", azi.RULES), "room": ("Tables and wallets", room.RULES)}


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


@blueprint.get("/problems/<name>")
def problem_page(name: str) -> flask.Response:
    """What a kind of problem means and what to do about it."""
    kind = KINDS.get(name)
    if kind is None:
        raise Problem("not-found", "There is no problem of this name.", known=sorted(KINDS))
    return _page(kind.title, f"<p>{escape(kind.page)}</p><p>Status {kind.status}, type <code>/problems/{kind.name}</code>.</p>")


@blueprint.get("/problems")
def problems_page() -> flask.Response:
    """All kinds of problems."""
    items = "".join(f'<li><a href="/problems/{kind.name}">{escape(kind.title)}</a> ({kind.status})</li>' for kind in KINDS.values())
    return _page("What can go wrong", f"<ul>{items}</ul>")


@blueprint.get("/rules/<book>")
def rules_page(book: str) -> flask.Response:
    """The rules that answers cite, by identifier, in the order in which they are checked."""
    if book not in RULEBOOKS:
        raise Problem("not-found", "There is no rule book of this name.", known=sorted(RULEBOOKS))
    title, rules = RULEBOOKS[book]
    items = "".join(f'<dt id="{rule.id}"><code>{rule.id}</code></dt><dd>{escape(rule.title)}.</dd>' for rule in rules)
    return _page(f"Rules: {title}", f"<dl>{items}</dl>")


def _page(title: str, body: str) -> flask.Response:
    text = (
        f'<!DOCTYPE html><html lang="en"><head><meta charset="utf-8"><title>{escape(title)}</title>'
        '<meta name="viewport" content="width=device-width, initial-scale=1">'
        "<style>body{font:1.1rem/1.5 system-ui,sans-serif;max-width:44rem;margin:3rem auto;padding:0 1rem}dt{margin-top:1rem}"
        "dt:target{background:#fe9}</style></head>"
        f"<body><h1>{escape(title)}</h1>{body}</body></html>"
    )
    return flask.Response(text, headers={"Content-Security-Policy": POLICY}, content_type="text/html; charset=utf-8")
