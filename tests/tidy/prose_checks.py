"""The rules as they are written for players: every rule of the rulebooks, each with its parts, and the options as they are.

A rule stands under `## ID title`, its parts begin with a bold word. One that no rulebook has is of presets that are not there
yet, and says so.
"""

import re
from collections.abc import Collection, Iterator, Mapping

HEADING = re.compile(r"^## (?P<rule>[A-Z][A-Z0-9-]*-\d+) (?P<title>.+)$", re.MULTILINE)
NEXT = re.compile(r"^#{1,2} ", re.MULTILINE)
PART = re.compile(r"^\*\*(Rule|Why|Example|House options|Presets)\*\*", re.MULTILINE)
PARTS = ["Rule", "Why", "Example", "House options"]
OPTION = re.compile(r"^- `(?P<option>[a-z_]+)`(?P<says>.*(?:\n  .*)*)", re.MULTILINE)
DEFAULT = re.compile(r"`([^`]+)` \(default\)")
ROW = re.compile(r"^\| `(?P<option>[a-z_]+)` \|(?P<cells>.+)\|$", re.MULTILINE)
COLUMNS = re.compile(r"^\| option \|(?P<cells>.+)\|\n\|[-|: ]+\|\n(?P<rows>(?:\|.+\n)+)", re.MULTILINE)


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


def unruled(rules: Collection[str], presets: Collection[str], text: str) -> list[str]:
    """A rule that no rulebook has names the presets that it is of, and none of them is there."""
    findings = []
    for rule, _, says in sections(text):
        named = re.search(r"^\*\*Presets\*\* (.+)$", says, re.MULTILINE)
        there = sorted(set(named[1].split(", ")) & set(presets)) if named else []
        if rule not in rules and (not named or there):
            findings.append(f"{rule} stands in no rulebook" + (f", and {', '.join(there)} would need it" if there else ""))
    return findings


def incomplete(text: str) -> list[str]:
    """Each rule has its parts, in their order."""
    found = ((rule, [part for part in PART.findall(says) if part != "Presets"]) for rule, _, says in sections(text))
    return [f"{rule} has the parts {parts}, not {PARTS}" for rule, parts in found if parts != PARTS]


def wrong_options(defaults: Mapping[str, object], text: str, *, all_of_them: bool) -> list[str]:
    """Options are named as they are, with their defaults; each is explained once, if all of them are to be."""
    findings, explained = [], []
    for rule, _, says in sections(text):
        for found in OPTION.finditer(says):
            option, default = found["option"], DEFAULT.search(found["says"])
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
    """Tables with a column `option` tell every option once, as the presets have it; a column `value` is of all of them."""
    findings, told = [], []
    for table in COLUMNS.finditer(text):
        columns = [cell.strip() for cell in table["cells"].split("|")]
        for row in ROW.finditer(table["rows"]):
            option = row["option"]
            told.append(option)
            for column, cell in zip(columns, row["cells"].split("|"), strict=True):
                of = presets if column == "value" else [column] if column in presets else []
                findings += [
                    f"{option} of {name} is {plain(presets[name].get(option))}, not {cell.strip()}"
                    for name in of
                    if plain(presets[name].get(option)) != cell.strip()
                ]
    options = sorted({option for preset in presets.values() for option in preset})
    return findings + [f"the tables tell {option} {told.count(option)} times" for option in options if told.count(option) != 1]


def plain(value: object) -> str:
    """A value as the prose writes it."""
    return str(value).lower() if isinstance(value, bool) else str(value)
