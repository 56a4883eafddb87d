"""The files of the house: everything that is kept, nothing that is made."""

import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path, PurePosixPath

ROOT = Path(__file__).parents[2]
PACKAGES = ("engine", "ledger", "api")
MADE = {"__pycache__", "build", "dist", "node_modules"}
TEXT = {".py", ".md", ".toml", ".sql", ".lock", ".html", ".css", ".js", ".json", ".txt", ".sh", ".yml", ".yaml", ""}


def files(*suffixes: str, under: tuple[str, ...] = ()) -> Iterator[tuple[PurePosixPath, str]]:
    """(path from the root, text) of each kept text file, of these endings and top folders if any are named."""
    for folder, names, found in os.walk(ROOT):
        names[:] = sorted(
            name for name in names if name not in MADE and not name.endswith(".egg-info") and (name[0] != "." or name == ".ci")
        )
        for name in sorted(found):
            path = Path(folder, name)
            place = PurePosixPath(path.relative_to(ROOT).as_posix())
            if path.suffix not in (suffixes or TEXT) or (under and place.parts[0] not in under) or name == ".git":
                continue
            yield place, path.read_text(encoding="utf-8")


def code_folders() -> dict[PurePosixPath, set[str]]:
    """Folder of code or templates -> names of the files and folders directly in it; tests below `tests/` mirror the house and need
    no map."""
    folders: dict[PurePosixPath, set[str]] = {}
    for path, _ in files(".py", ".html"):
        if path.parts[0] != "tests" or len(path.parts) == 2:
            inside = folders.setdefault(path.parent, set())
            if path.name not in {"__init__.py", "__main__.py"}:
                inside.add(path.name)
    for folder in [folder for folder in folders if folder.parent in folders]:
        folders[folder.parent].add(f"{folder.name}/")
    folders.pop(PurePosixPath("."), None)
    return folders


def imports_kept(root: Path, *contracts: str) -> bool:
    """What import-linter says of the contracts in the pyproject.toml of a folder; of all of them, or of those that are named."""
    command = [sys.executable, "-c", "from importlinter.cli import lint_imports_command as lint; lint()", "--no-cache"]
    command += [word for contract in contracts for word in ("--contract", contract)]
    return (
        subprocess.run(command, cwd=root, env={"PYTHONPATH": str(root)}, capture_output=True, timeout=120, check=False).returncode
        == 0
    )
