"""The disputes on a game as an audit reads them: whether their events are consistent, and which cards have been ruled on."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple

from engine.declared import GAMES, PENALTIES, Audit, Happened
from engine.deeds import naming
from engine.disputes import Dispute
from engine.disputes.events import Opened, Ruled
from engine.room.rulebook import DISPUTE_3
from engine.rules import Violation
from engine.saying import Saying
from ledger.audits.findings import FAULT, Finding, Words
from ledger.store.envelope import GENESIS, Envelope, Kept, link
from ledger.store.errors import Unreadable
from ledger.store.ids import game_of_dispute
from ledger.store.kinds import DECLARED, decider
from ledger.store.kinds import named as named_as

RULED = named_as(Ruled)
DISPUTE = decider("dispute")


class _About(NamedTuple):
    """The play that a dispute is about."""

    deal: int | None
    trick: int | None
    card: str | None


class Brought(NamedTuple):
    """One event of a dispute."""

    row: Kept
    envelope: Envelope


def brought(decode: Callable[[Kept], Envelope], rows: Sequence[Kept]) -> tuple[list[Brought], list[Finding]]:
    """The events of all disputes on a game in the order of their positions, up to the first that cannot be read, after which no
    ruling can be recomputed; and every inconsistency among them. rows: stream by stream, each in its order."""
    found: list[Finding] = []
    kept: list[Brought] = []
    ends: dict[str, tuple[int, str]] = {}
    lost: list[int] = []
    for row in rows:
        version, head = ends.get(row.stream, (0, GENESIS))
        ends[row.stream] = row.originator_version, link(row)
        rule = DECLARED[row.topic].rule() if row.topic in DECLARED else DISPUTE_3.id
        if row.originator_version != version + 1:
            says = Saying("An event of a dispute is not in its place.")
            found.append(finding(row, GAMES, "place", rule, str(version + 1), str(row.originator_version), says))
        try:
            envelope = decode(row)
        except Unreadable as fault:
            lost.append(row.position or 0)
            says = Saying("This event of a dispute cannot be read: {why}.", why=fault.cause)
            if row.topic in RULED:
                says = Saying("This ruling cannot be read: {why}.", why=fault.cause)
            found.append(finding(row, PENALTIES, "unreadable", rule, Saying("an event that can be read"), row.topic, says))
            continue
        if envelope.prev != head:
            says = Saying(
                "The event does not follow the one that stands before it: one of the two was changed, or something is missing."
            )
            found.append(finding(row, GAMES, "chain", rule, head, envelope.prev, says))
        kept.append(Brought(row, envelope))
    before = min(lost, default=None)
    read = [one for one in kept if before is None or (one.row.position or 0) < before]
    return sorted(read, key=lambda one: one.row.position or 0), found


def finding(
    row: Kept,
    audit: Audit,
    kind: str,
    rule: str,
    expected: Words,
    found: Words,
    says: Saying,
    severity: str = FAULT,
    *,
    derived: bool = False,
) -> Finding:
    """One about an event of a dispute, which its position names, and the sentence too."""
    name = row.stream.removeprefix("dispute-")
    told = Saying("Dispute {dispute}, event {event}: {says}", dispute=name, event=row.originator_version, says=says)
    game = game_of_dispute(row.stream)
    return Finding(audit, severity, kind, rule, game, None, expected, found, told, row.position, derived=derived)


def ruled_about(events: Sequence[Happened], disputes: Sequence[Brought]) -> Callable[[Violation], bool]:
    """Whether a dispute about this very violation has been ruled on. events: of the game."""
    states: dict[str, Dispute] = {}
    for row, envelope in disputes:
        states[row.stream] = DISPUTE.evolve(states.get(row.stream, DISPUTE.initial), envelope.event)
    about = [_about(events, one.opened) for one in states.values() if one.rulings and one.opened]
    return lambda violation: any(_same(kind, named, violation) for kind, named in about)


def _about(events: Sequence[Happened], opened: Opened) -> tuple[str, _About]:
    """The kind of a dispute, and where it is; what it does not name itself its step tells."""
    own = at = naming(opened)
    if opened.step and opened.step <= len(events):
        at = naming(events[opened.step - 1])
    return opened.kind, _About(
        at.deal if own.deal is None else own.deal,
        at.trick if own.trick is None else own.trick,
        at.card if own.card is None else own.card,
    )


def _same(kind: str, about: _About, violation: Violation) -> bool:
    if about.deal != violation.deal or (None not in (about.trick, violation.trick) and about.trick != violation.trick):
        return False
    return bool(about.card == violation.card if violation.card is not None else kind == violation.kind)
