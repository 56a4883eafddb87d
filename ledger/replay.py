"""A game played again from what was recorded: after each step the state, and what the player in turn could then choose.

HIDDEN: a state holds every hand and the order of the deck. Whoever shows it answers for what the viewer may see.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from engine.games import KINDS, Kind
from ledger.envelope import GENESIS, Envelope, Kept, link
from ledger.errors import LedgerError, NotFound, Unreadable
from ledger.ids import is_stream

if TYPE_CHECKING:
    from ledger.app import Ledger


@dataclass(frozen=True, slots=True)
class Step:
    """number: of the event in its game, from 1. state: after it. legal: what the seat in turn may then do, () if nobody is."""

    number: int
    row: Kept
    envelope: Envelope
    state: Any
    legal: tuple[Any, ...]


class Unreplayable(LedgerError):
    """A recorded step is damaged or can not have happened after the steps before it.

    step: its number. unread: the numbers of the steps that were therefore not evaluated, this one the first.
    """

    def __init__(self, game: str, step: int, last: int, why: str) -> None:
        self.game, self.step, self.why = game, step, why
        self.unread = range(step, last + 1)
        rest = f"; steps {step} to {last} were not evaluated" if last > step else "; it was not evaluated"
        super().__init__(f"Step {step} of game {game} can not be replayed: {why}{rest}.")


def steps(ledger: Ledger, game: str) -> list[Step]:
    """Every step of the game ("{table}-{number}"), folded once. Raises NotFound, Unreplayable."""
    return list(_played(ledger, game, every=True))


def step(ledger: Ledger, game: str, number: int) -> Step:
    """One step of the game. Raises NotFound (it has not so many), Unreplayable (at this step or before it)."""
    for played in _played(ledger, game, every=False, last=number):
        return played
    raise NotFound(f"Game {game} has no step {number}.")


def _played(ledger: Ledger, game: str, *, every: bool, last: int | None = None) -> Iterator[Step]:
    """The steps up to `last`, or that one alone; legal choices are worked out only for the steps that are given."""
    stream = f"game-{game}"
    rows = ledger.history(stream) if is_stream(stream) else []
    if not rows:
        raise NotFound(f"There is no game {game}.")
    kind = KINDS.get(rows[0].topic.partition(".")[0])
    if kind is None:
        raise Unreplayable(game, 1, len(rows), f"nobody here knows the game of {rows[0].topic}")
    state, head = kind.decider.initial, GENESIS
    for number, row in enumerate(rows if last is None else rows[: max(last, 0)], 1):
        try:
            envelope = _read(ledger, row, number, head, kind)
            state = kind.decider.evolve(state, envelope.event)
            if every or number == last:
                yield Step(number, row, envelope, state, _choices(kind, state))
        except _Impossible as fault:
            raise Unreplayable(game, number, len(rows), str(fault)) from fault
        except Unreadable as fault:
            raise Unreplayable(game, number, len(rows), fault.why) from fault
        except (ArithmeticError, AttributeError, LookupError, TypeError, ValueError) as fault:
            why = f"{row.topic} can not follow what was before it ({type(fault).__name__})"
            raise Unreplayable(game, number, len(rows), why) from fault
        head = link(row)


class _Impossible(Exception):
    """A row that does not belong where it stands; the sentence says why."""


def _read(ledger: Ledger, row: Kept, number: int, head: str, kind: Kind) -> Envelope:
    if row.originator_version != number:
        raise _Impossible(f"in its place stands event {row.originator_version}")
    envelope = ledger.decode(row)
    if (envelope.stream, envelope.version) != (row.stream, number):
        raise _Impossible(f"it says of itself that it is event {envelope.version} of {envelope.stream}")
    if envelope.prev != head:
        raise _Impossible("it does not follow the event that stands before it")
    if (number == 1) != row.topic.endswith(".game_started") or row.topic not in kind.events:
        raise _Impossible(f"{row.topic} has no place here")
    return envelope


def _choices(kind: Kind, state: Any) -> tuple[Any, ...]:
    return kind.legal(state, state.turn) if state.turn else ()
