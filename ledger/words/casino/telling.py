"""How events of Casino are told of which more has to be looked at than their fields alone."""

from collections.abc import Iterable, Mapping

from engine.casino import events, offence_events
from engine.casino.parts import Score
from engine.declared import declared
from engine.deeds import values
from ledger.words.voice import Voice
from ledger.words.ways import Facts, Tell, of, varied

POINTS = ("cards", "spades", "big_casino", "little_casino", "aces", "sweeps")


def _captured(voice: Voice, event: events.CardsCaptured, facts: Facts) -> str:
    taken = [*map(voice.card, event.loose), *[voice.say("casino.build", build=build) for build in event.builds]]
    sweep = voice.say("casino.sweep", rule=declared(event).rule(event, "sweep")) if event.sweep else ""
    return voice.say("casino.cards_captured", **facts, taken=", ".join(taken)) + sweep


def _built(voice: Voice, event: events.BuildMade | events.BuildDoubled | events.BuildRaised, facts: Facts) -> str:
    """Made, doubled or raised."""
    doubled = not isinstance(event, events.BuildDoubled) and event.doubled
    key = declared(event).sentence + (".doubled" if doubled else "")
    with_loose = voice.say("casino.with_loose", **facts) if event.loose else ""
    return voice.say(key, **facts, with_loose=with_loose, played=voice.cards((event.card, *event.loose)))


def _last_cards(voice: Voice, event: events.LastCardsTaken, facts: Facts) -> str:
    what = [voice.say("casino.last_cards_taken.table", **facts)] if event.table else []
    if event.undealt:
        what.append(voice.say("casino.last_cards_taken.undealt", many=len(event.undealt)))
    key = "casino.last_cards_taken" if event.seat else "casino.last_cards_taken.nobody"
    return voice.say(key, **facts, what="; ".join(what) or "—")


def _target_claimed(voice: Voice, event: events.TargetClaimed, facts: Facts) -> str:
    told = voice.say(f"casino.target_claimed.{'right' if event.right else 'wrong'}", **facts)
    over = voice.say("casino.target_claimed.undealt", cards=voice.cards(event.undealt)) if event.undealt else ""
    return f"{told} {over}".rstrip()


def _scored(voice: Voice, event: events.DeckScored, facts: Facts) -> str:
    told = []
    for side in event.sides:
        made = values(side)
        parts = [voice.say(f"points.{name}", points=points) for name in POINTS if (points := made[name])]
        what = ", ".join(parts) or voice.say("casino.deck_scored.nothing")
        seats = voice.seats(side.seats)
        told.append(voice.say("casino.deck_scored.side", seats=seats, points=side.points, parts=what, score=side.score))
    following = voice.say("casino.deck_scored.next", **facts) if event.next_dealer else ""
    return voice.say("casino.deck_scored", **{**facts, "sides": "; ".join(told)}) + following


def _scores(voice: Voice, scores: Iterable[Score]) -> str:
    return ", ".join(voice.say("score", seat=voice.seat(score.seat), points=score.points) for score in scores)


def _decided(voice: Voice, event: events.GameDecided, facts: Facts) -> str:
    why = voice.term("casino.because", event.because)
    return voice.say("casino.game_decided", **{**facts, "why": why, "scores": _scores(voice, event.scores)})


def _awarded(voice: Voice, event: events.PotAwarded, facts: Facts) -> str:
    why = voice.term("casino.because", event.because)
    return voice.say("casino.pot_awarded", **{**facts, "why": why, "shares": voice.stakes(event.shares, "item.to")})


def _points(voice: Voice, event: events.PointsPosted, facts: Facts) -> str:
    return voice.say("casino.points_posted", **facts, moves=voice.stakes(event.stakes, "item.from"))


def _lying(voice: Voice, event: offence_events.PlayRestored, facts: Facts) -> str:
    builds = [voice.say("build", id=build.id, value=build.value, cards=voice.cards(build.cards)) for build in event.builds]
    return voice.say("casino.play_restored", **facts, lying=", ".join([*map(voice.card, event.loose), *builds]) or "—")


def _missing_last(voice: Voice, event: offence_events.MissingLastClaimed, facts: Facts) -> str:
    costs = voice.say("casino.missing_last_claimed.costs", scores=_scores(voice, event.scores)) if event.scores else ""
    return voice.say("casino.missing_last_claimed", **facts) + costs


TELLING: Mapping[str, Tell] = {
    "casino.cards_captured": of(events.CardsCaptured, _captured),
    "casino.build_made": of(events.BuildMade, _built),
    "casino.build_doubled": of(events.BuildDoubled, _built),
    "casino.build_raised": of(events.BuildRaised, _built),
    "casino.last_cards_taken": of(events.LastCardsTaken, _last_cards),
    "casino.deck_scored": of(events.DeckScored, _scored),
    "casino.target_claimed": of(events.TargetClaimed, _target_claimed),
    "casino.player_put_out": varied,
    "casino.game_decided": of(events.GameDecided, _decided),
    "casino.points_posted": of(events.PointsPosted, _points),
    "casino.pot_awarded": of(events.PotAwarded, _awarded),
    "casino.play_restored": of(offence_events.PlayRestored, _lying),
    "casino.missing_last_claimed": of(offence_events.MissingLastClaimed, _missing_last),
}
