"""One sentence or two for each event of a game. They say only what everybody at the table may know: no dealt hand, no stock.

Most events are told by the sentence of their name from their own fields; where something depends on what they hold, a function of
`TELLING` says how. Which rules are behind an event stands in `CITED`, and in the event itself where it names them.
"""

from collections.abc import Callable, Mapping
from typing import Any

from engine.games import KINDS
from ledger.words.voice import Voice, first_capital

Facts = dict[str, Any]
TOPICS: Mapping[type, str] = {event: topic for kind in KINDS.values() for topic, event in kind.events.items()}
ENGLISH = Voice()
POINTS = ("cards", "spades", "big_casino", "little_casino", "aces", "sweeps")
WON_BY = {
    "claim": ("CAS-CLAIM-1",),
    "false_claim": ("CAS-VIOL-2",),
    "false_build": ("CAS-VIOL-1",),
    "left": ("CAS-OUT-1",),
    "target": ("CAS-CLAIM-2",),
    "decks": ("CAS-SCORE-6",),
    "two_tricks": ("AZI-PLAY-6",),
    "last_left": ("AZI-LAST-1",),
    "split": ("AZI-TIME-1",),
}

# The rules behind each event; where it names its own, those come first.
CITED: Mapping[str, tuple[str, ...]] = {
    "azi.game_started": ("TABLE-3",),
    "azi.lot_drawn": ("AZI-DEAL-1",),
    "azi.antes_posted": ("AZI-ANTE-1",),
    "azi.deck_committed": ("AZI-DEAL-8",),
    "azi.deck_shuffled": ("AZI-DEAL-3",),
    "azi.cut_offered": ("AZI-DEAL-3",),
    "azi.deck_cut": ("AZI-DEAL-4",),
    "azi.cards_dealt": ("AZI-DEAL-5", "AZI-DEAL-6"),
    "azi.dealt_unseen": ("AZI-DEAL-5", "AZI-DEAL-6", "AZI-DEAL-9"),
    "azi.blind_bet": ("AZI-BID-1",),
    "azi.blind_declined": ("AZI-BID-7",),
    "azi.hand_looked": ("AZI-BID-1",),
    "azi.stayed": ("AZI-BID4-1",),
    "azi.bet_opened": ("AZI-BID-7",),
    "azi.checked": ("AZI-BID-7",),
    "azi.called": ("AZI-BID-5",),
    "azi.raised": ("AZI-BID-3",),
    "azi.folded": ("AZI-BID-5",),
    "azi.deal_thrown_in": ("AZI-BID-8",),
    "azi.card_discarded": ("AZI-DISC-1",),
    "azi.raznomast_declared": ("AZI-RAZ-1",),
    "azi.na_azi_invited": ("AZI-NAZI-1",),
    "azi.na_azi_answered": ("AZI-NAZI-1",),
    "azi.card_played": ("AZI-PLAY-1",),
    "azi.cards_shown": ("AZI-DEAL-9",),
    "azi.trick_taken": ("AZI-PLAY-5",),
    "azi.azi_occurred": ("AZI-AZI-1",),
    "azi.bought_in": ("AZI-AZI-2",),
    "azi.buy_in_declined": ("AZI-AZI-4",),
    "azi.topped_up": ("TABLE-4",),
    "azi.player_left": ("AZI-LEAVE-1",),
    "azi.end_time_reached": ("AZI-TIME-1",),
    "azi.deck_revealed": ("AZI-BID-9",),
    "azi.game_ended": ("AZI-DEAL-2",),
    "azi.card_exposed": ("AZI-VIOL-1",),
    "azi.exposed_card_kept": ("AZI-VIOL-1",),
    "azi.card_replaced": ("AZI-VIOL-1",),
    "azi.claim_made": ("AZI-CLAIM-1",),
    "azi.claim_unfounded": ("AZI-CLAIM-1",),
    "azi.claim_lapsed": ("AZI-DEAL-9",),
    "azi.play_restored": ("AZI-VIOL-3",),
    "azi.entry_corrected": ("AZI-REC-1",),
    "azi.game_voided": ("AZI-VOID-1",),
    "casino.game_started": ("TABLE-3",),
    "casino.lot_drawn": ("CAS-DEAL-4",),
    "casino.stakes_posted": ("CAS-POT-1",),
    "casino.deck_committed": ("CAS-DEAL-6",),
    "casino.deck_shuffled": ("CAS-DEAL-4",),
    "casino.deck_cut": ("CAS-DEAL-4",),
    "casino.last_announced": ("CAS-DEAL-3",),
    "casino.cards_dealt": ("CAS-DEAL-1",),
    "casino.dealt_unseen": ("CAS-DEAL-1", "CAS-DEAL-6"),
    "casino.card_trailed": ("CAS-TRAIL-1",),
    "casino.cards_captured": ("CAS-CAP-6",),
    "casino.build_made": ("CAS-BUILD-1",),
    "casino.build_doubled": ("CAS-BUILD-3",),
    "casino.build_raised": ("CAS-BUILD-4",),
    "casino.last_cards_taken": ("CAS-LAST-1",),
    "casino.deck_scored": ("CAS-SCORE-1", "CAS-SCORE-2", "CAS-SCORE-3"),
    "casino.player_put_out": ("CAS-OUT-1",),
    "casino.points_posted": ("CAS-POT-1",),
    "casino.deck_revealed": ("CAS-DEAL-6",),
    "casino.game_ended": ("CAS-DEAL-4",),
    "casino.topped_up": ("TABLE-4",),
    "casino.player_left": ("CAS-OUT-1",),
    "casino.end_time_reached": ("TABLE-3",),
    "casino.card_exposed": ("CAS-VIOL-3",),
    "casino.exposed_card_kept": ("CAS-VIOL-3",),
    "casino.card_played_out_of_turn": ("CAS-VIOL-4",),
    "casino.claim_made": ("CAS-VIOL-1",),
    "casino.claim_unfounded": ("CAS-VIOL-1",),
    "casino.play_restored": ("CAS-VIOL-1",),
    "casino.missing_last_claimed": ("CAS-DEAL-3",),
    "casino.entry_corrected": ("CAS-REC-1",),
    "casino.game_voided": ("CAS-VOID-1",),
}


