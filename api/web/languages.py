"""The languages that rules are written in: what the pages say in each beside the texts, and which of them a reader gets.

A book is offered in the languages whose file is there, `rules/<tag>.md`. What no file says stands here: the words that begin the
parts of a rule, the letters of the cards, the furniture of the pages.
"""

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from types import MappingProxyType

from werkzeug.datastructures import LanguageAccept

# The parts of a rule, as the style sheet calls them, in their order. The last one is only there if not all presets have the rule.
KINDS = ("says", "why", "example", "options", "presets")
# Where pages are in the language of their reader; all others are in English.
TRANSLATED = ("/rules", "/audits")


@dataclass(frozen=True, slots=True)
class Language:
    """tag: of the file, of `?lang=` and of the page. name: as its speakers call it.

    parts: the bold words that begin the parts of a rule, in the order of `KINDS`. default: stands in parentheses after the value
    that an option has unless a table says otherwise. letters: of cards, where they are not A, K, Q and J, with those.
    places: the pages that every page leads to, under their addresses; those under `TRANSLATED` are in this language.
    """

    tag: str
    name: str
    parts: tuple[str, str, str, str, str]
    default: str
    letters: Mapping[str, str]
    places: Mapping[str, str]
    rules: str
    about_rules: str
    contents: str
    past: str
    pages: str
    languages: str


ENGLISH = Language(
    tag="en",
    name="English",
    parts=("Rule", "Why", "Example", "House options", "Presets"),
    default="default",
    letters={},
    places={
        "/rules/azi": "Azi",
        "/rules/casino": "Casino",
        "/rules/room": "Tables and wallets",
        "/audits": "Audits",
        "/problems": "Problems",
        "/docs/": "Interface",
    },
    rules="Rules",
    about_rules="What is played in this room, and how.",
    contents="Contents",
    past="To the text",
    pages="Pages",
    languages="Languages",
)
RUSSIAN = Language(
    tag="ru",
    name="Русский",
    parts=("Правило", "Почему", "Пример", "По уговору", "Наборы"),
    default="по умолчанию",
    letters={"Т": "A", "К": "K", "Д": "Q", "В": "J"},
    places={
        "/rules/azi": "Ази",
        "/rules/casino": "Казино",
        "/rules/room": "Столы и кошельки",
        "/audits": "Проверки",
        "/problems": "Ошибки",
        "/docs/": "Интерфейс",
    },
    rules="Правила",
    about_rules="Во что здесь играют и как.",
    contents="Содержание",
    past="К тексту",
    pages="Страницы",
    languages="Языки",
)
GERMAN = Language(
    tag="de",
    name="Deutsch",
    parts=("Regel", "Warum", "Beispiel", "Hausregeln", "Vorlagen"),
    default="Vorgabe",
    letters={"D": "Q", "B": "J"},
    places={
        "/rules/azi": "Azi",
        "/rules/casino": "Kasino",
        "/rules/room": "Tische und Konten",
        "/audits": "Prüfungen",
        "/problems": "Fehler",
        "/docs/": "Schnittstelle",
    },
    rules="Regeln",
    about_rules="Was hier gespielt wird, und wie.",
    contents="Inhalt",
    past="Zum Text",
    pages="Seiten",
    languages="Sprachen",
)
LANGUAGES: Mapping[str, Language] = MappingProxyType({each.tag: each for each in (ENGLISH, RUSSIAN, GERMAN)})


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
