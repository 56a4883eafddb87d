"""What a player may do next, in words: one line for each kind of act; cards, amounts and ways of it stand together."""

from typing import Any

from engine.games import KINDS
from engine.offers import Offers
from ledger.words.voice import Voice

WORD_OF = {command: word for kind in KINDS.values() for word, command in kind.actions.items()}
WAYS_SHOWN_MAX = 12  # of a capture or a build; a full table of Casino has hundreds
RANGES = ("chips", "price", "at")
TOLD = ("card", "invited", "inviter", *RANGES)


def choices(offers: Offers, voice: Voice) -> list[str]:
    """What is offered to a seat, as `Kind.offers` gives it: of bets, raises and cuts the least and the greatest."""
    kinds: dict[str, list[Any]] = {}
    for command in offers.acts:
        kinds.setdefault(WORD_OF[command.__class__], []).append(command)
    left_out = {WORD_OF[one.act] for one in offers.left_out}
    return [_line(word, some, voice, uncounted=word in left_out) for word, some in kinds.items()]


def _line(word: str, some: list[Any], voice: Voice, *, uncounted: bool) -> str:
    if word in {"capture", "build"}:
        return f"{voice.say(f'do.{word}')}: {_ways(word, some, voice, uncounted=uncounted)}"
    if word == "answer_to_azi":
        said = [voice.say("do.yes" if command.accept else "do.no") for command in some]
        return f"{voice.say(f'do.{word}', inviter=voice.seat(some[0].inviter))} ({', '.join(said)})"
    facts: dict[str, str] = {}
    for name in TOLD:
        values = [value for command in some if (value := getattr(command, name, None)) is not None]
        if values:
            facts["amount" if name in RANGES else name] = _values(name, values, voice)
    if word == "cut" and "amount" not in facts:
        return voice.say("do.cut.uncounted")
    if word == "discard" and "card" not in facts:
        return voice.say("do.discard.unseen")
    return voice.say(f"do.{word}", **facts)


def _values(name: str, values: list[Any], voice: Voice) -> str:
    if name == "card":
        return voice.cards(dict.fromkeys(values))
    if name in RANGES:
        told = [str(value) if name == "at" else voice.chips(value) for value in (min(values), max(values))]
        return "–".join(dict.fromkeys(told))
    return ", ".join(voice.seat(value) for value in values)


def _ways(word: str, some: list[Any], voice: Voice, *, uncounted: bool) -> str:
    """The first of many ways to capture or to build. uncounted: there are still others."""
    shown = [_capture(each, voice) if word == "capture" else _build(each, voice) for each in some[:WAYS_SHOWN_MAX]]
    if uncounted:
        shown.append(voice.say("do.more.uncounted"))
    elif len(some) > WAYS_SHOWN_MAX:
        shown.append(voice.say("do.more", many=len(some) - WAYS_SHOWN_MAX))
    return "; ".join(shown)


def _capture(command: Any, voice: Voice) -> str:
    taken = [*map(voice.card, command.loose), *[voice.say("casino.build", build=build) for build in command.builds]]
    return voice.say("do.capture.with", card=voice.card(command.card), taken=", ".join(taken))


def _build(command: Any, voice: Voice) -> str:
    facts = {
        "card": voice.card(command.card),
        "loose": voice.cards(command.loose),
        "value": command.value,
        "build": command.build,
    }
    if command.build is None:
        return voice.say("do.build.new", **facts)
    return voice.say("do.build.more" if command.loose else "do.build.alone", **facts)
