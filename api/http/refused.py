"""Refusals as they are stored, told to their reader: in his language, and without what only that is made of.

An answer is stored once, in English, with what its sentence is made of; each time it is sent, in the language of whoever asks.
"""

from typing import Any

import flask
import msgspec

from api.http.languages import in_language, spoken
from api.http.problems import MEDIA_TYPE, SAYING
from api.rulebooks.books import title_of
from ledger.words.catalogues import SOURCE
from ledger.words.saying import told, unpacked


def members(body: bytes, tag: str) -> dict[str, Any]:
    """What a stored refusal tells, in this language; one that was stored before sentences were kept so, in English."""
    stored: dict[str, Any] = msgspec.json.decode(body)
    said = stored.pop(SAYING, None)
    if tag != SOURCE:
        stored["detail"] = stored["detail"] if said is None else told(unpacked(said), tag)
        stored["title"] = title_of(stored["rule"], tag) or stored["title"]
    return stored


def response(body: bytes, status: int) -> flask.Response:
    """The response to an act that was refused, now or before."""
    tag = spoken()
    answer = flask.Response(msgspec.json.encode(members(body, tag)), status, content_type=MEDIA_TYPE)
    return in_language(answer, tag)
