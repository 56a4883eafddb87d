"""`./run new preset`: house rules under a name, with a golden game and a sample game, as far as a machine can write them."""

from __future__ import annotations

import re
import tomllib
from dataclasses import replace
from pathlib import Path
from typing import Any

from engine.decider import act
from engine.games import KINDS, Kind
from engine.options import hints
from engine.record import read, recorded, write
from engine.rules import RuleBroken
from ledger.play.presets import game_of, presets
from ops.new import pages
from ops.new.dice import by_dice, sample
from ops.new.gaps import gap
from ops.new.option import change
from ops.new.python import with_entry
from ops.new.writing import ROOT, Draft, Unfit
from tests.tidy.prose_checks import OPTION, sections, told

NAME = re.compile(r"[a-z]+(-[a-z0-9]+)+")
RECORDS, SAMPLES = "tests/records", "seeds/games"
HEAD = {"title": "a title", "source": "where the game is from", "words": "what happens in it"}


def preset(name: str, like: str, changes: dict[str, str]) -> Draft:
    """The draft of a new preset, like another one except for some options. Raises Unfit, or RuleBroken: it could not be played."""
    known = presets()
    if not NAME.fullmatch(name) or name in known or game_of(name) not in KINDS:
        raise Unfit(f"{name} is no name for a new preset: that of its game, a hyphen, small letters, and none that there is.")
    if like not in known or game_of(like) != game_of(name):
        raise Unfit(f"{like} is no preset of {game_of(name)}.")
    kind, draft = KINDS[game_of(name)], Draft()
    text = _house(draft, kind, name, like, changes)
    plain = tomllib.loads(text)
    kind.house_rules(plain)
    draft.add(f"seeds/house_rules/{name}.toml", text)
    pages.add_preset(draft, name)
    order = tuple(option for option in hints(kind.shape) if option != "preset")
    of_game = {**pages.told_of(kind.name), name: told(kind.shape, plain)}
    pages.write_tables(draft, kind.name, of_game, order)
    _golden(draft, kind, name, like, plain)
    change(draft, "Rules", f"what {name} is")
    return draft


def _house(draft: Draft, kind: Kind, name: str, like: str, changes: dict[str, str]) -> str:
    """The file of another preset with these options changed; what came later and is absent there comes in at its place."""
    lines = draft[f"seeds/house_rules/{like}.toml"].splitlines()
    order = list(hints(kind.shape))
    lines[0], lines[2] = f"# {gap('what is played, in a line')}", f"# Source: {gap('where it is described')}"
    for option, value in {"preset": name, **changes}.items():
        if option not in order:
            raise Unfit(f"There is no option {option}; there are {', '.join(order)}.")
        written = value if re.fullmatch(r"\d+|true|false", value) else f'"{value}"'
        at = next((number for number, line in enumerate(lines) if line.startswith(f"{option} = ")), None)
        if at is None:
            before = [number for number, line in enumerate(lines) if line.partition(" = ")[0] in order[: order.index(option)]]
            lines.insert(max(before) + 1, f"{f'{option} = {written}':<37}# [{_rule(draft, kind, option)}]")
        else:
            comment = lines[at].partition("#")[2].strip()
            lines[at] = f"{f'{option} = {written}':<37}# {comment}" if comment else f"{option} = {written}"
    return "\n".join(lines) + "\n"


def _rule(draft: Draft, kind: Kind, option: str) -> str:
    english = draft[f"engine/{kind.name}/rules/en.md"]
    return next(rule for rule, _, says in sections(english) for found in OPTION.finditer(says) if found["option"] == option)


def _golden(draft: Draft, kind: Kind, name: str, like: str, plain: dict[str, Any]) -> None:
    """A golden game: the first one of the other preset that can be replayed under the new one; else one by dice. And a sample game
    by dice."""
    dice = by_dice(kind, plain)
    files = [file for file in sorted((ROOT / RECORDS).glob("*.toml")) if f'preset = "{like}"' in file.read_text(encoding="utf-8")]
    again = ((file.stem.removeprefix(like), _again(kind, file, plain)) for file in files)
    what, text = next(((what, text) for what, text in again if text), ("-by-dice", write(dice)))
    stem = f"{name}{what}"
    draft.add(f"{RECORDS}/{stem}.toml", text)
    shows = "tests/engine/record/test_golden.py"
    draft[shows] = with_entry(draft[shows], "SHOWS", f'"{stem}": {{}}')
    entry = f'"{stem}": {{}},'
    draft[shows] = draft[shows].replace(entry, f"{entry}  # {gap('what it shows, as events and how often')}")
    readme = f"{RECORDS}/README.md"
    draft[readme] = f"{draft[readme].rstrip()}\n| `{stem}.toml` | {gap('what it shows')} |\n"
    number = max(int(file.name.partition("-")[0].rstrip("abc")) for file in (ROOT / SAMPLES).glob("*.toml")) + 1
    head = "\n".join(f'{key} = "{gap(says)}"' for key, says in HEAD.items())
    draft.add(f"{SAMPLES}/{number}-{name}.toml", sample(dice, name, number, head))


def _again(kind: Kind, file: Path, plain: dict[str, Any]) -> str | None:
    """The record of the same acts under other house rules, except those about its table; None: an act is refused."""
    record = read(file.read_text(encoding="utf-8"))
    begin = record.acts[0].command
    table = {option: value for option, value in kind.plain(begin.house).items() if option in ("deck", "enforcement", "reveal")}
    state: Any = kind.decider.initial
    events: list[Any] = []
    try:
        house = kind.house_rules({**plain, **table})
        for command in (replace(begin, house=house), *[one.command for one in record.acts[1:]]):
            made, state = act(kind.decider, state, command)
            events += made
    except RuleBroken:
        return None
    return write(recorded(kind, events)) if kind.decider.is_over(state) else None
