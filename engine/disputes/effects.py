"""What a ruling moves when the game is over (DISPUTE-6), and what its end moves (DISPUTE-5). Whole chips, and every unit goes
somewhere: what is taken through the pot of the game is given out of it again."""

from collections.abc import Iterable, Mapping
from dataclasses import replace

from engine.chips import split
from engine.disputes.case import Case
from engine.disputes.commands import AFTER, Decision
from engine.disputes.events import Movement, Ruled
from engine.room.rulebook import DISPUTE_4, DISPUTE_5, DISPUTE_6
from engine.rules import require
from engine.seats import clockwise

OTHERWISE = ("award", "void_game")  # rulings by which a game has ended otherwise than it was played
PAYING = ("penalty", "pay")  # rulings that name who pays how much, when the game is over
OPPOSITE = {"taken": "given", "given": "taken", "fined": "forgiven", "forgiven": "fined"}
UNDOABLE = ("penalty", "restore")
Moves = tuple[Movement, ...]


def worked_out(earlier: Ruled | None, decision: Decision, case: Case) -> tuple[Moves, Moves]:
    """What moves when the decision takes the place of `earlier`: by the end of that, and by itself. Refuses (DISPUTE-5) what can
    not be ruled where the earlier one cannot be taken back, and (DISPUTE-6) who cannot pay or be paid."""
    returned = _taken_back(earlier, decision, case) if earlier else ()
    if not case.over:
        return returned, ()
    return returned, _moved(decision, _without(earlier, case) if earlier else case)


def in_force(earlier: Ruled | None, case: Case) -> bool:
    """Whether chips have moved by `earlier` that are not back already, so that its end would move some."""
    if earlier is None:
        return False
    return bool(case.standing) and not case.undone if earlier.steps else bool(earlier.moved)


def _taken_back(earlier: Ruled, decision: Decision, case: Case) -> Moves:
    """What moves when `earlier` no longer holds: the opposite of what it has moved; of a penalty in the running game, what stands
    of it, out of what the pot gave."""
    if not earlier.steps:
        return tuple(Movement(one.seat, one.player, one.chips, OPPOSITE[one.way]) for one in earlier.moved)
    if case.undone:
        return ()
    if earlier.decision in UNDOABLE and case.over and case.standing and any(case.shares.values()):
        return _moves(case, _sum(case.standing, _less(case)))
    on_top(earlier, decision, case)
    return ()


def on_top(earlier: Ruled, decision: Decision, case: Case) -> None:
    """Refuses (DISPUTE-5) what cannot be ruled where what `earlier` has done in the running game stays done: that it never
    happened, and while the game runs whatever would come on top of a penalty."""
    possible = AFTER if case.over else ("void_game",) if case.fined else case.can
    says = "What ruling {ruling} did in the running game cannot be undone. Possible: {earlier}, which confirms it, or {possible}."
    again = {"ruling": earlier.number, "earlier": earlier.decision}
    require(decision.word in possible, DISPUTE_5, says, **again, possible=possible)


def _without(earlier: Ruled, case: Case) -> Case:
    """The case as it would be if `earlier` had cost nothing in the running game."""
    if not earlier.steps or not case.standing:
        return case
    less = _less(case)
    return replace(case, results=_sum(case.results, _sum(case.standing, less)), shares=_sum(case.shares, less))


def _less(case: Case) -> dict[int, int]:
    """By how much smaller the shares of the pot were without what stands of the earlier ruling; below zero. Of a game that was made
    void each has had back what he had paid."""
    if case.void:
        return {seat: -chips for seat, chips in case.standing.items()}
    pot, paid = sum(case.shares.values()), sum(case.standing.values())
    got = _order(case, [seat for seat, chips in case.shares.items() if chips])
    less = _shared(pot - paid, got)
    return {seat: less[seat] - case.shares[seat] for seat in got}


def lacks_nothing(decision: Decision) -> None:
    """Refuses (DISPUTE-4) a decision after the game that does not name what it needs."""
    if decision.word in PAYING:
        says = "A ruling that somebody pays names his seat and an amount of more than zero."
        require(decision.seat is not None and decision.amount is not None and decision.amount > 0, DISPUTE_4, says)
    if decision.word in ("pay", "award") or decision.to:
        says = "A ruling that somebody is paid names seats, each once."
        require(len(set(decision.to)) == len(decision.to) > 0, DISPUTE_4, says)


