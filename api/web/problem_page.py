"""Problems as pages, for whoever reads pages: kinds and statuses are those of the interface, the words are friendlier."""

from html import escape

import flask

from api.problems import Problem
from api.web.forms import account, spoken
from api.web.languages import ENGLISH
from api.web.page import own_page
from api.web.session_words import SESSION_WORDS

PAGES = ("/audits", "/sign-in", "/sign-out")


def wanted() -> bool:
    """Whether a problem of this request is to be told as a page: always on the pages behind the sign-in, never on the interface,
    and elsewhere to whom names HTML in Accept, as browsers do."""
    request = flask.request
    if request.path in PAGES:
        return True
    return not request.path.startswith("/v1/") and any(media == "text/html" for media, _ in request.accept_mimetypes)


def problem_page(problem: Problem) -> flask.Response:
    """The page that tells this problem. What the interface says in English stands below, marked as English."""
    language = spoken()
    words = SESSION_WORDS[language.tag]
    kind = problem.kind
    known = words.problems.get(kind.name)
    title, advice = known or (kind.title, "")
    english = f'<span lang="{ENGLISH.tag}">{escape(problem.detail)}</span>'
    body = f"<p>{escape(advice)}</p>\n" if advice else ""
    body += f'<p class="detail">{escape(words.detail)} {english}</p>\n'
    if kind.status in {401, 403} and "caller" not in flask.g:
        body += f'<p><a href="/sign-in?lang={language.tag}">{escape(words.title)}</a></p>\n'
    kept = {name: value for name, value in flask.request.args.items() if name != "lang"}
    page = own_page(title, body, language=language, status=kind.status, account=account(language), kept=kept)
    page.headers.update(problem.headers)
    page.vary.add("Accept")
    return page
