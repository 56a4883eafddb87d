"""What a game and the rulings on it amount to: the facts on which the next ruling is decided.

HIDDEN: moments hold whole states of the game. What is worked out here from them are chips and seats.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime
from itertools import pairwise
from typing import TYPE_CHECKING

from engine.declared import Role, declared
from engine.disputes.case import Case
from engine.disputes.holding import holding
from engine.disputes.opinion import Moment
from engine.games import Kind
from ledger.money.postings import lines
from ledger.replays.film import Film
from ledger.store.kinds import doing

if TYPE_CHECKING:
    from engine.disputes import Dispute
    from engine.disputes.events import Movement, Ruled
    from ledger.store.envelope import Kept

# Decision -> the acts of a game by which it is carried out there while it runs.
CARRIED_OUT = {
    "penalty": ("penalise",),
    "restore": ("penalise", "correct"),
    "void_deal": ("void_deal",),
    "void_game": ("void_game",),
}
CORRECTED, VOIDED, PUNISHED = doing(Role.CORRECTS), doing(Role.VOIDS), doing(Role.FINES)
GIVEN_AWAY = doing(Role.AWARDS, Role.VOIDS)


@dataclass(frozen=True, slots=True)
class Story:
    """A game up to one of its versions. rows and moments belong to each other, one for each step."""

    kind: Kind
    rows: tuple[Kept, ...]
    moments: tuple[Moment, ...]
    ended_at: datetime | None

    @property
    def hidden(self) -> frozenset[type]:
        """Events of this game that hold hidden cards."""
        return frozenset(event for event in self.kind.events.values() if declared(event).sealed)


def story_of(whole: Film, last: int) -> Story:
    """The game up to its step `last`. Raises Unreplayable: a step up to there is damaged."""
    if last > len(whole.states):
        whole.whole()
    decider, moments, before = whole.kind.decider, [], whole.kind.decider.initial
    for number, (envelope, after) in enumerate(zip(whole.envelopes[:last], whole.states[:last], strict=True), 1):
        moments.append(Moment(number, envelope.event, before, after))
        before = after
    at = whole.envelopes[last - 1].effective_at if decider.is_over(before) else None
    return Story(whole.kind, tuple(whole.rows[:last]), tuple(moments), at)


def case(told: Story, disputes: Iterable[Dispute], this: Dispute) -> Case:
    """The facts for the next ruling in `this` dispute; `disputes` are all of the game, this one among them."""
    state = told.moments[-1].after
    seats = {player: seat for seat, player in state.players.items()}
    others = [one for one in disputes if one.id != this.id]
    results: Counter[int] = Counter(_by_seat(told, range(1, len(told.rows) + 1), seats))
    fines: Counter[int] = Counter()
    shares: Counter[int] = Counter()
    sharing, dealer, void = state.seats, state.dealer, False
    given = [one for one in told.moments if told.rows[one.step - 1].topic in GIVEN_AWAY and not _undone(told, one.step)]
    if given:
        shares.update(_by_seat(told, [given[-1].step], seats))
        claims = told.kind.sharing(given[-1].before)
        void = told.rows[given[-1].step - 1].topic in VOIDED
        sharing, dealer = tuple(sorted(claims if void else {*claims, *shares})), given[-1].before.dealer
    for dispute in (*others, this):
        _count(dispute, results, fines, shares)
        for step in _no_longer(told, dispute) if void else ():
            shares.update(_by_seat(told, [step], seats))
    earlier, binding = this.ruling, holding(others)
    if earlier is not None and not earlier.steps:
        _add(earlier.moved, results, fines, -1)
    done = tuple(_left(told, earlier)) if earlier is not None else ()
    awarded = binding is not None and binding.ends == "award"  # then nothing is void
    undone = earlier is not None and bool(earlier.steps) and taken_away(told, earlier, but_void=awarded)
    fined = [step for step in done if told.rows[step - 1].topic in PUNISHED]
    standing = _by_seat(told, fined, seats)
    return Case(
        over=told.ended_at is not None,
        players=dict(state.players),
        dealer=dealer,
        results={seat: chips for seat, chips in results.items() if chips},
        fines={seat: chips for seat, chips in fines.items() if chips},
        shares={seat: chips for seat, chips in shares.items() if chips},
        sharing=sharing,
        void=void,
        bound=binding.id if binding is not None else "",
        standing={seat: -chips for seat, chips in standing.items() if chips < 0},
        undone=undone,
        fined=bool(fined) and not undone,
        can=tuple(word for word, acts in CARRIED_OUT.items() if any(act in told.kind.actions for act in acts)),
    )


def _left(told: Story, ruling: Ruled) -> range:
    """The steps of what the ruling did in the running game, unless a correction has undone it."""
    if not ruling.steps or taken_away(told, ruling, but_void=True):
        return range(0)
    return range(ruling.steps[0], ruling.steps[1] + 1)


def given_back_since(told: Story, dispute: Dispute) -> bool:
    """Whether rulings of the dispute have given back, after the game, what a penalty by one of them had cost in it."""
    return any(
        _by_seat(told, [step], {player: seat for seat, player in told.moments[-1].after.players.items()})
        for step in _no_longer(told, dispute)
    )


def _no_longer(told: Story, dispute: Dispute) -> Iterator[int]:
    """Steps of penalties that rulings of the dispute have imposed in the running game which hold no longer. When the game was made
    void they went back, and no award of what went back takes them in again."""
    for ruling, later in pairwise(dispute.rulings):
        if ruling.steps != later.steps:  # else it was confirmed
            yield from (step for step in _left(told, ruling) if told.rows[step - 1].topic in PUNISHED)


def _undone(told: Story, step: int) -> bool:
    """Whether a correction has gone back to before this step since."""
    return any(declared(one.event).role is Role.CORRECTS and one.event.step <= step for one in told.moments[step:])


def _by_seat(told: Story, steps: Iterable[int], seats: dict[str, int]) -> dict[int, int]:
    """What these steps have brought the stack of each seat (out of it: below zero)."""
    came: Counter[int] = Counter()
    for step in steps:
        row = told.rows[step - 1]
        for line in lines(row.stream, row.topic, told.moments[step - 1].event):
            player = line.account.split(":")[1]
            if line.account.startswith("player:"):
                came[seats[player]] += line.chips
    return dict(came)


def _count(dispute: Dispute, results: Counter[int], fines: Counter[int], shares: Counter[int]) -> None:
    """All that the rulings of a dispute have moved. Where the end of a penalty was paid out of shares of the pot, they are less."""
    before: Ruled | None = None
    for ruling in dispute.rulings:
        _add((*ruling.returned, *ruling.moved), results, fines, 1)
        if before is not None and before.steps:
            for move in ruling.returned:
                if move.way == "taken":
                    shares[move.seat] -= move.chips
        before = ruling


def _add(moves: Sequence[Movement], results: Counter[int], fines: Counter[int], sign: int) -> None:
    for move in moves:
        if move.way in ("fined", "forgiven"):
            fines[move.seat] += sign * (move.chips if move.way == "fined" else -move.chips)
        else:
            results[move.seat] += sign * (move.chips if move.way == "given" else -move.chips)


def taken_away(told: Story, ruling: Ruled, *, but_void: bool = False) -> bool:
    """Whether a correction reaches back before what the ruling did in the game, or the whole game was made void after it and still
    is. but_void: do not count that the game was made void."""
    later = [(told.rows[one.step - 1].topic, one) for one in told.moments[ruling.steps[1] :]]
    if any(topic in CORRECTED and one.event.step <= ruling.steps[0] for topic, one in later):
        return True
    return not but_void and any(topic in VOIDED and not _undone(told, one.step) for topic, one in later)
