"""The one route by which a game is played."""

from typing import Any

import flask

from api.answers import encode, etag, sent
from api.auth import caller
from api.house import ledger
from api.openapi import Blueprint
from api.requests import order
from api.schemas import actions as schemas
from api.schemas.games import ActionDone
from api.views import games as view
from ledger import games
from ledger.orders import Answer, Decided

blueprint = Blueprint("actions", __name__, url_prefix="/v1", description="Acts in a game")


@blueprint.operation(
    "POST",
    "/games/<game:game>/actions",
    (201, ActionDone),
    body=schemas.Action,
    writes=True,
    described={"requestBody": {"content": {"application/json": {"schema": schemas.one_of()}}}},
)
def act(command: Any, game: str) -> flask.Response:
    """Act in a game. A refusal (409) names the rule and, where it helps, what would be legal; it is kept under its key as well.

    Whose seat it is may act for it; where a steward enters the cards of a real table, he acts for all.
    """
    stream, asking = f"game-{game}", caller()

    def answer(decided: Decided) -> Answer:
        after = decided.streams[stream]
        return Answer(201, encode(view.happened(asking, after, decided)), etag(after.version))

    return sent(games.act(ledger(), order(answer), game, command))