def cited(event: Any) -> tuple[str, ...]:
    """The ids of the rules behind an event: by which it happened, or which it says were broken."""
    topic = TOPICS[event.__class__]
    if topic == "casino.target_claimed":
        return ("CAS-CLAIM-1",) if event.right else ("CAS-VIOL-2",)
    own = (getattr(event, "rule", ""), getattr(event, "broken", ""))
    won = WON_BY.get(getattr(event, "because", ""), ()) if topic.endswith((".pot_awarded", ".game_decided")) else ()
    return tuple(dict.fromkeys(rule for rule in (*own, *won, *CITED.get(topic, ())) if rule))


def words(event: Any, voice: Voice = ENGLISH) -> str:
    """The sentence. Raises KeyError for an event that is none of a game's."""
    topic = TOPICS[event.__class__]
    facts = voice.facts(event)
    facts["rules"] = ", ".join(cited(event))
    tell = TELLING.get(topic) or TELLING.get(topic.partition(".")[2])
    return tell(voice, event, facts) if tell else voice.say(_key(voice, topic), **facts)


def _key(voice: Voice, topic: str) -> str:
    """Where the sentence of an event stands: under its name, or under that without the game where all games say it alike."""
    return topic if voice.has(topic) else topic.partition(".")[2]


def _started(voice: Voice, event: Any, facts: Facts) -> str:
    dealing = "game_started.lot" if event.dealer is None else "game_started.dealer"
    return voice.say("game_started", **facts, dealing=voice.say(dealing, **facts))


def _lot(voice: Voice, event: Any, facts: Facts) -> str:
    rounds = [", ".join(f"{voice.seat(draw.seat)} {voice.card(draw.card)}" for draw in each) for each in event.rounds]
    return voice.say("lot_drawn", **facts, drawn=voice.say("lot_drawn.again").join(rounds) or voice.say("lot_drawn.nobody"))


def _posted(voice: Voice, event: Any, facts: Facts) -> str:
    key = TOPICS[event.__class__]
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
    return voice.say(TOPICS[event.__class__], **{**facts, "to": to, "open": laid, "last": last})


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
    key = TOPICS[event.__class__]
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
    topic = TOPICS[event.__class__]
    play = voice.say(f"{topic.partition('.')[0]}.play", **facts)
    return voice.say(_key(voice, topic), **facts, play=play)


def _fined(voice: Voice, event: Any, facts: Facts) -> str:
    """What an offence costs, in chips or points, with both rules."""
    found = voice.say(f"found.{event.found_by}", **facts) if voice.has(f"found.{event.found_by}") else event.found_by
    rules = [event.rule] + ([voice.say("broken", rule=event.broken)] if event.broken != event.rule else [])
    told = {
        "what": voice.term("offence", event.offence),
        "with_card": voice.say("with_card", **facts) if event.card else "",
        "found": found,
        "cited": "; ".join(rules),
    }
    return voice.say(TOPICS[event.__class__], **{**facts, **told})


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
    return voice.say("casino.cards_captured", **facts, taken=", ".join(taken)) + (voice.say("casino.sweep") if event.sweep else "")


def _built(voice: Voice, event: Any, facts: Facts) -> str:
    """Made, doubled or raised."""
    key = TOPICS[event.__class__] + (".doubled" if getattr(event, "doubled", False) else "")
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
    "azi.claim_lapsed": _about,
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
