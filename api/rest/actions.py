"""The one route by which a game is played, and the one by which an entry of it is corrected."""

from collections.abc import Callable

import flask
from marshmallow import ValidationError

from api.http.answers import encode, etag, sent
from api.http.auth import caller
from api.http.requests import malformed, order
from api.rest.openapi import Blueprint
from api.schemas import actions as schemas
from api.schemas.acts import Correction, CorrectionGiven, Made
from api.schemas.games import ActionDone
from api.service.shared import ledger
from api.views import games as view
from engine.games import Kind
from ledger.orders.order import Answer, Decided
from ledger.play import games

blueprint = Blueprint("actions", __name__, url_prefix="/v1", description="Acts in a game")


@blueprint.operation(
    "POST",
    "/games/<game:game>/actions",
    (201, ActionDone),
    body=schemas.Acts,
    writes=True,
    described={"requestBody": {"content": {"application/json": {"schema": schemas.one_or_several()}}}},
)
def act(wanted: schemas.Wanted, game: str) -> flask.Response:
    """Act in a game: an act, or a list of them as `acts`, all or none, for one key.

    A refusal (409) names the rule and, where it helps, what would be legal; of a list also the act, as `index` from 0. It is stored
    under its key as well.

    Players act for their own seats, including claims and demands; where a steward enters what happens at a real table, he acts for
    all. Only stewards of the table settle, penalise, enter exposed cards and declare a deal or a game void.
    """

    def acts_of(kind: Kind) -> tuple[Made, ...]:
        try:
            return wanted.of(kind)
        except ValidationError as error:
            raise malformed(error) from None

    return sent(games.act_all(ledger(), order(_answer(game)), game, acts_of, listed=wanted.listed))


@blueprint.operation("POST", "/games/<game:game>/corrections", (201, ActionDone), body=Correction, writes=True, matched=True)
def correct(given: CorrectionGiven, game: str) -> flask.Response:
    """Correct a mistyped entry (AZI-REC-1, CAS-REC-1): a steward of the table, under `record`, while no later deal has begun.

    A game that was over is resumed, as long as no other has begun at its table (TABLE-3).

    The game goes back to before that step, and what really happened is entered again. Nothing is erased: the mistyped steps stay in
    the record, and chips go back by entries of their own. If-Match names the version that was read and judged.
    """
    return sent(games.correct(ledger(), order(_answer(game)), game, given["step"], given["reason"]))


def _answer(game: str) -> Callable[[Decided], Answer]:
    """What an act in this game is answered: its events, as the caller may see them."""
    stream, asking = f"game-{game}", caller()

    def answer(decided: Decided) -> Answer:
        after = decided.streams[stream]
        return Answer(201, encode(view.happened(asking, after, decided)), etag(after.version))

    return answer
