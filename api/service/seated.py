"""Names of the players at a table or in a game, by seat, for who may know them: the staff, and whoever sits there."""

from collections.abc import Mapping

import flask

from api.service.naming import STAFF
from api.service.shared import ledger
from ledger.orders.order import Caller
from ledger.people import people
from ledger.store.errors import LedgerError
from ledger.store.ids import family, game_concerned, stream_of_game, table_stream


def here() -> Mapping[int, str]:
    """Of the table, the game or the game of the dispute in the address of this request."""
    asking, named = flask.g.get("caller"), flask.request.view_args or {}
    stream = next((f"{name}-{named[name]}" for name in ("game", "dispute", "table") if name in named), None)
    return {} if asking is None or stream is None else at(stream, asking)


def at(stream: str, asking: Caller) -> Mapping[int, str]:
    """Of this table or game, or the game of this dispute; none of anything else, and of what cannot be read."""
    game = game_concerned(stream)
    if game is None and family(stream) != "table":
        return {}
    try:
        players = _at_table(stream.removeprefix("table-")) if game is None else _in_game(game)
    except LedgerError:
        return {}
    if asking.player not in players.values() and (asking.player is not None or asking.role not in STAFF):
        return {}
    known = people.names(ledger(), players.values())
    return {seat: known[player] for seat, player in players.items() if player in known}


def _at_table(table: str) -> Mapping[int, str]:
    return ledger().load(table_stream(table)).state.players


def _in_game(game: str) -> Mapping[int, str]:
    read = ledger().load(stream_of_game(game))
    return read.state.players if read.version else {}
