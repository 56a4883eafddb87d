"""Signing in to the pages with a key, and out again."""

from html import escape

import flask
import werkzeug

from api.problems import Problem
from api.web import sessions
from api.web.forms import account, sign_in_form, spoken
from api.web.languages import Language
from api.web.page import own_page
from api.web.session_words import SESSION_WORDS

blueprint = flask.Blueprint("sign in", __name__)


@blueprint.get("/sign-in")
def show_sign_in() -> flask.Response:
    """Asks for a key. Who comes by a link of another site is led on first: his browser would not show that he is signed in, and a
    new session would end the one that he has."""
    language, following = spoken(), sessions.local(flask.request.args.get("next", ""))
    if not sessions.from_elsewhere():
        sessions.signed_in()
        return _page(language, following)
    words = SESSION_WORDS[language.tag]
    link = f'<p><a href="{escape(following)}">{escape(words.onward)}</a></p>\n'
    response = own_page(words.title, link, language=language, kept={"next": following})
    response.headers["Refresh"] = f"0; url={following}"
    return response


@blueprint.post("/sign-in")
def take_key() -> werkzeug.Response:
    """Signs in with the key, and leads to where somebody wanted to go. A wrong key is told beside the form."""
    sessions.need_own_form()
    language, form = spoken(), flask.request.form
    following = sessions.local(form.get("next", ""))
    words = SESSION_WORDS[language.tag]
    try:
        sessions.begin(form.get("key", "").strip())
    except Problem as problem:
        wrong = words.unknown if problem.kind.name == "not-authenticated" else words.too_often
        response = _page(language, following, wrong, problem.kind.status)
        response.headers.update(problem.headers)
        return response
    return flask.redirect(following, 303)


@blueprint.post("/sign-out")
def leave() -> werkzeug.Response:
    """Signs out. Whose session has run out need not prove anything any more."""
    sessions.need_own_site()
    if "key" in flask.session:
        sessions.need_own_form()
        sessions.end()
    return flask.redirect(f"/sign-in?lang={spoken().tag}", 303)


def _page(language: Language, following: str, wrong: str = "", status: int = 200) -> flask.Response:
    form = sign_in_form(language, following, wrong)
    title = SESSION_WORDS[language.tag].title
    return own_page(title, form, language=language, status=status, account=account(language), kept={"next": following})


@blueprint.after_request
def unkept(response: flask.Response) -> flask.Response:
    """Nobody keeps what depends on who is signed in."""
    response.headers["Cache-Control"] = "private, no-store"
    return response
