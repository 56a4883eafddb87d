"""A copy of the house to add something to for real: what the commands write, and what is then written by hand."""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
import sysconfig
from collections.abc import Callable
from pathlib import Path

from ops.new.gaps import GAP

ROOT = Path(__file__).parents[2]
SAID = {"en": "Said in a sentence.", "ru": "Сказано одной фразой.", "de": "In einem Satz gesagt."}


class Scratch:
    """A folder with every file of the house and an environment of its own that takes its packages from this one."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        listed = ["git", "ls-files", "--cached", "--others", "--exclude-standard"]
        names = subprocess.run(listed, cwd=ROOT, capture_output=True, text=True, check=True).stdout.split("\n")
        for name in filter(None, names):
            if (ROOT / name).is_file():
                (folder / name).parent.mkdir(parents=True, exist_ok=True)
                shutil.copy2(ROOT / name, folder / name)
        self._environment()
        self.by_hand: set[str] = set()

    def _environment(self) -> None:
        """As ./run setup --dev leaves it, but for the packages, which are those of this environment."""
        made = self.folder / ".venv"
        subprocess.run([sys.executable, "-m", "venv", "--without-pip", str(made)], check=True)
        packages = next((made / "lib").glob("python*/site-packages"))
        (packages / "these.pth").write_text(f"{self.folder}\n{sysconfig.get_path('purelib')}\n")
        for name in ("ruff", "lint-imports"):
            (made / "bin" / name).symlink_to(Path(sysconfig.get_path("scripts")) / name)
        command = made / "bin" / "cardledger"
        command.write_text(f'#!/bin/sh\nexec "{made}/bin/python" -P -m api.cli "$@"\n')
        command.chmod(0o755)
        (made / "made-in").write_text(f"{self.folder}\n")
        for name in ("requirements.lock", "requirements-dev.lock"):
            shutil.copy(self.folder / name, made / f"installed-{name}")

    def run(self, *words: str) -> subprocess.CompletedProcess[str]:
        """Say words to its `run`."""
        return subprocess.run(["sh", "run", *words], cwd=self.folder, capture_output=True, text=True, timeout=600, check=False)

    def tests(self, *what: str) -> tuple[set[str], str]:
        """Run these tests of it; the names of those that fail, and all that was said."""
        command = [".venv/bin/python", "-m", "pytest", "-n", "2", "--tb=short", *what]
        told = subprocess.run(command, cwd=self.folder, capture_output=True, text=True, timeout=3000, check=False)
        failed = set(re.findall(r"^(?:FAILED|ERROR) (\S+)", told.stdout, re.MULTILINE))
        assert failed or told.returncode == 0, told.stdout + told.stderr
        return failed, told.stdout

    def read(self, path: str) -> str:
        """A file of it."""
        return (self.folder / path).read_text(encoding="utf-8")

    def write(self, path: str, text: str) -> None:
        """A file is written by hand."""
        (self.folder / path).write_text(text, encoding="utf-8")
        self.by_hand.add(path)

    def change(self, path: str, before: str, after: str) -> None:
        """One place of a file is changed by hand."""
        text = self.read(path)
        assert text.count(before) == 1, (path, before)
        self.write(path, text.replace(before, after))

    def gaps(self) -> dict[str, int]:
        """File -> how many gaps `./run new` tells of in it."""
        told = re.findall(r"^  (\S+?):\d+: ", self.run("new").stdout, re.MULTILINE)
        return {path: told.count(path) for path in told}

    def fill(self, says: Callable[[str, str], str] | None = None) -> None:
        """Fill every gap. says: (file, what belongs there) -> what is written."""
        for path, many in self.gaps().items():
            tag = Path(path).stem
            text, filled = GAP.subn(lambda gap: says(path, gap[1]) if says else SAID.get(tag, SAID["en"]), self.read(path))  # noqa: B023
            assert filled == many
            self.write(path, text)

    def translate(self, tag: str, told: dict[str, str]) -> None:
        """Translate into a language what the catalogues of it leave to be translated. told: English -> the translation."""
        for catalogue in sorted((self.folder / "ledger/words/translations" / tag).glob("*.po")):
            text = catalogue.read_text(encoding="utf-8")
            blocks = [_translated(block, told) for block in text.split("\n\n")]
            if (new := "\n\n".join(blocks)) != text:
                self.write(catalogue.relative_to(self.folder).as_posix(), new)


def _translated(block: str, told: dict[str, str]) -> str:
    """One message of a catalogue, translated if it is left; the mark that it is to be looked through is taken off."""
    lines = block.rstrip().split("\n")
    left = 'msgstr ""' in lines or any(line.startswith("#, ") and "fuzzy" in line for line in lines)
    english = next((one for one in told if f'msgid "{one}"' in lines), None)
    if english is None or not left:
        return block
    kept = [line.replace(", fuzzy", "") for line in lines if not line.startswith(("msgstr", "#| ", '"'))]
    return "\n".join([*[line for line in kept if line != "#"], f'msgstr "{told[english]}"'])
