"""One sentence or two for each event of a game. They say only what everybody at the table may know: no dealt hand, no stock.

Most events are told by the sentence that is declared of them (`engine/declared.py`), from their own fields; where something depends
on what they hold, a function of `TELLING` says how. Which rules are behind an event is declared there too.
"""

from collections.abc import Callable, Mapping
from typing import Any

from engine.declared import declared
from ledger.words.voice import Voice, first_capital

Facts = dict[str, Any]
ENGLISH = Voice()
POINTS = ("cards", "spades", "big_casino", "little_casino", "aces", "sweeps")


def words(event: Any, voice: Voice = ENGLISH) -> str:
    """The sentence. Raises KeyError for an event that is none of a game's."""
    known = declared(event)
    facts = voice.facts(event)
    facts["rules"] = ", ".join(known.cited(event))
    tell = TELLING.get(known.sentence) or TELLING.get(known.word)
    return tell(voice, event, facts) if tell else voice.say(known.sentence, **facts)


def _started(voice: Voice, event: Any, facts: Facts) -> str:
    dealing = "game_started.lot" if event.dealer is None else "game_started.dealer"
    return voice.say("game_started", **facts, dealing=voice.say(dealing, **facts))


def _lot(voice: Voice, event: Any, facts: Facts) -> str:
    rounds = [", ".join(f"{voice.seat(draw.seat)} {voice.card(draw.card)}" for draw in each) for each in event.rounds]
    return voice.say("lot_drawn", **facts, drawn=voice.say("lot_drawn.again").join(rounds) or voice.say("lot_drawn.nobody"))


def _posted(voice: Voice, event: Any, facts: Facts) -> str:
    key = declared(event).sentence
    who = voice.seats(stake.seat for stake in event.stakes)
    each = voice.chips(event.stakes[0].chips if event.stakes else 0)
    return voice.say(key, **facts, who=who, Who=first_capital(who, voice.names), each=each) + (
        voice.say(f"{key}.out", **facts) if event.out else ""
    )


def _cut(voice: Voice, event: Any, facts: Facts) -> str:
    return voice.say("deck_cut.uncounted" if event.at is None else "deck_cut", **facts)


def _offered(voice: Voice, event: Any, facts: Facts) -> str:
    return voice.say("azi.cut_offered.last" if event.last else "azi.cut_offered", **facts)


def _dealt(voice: Voice, event: Any, facts: Facts) -> str:
    """Of hands only how many cards they have."""
    hands = getattr(event, "hands", None)
    if hands is not None:
        facts = {**facts, "each": max((len(hand) for hand in hands.values()), default=0)}
    to = voice.seats(sorted(event.seats if hands is None else hands))
    laid, last = "", ""
    if hasattr(event, "table"):
        laid = voice.say("casino.cards_dealt.open", **facts) if event.table else ""
        last = voice.say("casino.cards_dealt.last") if event.last else ""
    return voice.say(declared(event).sentence, **{**facts, "to": to, "open": laid, "last": last})


def _answered(voice: Voice, event: Any, facts: Facts) -> str:
    return voice.say(f"azi.na_azi_answered.{'yes' if event.accepted else 'no'}", **facts)


def _azi(voice: Voice, event: Any, facts: Facts) -> str:
    offers = ""
    for offer in event.offers:
        seat = first_capital(voice.seat(offer.seat), voice.names)
        offers += voice.say("azi.azi_occurred.offer", Seat=seat, price=voice.chips(offer.price))
    return voice.say("azi.azi_occurred", **facts) + offers


def _varied(voice: Voice, event: Any, facts: Facts) -> str:
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
    play = voice.say(f"{known.family}.play", **facts)
    return voice.say(known.sentence, **facts, play=play)


def _fined(voice: Voice, event: Any, facts: Facts) -> str:
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


def _restored(voice: Voice, event: Any, facts: Facts) -> str:
    back = [
        voice.say("azi.play_restored.card", card=voice.card(played.card), seat=voice.seat(played.seat))
        for played in event.taken_back
    ]
    return voice.say("azi.play_restored", **facts, back=", ".join(back))


def _annulled(voice: Voice, event: Any, facts: Facts) -> str:
    why = voice.term("azi.deal_annulled", event.because)
    told = voice.say("azi.deal_annulled", **{**facts, "why": why, "reason": f": {event.reason}" if event.reason else ""})
    return told + _returned(voice, event) + (voice.say("azi.deal_annulled.again", **facts) if event.again else "")


def _returned(voice: Voice, event: Any) -> str:
    return voice.say("returned", moves=voice.stakes(event.returned, "item.to")) if event.returned else ""


def _voided(voice: Voice, event: Any, facts: Facts) -> str:
    return voice.say("game_voided", **facts) + _returned(voice, event)


def _corrected(voice: Voice, event: Any, facts: Facts) -> str:
    moves = [voice.stakes(stakes, key) for stakes, key in ((event.returned, "item.to"), (event.taken, "item.from")) if stakes]
    chips = voice.say("entry_corrected.chips", moves="; ".join(moves)) if moves else ""
    return voice.say("entry_corrected", **facts) + chips


