"""The rule books: which there are, and their pages. Their text stands with the rules themselves, in engine/<game>/rules."""

from dataclasses import dataclass
from functools import cache
from importlib.resources import files

from api.rulebooks.addresses import address, rule_page
from api.rulebooks.languages import ENGLISH, LANGUAGES
from api.rulebooks.prose import Prose, prose
from engine.games import KINDS

BOOKS = {book: f"engine.{book}" for book in (*KINDS, "room")}


@cache
def languages_of(*books: str) -> tuple[str, ...]:
    """The tags of the languages that all of these books are written in."""
    return tuple(tag for tag in LANGUAGES if all(files(BOOKS[book]).joinpath("rules", f"{tag}.md").is_file() for book in books))


@cache
def rule_book(book: str, tag: str = ENGLISH.tag) -> Prose:
    """A book of `BOOKS` in one of its languages, set. It is read once.

    Anchors are the same in all languages, so that a link leads to the same place whatever its reader reads.
    """
    text = files(BOOKS[book]).joinpath("rules", f"{tag}.md").read_text("utf-8")
    anchors = () if tag == ENGLISH.tag else tuple(heading.anchor for heading in rule_book(book).headings)
    return prose(text, LANGUAGES[tag], place=f"/rules/{book}", anchors=anchors)


@cache
def book_title(book: str, tag: str) -> str:
    """What a book is called in this language, in English where it is not written in it."""
    spoken = tag if tag in languages_of(book) else ENGLISH.tag
    first, _, _ = files(BOOKS[book]).joinpath("rules", f"{spoken}.md").read_text("utf-8").partition("\n")
    return first.removeprefix("# ")


@cache
def _titles(book: str, tag: str) -> dict[str, str]:
    return {heading.rule: heading.title for heading in rule_book(book, tag).headings if heading.rule}


def title_of(rule: str, tag: str) -> str:
    """The heading of a rule in one of its languages; "" where no book has it."""
    path = rule_page(rule).removeprefix("/rules/").partition("#")[0]
    return _titles(path, tag).get(rule, "")


@dataclass(frozen=True, slots=True)
class Cited:
    """A rule that a page cites: where it is explained, and its heading there; "" where no book has it."""

    id: str
    address: str
    title: str


def cited(rule: str, tag: str) -> Cited:
    """A rule as a page in this language cites it."""
    path, mark, anchor = rule_page(rule).partition("#")
    return Cited(rule, f"{address(path, lang=tag)}{mark}{anchor}", title_of(rule, tag))
