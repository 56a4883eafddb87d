"""The rules as they are written for players: every rule of the rulebooks, each with its parts, and the options as they are, in
every language the same.

A rule stands under `## ID title`, its parts begin with a bold word. One that no rulebook has is of presets that are not there
yet, and says so.
"""

import re
from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping

from api.rulebooks.languages import ENGLISH, Language
from engine.options import whole

HEADING = re.compile(r"^## (?P<rule>[A-Z][A-Z0-9-]*-\d+) (?P<title>.+)$", re.MULTILINE)
NEXT = re.compile(r"^#{1,2} ", re.MULTILINE)
BOLD = re.compile(r"^\*\*([^*]+)\*\*", re.MULTILINE)
OPTION = re.compile(r"^- `(?P<option>[a-z_]+)`(?P<says>.*(?:\n  .*)*)", re.MULTILINE)
ROW = re.compile(r"^\| `(?P<option>[a-z_]+)` \|(?P<cells>.+)\|$", re.MULTILINE)
COLUMNS = re.compile(r"^\| [^|`]+ \|(?P<cells>.+)\|\n\|[-|: ]+\|\n(?P<rows>(?:\| `.+\n)+)", re.MULTILINE)
# What says the same in every language: code, links, identifiers, presets, cards, figures, and the rows of tables.
MARK = re.compile(
    r"`[^`\n]+`|\]\([^)]+\)|[A-Z]+[0-9]?(?:-[A-Z]+[0-9]?)*-[0-9]+|(?:azi|casino)-[a-z]+(?:-[a-z0-9]+)*|(?:10|[^\W\d_]|[2-9])[♠♥♦♣]|[♠♥♦♣]|[0-9]+|[⅓⅔½]|^\|",
    re.MULTILINE,
)


def sections(text: str) -> Iterator[tuple[str, str, str]]:
    """(rule id, title, what stands under the heading), in order."""
    for found in HEADING.finditer(text):
        after = NEXT.search(text, found.end())
        yield found["rule"], found["title"], text[found.end() : after.start() if after else len(text)]


def unexplained(titles: Mapping[str, str], text: str) -> list[str]:
    """Every rule of the rulebook has one heading, by its title."""
    told = [(rule, title) for rule, title, _ in sections(text)]
    rules = [rule for rule, _ in told]
    findings = [f"{rule} has no heading" for rule in titles if rule not in rules]
    findings += [f"{rule} has several headings" for rule in sorted(set(rules)) if rules.count(rule) > 1]
    return findings + [
        f"{rule} is called {titles[rule]!r}, not {title!r}" for rule, title in told if titles.get(rule, title) != title
    ]


def unruled(rules: Collection[str], presets: Collection[str], text: str, language: Language = ENGLISH) -> list[str]:
    """A rule that no rulebook has names the presets that it is of, and none of them is there."""
    findings = []
    for rule, _, says in sections(text):
        named = re.search(rf"^\*\*{language.parts[4]}\*\* (.+)$", says, re.MULTILINE)
        there = sorted(set(named[1].split(", ")) & set(presets)) if named else []
        if rule not in rules and (not named or there):
            findings.append(f"{rule} stands in no rulebook" + (f", and {', '.join(there)} would need it" if there else ""))
    return findings


def incomplete(text: str, language: Language = ENGLISH) -> list[str]:
    """Each rule has its parts, in their order, and nothing else begins with a bold word."""
    parts, presets = list(language.parts[:4]), language.parts[4]
    found = ((rule, BOLD.findall(says)) for rule, _, says in sections(text))
    return [f"{rule} has the parts {told}, not {parts}" for rule, told in found if told not in (parts, [presets, *parts])]


