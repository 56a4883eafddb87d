"""Statements of account: pages in JSON, and whole files in the formats of `ledger/exports`."""

from datetime import date, datetime
from typing import TypedDict

import flask

from api.http import cursors
from api.http.answers import found
from api.http.paging import wait
from api.http.problems import Problem
from api.rest.openapi import Blueprint
from api.rest.players import may_see_money
from api.rulebooks.languages import chosen
from api.schemas import statements as schemas
from api.service.naming import named
from api.service.shared import house, ledger
from api.views import statements as view
from api.views.periods import MEDIA_TYPES, day_or_moment, not_acceptable, not_held
from engine.saying import Saying
from ledger.books.moments import Basis, horizon
from ledger.exports.formats import FORMATS, NotHeld, export
from ledger.exports.table import Shape
from ledger.statements import WORDINGS, Mark, Statement, Wanted, Wording, next_page, statement, whole

LINES = 50


class _Place(cursors.Content, frozen=True, rename={"start": "from", "end": "to"}):
    """All that the pages of a statement share, and where the next one begins: after which position, line and balance."""

    player: str
    start: datetime | None
    end: datetime | None
    tz: str
    basis: Basis
    scope: str
    lang: str
    position: int
    opening: str
    closing: str
    after: tuple[int, int, str]


class _Asked(TypedDict):
    """What the query asks for, as `ledger.statements` takes it."""

    start: date | datetime | None
    end: date | datetime | None
    tz: str
    basis: Basis
    scope: str


blueprint = Blueprint("statements", __name__, url_prefix="/v1", description="Statements of account, as pages and as files")


@blueprint.operation(
    "GET",
    "/players/<id:player>/statement",
    (200, schemas.StatementSchema),
    query=schemas.StatementQuery,
    described=schemas.ANSWERS,
)
def read_statement(given: schemas.StatementQueryGiven, player: str) -> flask.Response:
    """Opening balance, every movement with the balance after it, closing balance, totals, for [from, to).

    JSON comes in pages, all as of the request for the first one; CSV, PDF, hledger, Beancount, OFX and camt.053 come as a whole.
    """
    may_see_money(player)
    form = _form(given.get("form"))
    wording = WORDINGS[chosen(given["lang"], flask.request.accept_languages, WORDINGS).tag]
    of_csv = {"separator": given["separator"], "encoding": given["encoding"]}
    shaped = [name for name, value in of_csv.items() if value is not None]
    if shaped and form != "csv":
        says = Saying("Only CSV is written with a separator and an encoding of your choice.")
        raise Problem("malformed", says, errors={name: [says] for name in shaped})
    response = _page(given, player, wording) if form == "json" else _file(given, player, form, wording)
    response.vary.update(("Accept", "Accept-Language"))
    return response


def _file(given: schemas.StatementQueryGiven, player: str, form: str, wording: Wording) -> flask.Response:
    """The whole statement as a file."""
    paged = [name for name, value in (("cursor", given["cursor"]), ("limit", given["limit"])) if value is not None]
    if paged:
        says = Saying("Only JSON has pages; a file holds the whole statement.")
        raise Problem("malformed", says, errors={name: [says] for name in paged})
    wait(ledger(), house().limits, ("journal",), given["min_position"])
    told = whole(ledger(), player, **_asked(given))
    shape = Shape(given["separator"] or "comma", given["encoding"] or "utf-8") if form == "csv" else None
    try:
        pieces = export(told, form, wording, shape)
    except NotHeld as fault:
        raise not_held(fault) from None
    format_ = FORMATS[form]
    charset = f"; charset={shape.codec if shape else 'utf-8'}" if format_.text else ""
    response = flask.Response(pieces, 200, content_type=f"{format_.media_type}{charset}")
    response.headers["Cache-Control"] = "private, no-store"
    response.headers["Content-Disposition"] = f'attachment; filename="statement-{player}-{told.wanted.position}.{format_.suffix}"'
    response.content_language.add(wording.tag)
    return response


def _page(given: schemas.StatementQueryGiven, player: str, wording: Wording) -> flask.Response:
    """A page in JSON: the first one, or the one that the cursor leads to, in the language of the first."""
    limit = given["limit"] or LINES
    if given["cursor"] is None:
        wait(ledger(), house().limits, ("journal",), given["min_position"])
        told = statement(ledger(), player, **_asked(given), limit=limit)
    else:
        before, wording = _resumed(player, given["cursor"], given)
        told = next_page(ledger(), before, limit)
    following = None
    if told.following is not None:
        following = cursors.signed(house().secret, _place(told, told.following, wording))
    response = found(named(view.page(told, wording, ledger().unit, ledger().scale, following)))
    response.content_language.add(wording.tag)
    return response


def _form(asked: str | None) -> str:
    """The name of the format: the one asked for in the query, else the one that Accept likes best, JSON first. Raises Problem."""
    if asked is not None:
        if asked not in MEDIA_TYPES:
            raise not_acceptable(Saying("A statement is given as {formats}.", formats=", ".join(MEDIA_TYPES)), MEDIA_TYPES)
        return asked
    accepted = flask.request.accept_mimetypes
    if not accepted:
        return "json"
    best = accepted.best_match(MEDIA_TYPES.values())
    if best is None:
        raise not_acceptable("A statement is not given in any form that the header Accept allows.", MEDIA_TYPES)
    return next(name for name, media_type in MEDIA_TYPES.items() if media_type == best)


def _asked(given: schemas.StatementQueryGiven) -> _Asked:
    """What the query asks for, as `ledger.statements` takes it."""
    return {
        "start": day_or_moment(given["start"], "from"),
        "end": day_or_moment(given["end"], "to"),
        "tz": given["tz"] or "UTC",
        "basis": given["basis"] or "recorded",
        "scope": given["scope"] or "all",
    }


def _place(told: Statement, mark: Mark, wording: Wording) -> _Place:
    """What the cursor of the next page holds: everything the pages of a statement share, and where the next one begins."""
    wanted = told.wanted
    return _Place(
        player=wanted.player,
        start=wanted.start,
        end=wanted.end,
        tz=told.tz,
        basis=wanted.basis,
        scope=wanted.scope,
        lang=wording.tag,
        position=wanted.position,
        opening=str(told.opening),
        closing=str(told.closing),
        after=(mark.position, mark.line, str(mark.balance)),
    )


def _resumed(player: str, cursor: str, given: schemas.StatementQueryGiven) -> tuple[Statement, Wording]:
    """The page before, as far as the next one needs it. Parameters of the first page cannot be repeated on a later one."""
    of_first_page = (given["start"], given["end"], given["tz"], given["basis"], given["scope"], given["lang"])
    if any(value is not None for value in of_first_page):
        raise Problem(
            "malformed", "A cursor holds the filters of its first page: give the cursor alone.", errors={"cursor": ["Not alone."]}
        )
    place = cursors.content_of(house().secret, cursor, _Place)
    if place is None or place.player != player:
        raise Problem("malformed", "This cursor belongs to another statement.", errors={"cursor": ["Not of this statement."]})
    upto = horizon(ledger(), place.position)
    wanted = Wanted(player, place.start, place.end, place.basis, place.scope, upto)
    position, line, balance = place.after
    mark = Mark(position, line, int(balance))
    opening, closing = int(place.opening), int(place.closing)
    before = Statement(wanted, place.tz, opening, closing, None, opening, (), mark.balance, mark)
    return before, WORDINGS[place.lang]
