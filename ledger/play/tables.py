"""Tables: opened, sat down at, left and closed; chips between wallets and stacks. Rules TABLE-1 to 7.

Whatever touches wallet and table, or wallet and game, is one append: all of it happens or nothing.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from datetime import datetime
from functools import partial
from typing import TYPE_CHECKING

from engine.games import KINDS
from engine.plain import Json, JsonObject
from engine.room import commands
from engine.room.rulebook import TABLE_1, TABLE_7
from engine.room.table import Table, seat_of
from engine.rules import require
from engine.saying import Row
from ledger.money.persons import others
from ledger.orders.attempt import existing
from ledger.orders.order import Caller, Done, Order
from ledger.orders.permission import admin_or_steward, has_role, own_or_steward
from ledger.people.keys import is_subject
from ledger.play.games import act_in_game, reach_overdue_end
from ledger.play.payouts import pay_out, pay_out_all
from ledger.play.presets import game_of, presets
from ledger.store.errors import at_field
from ledger.store.ids import game_stream, new_id, table_stream, wallet_stream
from ledger.store.times import utc_text

if TYPE_CHECKING:
    from ledger.orders.app import Attempt, Ledger
    from ledger.store.ids import GameStream


def open_table(
    ledger: Ledger,
    order: Order,
    *,
    name: str,
    preset: str,
    changes: Mapping[str, Json],
    seats: int,
    ends_at: datetime | None = None,
    stewards: Sequence[str] = (),
    game: str | None = None,
    dispute_hours: int = commands.DISPUTE_HOURS,
) -> Done:
    """TABLE-1: a table with the house rules of a preset and changes to them. game: None for that of the preset.

    stewards: besides the one who opens it, if he is a steward. ends_at: with offset; a time that has passed is refused.
    dispute_hours: how long after a game its players may dispute it (DISPUTE-2).
    """
    table = new_id()

    def work(attempt: Attempt) -> None:
        has_role(order.caller, "admin", "steward")
        require(ends_at is None or ends_at > ledger.clock(), TABLE_1, "The agreed end of a sitting lies in the future.")
        played = game_of(preset) if game is None else game
        command = commands.OpenTable(
            table=table,
            name=name,
            game=played,
            house=house_of(played, preset, changes),
            seats=seats,
            ends_at=None if ends_at is None else utc_text(ends_at),
            stewards=_stewards(order.caller, stewards),
            unit=ledger.unit,
            scale=ledger.scale,
            dispute_hours=dispute_hours,
        )
        attempt.act(table_stream(table), command)

    return ledger.execute(order, work)


def house_of(game: str, preset: str, changes: Mapping[str, Json]) -> JsonObject:
    """Complete house rules, plain. Raises RuleBroken (TABLE-1, or a rule of the game): unknown, senseless or not to be played."""
    known = presets()
    require(preset in known, TABLE_1, "There is no preset {preset}, but {known}.", preset=preset, known=Row(known))
    require(game in KINDS, TABLE_1, "{game} is not played here, but {known}.", game=game, known=Row(KINDS))
    require(game == game_of(preset), TABLE_1, "{preset} is no preset of {game}.", preset=preset, game=game)
    require("preset" not in changes, TABLE_1, "A preset keeps its name; the changes to it stand beside.", option="preset")
    kind = KINDS[game]
    return kind.plain(kind.house_rules({**known[preset], **changes}))


def _stewards(opener: Caller, named: Sequence[str]) -> tuple[str, ...]:
    first = (opener.subject,) if opener.role == "steward" else ()
    return tuple(_opaque(steward) for steward in dict.fromkeys((*first, *named)))


def _opaque(steward: str) -> str:
    """An id fit to stand in an event, where no person's name may ever stand."""
    require(is_subject(steward), TABLE_7, "A steward is named by the subject of his key.")
    return steward


def assign_steward(ledger: Ledger, order: Order, table: str, steward: str) -> Done:
    """TABLE-7: one more steward for this table, by an admin or one it has."""

    def work(attempt: Attempt) -> None:
        _table(attempt, table, admin_or_steward)
        attempt.act(table_stream(table), commands.AssignSteward(_opaque(steward)))

    return ledger.execute(order, work)