def _moved(decision: Decision, case: Case) -> Moves:
    """What the decision moves after the game. Refuses (DISPUTE-6) who cannot pay or be paid."""
    lacks_nothing(decision)
    match decision.word:
        case "pay":
            return _paid(decision, case)
        case "penalty":
            return _fined(decision, case)
        case "award":
            return _awarded(decision, case)
        case "void_game":
            return _voided(case)
    return ()


def _payer(decision: Decision, case: Case) -> tuple[int, int]:
    """Who pays how much."""
    seat, chips = decision.seat or 0, decision.amount or 0
    require(seat in case.players, DISPUTE_6, "Nobody sat at seat {seat} in this game.", seat=seat)
    return seat, chips


def _receivers(decision: Decision, case: Case, chips: int) -> tuple[int, ...]:
    """Who is paid, in the order in which odd units go to them: from the left of the dealer. chips: what is shared among them."""
    to = decision.to
    strange = [seat for seat in to if seat not in case.players]
    require(not strange, DISPUTE_6, "Nobody sat at seat {seat} in this game.", seat=strange[0] if strange else None)
    says = "Each of {many} seats that are paid gets at least one unit, and {chips} is not enough for that."
    require(chips >= len(to), DISPUTE_6, says, chips=chips, many=len(to))
    return _order(case, to)


def _paid(decision: Decision, case: Case) -> Moves:
    seat, chips = _payer(decision, case)
    to = _receivers(decision, case, chips)
    require(seat not in to, DISPUTE_6, "Nobody pays himself.", seat=seat)
    return _moves(case, _sum(_shared(chips, to), {seat: -chips}))


def _fined(decision: Decision, case: Case) -> Moves:
    """To the house; or to those who may have a share of the pot, as if it had come into the pot in time."""
    seat, chips = _payer(decision, case)
    if not decision.to:
        return (Movement(seat, case.players[seat], chips, "fined"),)
    to = _receivers(decision, case, chips)
    _may_share(case, to)
    require(seat not in to, DISPUTE_6, "Nobody pays himself.", seat=seat)
    return _moves(case, _sum(_shared(chips, to), {seat: -chips}))


def _awarded(decision: Decision, case: Case) -> Moves:
    """The pot, as it was paid out or given back, goes to these seats: what they should have had, less what they had."""
    pot = sum(case.shares.values())
    require(pot > 0, DISPUTE_6, "This game has paid out no pot.")
    to = _receivers(decision, case, pot)
    _may_share(case, to)
    return _moves(case, _sum(_shared(pot, to), {seat: -chips for seat, chips in case.shares.items()}))


def _may_share(case: Case, to: tuple[int, ...]) -> None:
    folded = tuple(seat for seat in to if seat not in case.sharing)
    says = "Who folded in the deal that decided the pot, or was not in it, has no share of it."
    require(not folded, DISPUTE_6, says, seats=folded, legal=case.sharing)


def _voided(case: Case) -> Moves:
    """Everybody has back what he put in, penalties too (AZI-VOID-1), those to the house as well."""
    back = _moves(case, {seat: -chips for seat, chips in case.results.items()})
    forgiven = tuple(Movement(seat, case.players[seat], chips, "forgiven") for seat, chips in sorted(case.fines.items()) if chips)
    return (*back, *forgiven)


def _order(case: Case, seats: Iterable[int]) -> tuple[int, ...]:
    return clockwise(tuple(sorted(seats)), case.dealer)


def _shared(chips: int, to: tuple[int, ...]) -> dict[int, int]:
    return dict(zip(to, split(chips, len(to)), strict=True)) if to else {}


def _sum(first: Mapping[int, int], second: Mapping[int, int]) -> dict[int, int]:
    return {seat: first.get(seat, 0) + second.get(seat, 0) for seat in {**first, **second}}


def _moves(case: Case, changes: Mapping[int, int]) -> Moves:
    """Through the pot: first what it takes, then what it gives."""
    order = sorted(changes)
    taken = [Movement(seat, case.players[seat], -changes[seat], "taken") for seat in order if changes[seat] < 0]
    given = [Movement(seat, case.players[seat], changes[seat], "given") for seat in order if changes[seat] > 0]
    return (*taken, *given)
