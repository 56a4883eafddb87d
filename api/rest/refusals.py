"""The log of acts that were refused."""

from datetime import datetime
from typing import Any

import flask

from api import cursors
from api.answers import found
from api.auth import need_role
from api.house import house, ledger
from api.openapi import Blueprint
from api.paging import page, wait
from api.schemas import penalties as schemas
from api.views import penalties as view
from api.visibility import Sight, sight
from ledger.ids import family
from ledger.orders import Caller
from ledger.refusals import Refusal, refusals

blueprint = Blueprint("refusals", __name__, url_prefix="/v1", description="What was refused, to whom, by which rule")
MODELS = ("tables",)


@blueprint.operation("GET", "/refusals", (200, schemas.RefusalPage), query=schemas.RefusalsQuery)
def list_refusals(given: dict[str, Any]) -> flask.Response:
    """Refused acts by time: to stewards those at their tables and their own, to auditors all.

    Of a running game whose hands you may not see, what the refusal says is left out as soon as it names a card.
    """
    asking, limit = need_role("steward", "auditor"), given["limit"]
    wait(ledger(), house().limits, MODELS, given["min_position"])
    steward = asking.subject if asking.role == "steward" else None
    listed = refusals(
        ledger(),
        after=_after(given["cursor"], steward),
        limit=limit + 1,
        table=given["table"],
        game=given["game"],
        actor=given["actor"],
        rule=given["rule"],
        steward=steward,
    )
    some, following = page(listed, limit, lambda item: _place(item, steward))
    sights: dict[str, Sight | None] = {}
    return found({"refusals": [view.refusal(item, _sight(asking, item, sights)) for item in some], "next": following})


def _sight(asking: Caller, item: Refusal, sights: dict[str, Sight | None]) -> Sight | None:
    """What the viewer may see of the game that the refusal is about, read once a page. None: there is nothing to hide from him."""
    stream = item.stream
    if stream is None or family(stream) != "game" or (item.actor == asking.actor and item.role == asking.role):
        return None
    if stream not in sights:
        game = ledger().load(stream)
        sights[stream] = sight(ledger(), asking, game) if game.version else None
    return sights[stream]


def _place(item: Refusal, steward: str | None) -> str:
    content = {"at": item.at.isoformat(), "id": item.id, "steward": steward}
    return cursors.signed(house().secret, content)


def _after(cursor: str | None, steward: str | None) -> tuple[datetime, str] | None:
    """The place behind which a page begins. Raises Problem: malformed."""
    if cursor is None:
        return None
    content = cursors.content_of(house().secret, cursor)
    if content.keys() != {"at", "id", "steward"} or content["steward"] != steward:
        raise cursors.foreign()
    return datetime.fromisoformat(content["at"]), str(content["id"])
