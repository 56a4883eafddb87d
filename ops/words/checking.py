"""What a message catalogue must fulfil. Each check yields findings, a sentence each; none: it is in order."""

from __future__ import annotations

import re
from collections.abc import Iterator
from gettext import c2py  # type: ignore[attr-defined]
from string import Formatter

from babel.messages.catalog import Catalog, Message

OPTIONAL = re.compile(r"[Mm]ay be left out: ((?:\{\w+\}(?:, )?)+)")  # in the notes for translators
NUMBERS = range(1000)  # enough to meet every form of a language


def unfinished(catalogue: Catalog) -> list[str]:
    """Every message is translated, in all its forms, and by somebody who meant it."""
    found = []
    for message in _messages(catalogue):
        forms = _forms(message)
        if message.fuzzy:
            found.append(f"{_name(message)} is marked as fuzzy: look it through")
        elif not all(forms) or (message.pluralizable and len(forms) != catalogue.num_plurals):
            found.append(f"{_name(message)} is not translated")
    return found


def out_of_step(catalogue: Catalog, said: Catalog) -> list[str]:
    """It holds every message of the code, and no obsolete one."""
    kept, due = ({(message.context, _english(message)): message for message in _messages(each)} for each in (catalogue, said))
    return [f"{_name(due[key])} is new: say ./run words" for key in due if key not in kept] + [
        f"{_name(kept[key])} is said nowhere any more: say ./run words" for key in kept if key not in due
    ]


def unfitting(catalogue: Catalog, *, capitals: bool = False) -> list[str]:
    """A translation uses the placeholders of its English, and no others.

    A form that is for one number only may leave out what the English one leaves out, and any may leave out what a note allows.
    capitals: every fact is there with a capital too, `{Seat}`, where a sentence begins with it.
    """
    found = []
    for message in _messages(catalogue):
        english = _english(message)
        optional = set(re.findall(r"\w+", " ".join(OPTIONAL.findall(" ".join(message.auto_comments)))))
        for number, form in enumerate(_forms(message)):
            source = english[0] if number in _of_one_number(catalogue) else english[-1]
            try:
                given, told = _facts(" ".join(english)), _facts(form)
                needed = _facts(source) - optional
            except ValueError as fault:
                found.append(f"{_name(message)}: {fault}")
                continue
            if capitals:
                given, told, needed = ({name.lower() for name in names} for names in (given, told, needed))
            if form and english[0].startswith(" ") and not form.startswith(" "):
                found.append(f"{_name(message)} follows another sentence: it begins with a space")
            found += [f"{_name(message)} has no fact {{{name}}}" for name in sorted(told - given)]
            found += [f"{_name(message)} lacks {{{name}}}" for name in sorted(needed - told) if form]
    return found


def _facts(text: str) -> set[str]:
    """The names in braces. Raises ValueError: something in braces is no name, or a brace stands alone."""
    names = {
        name for _, name, spec, conversion in Formatter().parse(text) if name is not None and not _plain(name, spec, conversion)
    }
    if names:
        raise ValueError(f"in braces stands a name and nothing else, not {sorted(names)}")
    return {name for _, name, _, _ in Formatter().parse(text) if name is not None}


def _plain(name: str, spec: str | None, conversion: str | None) -> bool:
    return name.isidentifier() and not spec and not conversion


def _of_one_number(catalogue: Catalog) -> set[int]:
    """The plural forms of the language that are for one number only."""
    form = c2py(catalogue.plural_expr)
    met = [form(number) for number in NUMBERS]
    return {each for each in set(met) if met.count(each) == 1}


def _messages(catalogue: Catalog) -> Iterator[Message]:
    return (message for message in catalogue if message.id)


def _english(message: Message) -> tuple[str, ...]:
    return (message.id,) if isinstance(message.id, str) else tuple(message.id)


def _forms(message: Message) -> tuple[str, ...]:
    return (message.string or "",) if isinstance(message.string, str | None) else tuple(message.string)


def _name(message: Message) -> str:
    return f"“{_english(message)[0]}”" + (f" ({message.context})" if message.context else "")
