"""What a game and the rulings on it come to: the facts on which the next ruling is decided.

HIDDEN: moments hold whole states of the game. What is worked out here from them are chips and seats.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import TYPE_CHECKING

from engine.declared import declared
from engine.disputes.case import Case
from engine.disputes.opinion import Moment
from engine.games import Kind
from ledger.postings import lines
from ledger.replay import Film

if TYPE_CHECKING:
    from engine.disputes import Dispute
    from engine.disputes.events import Movement, Ruled
    from ledger.envelope import Kept

# Decision -> the acts of a game by which it is carried out there while it runs.
CARRIED_OUT = {
    "penalty": ("penalise",),
    "restore": ("penalise", "correct"),
    "void_deal": ("void_deal",),
    "void_game": ("void_game",),
}
GIVEN_AWAY = (".pot_awarded", ".game_voided")
PUNISHED = (".penalty_imposed", ".points_deducted")
REMADE = (".entry_corrected", ".game_voided")


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
    sharing, dealer = state.seats, state.dealer
    given = [one for one, row in zip(told.moments, told.rows, strict=True) if row.topic.endswith(GIVEN_AWAY)]
    if given:
        shares.update(_by_seat(told, [given[-1].step], seats))
        claims = told.kind.sharing(given[-1].before)
        sharing, dealer = tuple(sorted({*claims, *shares})), given[-1].before.dealer
        if told.rows[given[-1].step - 1].topic.endswith(".game_voided"):
            sharing = tuple(sorted(claims))
    for dispute in (*others, this):
        _count(dispute, results, fines, shares)
    earlier = this.ruling
    if earlier is not None and not earlier.steps:
        _add(earlier.moved, results, fines, -1)
    undone = earlier is not None and bool(earlier.steps) and taken_away(told, earlier)
    done = range(earlier.steps[0], earlier.steps[1] + 1) if earlier and earlier.steps and not undone else range(0)
    fined = [step for step in done if told.rows[step - 1].topic.endswith(PUNISHED)]
    standing = _by_seat(told, fined, seats)
    return Case(
        over=told.ended_at is not None,
        players=dict(state.players),
        dealer=dealer,
        results={seat: chips for seat, chips in results.items() if chips},
        fines={seat: chips for seat, chips in fines.items() if chips},
        shares={seat: chips for seat, chips in shares.items() if chips},
        sharing=sharing,
        bound=next((one.id for one in others if _binds(one.ruling)), ""),
        standing={seat: -chips for seat, chips in standing.items() if chips < 0},
        undone=undone,
        fined=bool(fined),
        can=tuple(word for word, acts in CARRIED_OUT.items() if any(act in told.kind.actions for act in acts)),
    )


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


def _binds(ruling: Ruled | None) -> bool:
    return ruling is not None and not ruling.steps and ruling.decision in ("award", "void_game") and bool(ruling.moved)


def taken_away(told: Story, ruling: Ruled) -> bool:
    """Whether a correction reaches back before what the ruling did in the game, or the whole game was made void after it."""
    later = zip(told.rows[ruling.steps[1] :], told.moments[ruling.steps[1] :], strict=True)
    return any(
        row.topic.endswith(REMADE) and getattr(moment.event, "step", 0) <= ruling.steps[0] for row, moment in later
    )  # a void game has no step: it goes back before everything