def otherwise(english: str, text: str, language: Language) -> list[str]:
    """A text in another language has the headings of the English one, and under each the same marks."""
    ours, theirs = list(_headed(english, ENGLISH)), list(_headed(text, language))
    order = [(level, rule) for level, rule, _ in ours]
    if order != [(level, rule) for level, rule, _ in theirs]:
        pairs = zip([*order, ("end", "")], [*((level, rule) for level, rule, _ in theirs), ("end", "")], strict=False)
        number, (here, there) = next((number, pair) for number, pair in enumerate(pairs, 1) if pair[0] != pair[1])
        return [f"{language.tag}: heading {number} is {' '.join(there)!r}, not {' '.join(here)!r} as in English"]
    findings, place = [], ""
    for (level, rule, marks), (_, _, told) in zip(ours, theirs, strict=True):
        place = rule or f"{level} after {place}"
        findings += [f"{language.tag}: {place} lacks {mark}, {count} times" for mark, count in (marks - told).items()]
        findings += [f"{language.tag}: {place} has {mark}, {count} times more" for mark, count in (told - marks).items()]
    return findings


def _headed(text: str, language: Language) -> Iterator[tuple[str, str, Counter[str]]]:
    """(level, rule or number, marks) of each heading and what stands under it; cards with their English letters."""
    for part in re.split(r"^(?=#{1,2} )", text, flags=re.MULTILINE)[1:]:
        heading, _, says = part.partition("\n")
        level, _, title = heading.partition(" ")
        number = re.match(r"[A-Z][A-Z0-9-]*-\d+(?= )|\w+ \d+(?=:)", title)
        marks = Counter(_english(mark, language) for mark in MARK.findall(f"{title}\n{says}"))
        yield level, number[0].rpartition(" ")[2] if number else "", marks


def _english(mark: str, language: Language) -> str:
    """A mark as the English text has it: cards go by the letters of the language, all else is the same in each."""
    card = mark[-1] in "♠♥♦♣"
    return language.letters.get(mark[0], mark[0]) + mark[1:] if card else mark


def wrong_options(defaults: Mapping[str, object], text: str, language: Language = ENGLISH, *, all_of_them: bool) -> list[str]:
    """Options are named as they are, with their defaults; each is explained once, if all of them are to be."""
    findings, explained = [], []
    marked = re.compile(rf"`([^`]+)`\s+\({language.default}\)")
    for rule, _, says in sections(text):
        for found in OPTION.finditer(says):
            option, default = found["option"], marked.search(found["says"])
            if option not in defaults:
                findings.append(f"{rule}: there is no option {option}")
            elif default:
                explained.append(option)
                if default[1] != plain(defaults[option]):
                    findings.append(f"{rule}: {option} is {plain(defaults[option])} by default, not {default[1]}")
    if all_of_them:
        findings += [
            f"{option} is explained {explained.count(option)} times" for option in defaults if explained.count(option) != 1
        ]
    return findings


def wrong_presets(presets: Mapping[str, Mapping[str, object]], text: str) -> list[str]:
    """Tables of options tell every option once, as the presets have it: in columns of presets, or in the second one for all."""
    findings, told = [], []
    for table in COLUMNS.finditer(text):
        columns = [cell.strip() for cell in table["cells"].split("|")]
        for row in ROW.finditer(table["rows"]):
            option = row["option"]
            told.append(option)
            for number, (column, cell) in enumerate(zip(columns, row["cells"].split("|"), strict=True)):
                of_all = number == 0 and not column.startswith(("azi-", "casino-"))
                of = presets if of_all else [column] if column in presets else []
                findings += [
                    f"{option} of {name} is {plain(presets[name].get(option))}, not {cell.strip()}"
                    for name in of
                    if plain(presets[name].get(option)) != cell.strip()
                ]
    options = sorted({option for preset in presets.values() for option in preset})
    return findings + [f"the tables tell {option} {told.count(option)} times" for option in options if told.count(option) != 1]


def unlisted(presets: Iterable[str], text: str) -> list[str]:
    """Each preset has a line that says what it is."""
    return [f"no line says what {name} is" for name in presets if not re.search(rf"^- \*\*{name}\*\*: \S", text, re.MULTILINE)]


def told(shape: type, preset: Mapping[str, object]) -> dict[str, object]:
    """The options of a preset, those too that are absent."""
    return {option: "none" if value is None else value for option, value in whole(shape, preset).items()}


def plain(value: object) -> str:
    """A value as the prose writes it."""
    return str(value).lower() if isinstance(value, bool) else str(value)
