"""Sentences for what happens against the rules and for what is ruled on it; part of `transcript`. Nothing hidden is told.

Where a rule brings the event about, the sentence ends with its identifier.
"""

from collections.abc import Callable, Iterable, Mapping
from typing import Any

from engine.azi import offence_events as events

FOUND_BY = {"claim": "claimed by seat {claimant}", "steward": "found by the steward", "demand": "demanded by seat {claimant}"}
BECAUSE = {
    "exposed_card": "a card was exposed in dealing",
    "missing_cut": "the deck was dealt without its cut",
    "renege": "after a renege the right course can not be restored",
    "put_out": "the hand of who was put out was needed",
    "ruling": "the steward rules so",
}
OFFENCES = {"renege": "a renege", "exposed_card": "an exposed card", "missing_cut": "a missing cut", "false_claim": "a false claim"}


def seats(numbers: Iterable[int]) -> str:
    """ "seat 3", "seats 1, 2 and 4", "nobody"."""
    names = [str(number) for number in numbers]
    if not names:
        return "nobody"
    if len(names) == 1:
        return f"seat {names[0]}"
    return f"seats {', '.join(names[:-1])} and {names[-1]}"


def _play(event: Any) -> str:
    """ "7D, played by seat 2 to trick 1 of deal 1"."""
    return f"{event.card}, played by seat {event.against} to trick {event.trick} of deal {event.deal}"


def _penalty(event: events.PenaltyImposed) -> str:
    found = FOUND_BY.get(event.found_by, event.found_by).format(claimant=event.claimant)
    what = OFFENCES.get(event.offence, event.offence)
    card = f" with {event.card}" if event.card else ""
    cited = event.rule if event.broken == event.rule else f"{event.rule}; broken: {event.broken}"
    return f"Seat {event.seat} pays {event.chips} for {what}{card}, {found}: the pot is {event.pot} ({cited})."


def _restored(event: events.PlayRestored) -> str:
    cards = ", ".join(f"{played.card} goes back to seat {played.seat}" for played in event.taken_back)
    return f"The right course is restored: {cards}; seat {event.seat} plays again to trick {event.trick} (AZI-VIOL-3)."


def _moved(stakes: Any, word: str) -> str:
    return ", ".join(f"{stake.chips} {word} seat {stake.seat}" for stake in stakes)


def _annulled(event: events.DealAnnulled) -> str:
    why = BECAUSE.get(event.because, event.because)
    reason = f": {event.reason}" if event.reason else ""
    back = f" Returned: {_moved(event.returned, 'to')}." if event.returned else ""
    again = f" Seat {event.dealer} deals anew to {seats(event.again)}." if event.again else ""
    return f"Deal {event.deal} counts no more, since {why}{reason}; the pot is {event.pot} ({event.rule}).{back}{again}"


def _corrected(event: events.EntryCorrected) -> str:
    moves = "; ".join(part for part in (_moved(event.returned, "to"), _moved(event.taken, "from")) if part)
    chips = f" Chips go back: {moves}." if moves else ""
    return (
        f"The entry of step {event.step} was mistyped: {event.reason}. "
        f"The game is as it was before it; the pot is {event.pot} (AZI-REC-1).{chips}"
    )


def _voided(event: events.GameVoided) -> str:
    back = f" Returned: {_moved(event.returned, 'to')}." if event.returned else ""
    return f"The game is void: {event.reason}. Everybody has back what he put in (AZI-VOID-1).{back}"


WORDS: Mapping[type, Callable[[Any], str]] = {
    events.CardExposed: lambda e: f"In dealing, {e.card} of seat {e.seat} is exposed (AZI-VIOL-1).",
    events.ExposedCardKept: lambda e: f"Seat {e.seat} keeps the exposed {e.card} (AZI-VIOL-1).",
    events.CardReplaced: lambda e: (
        f"Seat {e.seat} has the exposed {e.card} replaced by the card next under the trump (AZI-VIOL-1)."
    ),
    events.ClaimMade: lambda e: f"Seat {e.seat} claims: {_play(e)}, was against the rules (AZI-CLAIM-1).",
    events.ClaimUpheld: lambda e: f"The claim of seat {e.seat} is right: {_play(e)}, broke {e.rule}.",
    events.ClaimUnfounded: lambda e: f"The claim of seat {e.seat} is unfounded: {_play(e)}, was by the rules (AZI-CLAIM-1).",
    events.ClaimLapsed: lambda e: (
        f"The claim of seat {e.seat} stays unproved: nothing has shown that {_play(e)}, was against the rules (AZI-DEAL-9)."
    ),
    events.OffenceFound: lambda e: f"The steward finds: {_play(e)}, broke {e.rule}.",
    events.PenaltyImposed: _penalty,
    events.PlayRestored: _restored,
    events.PlayerPutOut: lambda e: f"Seat {e.seat} is out of this game; what he put in stays ({e.rule}).",
    events.DealAnnulled: _annulled,
    events.EntryCorrected: _corrected,
    events.GameVoided: _voided,
}
