"""Which language a reader of the interface gets: English, unless Accept-Language names another available one."""

import flask

from api.rulebooks.languages import chosen
from ledger.words.catalogues import TAGS


def spoken() -> str:
    """The tag of the language of this answer."""
    return chosen(None, flask.request.accept_languages, TAGS).tag


def in_language(response: flask.Response, tag: str) -> flask.Response:
    """An answer that states its language, and that it varies by language."""
    response.content_language.add(tag)
    response.vary.add("Accept-Language")
    return response
