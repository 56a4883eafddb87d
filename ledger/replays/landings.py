"""Where a replay can go from a step: back, on, to the first and the last, to the next and the previous deal, trick, penalty,
violation.

In Casino a trick is a capture. Violations are those that somebody has claimed, found or paid for; for those who may know of the
others, also the steps at which the engine finds one that nobody has noticed.
"""

from collections.abc import Sequence

from engine.declared import DEAL, PENALTY, TRICK, VIOLATION, declared
from engine.plain import JsonObject
from engine.saying import Saying
from ledger.replays.film import Film
from ledger.store.errors import NotFound

MARKS = (DEAL, TRICK, PENALTY, VIOLATION)
WAYS = (
    "first",
    "previous",
    "next",
    "last",
    "previous_deal",
    "next_deal",
    "previous_trick",
    "next_trick",
    "previous_penalty",
    "next_penalty",
    "previous_violation",
    "next_violation",
)


def marked(film: Film, mark: str, *, judges: bool) -> list[int]:
    """The steps of a kind, in order, as far as the game was evaluated. judges: whether the viewer may know of violations that
    nobody has noticed."""
    seen = [number for number, envelope in enumerate(film.envelopes, 1) if mark in declared(envelope.event).lands]
    return sorted({*seen, *_unnoticed(film)}) if mark == VIOLATION and judges else seen


def _unnoticed(film: Film) -> list[int]:
    """The steps at which the engine finds a violation that was not there before."""
    found, known = [], 0
    for number, state in enumerate(film.states, 1):
        many = len(film.kind.violations(state))
        if many > known:
            found.append(number)
        known = many
    return found


def landings(film: Film, step: int, *, judges: bool) -> dict[str, int | None]:
    """By each of WAYS the number of the step that it leads to; None where there is none. step: 0 is before the first one."""
    last = len(film.states)
    every = range(1, last + 1)
    told: dict[str, int | None] = {"first": 1, "previous": _before(every, step), "next": _after(every, step), "last": last}
    for mark in MARKS:
        some = marked(film, mark, judges=judges)
        told[f"previous_{mark}"], told[f"next_{mark}"] = _before(some, step), _after(some, step)
    return told


def landed(film: Film, step: int | None, way: str, *, judges: bool) -> int:
    """The step to which one of WAYS leads from `step`; None: from before the first, or where the way leads back, from the end.

    Raises NotFound: none lies there. Unreplayable: what lies there could not be evaluated.
    """
    back = way.startswith("previous")
    start = step if step is not None else len(film.rows) + 1 if back else 0
    unknown = back and step is not None and step > len(film.states) + 1  # one may lie between here and there
    found = None if unknown else landings(film, start, judges=judges)[way]
    if found is not None:
        return found
    if film.stopped and (unknown or not back):
        raise film.stopped
    raise NotFound(Saying("Game {game} has no {way} from there.", game=film.game, way=way.replace("_", " ")))


def _before(some: Sequence[int], step: int) -> int | None:
    return max((number for number in some if number < step), default=None)


def _after(some: Sequence[int], step: int) -> int | None:
    return min((number for number in some if number > step), default=None)


def told_steps(film: Film) -> list[JsonObject]:
    """The steps that were not evaluated, for a machine, each with the name under which it is stored."""
    unread = film.stopped.unread if film.stopped else range(0)
    return [{"step": number, "type": film.rows[number - 1].topic} for number in unread]
