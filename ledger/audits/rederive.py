"""A whole game recomputed: each act is carried out by the engine under the house rules that the game holds, and the result compared
with what is stored.

After a difference it goes on from what is stored, so that later ones are found too. Where nothing that follows fits the stored
event but all of it fits the expected one, it goes on from the expected one: then one wrong line is one difference and not a
hundred.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from engine.decider import act
from engine.declared import Happened
from engine.deeds import values
from engine.games import Kind
from engine.playing import Playing
from engine.rules import RuleBroken
from engine.saying import Saying
from engine.wanted import Wanted

AHEAD = 8  # events ahead that recognising an act can need
MISSING_MAX = 40  # of one game; with more, what is stored is no history of a game
CAN_NOT_BE = (ArithmeticError, AttributeError, LookupError, TypeError, ValueError, StopIteration)


@dataclass(frozen=True, slots=True)
class Difference:
    """One step that is stored differently from the recomputed one. step: from 1; one more than there are, if it is missing at the
    end.

    due: the event that should stand there; None: nothing brings the stored one about. found: the stored event; None: it is missing
    (where `found` is of another class than `due`, both are given). names: fields that differ, in their order; () if the classes
    do. refused: why the act cannot be, if the rules refuse it. before: the state in which it was judged.
    """

    step: int
    due: Happened | None
    found: Happened | None
    names: tuple[str, ...]
    refused: RuleBroken | None
    before: Playing

    @property
    def told_of(self) -> Happened:
        """The stored event; the due one, where none is stored."""
        event = self.due if self.found is None else self.found
        if event is None:
            raise TypeError("nothing differs where nothing is due and nothing is stored")
        return event

    def both(self) -> tuple[dict[str, object], dict[str, object]]:
        """The values of the due event and of the stored one, by their names."""
        return {} if self.due is None else values(self.due), {} if self.found is None else values(self.found)


@dataclass(frozen=True, slots=True)
class Rederived:
    """state: at the end, as far as it went. evaluated: how many steps that is. stopped: the event that cannot follow what is
    stored before it, where not all of them were; None: all were. fault: what is wrong with it, as a programmer calls it."""

    state: Playing
    differences: tuple[Difference, ...]
    evaluated: int
    stopped: str | Saying | None
    fault: str = ""


@dataclass(frozen=True, slots=True)
class _Due:
    """What comes next: events and the state after them. None at all: `refused`, or nobody can have done it."""

    events: list[Happened]
    state: Playing
    refused: RuleBroken | None = None


def rederived(kind: Kind, events: Sequence[Happened]) -> Rederived:
    """Compare a game's events, from its first, with what its acts bring about. A game that runs is compared as far as it goes."""
    walk = _Walk(kind, list(events))
    try:
        walk.go()
    except CAN_NOT_BE as fault:
        # NOTE: begins the sentence "What follows cannot follow what is stored before it."
        name: str | Saying = Saying("What follows")
        if walk.at < len(walk.events):
            name = type(walk.events[walk.at]).__name__
        return Rederived(walk.state, tuple(walk.found), walk.at, name, type(fault).__name__)
    return Rederived(walk.state, tuple(walk.found), walk.at, None)