def _captured(voice: Voice, event: Any, facts: Facts) -> str:
    taken = [*map(voice.card, event.loose), *[voice.say("casino.build", build=build) for build in event.builds]]
    sweep = voice.say("casino.sweep", rule=declared(event).rule(event, "sweep")) if event.sweep else ""
    return voice.say("casino.cards_captured", **facts, taken=", ".join(taken)) + sweep


def _built(voice: Voice, event: Any, facts: Facts) -> str:
    """Made, doubled or raised."""
    key = declared(event).sentence + (".doubled" if getattr(event, "doubled", False) else "")
    with_loose = voice.say("casino.with_loose", **facts) if event.loose else ""
    return voice.say(key, **facts, with_loose=with_loose, played=voice.cards((event.card, *event.loose)))


def _last_cards(voice: Voice, event: Any, facts: Facts) -> str:
    what = [voice.say("casino.last_cards_taken.table", **facts)] if event.table else []
    if event.undealt:
        what.append(voice.say("casino.last_cards_taken.undealt", many=len(event.undealt)))
    key = "casino.last_cards_taken" if event.seat else "casino.last_cards_taken.nobody"
    return voice.say(key, **facts, what="; ".join(what) or "—")


def _target_claimed(voice: Voice, event: Any, facts: Facts) -> str:
    told = voice.say(f"casino.target_claimed.{'right' if event.right else 'wrong'}", **facts)
    over = voice.say("casino.target_claimed.undealt", cards=voice.cards(event.undealt)) if event.undealt else ""
    return f"{told} {over}".rstrip()


def _scored(voice: Voice, event: Any, facts: Facts) -> str:
    told = []
    for side in event.sides:
        parts = [voice.say(f"points.{name}", points=points) for name in POINTS if (points := getattr(side, name))]
        what = ", ".join(parts) or voice.say("casino.deck_scored.nothing")
        seats = voice.seats(side.seats)
        told.append(voice.say("casino.deck_scored.side", seats=seats, points=side.points, parts=what, score=side.score))
    following = voice.say("casino.deck_scored.next", **facts) if event.next_dealer else ""
    return voice.say("casino.deck_scored", **{**facts, "sides": "; ".join(told)}) + following


def _scores(voice: Voice, event: Any) -> str:
    return ", ".join(voice.say("score", seat=voice.seat(score.seat), points=score.points) for score in event.scores)


def _decided(voice: Voice, event: Any, facts: Facts) -> str:
    why = voice.term("casino.because", event.because)
    if hasattr(event, "scores"):
        return voice.say("casino.game_decided", **{**facts, "why": why, "scores": _scores(voice, event)})
    return voice.say("casino.pot_awarded", **{**facts, "why": why, "shares": voice.stakes(event.shares, "item.to")})


def _lying(voice: Voice, event: Any, facts: Facts) -> str:
    builds = [voice.say("build", id=build.id, value=build.value, cards=voice.cards(build.cards)) for build in event.builds]
    return voice.say("casino.play_restored", **facts, lying=", ".join([*map(voice.card, event.loose), *builds]) or "—")


def _missing_last(voice: Voice, event: Any, facts: Facts) -> str:
    costs = voice.say("casino.missing_last_claimed.costs", scores=_scores(voice, event)) if event.scores else ""
    return voice.say("casino.missing_last_claimed", **facts) + costs


TELLING: Mapping[str, Callable[[Voice, Any, Facts], str]] = {
    "game_started": _started,
    "lot_drawn": _lot,
    "azi.antes_posted": _posted,
    "casino.stakes_posted": _posted,
    "deck_cut": _cut,
    "azi.cut_offered": _offered,
    "cards_dealt": _dealt,
    "dealt_unseen": _dealt,
    "azi.na_azi_answered": _answered,
    "azi.azi_occurred": _azi,
    "azi.buy_in_declined": _varied,
    "azi.pot_awarded": _varied,
    "deck_revealed": _revealed,
    "game_ended": _ended,
    "claim_made": _about,
    "claim_upheld": _about,
    "claim_unfounded": _about,
    "claim_lapsed": _about,
    "offence_found": _about,
    "azi.penalty_imposed": _fined,
    "casino.points_deducted": _fined,
    "azi.play_restored": _restored,
    "azi.deal_annulled": _annulled,
    "game_voided": _voided,
    "entry_corrected": _corrected,
    "casino.cards_captured": _captured,
    "casino.build_made": _built,
    "casino.build_doubled": _built,
    "casino.build_raised": _built,
    "casino.last_cards_taken": _last_cards,
    "casino.deck_scored": _scored,
    "casino.target_claimed": _target_claimed,
    "casino.player_put_out": _varied,
    "casino.game_decided": _decided,
    "casino.points_posted": lambda voice, event, facts: voice.say(
        "casino.points_posted", **facts, moves=voice.stakes(event.stakes, "item.from")
    ),
    "casino.pot_awarded": _decided,
    "casino.play_restored": _lying,
    "casino.missing_last_claimed": _missing_last,
}
