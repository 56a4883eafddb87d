"""Lines put into Python files at places that are found by what stands there, not by where it stands."""

from __future__ import annotations

import ast

from ops.new.writing import Unfit


def with_field(text: str, shape: str, line: str) -> str:
    """A field more at the end of a class."""
    found = [node for node in ast.parse(text).body if isinstance(node, ast.ClassDef) and node.name == shape]
    fields = [node for node in found[0].body if isinstance(node, ast.AnnAssign)] if found else []
    if not fields:
        raise Unfit(f"There is no class {shape} with fields.")
    return _after(text, fields[-1].end_lineno, f"    {line}")


def with_entry(text: str, name: str, entry: str) -> str:
    """An entry more at the end of the table, tuple or list that is called so."""
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
