"""Games: lists, one game, its events."""

import flask

from api.http import cursors
from api.http.answers import found, raws
from api.http.auth import caller
from api.http.paging import page, wait
from api.rest.openapi import Blueprint
from api.schemas import events as event_schemas
from api.schemas import games as schemas
from api.service.naming import named
from api.service.shared import house, ledger
from api.service.visibility import Sight, shown, sight
from api.views import games as view
from engine.playing import Playing
from engine.wanted import Wanted
from ledger.books.period import day_of
from ledger.cases.docket import disputes_now
from ledger.registers import listings
from ledger.store.errors import NotAllowed
from ledger.store.ids import stream_of_game
from ledger.store.streams import Stream

blueprint = Blueprint("games", __name__, url_prefix="/v1", description="Games, as each viewer may see them")
STAFF = ("admin", "steward", "auditor")


@blueprint.operation("GET", "/games", (200, schemas.GamePage), query=schemas.GamesQuery)
def list_games(given: schemas.GamesQueryGiven) -> flask.Response:
    """Games in the order in which they began, with their players, pot and duration. A player sees those that he plays or has
    played."""
    asking, limit = caller(), given["limit"]
    if asking.role == "cashier":
        raise NotAllowed("Games are shown to their players, to stewards and to auditors.")
    since, until = day_of(given["day"], given["tz"])
    wait(ledger(), house().limits, listings.OF_GAMES, given["min_position"])
    listed = listings.games(
        ledger(),
        after=cursors.number_of(given["cursor"]),
        limit=limit + 1,
        table=given["table"],
        player=given["player"],
        seen_by=asking.player,
        status=given["status"],
        preset=given["preset"],
        how=given["how"],
        ruled=given["ruled"],
        since=since,
        until=until,
    )
    unit, scale = ledger().unit, ledger().scale
    some, following = page(listed, limit, lambda item: cursors.place(item.started))
    return found(named({"games": [view.listed(item, unit, scale) for item in some], "next": following}))


@blueprint.operation("GET", "/games/<game:game>", (200, schemas.GameSchema), query=schemas.LegalQuery)
def read_game(given: schemas.LegalQueryGiven, game: str) -> flask.Response:
    """The game now, with the hands that you may see and your own legal actions."""
    stream, sees = _seen(game)
    told = view.game(stream, sees, disputes_now(ledger(), game), with_legal=given["legal"] == "all")
    return found(named(told), version=stream.version)


@blueprint.operation("GET", "/games/<game:game>/events", (200, event_schemas.EventPage), query=event_schemas.EventsQuery)
def list_game_events(given: event_schemas.EventsQueryGiven, game: str) -> flask.Response:
    """The events of the game, each with its hidden parts opened where you may see them."""
    stream, sees = _seen(game)
    rows, limit = ledger().history(stream.id, given["after"]), given["limit"]
    some = [row for row in rows if row.originator_version <= stream.version][:limit]
    following = some[-1].originator_version if some and some[-1].originator_version < stream.version else None
    return found({"game": game, "events": raws(shown(row, sees) for row in some), "next": following}, version=stream.version)


def _seen(game: str) -> tuple[Stream[Playing, Wanted], Sight]:
    stream = ledger().load(stream_of_game(game))
    return stream, sight(ledger(), caller(), stream)
