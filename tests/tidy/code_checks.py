"""What the Python code of the house must keep, read from its syntax."""

import ast
from collections.abc import Iterator
from pathlib import PurePosixPath

FUNCTION_LINES_MAX = 70
BANNED_ENDINGS = ("Utils", "Helper", "Helpers", "Manager", "Common")
SPEAKS = ("ledger/cli", "api/cli", "ops/")
Function = ast.FunctionDef | ast.AsyncFunctionDef


def long_functions(path: PurePosixPath, tree: ast.Module) -> list[str]:
    """A function has at most 70 lines, from its first to its last."""
    return [
        f"{path}:{node.lineno}: {node.name} has {size} lines, at most {FUNCTION_LINES_MAX} are allowed"
        for node in ast.walk(tree)
        if isinstance(node, Function) and (size := (node.end_lineno or node.lineno) - node.lineno + 1) > FUNCTION_LINES_MAX
    ]


def banned_classes(path: PurePosixPath, tree: ast.Module) -> list[str]:
    """No class is named by a word that says nothing."""
    return [
        f"{path}:{node.lineno}: the name {node.name} says nothing"
        for node in ast.walk(tree)
        if isinstance(node, ast.ClassDef) and node.name.endswith(BANNED_ENDINGS)
    ]


def undocumented(path: PurePosixPath, tree: ast.Module) -> list[str]:
    """Every module says what it is; outside of tests every public class and function does too."""
    found = [] if ast.get_docstring(tree) or not tree.body else [f"{path}: the module has no docstring"]
    if path.parts[0] == "tests":
        return found
    return found + [f"{path}:{node.lineno}: {node.name} has no docstring" for node in _public(tree) if not ast.get_docstring(node)]


def printing(path: PurePosixPath, tree: ast.Module) -> list[str]:
    """Only what talks to a person at a terminal prints."""
    if str(path).startswith(SPEAKS):
        return []
    return [
        f"{path}:{node.lineno}: only {', '.join(SPEAKS)} may print"
        for node in ast.walk(tree)
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "print"
    ]


def _public(tree: ast.Module | ast.ClassDef) -> Iterator[Function | ast.ClassDef]:
    """Public functions and classes, and those in public classes; overloads, overrides and setters are left out."""
    for node in tree.body:
        if not isinstance(node, Function | ast.ClassDef) or node.name.startswith("_"):
            continue
        if {"overload", "setter", "deleter", "override"} & {_last_name(decorator) for decorator in node.decorator_list}:
            continue
        yield node
        if isinstance(node, ast.ClassDef):
            yield from _public(node)


def _last_name(node: ast.expr) -> str:
    """The last word of a decorator's name."""
    node = node.func if isinstance(node, ast.Call) else node
    return node.attr if isinstance(node, ast.Attribute) else getattr(node, "id", "")


def untyped(path: PurePosixPath, tree: ast.Module) -> list[str]:
    """Where types end: `Any`, and fields that are asked for by name, so that no type can say whether they are there."""
    return [
        f"{path}:{node.lineno}: {node.id} says nothing that mypy could prove"
        for node in ast.walk(tree)
        if isinstance(node, ast.Name) and node.id in {"Any", "getattr"}
    ]
