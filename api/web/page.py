"""What every page shares: its frame, its style sheet, its headers. Nothing is loaded from elsewhere, and nothing runs."""

from functools import cache
from html import escape
from importlib.resources import files

import flask

# A browser would load nothing else and run nothing even if it were asked to.
POLICY = "default-src 'none'; style-src 'self'; img-src data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
STYLE = "/style.css"
PLACES = {"/rules/azi": "Azi", "/rules/room": "Tables and wallets", "/problems": "Problems", "/docs/": "Interface"}


def page(title: str, body: str, contents: str = "") -> flask.Response:
    """A page in English. body, contents: HTML; contents stands beside the body, or folded above it where there is no room."""
    here = flask.request.path
    places = "".join(
        f'<a href="{place}"{" aria-current=page" if here == place else ""}>{escape(name)}</a>' for place, name in PLACES.items()
    )
    beside = f'<nav class="contents" aria-label="Contents"><details><summary>Contents</summary>{contents}</details></nav>'
    text = (
        '<!DOCTYPE html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n'
        f"<title>{escape(title)} · cardledger</title>\n"
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n<meta name="color-scheme" content="light dark">\n'
        f'<link rel="icon" href="data:,">\n<link rel="stylesheet" href="{STYLE}">\n</head>\n<body>\n'
        '<a class="past" href="#text">To the text</a>\n'
        f'<header><a class="name" href="/rules">cardledger</a><nav aria-label="Pages">{places}</nav></header>\n'
        f'<div class="{"two" if contents else "one"}">\n{beside if contents else ""}'
        f'<main id="text">\n<h1>{escape(title)}</h1>\n{body}</main>\n</div>\n</body>\n</html>\n'
    )
    response = flask.Response(text, content_type="text/html; charset=utf-8")
    response.headers["Content-Security-Policy"] = POLICY
    return fresh(response)


def style() -> flask.Response:
    """The one style sheet."""
    return fresh(flask.Response(_style(), content_type="text/css; charset=utf-8"))


def fresh(response: flask.Response) -> flask.Response:
    """Browsers may keep it, and ask each time whether it is still the same."""
    response.headers["Cache-Control"] = "public, no-cache"
    response.add_etag()
    return response.make_conditional(flask.request)  # type: ignore[return-value,unused-ignore]


@cache
def _style() -> str:
    return files("api.web").joinpath("style.css").read_text("utf-8")
