"""`./run new option`: a house rule, as far as a machine can write it."""

from __future__ import annotations

import re
from dataclasses import dataclass

from engine.games import KINDS
from engine.options import hints
from ops.new import pages
from ops.new.gaps import gap
from ops.new.python import after_name, with_entry, with_field, with_import
from ops.new.writing import Draft, Unfit

NAME = re.compile(r"[a-z][a-z_]{1,39}")
RULE = re.compile(r"[A-Z][A-Z0-9]*-[A-Z0-9]+-[0-9]+")
NUMBERS = re.compile(r"(\d+)\.\.(\d+)")
TRUTHS = ("false", "true")


@dataclass(frozen=True, slots=True)
class Values:
    """The values of an option. hint: its type; default: what its absence stands for, as Python; told: its values as pages tell
    them; others: values beside the default, as Python, for tests. imports: module -> name."""

    hint: str
    default: str
    told: tuple[str, ...]
    others: tuple[str, ...]
    imports: tuple[tuple[str, str], ...] = ()


def values_of(given: list[str]) -> Values:
    """The values as they are given, the first of which is how everybody played before.

    `a b c` are words, `false true` truth values, `4 6` these numbers, `0..20` each of these, `0 chips` and `none chips` amounts.
    Raises Unfit: nothing of these.
    """
    if len(given) == 1 and (span := NUMBERS.fullmatch(given[0])) and int(span[1]) < int(span[2]):
        least, most = int(span[1]), int(span[2])
        needs = (("typing", "Annotated"), ("engine.options", "Between"))
        return Values(f"Annotated[int, Between({least}, {most})]", str(least), (str(least), str(most)), (str(most),), needs)
    if len(given) != len(set(given)) or len(given) < 2:
        raise Unfit("An option has two values or more, or a span of numbers as 0..20; no value twice.")
    if set(given) == set(TRUTHS):
        python = tuple(value.capitalize() for value in given)
        return Values("bool", python[0], tuple(given), python[1:])
    if given[1:] == ["chips"] and (given[0] == "none" or given[0].isdecimal()):
        hint, default = ("Chips | None", "None") if given[0] == "none" else ("Chips", given[0])
        return Values(hint, default, (given[0], "chips"), ('"7"',), (("engine.chips", "Chips"),))
    python = tuple(value if value.isdecimal() else f'"{value}"' for value in given)
    if len({value.isdecimal() for value in given}) > 1 or not all(re.fullmatch(r"[a-z0-9_]+", value) for value in given):
        raise Unfit("The values of an option are words of small letters, or whole numbers, not both.")
    return Values(f"Literal[{', '.join(python)}]", python[0], tuple(given), python[1:], (("typing", "Literal"),))


def option(game: str, name: str, given: list[str], rule: str, title: str | None, after: str | None) -> Draft:
    """The draft of a new option of a game, under a rule that there is, or a new one: then with its title and the rule after which
    it is told and weighed. Raises Unfit."""
    kind, values = KINDS[game], values_of(given)
    if not NAME.fullmatch(name) or name in hints(kind.shape):
        raise Unfit(f"{name} is no name for a new option of {game}: small letters and underscores, none that there is.")
    draft, known = Draft(), {one.id for one in kind.rules}
    if title is not None:
        _add_rule(draft, game, rule, title, after or "")
    elif rule not in known:
        raise Unfit(f"{rule} stands in no rulebook of {game}; a new one needs --title and --after.")
    house = f"engine/{game}/house_rules.py"
    draft[house] = with_field(draft[house], kind.shape.__name__, f"{name}: {values.hint} = {values.default}")
    for module, imported in values.imports:
        draft[house] = with_import(draft[house], module, imported)
    pages.add_option(draft, game, rule, name, values.told)
    told = {preset: {**plain, name: values.told[0]} for preset, plain in pages.told_of(game).items()}
    pages.write_tables(draft, game, told, (*[one for one in hints(kind.shape) if one != "preset"], name))
    if values.told[1:] == ("chips",):
        mixes = f"tests/engine/{game}/random_games.py"
        draft[mixes] = with_entry(draft[mixes], "CHOICES", f'"{name}": ({values.default}, 1, 7)')
    draft.add(f"tests/engine/{game}/test_{name}.py", _tests(game, name, rule, values))
    change(draft, "Rules", f"what {name} of {game} decides, by {rule}")
    return draft


def _add_rule(draft: Draft, game: str, rule: str, title: str, after: str) -> None:
    known = {one.id for one in KINDS[game].rules}
    if not RULE.fullmatch(rule) or rule in known:
        raise Unfit(f"{rule} is no id for a new rule: as AZI-PLAY-7, and none that there is.")
    if after not in known:
        raise Unfit("Say with --after which rule a new one comes after, in precedence and on the pages.")
    book = f"engine/{game}/rulebook.py"
    constant = rule.replace("-", "_")
    draft[book] = after_name(draft[book], after.replace("-", "_"), f'{constant} = Rule("{rule}", {title!r})')
    pages.add_rule(draft, game, rule, title, after)


def change(draft: Draft, part: str, says: str) -> None:
    """A line in the changelog, first in a part of what is not released."""
    text = draft["CHANGELOG.md"]
    heading = f"### {part}\n"
    draft["CHANGELOG.md"] = text.replace(heading, f"{heading}- {gap(says)}\n", 1)


def _tests(game: str, name: str, rule: str, values: Values) -> str:
    tests = [
        f'''
@keeps("{rule}")
def test_where_{name}_is_absent_the_game_goes_as_before() -> None:
    assert preset() == preset({name}={values.default})
    raise AssertionError("{gap("the game as it goes without the option: given(...).when(...).then(...)")}")
'''
    ]
    for value in values.others:
        word = re.sub(r"\W+", "_", value).strip("_").lower()
        tests.append(f'''
@keeps("{rule}")
@breaks("{rule}")
def test_{name}_{word}_is_kept_and_broken() -> None:
    assert preset({name}={value}) != preset()
    raise AssertionError("{gap(f"what {name} = {word} allows and refuses; if others have to be set beside it, set them above")}")
''')
    head = f'''"""{rule}: the house rule `{name}`."""

from __future__ import annotations

from tests.engine.{game}.deals import preset
from tests.engine.scenario import breaks, keeps

'''
    return head + "\n".join(tests)
