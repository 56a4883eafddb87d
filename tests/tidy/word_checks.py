"""What code must keep that says something to people."""

import ast
from pathlib import PurePosixPath

NAMES = frozenset({"says", "sentence", "saying"})


def unmarked(path: PurePosixPath, text: str) -> list[str]:
    """A sentence that is said later is a saying, so that its translations are found: no plain text in a variable."""
    found = []
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.Assign | ast.AnnAssign):
            targets = node.targets if isinstance(node, ast.Assign) else [node.target]
            if _plain(node.value) and {name.id for name in targets if isinstance(name, ast.Name)} & NAMES:
                found.append(f"{path}:{node.lineno}: make it a Saying, with names in braces for what is put in")
    return found


def _plain(value: ast.expr | None) -> bool:
    return isinstance(value, ast.JoinedStr) or (isinstance(value, ast.Constant) and isinstance(value.value, str))
