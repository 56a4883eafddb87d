"""A table as JSON, folded from its stream."""

from api.http.answers import Members, money, raws
from api.service.visibility import may_look_at_table
from engine.games import KINDS
from engine.options import whole
from engine.room.commands import TableCommand
from engine.room.signs import harmless
from engine.room.table import Table
from ledger.orders.order import Caller, Decided
from ledger.registers.listings import ListedTable
from ledger.store.ids import family, table_stream, wallet_stream
from ledger.store.streams import Stream


def table(stream: Stream[Table, TableCommand], caller: Caller) -> Members:
    """The table for this viewer: who sits where with how much is for those who may look at it; free seats are for everybody."""
    state: Table = stream.state
    looks = may_look_at_table(caller, state)
    return {
        "id": state.id,
        "name": harmless(state.name),
        "game": state.game,
        "version": stream.version,
        "status": status(state),
        "seats": [_seat(state, seat, looks) for seat in range(1, state.seats + 1)],
        "house_rules": whole(KINDS[state.game].shape, state.house),
        "running": game_id(state.id, state.running),
        "games": state.begun,
        "next_dealer": state.next_dealer,
        "ends_at": state.ends_at,
        "stewards": state.stewards,
        "dispute_hours": state.dispute_hours,
        "unit": state.unit,
        "scale": state.scale,
    }


def _seat(state: Table, seat: int, looks: bool) -> Members:
    taken = seat in state.players
    known = taken and looks
    return {
        "seat": seat,
        "taken": taken,
        "player": state.players[seat] if known else None,
        "stack": money(state.stacks[seat], state.unit, state.scale) if known else None,
        "playing": seat in state.playing,
    }


def status(state: Table) -> str:
    """ "open"; "ended": no new game starts; "closed"."""
    return "closed" if state.closed else "ended" if state.ended else "open"


def game_id(at: str, number: int | None) -> str | None:
    """A game's id in addresses: "{table}-{number}"."""
    return None if number is None else f"{at}-{number}"


def changed(decided: Decided, caller: Caller) -> Members:
    """The table after a change, and the events of it; of wallets only the caller's own, since one leaving may pay others out
    too."""
    own = wallet_stream(caller.player or "")
    told = raws(row.state for row in decided.rows if family(row.stream) != "wallet" or row.stream == own)
    return {**table(decided.streams[stream_of(decided)], caller), "events": told}


def stream_of(decided: Decided) -> str:
    """The table that was written, or read for it."""
    return next(stream for stream in decided.streams if stream.startswith(table_stream("")))


def listed(item: ListedTable) -> Members:
    """A table in the list."""
    return {
        "id": item.table,
        "name": item.name,
        "game": item.game,
        "status": item.status,
        "seats": item.seats,
        "taken": len(item.players),
        "running": game_id(item.table, item.playing),
        "ends_at": item.ends_at,
    }
