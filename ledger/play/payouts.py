"""Chips on their way from a table to wallets, and the end of a game, which sends some of them there. Rule TABLE-5."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from engine.deeds import Ends
from engine.room import commands
from engine.room.events import StackAfter
from engine.room.table import brought_since
from ledger.store.ids import table_stream, wallet_stream

if TYPE_CHECKING:
    from engine.room.table import Table
    from ledger.orders.app import Attempt


def pay_out(attempt: Attempt, table: str, player: str, chips: int) -> None:
    """A stack goes to its player's wallet; one below zero becomes a debt of it (WALLET-3). An empty stack makes no event."""
    if chips > 0:
        attempt.act(wallet_stream(player), commands.MoveFromTable(player, table, chips))
    elif chips < 0:
        attempt.act(wallet_stream(player), commands.AssumeDebt(player, table, -chips))


def finish_game(attempt: Attempt, table: str, number: int, ended: Ends) -> None:
    """The table takes over the stacks as the game left them, and pays those out who left during it.

    ended: the game's last event.
    """
    stacks = tuple(StackAfter(stake.seat, stake.player, stake.chips) for stake in ended.stacks)
    attempt.act(table_stream(table), commands.FinishGame(number, ended.how, stacks, ended.next_dealer, ended.left))
    pay_out_all(attempt, table, [(after.player, after.chips) for after in stacks if after.seat in ended.left])


def resume_game(attempt: Attempt, table: str, number: int) -> None:
    """The last game of the table holds the stacks again, since a correction has taken back what had ended it: what it had paid out
    comes back from the wallets, and chips that came to stacks since go back there. Raises RuleBroken (TABLE-3)."""
    state: Table = attempt.read(table_stream(table)).state
    attempt.act(table_stream(table), commands.ResumeGame(number))
    pay_out_all(attempt, table, [(state.players[seat], chips) for seat, chips in brought_since(state).items()])
    for after in state.last.given if state.last else ():
        if state.last and after.seat in state.last.left and after.chips:
            attempt.act(wallet_stream(after.player), commands.TakePayoutBack(after.player, table, after.chips))


def pay_out_all(attempt: Attempt, table: str, stacks: Iterable[tuple[str, int]]) -> None:
    """Several stacks, as (player, chips)."""
    for player, chips in stacks:
        pay_out(attempt, table, player, chips)
