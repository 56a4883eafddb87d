"""One game, judged from its stored rows: chain and seals, every consequence recomputed, penalties, misdeals."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, is_dataclass

from engine.declared import DEALING, MISDEALS, PENALTIES, Declared, Happened, Role, declared
from engine.deeds import naming, values
from engine.disputes.opinion import Moment
from engine.games import KINDS, Kind
from engine.room.rulebook import DISPUTE_5
from engine.rules import Violation
from engine.saying import Saying
from ledger.audits.docket import brought, ruled_about
from ledger.audits.findings import FAULT, GAMES, NOTE, Finding, Words
from ledger.audits.misdeals import misdeals
from ledger.audits.rederive import CAN_NOT_BE, Difference, Rederived, rederived
from ledger.audits.rulings import of_rulings
from ledger.cases.facts import Story
from ledger.store.envelope import GENESIS, Envelope, Kept, link
from ledger.store.errors import Unreadable
from ledger.store.kinds import DECLARED
from ledger.words.saying import word

Decode = Callable[[Kept], Envelope]
EXPOSED = frozenset({Role.EXPOSES, Role.KEEPS, Role.REPLACES})
NONE = Saying("none")
OF_AMOUNT, OF_PAYER, OF_PLACE = frozenset({"chips", "points"}), frozenset({"seat", "player"}), frozenset({"pot", "score"})


@dataclass(frozen=True, slots=True)
class Judged:
    """over: the game has ended. events: stored; unread: of them, those that could not be evaluated. begun: its first event, None if
    it cannot be read; ends: each that ended it, with its step: several, if corrections have taken it up again (AZI-REC-1,
    CAS-REC-1); for comparing with its table."""

    game: str
    over: bool
    events: int
    unread: int
    findings: tuple[Finding, ...]
    begun: Happened | None
    ends: tuple[tuple[int, Happened], ...]


def judged(decode: Decode, rows: Sequence[Kept], disputes: Sequence[Kept] = ()) -> Judged:
    """The game of these rows, all of its stream in their order, and the disputes on it, stream by stream."""
    game = rows[0].stream.removeprefix("game-")
    read, found = brought(decode, disputes)
    events = list(_read(decode, game, rows, found))
    kind = KINDS.get(rows[0].topic.partition(".")[0])
    if kind is None or not events:
        return Judged(game, over=False, events=len(rows), unread=len(rows), findings=tuple(found), begun=None, ends=())
    result = rederived(kind, events)
    sees = _Sees(game, kind, rows, events)
    found += sees.differences(result)
    found += list(sees.in_dealing(found))
    try:
        found += sees.offences(result, ruled_about(events, read))
        if read and result.stopped is None and len(events) == len(rows):
            found += of_rulings(*_story(decode, kind, rows, events), read, _offenders(kind, result).__contains__)
    except CAN_NOT_BE as fault:
        says = Saying("The rulings on this game cannot follow one another ({fault}).", fault=type(fault).__name__)
        found.append(sees.finding(PENALTIES, "impossible", DISPUTE_5.id, None, None, None, says))
    unread = len(rows) - result.evaluated
    if result.stopped is not None:
        found.append(sees.stopped(result))
    ends = tuple([(step, event) for step, event in enumerate(events, 1) if declared(event).role is Role.ENDS])
    over = declared(events[-1]).role is Role.ENDS
    found.sort(key=lambda one: one.step or 0)
    return Judged(game, over, len(rows), unread, tuple(found), events[0], ends)


def _story(decode: Decode, kind: Kind, rows: Sequence[Kept], events: Sequence[Happened]) -> tuple[Story, list[str]]:
    """The game as rulings see it in retrospect, and which command each of its steps belongs to."""
    envelopes, moments, before = [decode(row) for row in rows], [], kind.decider.initial
    for step, event in enumerate(events, 1):
        after = kind.decider.evolve(before, event)
        moments.append(Moment(step, event, before, after))
        before = after
    ended = envelopes[-1].effective_at if kind.decider.is_over(before) else None
    return Story(kind, tuple(rows), tuple(moments), ended), [envelope.command_id for envelope in envelopes]


def _offenders(kind: Kind, result: Rederived) -> frozenset[int]:
    return frozenset([one.seat for one in kind.violations(result.state)])


def _read(decode: Decode, game: str, rows: Sequence[Kept], found: list[Finding]) -> Iterator[Happened]:
    """The events as far as they can be read, each in its place and tied to the one before it."""
    head = GENESIS
    for number, row in enumerate(rows, 1):
        if row.originator_version != number:
            found.append(
                _broken(
                    game, row, number, "place", str(number), str(row.originator_version), Saying("An event is not in its place.")
                )
            )
        try:
            envelope = decode(row)
        except Unreadable as fault:
            says = Saying("This step cannot be read: {why}.", why=fault.cause)
            if number < len(rows):
                says = Saying(
                    "This step cannot be read: {why}; steps {first} to {last} were not evaluated.",
                    why=fault.cause,
                    first=number,
                    last=len(rows),
                )
            found.append(_broken(game, row, number, "unreadable", Saying("an event that can be read"), row.topic, says))
            return
        if envelope.prev != head:
            says = Saying(
                "The event does not follow the one that stands before it: one of the two was changed, or something is missing."
            )
            found.append(_broken(game, row, number, "chain", head, envelope.prev, says))
        head = link(row)
        yield envelope.event


def _broken(game: str, row: Kept, step: int, kind: str, expected: Words, found: str, says: Saying) -> Finding:
    known = DECLARED.get(row.topic)
    return Finding(GAMES, FAULT, kind, known.rule() if known else None, game, step, expected, found, says, row.position)


class _Sees:
    """Makes findings of one game."""

    def __init__(self, game: str, kind: Kind, rows: Sequence[Kept], events: Sequence[Happened]) -> None:
        self.game, self.kind, self.rows, self.events = game, kind, rows, events
        self.running = declared(events[-1]).role is not Role.ENDS

    def differences(self, result: Rederived) -> Iterator[Finding]:
        """Where the stored events differ from the recomputed ones."""
        for one in result.differences:
            known = declared(one.told_of)
            if not one.names:
                yield self.other(one, known, known if one.due is None else declared(one.due))
                continue
            rule = known.rule(one.due, one.names[0])
            expected, found = (_said({field: event[field] for field in one.names}) for event in one.both())
            says = Saying(
                "Worked out again, {event} comes out otherwise: {fields}.", event=_words(known.word), fields=", ".join(one.names)
            )
            kind, hides = _kind(known, one.names), any(field in known.sealed for field in one.names)
            yield self.finding(known.audit, kind, rule, one.step, expected, found, says, derived=True, hides=hides)

    def other(self, one: Difference, stored: Declared, due: Declared) -> Finding:
        """An event that nothing accounts for, one in place of the event that is due, or none where one is due."""
        audit = PENALTIES if PENALTIES in (stored.audit, due.audit) else due.audit
        found, fines = None if one.found is None else _words(stored.word), stored.role is Role.FINES
        if one.due is None:
            broken = one.refused
            rule = broken.rule.id if broken else stored.rule(one.found)
            kind = "without_violation" if fines else _kind(stored, ()) if stored.role in EXPOSED else "not_by_rules"
            dealing = {known.id: what for what, known in self.kind.dealing.items()}
            if not fines and rule in dealing:
                audit, kind = MISDEALS, dealing[rule]
            elif stored.role is Role.CUTS and rule == stored.rule():
                kind = "short_cut"
            why = broken.saying if broken else Saying("Nothing that somebody can do here brings it about.")
            return self.finding(
                audit, kind, rule, one.step, Saying("no such event"), found, why, derived=True, hides=broken is not None
            )
        kind = "unpunished" if due.role is Role.FINES else "without_violation" if fines else "other" if found else "missing"
        rule = due.rule(one.due)
        expected = f"{_words(due.word)} {_said(_fields(one.due, due.sealed))}"
        says = Saying("Here {event} is due, and nothing is stored.", event=_words(due.word))
        if found:
            says = Saying("Here {event} is due, and {found} is stored.", event=_words(due.word), found=found)
        return self.finding(audit, kind, rule, one.step, expected, found, says, derived=True)

    def in_dealing(self, known: list[Finding]) -> Iterator[Finding]:
        """Misdeals. What `known` has of the same step by the same rule is removed from it: this says it better."""
        try:
            told = list(misdeals(self.kind, self.events))
        except CAN_NOT_BE:
            return  # what could not be examined is reported by `stopped`, or as a difference
        for step, severity, kind, rule, expected, found, says, hides in told:
            same = [one for one in known if (one.step, one.rule) == (step, rule)]
            for one in same:
                known.remove(one)
            yield self.finding(MISDEALS, kind, rule, step, expected, found, says, severity, derived=bool(same), hides=hides)

    def offences(self, result: Rederived, ruled: Callable[[Violation], bool]) -> Iterator[Finding]:
        """Violations that nobody has claimed, and claims that nothing has decided. ruled: whether a dispute about it has been ruled
        on."""
        try:
            violations = self.kind.violations(result.state)
        except CAN_NOT_BE:
            return
        for one in violations:
            if one.status not in ("open", "unproved") or ruled(one):
                continue
            step = self.step_of(one)
            what = word(f"violation.{one.kind}", _words(one.kind))
            if one.kind == "claim" or one.status == "unproved":
                kind = "open_claim" if one.status == "open" else "unproved_claim"
                says = Saying(
                    "It is claimed that seat {seat} broke a rule in deal {deal}; nothing has decided it.",
                    seat=one.seat,
                    deal=one.deal,
                )
                yield self.finding(PENALTIES, kind, one.rule, step, Saying("a decision"), NONE, says, NOTE)
                continue
            of_dealing = one.kind in ("missing_cut", "exposed_card")
            says = Saying("Seat {seat}, deal {deal}: {what}; nobody has claimed it.", seat=one.seat, deal=one.deal, what=what)
            if one.card:
                says = Saying(
                    "Seat {seat}, deal {deal}: {what} with {card}; nobody has claimed it.",
                    seat=one.seat,
                    deal=one.deal,
                    what=what,
                    card=one.card,
                )
            kind = one.kind if of_dealing else "unclaimed"
            due = Saying("a choice") if one.kind == "exposed_card" else Saying("a claim")
            yield self.finding(MISDEALS if of_dealing else PENALTIES, kind, one.rule, step, due, NONE, says, NOTE)

    def step_of(self, violation: Violation) -> int | None:
        """The step of the event that a violation is about; of several the last one, None if there is none."""
        deal, card = violation.deal, violation.card
        for step in range(len(self.events), 0, -1):
            event = self.events[step - 1]
            told = naming(event)
            if told.deal != deal:
                continue
            role = declared(event).role
            if card is None and role in DEALING:
                return step
            of_it = card is not None and told.card == card and violation.trick in (None, told.trick)
            if of_it and "against" not in event.__dataclass_fields__ and role is not Role.FINES:
                return step
        return None

    def stopped(self, result: Rederived) -> Finding:
        """The point from which nothing could be evaluated."""
        first, last = result.evaluated + 1, len(self.events)
        event = self.events[min(first, last) - 1]
        rule, told = declared(event).rule(event), {"event": result.stopped, "fault": result.fault}
        says = Saying("{event} cannot follow what is stored before it ({fault}).", **told)
        if last >= first:
            says = Saying(
                "{event} cannot follow what is stored before it ({fault}); steps {first} to {last} were not evaluated.",
                first=first,
                last=last,
                **told,
            )
        return self.finding(GAMES, "impossible", rule, min(first, last), None, None, says, derived=True)

    def finding(
        self,
        audit: str,
        kind: str,
        rule: str | None,
        step: int | None,
        expected: Words | None,
        found: Words | None,
        says: Saying,
        severity: str = FAULT,
        *,
        derived: bool = False,
        hides: bool = False,
    ) -> Finding:
        """One finding, with the position of its step."""
        position = self.rows[step - 1].position if step and step <= len(self.rows) else None
        return Finding(
            audit,
            severity,
            kind,
            rule,
            self.game,
            step,
            expected,
            found,
            says,
            position,
            derived=derived,
            hides=hides,
            running=self.running,
        )


def _kind(known: Declared, names: tuple[str, ...]) -> str:
    """What a difference in these fields is called."""
    if known.role is Role.FINES:
        first = next((one for one in names if one in OF_AMOUNT | OF_PAYER | OF_PLACE), "")
        return (
            "wrong_amount"
            if first in OF_AMOUNT
            else "wrong_payer"
            if first in OF_PAYER
            else "money_elsewhere"
            if first
            else "differs"
        )
    if known.role in EXPOSED:
        return "exposed_card"
    return "wrong_receiver" if known.audit == PENALTIES and "scores" in names else "differs"


def _words(name: str) -> str:
    return name.replace("_", " ")


def _fields(event: Happened, sealed: Mapping[str, str]) -> dict[str, object]:
    return {name: value for name, value in values(event).items() if name not in sealed}


def _said(value: object) -> str:
    """A value of an event in figures and words."""
    if is_dataclass(value) and not isinstance(value, type):
        return "(" + ", ".join([f"{name} {_said(one)}" for name, one in values(value).items()]) + ")"
    if isinstance(value, Mapping):
        return ", ".join([f"{key} {_said(one)}" for key, one in value.items()])
    if isinstance(value, tuple):
        return "[" + ", ".join([_said(one) for one in value]) + "]"
    return "none" if value is None else str(value)
