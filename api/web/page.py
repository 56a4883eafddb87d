"""What every page shares: its frame, its style sheet, its headers. Nothing is loaded from elsewhere, and no script runs."""

from collections.abc import Collection, Mapping
from functools import cache
from importlib.resources import files
from urllib.parse import quote

import flask

from api.rulebooks.addresses import address
from api.rulebooks.books import BOOKS, book_title
from api.rulebooks.languages import ENGLISH, LANGUAGES, Language, chosen
from api.web import sessions
from api.web.rendering import rendered

# Browsers load nothing else and run nothing, even if a page asked them to.
POLICY = "default-src 'none'; style-src 'self'; img-src data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
POLICY_WITH_FORMS = POLICY.replace("form-action 'none'", "form-action 'self'")
STYLE = "/style.css"
# The pages that every page links to; those in `TRANSLATED` exist in the reader's language, all others in English.
PLACES = (*(f"/rules/{book}" for book in BOOKS), "/audits", "/problems", "/docs/")
TRANSLATED = ("/rules", "/audits", "/problems")


def spoken(offered: Collection[str] = LANGUAGES) -> Language:
    """The language of the answer, one of those offered: by `?lang=`, else by what the browser accepts."""
    return chosen(flask.request.args.get("lang"), flask.request.accept_languages, offered)


def page(template: str, *, language: Language = ENGLISH, languages: tuple[str, ...] = (), **facts: object) -> flask.Response:
    """A page that is the same for everybody. template: one that extends `base.html`. facts: what it tells.

    languages: the tags of those that this page can be read in, if its reader has a choice.
    """
    text = rendered(template, language, **facts, **_frame(language, languages, {}))
    return fresh(_response(text, language, languages))


def own_page(
    template: str, *, language: Language, status: int = 200, kept: Mapping[str, str] | None = None, **facts: object
) -> flask.Response:
    """A page for whoever asks, in every language; nobody keeps it, and it may hold forms. Its header says who has signed in.

    kept: what the query of this same page in another language says besides.
    """
    frame = {**_frame(language, tuple(LANGUAGES), kept or {}), "account": _account()}
    text = rendered(template, language, **facts, **frame)
    response = _response(text, language, tuple(LANGUAGES))
    response.status_code = status
    if "<form" in text:
        response.headers["Content-Security-Policy"] = POLICY_WITH_FORMS
    response.headers["Cache-Control"] = "private, no-store"
    return response


def _response(text: str, language: Language, languages: tuple[str, ...]) -> flask.Response:
    response = flask.Response(text, content_type="text/html; charset=utf-8")
    response.headers["Content-Security-Policy"] = POLICY
    response.content_language.add(language.tag)
    if languages:
        response.vary.add("Accept-Language")
    return response


def _frame(language: Language, languages: tuple[str, ...], kept: Mapping[str, str]) -> dict[str, object]:
    """What `base.html` tells on every page: where it leads to, and the same page in each of its languages, if there are several."""
    had_choice = bool(languages)  # the pages are to be read in this language, whatever the browser says
    here = quote(f"/{flask.request.path.lstrip('/')}")  # two at the beginning would name another server
    return {
        "account": None,
        "style": STYLE,
        "home": address("/rules", lang=language.tag) if had_choice else "/rules",
        "places": [_place(path, language, chosen=had_choice) for path in PLACES],
        "tongues": [
            {"tag": tag, "name": LANGUAGES[tag].name, "address": address(here, kept, lang=tag), "here": tag == language.tag}
            for tag in (languages if len(languages) > 1 else ())
        ],
    }


def _account() -> dict[str, object] | None:
    """Who is signed in, and what the form for signing out carries; None if nobody is."""
    asking = flask.g.get("caller")
    if asking is None:
        return None
    return {"role": asking.role, "carried": {sessions.TOKEN: sessions.token()}}


def _place(path: str, language: Language, *, chosen: bool) -> dict[str, object]:
    """One of the pages that every page leads to. name: None where `base.html` has it. english: it is not there in the language
    that was chosen."""
    translated = path.startswith(TRANSLATED)
    return {
        "path": path,
        "address": address(path, lang=language.tag) if chosen and translated else path,
        "name": book_title(path.removeprefix("/rules/"), language.tag) if path.startswith("/rules/") else None,
        "here": flask.request.path == path,
        "english": chosen and not translated and language is not ENGLISH,
    }


def style() -> flask.Response:
    """The one style sheet."""
    return fresh(flask.Response(_style(), content_type="text/css; charset=utf-8"))


def fresh(response: flask.Response) -> flask.Response:
    """Browsers may cache it, and revalidate it each time."""
    response.headers["Cache-Control"] = "public, no-cache"
    response.add_etag()
    return response.make_conditional(flask.request)  # type: ignore[return-value,unused-ignore]


@cache
def _style() -> str:
    return files("api.web").joinpath("style.css").read_text("utf-8")
