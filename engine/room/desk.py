"""The cash desk: what was counted in it, and what the books had said. Rules DESK-1 and 2.

What comes in and goes out stands with the wallets; the desk's own stream holds the counts.
"""

from dataclasses import dataclass

from engine.changed import changed
from engine.chips import MOST
from engine.decider import Decider, unknown
from engine.room import commands, events
from engine.room.rulebook import DESK_1, DESK_2
from engine.room.words import REASON_LENGTH_MAX, fits
from engine.rules import require


@dataclass(frozen=True)
class Desk:
    """counts: how many there have been. counted: by the last one, whole units. position: up to which it looked at the books."""

    counts: int = 0
    counted: int = 0
    position: int = 0


def decide(desk: Desk, command: commands.CountCash) -> tuple[events.CashCounted, ...]:
    """The count. Refuses by DESK-1, then DESK-2."""
    if not isinstance(command, commands.CountCash):
        raise unknown("a cash desk", command)
    whole = 0 <= command.counted <= MOST
    require(whole, DESK_1, "What is counted is whole, from zero to at most 10^30.", counted=command.counted)
    later = command.position >= desk.position
    says = "The desk has been counted at position {last}: a later count looks at the books of a later position."
    require(later, DESK_1, says, position=command.position, last=desk.position)
    said = command.reason is None or fits(command.reason, REASON_LENGTH_MAX)
    require(said, DESK_2, "A reason has 1 to {most} characters, without control characters.", most=REASON_LENGTH_MAX)
    told = command.counted == command.booked or command.reason is not None
    says = "{counted} were counted, the books say {booked}: a difference needs a reason."
    require(told, DESK_2, says, counted=command.counted, booked=command.booked)
    return (events.CashCounted(command.counted, command.booked, command.position, command.reason),)


def evolve(desk: Desk, event: events.CashCounted) -> Desk:
    """The desk after the count."""
    return changed(desk, counts=desk.counts + 1, counted=event.counted, position=event.position)


desk: Decider[Desk, commands.CountCash, events.CashCounted] = Decider(Desk(), decide, lambda _: None, evolve, lambda _: False)
