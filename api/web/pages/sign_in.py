"""Signing in to the pages with a key, and out again."""

import flask
import werkzeug

from api.http.problems import Problem
from api.rulebooks.addresses import address
from api.rulebooks.languages import Language
from api.web import sessions
from api.web.page import own_page, spoken

blueprint = flask.Blueprint("sign in", __name__)


@blueprint.get("/sign-in")
def show_sign_in() -> flask.Response:
    """Asks for a key. Who comes by a link of another site is led on first: his browser would not show that he is signed in, and a
    new session would end the one that he has."""
    language, following = spoken(), sessions.local(flask.request.args.get("next", ""))
    if not sessions.from_elsewhere():
        sessions.signed_in()
        return _page(language, following)
    response = own_page("onward.html", language=language, kept={"next": following}, following=following)
    response.headers["Refresh"] = f"0; url={following}"
    return response


@blueprint.post("/sign-in")
def take_key() -> werkzeug.Response:
    """Signs in with the key, and redirects to where the person wanted to go. A wrong key is reported beside the form."""
    sessions.need_own_form()
    language, form = spoken(), flask.request.form
    following = sessions.local(form.get("next", ""))
    try:
        sessions.begin(form.get("key", "").strip())
    except Problem as problem:
        response = _page(language, following, problem)
        response.headers.update(problem.headers)
        return response
    return flask.redirect(following, 303)


@blueprint.post("/sign-out")
def leave() -> werkzeug.Response:
    """Signs out. If the session has expired, nothing needs to be proved."""
    sessions.need_own_site()
    if "key" in flask.session:
        sessions.need_own_form()
        sessions.end()
    return flask.redirect(address("/sign-in", lang=spoken().tag), 303)


def _page(language: Language, following: str, problem: Problem | None = None) -> flask.Response:
    """The form. following: where to go afterwards. problem: why the last key was not taken."""
    return own_page(
        "sign_in.html",
        language=language,
        status=problem.kind.status if problem else 200,
        kept={"next": following},
        carried={sessions.TOKEN: sessions.token(), "next": following},
        wrong=problem and problem.kind.name,
    )


@blueprint.after_request
def unkept(response: flask.Response) -> flask.Response:
    """What depends on who is signed in is not cached."""
    response.headers["Cache-Control"] = "private, no-store"
    return response
