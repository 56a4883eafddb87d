"""How events of Azi are told of which more has to be looked at than their fields alone."""

from collections.abc import Mapping
from typing import Any

from ledger.words.voice import Voice, first_capital
from ledger.words.ways import Facts, Tell, returned, varied


def _offered(voice: Voice, event: Any, facts: Facts) -> str:
    return voice.say("azi.cut_offered.last" if event.last else "azi.cut_offered", **facts)


def _answered(voice: Voice, event: Any, facts: Facts) -> str:
    return voice.say(f"azi.na_azi_answered.{'yes' if event.accepted else 'no'}", **facts)


def _azi(voice: Voice, event: Any, facts: Facts) -> str:
    offers = ""
    for offer in event.offers:
        seat = first_capital(voice.seat(offer.seat), voice.names)
        offers += voice.say("azi.azi_occurred.offer", Seat=seat, price=voice.chips(offer.price))
    return voice.say("azi.azi_occurred", **facts) + offers


def _restored(voice: Voice, event: Any, facts: Facts) -> str:
    back = [
        voice.say("azi.play_restored.card", card=voice.card(played.card), seat=voice.seat(played.seat))
        for played in event.taken_back
    ]
    return voice.say("azi.play_restored", **facts, back=", ".join(back))


def _annulled(voice: Voice, event: Any, facts: Facts) -> str:
    why = voice.term("azi.deal_annulled", event.because)
    told = voice.say("azi.deal_annulled", **{**facts, "why": why, "reason": f": {event.reason}" if event.reason else ""})
    return told + returned(voice, event) + (voice.say("azi.deal_annulled.again", **facts) if event.again else "")


TELLING: Mapping[str, Tell] = {
    "azi.cut_offered": _offered,
    "azi.na_azi_answered": _answered,
    "azi.azi_occurred": _azi,
    "azi.buy_in_declined": varied,
    "azi.play_restored": _restored,
    "azi.deal_annulled": _annulled,
}
