"""Whether the PostgreSQL server of a cluster is alive: a process id in a file proves nothing, since ids are reused.

Root in a container may not read the working folders of other accounts' processes, so a server is recognised by its command line,
which everybody may read, and by its socket; the search for orphans runs under the server's own account.
"""

from __future__ import annotations

import os
import socket
import subprocess
import sys
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from ledger.database.account import Account
from ledger.settings import SetupFault

Check = Callable[[], bool]
TICK_S = 0.05
SOCKET_NOTES = (".s.PGSQL.5432", ".s.PGSQL.5432.lock")
ORPHANS = 'for p in /proc/[0-9]*; do if [ "$p/cwd" -ef "$1" ]; then echo "${p#/proc/}"; fi; done'


@dataclass(frozen=True, slots=True)
class Noted:
    """What `postmaster.pid` says: the server's process, the folder of its socket, whether it takes connections, or is ending."""

    pid: int
    sockets: Path | None
    ready: bool
    stopping: bool


def noted(cluster: Path) -> Noted | None:
    """The note that a server left in its cluster, or None; it may be stale."""
    try:
        lines = (cluster / "postmaster.pid").read_text(errors="replace").split("\n")
        pid = abs(int(lines[0]))
    except (FileNotFoundError, ValueError):
        return None
    sockets = Path(lines[4]) if len(lines) > 4 and lines[4] else None
    status = lines[7].strip() if len(lines) > 7 else ""
    return Noted(pid, sockets, ready=status == "ready", stopping=status == "stopping")


def is_postmaster(pid: int, cluster: Path) -> bool:
    """True if this process is the server of this cluster: alive, no zombie, and started with the cluster's path."""
    if sys.platform == "linux":
        try:
            words = Path(f"/proc/{pid}/cmdline").read_bytes().split(b"\0")
        except OSError:
            return False
        return os.fsencode(cluster) in words
    answer = subprocess.run(["ps", "-ww", "-o", "args=", "-p", str(pid)], capture_output=True, text=True, check=False)  # noqa: S603, S607
    return str(cluster) in answer.stdout


def answers(path: Path) -> bool:
    """True if somebody listens on this unix socket."""
    with socket.socket(socket.AF_UNIX, socket.SOCK_STREAM) as line:
        line.settimeout(2)
        try:
            line.connect(str(path))
        except OSError:
            return False
        return True


def orphans(cluster: Path, account: Account) -> list[int]:
    """Processes that still work in a cluster; empty without /proc, where PostgreSQL itself checks its shared memory."""
    if sys.platform != "linux":
        return []
    return [int(word) for word in account.run("/bin/sh", "-c", ORPHANS, "sh", cluster).stdout.split()]


def clear(cluster: Path, account: Account, patience_s: float) -> None:
    """Make way for a new server after the old one died: wait for its orphans, then delete its note.

    A note may name a foreign process, or be empty after a power cut or on a full disk; PostgreSQL would then not start. Without the
    wait a second server would write beside the orphans. Raises SetupFault if they do not go.
    """
    note = noted(cluster)
    folders = {cluster, note.sockets} if note and note.sockets else {cluster}
    notes = [cluster / "postmaster.pid", *(folder / name for folder in folders for name in SOCKET_NOTES)]
    if not any(path.exists() for path in notes):
        return
    end = time.monotonic() + patience_s
    while left := orphans(cluster, account):
        if time.monotonic() > end:
            raise SetupFault(
                f"Processes of a dead PostgreSQL still work in {cluster}: end {', '.join(map(str, left))} and start again."
            )
        time.sleep(TICK_S)
    for path in notes:
        path.unlink(missing_ok=True)
