"""What the templates of pages must keep, and that nothing else makes HTML."""

import ast
import re
from collections.abc import Iterable
from pathlib import PurePosixPath

PROSE = PurePosixPath("api/rulebooks/prose.py")  # sets the rules as they are written; HTML in them is shown and not obeyed
UNESCAPED = re.compile(r"\|\s*safe\b|\bautoescape\b|\bMarkup\b")
# Nothing of this would be obeyed: the policy of the pages is `default-src 'none'; style-src 'self'`, and that of /docs lets its own
# scripts run and no others.
OWN_SCRIPT = r'<script\b(?! defer src="/docs/[a-z.-]+"></script>)'
INLINE = re.compile(OWN_SCRIPT + r"|<style\b|\sstyle=|\son[a-z]+=|javascript:|(?:src|href|action)=\"(?:https?:)?//")
ELEMENTS = (
    "a|b|body|button|code|div|em|form|h[1-6]|html|input|label|li|link|main|nav|ol|option|p|select|span|strong|table|td|th|tr|ul"
)
TAG = re.compile(rf"</[a-z][a-z0-9]*>|<(?:{ELEMENTS})[\s>]")
HANDS = {"markupsafe": {"Markup"}, "html": {"escape"}}


def unescaped(path: PurePosixPath, text: str) -> list[str]:
    """Whatever a template is given is text, and escaped."""
    return _found(path, text, UNESCAPED, "what is put into a template is escaped, always")


def inline(path: PurePosixPath, text: str) -> list[str]:
    """Nothing stands in a template that the policy of the pages forbids, and nothing leads elsewhere."""
    return _found(path, text, INLINE, "no browser would obey that: scripts and styles are files of this service")


def unsaid(path: PurePosixPath, text: str) -> list[str]:
    """A template, and each macro in it, says what it is."""
    found = [] if text.startswith("{#") or "{% macro" in text else [f"{path}: does not begin with what it is"]
    lines = text.splitlines()
    for number, line in enumerate(lines):
        if line.startswith("{% macro") and not (number and lines[number - 1].rstrip().endswith("#}")):
            found.append(f"{path}:{number + 1}: the macro does not say what it is")
    return found


def made_by_hand(path: PurePosixPath, text: str) -> list[str]:
    """HTML is made by templates alone: no tag stands in a string of the code, and nothing there calls text HTML."""
    if path == PROSE:
        return []
    tree = ast.parse(text)
    said = {id(node.value) for node in ast.walk(tree) if isinstance(node, ast.Expr)}  # docstrings
    found = []
    for node in ast.walk(tree):
        if isinstance(node, ast.ImportFrom) and {each.name for each in node.names} & HANDS.get(node.module or "", set()):
            found.append(f"{path}:{node.lineno}: only {PROSE} makes HTML, and templates escape by themselves")
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in said and TAG.search(node.value):
            found.append(f"{path}:{node.lineno}: HTML belongs into a template")
    return found


def unlike(templates: Iterable[str], texts: Iterable[str]) -> list[str]:
    """Every template that code or another template names is there, and every one that is there is named."""
    here = set(templates)
    named = {name for text in texts for name in re.findall(r"[\"']([\w/]+\.html)[\"']", text)}
    return [f"{name} is named and not there" for name in sorted(named - here)] + [
        f"{name} is there and not named" for name in sorted(here - named)
    ]


def uninstalled(patterns: Iterable[str], paths: Iterable[PurePosixPath]) -> list[str]:
    """What stands beside the code is installed with it."""
    return [f"{path} is not installed" for path in paths if not any(path.match(pattern) for pattern in patterns)]


def _found(path: PurePosixPath, text: str, pattern: re.Pattern[str], why: str) -> list[str]:
    hits = ((number, pattern.search(line)) for number, line in enumerate(text.splitlines(), 1))
    return [f"{path}:{number}: {hit[0]!r}: {why}" for number, hit in hits if hit]
