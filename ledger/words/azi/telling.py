"""How events of Azi are told of which more has to be looked at than their fields alone."""

from collections.abc import Mapping

from engine.azi import events, offence_events
from ledger.words.voice import Voice, first_capital
from ledger.words.ways import Facts, Tell, of, returned, varied


def _offered(voice: Voice, event: events.CutOffered, facts: Facts) -> str:
    return voice.say("azi.cut_offered.last" if event.last else "azi.cut_offered", **facts)


def _answered(voice: Voice, event: events.InvitationAnswered, facts: Facts) -> str:
    return voice.say(f"azi.na_azi_answered.{'yes' if event.accepted else 'no'}", **facts)


def _azi(voice: Voice, event: events.AziOccurred, facts: Facts) -> str:
    offers = ""
    for offer in event.offers:
        seat = first_capital(voice.seat(offer.seat), voice.names)
        offers += voice.say("azi.azi_occurred.offer", Seat=seat, price=voice.chips(offer.price))
    return voice.say("azi.azi_occurred", **facts) + offers


def _restored(voice: Voice, event: offence_events.PlayRestored, facts: Facts) -> str:
    back = [
        voice.say("azi.play_restored.card", card=voice.card(played.card), seat=voice.seat(played.seat))
        for played in event.taken_back
    ]
    return voice.say("azi.play_restored", **facts, back=", ".join(back))


def _annulled(voice: Voice, event: offence_events.DealAnnulled, facts: Facts) -> str:
    why = voice.term("azi.deal_annulled", event.because)
    told = voice.say("azi.deal_annulled", **{**facts, "why": why, "reason": f": {event.reason}" if event.reason else ""})
    return told + returned(voice, event.returned) + (voice.say("azi.deal_annulled.again", **facts) if event.again else "")


TELLING: Mapping[str, Tell] = {
    "azi.cut_offered": of(events.CutOffered, _offered),
    "azi.na_azi_answered": of(events.InvitationAnswered, _answered),
    "azi.azi_occurred": of(events.AziOccurred, _azi),
    "azi.buy_in_declined": varied,
    "azi.play_restored": of(offence_events.PlayRestored, _restored),
    "azi.deal_annulled": of(offence_events.DealAnnulled, _annulled),
}
