"""A game played again from what was recorded: after each step the state, and what the player in turn could then choose.

A step that is damaged, or cannot have happened after those before it, ends the replay there: what came before it is shown, and what
comes after it is listed without being evaluated. A game is folded by the house rules that its first event holds.

HIDDEN: a state holds every hand and the order of the deck. Whoever shows it answers for what the viewer may see.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING

from engine.declared import Happened, Role, declared
from engine.deeds import adds, begins, plays
from engine.games import KINDS, Kind
from engine.offers import OFFERED_MOST, Offers
from engine.playing import Playing
from engine.record import next_act
from engine.saying import Saying
from engine.wanted import Wanted
from ledger.money.postings import Entry, lines
from ledger.orders.order import IMPORT
from ledger.store.envelope import GENESIS, Envelope, Kept, link
from ledger.store.errors import NotFound, Unreadable, Unreplayable
from ledger.store.ids import is_stream, stream_of_game
from ledger.store.streams import Stream

if TYPE_CHECKING:
    from ledger.orders.app import Ledger

# What folding raises where an event does not belong.
CAN_NOT_BE = (ArithmeticError, AttributeError, LookupError, TypeError, ValueError)


@dataclass(frozen=True, slots=True)
class Step:
    """number: of the event in its game, from 1. state: after it. mid_act: the act that it belongs to goes on after it, so that what
    comes next is nobody's choice."""

    number: int
    row: Kept
    envelope: Envelope
    state: Playing
    mid_act: bool
    kind: Kind = field(repr=False)

    def offers(self, most: int = OFFERED_MOST) -> Offers[Wanted]:
        """What the seat in turn may do then; if no seat is, what a steward has to do."""
        return Offers() if self.mid_act else self.kind.offers(self.state, self.state.turn, most)

    @property
    def legal(self) -> tuple[Wanted, ...]:
        """The acts of `offers`."""
        return self.offers().acts

    @property
    def moved(self) -> Entry:
        """The chips that this step moves, as the books have it; () where it moves none."""
        return lines(self.row.stream, self.row.topic, self.envelope.event)


@dataclass
class Film:
    """A game as far as it was folded. rows: all that is stored of it. states: after each step that was evaluated, the first of
    them after step 1. stopped: why not all were; None: no fault was met."""

    game: str
    kind: Kind
    rows: Sequence[Kept]
    envelopes: list[Envelope] = field(default_factory=list)
    states: list[Playing] = field(default_factory=list)
    stopped: Unreplayable | None = None

    def step(self, number: int) -> Step:
        """One step. Raises NotFound (the game has not so many), Unreplayable (at this step or before it)."""
        self._evaluated(number)
        state, mid_act = self.states[number - 1], self._goes_on(number)
        return Step(number, self.rows[number - 1], self.envelopes[number - 1], state, mid_act, self.kind)

    def whole(self) -> Film:
        """Itself. Raises Unreplayable: not all of the game could be evaluated."""
        if self.stopped:
            raise self.stopped
        return self

    def act_end(self, number: int) -> int:
        """The last step of the act that this step belongs to: the step itself, or one after it. Raises NotFound, Unreplayable: that
        cannot be evaluated, or a damaged step comes next, which might belong to the act."""
        self._evaluated(number)
        while self._goes_on(number):
            number += 1
            self._evaluated(number)
        if number == len(self.states):
            self.whole()
        return number

    def _evaluated(self, number: int) -> None:
        if not 1 <= number <= len(self.rows):
            raise NotFound(Saying("Game {game} has no step {step}.", game=self.game, step=number))
        if number > len(self.states):
            raise self.stopped or NotFound(Saying("Game {game} has no step {step}.", game=self.game, step=number))

    def _goes_on(self, number: int) -> bool:
        """Whether the step after this one belongs to the same act: to the same command. A game that was imported came by one
        command whole; and before a step that cannot be evaluated only the rules can tell."""
        if number == len(self.states):
            return number < len(self.rows) and self.kind.decider.follow(self.states[-1]) is not None
        this, coming = self.envelopes[number - 1], self.envelopes[number]
        if this.command_id != coming.command_id or this.via != IMPORT:
            return this.command_id == coming.command_id
        return number not in self._ends

    @cached_property
    def _ends(self) -> frozenset[int]:
        """The last steps of the acts of an imported game. Where no act accounts for what comes next, an act is over as soon as the
        rules bring about nothing more; before a damaged step that is uncertain."""
        decider, events = self.kind.decider, tuple([envelope.event for envelope in self.envelopes])
        ends, at, state = [], 0, self.kind.decider.initial
        while at < len(events):
            act = next_act(self.kind, state, events, at)
            at += act[1] if act else 1
            state = self.states[at - 1]
            if act or (self.stopped is None and decider.follow(state) is None):
                ends.append(at)
        return frozenset(ends)

    def stream(self) -> Stream[Playing, Wanted]:
        """The game as it stands after the last step that was evaluated. Raises Unreplayable: there is none."""
        if not self.states:
            raise self.stopped or NotFound(Saying("There is no game {game}.", game=self.game))
        last = self.rows[len(self.states) - 1]
        return Stream(stream_of_game(self.game), self.states[-1], len(self.states), link(last), self.kind.name)


