"""The cash desk: what was counted in it, what the books had said, and up to when they are closed. Rules DESK-1 to 3.

What comes in and goes out stands with the wallets. Counts have a stream of their own, and so has the closing of the books: who
closes them waits for nobody who counts.
"""

from dataclasses import dataclass

from engine.changed import changed
from engine.chips import MOST
from engine.decider import Decider, unknown
from engine.room import commands, events
from engine.room.rulebook import DESK_1, DESK_2, DESK_3
from engine.room.words import REASON_LENGTH_MAX, fits
from engine.rules import Rule, require


@dataclass(frozen=True)
class Desk:
    """counts: how many there have been. counted: by the last one, smallest units. position: up to which it looked at the books.
    closed: what happened before this moment is entered no more (UTC, RFC 3339); "": nothing is closed."""

    counts: int = 0
    counted: int = 0
    position: int = 0
    closed: str = ""


def decide(desk: Desk, command: commands.DeskCommand) -> tuple[events.DeskEvent, ...]:
    """The count, or what becomes of the books. Refuses by DESK-1, then DESK-2; by DESK-3."""
    if isinstance(command, commands.CountCash):
        return (_counted(desk, command),)
    if isinstance(command, commands.CloseBooks):
        return (_closed(desk, command),)
    if isinstance(command, commands.ReopenBooks):
        return (_reopened(desk, command),)
    raise unknown("a cash desk", command)


def _counted(desk: Desk, command: commands.CountCash) -> events.CashCounted:
    whole = 0 <= command.counted <= MOST
    require(whole, DESK_1, "What is counted is whole, from zero to at most 10^30.", counted=command.counted)
    later = command.position > desk.position or not desk.counts
    says = "The desk has been counted at position {last}: a later count looks at the books of a later position."
    require(later, DESK_1, says, position=command.position, last=desk.position)
    _said(command.reason, DESK_2)
    told = command.counted == command.booked or command.reason is not None
    says = "{counted} were counted, the books say {booked}: a difference needs a reason."
    require(told, DESK_2, says, counted=command.counted, booked=command.booked)
    return events.CashCounted(command.counted, command.booked, command.position, command.reason)


def _closed(desk: Desk, command: commands.CloseBooks) -> events.BooksClosed:
    before = command.before
    says = "A period is closed when it has been over for some minutes: up to {latest} by now, not up to {before}."
    require(before <= command.latest, DESK_3, says, before=before, latest=command.latest)
    require(before > desk.closed, DESK_3, "The books are closed up to {closed} already.", before=before, closed=desk.closed)
    _said(command.reason, DESK_3)
    return events.BooksClosed(before, command.reason)


def _reopened(desk: Desk, command: commands.ReopenBooks) -> events.BooksReopened:
    before = command.before
    require(desk.closed != "", DESK_3, "Nothing is closed.")
    says = "The books are closed up to {closed}: to reopen them is to have them closed up to an earlier moment, or not at all."
    require(before is None or before < desk.closed, DESK_3, says, before=before, closed=desk.closed)
    _said(command.reason, DESK_3)
    return events.BooksReopened(before, command.reason)


def _said(reason: str | None, rule: Rule) -> None:
    fit = reason is None or fits(reason, REASON_LENGTH_MAX)
    require(fit, rule, "A reason has 1 to {most} characters, without control characters.", most=REASON_LENGTH_MAX)


def evolve(desk: Desk, event: events.DeskEvent) -> Desk:
    """The desk after the event."""
    match event:
        case events.CashCounted():
            return changed(desk, counts=desk.counts + 1, counted=event.counted, position=event.position)
        case events.BooksClosed() | events.BooksReopened():
            return changed(desk, closed=event.before or "")
    raise unknown("a cash desk", event)


desk: Decider[Desk, commands.DeskCommand, events.DeskEvent] = Decider(Desk(), decide, lambda _: None, evolve, lambda _: False)
