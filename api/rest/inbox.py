"""The inbox: what everybody is to be told, and what of it he has read."""

import flask

from api.http import cursors
from api.http.answers import Members, encode, found, sent
from api.http.auth import caller
from api.http.languages import in_language, spoken
from api.http.paging import page, wait
from api.http.problems import Problem
from api.http.requests import order
from api.rest.openapi import Blueprint
from api.schemas import inbox as schemas
from api.service.shared import house, ledger
from ledger.notices import inbox
from ledger.orders.order import Answer, Decided

blueprint = Blueprint("inbox", __name__, url_prefix="/v1", description="What you are to be told")


@blueprint.operation("GET", "/inbox", (200, schemas.InboxPage), query=schemas.InboxQuery)
def read_inbox(given: schemas.InboxQueryGiven) -> flask.Response:
    """Disputes and rulings on your games or at your tables, claims and findings against you, penalties, corrections; newest first.

    A room's server reads the inbox of the player it speaks for.
    """
    wait(ledger(), house().limits, inbox.MODELS, given["min_position"])
    limit, tag = given["limit"], spoken()
    before = cursors.number_of(given["cursor"]) or None
    some = inbox.notices(ledger(), caller(), tag, before=before, limit=limit + 1, unread=given["unread"] == "true")
    shown, following = page(some, limit, lambda notice: cursors.place(notice.position))
    body: Members = {"notices": [_plain(one) for one in shown], "unread": inbox.unread(ledger(), caller()), "next": following}
    return in_language(found(body), tag)


@blueprint.operation("POST", "/inbox/reads", (201, schemas.ReadSchema), body=schemas.Reading, writes=True)
def mark_read(given: schemas.ReadingGiven) -> flask.Response:
    """Mark notices as read: by their positions, or all up to one. What is none of yours is passed over."""
    positions, upto = given["positions"], given["upto"]
    if (positions is None) == (upto is None):
        raise Problem("malformed", "Name either positions or upto.")

    def answer(decided: Decided) -> Answer:  # noqa: ARG001
        return Answer(201, encode({"positions": positions or [], "upto": upto}))

    return sent(ledger().execute(order(answer), lambda _: None, beside=inbox.reading(ledger(), caller(), positions, upto)))


def _plain(one: inbox.Notice) -> Members:
    return {
        "position": one.position, "kind": one.kind, "says": one.says, "game": one.game, "table": one.table, "dispute": one.dispute,
        "deadline": one.deadline, "recorded_at": one.recorded_at, "read": one.read,
    }  # fmt: skip
