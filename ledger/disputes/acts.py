"""Bringing a dispute, answering it, appealing a ruling, withdrawing. Rules DISPUTE-1 to 3.

Players of the game may do all of it, and so may the stewards of its table. What is said is shown to everybody who may look at the
game.
"""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta
from typing import TYPE_CHECKING

from engine.disputes import commands
from engine.disputes.about import Course, fitting
from engine.disputes.commands import Disputed
from engine.playing import Playing
from ledger.cases.docket import brought, next_id
from ledger.cases.facts import story_of
from ledger.orders.attempt import existing
from ledger.orders.permission import allow, is_steward
from ledger.replays.soundness import checked
from ledger.store.ids import dispute_stream, game_of_dispute, table_stream
from ledger.store.times import utc_text

if TYPE_CHECKING:
    from engine.room.table import Table
    from ledger.orders.app import Attempt, Ledger
    from ledger.orders.order import Caller, Done, Order


def open_dispute(ledger: Ledger, order: Order, game: str, kind: str, words: str, about: Disputed) -> Done:
    """DISPUTE-1, -2: a dispute on the game as it is now; If-Match is of the game. Its id is "{game}-{number}". Raises
    Unreplayable: a step of it is damaged."""

    def work(attempt: Attempt) -> None:
        (read, whole), table = checked(ledger, attempt, game), _table(attempt, game)
        state = read.state
        role = role_in(order.caller, state, table)
        whole.whole()
        attempt.expect(read.id, order.if_match)
        told, hours = story_of(whole, read.version), table.dispute_hours
        late = role == "player" and told.ended_at is not None
        until = told.ended_at + timedelta(hours=hours) if late and told.ended_at else None
        dispute = next_id(attempt, game, order.caller.actor if role == "player" else None, len(state.players))
        course = Course(told.moments, told.hidden, told.kind.pack(state.house))
        command = commands.Open(
            dispute=dispute,
            game=game,
            table=table.id,
            kind=kind,
            words=words,
            about=about,
            by=order.caller.actor,
            role=role,
            seen=read.version,
            head=read.head,
            deals=state.deal,
            seats=tuple(state.seats),
            hours=hours,
            at=utc_text(ledger.clock()),
            until=None if until is None else utc_text(until),
            fits=lambda about: fitting(about, course),
        )
        attempt.act(dispute_stream(dispute), command)

    return ledger.execute(order, work)


def answer(ledger: Ledger, order: Order, dispute: str, words: str) -> Done:
    """DISPUTE-3: somebody concerned says what he has to say."""
    return _say(ledger, order, dispute, lambda role: commands.Answer(order.caller.actor, role, words))


def appeal(ledger: Ledger, order: Order, dispute: str, words: str) -> Done:
    """DISPUTE-2, -3: somebody concerned wants the ruling looked at again."""
    return _say(ledger, order, dispute, lambda _: commands.Appeal(order.caller.actor, words, utc_text(ledger.clock())))


def withdraw(ledger: Ledger, order: Order, dispute: str) -> Done:
    """DISPUTE-3: the dispute, or where there is one the appeal, is withdrawn by whoever brought it."""
    return _say(ledger, order, dispute, lambda _: commands.Withdraw(order.caller.actor))


def _say(ledger: Ledger, order: Order, dispute: str, command: Callable[[str], commands.Command]) -> Done:
    def work(attempt: Attempt) -> None:
        stream = brought(attempt, dispute).id
        game = game_of_dispute(stream)
        role = role_in(order.caller, checked(ledger, attempt, game)[0].state, _table(attempt, game))
        attempt.expect(stream, order.if_match)
        attempt.act(stream, command(role))

    return ledger.execute(order, work)


def role_in(caller: Caller, game: Playing, table: Table) -> str:
    """ "player" or "steward". Raises NotAllowed: he neither sat in the game nor is a steward of its table."""
    if caller.player is not None and caller.player in game.players.values():
        return "player"
    allow(is_steward(caller, table), "Only who sat in this game and the stewards of its table may do this.")
    return "steward"


def _table(attempt: Attempt, game: str) -> Table:
    table: Table = existing(attempt, table_stream(game.rpartition("-")[0])).state
    return table
