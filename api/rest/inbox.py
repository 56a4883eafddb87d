"""The inbox: what everybody is to be told, and what of it he has read."""

import flask

from api.http import cursors
from api.http.answers import Members, encode, found, sent
from api.http.auth import caller
from api.http.languages import in_language, spoken
from api.http.paging import page, wait
from api.http.problems import Problem
from api.http.requests import idempotency_key, if_match, order
from api.rest.openapi import Blueprint
from api.schemas import inbox as schemas
from api.service.shared import house, ledger
from ledger.notices import addresses, inbox
from ledger.orders.order import Answer
from ledger.store.errors import NotFound

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
    asked = order(lambda _: Answer(201, encode({"positions": positions or [], "upto": upto})))
    if (positions is None) == (upto is None):
        raise Problem("malformed", "Name either positions or upto.")
    return sent(ledger().execute(asked, lambda _: None, beside=inbox.reading(ledger(), caller(), positions, upto)))


@blueprint.operation("GET", "/inbox/mail", (200, schemas.MailSchema))
def show_mail() -> flask.Response:
    """Where your notices are mailed."""
    kept = addresses.found(ledger(), inbox.reader_of(caller()))
    if kept is None:
        raise NotFound("Your notices are mailed nowhere.")
    told: Members = {"address": kept.address, "language": kept.language, "confirmed": kept.confirmed}
    return found({**told, "state": kept.state, "why": kept.why, "error": kept.error})


@blueprint.operation("POST", "/inbox/mail", (201, schemas.SetMailSchema), body=schemas.NewMail, writes=True)
def set_mail(given: schemas.NewMailGiven) -> flask.Response:
    """Have your notices mailed to an address of yours, once you have sent back the code that is mailed there now."""
    asked = order(lambda _: Answer(201, encode({"language": given["language"], "confirm_within_hours": addresses.CODE_HOURS})))
    if house().settings.smtp is None:
        raise Problem("not-allowed", "This club sends no mail.")
    beside = addresses.setting(inbox.reader_of(caller()), given["address"], given["language"])
    return sent(ledger().execute(asked, lambda _: None, beside=beside))


@blueprint.operation("POST", "/inbox/mail/confirmations", (201, schemas.MailSchema), body=schemas.Code, writes=True)
def confirm_mail(given: schemas.CodeGiven) -> flask.Response:
    """Confirm the address by the code that was mailed to it. Five wrong codes, or a day, and it is no longer good."""
    idempotency_key(), if_match()
    addresses.confirm(ledger(), inbox.reader_of(caller()), given["code"])
    response = show_mail()
    response.status_code = 201
    return response


@blueprint.operation("DELETE", "/inbox/mail", (204, None))
def remove_mail() -> flask.Response:
    """Forget your address: nothing is mailed from now on. Needs no Idempotency-Key."""
    addresses.remove(ledger(), inbox.reader_of(caller()))
    return flask.Response(status=204)


def _plain(one: inbox.Notice) -> Members:
    return {
        "position": one.position, "kind": one.kind, "says": one.says, "game": one.game, "table": one.table, "dispute": one.dispute,
        "deadline": one.deadline, "recorded_at": one.recorded_at, "read": one.read,
    }  # fmt: skip
