"""What code must keep that says something to people."""

import ast
import builtins
from collections.abc import Iterator
from pathlib import PurePosixPath

NAMES = frozenset({"says", "sentence", "saying"})
# Told to whoever sets a machine up, or to whoever mends the program: in English, as all that stands around them.
OF_THE_MACHINE = frozenset(
    {"SetupFault", "MigrationRefused", "Silent", "OperationalError", "InvalidSqlStatementName", "ParsingError", "DemoFault"}
)
OF_THE_PROGRAM = frozenset({"unknown", "EndlessGame", "ImpossibleTotal", "DoesNotAddUp", *dir(builtins)})
# Calls that make what is told to people, wherever they stand.
TOLD = frozenset({"Saying", "Counted", "RuleBroken", "require"})


def unmarked(path: PurePosixPath, text: str) -> list[str]:
    """A sentence that is said later is a saying, so that its translations are found: no plain text in a variable."""
    found = []
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.Assign | ast.AnnAssign):
            targets = node.targets if isinstance(node, ast.Assign) else [node.target]
            if _plain(node.value) and {name.id for name in targets if isinstance(name, ast.Name)} & NAMES:
                found.append(f"{path}:{node.lineno}: make it a Saying, with names in braces for what is put in")
    return found


def unread(path: PurePosixPath, text: str, read: frozenset[str]) -> list[str]:
    """What stops somebody says so in a call that the catalogues are made from. read: those calls in this file."""
    tree = ast.parse(text)
    raised = [node.exc for node in ast.walk(tree) if isinstance(node, ast.Raise) and isinstance(node.exc, ast.Call)]
    stopping = [
        call for call in raised if _name(call) not in OF_THE_MACHINE | OF_THE_PROGRAM and any(map(_holds_text, _given(call)))
    ]
    telling = [node for node in ast.walk(tree) if isinstance(node, ast.Call) and _name(node) in TOLD]
    return [
        f"{path}:{call.lineno}: {_name(call)} says something that no catalogue holds: see ops/words/domains.py"
        for call in (*stopping, *telling)
        if _name(call) not in read
    ]


def _given(call: ast.Call) -> Iterator[ast.expr]:
    yield from call.args
    yield from (keyword.value for keyword in call.keywords)


def _name(call: ast.Call) -> str:
    return call.func.id if isinstance(call.func, ast.Name) else call.func.attr if isinstance(call.func, ast.Attribute) else ""


def _holds_text(value: ast.expr) -> bool:
    return _plain(value) or (isinstance(value, ast.BinOp) and (_holds_text(value.left) or _holds_text(value.right)))


def _plain(value: ast.expr | None) -> bool:
    return isinstance(value, ast.JoinedStr) or (isinstance(value, ast.Constant) and isinstance(value.value, str))
