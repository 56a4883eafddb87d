"""Ways to tell events of which more has to be looked at than their fields alone, as games have them in common."""

from collections.abc import Callable, Mapping
from typing import Any

from engine.declared import declared
from ledger.words.voice import Voice, first_capital

Facts = dict[str, Any]
Tell = Callable[[Voice, Any, Facts], str]


def _started(voice: Voice, event: Any, facts: Facts) -> str:
    dealing = "game_started.lot" if event.dealer is None else "game_started.dealer"
    return voice.say("game_started", **facts, dealing=voice.say(dealing, **facts))


def _lot(voice: Voice, event: Any, facts: Facts) -> str:
    rounds = [", ".join(f"{voice.seat(draw.seat)} {voice.card(draw.card)}" for draw in each) for each in event.rounds]
    return voice.say("lot_drawn", **facts, drawn=voice.say("lot_drawn.again").join(rounds) or voice.say("lot_drawn.nobody"))


def posted(voice: Voice, event: Any, facts: Facts) -> str:
    """What everybody puts in, and who is out of it."""
    key = declared(event).sentence
    who = voice.seats(stake.seat for stake in event.stakes)
    each = voice.chips(event.stakes[0].chips if event.stakes else 0)
    return voice.say(key, **facts, who=who, Who=first_capital(who, voice.names), each=each) + (
        voice.say(f"{key}.out", **facts) if event.out else ""
    )


def _cut(voice: Voice, event: Any, facts: Facts) -> str:
    return voice.say("deck_cut.uncounted" if event.at is None else "deck_cut", **facts)


def _dealt(voice: Voice, event: Any, facts: Facts) -> str:
    """Of hands only how many cards they have."""
    hands = getattr(event, "hands", None)
    if hands is not None:
        facts = {**facts, "each": max((len(hand) for hand in hands.values()), default=0)}
    key = declared(event).sentence
    to = voice.seats(sorted(event.seats if hands is None else hands))
    laid, last = "", ""
    if hasattr(event, "table"):
        game = declared(event).family
        laid = voice.say(f"{game}.cards_dealt.open", **facts) if event.table else ""
        last = voice.say(f"{game}.cards_dealt.last") if event.last else ""
    return voice.say(key, **{**facts, "to": to, "open": laid, "last": last})


def varied(voice: Voice, event: Any, facts: Facts) -> str:
    """By `because`, where the language has a sentence for that."""
    key = declared(event).sentence
    if "shares" in facts:
        facts = {**facts, "shares": voice.stakes(event.shares, "item.to")}
    return voice.say(f"{key}.{event.because}" if voice.has(f"{key}.{event.because}") else key, **facts)


def _revealed(voice: Voice, event: Any, facts: Facts) -> str:
    if event.everything:
        return voice.say("deck_revealed.everything", **facts)
    hands = [voice.say("hand_of_deal", seat=voice.seat(hand.seat), deal=hand.deal) for hand in event.hands]
    return voice.say(f"deck_revealed.{'hands' if hands else 'nothing'}", **{**facts, "hands": ", ".join(hands)})


def _ended(voice: Voice, event: Any, facts: Facts) -> str:
    dealing = "game_ended.lot" if event.next_dealer is None else "game_ended.dealer"
    told = {"how": voice.term("game_ended", event.how), "dealing": voice.say(dealing, **facts)}
    return voice.say("game_ended", **{**facts, **told})


def _about(voice: Voice, event: Any, facts: Facts) -> str:
    """A claim or a finding: it is about a play."""
    known = declared(event)
    play = voice.say(f"{known.family}.play" if voice.has(f"{known.family}.play") else "play", **facts)
    return voice.say(known.sentence, **facts, play=play)


def fined(voice: Voice, event: Any, facts: Facts) -> str:
    """What an offence costs, in chips or points, with both rules."""
    found = voice.say(f"found.{event.found_by}", **facts) if voice.has(f"found.{event.found_by}") else event.found_by
    rules = [event.rule] + ([voice.say("broken", rule=event.broken)] if event.broken != event.rule else [])
    told = {
        "what": _offence(voice, event, facts),
        "found": found,
        "cited": "; ".join(rules),
    }
    return voice.say(declared(event).sentence, **{**facts, **told})


def _offence(voice: Voice, event: Any, facts: Facts) -> str:
    """With its card, where there is one and the language says it with that."""
    key = f"offence.{event.offence}.card"
    return voice.say(key, **facts) if event.card and voice.has(key) else voice.term("offence", event.offence)


def returned(voice: Voice, event: Any) -> str:
    """Which chips go back to whom; "" where none do."""
    return voice.say("returned", moves=voice.stakes(event.returned, "item.to")) if event.returned else ""


def _voided(voice: Voice, event: Any, facts: Facts) -> str:
    return voice.say("game_voided", **facts) + returned(voice, event)


def _corrected(voice: Voice, event: Any, facts: Facts) -> str:
    moves = [voice.stakes(stakes, key) for stakes, key in ((event.returned, "item.to"), (event.taken, "item.from")) if stakes]
    chips = voice.say("entry_corrected.chips", moves="; ".join(moves)) if moves else ""
    return voice.say("entry_corrected", **facts) + chips


# By the word of an event, in every game that does not tell it otherwise.
TELLING: Mapping[str, Tell] = {
    "game_started": _started,
    "lot_drawn": _lot,
    "antes_posted": posted,
    "stakes_posted": posted,
    "deck_cut": _cut,
    "cards_dealt": _dealt,
    "dealt_unseen": _dealt,
    "pot_awarded": varied,
    "deck_revealed": _revealed,
    "game_ended": _ended,
    "claim_made": _about,
    "claim_upheld": _about,
    "claim_unfounded": _about,
    "claim_lapsed": _about,
    "offence_found": _about,
    "penalty_imposed": fined,
    "points_deducted": fined,
    "game_voided": _voided,
    "entry_corrected": _corrected,
}
