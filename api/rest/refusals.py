"""The log of acts that were refused."""

from collections.abc import Iterator
from datetime import datetime
from functools import cache
from itertools import islice

import flask

from api.http import cursors
from api.http.answers import found
from api.http.auth import need_role
from api.http.languages import in_language, spoken
from api.http.paging import page, wait
from api.rest.openapi import Blueprint
from api.schemas import penalties as schemas
from api.service import seated
from api.service.naming import named
from api.service.shared import house, ledger
from api.service.visibility import Sight, sight
from api.views import penalties as view
from ledger.orders.order import Caller
from ledger.registers.refusals import Refusal, refusals
from ledger.store.ids import game_concerned, stream_of_game

blueprint = Blueprint("refusals", __name__, url_prefix="/v1", description="What was refused, to whom, by which rule")
MODELS = ("tables",)


class _Place(cursors.Content, frozen=True):
    """Behind which refusal a page begins. at: RFC 3339. steward: to whom it was given out, where the pages are his own."""

    at: str
    id: str
    steward: str | None


@blueprint.operation("GET", "/refusals", (200, schemas.RefusalPage), query=schemas.RefusalsQuery)
def list_refusals(given: schemas.RefusalsQueryGiven) -> flask.Response:
    """Refused acts by time: for stewards those at their tables and their own, for auditors all.

    In a running game whose hands you may not see, a refusal that names a card is shown without rule and sentence until the game is
    over, and cannot be searched for by its rule.
    """
    asking, limit = need_role("steward", "auditor"), given["limit"]
    wait(ledger(), house().limits, MODELS, given["min_position"])
    steward = asking.subject if asking.role == "steward" else None
    lines = list(islice(_lines(asking, given, steward), limit + 1))
    some, following = page(lines, limit, lambda line: _place(line[0], steward))
    tag, called = spoken(), cache(lambda stream: seated.at(stream, asking))
    told = [view.refusal(*line, tag, called(line[0].stream) if line[0].stream else {}, ledger().scale) for line in some]
    return in_language(found(named({"refusals": told, "next": following})), tag)


def _lines(asking: Caller, given: schemas.RefusalsQueryGiven, steward: str | None) -> Iterator[tuple[Refusal, Sight | None]]:
    """The lines from the cursor on, each with what the viewer may see of its game."""
    after, many = _after(given["cursor"], steward), given["limit"] + 1
    sights: dict[str, Sight | None] = {}
    while True:
        listed = refusals(
            ledger(),
            after=after,
            limit=many,
            table=given["table"],
            game=given["game"],
            actor=given["actor"],
            rule=given["rule"],
            steward=steward,
        )
        for item in listed:
            sees = _sight(asking, item, sights)
            if given["rule"] is None or view.tells(item, sees):
                yield item, sees
        if len(listed) < many:
            return
        after = listed[-1].at, listed[-1].id


def _sight(asking: Caller, item: Refusal, sights: dict[str, Sight | None]) -> Sight | None:
    """What the viewer may see of the game that the refusal is about, read once a page. None: nothing has to be hidden from him."""
    concerned = game_concerned(item.stream) if item.stream else None
    if concerned is None or (item.actor == asking.actor and item.role == asking.role):
        return None
    if concerned not in sights:
        game = ledger().load(stream_of_game(concerned))
        sights[concerned] = sight(ledger(), asking, game) if game.version else None
    return sights[concerned]


def _place(item: Refusal, steward: str | None) -> str:
    return cursors.signed(house().secret, _Place(item.at.isoformat(), item.id, steward))


def _after(cursor: str | None, steward: str | None) -> tuple[datetime, str] | None:
    """The place behind which a page begins. Raises Problem: malformed."""
    if cursor is None:
        return None
    place = cursors.content_of(house().secret, cursor, _Place)
    if place is None or place.steward != steward:
        raise cursors.foreign()
    return datetime.fromisoformat(place.at), place.id
