"""Stored refusals, rendered for their reader: in his language, and without the parts that only serve this. An answer is stored
once, in English, with the parts of its sentence; each time it is sent, it is in the language of the caller.
"""

from collections.abc import Callable, Mapping

import flask
import msgspec

from api.http.languages import in_language, spoken
from api.http.problems import MEDIA_TYPE, SAYING
from api.rulebooks.books import title_of
from engine.plain import JsonObject
from ledger.words.catalogues import SOURCE
from ledger.words.saying import told, unpacked, with_names

SCALE = "cardledger.scale"  # extension of the application: how many digits of the club's unit stand behind the point
NAMES = "cardledger.names"  # extension of the application: gives the names by seat that the caller may know


def members(body: bytes, tag: str, names: Mapping[int, str], scale: int) -> JsonObject:
    """The members of a stored refusal, in this language, with the names of players beside their seats; in English and without names
    if it was stored before sentences were kept in parts. names: by seat, those that the reader may know.
    scale: digits behind the point of amounts in the sentence; the facts beside it stay whole numbers of smallest units."""
    stored: JsonObject = msgspec.json.decode(body)
    said = stored.pop(SAYING, None)
    if said is not None and (names or scale or tag != SOURCE):
        stored["detail"] = told(with_names(unpacked(said), names), tag, scale)
    if tag != SOURCE:
        stored["title"] = title_of(str(stored["rule"]), tag) or stored["title"]
    return stored


def response(body: bytes, status: int) -> flask.Response:
    """The response to an act that was refused, now or before."""
    tag = spoken()
    names_here: Callable[[], Mapping[int, str]] = flask.current_app.extensions[NAMES]
    scale: int = flask.current_app.extensions[SCALE]
    answer = flask.Response(msgspec.json.encode(members(body, tag, names_here(), scale)), status, content_type=MEDIA_TYPE)
    return in_language(answer, tag)
