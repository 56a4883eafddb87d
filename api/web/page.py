"""What every page shares: its frame, its style sheet, its headers. Nothing is loaded from elsewhere, and nothing runs."""

from collections.abc import Mapping
from functools import cache
from html import escape
from importlib.resources import files
from urllib.parse import quote, urlencode

import flask

from api.web.languages import ENGLISH, LANGUAGES, TRANSLATED, Language

# A browser would load nothing else and run nothing even if it were asked to.
POLICY = "default-src 'none'; style-src 'self'; img-src data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
POLICY_WITH_FORMS = POLICY.replace("form-action 'none'", "form-action 'self'")
STYLE = "/style.css"


def page(
    title: str, body: str, contents: str = "", *, language: Language = ENGLISH, languages: tuple[str, ...] = ()
) -> flask.Response:
    """A page that is the same for everybody. body, contents: HTML; contents stands beside the body, or folded above it where there
    is no room.

    languages: the tags of those that this page can be read in, if its reader has a choice.
    """
    return fresh(_response(_framed(title, body, contents, language, languages, {}, ""), language, languages))


def own_page(
    title: str,
    body: str,
    *,
    language: Language,
    status: int = 200,
    account: str = "",
    kept: Mapping[str, str] | None = None,
) -> flask.Response:
    """A page for who asks, in every language; nobody keeps it, and it may hold forms.

    account: HTML in the header: who is signed in. kept: what the query of this same page in another language says besides.
    """
    text = _framed(title, body, "", language, tuple(LANGUAGES), kept or {}, account)
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


def _framed(
    title: str, body: str, contents: str, language: Language, languages: tuple[str, ...], kept: Mapping[str, str], account: str
) -> str:
    said = {name: escape(getattr(language, name)) for name in ("contents", "past", "pages")}
    beside = (
        f'<nav class="contents" aria-label="{said["contents"]}"><details><summary>{said["contents"]}</summary>{contents}'
        "</details></nav>"
    )
    home = f"/rules?lang={language.tag}" if languages else "/rules"
    return (
        f'<!DOCTYPE html>\n<html lang="{language.tag}">\n<head>\n<meta charset="utf-8">\n'
        f"<title>{escape(title)} · cardledger</title>\n"
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n<meta name="color-scheme" content="light dark">\n'
        f'<link rel="icon" href="data:,">\n<link rel="stylesheet" href="{STYLE}">\n</head>\n<body>\n'
        f'<a class="past" href="#text">{said["past"]}</a>\n'
        f'<header><a class="name" href="{home}">cardledger</a>'
        f'<nav aria-label="{said["pages"]}">{_places(language, chosen=bool(languages))}</nav>{_switch(language, languages, kept)}'
        f'{account}</header>\n<div class="{"two" if contents else "one"}">\n{beside if contents else ""}'
        f'<main id="text">\n<h1>{escape(title)}</h1>\n{body}</main>\n</div>\n</body>\n</html>\n'
    )


def _places(language: Language, *, chosen: bool) -> str:
    """Where every page leads to. chosen: the pages are to be read in this language, whatever the browser says."""
    links = ""
    for place, name in language.places.items():
        here = " aria-current=page" if flask.request.path == place else ""
        translated = place.startswith(TRANSLATED)
        spoken = ' hreflang="en"' if chosen and not translated and language is not ENGLISH else ""
        links += f'<a href="{place}{f"?lang={language.tag}" if chosen and translated else ""}"{spoken}{here}>{escape(name)}</a>'
    return links


def _switch(language: Language, languages: tuple[str, ...], kept: Mapping[str, str]) -> str:
    """Links to the same page in each of its languages, if there are several."""
    if len(languages) < 2:
        return ""
    here = quote(f"/{flask.request.path.lstrip('/')}")  # two of them at its beginning would name another server
    links = "".join(
        f'<a href="{escape(here)}?{escape(urlencode({**kept, "lang": tag}))}" lang="{tag}" hreflang="{tag}"'
        f"{' aria-current=true' if tag == language.tag else ''}>{escape(LANGUAGES[tag].name)}</a>"
        for tag in languages
    )
    return f'<nav class="languages" aria-label="{escape(language.languages)}">{links}</nav>'


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
