"""The languages that rules are written in, and which of them a reader gets.

A book is offered in the languages whose file is there, `rules/<tag>.md`. What no file says stands in the catalogues of words: the
words that begin the parts of a rule, and what pages say beside the texts.
"""

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from types import MappingProxyType

from werkzeug.datastructures import LanguageAccept

from ledger.words.catalogues import SOURCE, TAGS, Catalogue, catalogue
from ledger.words.voice import COURT, TONGUES

# The parts of a rule, as the style sheet calls them, in their order. The last one is only there if not all presets have the rule.
KINDS = ("says", "why", "example", "options", "presets")


@dataclass(frozen=True, slots=True)
class Language:
    """tag: of the files, of `?lang=` and of the page."""

    tag: str

    @property
    def words(self) -> Catalogue:
        """What pages say in it. Raises SetupFault: it has not been compiled."""
        return catalogue("pages", self.tag)

    @property
    def name(self) -> str:
        """As its speakers call it."""
        return self.words.say_as("the name of this language, in itself", "English")

    @property
    def letters(self) -> Mapping[str, str]:
        """Of cards, where they are not A, K, Q and J, with those."""
        written = {TONGUES[self.tag].letter(rank): rank for rank in COURT}
        return {letter: rank for letter, rank in written.items() if letter != rank}

    @property
    def parts(self) -> tuple[str, str, str, str, str]:
        """The bold words that begin the parts of a rule in the rule books, in the order of `KINDS`."""
        say_as = self.words.say_as
        return (
            say_as("begins a part of a rule", "Rule"),
            say_as("begins a part of a rule", "Why"),
            say_as("begins a part of a rule", "Example"),
            say_as("begins a part of a rule", "House options"),
            say_as("begins a part of a rule", "Presets"),
        )

    @property
    def default(self) -> str:
        """Stands in parentheses after the value that an option has unless a table says otherwise."""
        return self.words.say_as("of an option, in the rule books", "default")


LANGUAGES: Mapping[str, Language] = MappingProxyType({tag: Language(tag) for tag in TAGS})
ENGLISH = LANGUAGES[SOURCE]


def chosen(asked: str | None, accepted: LanguageAccept, offered: Collection[str]) -> Language:
    """The one asked for, else the first of those accepted, else English; always one of those offered, if English is.

    Of an accepted tag only the language counts: who reads Austrian German is served German.

    >>> chosen(None, LanguageAccept([("de-AT", 1), ("ru", 0.5)]), ["en", "ru"]).name
    'Русский'
    """
    if asked and asked in offered:
        return LANGUAGES[asked]
    for tag, quality in accepted:
        language = tag.lower().partition("-")[0]
        if quality > 0 and language in offered:
            return LANGUAGES[language]
    return ENGLISH
