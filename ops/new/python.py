"""Lines put into Python files at places found by their content, not by line numbers."""

from __future__ import annotations

import ast

from ops.new.writing import Unfit


def with_field(text: str, shape: str, line: str) -> str:
    """Adds a field at the end of a class."""
    found = [node for node in ast.parse(text).body if isinstance(node, ast.ClassDef) and node.name == shape]
    fields = [node for node in found[0].body if isinstance(node, ast.AnnAssign)] if found else []
    if not fields:
        raise Unfit(f"There is no class {shape} with fields.")
    return _after(text, fields[-1].end_lineno, f"    {line}")


def with_entry(text: str, name: str, entry: str) -> str:
    """Adds an entry at the end of the table, tuple or list of this name."""
    value = _assigned(text, name).value
    if not isinstance(value, ast.Dict | ast.Tuple | ast.List) or value.end_lineno is None or value.end_col_offset is None:
        raise Unfit(f"{name} is no table that can be added to.")
    lines = text.splitlines(keepends=True)
    last = lines[value.end_lineno - 1].encode()
    before, after = last[: value.end_col_offset - 1].decode(), last[value.end_col_offset - 1 :].decode()
    told = "".join([*lines[: value.end_lineno - 1], before]).rstrip()
    comma = "" if told[-1] in ",([{" else ","
    return f"{told}{comma}\n    {entry},\n{after}" + "".join(lines[value.end_lineno :])


def after_name(text: str, name: str, line: str) -> str:
    """A line after the one that gives a value to this name."""
    return _after(text, _assigned(text, name).end_lineno, line)


def with_import(text: str, module: str, *names: str) -> str:
    """What is imported from a module, these too; ruff puts the lines in order."""
    there = [node for node in ast.parse(text).body if isinstance(node, ast.Import | ast.ImportFrom)]
    known = {alias.name for node in there if isinstance(node, ast.ImportFrom) and node.module == module for alias in node.names}
    missing = [name for name in names if name not in known]
    if not missing:
        return text
    return _after(text, there[-1].end_lineno, f"from {module} import {', '.join(missing)}")


def _assigned(text: str, name: str) -> ast.Assign | ast.AnnAssign:
    for node in ast.parse(text).body:
        targets = node.targets if isinstance(node, ast.Assign) else [node.target] if isinstance(node, ast.AnnAssign) else []
        if isinstance(node, ast.Assign | ast.AnnAssign) and any(isinstance(one, ast.Name) and one.id == name for one in targets):
            return node
    raise Unfit(f"There is no {name}.")


def _after(text: str, number: int | None, line: str) -> str:
    lines = text.splitlines(keepends=True)
    lines.insert(number or 0, f"{line}\n")
    return "".join(lines)


def unions(text: str) -> list[str]:
    """The names of the unions of classes of a module, in order."""
    return [node.target.id for node in _unions(text) if isinstance(node.target, ast.Name)]


def before_unions(text: str, code: str) -> str:
    """Code before the unions of a module, and the comment above them."""
    lines = text.splitlines(keepends=True)
    at = _unions(text)[0].lineno - 1
    while at and lines[at - 1].startswith("#"):
        at -= 1
    lines.insert(at, f"{code}\n\n")
    return "".join(lines)


def with_member(text: str, union: str, name: str) -> str:
    """Adds a class to a union."""
    return _after_value(text, _assigned(text, union), f" | {name}")


def with_answer(text: str, name: str, kind: str, answer: str, note: str = "") -> str:
    """Adds an answer for a class to a table of them, `Answers` or a dict; with a note above it."""
    node, above = _assigned(text, name), f"# {note}\n    " if note else ""
    if isinstance(node.value, ast.Dict):
        return with_entry(text, name, f"{above}{kind}: {answer}")
    return _after_value(text, node, f"\n    {above}.on({kind}, {answer})\n")


def with_argument(text: str, name: str, argument: str) -> str:
    """Adds an argument at the end of the call that gives this name its value."""
    node = _assigned(text, name)
    if not isinstance(node.value, ast.Call) or node.value.end_lineno is None or node.value.end_col_offset is None:
        raise Unfit(f"{name} is no call.")
    return _at(text, node.value.end_lineno, node.value.end_col_offset - 1, f"    {argument},\n")


def at_start(text: str, function: str, line: str) -> str:
    """A line at the start of a function, after its docstring."""
    for node in ast.parse(text).body:
        if isinstance(node, ast.FunctionDef) and node.name == function:
            first = node.body[1] if isinstance(node.body[0], ast.Expr) and len(node.body) > 1 else node.body[0]
            return _after(text, first.lineno - 1, f"    {line}")
    raise Unfit(f"There is no function {function}.")


def _unions(text: str) -> list[ast.AnnAssign]:
    found = [node for node in ast.parse(text).body if isinstance(node, ast.AnnAssign) and _is_alias(node)]
    if not found:
        raise Unfit("There is no union of classes.")
    return found


def _is_alias(node: ast.AnnAssign) -> bool:
    return isinstance(node.annotation, ast.Name) and node.annotation.id == "TypeAlias" and isinstance(node.value, ast.BinOp)


def _after_value(text: str, node: ast.Assign | ast.AnnAssign, code: str) -> str:
    if node.value is None or node.value.end_lineno is None or node.value.end_col_offset is None:
        raise Unfit("There is nothing to add to.")
    return _at(text, node.value.end_lineno, node.value.end_col_offset, code)


def _at(text: str, line: int, column: int, code: str) -> str:
    """Code at a place as `ast` counts it: lines from 1, columns in bytes."""
    lines = text.splitlines(keepends=True)
    there = lines[line - 1].encode()
    lines[line - 1] = there[:column].decode() + code + there[column:].decode()
    return "".join(lines)
