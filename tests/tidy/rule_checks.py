"""Rulebook, code and tests name the same rules."""

import ast
import re
from collections.abc import Iterable, Mapping
from pathlib import PurePosixPath

DEFINED = re.compile(r'^([A-Z][A-Z0-9_]*)(?:: Rule)? = Rule\(\s*"([A-Z0-9-]+)"', re.MULTILINE)
CITED = re.compile(r"\b(?:AZI-[A-Z]+|CAS-[A-Z]+|TABLE|WALLET|DESK|DISPUTE|BRANCH|PEOPLE)-\d+\b")


def rules_of(rulebooks: Iterable[str]) -> dict[str, str]:
    """Rule id -> name of its constant, from the texts of the rulebooks."""
    return {identifier: constant for text in rulebooks for constant, identifier in DEFINED.findall(text)}


def twice_defined(rulebooks: Iterable[str]) -> list[str]:
    """An id stands for one rule for life, so it is defined once."""
    ids = [identifier for text in rulebooks for _, identifier in DEFINED.findall(text)]
    return [f"{identifier} is defined twice" for identifier in sorted(set(ids)) if ids.count(identifier) > 1]


def uncited(rules: Mapping[str, str], texts: Iterable[str], where: str) -> list[str]:
    """Every rule of the rulebooks is named, by id or constant, in these texts (the code; the tests)."""
    words = set(re.findall(r"[A-Z][A-Z0-9_-]*[A-Z0-9]", "\n".join(texts)))
    return [
        f"{identifier} is nowhere cited in {where}" for identifier, constant in rules.items() if not {identifier, constant} & words
    ]


def unknown(rules: Mapping[str, str], texts: Mapping[str, str]) -> list[str]:
    """No text cites a rule that no rulebook has."""
    return [
        f"{path}: {identifier} stands in no rulebook"
        for path, text in texts.items()
        for identifier in sorted(set(CITED.findall(text)) - set(rules))
    ]


def written_again(path: PurePosixPath, text: str, events: Iterable[str], other: Iterable[str] = ()) -> list[str]:
    """Above the engine no text of its own names a rule or an event: rulebooks and declarations give both.

    Of an event, that is its name, its family with the point, and the word after it with the point, or with an underscore in it and
    not one of `other` too. Docstrings and examples of the interface are not looked at. What is said to people stands under
    keys that are names of events, and cites no rule by itself.
    """
    tree, names = ast.parse(text), set(events)
    spoken = path.parts[:2] == ("ledger", "words")
    words = {name.partition(".")[2] for name in names}
    names |= {f"{name.partition('.')[0]}." for name in names} | {f".{word}" for word in words}
    names |= {word for word in words if "_" in word} - set(other)
    passed = _docstrings(tree) | _examples(tree)
    found = []
    for node in ast.walk(tree):
        if not isinstance(node, ast.Constant) or not isinstance(node.value, str) or node in passed:
            continue
        if (CITED.search if spoken else CITED.fullmatch)(node.value):
            found.append(f"{path}:{node.lineno}: {node.value!r} names a rule, whose id stands in a rulebook")
        elif not spoken and node.value in names:
            found.append(f"{path}:{node.lineno}: {node.value!r} is of the name of an event, which is declared with it")
    return found


def games_named(path: PurePosixPath, text: str, games: Iterable[str]) -> list[str]:
    """Above the engine a game is named in the folders of its name alone. Docstrings, examples of the interface and ids of rules in
    a sentence are not looked at."""
    if set(games) & set(path.parts):
        return []
    tree, named = ast.parse(text), re.compile(rf"(?<![a-z])({'|'.join(games)})(?![a-z])")
    passed = _docstrings(tree) | _examples(tree)
    return [
        f"{path}:{node.lineno}: {said!r} names a game, which is done in the folder of its name"
        for node in ast.walk(tree)
        if node not in passed
        for said in _words(node)
        if named.search(_APART.sub("_", CITED.sub("", said)).lower())
    ]


# Between the words of a name in capitals.
_APART = re.compile(r"(?<=[a-z])(?=[A-Z])")


def _words(node: ast.AST) -> list[str]:
    """Names and strings of this node."""
    match node:
        case ast.Constant(value=str(said)) | ast.Name(id=said) | ast.Attribute(attr=said) | ast.arg(arg=said):
            return [said]
        case ast.ClassDef(name=said) | ast.FunctionDef(name=said):
            return [said]
        case ast.Import(names=names) | ast.ImportFrom(names=names):
            return [getattr(node, "module", None) or "", *[one.name for one in names]]
    return []


def _docstrings(tree: ast.Module) -> set[ast.expr]:
    bodies = [node.body for node in ast.walk(tree) if isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef)]
    return {body[0].value for body in bodies if body and isinstance(body[0], ast.Expr)}


def _examples(tree: ast.Module) -> set[ast.expr]:
    """Values under the key "example"."""
    pairs = [pair for node in ast.walk(tree) if isinstance(node, ast.Dict) for pair in zip(node.keys, node.values, strict=True)]
    return {value for key, value in pairs if isinstance(key, ast.Constant) and key.value == "example"}