class _Walk:
    def __init__(self, kind: Kind, events: list[Happened]) -> None:
        self.kind, self.events = kind, events
        self.state, self.at = kind.decider.initial, 0
        self.found: list[Difference] = []
        self.missing = 0

    def go(self) -> None:
        """Step by step to the end. Raises one of CAN_NOT_BE where what is stored cannot be folded."""
        events, settled = self.events, True
        while self.at < len(events) or not settled:
            due = self.next(self.state, self.at, settled=settled)
            count = len(due.events)
            if count and due.events == events[self.at : self.at + count]:
                self.state, self.at, settled = due.state, self.at + count, True
                continue
            if not count and self.at == len(events):
                return
            self.differ(due)
            settled = False
            if self.missing > MISSING_MAX:
                raise LookupError("too much is missing")

    def next(self, state: Playing, at: int, *, settled: bool) -> _Due:
        """What should stand there: what the rules bring about by themselves, else the act that accounts for most of what does."""
        decider = self.kind.decider
        if not settled:
            made: list[Happened] = []
            after = state
            while (event := decider.follow(after)) is not None:
                made.append(event)
                after = decider.evolve(after, event)
            if made:
                return _Due(made, after)
        if at >= len(self.events):
            return _Due([], state)
        return self.acted(state, self.events[at : at + AHEAD])

    def acted(self, state: Playing, come: list[Happened]) -> _Due:
        """The act that these events tell of, carried out."""
        best, most, refused = None, -1, None
        for command in _told(self.kind, state, come):
            try:
                events, after = act(self.kind.decider, state, command)
            except RuleBroken as broken:
                refused = refused or broken
                continue
            except CAN_NOT_BE:
                continue
            if events[: len(come)] == come[: len(events)]:
                return _Due(events, after)
            alike = next((at for at, pair in enumerate(zip(events, come, strict=False)) if pair[0] != pair[1]), len(come))
            if events and alike > most:
                best, most = _Due(events, after), alike
        return best or _Due([], state, refused)

    def differ(self, due: _Due) -> None:
        """Note what differs, and go on from where what follows fits best."""
        if not due.events:
            self.unknown(due.refused)
            return
        at, stored, expected = self.at, self.state, self.state
        ways: list[tuple[Playing, int]] = []
        for event in due.events:
            found = self.events[at] if at < len(self.events) else None
            if found.__class__ is not event.__class__:
                self.note(at, event, found, (), stored)
                ways = self.around(stored, event, found, at)
                break
            if found != event:
                self.note(at, event, found, _unlike(event, found), stored)
            self.at = at  # where it stops, if the next line does
            stored = self.kind.decider.evolve(stored, found)
            expected = self.kind.decider.evolve(expected, event)
            at += 1
        else:
            ways = [(stored, at), (expected, at)]
        self.go_on(ways)

    def around(self, state: Playing, due: Happened, found: Happened | None, at: int) -> list[tuple[Playing, int]]:
        """Ways to go on where one event stands in place of another: the due one is missing, or it was replaced, or the stored one
        is superfluous."""
        evolve = self.kind.decider.evolve
        after = evolve(state, due)
        if found is None:
            return [(after, at)]
        return [*self.folded(state, found, at), (after, at), (after, at + 1), (state, at + 1)]

    def unknown(self, refused: RuleBroken | None) -> None:
        """The stored event cannot have come about here."""
        found = self.events[self.at]
        self.note(self.at, None, found, (), self.state, refused)
        ways = [*self.folded(self.state, found, self.at), (self.state, self.at + 1)]
        self.go_on(ways)

    def folded(self, state: Playing, found: Happened, at: int) -> list[tuple[Playing, int]]:
        """Going on from the stored event, if it can be folded at all."""
        try:
            return [(self.kind.decider.evolve(state, found), at + 1)]
        except CAN_NOT_BE:
            return []

    def go_on(self, ways: list[tuple[Playing, int]]) -> None:
        """Take the first way on which what follows fits; the first one if there is none."""
        state, at = next((way for way in ways if self.fits(*way)), ways[0])
        self.missing += at <= self.at
        self.state, self.at = state, at

    def fits(self, state: Playing, at: int) -> bool:
        """Whether what comes next in the store comes out of this state."""
        try:
            due = self.next(state, at, settled=False)
        except CAN_NOT_BE:
            return False
        return due.events == self.events[at : at + len(due.events)] if due.events else at >= len(self.events)

    def note(
        self,
        at: int,
        due: Happened | None,
        found: Happened | None,
        names: tuple[str, ...],
        before: Playing,
        refused: RuleBroken | None = None,
    ) -> None:
        self.found.append(Difference(at + 1, due, found, names, refused, before))


def _told(kind: Kind, state: Playing, come: list[Happened]) -> list[Wanted]:
    """The acts that these events may have come of; none if they make no sense."""
    try:
        return list(kind.notation.retell(state, come))
    except CAN_NOT_BE:
        return []


def _unlike(due: Happened, found: Happened) -> tuple[str, ...]:
    stored = values(found)
    return tuple([name for name, value in values(due).items() if value != stored[name]])
