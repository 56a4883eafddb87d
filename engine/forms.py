"""The words of acts by templates: to say an act, and to hear it again. What every game's `notation.py` is made with."""

import re
from collections.abc import Iterable, Mapping

from engine.deeds import values
from engine.parts import Draw, PlayedCard
from engine.shuffle import SECRET_BYTES
from engine.wanted import Wanted

SEAT, CHIPS, NUMBER = r"([1-9][0-9]{0,2})", r"([1-9][0-9]{0,39})", r"(0|[1-9][0-9]{0,8})"
BEGINS, LOT = "the game begins", "the game begins, and the lot is drawn: "
ENTERED_LOT = "the lot: "
NOBODY = "nobody draws"  # all but one have left
SHUFFLES = re.compile(rf"{SEAT} shuffles(?: with the secret ([0-9a-f]{{{2 * SECRET_BYTES}}}))?")
PLACE = re.compile(r"\{(\w+)\}")


class Forms:
    """The forms of one game: how its commands are told (`engine/wanted.py`)."""

    def __init__(
        self,
        kinds: Iterable[type[Wanted]],
        places: Mapping[str, str],
        texts: frozenset[str],
        truths: Mapping[str, Mapping[bool, str]],
    ) -> None:
        """places: what may stand in place of each field, as a regular expression with one group. texts: fields that are words.
        truths: those that are true or false, each with the words for both. The other fields are whole numbers."""
        self._texts, self._truths = texts, truths
        self._told = {kind: [(form, tuple(PLACE.findall(form))) for form in kind.told] for kind in kinds}
        self._patterns = [
            (kind, fields, re.compile(_looks(form, places))) for kind, forms in self._told.items() for form, fields in forms
        ]

    def say(self, command: Wanted) -> str:
        """The act in words. Raises KeyError: no form fits it."""
        for form, fields in self._told[command.__class__]:
            given = values(command)
            facts = {field: given[field] for field in fields}
            if None not in facts.values():
                return form.format(**{field: self._words(field, fact) for field, fact in facts.items()})
        raise KeyError(command.__class__.__name__)

    def hear(self, words: str) -> Wanted | None:
        """The act that is told by these words; None if none is."""
        for kind, fields, pattern in self._patterns:
            if heard := pattern.fullmatch(words):
                return kind(**{field: self._fact(field, told) for field, told in zip(fields, heard.groups(), strict=True)})
        return None

    def _words(self, field: str, fact: object) -> object:
        return self._truths[field][bool(fact)] if field in self._truths else fact

    def _fact(self, field: str, words: str) -> str | int | bool:
        if field in self._truths:
            return words == self._truths[field][True]
        return words if field in self._texts else int(words)


def _looks(form: str, places: Mapping[str, str]) -> str:
    parts = PLACE.split(form)
    return "".join([places[part] if number % 2 else re.escape(part) for number, part in enumerate(parts)])


def say_draws(draws: Iterable[PlayedCard | Draw]) -> str:
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
