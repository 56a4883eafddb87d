"""What a player of Azi may do next, where it is said in a way of its own."""

from collections.abc import Mapping
from typing import Any

from ledger.words.choices import Line
from ledger.words.voice import Voice


def _answer(word: str, some: list[Any], voice: Voice, _uncounted: bool) -> str:
    said = [voice.say("do.yes" if command.accept else "do.no") for command in some]
    return f"{voice.say(f'do.{word}', inviter=voice.seat(some[0].inviter))} ({', '.join(said)})"


LINES: Mapping[str, Line] = {"answer_to_azi": _answer}
