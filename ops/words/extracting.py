"""From the code to the catalogues that translators edit, and back into step when the code has changed. The files hold no line
numbers and no dates, so that they change only when messages do.
"""

from __future__ import annotations

import io
from pathlib import Path

from babel.messages.catalog import Catalog, Message
from babel.messages.extract import extract
from babel.messages.pofile import read_po, write_po

from ledger.words.catalogues import PLACE
from ops.words.domains import DOMAINS, ROOT, Source

NOTE = "NOTE:"  # begins a comment for translators, on the line before a message
WIDTH = 120
UNKEPT = (
    "Project-Id-Version",
    "POT-Creation-Date",
    "PO-Revision-Date",
    "Last-Translator",
    "Language-Team",
    "Generated-By",
    "Report-Msgid-Bugs-To",
)


def said(domain: str) -> Catalog:
    """What the code says in this domain: every message once, with where it stands and the notes for translators."""
    found = Catalog(header_comment=_head(domain), fuzzy=False)
    for source in DOMAINS[domain]:
        for path in source.files():
            _take_in(found, source, path)
    return found


def _take_in(found: Catalog, source: Source, path: Path) -> None:
    with path.open("rb") as file:
        options = {"silent": "false"} if source.method == "jinja2" else {}
        for line, message, notes, context in extract(source.method, file, source.said, [NOTE], options, strip_comment_tags=True):
            place = (path.relative_to(ROOT).as_posix(), line)
            found.add(message, locations=[place], auto_comments=notes, context=context)


def kept(domain: str, tag: str) -> Catalog:
    """The catalogue of this domain in this language as it is kept; a new one has nothing in it."""
    path = place(domain, tag)
    if not path.exists():
        return Catalog(tag, fuzzy=False)
    with path.open("rb") as file:
        return read_po(file, locale=tag, domain=domain)


def in_step(domain: str, tag: str) -> Catalog:
    """The kept catalogue with what the code says now. What another domain has already is taken over from there; other new messages
    are empty, or where an old one was much the same, its translation is there and marked as fuzzy; what nobody says any more is
    gone."""
    catalogue = kept(domain, tag)
    known = {(message.context, message.id) for message in catalogue}
    catalogue.header_comment = _head(domain)
    catalogue.update(said(domain))
    for message in catalogue:
        if (message.context, message.id) not in known and (other := _elsewhere(domain, tag, message)) is not None:
            message.string = other.string
            message.flags.discard("fuzzy")
            message.previous_id = []
    return catalogue


def _elsewhere(domain: str, tag: str, message: Message) -> Message | None:
    """The same message in another domain, translated."""
    for other in DOMAINS:
        found = kept(other, tag).get(message.id, message.context) if other != domain else None
        if found is not None and found.string and not found.fuzzy:
            return found
    return None


def text(catalogue: Catalog) -> str:
    """A catalogue as it is kept."""
    file = io.BytesIO()
    write_po(file, catalogue, width=WIDTH, ignore_obsolete=True, include_previous=True, include_lineno=False)
    lines = file.getvalue().decode().splitlines(keepends=True)
    return "".join(line for line in lines if not line.startswith(tuple(f'"{name}:' for name in UNKEPT)))


def place(domain: str, tag: str | None = None) -> Path:
    """Where the catalogue of a language is kept; without one the template for a new language."""
    return PLACE / tag / f"{domain}.po" if tag else PLACE / f"{domain}.pot"


def _head(domain: str) -> str:
    return f"# Words of cardledger: {domain}. Kept in step with the code by ./run words."
