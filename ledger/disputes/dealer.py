"""Who deals next, after a ruling has changed how the last game of a table has ended (AZI-DEAL-2, AZI-SEAT-3, CAS-DEAL-4)."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from engine.disputes.holding import holding
from engine.games import Kind
from engine.playing import Playing
from engine.room.commands import PassDeal
from engine.room.table import Table
from engine.seats import next_clockwise
from ledger.orders.attempt import existing
from ledger.store.ids import table_stream

if TYPE_CHECKING:
    from engine.disputes import Dispute
    from ledger.orders.app import Attempt


def dealer_after(kind: Kind, game: Playing, disputes: Iterable[Dispute]) -> int | None:
    """The seat that deals after this game, which is over, as the rulings on it have left it; None: by lot."""
    ends = holding(disputes)
    if ends is None or ends.ruling is None:
        return kind.next_dealer(game, game.how, game.winners)
    if ends.ends == "void_game":
        return kind.next_dealer(game, "void", ())
    to = ends.ruling.to
    return kind.next_dealer(game, "won" if len(to) == 1 else "split", to)


def pass_deal(attempt: Attempt, kind: Kind, game: Playing, before: Iterable[Dispute], now: Iterable[Dispute]) -> None:
    """If a ruling has changed who deals after this game, the table's dealer changes, as long as the next game has not begun; to the
    nearest seat clockwise if he has left. before, now: the disputes on the game, without the ruling and with it."""
    dealer = dealer_after(kind, game, now)
    if dealer == dealer_after(kind, game, before):
        return
    stream = table_stream(game.table)
    table: Table = existing(attempt, stream).state
    last = table.running is None and table.begun == game.number
    if dealer is None or not (last and table.players):
        return
    sits = table.players.get(dealer) == game.players[dealer]
    seat = dealer if sits else next_clockwise(tuple(sorted(table.players)), dealer)
    if seat != table.next_dealer:
        attempt.act(stream, PassDeal(game.number, seat))