def seat(ledger: Ledger, order: Order, table: str, player: str, seat: int | None, chips: int | None) -> Done:
    """TABLE-2: a player sits down; TABLE-4: with chips from his wallet, if any are named. seat None: the lowest free one."""

    def work(attempt: Attempt) -> None:
        _table(attempt, table, partial(own_or_steward, player=player))
        _known(attempt, player)
        same = others(attempt, player)
        attempt.act(table_stream(table), commands.SeatPlayer(player, seat, same))
        if chips is not None:
            attempt.act(table_stream(table), commands.TakeChips(player, chips, same))
            attempt.act(wallet_stream(player), commands.MoveToTable(player, table, chips))

    return ledger.execute(order, work)


def top_up(ledger: Ledger, order: Order, table: str, player: str, chips: int) -> Done:
    """TABLE-4: chips from the wallet to the stack; of whoever is in the running game, in the game, when its rules allow that."""

    def work(attempt: Attempt) -> None:
        state = _table(attempt, table, partial(own_or_steward, player=player))
        at = seat_of(state, player)
        if at is not None and at in state.playing:
            act_in_game(attempt, _game(table, state), KINDS[state.game].top_up(at, chips))
        else:
            _known(attempt, player)
            attempt.act(table_stream(table), commands.TakeChips(player, chips, others(attempt, player)))
        attempt.act(wallet_stream(player), commands.MoveToTable(player, table, chips))

    return ledger.execute(order, work)


def cash_out(ledger: Ledger, order: Order, table: str, player: str, chips: int) -> Done:
    """TABLE-4: chips from the stack back to the wallet, outside a game."""

    def work(attempt: Attempt) -> None:
        _table(attempt, table, partial(own_or_steward, player=player))
        _known(attempt, player)
        attempt.act(table_stream(table), commands.ReturnChips(player, chips))
        pay_out(attempt, table, player, chips)

    return ledger.execute(order, work)


def leave(ledger: Ledger, order: Order, table: str, player: str) -> Done:
    """TABLE-5: outside a game the stack is paid out and the seat is free; in a game that is so when the game is over."""

    def work(attempt: Attempt) -> None:
        state = _table(attempt, table, partial(own_or_steward, player=player))
        at = seat_of(state, player)
        if at is not None and at in state.playing:
            reach_overdue_end(ledger, attempt, _game(table, state))
            act_in_game(attempt, _game(table, state), KINDS[state.game].leave(at))
            return
        _known(attempt, player)
        attempt.act(table_stream(table), commands.LeaveTable(player))
        if at is not None:
            pay_out(attempt, table, player, state.stacks[at])

    return ledger.execute(order, work)


def close(ledger: Ledger, order: Order, table: str) -> Done:
    """TABLE-6: no game is running; every stack is paid out."""

    def work(attempt: Attempt) -> None:
        state = _table(attempt, table, admin_or_steward)
        attempt.act(table_stream(table), commands.CloseTable())
        pay_out_all(attempt, table, [(state.players[at], state.stacks[at]) for at in sorted(state.players)])

    return ledger.execute(order, work)


def _known(attempt: Attempt, player: str) -> None:
    """Raises NotFound, naming the field: nobody of this id was ever registered."""
    with at_field("player"):
        existing(attempt, wallet_stream(player))


def _game(table: str, state: Table) -> GameStream:
    """The stream of the game that is running."""
    return game_stream(table, state.begun)


def _table(attempt: Attempt, table: str, asked: Callable[[Caller, Table], None]) -> Table:
    """The table as this attempt reads it, of the version that the caller has read if he named one; `asked`, whether he may, comes
    first: who may not is told no version."""
    stream = table_stream(table)
    state: Table = existing(attempt, stream).state
    asked(attempt.order.caller, state)
    attempt.expect(stream, attempt.order.if_match)
    return state
