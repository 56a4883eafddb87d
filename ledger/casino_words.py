"""Sentences for what happens in a game of Casino; part of `transcript`. Nothing hidden is told.

Where a rule brings the event about, the sentence ends with its identifier.
"""

from collections.abc import Callable, Iterable, Mapping
from typing import Any

from engine.casino import events
from engine.casino import offence_events as offences
from engine.casino.builds import Build
from engine.parts import Stake
from ledger.offence_words import seats

BECAUSE = {
    "claim": "the claim is right, CAS-CLAIM-1",
    "false_claim": "the claim was wrong, CAS-VIOL-2",
    "false_build": "a false build, CAS-VIOL-1",
    "left": "the others are gone, CAS-OUT-1",
    "target": "the highest at the end of a deck, CAS-CLAIM-2",
    "decks": "the decks of a strict game are played, CAS-SCORE-6",
}
OUT = {"false_claim": "the claim was wrong", "false_build": "a false build"}
POINTS = ("cards", "spades", "big_casino", "little_casino", "aces", "sweeps")


def _cards(cards: Iterable[str]) -> str:
    return ", ".join(cards)


def _started(event: events.GameStarted) -> str:
    dealer = "the lot names the dealer" if event.dealer is None else f"seat {event.dealer} deals"
    return f"Game {event.number} begins with {seats(seated.seat for seated in event.seats)}; {dealer}."


def _lot(event: events.LotDrawn) -> str:
    drawn = "; again: ".join(", ".join(f"seat {draw.seat} {draw.card}" for draw in each) for each in event.rounds)
    return f"Drawn for the deal: {drawn}. Seat {event.dealer} deals (CAS-DEAL-4)."


def _stakes(event: events.StakesPosted) -> str:
    out = f" {seats(event.out).capitalize()} out: the stake can not be paid." if event.out else ""
    who = seats(stake.seat for stake in event.stakes).capitalize()
    each = event.stakes[0].chips if event.stakes else 0
    return f"{who} post {each} each: the pot is {event.pot} (CAS-POT-1).{out}"


def _cut(event: events.DeckCut) -> str:
    place = "cuts" if event.at is None else f"cuts at {event.at}"
    return f"Seat {event.seat} {place} (CAS-DEAL-4)."


def _dealt(event: events.CardsDealt) -> str:
    many = max((len(hand) for hand in event.hands.values()), default=0)
    table = f", and to the table {_cards(event.table)}" if event.table else ""
    last = " This is the last deal of the deck." if event.last else ""
    return f"Seat {event.dealer} deals {many} cards each to {seats(sorted(event.hands))}{table} (CAS-DEAL-1).{last}"


def _dealt_unseen(event: events.DealtUnseen) -> str:
    table = f", and to the table {_cards(event.table)}" if event.table else ""
    last = " This is the last deal of the deck." if event.last else ""
    return f"Seat {event.dealer} deals {event.each} cards each, unseen, to {seats(sorted(event.seats))}{table} (CAS-DEAL-6).{last}"


def _captured(event: events.CardsCaptured) -> str:
    builds = [f"build {build}" for build in event.builds]
    sweep = " The table is empty: a sweep (CAS-CAP-4)." if event.sweep else ""
    return f"Seat {event.seat} captures {_cards([*event.loose, *builds])} with {event.card} (CAS-CAP-6).{sweep}"


def _made(event: events.BuildMade) -> str:
    what = f"{'a doubled' if event.doubled else 'a'} build of {event.value}, build {event.build}"
    return f"Seat {event.seat} lays {event.card} with {_cards(event.loose)}: {what} (CAS-BUILD-1)."


def _doubled(event: events.BuildDoubled) -> str:
    with_loose = f" with {_cards(event.loose)}" if event.loose else ""
    return f"Seat {event.seat} puts {event.card}{with_loose} to build {event.build} of {event.value}: it is doubled (CAS-BUILD-3)."


