"""Reads the messages in Python code, for Babel: from its syntax, so that calls may stand in calls; with the notes before them."""

from __future__ import annotations

import ast
from collections.abc import Collection, Iterator
from itertools import product
from typing import IO, Any, TypeGuard


class NotLiteral(ValueError):
    """A message is assembled at the call, so that its translation cannot be found."""


Found = tuple[int, str, tuple[str | None, ...], list[str]]


def calls(file: IO[bytes], keywords: Collection[str], tags: Collection[str], options: dict[str, Any]) -> Iterator[Found]:  # noqa: ARG001
    """The calls by these names, in the order in which they stand: line, name, what stands in which place, notes.

    A name stands for the literals that its function or its module gives it, what is taken out of a table for all that it holds,
    one literal after another for both together, a saying for its template, what a function gives for what it returns; a call with
    several of them is found once for each.

    Raises NotLiteral: a text is put together in one of them.
    """
    text = file.read().decode()
    lines = text.splitlines()
    for node, known in sorted(_calls(ast.parse(text), {}), key=lambda one: (one[0].lineno, one[0].col_offset)):
        name = _name(node)
        if name not in keywords:
            continue
        places = [_literals(argument, known) for argument in node.args]
        if any(argument for argument in node.args if _put_together(argument, known)):
            raise NotLiteral(f"{file.name}:{node.lineno}: {name} takes a literal, and names in braces for what is put in")
        for number in range(max(map(len, places), default=1)):
            told = tuple([place[min(number, len(place) - 1)] for place in places])
            yield node.lineno, name, told, _notes(lines, node.lineno, tags)


Known = dict[str, list[ast.expr]]


def _calls(tree: ast.AST, outside: Known) -> Iterator[tuple[ast.Call, Known]]:
    """Every call, with what the names of its function stand for."""
    named: Known = {}
    for node in _of_its_own(tree):
        if isinstance(node, ast.Assign) and isinstance(node.targets[0], ast.Name):
            named.setdefault(node.targets[0].id, []).append(node.value)
        elif isinstance(node, ast.FunctionDef):
            named[node.name] = [each.value for each in _of_its_own(node) if isinstance(each, ast.Return) and _said(each.value)]
    known = {**outside, **named}
    for node in _of_its_own(tree):
        if isinstance(node, ast.Call):
            yield node, known
        elif isinstance(node, ast.FunctionDef | ast.Lambda | ast.ClassDef):
            yield from _calls(node, known)


def _said(value: ast.expr | None) -> TypeGuard[ast.expr]:
    return value is not None and not (isinstance(value, ast.Constant) and value.value is None)


def _of_its_own(tree: ast.AST) -> Iterator[ast.AST]:
    """What stands in a function and in no other one within it."""
    for node in ast.iter_child_nodes(tree):
        yield node
        if not isinstance(node, ast.FunctionDef | ast.Lambda | ast.ClassDef):
            yield from _of_its_own(node)


def _literals(value: ast.expr, known: Known) -> list[str | None]:
    """The texts that an argument may be; None for anything else."""
    match value:
        case ast.Constant(value=str(text)):
            return [text]
        case ast.IfExp(body=one, orelse=other):
            return [text for text in (*_literals(one, known), *_literals(other, known)) if text != ""]
        case ast.BinOp(left=one, op=ast.Add(), right=other):
            both = product(_literals(one, known), _literals(other, known))
            return [None if first is None or last is None else first + last for first, last in both]
        case ast.Subscript(value=table):
            return [text for held in _held(table, known) for text in _literals(held, known)] or [None]
        case ast.Call(func=ast.Name(id="Saying"), args=[template, *_]):
            return _literals(template, known)
        case ast.Call(func=ast.Name() as function):
            return _literals(function, known)
        case ast.Name(id=name) if known.get(name) == []:  # given what it stands for already
            return []
        case ast.Name(id=name):
            return [text for given in known.get(name, ()) for text in _literals(given, {**known, name: []})] or [None]
    return [None]


def _held(table: ast.expr, known: Known) -> list[ast.expr]:
    """What a table holds."""
    if isinstance(table, ast.Name):
        return [held for given in known.get(table.id, ()) if isinstance(given, ast.Dict) for held in given.values]
    return table.values if isinstance(table, ast.Dict) else []


def _put_together(value: ast.expr, known: Known) -> bool:
    match value:
        case ast.Name(id=name):
            return any(_put_together(given, {}) for given in known.get(name, ()))
        case ast.Call(func=ast.Name(id="Saying"), args=[template, *_]):
            return _put_together(template, known)
    return isinstance(value, ast.JoinedStr)


def _name(call: ast.Call) -> str:
    return call.func.id if isinstance(call.func, ast.Name) else call.func.attr if isinstance(call.func, ast.Attribute) else ""


def _notes(lines: list[str], line: int, tags: Collection[str]) -> list[str]:
    """The notes for translators in the comments right before this line, counted from 1."""
    before: list[str] = []
    while line > 1 and (comment := lines[line - 2].strip()).startswith("#"):
        before.insert(0, comment.removeprefix("#").strip())
        line -= 1
    begun = next((number for number, text in enumerate(before) if text.startswith(tuple(tags))), None)
    return [] if begun is None else before[begun:]
