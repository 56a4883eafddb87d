"""The forms of signing in and out, as HTML; and the language of who reads pages that are there for him alone."""

from collections.abc import Mapping
from html import escape

import flask

from api.web import sessions
from api.web.languages import LANGUAGES, Language, chosen
from api.web.session_words import SESSION_WORDS


def spoken() -> Language:
    """The language of the answer: by `?lang=`, else by what the browser accepts."""
    return chosen(flask.request.args.get("lang"), flask.request.accept_languages, LANGUAGES)


def hidden(values: Mapping[str, str]) -> str:
    """Fields that a form carries unseen."""
    return "".join(f'<input type="hidden" name="{escape(name)}" value="{escape(value)}">' for name, value in values.items())


def sign_in_form(language: Language, following: str, wrong: str = "") -> str:
    """Asks for the key. following: the address to go to afterwards. wrong: why the last key was not taken."""
    words = SESSION_WORDS[language.tag]
    told = f'<p class="wrong" id="wrong" role="alert">{escape(wrong)}</p>\n' if wrong else ""
    described = ' aria-describedby="wrong" aria-invalid="true"' if wrong else ""
    carried = {sessions.TOKEN: sessions.token(), "next": following}
    return (
        f"<p>{escape(words.about)}</p>\n{told}"
        f'<form class="fields" method="post" action="/sign-in?lang={language.tag}">{hidden(carried)}\n'
        f'<label for="key">{escape(words.key)}</label>\n'
        '<input id="key" name="key" type="password" autocomplete="off" autocapitalize="none" spellcheck="false" maxlength="200"'
        f' required autofocus{described}>\n<button type="submit">{escape(words.enter)}</button>\n</form>\n'
    )


def account(language: Language) -> str:
    """For the header: as what somebody is signed in, and how he signs out; "" if nobody is."""
    asking = flask.g.get("caller")
    if asking is None:
        return ""
    words = SESSION_WORDS[language.tag]
    return (
        f'<form class="account" method="post" action="/sign-out?lang={language.tag}">{hidden({sessions.TOKEN: sessions.token()})}'
        f"<span>{escape(words.signed_in)} {escape(words.roles[asking.role])}</span>"
        f'<button type="submit">{escape(words.leave)}</button></form>'
    )
