"""What a player of Casino may do next, where there are many ways to do it."""

from collections.abc import Mapping

from engine.casino.commands import Capture, LayBuild
from engine.wanted import Wanted
from ledger.words.choices import Line
from ledger.words.voice import Voice

WAYS_SHOWN_MAX = 12  # of a capture or a build; a full table has hundreds


def _ways(word: str, some: list[Wanted], voice: Voice, uncounted: bool) -> str:
    """The first of many ways to capture or to build. uncounted: there are still others."""
    shown = [_way(each, voice) for each in some[:WAYS_SHOWN_MAX]]
    if uncounted:
        shown.append(voice.say("do.more.uncounted"))
    elif len(some) > WAYS_SHOWN_MAX:
        shown.append(voice.say("do.more", many=len(some) - WAYS_SHOWN_MAX))
    return f"{voice.say(f'do.{word}')}: {'; '.join(shown)}"


def _way(command: Wanted, voice: Voice) -> str:
    match command:
        case Capture():
            return _capture(command, voice)
        case LayBuild():
            return _build(command, voice)
    raise TypeError("neither a capture nor a build")


def _capture(command: Capture, voice: Voice) -> str:
    taken = [*map(voice.card, command.loose), *[voice.say("casino.build", build=build) for build in command.builds]]
    return voice.say("do.capture.with", card=voice.card(command.card), taken=", ".join(taken))


def _build(command: LayBuild, voice: Voice) -> str:
    facts: dict[str, object] = {
        "card": voice.card(command.card),
        "loose": voice.cards(command.loose),
        "value": command.value,
        "build": command.build,
    }
    if command.build is None:
        return voice.say("do.build.new", **facts)
    return voice.say("do.build.more" if command.loose else "do.build.alone", **facts)


LINES: Mapping[str, Line] = {"capture": _ways, "build": _ways}
