"""Game records: a game that is over as text, and a text checked."""

import flask

from api.http.answers import Members, etag, found, money
from api.http.auth import caller, need_role
from api.http.languages import in_language, spoken
from api.http.limits import Limits
from api.http.problems import Problem
from api.rest.openapi import Blueprint
from api.schemas import records as schemas
from api.service.shared import ledger
from api.service.visibility import sight
from engine.record import Record, RecordFault, is_typed, read, write
from engine.record.times import Times, fit, parted, timed
from engine.saying import Saying
from ledger.replays.records import Held, held, record_of, times_of
from ledger.store.errors import NotAllowed
from ledger.store.ids import stream_of_game
from ledger.words.saying import told

blueprint = Blueprint("records", __name__, url_prefix="/v1", description="Games as text: every act, one line each")
NOT_STORED = Saying("The record is in order. Nothing was stored: a record is checked, and no game is made of it.")
CHECKING = (409, 413, 415)


def _size(limits: Limits) -> int:
    return limits.record_bytes_max


@blueprint.operation(
    "GET", "/games/<game:game>/record", (200, {"type": "string"}), query=schemas.RecordQuery, media_type=schemas.TOML
)
def read_record(given: schemas.RecordQueryGiven, game: str) -> flask.Response:
    """The record of a finished game, in TOML: all its acts, one per line, with every hand and the secrets of the shuffles.

    For those who may see all of that: stewards and auditors; players and others only if the house rule `reveal` is `all`, or if
    only the players see their hands, so that the record holds nothing hidden.
    """
    stream = ledger().load(stream_of_game(game))
    sees = sight(ledger(), caller(), stream)
    if stream.state.over and not sees.deck():
        raise NotAllowed("A record tells every hand and the secrets of the shuffles, and not all of that is open to you.")
    record = record_of(ledger(), game)
    text = timed(write(record), times_of(ledger(), game, record)) if given["times"] == "yes" else write(record)
    response = flask.Response(text, 200, content_type=f"{schemas.TOML}; charset=utf-8")
    response.headers["Cache-Control"] = "private, no-store"
    response.headers["ETag"] = etag(stream.version)
    return response


@blueprint.operation("POST", "/records", (200, schemas.RecordHeld), described=schemas.BODY, also=CHECKING, bytes_max=_size)
def check_record() -> flask.Response:
    """Check a game record, and say what it holds. For stewards, auditors and admins.

    Every act is carried out again by the house rules of the record, and every figure compared. A fault is reported with its line,
    and with the rule if one is broken (409); nothing is repaired or stored, so no Idempotency-Key is needed. A record typed by hand
    says `typed` in its first line and has no checks; the answer adds them.
    """
    need_role("steward", "auditor", "admin")
    text = _text()
    try:
        text, times = parted(text)
        record = read(text)
        fit(record, text, times)
    except RecordFault as fault:
        raise _told(fault) from None
    tag = spoken()
    typed = _whole(record, times) if is_typed(text) else None
    return in_language(found({**_shown(held(record)), "stored": False, "words": told(NOT_STORED, tag), "record": typed}), tag)


def _shown(record: Held) -> Members:
    def chips(amount: int) -> Members:
        return money(amount, record.unit, record.scale)

    return {
        "game": record.game,
        "preset": record.preset,
        "table": record.table,
        "number": record.number,
        "players": [
            {"seat": one.seat, "player": one.player, "stack": chips(one.stack), "end": chips(one.end)} for one in record.players
        ],
        "how": record.how,
        "pot": chips(record.pot),
        "acts": record.acts,
        "steps": record.steps,
    }


def _whole(record: Record, times: Times) -> str:
    return timed(write(record), times) if times else write(record)


def _told(fault: RecordFault) -> Exception:
    """The fault with its line: as a refusal if a rule is broken, else as a problem of its own."""
    broken = fault.broken
    says = Saying("Line {line}: {says}", line=fault.line, says=fault.saying)
    if broken is None:
        return Problem("record-faulty", says, line=fault.line)
    broken.saying, broken.says, broken.facts = says, str(says), {**broken.facts, "line": fault.line}
    return broken


def _text() -> str:
    """The body as text. Raises Problem: unsupported-media-type, record-faulty."""
    request = flask.request
    if request.mimetype != schemas.TOML or request.mimetype_params.get("charset", "utf-8").lower() not in {"utf-8", "utf8"}:
        raise Problem(
            "unsupported-media-type", Saying("Send a record as {form}, in UTF-8.", form=schemas.TOML), accepted=schemas.TOML
        )
    raw = request.get_data()
    try:
        return raw.decode("utf-8-sig")
    except UnicodeDecodeError as fault:
        line = raw[: fault.start].count(b"\n") + 1
        raise Problem("record-faulty", Saying("Line {line}: this is not UTF-8.", line=line), line=line) from None
