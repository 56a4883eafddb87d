"""The words of acts by templates: to say an act, and to hear it again. What every game's `notation.py` is made with."""

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any

from engine.parts import PlayedCard
from engine.shuffle import SECRET_BYTES

SEAT, CHIPS, NUMBER = r"([1-9][0-9]{0,2})", r"([1-9][0-9]{0,39})", r"(0|[1-9][0-9]{0,8})"
BEGINS, LOT = "the game begins", "the game begins, and the lot is drawn: "
ENTERED_LOT = "the lot: "
NOBODY = "nobody draws"  # all but one have left
SHUFFLES = re.compile(rf"{SEAT} shuffles(?: with the secret ([0-9a-f]{{{2 * SECRET_BYTES}}}))?")
ANY = re.compile(r"\{(\w+)\}")


@dataclass(frozen=True, slots=True)
class Form:
    """One way to tell an act. template: its words, with a place in braces for each fact, in the order of `facts`."""

    kind: type
    template: str
    facts: tuple[str, ...]


class Forms:
    """The forms of one game. The same act can have several; the first that all its facts fit is told."""

    def __init__(
        self,
        forms: Iterable[Form],
        places: Mapping[str, str],
        texts: frozenset[str],
        truths: Mapping[str, Mapping[bool, str]] = MappingProxyType({}),
    ) -> None:
        """places: place -> what may stand there, as a regular expression with one group. texts: facts that are words. truths: facts
        that are true or false, each with the words for both. The other facts are whole numbers."""
        self._forms = tuple(forms)
        self._texts = texts
        self._truths = truths
        self._patterns = tuple([(form, re.compile(self._looks(form, places))) for form in self._forms])

    @staticmethod
    def _looks(form: Form, places: Mapping[str, str]) -> str:
        parts = ANY.split(form.template)
        return "".join([places[part] if number % 2 else re.escape(part) for number, part in enumerate(parts)])

    def say(self, command: Any) -> str:
        """The act in words. Raises KeyError: no form fits it."""
        for form in self._forms:
            if form.kind is command.__class__:
                values = [getattr(command, fact) for fact in form.facts]
                if None not in values:
                    return _filled(form.template, [self._told(*one) for one in zip(form.facts, values, strict=True)])
        raise KeyError(command.__class__.__name__)

    def hear(self, words: str) -> Any:
        """The act that is told by these words; None if none is."""
        for form, pattern in self._patterns:
            if heard := pattern.fullmatch(words):
                values = zip(form.facts, heard.groups(), strict=True)
                return form.kind(**{fact: self._fact(fact, value) for fact, value in values})
        return None

    def _told(self, name: str, value: Any) -> Any:
        return self._truths[name][value] if name in self._truths else value

    def _fact(self, name: str, words: str) -> Any:
        if name in self._truths:
            return words == self._truths[name][True]
        return words if name in self._texts else int(words)


def _filled(template: str, values: Iterable[Any]) -> str:
    told = iter(values)
    return ANY.sub(lambda _: str(next(told)), template)


def say_draws(draws: Iterable[Any]) -> str:
    """ "1 9H, 2 KD": who has drawn what for the first deal."""
    return ", ".join(f"{draw.seat} {draw.card}" for draw in draws) or NOBODY


def hear_draws(words: str, after: str, drawn: re.Pattern[str]) -> tuple[PlayedCard, ...] | None:
    """The draws that stand behind these words; None if none do. drawn: how one looks, with a group for the seat and one for the
    card."""
    if not words.startswith(after):
        return None
    if words == after + NOBODY:
        return ()
    found = [drawn.fullmatch(part) for part in words.removeprefix(after).split(", ")]
    return tuple([PlayedCard(int(one[1]), one[2]) for one in found if one]) if all(found) else None


def hear_hands(words: str, hand: re.Pattern[str]) -> dict[int, tuple[str, ...]] | None:
    """ "1 9H 2C, 2 KD 3S": the cards of each seat; None if that is not told. hand: how one looks, in two groups."""
    found = [hand.fullmatch(part) for part in words.split(", ")]
    if not all(found):
        return None
    hands = {int(one[1]): tuple(one[2].split()) for one in found if one}
    return hands if len(hands) == len(found) else None


def say_hands(hands: Mapping[int, Iterable[str]]) -> str:
    """The same in words, by seat."""
    return ", ".join(f"{seat} {' '.join(hands[seat])}" for seat in sorted(hands))
