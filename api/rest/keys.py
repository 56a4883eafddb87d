"""API keys: made, listed and revoked by admins."""

import flask

from api.http import cursors
from api.http.answers import Members, encode, found, sent
from api.http.auth import need_role
from api.http.paging import page
from api.http.requests import order
from api.rest.openapi import Blueprint
from api.schemas import keys as schemas
from api.schemas.players import Paged, PagedGiven
from api.service.shared import ledger
from ledger.orders.order import Answer, Decided
from ledger.people import keys
from ledger.store.errors import at_field

blueprint = Blueprint("keys", __name__, url_prefix="/v1", description="Keys, for admins")


@blueprint.operation("POST", "/keys", (201, schemas.KeySchema), body=schemas.NewKey, writes=True)
def issue_key(given: schemas.NewKeyGiven) -> flask.Response:
    """Make a key. Its secret is in this answer and nowhere else: if the request is repeated under its key, `key` is null."""
    need_role("admin")
    with at_field("subject"):
        made = keys.prepare(ledger(), given["role"], given["subject"], given["name"])

    def body(secret: str | None) -> bytes:
        return encode({"id": made.id, "role": made.role, "subject": made.subject, "name": made.name, "key": secret})

    def answer(decided: Decided) -> Answer:  # noqa: ARG001
        return Answer(201, body(None))

    done = ledger().execute(order(answer), lambda _: None, beside=made.beside)
    response = sent(done)
    if done.answer.body == body(None):  # the key that was made here, also if a lost connection had the store asked twice
        response.set_data(body(made.secret))
    return response


@blueprint.operation("GET", "/keys", (200, schemas.KeyPage), query=Paged)
def list_keys(given: PagedGiven) -> flask.Response:
    """All keys, without their secrets."""
    need_role("admin")
    limit = given["limit"]
    listed = keys.listed(ledger(), cursors.word_of(given["cursor"]), limit + 1)
    some, following = page(listed, limit, lambda key: cursors.place(key.id))
    shown: list[Members] = [
        {"id": key.id, "role": key.role, "subject": key.subject, "name": key.name, "revoked": key.revoked_at is not None}
        for key in some
    ]
    return found({"keys": shown, "next": following})


@blueprint.operation("DELETE", "/keys/<id:key>", (204, None))
def revoke_key(key: str) -> flask.Response:
    """Revoke a key: it opens nothing from now on. Needs no Idempotency-Key, since repeating it changes nothing."""
    need_role("admin")
    keys.revoke(ledger(), key)
    return flask.Response(status=204)
