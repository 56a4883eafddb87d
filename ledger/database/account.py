"""The operating system's account that the embedded PostgreSQL runs under: PostgreSQL refuses to run as root."""

from __future__ import annotations

import os
import pwd
import subprocess
from dataclasses import dataclass
from pathlib import Path
from typing import IO, TypedDict

from ledger.settings import SetupFault

PREFERRED = ("cardledger", "postgres", "nobody")


class _Identity(TypedDict, total=False):
    user: int
    group: int
    extra_groups: list[int]


@dataclass(frozen=True, slots=True)
class Account:
    """One account of this machine. `other` says that it is not the one this process runs under."""

    name: str
    uid: int
    gid: int
    other: bool

    def _identity(self) -> _Identity:
        """Arguments that make a child process run under this account and with no other group."""
        return {"user": self.uid, "group": self.gid, "extra_groups": []} if self.other else {}

    def run(self, *command: str | Path, seconds: float = 120) -> subprocess.CompletedProcess[str]:
        """Run a program to its end under this account, with a clean environment; raises OSError if it cannot be executed."""
        return subprocess.run(  # noqa: S603 - the programs are PostgreSQL's own and sh, never a user's text
            [str(part) for part in command],
            cwd="/", env=ENVIRONMENT, stdin=subprocess.DEVNULL, capture_output=True, text=True, errors="replace", timeout=seconds,
            check=False, **self._identity(),
        )  # fmt: skip

    def launch(self, command: list[str], log: IO[bytes]) -> subprocess.Popen[bytes]:
        """Start a long-running program under this account in a session of its own, so that Ctrl-C does not reach it."""
        return subprocess.Popen(  # noqa: S603
            command,
            cwd="/",
            env=ENVIRONMENT,
            stdin=subprocess.DEVNULL,
            stdout=log,
            stderr=log,
            start_new_session=True,
            **self._identity(),
        )

    def can_enter(self, folder: Path) -> bool:
        """True if this account may go into the folder, all its parents included."""
        return self.run("/bin/sh", "-c", 'cd -- "$1"', "sh", folder).returncode == 0


# PG* variables of the caller (PGPORT, PGDATA, PGOPTIONS ...) must not reach the server.
ENVIRONMENT = {"PATH": "/usr/local/bin:/usr/bin:/bin", "LC_ALL": "C"}


def own_account() -> Account:
    """The account of this process; a number without an entry in the system's list is named by the number."""
    uid = os.geteuid()
    try:
        name = pwd.getpwuid(uid).pw_name
    except KeyError:
        name = str(uid)
    return Account(name, uid, os.getegid(), other=False)


def server_account(cluster: Path) -> Account:
    """The account for the server of this cluster: its owner if it exists, else as root an ordinary one, else our own.

    Raises SetupFault if the cluster belongs to somebody else, or if root finds no account that is not root.
    """
    owner = cluster.stat().st_uid if cluster.exists() else None
    if os.geteuid() != 0:
        if owner not in {None, os.geteuid()}:
            raise SetupFault(
                f"The data folder {cluster} belongs to the account {_named(owner)}, but this is {own_account().name}: "
                "run cardledger as that account, or set CARDLEDGER_DATA to a folder of your own."
            )
        return own_account()
    if owner == 0:
        raise SetupFault(
            f"The data folder {cluster} belongs to root, and PostgreSQL does not run as root: "
            "give it to another account with chown -R."
        )
    entries = [entry for entry in pwd.getpwall() if entry.pw_uid != 0]
    if owner is not None:
        entries = [entry for entry in entries if entry.pw_uid == owner]
    entries.sort(key=lambda entry: PREFERRED.index(entry.pw_name) if entry.pw_name in PREFERRED else len(PREFERRED))
    if not entries:
        raise SetupFault(
            "PostgreSQL does not run as root, and there is no other account: make one with `useradd --system cardledger`."
        )
    return Account(entries[0].pw_name, entries[0].pw_uid, entries[0].pw_gid, other=True)


def _named(uid: int | None) -> str:
    """The name of an account, or its number if it has none."""
    try:
        return pwd.getpwuid(uid or 0).pw_name
    except KeyError:
        return str(uid)
