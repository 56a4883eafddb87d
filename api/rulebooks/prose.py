"""Rules as they are written, from Markdown to HTML.

A first-level heading is a group and a second-level one a rule, whose `id` is its identifier. HTML in the text is shown as text.
Identifiers become links to their rules, and cards are kept from breaking across lines.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import pairwise

from markdown_it import MarkdownIt
from markdown_it.token import Token
from markupsafe import Markup

from api.rulebooks.addresses import rule_page
from api.rulebooks.languages import ENGLISH, KINDS, LANGUAGES, Language
from engine.games import KINDS as GAMES
from engine.room.rulebook import RULES as ROOM
from ledger.words.voice import COURT

TOPICS = {rule.id.rpartition("-")[0] for rules in (ROOM, *(kind.rules for kind in GAMES.values())) for rule in rules}
RULE_ID = re.compile(rf"(?:{'|'.join(sorted(TOPICS))})-[0-9]+(?![\w-])")
RED = "♥♦"

_MARKDOWN = MarkdownIt("commonmark", {"html": False}).enable("table")


@dataclass(frozen=True, slots=True)
class Heading:
    """anchor: the part of the address behind #. rule: its identifier, or "". level: 2 for a group, 3 for what stands under it."""

    anchor: str
    rule: str
    title: str
    level: int


@dataclass(frozen=True, slots=True)
class Prose:
    """A formatted text. body: HTML without the title. headings: in order, without the title."""

    title: str
    body: Markup
    headings: tuple[Heading, ...]


def prose(text: str, language: Language = ENGLISH, *, place: str = "", anchors: Sequence[str] = ()) -> Prose:
    """Formats a text that begins with its title as a first-level heading.

    place: the address of its page; links to other rule books keep its language. anchors: of all headings in order, if they are not
    to be made from the titles; as many as there are headings.
    """
    tokens = _MARKDOWN.parse(text)
    title, rest = tokens[1].content, tokens[3:]
    for token in rest:
        if token.type in {"heading_open", "heading_close"}:
            token.tag = f"h{int(token.tag[1:]) + 1}"  # the title of the page stands above them
        if token.attrs.pop("style", "") == "text-align:right":
            token.attrSet("class", "number")  # the policy of the pages allows no style in an attribute
        if token.type == "inline" and token.children:
            token.children = [_led(noted, place, language) for noted in _noted(token.children)]
    found = list(_headings(rest))
    headings = tuple(_head(*heading, anchor) for heading, anchor in zip(found, anchors or [""] * len(found), strict=True))
    parts = dict(zip(language.parts, KINDS, strict=True))
    body = _MARKDOWN.renderer.render(list(_boxed(rest, parts)), _MARKDOWN.options, {})
    return Prose(title, Markup(body), headings)  # noqa: S704  # of files of the house, whose own HTML is shown and not obeyed


def _headings(tokens: list[Token]) -> Iterator[tuple[Token, Token]]:
    """Each heading's opening token, with what it says."""
    for token, after in pairwise(tokens):
        if token.type == "heading_open":
            yield token, after


def _head(opening: Token, inline: Token, anchor: str) -> Heading:
    """The heading, whose tokens get its anchor: the identifier of a rule, else the one given, else one made from the title."""
    found = RULE_ID.match(inline.content)
    rule = found[0] if found else ""
    title = inline.content.removeprefix(rule).strip()
    anchor = rule or anchor or slug(title)
    opening.attrSet("id", anchor)
    if rule:
        link = [Token("link_open", "a", 1, attrs={"class": "id", "href": f"#{rule}"}), _text(rule), Token("link_close", "a", -1)]
        inline.children = [*link, _text(" " + title)]
    return Heading(anchor, rule, title, int(opening.tag[1:]))


def slug(title: str) -> str:
    """The anchor of a heading that is no rule: what stands before a colon, in lower case.

    >>> slug("Example 1: a raise"), slug('Raznomast and "to azi"')
    ('example-1', 'raznomast-and-to-azi')
    """
    return re.sub(r"[^a-z0-9]+", "-", title.partition(":")[0].lower()).strip("-")


def _noted(children: list[Token]) -> Iterator[Token]:
    """Plain text outside of links, with its rules as links and its cards marked."""
    inside = 0
    for token in children:
        inside += token.nesting if token.tag == "a" else 0
        if token.type != "text" or inside:
            yield token
            continue
        end = 0
        for found in _notable().finditer(token.content):
            yield _text(token.content[end : found.start()])
            yield from _cited(found[0]) if found["rule"] else _card(found[0])
            end = found.end()
        yield _text(token.content[end:])


@cache
def _notable() -> re.Pattern[str]:
    """Rules, and cards in the letters of all languages."""
    letters = "".join(dict.fromkeys(COURT + "".join(letter for each in LANGUAGES.values() for letter in each.letters)))
    return re.compile(rf"(?<![\w-])(?P<rule>{RULE_ID.pattern})|(?P<card>(?:10|[2-9{letters}])[♠♥♦♣])")


def _led(token: Token, place: str, language: Language) -> Token:
    """A link within the page stays on it, and one to another rule book keeps the language."""
    if token.tag == "a" and token.nesting == 1:
        path, mark, anchor = str(token.attrGet("href")).partition("#")
        if path.startswith("/rules"):
            token.attrSet("href", f"#{anchor}" if mark and path == place else f"{path}?lang={language.tag}{mark}{anchor}")
    return token


def _cited(rule: str) -> tuple[Token, ...]:
    return (
        Token("cited_open", "a", 1, attrs={"class": "cited", "href": rule_page(rule)}),
        _text(rule),
        Token("cited_close", "a", -1),
    )


def _card(face: str) -> tuple[Token, ...]:
    kind = "card red" if face[-1] in RED else "card"
    return Token("card_open", "span", 1, attrs={"class": kind}), _text(face), Token("card_close", "span", -1)


def _text(content: str) -> Token:
    return Token("text", "", 0, content=content)


def _boxed(tokens: list[Token], parts: dict[str, str]) -> Iterator[Token]:
    """The same, with each part of a rule in a box of its own, and tables in one that can be scrolled."""
    open_part = False
    for number, token in enumerate(tokens):
        part = parts.get(_begun(tokens, number), "")
        if open_part and (part or token.type == "heading_open"):
            yield Token("part_close", "div", -1, block=True)
            open_part = False
        if part:
            yield Token("part_open", "div", 1, attrs={"class": part}, block=True)
            open_part = True
        if token.type == "table_open":
            yield Token("wide_open", "div", 1, attrs={"class": "wide", "tabindex": "0"}, block=True)
        yield token
        if token.type == "table_close":
            yield Token("wide_close", "div", -1, block=True)
    if open_part:
        yield Token("part_close", "div", -1, block=True)


def _begun(tokens: list[Token], number: int) -> str:
    """The bold word that a paragraph begins with; "" if this token begins none, or without one."""
    token = tokens[number]
    if token.type != "paragraph_open" or token.level:
        return ""
    first = (tokens[number + 1].children or [])[:3]
    bold = [child for child in first if child.type == "text" and child.content]
    starts_bold = any(child.type == "strong_open" for child in first[:2])
    return bold[0].content if starts_bold and bold else ""
