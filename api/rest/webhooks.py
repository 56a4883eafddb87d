"""Webhooks: a key has a program elsewhere told of the events that it chooses and may see."""

from collections.abc import Callable

import flask

from api.http import cursors
from api.http.answers import Members, encode, found, sent
from api.http.auth import caller, need_role
from api.http.paging import page
from api.http.problems import Problem
from api.http.requests import if_match, order
from api.rest.openapi import Blueprint
from api.schemas import webhooks as schemas
from api.schemas.players import Paged, PagedGiven
from api.schemas.tables import Nothing, NothingGiven
from api.service.shared import house, ledger
from ledger.notices import webhooks
from ledger.orders.order import Answer, Decided
from ledger.store.errors import NotAllowed, NotFound, Stale
from ledger.store.recorder import Beside

blueprint = Blueprint("webhooks", __name__, url_prefix="/v1", description="Webhooks: events sent to a program of yours")


@blueprint.operation("POST", "/webhooks", (201, schemas.MadeWebhook), body=schemas.NewWebhook, writes=True)
def make_webhook(given: schemas.NewWebhookGiven) -> flask.Response:
    """Have events of these types sent to an address of yours, from now on.

    The secret, by which you know our messages, is in this answer and nowhere else: if the request is repeated under its key, it is
    null.
    """
    _may()
    made = webhooks.prepare(ledger(), _own_key(), given["url"], given["types"], house().settings.webhook_hosts)

    def body(secret: str | None) -> bytes:
        return encode(
            {"id": made.id, "url": made.url, "types": made.types, "secret": secret, "digest": webhooks.digest(made.secret)}
        )

    return _with_secret(body, made.secret, made.beside)


@blueprint.operation("GET", "/webhooks", (200, schemas.WebhookPage), query=Paged)
def list_webhooks(given: PagedGiven) -> flask.Response:
    """Your webhooks, without their secrets; for admins those of all keys."""
    _may()
    limit, own = given["limit"], None if caller().role == "admin" else _own_key()
    listed = webhooks.listed(ledger(), own, cursors.word_of(given["cursor"]), limit + 1)
    some, following = page(listed, limit, lambda webhook: cursors.place(webhook.id))
    return found({"webhooks": [_plain(webhook) for webhook in some], "next": following})


@blueprint.operation("GET", "/webhooks/<id:webhook>", (200, schemas.WebhookSchema))
def show_webhook(webhook: str) -> flask.Response:
    """How a webhook stands."""
    return found(_plain(_own(webhook)))


@blueprint.operation("DELETE", "/webhooks/<id:webhook>", (204, None))
def end_webhook(webhook: str) -> flask.Response:
    """End a webhook: nothing is sent to it from now on. Needs no Idempotency-Key."""
    _own(webhook)
    webhooks.end(ledger(), webhook)
    return flask.Response(status=204)


@blueprint.operation("POST", "/webhooks/<id:webhook>/secrets", (201, schemas.NewSecret), body=Nothing, writes=True)
def rotate_secret(_: NothingGiven, webhook: str) -> flask.Response:
    """A new secret. For a day every message carries two signatures, by it and by the one before it."""
    _own(webhook)
    secret, beside = webhooks.rotation(webhook)

    def body(shown: str | None) -> bytes:
        both = {"both_for_hours": webhooks.BOTH_HOURS}
        return encode({"id": webhook, "secret": shown, "digest": webhooks.digest(secret), **both})

    return _with_secret(body, secret, beside)


@blueprint.operation("GET", "/webhooks/<id:webhook>/dead-letters", (200, schemas.DeadLetterPage), query=Paged)
def list_dead_letters(given: PagedGiven, webhook: str) -> flask.Response:
    """Messages that were given up after their last try, by the position of their event."""
    _own(webhook)
    limit = given["limit"]
    letters = webhooks.dead_letters(ledger(), webhook, cursors.number_of(given["cursor"]), limit + 1)
    some, following = page(letters, limit, lambda letter: cursors.place(letter.position))
    shown = [{"position": one.position, "attempts": one.attempts, "error": one.error, "dead_at": one.dead_at} for one in some]
    return found({"dead_letters": shown, "next": following})


@blueprint.operation("POST", "/webhooks/<id:webhook>/resendings", (201, schemas.Resent), body=schemas.Resending, writes=True)
def resend_dead_letters(given: schemas.ResendingGiven, webhook: str) -> flask.Response:
    """Send dead letters again, under the ids they had."""
    _own(webhook)
    named = given["positions"]
    dead = [letter.position for letter in webhooks.dead_letters(ledger(), webhook)]
    positions = dead if named is None else sorted(set(named).intersection(dead))
    if named is not None and len(positions) < len(set(named)):
        raise NotFound("There is no such dead letter.")

    def answer(decided: Decided) -> Answer:  # noqa: ARG001
        return Answer(201, encode({"id": webhook, "positions": positions}))

    return sent(ledger().execute(order(answer), lambda _: None, beside=webhooks.resending(webhook, positions)))


@blueprint.operation("POST", "/webhooks/<id:webhook>/resumptions", (201, schemas.Resumed), body=schemas.Resumption, writes=True)
def resume_webhook(given: schemas.ResumptionGiven, webhook: str) -> flask.Response:
    """Have everything behind a position sent again, under the ids it had; also to a webhook that was suspended or answered 410."""
    _own(webhook)
    after = given["after"]

    def answer(decided: Decided) -> Answer:  # noqa: ARG001
        return Answer(201, encode({"id": webhook, "after": after}))

    return sent(ledger().execute(order(answer), lambda _: None, beside=webhooks.resumption(ledger(), webhook, after)))


def _may() -> None:
    """Raises Problem: a player, or a room that speaks for one, has no webhooks. A version that is asked for is never there."""
    need_role(*webhooks.ROLES)
    if caller().player is not None:
        raise Problem("not-allowed", "A webhook is the room's own: ask without On-Behalf-Of.")
    if if_match() is not None:
        raise Stale(0)


def _own_key() -> str:
    return house().gate.key_that_asks(flask.request.headers.get("Authorization"))


def _own(webhook: str) -> webhooks.Webhook:
    """The webhook, if it is of the key that asks, or an admin asks. Raises NotFound, NotAllowed."""
    _may()
    one = webhooks.found(ledger(), webhook)
    if caller().role != "admin" and one.key != _own_key():
        raise NotAllowed("This webhook is of another key.")
    return one


def _with_secret(body: Callable[[str | None], bytes], secret: str, beside: Beside) -> flask.Response:
    """The answer, in which the secret stands if it was made for it."""

    def answer(decided: Decided) -> Answer:  # noqa: ARG001
        return Answer(201, body(None))

    done = ledger().execute(order(answer), lambda _: None, beside=beside)
    response = sent(done)
    if done.answer.body == body(None):  # the one that was made here, also if a lost connection had the store asked twice
        response.set_data(body(secret))
    return response


def _plain(one: webhooks.Webhook) -> Members:
    return {
        "id": one.id, "key": one.key, "url": one.url, "types": one.types, "position": one.position, "state": one.state,
        "why": one.why, "waiting": one.waiting, "dead": one.dead, "delivered": one.delivered, "delivered_at": one.delivered_at,
        "error": one.error,
    }  # fmt: skip
