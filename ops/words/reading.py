"""Reads the messages in Python code, for Babel: from its syntax, so that calls may stand in calls; with the notes before them."""

from __future__ import annotations

import ast
from collections.abc import Collection, Iterator
from typing import IO, Any


class NotLiteral(ValueError):
    """A message is put together where it is said, so that nobody can find its translation."""


Found = tuple[int, str, tuple[str | None, ...], list[str]]


def calls(file: IO[bytes], keywords: Collection[str], tags: Collection[str], options: dict[str, Any]) -> Iterator[Found]:  # noqa: ARG001
    """The calls by these names, in the order in which they stand: line, name, what stands in which place, notes.

    Raises NotLiteral: a text is put together in one of them.
    """
    text = file.read().decode()
    lines = text.splitlines()
    found = [node for node in ast.walk(ast.parse(text)) if isinstance(node, ast.Call) and _name(node) in keywords]
    for node in sorted(found, key=lambda one: (one.lineno, one.col_offset)):
        for argument in node.args:
            if isinstance(argument, ast.JoinedStr):
                raise NotLiteral(
                    f"{file.name}:{node.lineno}: {_name(node)} takes a literal, with names in braces for what is put in"
                )
        told = tuple([one.value if isinstance(one, ast.Constant) and isinstance(one.value, str) else None for one in node.args])
        yield node.lineno, _name(node), told, _notes(lines, node.lineno, tags)


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
