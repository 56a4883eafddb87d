"""What a player of Azi may do next, where it is said in a way of its own."""

from collections.abc import Mapping

from engine.azi.commands import AnswerToAzi
from engine.wanted import Wanted
from ledger.words.choices import Line
from ledger.words.voice import Voice


def _answer(word: str, some: list[Wanted], voice: Voice, _uncounted: bool) -> str:
    answers = [command for command in some if isinstance(command, AnswerToAzi)]
    said = [voice.say("do.yes" if command.accept else "do.no") for command in answers]
    return f"{voice.say(f'do.{word}', inviter=voice.seat(answers[0].inviter))} ({', '.join(said)})"


LINES: Mapping[str, Line] = {"answer_to_azi": _answer}
