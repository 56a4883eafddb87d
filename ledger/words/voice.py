"""How a language names seats, players, cards and amounts, and where its sentences stand.

Names of people stand in sentences as they are, without endings: so the sentences of every language use them in the nominative, or
in lists. The facts of a sentence are made here from the fields of an event; a hidden field is a mapping and never becomes a fact.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from types import MappingProxyType

from engine.declared import Happened
from engine.deeds import naming, values
from engine.parts import PlayedCard, Stake
from ledger.words.catalogues import TAGS
from ledger.words.figures import decimal
from ledger.words.sentences import SENTENCES

COURT = "AKQJ"
RANKS = {"T": "10"}
SUITS = {"C": "♣", "D": "♦", "H": "♥", "S": "♠"}
SEATS = frozenset({"seat", "dealer", "next_dealer", "invited", "inviter", "against", "claimant"})
SEVERAL = frozenset({"seats", "again", "stay", "out", "winners"})
CHIPS = frozenset({"chips", "price", "pot"})
CARD = frozenset({"card", "trump"})
CARDS = frozenset({"cards", "loose", "table", "undealt"})
STAKES = frozenset({"stakes", "shares", "returned", "taken", "stacks"})


@dataclass(frozen=True, slots=True)
class Tongue:
    """One language. tag: as in `?lang=`."""

    tag: str

    def say(self, key: str, facts: Mapping[str, object]) -> str:
        """The message under this key. Raises KeyError: there is none, or it wants another fact."""
        return SENTENCES[key].told(self.tag, facts)

    def letter(self, rank: str) -> str:
        """A rank as it stands on cards: "10" for T, and letters as this language writes them."""
        return self.say(f"letter.{rank}", {}) if rank in COURT else RANKS.get(rank, rank)

    @property
    def mark(self) -> str:
        """Stands before the digits behind the point."""
        return self.say("mark", {})

    def card(self, code: str) -> str:
        """A card as the rules of this language write it; what is no card of a pack stays as it is.

        >>> TONGUES["de"].card("JH"), TONGUES["en"].card("TS")
        ('B♥', '10♠')
        """
        return self.letter(code[0]) + SUITS[code[1]] if len(code) == 2 and code[1] in SUITS else code


TONGUES: Mapping[str, Tongue] = MappingProxyType({tag: Tongue(tag) for tag in TAGS})


def tongue_of(tag: str) -> Tongue:
    """The language of this tag; English if there is none."""
    return TONGUES.get(tag, TONGUES["en"])


@dataclass(frozen=True, slots=True)
class Voice:
    """A language, with the names that it gives to seats. names: seat -> name; a seat without one is told by its number. scale: the
    digits behind the point of the club's unit."""

    tongue: Tongue = TONGUES["en"]
    names: Mapping[int, str] = field(default_factory=dict)
    scale: int = 0

    def say(self, key: str, **facts: object) -> str:
        """A sentence of the language, or a part of one. Raises KeyError: it has none under this key."""
        return self.tongue.say(key, facts)

    def has(self, key: str) -> bool:
        """Whether there is a sentence under this key."""
        return key in SENTENCES

    def term(self, prefix: str, word: str) -> str:
        """A word of the ledger in this language; one that it does not know stays as it is."""
        return self.say(f"{prefix}.{word}") if self.has(f"{prefix}.{word}") else word

    def seat(self, number: int) -> str:
        """The player's name, else the number of his seat."""
        return self.names.get(number) or self.say("seat", number=number)

    def seats(self, numbers: Iterable[int]) -> str:
        """Several: "seats 1, 2 and 4", "Anna, Boris and Clara", "nobody"."""
        all_of = list(numbers)
        if len(all_of) > 1 and not any(number in self.names for number in all_of):
            return self.say("seats", numbers=self._listed([str(number) for number in all_of]))
        return self._listed([self.seat(number) for number in all_of]) if all_of else self.say("nobody")

    def _listed(self, names: list[str]) -> str:
        if len(names) == 1:
            return names[0]
        return self.say("list", most=", ".join(names[:-1]), last=names[-1])

    def card(self, code: str) -> str:
        """9♥, 10♠."""
        return self.tongue.card(code)

    def cards(self, codes: Iterable[str]) -> str:
        """Several, in their order."""
        return ", ".join(self.card(code) for code in codes)

    def chips(self, amount: int) -> str:
        """An amount of smallest units, with the club's digits behind the point."""
        return decimal(amount, self.scale).replace(".", self.tongue.mark)

    def stakes(self, stakes: Iterable[Stake], key: str = "item.has") -> str:
        """Chips of several players. key: of how each is told; whether they have, get or give them."""
        return ", ".join(self.say(key, seat=self.seat(stake.seat), chips=self.chips(stake.chips)) for stake in stakes)

    def facts(self, event: Happened) -> dict[str, object]:
        """The fields of an event as they are told: `seat` within a sentence, `Seat` where it begins one."""
        told: dict[str, object] = {}
        for name, value in values(event).items():
            if value is None or isinstance(value, dict):
                continue
            told[name] = fact = self._fact(name, value)
            if name in SEATS or name in SEVERAL:
                told[name.capitalize()] = first_capital(str(fact), self.names)
        return told

    def _fact(self, name: str, value: object) -> object:
        if isinstance(value, int):
            return self.seat(value) if name in SEATS else self.chips(value) if name in CHIPS else value
        if isinstance(value, str):
            return self.card(value) if name in CARD else value
        if not isinstance(value, tuple):
            return value
        if name in SEVERAL:
            return self.seats([one if isinstance(one, int) else naming(one).seat or 0 for one in value])
        if name in CARDS:
            return self.cards(one.card if isinstance(one, PlayedCard) else one for one in value)
        return self.stakes(value) if name in STAKES else value


def first_capital(text: str, names: Mapping[int, str]) -> str:
    """The text as the beginning of a sentence; the name of a person stays as he writes it."""
    return text if any(text.startswith(name) for name in names.values()) else text[:1].upper() + text[1:]
