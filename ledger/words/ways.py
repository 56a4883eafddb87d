"""Ways to tell events of which more has to be looked at than their fields alone, as games have them in common."""

from collections.abc import Callable, Iterable, Mapping
from typing import TypeVar

from engine.cardgame import events, offence_events
from engine.declared import Happened, declared
from engine.deeds import Fines, awards, deals, deals_unseen, fines, of_deck, values
from engine.parts import Stake
from ledger.words.voice import Voice, first_capital

E = TypeVar("E", bound=Happened)
Facts = dict[str, object]
Tell = Callable[[Voice, Happened, Facts], str]


def of(kind: type[E], tell: Callable[[Voice, E, Facts], str]) -> Tell:
    """The way to tell events of this class, for whoever finds it by the word of the event."""

    def told(voice: Voice, event: Happened, facts: Facts) -> str:
        if not isinstance(event, kind):
            raise TypeError(f"{declared(event).name} is no {kind.__name__}")
        return tell(voice, event, facts)

    return told


def _started(voice: Voice, event: events.GameStarted, facts: Facts) -> str:
    dealing = "game_started.lot" if event.dealer is None else "game_started.dealer"
    return voice.say("game_started", **facts, dealing=voice.say(dealing, **facts))


def _lot(voice: Voice, event: events.LotDrawn, facts: Facts) -> str:
    rounds = [", ".join(f"{voice.seat(draw.seat)} {voice.card(draw.card)}" for draw in each) for each in event.rounds]
    return voice.say("lot_drawn", **facts, drawn=voice.say("lot_drawn.again").join(rounds) or voice.say("lot_drawn.nobody"))


def _posted(voice: Voice, event: events.StakesPosted, facts: Facts) -> str:
    key = declared(event).sentence
    who = voice.seats(stake.seat for stake in event.stakes)
    each = voice.chips(event.stakes[0].chips if event.stakes else 0)
    return voice.say(key, **facts, who=who, Who=first_capital(who, voice.names), each=each) + (
        voice.say(f"{key}.out", **facts) if event.out else ""
    )


# What everybody puts in, and who is out of it.
posted = of(events.StakesPosted, _posted)


def _cut(voice: Voice, event: events.DeckCut, facts: Facts) -> str:
    return voice.say("deck_cut.uncounted" if event.at is None else "deck_cut", **facts)


def _dealt(voice: Voice, event: Happened, facts: Facts) -> str:
    """Of hands only how many cards they have."""
    known = declared(event)
    if deals(event):
        each, to, deck = max((len(hand) for hand in event.hands.values()), default=0), sorted(event.hands), of_deck(event)
        facts = {**facts, "each": each}
    elif deals_unseen(event):
        to, deck = sorted(event.seats), of_deck(event)
    else:
        raise TypeError(f"{known.name} deals nothing")
    laid, last = "", ""
    if deck.table is not None:
        laid = voice.say(f"{known.family}.cards_dealt.open", **facts) if deck.table else ""
        last = voice.say(f"{known.family}.cards_dealt.last") if deck.last else ""
    return voice.say(known.sentence, **{**facts, "to": voice.seats(to), "open": laid, "last": last})


def varied(voice: Voice, event: Happened, facts: Facts) -> str:
    """By `because`, where the language has a sentence for that."""
    key, because = declared(event).sentence, values(event)["because"]
    if awards(event):
        facts = {**facts, "shares": voice.stakes(event.shares, "item.to")}
    return voice.say(f"{key}.{because}" if voice.has(f"{key}.{because}") else key, **facts)


def _revealed(voice: Voice, event: events.DeckRevealed, facts: Facts) -> str:
    if event.everything:
        return voice.say("deck_revealed.everything", **facts)
    hands = [voice.say("hand_of_deal", seat=voice.seat(hand.seat), deal=hand.deal) for hand in event.hands]
    return voice.say(f"deck_revealed.{'hands' if hands else 'nothing'}", **{**facts, "hands": ", ".join(hands)})


def _ended(voice: Voice, event: events.GameEnded, facts: Facts) -> str:
    dealing = "game_ended.lot" if event.next_dealer is None else "game_ended.dealer"
    told = {"how": voice.term("game_ended", event.how), "dealing": voice.say(dealing, **facts)}
    return voice.say("game_ended", **{**facts, **told})


def _about(voice: Voice, event: Happened, facts: Facts) -> str:
    """A claim or a finding: it is about a play."""
    known = declared(event)
    play = voice.say(f"{known.family}.play" if voice.has(f"{known.family}.play") else "play", **facts)
    return voice.say(known.sentence, **facts, play=play)


def fined(voice: Voice, event: Happened, facts: Facts) -> str:
    """What an offence costs, in chips or points, with both rules."""
    sentence = declared(event).sentence
    if not fines(event):
        raise TypeError(f"{sentence} imposes no penalty")
    found = voice.say(f"found.{event.found_by}", **facts) if voice.has(f"found.{event.found_by}") else event.found_by
    rules = [event.rule] + ([voice.say("broken", rule=event.broken)] if event.broken != event.rule else [])
    told = {
        "what": _offence(voice, event, facts),
        "found": found,
        "cited": "; ".join(rules),
    }
    return voice.say(sentence, **{**facts, **told})


def _offence(voice: Voice, event: Fines, facts: Facts) -> str:
    """With its card, where there is one and the language says it with that."""
    key = f"offence.{event.offence}.card"
    return voice.say(key, **facts) if event.card and voice.has(key) else voice.term("offence", event.offence)


def returned(voice: Voice, stakes: Iterable[Stake]) -> str:
    """Which chips go back to whom; "" where none do."""
    moves = voice.stakes(stakes, "item.to")
    return voice.say("returned", moves=moves) if moves else ""


def _voided(voice: Voice, event: offence_events.GameVoided, facts: Facts) -> str:
    return voice.say("game_voided", **facts) + returned(voice, event.returned)


def _corrected(voice: Voice, event: offence_events.EntryCorrected, facts: Facts) -> str:
    moves = [voice.stakes(stakes, key) for stakes, key in ((event.returned, "item.to"), (event.taken, "item.from")) if stakes]
    chips = voice.say("entry_corrected.chips", moves="; ".join(moves)) if moves else ""
    return voice.say("entry_corrected", **facts) + chips


# By the word of an event, in every game that does not tell it otherwise.
TELLING: Mapping[str, Tell] = {
    "game_started": of(events.GameStarted, _started),
    "lot_drawn": of(events.LotDrawn, _lot),
    "antes_posted": posted,
    "stakes_posted": posted,
    "deck_cut": of(events.DeckCut, _cut),
    "cards_dealt": _dealt,
    "dealt_unseen": _dealt,
    "pot_awarded": varied,
    "deck_revealed": of(events.DeckRevealed, _revealed),
    "game_ended": of(events.GameEnded, _ended),
    "claim_made": _about,
    "claim_upheld": _about,
    "claim_unfounded": _about,
    "claim_lapsed": _about,
    "offence_found": _about,
    "penalty_imposed": fined,
    "points_deducted": fined,
    "game_voided": of(offence_events.GameVoided, _voided),
    "entry_corrected": of(offence_events.EntryCorrected, _corrected),
}
