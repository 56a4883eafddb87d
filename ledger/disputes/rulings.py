"""Ruling on a dispute, with all that it does, in one append: in a running game by the game's own commands; when it is over by
entries between wallets. Rules DISPUTE-3 to 6.

A ruling takes effect once: it names the version of the dispute that was judged, so if the same ruling is entered twice, the second
is told that the dispute has changed since.
"""

from __future__ import annotations

from collections import Counter
from datetime import timedelta
from typing import TYPE_CHECKING

from engine.disputes import commands
from engine.disputes.commands import Decision
from engine.disputes.dispute import ready
from engine.disputes.opinion import known_rules
from engine.playing import Playing
from engine.room import rulebook as room
from engine.room.commands import ApplyRuling
from ledger.cases.docket import brought, disputes_of
from ledger.cases.facts import case, story_of
from ledger.disputes.course import carried_out, confirming
from ledger.disputes.dealer import pass_deal
from ledger.orders.attempt import existing
from ledger.orders.permission import allow, is_steward
from ledger.play.games import reach_overdue_end
from ledger.replays.soundness import checked
from ledger.store.ids import game_of_dispute, table_stream, wallet_stream
from ledger.store.times import utc_text

if TYPE_CHECKING:
    from engine.disputes.events import Ruled
    from engine.room.table import Table
    from ledger.orders.app import Attempt, Ledger
    from ledger.orders.order import Caller, Done, Order

SIGNS = {"given": 1, "forgiven": 1, "taken": -1, "fined": -1}


def rule(ledger: Ledger, order: Order, dispute: str, decision: Decision) -> Done:
    """A ruling, by a steward of the table who did not sit in the game. It takes the place of an earlier one and takes back what
    that one moved; in a running game it is carried out there, and refused where the game's own rules refuse it. Raises
    Unreplayable: a step of the game is damaged, so what it came to is not known."""

    def work(attempt: Attempt) -> None:
        read = brought(attempt, dispute)
        game, whole = checked(ledger, attempt, game_of_dispute(read.id))
        table: Table = existing(attempt, table_stream(game.state.table)).state
        _may_rule(order.caller, game.state, table)
        attempt.expect(read.id, order.if_match)
        told = story_of(whole.whole(), game.version)
        hours = table.dispute_hours
        disputes = disputes_of(attempt, game_of_dispute(read.id))
        facts = case(told, disputes, read.state)
        command = commands.Rule(
            by=order.caller.actor,
            decision=decision,
            alone=not _others(order.caller, game.state, table),
            rules=known_rules(told.kind.rules, room.RULES),
            case=facts,
            steps=(),
            appeal_until=utc_text(ledger.clock() + timedelta(hours=hours)) if hours else None,
        )
        command = confirming(told, read.state, command)
        ready(read.state, command)
        if not (facts.over or command.confirms):
            reach_overdue_end(ledger, attempt, game.id)
            command = carried_out(attempt, game, told, read.state, command)
        attempt.act(read.id, command)
        _book(attempt, dispute, attempt.read(read.id).state.ruling)
        if facts.over:
            pass_deal(attempt, told.kind, game.state, disputes, disputes_of(attempt, game_of_dispute(read.id)))

    return ledger.execute(order, work)


def _may_rule(caller: Caller, game: Playing, table: Table) -> None:
    """Raises NotAllowed: he is no steward of the table, or has played himself."""
    allow(caller.role == "steward", "Only a steward may do this.")
    allow(is_steward(caller, table), "You are no steward of this table.")
    allow(caller.subject not in game.players.values(), "Who sat in the game does not rule on it.")


def _others(caller: Caller, game: Playing, table: Table) -> list[str]:
    """Stewards of the table who could rule instead."""
    return [one for one in table.stewards if one != caller.subject and one not in game.players.values()]


def _book(attempt: Attempt, dispute: str, ruling: Ruled | None) -> None:
    """What the ruling amounts to for each wallet; one that gets back as much as it pays is left out."""
    if ruling is None:
        return
    change: Counter[str] = Counter()
    for move in (*ruling.returned, *ruling.moved):
        change[move.player] += SIGNS[move.way] * move.chips
    for player, chips in change.items():
        if chips:
            attempt.act(wallet_stream(player), ApplyRuling(player, dispute, ruling.number, chips))
