"""What a command is going to write: everything is worked out first, then written at once, so a refusal changes nothing."""

from __future__ import annotations

import ast
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[2]


class Unfit(Exception):
    """This cannot be made; nothing has been written. The message says why."""


class Draft:
    """Files as they are going to be, by their paths from the root."""

    def __init__(self) -> None:
        self._texts: dict[str, str] = {}
        self._then: tuple[str, ...] = ()

    def __getitem__(self, path: str) -> str:
        """The text of a file as it is going to be. Raises Unfit: there is none."""
        if path not in self._texts:
            file = ROOT / path
            if not file.is_file():
                raise Unfit(f"There is no file {path}.")
            return file.read_text(encoding="utf-8")
        return self._texts[path]

    def __setitem__(self, path: str, text: str) -> None:
        self._texts[path] = text

    def add(self, path: str, text: str) -> None:
        """A new file. Raises Unfit: there is one already."""
        if path in self._texts or (ROOT / path).exists():
            raise Unfit(f"There is a file {path} already.")
        self._texts[path] = text

    def then(self, *programs: str) -> None:
        """Modules to be run when everything is written, since they make files of it."""
        self._then = programs

    def write(self) -> list[str]:
        """Write them, Python files formatted; returns their paths. Raises SyntaxError: the result is not valid Python."""
        for path, text in self._texts.items():
            if path.endswith(".py"):
                ast.parse(text, path)
        for path, text in self._texts.items():
            (ROOT / path).write_text(text, encoding="utf-8")
        code = [path for path in self._texts if path.endswith(".py")]
        if code:
            for words in (("check", "--fix-only"), ("format",)):
                subprocess.run([sys.executable, "-m", "ruff", *words, "--quiet", *code], cwd=ROOT, check=True)
        run(*self._then)
        return list(self._texts)


def run(*programs: str) -> None:
    """Run these modules in processes of their own, so that they see what has been written."""
    for program in programs:
        subprocess.run([sys.executable, "-m", program], cwd=ROOT, check=True)