def film(ledger: Ledger, game: str) -> Film:
    """The game ("{table}-{number}"), folded once to its end, or as far as it can be. Raises NotFound, and Unreplayable where even
    its first event does not say what game it is."""
    stream = stream_of_game(game)
    rows = ledger.history(stream) if is_stream(stream) else []
    if not rows:
        raise NotFound(Saying("There is no game {game}.", game=game))
    kind = KINDS.get(rows[0].topic.partition(".")[0])
    if kind is None:
        raise Unreplayable(game, 1, len(rows), Saying("nobody here knows the game of {name}", name=rows[0].topic))
    folded = Film(game, kind, rows)
    state, head = kind.decider.initial, GENESIS
    for number, row in enumerate(rows, 1):
        try:
            envelope = _read(ledger, row, number, head, kind)
            before, state = state, kind.decider.evolve(state, envelope.event)
            _possible(kind, before, envelope.event, state)
        except _Impossible as fault:
            folded.stopped = Unreplayable(game, number, len(rows), fault.saying)
        except Unreadable as fault:
            folded.stopped = Unreplayable(game, number, len(rows), fault.cause)
        except CAN_NOT_BE as fault:
            why = Saying("{name} cannot follow what was before it ({fault})", name=row.topic, fault=type(fault).__name__)
            folded.stopped = Unreplayable(game, number, len(rows), why)
        if folded.stopped:
            break
        folded.envelopes.append(envelope)
        folded.states.append(state)
        head = link(row)
    return folded


def steps(ledger: Ledger, game: str) -> list[Step]:
    """Every step of the game, folded once. Raises NotFound, Unreplayable."""
    whole = film(ledger, game).whole()
    return [whole.step(number) for number in range(1, len(whole.rows) + 1)]


def step(ledger: Ledger, game: str, number: int) -> Step:
    """One step of the game. Raises NotFound (it has not so many), Unreplayable (at this step or before it)."""
    return film(ledger, game).step(number)


class _Impossible(Exception):
    """A row that does not belong where it stands. says: why, a part of a sentence, with the facts in it."""

    def __init__(self, says: str, **facts: object) -> None:
        self.saying = Saying(says, **facts)
        super().__init__(str(self.saying))


def _read(ledger: Ledger, row: Kept, number: int, head: str, kind: Kind) -> Envelope:
    if row.originator_version != number:
        raise _Impossible("in its place stands event {found}", found=row.originator_version)
    envelope = ledger.decode(row)
    if (envelope.stream, envelope.version) != (row.stream, number):
        itself = "it says of itself that it is event {version} of {stream}"
        raise _Impossible(itself, version=envelope.version, stream=envelope.stream)
    if envelope.prev != head:
        raise _Impossible("it does not follow the event that stands before it")
    if row.topic not in kind.events or (number == 1) != (declared(envelope.event).role is Role.BEGINS):
        raise _Impossible("{name} has no place here", name=row.topic)
    return envelope


def _possible(kind: Kind, before: Playing, event: Happened, after: Playing) -> None:
    """Raises _Impossible: a card was played that its player did not hold, or chips appeared from nowhere or vanished."""
    if plays(event) and kind.possible(before, event.seat) is None and event.card not in before.hands.get(event.seat, ()):
        raise _Impossible("a card was played that its player did not hold")
    if not begins(event):
        brought = event.chips if adds(event) else 0
        if after.pot + sum(after.stacks.values()) != before.pot + sum(before.stacks.values()) + brought:
            raise _Impossible("chips came from nowhere, or went nowhere")
