"""Who people are: another name, two entries of one person, a name erased, a player handed to a room; all that is held about one."""

from collections.abc import Callable

import flask
import msgspec

from api.http.answers import JSON, Members, answering, encode, found, sent
from api.http.auth import caller
from api.http.languages import in_language, spoken
from api.http.paging import wait
from api.http.requests import order
from api.rest.openapi import Blueprint
from api.rest.players import may_see_money
from api.schemas import persons as schemas
from api.schemas.tables import Nothing, NothingGiven
from api.service.naming import named
from api.service.shared import house, ledger
from api.views import persons as view
from ledger.money import persons
from ledger.orders.order import Decided, Order
from ledger.people.erasure import GONE, STAYS
from ledger.projections.position import reached
from ledger.store.errors import NotAllowed, NotFound
from ledger.store.ids import wallet_stream
from ledger.words.saying import told

blueprint = Blueprint(
    "persons", __name__, url_prefix="/v1", description="Who players are: names, linked entries, erasing, exporting"
)
MODELS = ("journal",)


@blueprint.operation("PUT", "/players/<id:player>/name", (200, schemas.PersonChanged), body=schemas.NewName, writes=True)
def rename_player(given: schemas.NewNameGiven, player: str) -> flask.Response:
    """Change a player's name (PEOPLE-1): admin, steward, the room that has registered him."""
    return sent(persons.rename(ledger(), _order(player, view.changed, 200), player, given["name"]))


@blueprint.operation("POST", "/players/<id:player>/links", (201, schemas.PersonChanged), body=schemas.OtherEntry, writes=True)
def link_player(given: schemas.OtherEntryGiven, player: str) -> flask.Response:
    """Link two entries of one person (PEOPLE-2): admin, steward. No chips move."""
    return sent(persons.link(ledger(), _order(player, view.changed), player, given["player"]))


@blueprint.operation("POST", "/players/<id:player>/unlinks", (201, schemas.PersonChanged), body=schemas.OtherEntry, writes=True)
def unlink_player(given: schemas.OtherEntryGiven, player: str) -> flask.Response:
    """Unlink two entries that were linked by mistake (PEOPLE-2): admin, steward."""
    return sent(persons.unlink(ledger(), _order(player, view.changed), player, given["player"]))


@blueprint.operation("POST", "/players/<id:player>/handovers", (201, schemas.PersonChanged), body=schemas.HandOver, writes=True)
def hand_player_over(given: schemas.HandOverGiven, player: str) -> flask.Response:
    """Hand a player to an online room (PEOPLE-4): admin, and the steward or room that has registered him."""
    return sent(persons.hand_over(ledger(), _order(player, view.changed), player, given["to"]))


@blueprint.operation("POST", "/players/<id:player>/erasures", (201, schemas.ErasedSchema), body=Nothing, writes=True)
def erase_player(given: NothingGiven, player: str) -> flask.Response:  # noqa: ARG001
    """Erase a player's name for good (PEOPLE-3): admin, the room that has registered him. The answer says what stays and why."""
    response = sent(persons.erase(ledger(), _order(player, view.erased), player))
    if response.status_code >= 400:
        return response
    tag, answer = spoken(), msgspec.json.decode(response.get_data())
    for part, sayings in (("gone", GONE), ("stays", STAYS)):
        answer[part] = [{"what": word, "says": told(sayings[word], tag)} for word in answer[part]]
    response.set_data(encode(answer))
    return in_language(response, tag)


@blueprint.operation("GET", "/players/<id:player>/person", (200, schemas.PersonSchema), query=schemas.PersonQuery)
def read_person(given: schemas.PersonQueryGiven, player: str) -> flask.Response:
    """All entries of this person, and what they have in sum: for himself, cashier, admin and auditor."""
    may_see_money(player)
    wait(ledger(), house().limits, MODELS, given["min_position"])
    return found(named(view.person(ledger(), player, reached(ledger(), MODELS))))


@blueprint.operation("GET", "/players/<id:player>/export", (200, schemas.HeldSchema))
def export_player(player: str) -> flask.Response:
    """Everything that is held about this person, as one JSON document: for himself and admin."""
    asking = caller()
    if asking.player != player and (asking.player is not None or asking.role != "admin"):
        raise NotAllowed("All that is held about a player is for himself and for admins.")
    if not ledger().load(wallet_stream(player)).version:
        raise NotFound("There is no such player.")
    wait(ledger(), house().limits, view.HELD_IN, ledger().head())
    response = flask.Response(view.held(ledger(), player), 200, content_type=JSON)
    response.headers["Cache-Control"] = "private, no-store"
    response.headers["Content-Disposition"] = f'attachment; filename="player-{player}.json"'
    return response


def _order(player: str, body: Callable[[str, Decided], Members], status: int = 201) -> Order:
    return order(answering(wallet_stream(player), lambda decided: body(player, decided), status))
