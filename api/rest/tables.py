"""Tables: opening, sitting down, chips, leaving, closing, starting a game."""

from collections.abc import Callable

import flask

from api.http import cursors
from api.http.answers import answering, encode, etag, found, sent
from api.http.auth import caller
from api.http.paging import page, wait
from api.http.problems import Problem
from api.http.requests import order
from api.rest.openapi import Blueprint
from api.schemas import tables as schemas
from api.schemas.games import ActionDone
from api.service.naming import named
from api.service.shared import house, ledger
from api.views import games as game_view
from api.views import tables as view
from ledger.orders.order import Answer, Decided, Order
from ledger.play import games, tables
from ledger.registers import listings
from ledger.store.errors import NotFound
from ledger.store.ids import table_stream

blueprint = Blueprint("tables", __name__, url_prefix="/v1", description="Tables and who sits at them")


@blueprint.operation("POST", "/tables", (201, schemas.TableChanged), body=schemas.NewTable, writes=True)
def open_table(given: schemas.NewTableGiven) -> flask.Response:
    """Open a table (TABLE-1): admin, or a steward, who becomes its steward."""
    done = tables.open_table(
        ledger(),
        _order(view.stream_of),
        name=given["name"],
        preset=given["preset"],
        changes=given["changes"],
        seats=given["seats"],
        ends_at=given["ends_at"],
        stewards=given["stewards"],
        dispute_hours=given["dispute_hours"],
        game=given["game"],
    )
    return sent(done)


@blueprint.operation("GET", "/tables", (200, schemas.TablePage), query=schemas.TablesQuery)
def list_tables(given: schemas.TablesQueryGiven) -> flask.Response:
    """Tables in the order in which they were opened. A player may ask where he sits himself, not where others do."""
    asking, limit = caller(), given["limit"]
    if given["player"] is not None and asking.role in {"player", "room"} and given["player"] != asking.player:
        raise Problem("not-allowed", "Where others sit is for the staff to know.")
    wait(ledger(), house().limits, ("tables",), given["min_position"])
    listed = listings.tables(
        ledger(),
        after=cursors.number_of(given["cursor"]),
        limit=limit + 1,
        status=given["status"],
        player=given["player"],
        name=given["name"],
    )
    some, following = page(listed, limit, lambda item: cursors.place(item.opened))
    return found({"tables": [view.listed(item) for item in some], "next": following})


@blueprint.operation("GET", "/tables/<id:table>", (200, schemas.TableSchema))
def read_table(table: str) -> flask.Response:
    """One table. Its players, rooms, stewards, auditors and admins see who sits there with how many chips."""
    stream = ledger().load(table_stream(table))
    if not stream.version:
        raise NotFound("There is no such table.")
    return found(named(view.table(stream, caller())), version=stream.version)


@blueprint.operation("POST", "/tables/<id:table>/seats", (201, schemas.TableChanged), body=schemas.TakeSeat, writes=True)
def take_seat(given: schemas.TakeSeatGiven, table: str) -> flask.Response:
    """Sit down (TABLE-2), with chips from the wallet if an amount is named (TABLE-4): the player, or a steward of the table."""
    return sent(tables.seat(ledger(), _order(table_stream(table)), table, _player(given), given["seat"], given["amount"]))


@blueprint.operation("POST", "/tables/<id:table>/chips", (201, schemas.TableChanged), body=schemas.MoveChips, writes=True)
def move_chips(given: schemas.MoveChipsGiven, table: str) -> flask.Response:
    """Chips between wallet and stack (TABLE-4): the player, or a steward of the table."""
    move = tables.top_up if given["direction"] == "top_up" else tables.cash_out
    return sent(move(ledger(), _order(table_stream(table)), table, _player(given), given["amount"]))


@blueprint.operation("POST", "/tables/<id:table>/leave", (201, schemas.TableChanged), body=schemas.LeaveTable, writes=True)
def leave_table(given: schemas.LeaveTableGiven, table: str) -> flask.Response:
    """Leave (TABLE-5); in a game it takes effect at its end: the player, or a steward of the table."""
    return sent(tables.leave(ledger(), _order(table_stream(table)), table, _player(given)))


@blueprint.operation("POST", "/tables/<id:table>/close", (201, schemas.TableChanged), body=schemas.Nothing, writes=True)
def close_table(given: schemas.NothingGiven, table: str) -> flask.Response:  # noqa: ARG001
    """Close the table and pay all stacks out (TABLE-6): admin, or a steward of the table."""
    return sent(tables.close(ledger(), _order(table_stream(table)), table))


@blueprint.operation("POST", "/tables/<id:table>/stewards", (201, schemas.TableChanged), body=schemas.NewSteward, writes=True)
def assign_steward(given: schemas.NewStewardGiven, table: str) -> flask.Response:
    """Assign a steward (TABLE-7): admin, or a steward of the table."""
    return sent(tables.assign_steward(ledger(), _order(table_stream(table)), table, given["steward"]))


@blueprint.operation("POST", "/tables/<id:table>/games", (201, ActionDone), body=schemas.Nothing, writes=True)
def start_game(given: schemas.NothingGiven, table: str) -> flask.Response:  # noqa: ARG001
    """Start the next game (TABLE-3): a player at the table, or a steward of it."""
    asking = caller()

    def answer(decided: Decided) -> Answer:
        game = next(stream for name, stream in decided.streams.items() if name.startswith("game-"))
        return Answer(201, encode(game_view.happened(asking, game, decided)), etag(game.version))

    return sent(games.start(ledger(), order(answer), table))


def _order(stream: str | Callable[[Decided], str]) -> Order:
    asking = caller()
    return order(answering(stream, lambda decided: view.changed(decided, asking)))


def _player(given: schemas.OfPlayer) -> str:
    """Whom the request is about; a player need not name himself."""
    player: str | None = given["player"] or caller().player
    if player is None:
        raise Problem("malformed", "Say which player it is about.", errors={"player": ["Missing data for required field."]})
    return player