def _raised(event: events.BuildRaised) -> str:
    with_loose = f" and {_cards(event.loose)}" if event.loose else ""
    doubled = ", doubled" if event.doubled else ""
    raises = f"raises build {event.build} from {event.was} to {event.value} with {event.card}{with_loose}{doubled}"
    return f"Seat {event.seat} {raises} (CAS-BUILD-4)."


def _last_cards(event: events.LastCardsTaken) -> str:
    over = f" {len(event.undealt)} cards were not dealt." if event.undealt else ""
    what = f"What lies on the table, {_cards(event.table)}, goes" if event.table else "What was not dealt goes"
    who = f"to seat {event.seat}, who captured last" if event.seat else "to nobody, since nobody has captured"
    return f"{what} {who} (CAS-LAST-1).{over}"


def _scored(event: events.DeckScored) -> str:
    told = []
    for side in event.sides:
        parts = [f"{name.replace('_', ' ')} {points}" for name in POINTS if (points := getattr(side, name))]
        told.append(f"{seats(side.seats)}: {side.points} ({', '.join(parts) or 'nothing'}), {side.score} in all")
    following = f" Seat {event.next_dealer} deals the next one." if event.next_dealer else ""
    return f"Deck {event.deck} is scored: {'; '.join(told)} (CAS-SCORE-1 to -3).{following}"


def _claimed(event: events.TargetClaimed) -> str:
    judged = "that is right" if event.right else "that is wrong"
    rule = "CAS-CLAIM-1" if event.right else "CAS-VIOL-2"
    return f"Seat {event.seat} claims {event.target} points and has {event.points}: {judged} ({rule})."


def _decided(event: events.GameDecided) -> str:
    scores = ", ".join(f"seat {score.seat}: {score.points}" for score in event.scores)
    return f"The game is decided for {seats(event.winners)}: {BECAUSE.get(event.because, event.because)}. Points: {scores}."


def _moved(stakes: Iterable[Stake], word: str) -> str:
    return ", ".join(f"{stake.chips} {word} seat {stake.seat}" for stake in stakes)


def _revealed(event: events.DeckRevealed) -> str:
    if event.everything:
        return "All hands, the stock and the secrets of the shuffles are open now."
    if not event.hands:
        return "Nothing is revealed."
    return f"Open now are the hands of {', '.join(f'seat {hand.seat} of deal {hand.deal}' for hand in event.hands)}."


def _ended(event: events.GameEnded) -> str:
    stacks = ", ".join(f"seat {stake.seat} {stake.chips}" for stake in event.stacks)
    dealer = "The lot names the next dealer" if event.next_dealer is None else f"Seat {event.next_dealer} deals next"
    return f"The game is over ({event.how}). Stacks: {stacks}. {dealer} (CAS-DEAL-4)."


def _play(event: Any) -> str:
    """ "9H, played by seat 2 in deal 1"."""
    return f"{event.card}, played by seat {event.against} in deal {event.deal}"


def _build(build: Build) -> str:
    return f"build {build.id} of {build.value} ({_cards(build.cards)})"


def _restored(event: offences.PlayRestored) -> str:
    lying = [*event.loose, *[_build(build) for build in event.builds]]
    return f"The play of {event.card} by seat {event.seat} is put right. On the table: {_cards(lying)} (CAS-VIOL-1)."


def _deducted(event: offences.PointsDeducted) -> str:
    found = f"claimed by seat {event.claimant}" if event.found_by == "claim" else "found by the steward"
    cited = f"{event.rule}; broken: {event.broken}"
    for_what = f"for a false build with {event.card}, {found}"
    return f"Seat {event.seat} loses {event.points} points {for_what}: the score is {event.score} ({cited})."


def _missing_last(event: offences.MissingLastClaimed) -> str:
    scores = ", ".join(f"seat {score.seat} has {score.points}" for score in event.scores)
    costs = f" A point to each opponent: {scores}." if scores else ""
    return f"Seat {event.seat} claims that seat {event.dealer} has not announced the last deal (CAS-DEAL-3).{costs}"


