"""What a player may do next, in words: one line for each kind of act; cards, amounts and ways of it stand together.

Lines that a game tells in a way of its own stand in the folder of its name; an act that nobody has words for is told by its name.
"""

from collections.abc import Callable, Mapping
from functools import cache
from typing import TypeAlias

from engine.deeds import values
from engine.games import KINDS, own
from engine.offers import Offers
from engine.wanted import Wanted
from ledger.words.voice import Voice

Line: TypeAlias = Callable[[str, list[Wanted], Voice, bool], str]  # word, acts, voice, whether there are still others

WORD_OF = {command: word for kind in KINDS.values() for word, command in kind.actions.items()}
RANGES = ("chips", "price", "at")
TOLD = ("card", "invited", "inviter", *RANGES)


def choices(offers: Offers[Wanted], voice: Voice) -> list[str]:
    """What is offered to a seat, as `Kind.offers` gives it: of bets, raises and cuts the least and the greatest."""
    kinds: dict[str, list[Wanted]] = {}
    for command in offers.acts:
        kinds.setdefault(WORD_OF[command.__class__], []).append(command)
    left_out = {WORD_OF[one.act] for one in offers.left_out}
    return [_line(word, some, voice, uncounted=word in left_out) for word, some in kinds.items()]


@cache
def _lines() -> Mapping[str, Line]:
    return {word: line for module in own("ledger.words", "choices").values() for word, line in module.LINES.items()}


def _line(word: str, some: list[Wanted], voice: Voice, *, uncounted: bool) -> str:
    line = _lines().get(word)
    if line is not None:
        return line(word, some, voice, uncounted)
    if not voice.has(f"do.{word}"):
        return word.replace("_", " ")
    facts: dict[str, str] = {}
    for name in TOLD:
        found = [value for command in some if (value := values(command).get(name)) is not None]
        if found:
            facts["amount" if name in RANGES else name] = _values(name, found, voice)
    if word == "cut" and "amount" not in facts:
        return voice.say("do.cut.uncounted")
    if word == "discard" and "card" not in facts:
        return voice.say("do.discard.unseen")
    return voice.say(f"do.{word}", **facts)


def _values(name: str, found: list[object], voice: Voice) -> str:
    if name == "card":
        return voice.cards(dict.fromkeys([card for card in found if isinstance(card, str)]))
    numbers = [number for number in found if isinstance(number, int)]
    if name in RANGES:
        told = [str(number) if name == "at" else voice.chips(number) for number in (min(numbers), max(numbers))]
        return "–".join(dict.fromkeys(told))
    return ", ".join(voice.seat(number) for number in numbers)
