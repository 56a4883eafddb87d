"""Stored refusals, rendered for their reader: in his language, and without the parts that only serve this. An answer is stored
once, in English, with the parts of its sentence; each time it is sent, it is in the language of the caller.
"""

import flask
import msgspec

from api.http.languages import in_language, spoken
from api.http.problems import MEDIA_TYPE, SAYING
from api.rulebooks.books import title_of
from engine.plain import JsonObject
from ledger.words.catalogues import SOURCE
from ledger.words.saying import told, unpacked


def members(body: bytes, tag: str) -> JsonObject:
    """The members of a stored refusal, in this language; in English if it was stored before sentences were kept in parts."""
    stored: JsonObject = msgspec.json.decode(body)
    said = stored.pop(SAYING, None)
    if tag != SOURCE:
        stored["detail"] = stored["detail"] if said is None else told(unpacked(said), tag)
        stored["title"] = title_of(str(stored["rule"]), tag) or stored["title"]
    return stored


def response(body: bytes, status: int) -> flask.Response:
    """The response to an act that was refused, now or before."""
    tag = spoken()
    answer = flask.Response(msgspec.json.encode(members(body, tag)), status, content_type=MEDIA_TYPE)
    return in_language(answer, tag)