def _corrected(event: offences.EntryCorrected) -> str:
    moves = "; ".join(part for part in (_moved(event.returned, "to"), _moved(event.taken, "from")) if part)
    chips = f" Chips go back: {moves}." if moves else ""
    return (
        f"The entry of step {event.step} was mistyped: {event.reason}. "
        f"The game is as it was before it; the pot is {event.pot} (CAS-REC-1).{chips}"
    )


def _voided(event: offences.GameVoided) -> str:
    back = f" Returned: {_moved(event.returned, 'to')}." if event.returned else ""
    return f"The game is void: {event.reason}. Everybody has back what he put in (CAS-VOID-1).{back}"


WORDS: Mapping[type, Callable[[Any], str]] = {
    events.GameStarted: _started,
    events.LotDrawn: _lot,
    events.StakesPosted: _stakes,
    events.DeckCommitted: lambda e: f"The service shuffles for seat {e.seat} and commits to the order of the deck (CAS-DEAL-6).",
    events.DeckShuffled: lambda e: f"Seat {e.seat} shuffles (CAS-DEAL-4).",
    events.DeckCut: _cut,
    events.LastAnnounced: lambda e: f"Seat {e.seat} announces the last deal (CAS-DEAL-3).",
    events.CardsDealt: _dealt,
    events.DealtUnseen: _dealt_unseen,
    events.CardTrailed: lambda e: f"Seat {e.seat} trails {e.card} (CAS-TRAIL-1).",
    events.CardsCaptured: _captured,
    events.BuildMade: _made,
    events.BuildDoubled: _doubled,
    events.BuildRaised: _raised,
    events.LastCardsTaken: _last_cards,
    events.DeckScored: _scored,
    events.TargetClaimed: _claimed,
    events.PlayerPutOut: lambda e: f"Seat {e.seat} is out of this game: {OUT.get(e.because, e.because)} ({e.rule}, CAS-OUT-1).",
    events.GameDecided: _decided,
    events.PointsPosted: lambda e: f"For points: {_moved(e.stakes, 'from')}; the pot is {e.pot} (CAS-POT-1).",
    events.PotAwarded: lambda e: f"The pot goes out: {_moved(e.shares, 'to')} ({BECAUSE.get(e.because, e.because)}).",
    events.DeckRevealed: _revealed,
    events.GameEnded: _ended,
    events.ToppedUp: lambda e: f"Seat {e.seat} brings {e.chips} from the wallet (TABLE-4).",
    events.PlayerLeft: lambda e: f"The player at seat {e.seat} leaves the table and is out; his stake stays (CAS-OUT-1).",
    events.EndTimeReached: lambda _: "The agreed end of the sitting has come; this game is played to its end (TABLE-3).",
    offences.CardExposed: lambda e: f"In dealing, {e.card} of seat {e.seat} is exposed (CAS-VIOL-3).",
    offences.ExposedCardKept: lambda e: f"Seat {e.seat} keeps the exposed {e.card} (CAS-VIOL-3).",
    offences.DealAnnulled: lambda e: f"Deal {e.deal} is dealt anew by seat {e.dealer}, at the word of seat {e.seat} ({e.rule}).",
    offences.CardPlayedOutOfTurn: lambda e: f"Seat {e.seat} plays {e.card} out of turn: it lies exposed (CAS-VIOL-4).",
    offences.ClaimMade: lambda e: f"Seat {e.seat} claims: {_play(e)}, was against the rules (CAS-VIOL-1).",
    offences.ClaimUpheld: lambda e: f"The claim of seat {e.seat} is right: {_play(e)}, broke {e.rule}.",
    offences.ClaimUnfounded: lambda e: f"The claim of seat {e.seat} is unfounded: {_play(e)}, was by the rules (CAS-VIOL-1).",
    offences.OffenceFound: lambda e: f"The steward finds: {_play(e)}, broke {e.rule}.",
    offences.PlayRestored: _restored,
    offences.PointsDeducted: _deducted,
    offences.MissingLastClaimed: _missing_last,
    offences.EntryCorrected: _corrected,
    offences.GameVoided: _voided,
}
