"""Statistics of players and tables."""

import flask

from api.http import cursors
from api.http.answers import found
from api.http.auth import caller, need_role
from api.http.paging import page, wait
from api.rest.openapi import Blueprint
from api.schemas import statistics as schemas
from api.service.naming import named
from api.service.shared import house, ledger
from api.views import statistics as view
from ledger.registers.statistics import MODELS, statistics
from ledger.store.errors import NotAllowed

blueprint = Blueprint("statistics", __name__, url_prefix="/v1", description="Statistics by player and table")


@blueprint.operation("GET", "/statistics", (200, schemas.StatisticsPage), query=schemas.StatisticsQuery)
def read_statistics(given: schemas.StatisticsQueryGiven) -> flask.Response:
    """Games, azis, wins and losses, penalties by kind, claims, disputes: admin, steward, auditor; a player his own."""
    asking, player, limit = caller(), given["player"], given["limit"]
    if asking.player is None:
        need_role("admin", "steward", "auditor")
    elif player not in (None, asking.player):
        raise NotAllowed("What others have won and lost is for the staff to know.")
    wait(ledger(), house().limits, MODELS, given["min_position"])
    listed = statistics(
        ledger(),
        by=given["by"],
        player=player or asking.player,
        table=given["table"],
        after=cursors.word_of(given["cursor"]),
        limit=limit + 1,
    )
    some, following = page(listed, limit, lambda item: cursors.place(item.place))
    unit, scale = ledger().unit, ledger().scale
    return found(named({"statistics": [view.statistics(item, unit, scale) for item in some], "next": following}))
