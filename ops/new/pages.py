"""The rules pages: sections of rules in every language, and the tables of presets, which are the same in each."""

from __future__ import annotations

import re
from collections.abc import Mapping

from api.rulebooks.languages import LANGUAGES, Language
from engine.games import KINDS
from engine.options import hints
from ledger.play.presets import game_of, presets
from ops.new.gaps import gap
from ops.new.writing import Draft, Unfit
from tests.tidy.prose_checks import COLUMNS, OPTION, plain, sections, told

LANGUAGE_NAMES = {"en": "English", "ru": "Russian", "de": "German"}
Presets = Mapping[str, Mapping[str, object]]


def pages(game: str) -> dict[str, Language]:
    """The rules pages of a game: path -> language."""
    return {f"engine/{game}/rules/{tag}.md": language for tag, language in LANGUAGES.items()}


def write_in(language: Language, says: str) -> str:
    """A gap for prose in this language."""
    return gap(f"{says}, in {LANGUAGE_NAMES.get(language.tag, language.tag)}")


def add_rule(draft: Draft, game: str, rule: str, title: str, after: str) -> None:
    """A section for a new rule in every language, after that of another one."""
    for path, language in pages(game).items():
        text = draft[path]
        heading = title if language.tag == "en" else write_in(language, f"title: {title}")
        parts = language.parts
        told = "\n\n".join(
            [
                f"## {rule} {heading}",
                f"**{parts[0]}** {write_in(language, 'what holds')}",
                f"**{parts[1]}** {write_in(language, 'why')}",
                f"**{parts[2]}** {write_in(language, 'an example with cards and chips')}",
                f"**{parts[3]}**",
            ]
        )
        place = text.index(_section(text, after)) + len(_section(text, after))
        draft[path] = f"{text[:place].rstrip()}\n\n{told}\n\n{text[place:].lstrip()}"


def add_option(draft: Draft, game: str, rule: str, name: str, values: tuple[str, ...]) -> None:
    """A line for an option under its rule, in every language; values: the first one is that of its absence."""
    for path, language in pages(game).items():
        text, says = draft[path], _section(draft[path], rule)
        first = f"`{values[0]}` ({language.default})"
        meaning = write_in(language, "what each value means; say it in sentences")
        bullet = f"- `{name}`: {', '.join([first, *[f'`{value}`' for value in values[1:]]])}: {meaning}"
        draft[path] = text.replace(says, _with_bullet(says, language, bullet))


def _section(text: str, rule: str) -> str:
    for found, _, says in sections(text):
        if found == rule:
            return says
    raise Unfit(f"{rule} is explained on no page.")


def _with_bullet(says: str, language: Language, bullet: str) -> str:
    """After the last option of the rule; "none." goes, whatever else stands there stays after the list."""
    mark = f"**{language.parts[3]}**"
    head, _, options = says.partition(mark)
    there = list(OPTION.finditer(options))
    if there:
        end = there[-1].end()
        return f"{head}{mark}{options[:end]}\n{bullet}{options[end:].rstrip()}\n\n"
    rest = "" if re.fullmatch(r"\s*(\w+\.)?\s*", options) else f"\n\n{options.strip()}"
    return f"{head}{mark}\n\n{bullet}{rest}\n\n"


def add_preset(draft: Draft, preset: str) -> None:
    """A line for a preset in the list of them, in every language."""
    for path, language in pages(game_of(preset)).items():
        lines = draft[path].splitlines(keepends=True)
        last = max(number for number, line in enumerate(lines) if line.startswith(f"- **{game_of(preset)}-"))
        while lines[last + 1].startswith("  "):
            last += 1
        lines.insert(last + 1, f"- **{preset}**: {write_in(language, 'what it is')}.\n")
        draft[path] = "".join(lines)


def told_of(game: str) -> dict[str, dict[str, object]]:
    """Every preset of a game with all its options, as the pages tell them."""
    return {name: told(KINDS[game].shape, values) for name, values in presets().items() if game_of(name) == game}


def tables(game: str) -> Draft:
    """The draft of the tables as the presets are."""
    draft = Draft()
    write_tables(draft, game, told_of(game), tuple(option for option in hints(KINDS[game].shape) if option != "preset"))
    return draft


def write_tables(draft: Draft, game: str, of_game: Presets, order: tuple[str, ...]) -> None:
    """The two tables of presets, in every language: where they differ, and what is the same in all. order: of the options."""
    english = draft[f"engine/{game}/rules/en.md"]
    rules = {found["option"]: rule for rule, _, says in sections(english) for found in OPTION.finditer(says)}
    for path in pages(game):
        for table in list(COLUMNS.finditer(draft[path])):
            columns = [cell.strip() for cell in table["cells"].split("|")]
            if any(column in of_game for column in columns):
                draft[path] = draft[path].replace(table[0], _apart(table[0], of_game, order))
            else:
                draft[path] = draft[path].replace(table[0], _alike(table[0], of_game, order, rules))


def _rows(table: str, options: list[str]) -> list[str]:
    """These options, in the order of the rows that there are; new ones at the end."""
    there = re.findall(r"^\| `([a-z_]+)` \|", table, re.MULTILINE)
    return [*[name for name in there if name in options], *[name for name in options if name not in there]]


def _apart(table: str, of_game: Presets, order: tuple[str, ...]) -> str:
    heading = table.partition("\n")[0]
    there = [cell.strip() for cell in heading.split("|")[2:-1]]
    names = [*[name for name in there if name in of_game], *[name for name in of_game if name not in there]]
    options = [name for name in order if len({plain(of_game[preset][name]) for preset in names}) > 1]
    rows = [f"| `{name}` | {' | '.join(plain(of_game[preset][name]) for preset in names)} |" for name in _rows(table, options)]
    first = heading.split("|")[1].strip()
    return "\n".join([f"| {first} | {' | '.join(names)} |", f"|{'---|' * (len(names) + 1)}", *rows, ""])


def _alike(table: str, of_game: Presets, order: tuple[str, ...], rules: Mapping[str, str]) -> str:
    some = next(iter(of_game.values()))
    options = [name for name in order if len({plain(values[name]) for values in of_game.values()}) == 1]
    rows = [f"| `{name}` | {plain(some[name])} | {rules[name]} |" for name in _rows(table, options)]
    return "\n".join([*table.split("\n")[:2], *rows, ""])
