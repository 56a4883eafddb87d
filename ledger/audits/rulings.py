"""What each ruling on a game has moved, recomputed from the game and from the decision: the shares of a pot awarded, the refunds of
a void game, fines and payments, and what the end of an earlier ruling gives back.

What a ruling does in a running game are events of that game, and judged there.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass

from engine.declared import PENALTIES, Happened, Role
from engine.deeds import naming, values
from engine.disputes import Dispute
from engine.disputes.case import Case
from engine.disputes.commands import Decision
from engine.disputes.dispute import changes_something, contradicts_none
from engine.disputes.effects import PAYING, Moves, worked_out
from engine.disputes.events import Movement, Ruled
from engine.room.rulebook import DISPUTE_6
from engine.rules import RuleBroken
from engine.saying import Saying
from engine.seats import clockwise
from ledger.audits.docket import Brought, finding
from ledger.audits.findings import FAULT, NOTE, Finding, Words
from ledger.cases.facts import CORRECTED, Story, case
from ledger.store.envelope import Kept
from ledger.store.kinds import decider, doing

OUT, IN = frozenset({"taken", "fined"}), frozenset({"given", "forgiven"})
SITTING = doing(Role.ENDS_SITTING)  # stated to the game before a ruling, once it is due
NOT_RULED = Saying("no such ruling")
DISPUTE = decider("dispute")


def of_rulings(
    told: Story, appends: Sequence[str], disputes: Sequence[Brought], offended: Callable[[int], bool]
) -> Iterator[Finding]:
    """The findings on all rulings on a game. appends: by which command each of its steps came. offended: whether the game has a
    violation by this seat on record."""
    states: dict[str, Dispute] = {}
    for one in disputes:
        state, event = states.get(one.row.stream, DISPUTE.initial), one.envelope.event
        if isinstance(event, Ruled):
            then = _as_it_stood(told, appends, one)
            facts = case(then.story, tuple(states.values()), state)
            yield from _Ruling(one.row, event, state, then, facts).findings(offended)
        states[one.row.stream] = DISPUTE.evolve(state, event)


@dataclass(frozen=True, slots=True)
class _Then:
    """The game before the append of a ruling, and what that append did in it: (step, topic, event)."""

    story: Story
    done: tuple[tuple[int, str, Happened], ...]


def _as_it_stood(told: Story, appends: Sequence[str], one: Brought) -> _Then:
    together = [step for step, command in enumerate(appends, 1) if command == one.envelope.command_id]
    before = sum((row.position or 0) < (one.row.position or 0) for row in told.rows) - len(together)
    over = before > 0 and told.kind.decider.is_over(told.moments[before - 1].after)  # a correction may have taken it up since
    ended = told.rows[before - 1].recorded_at if over else None
    done = tuple([(step, told.rows[step - 1].topic, told.moments[step - 1].event) for step in together])
    return _Then(Story(told.kind, told.rows[:before], told.moments[:before], ended), done)


@dataclass(frozen=True, slots=True)
class _Ruling:
    """One ruling as stored, and the dispute, the game and the facts as they were before it."""

    row: Kept
    event: Ruled
    state: Dispute
    then: _Then
    facts: Case

    @property
    def confirms(self) -> bool:
        earlier = self.state.ruling
        return earlier is not None and bool(self.event.steps) and self.event.steps == earlier.steps

    def findings(self, offended: Callable[[int], bool]) -> Iterator[Finding]:
        """All of them; then goes on from what is stored."""
        event = self.event
        yield from self.course()
        returned: Moves = ()
        moved: Moves = ()
        after = self.facts.over and not self.confirms
        if after:
            decision = Decision(event.decision, event.reason, event.rule, event.seat, event.amount, self.receivers())
            try:
                returned, moved = worked_out(self.state.ruling, decision, self.facts)
                contradicts_none(self.state.ruling, decision, self.facts)
                changes_something(self.state, decision, self.facts, moved)
            except RuleBroken as broken:
                if broken.rule == DISPUTE_6 or (event.returned, event.moved) != (returned, moved):
                    yield self.finding("not_by_rules", broken.rule.id, NOT_RULED, event.decision, broken.saying)
                    return
                says = Saying("Today this ruling would be refused: {why}", why=broken.saying)
                yield self.finding("contradicts", broken.rule.id, NOT_RULED, event.decision, says, NOTE)
        yield from self.differences(moved, event.moved)
        yield from self.differences(returned, event.returned)
        if after and event.decision == "penalty" and event.seat is not None and not offended(event.seat):
            says = Saying(
                "A ruling fines seat {seat}, and the game has nothing against it on record; the reason given: {reason}",
                seat=event.seat,
                reason=event.reason,
            )
            yield self.finding("without_violation", event.rule, Saying("a violation"), Saying("none"), says, NOTE)

    def receivers(self) -> tuple[int, ...]:
        """To whom it goes. What was ruled before each had to get a unit gave what there was to the first of them."""
        to, amount = self.event.to, self.event.amount
        if self.event.decision not in PAYING or amount is None or amount >= len(to):
            return to
        return clockwise(tuple(sorted(to)), self.facts.dealer)[:amount]

    def course(self) -> Iterator[Finding]:
        """Its place among the rulings, the steps by which it was carried out, and whether the earlier one was undone there."""
        event, earlier = self.event, self.state.ruling
        undone, carried = self.facts.undone, event.steps
        if not self.facts.over and not self.confirms:
            done = [one for one in self.then.done if one[1] not in SITTING]
            if (
                earlier is not None
                and earlier.steps
                and done
                and done[0][1] in CORRECTED
                and naming(done[0][2]).step == earlier.steps[0]
            ):
                done, undone = done[1:], True
            carried = (done[0][0], done[-1][0]) if done else ()
        elif not self.confirms:
            carried = ()
        number = len(self.state.rulings) + 1
        due = {"number": number, "supersedes": earlier.number if earlier else None, "steps": carried, "undone": undone}
        stored = values(event)
        for name, value in due.items():
            if stored[name] != value:
                says = Saying("Worked out again, the ruling comes out otherwise: {fields}.", fields=name)
                yield self.finding("differs", event.rule, f"{name} {value}", f"{name} {stored[name]}", says)

    def differences(self, due: Moves, found: Moves) -> Iterator[Finding]:
        """Where stored movements differ from the recomputed ones: who pays, how much, who receives, how much each."""
        if due == found:
            return
        paid, got = (_by_seat(due, OUT), _by_seat(found, OUT)), (_by_seat(due, IN), _by_seat(found, IN))
        expected: Words
        told: Words
        if set(paid[1]) - set(paid[0]):
            kind, expected, told = "wrong_payer", _payers(paid[0]), _seats(paid[1])
        elif paid[0].total() != paid[1].total():
            kind, expected, told = "wrong_amount", str(paid[0].total()), str(paid[1].total())
        elif set(got[0]) != set(got[1]):
            kind, expected, told = "wrong_receiver", _seats(got[0]), _seats(got[1])
        else:
            kind = "wrong_amount" if (paid[0], got[0]) != (paid[1], got[1]) else "differs"
            expected, told = _told(due), _told(found)
        says = Saying("Worked out again, the ruling moves {due}, and {found} is stored.", due=_told(due), found=_told(found))
        yield self.finding(kind, self.event.rule, expected, told, says)

    def finding(self, kind: str, rule: str, expected: Words, found: Words, says: Saying, severity: str = FAULT) -> Finding:
        """One on this ruling."""
        return finding(self.row, PENALTIES, kind, rule, expected, found, says, severity, derived=severity == FAULT)


def _by_seat(moves: Iterable[Movement], ways: frozenset[str]) -> Counter[int]:
    found: Counter[int] = Counter()
    for one in moves:
        if one.way in ways:
            found[one.seat] += one.chips
    return found


def _payers(chips: Counter[int]) -> Saying:
    return Saying("seat {seat}", seat=next(iter(chips))) if len(chips) == 1 else _seats(chips)


def _seats(chips: Counter[int]) -> Saying:
    return Saying("seats {seats}", seats=", ".join(map(str, sorted(chips)))) if chips else Saying("the house")


def _told(moves: Moves) -> Words:
    """ "-130 seat 3, +130 seat 2", each as it goes out of the wallet or comes to it."""
    told = [f"{'-' if one.way in OUT else '+'}{one.chips} seat {one.seat}" for one in moves]
    return ", ".join(told) if told else Saying("nothing")
