"""How events of Casino are told of which more has to be looked at than their fields alone."""

from collections.abc import Mapping
from typing import Any

from engine.declared import declared
from ledger.words.voice import Voice
from ledger.words.ways import Facts, Tell, varied

POINTS = ("cards", "spades", "big_casino", "little_casino", "aces", "sweeps")


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


TELLING: Mapping[str, Tell] = {
    "casino.cards_captured": _captured,
    "casino.build_made": _built,
    "casino.build_doubled": _built,
    "casino.build_raised": _built,
    "casino.last_cards_taken": _last_cards,
    "casino.deck_scored": _scored,
    "casino.target_claimed": _target_claimed,
    "casino.player_put_out": varied,
    "casino.game_decided": _decided,
    "casino.points_posted": lambda voice, event, facts: voice.say(
        "casino.points_posted", **facts, moves=voice.stakes(event.stakes, "item.from")
    ),
    "casino.pot_awarded": _decided,
    "casino.play_restored": _lying,
    "casino.missing_last_claimed": _missing_last,
}
