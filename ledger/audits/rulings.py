"""What rulings after the end of a game have moved, held against what they say: who pays, how much, to whom.

What a ruling moves in a running game are events of that game, and judged there.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from engine.declared import declared
from engine.disputes.events import Ruled
from engine.saying import Saying
from ledger.audits.findings import FAULT, NOTE, PENALTIES, Finding, Words
from ledger.envelope import Envelope, Kept
from ledger.errors import Unreadable
from ledger.ids import game_of_dispute

RULED = declared(Ruled)
TOPIC = RULED.name
PAYING = frozenset({"penalty", "pay"})
OUT, IN = frozenset({"taken", "fined"}), frozenset({"given", "forgiven"})


def of_ruling(decode: Callable[[Kept], Envelope], row: Kept, offended: Callable[[str, int], bool]) -> Iterator[Finding]:
    """The findings on one ruling. offended(game, seat): whether that game has a violation by this seat on record."""
    try:
        event: Ruled = decode(row).event
    except Unreadable as fault:
        says = Saying("This ruling can not be read: {why}.", why=fault.why)
        yield _finding(row, "unreadable", RULED.rule(), Saying("a ruling"), row.topic, says)
        return
    if event.decision not in PAYING or event.steps or event.seat is None:
        return
    paid, other = _chips(event, OUT, event.seat), sorted({one.seat for one in event.moved if one.way in OUT} - {event.seat})
    if other:
        says = Saying("The ruling takes chips from whom it does not name.")
        yield _finding(row, "wrong_payer", event.rule, Saying("seat {seat}", seat=event.seat), _seats(other), says)
    if paid != event.amount:
        says = Saying("The ruling moves another amount than it says.")
        yield _finding(row, "wrong_amount", event.rule, str(event.amount), str(paid), says)
    got = sorted({one.seat for one in event.moved if one.way in IN})
    # What was ruled before each had to get a unit gave what there was to the first of them.
    too_few = paid < len(event.to) and len(got) == paid and set(got) < set(event.to)
    if got != sorted(event.to) and not too_few:
        says = Saying("The chips go to others than the ruling says.")
        yield _finding(row, "wrong_receiver", event.rule, _seats(sorted(event.to)), _seats(got), says)
    elif got and _chips(event, IN) != _chips(event, OUT):
        says = Saying("What the ruling takes and what it gives differ.")
        yield _finding(row, "money_elsewhere", event.rule, str(_chips(event, OUT)), str(_chips(event, IN)), says)
    if event.decision == "penalty" and not offended(game_of_dispute(row.stream), event.seat):
        says = Saying(
            "A ruling fines seat {seat}, and the game has nothing against it on record; the reason given: {reason}",
            seat=event.seat,
            reason=event.reason,
        )
        yield _finding(row, "without_violation", event.rule, Saying("a violation"), Saying("none"), says, NOTE)


def _chips(event: Any, ways: frozenset[str], seat: int | None = None) -> int:
    return sum(one.chips for one in event.moved if one.way in ways and seat in (None, one.seat))


def _seats(seats: list[int]) -> Saying:
    return Saying("seats {seats}", seats=", ".join(map(str, seats))) if seats else Saying("the house")


def _finding(row: Kept, kind: str, rule: str, expected: Words, found: Words, says: Saying, severity: str = FAULT) -> Finding:
    return Finding(PENALTIES, severity, kind, rule, game_of_dispute(row.stream), None, expected, found, says, row.position)
