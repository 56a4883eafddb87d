"""The script `run` on machines that lack something: it says what to install, and never guesses."""

import os
import shutil
import subprocess
import sys
import zipfile
from hashlib import sha256
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]


@pytest.fixture
def place(tmp_path: Path) -> Path:
    """A folder with the script and an empty PATH of its own beside it."""
    shutil.copy(ROOT / "run", tmp_path)
    for name in ("requirements.lock", "requirements-dev.lock"):
        (tmp_path / name).write_text("nothing==1 \\\n    --hash=sha256:00\n")
    (tmp_path / "bin").mkdir()
    for name in ("dirname", "cat", "grep", "cmp", "rm", "awk", "sh", "env"):
        (tmp_path / "bin" / name).symlink_to(str(shutil.which(name)))
    return tmp_path


def run(place: Path, *words: str, **settings: str) -> subprocess.CompletedProcess[str]:
    """Say words to the script."""
    environment = {"PATH": str(place / "bin"), "HOME": str(place), **settings}
    command = [str(shutil.which("sh")), str(place / "run"), *words]
    return subprocess.run(command, env=environment, capture_output=True, text=True, timeout=60, check=False)


def python(place: Path, text: str) -> None:
    """Put a program in the place of python3."""
    (place / "bin" / "python3").write_text(f"#!/bin/sh\n{text}\n")
    (place / "bin" / "python3").chmod(0o755)


def test_help_lists_every_word_that_the_script_knows(place: Path) -> None:
    answer = run(place, "help")
    assert answer.returncode == 0
    for word in ("setup", "demo", "serve", "test", "laws", "check", "bench", "seed", "fmt", "words", "map", "new"):
        assert f"\n  {word} " in answer.stdout


def test_an_unknown_word_is_refused_with_the_list(place: Path) -> None:
    answer = run(place, "deal")
    assert answer.returncode == 2
    assert "no word 'deal'" in answer.stderr
    assert "  demo " in answer.stderr


@pytest.mark.parametrize("word", ["setup", "demo", "test", "check"])
def test_without_a_new_enough_python_it_says_what_to_install(place: Path, word: str) -> None:
    python(place, 'case "$1" in --version) echo Python 3.9.2 ;; *) exit 1 ;; esac')
    answer = run(place, word)
    assert answer.returncode == 1
    assert "needs Python 3.11 or newer; found: Python 3.9.2" in answer.stderr
    assert not (place / ".venv").exists()


def test_a_python_that_is_named_and_will_not_do_is_told_and_no_other_one_taken(place: Path) -> None:
    python(place, "exit 0")
    answer = run(place, "setup", CARDLEDGER_PYTHON="/opt/python2")
    assert answer.returncode == 1
    assert answer.stderr.startswith("CARDLEDGER_PYTHON names /opt/python2, which is no Python 3.11 or newer")


def test_without_the_venv_module_it_says_what_to_install(place: Path) -> None:
    python(place, 'case "$*" in *ensurepip*) exit 1 ;; esac')
    answer = run(place, "setup")
    assert answer.returncode == 1
    assert "lacks its venv module" in answer.stderr
    assert "python3-venv" in answer.stderr


@pytest.fixture
def installed(place: Path) -> Path:
    """The same, with everything installed; its programs tell with which words they were called."""
    made = place / ".venv"
    (made / "bin").mkdir(parents=True)
    for name, told in {"cardledger": "played", "python": "python"}.items():
        (made / "bin" / name).write_text(f'#!/bin/sh\necho "{told} $*"\n')
        (made / "bin" / name).chmod(0o755)
    shutil.copy(place / "requirements.lock", made / "installed-requirements.lock")
    (made / "made-in").write_text(f"{os.path.realpath(place)}\n")
    return place


def test_what_is_installed_already_is_not_looked_at_again(installed: Path) -> None:
    place = installed
    assert run(place, "demo", "--exit").stdout == "played demo --exit\n"
    (place / "requirements.lock").write_text("another==1 \\\n    --hash=sha256:00\n")
    (place / ".venv" / "bin" / "python").unlink()
    assert "needs Python" in run(place, "demo").stderr


def test_words_that_have_changed_are_compiled_first(installed: Path) -> None:
    words = installed / "ledger" / "words" / "translations" / "ru"
    words.mkdir(parents=True)
    (words / "pages.po").touch()
    for _ in range(2):
        assert run(installed, "demo").stdout == "python -m ledger.words.compiling\nplayed demo\n"
    (words / "pages.mo").touch()
    assert run(installed, "demo").stdout == "played demo\n"
    os.utime(words / "pages.po", (2**32, 2**32))
    assert run(installed, "demo").stdout == "python -m ledger.words.compiling\nplayed demo\n"


def wheel(folder: Path) -> str:
    """A package of nothing as a wheel in this folder; its hash."""
    folder.mkdir()
    made = folder / "nothing-1-py3-none-any.whl"
    info = "nothing-1.dist-info"
    with zipfile.ZipFile(made, "w") as file:
        file.writestr("nothing.py", "")
        file.writestr(f"{info}/METADATA", "Metadata-Version: 2.1\nName: nothing\nVersion: 1\n")
        file.writestr(f"{info}/WHEEL", "Wheel-Version: 1.0\nGenerator: a test\nRoot-Is-Purelib: true\nTag: py3-none-any\n")
        file.writestr(f"{info}/RECORD", "")
    return sha256(made.read_bytes()).hexdigest()


def test_packages_come_from_a_folder_of_wheels_where_there_is_no_network(place: Path) -> None:
    digest = wheel(place / "wheels")
    (place / "requirements.lock").write_text(f"nothing==1 \\\n    --hash=sha256:{digest}\n")
    for name in ("mkdir", "chmod", "cp", "pwd"):
        (place / "bin" / name).symlink_to(str(shutil.which(name)))
    python(place, f'exec "{sys.executable}" "$@"')
    nowhere = {"PIP_INDEX_URL": "http://127.0.0.1:9/simple", "PIP_CONFIG_FILE": os.devnull}
    other = run(place, "setup", "--from", str(place / "bin"), **nowhere)
    assert other.returncode == 1
    assert "The folder lacks it; the README says how to fill it." in other.stderr
    answer = run(place, "setup", "--from", os.path.relpath(place / "wheels"), **nowhere)
    assert answer.returncode == 0, answer.stderr
    assert (place / ".venv" / "installed-requirements.lock").read_text() == (place / "requirements.lock").read_text()
    assert list(place.glob(".venv/lib/python*/site-packages/nothing.py"))


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (["--from"], "./run setup --from wants a folder of wheels"),
        (["--from", "nowhere"], "There is no folder "),
        (["--dev", "--form", "wheels"], "./run setup takes --dev, and --from FOLDER."),
    ],
)
def test_a_folder_that_is_not_there_or_not_named_is_told(place: Path, words: list[str], says: str) -> None:
    answer = run(place, "setup", *words)
    assert answer.returncode == 1
    assert says in answer.stderr


def test_the_first_lines_say_what_is_needed_and_fetched() -> None:
    first = " ".join((ROOT / "README.md").read_text("utf-8").split("\n## ")[0].split())
    for said in ("Windows", "WSL", "DATABASE_URL", "./run demo", "./run test", "MB", "./run setup --from"):
        assert said in first, said
