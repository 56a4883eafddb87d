"""The folders of the embedded PostgreSQL: the data folder, the cluster inside it, and the place of its socket."""

from __future__ import annotations

import os
import shutil
import tempfile
from pathlib import Path

from ledger.database.account import Account
from ledger.database.binaries import Binaries
from ledger.settings import SetupFault

PORT = 5432
SOCKET_NAME = f".s.PGSQL.{PORT}"
SOCKET_BYTES_MAX = 107  # the operating system's limit for the path of a unix socket


def make_folder(folder: Path) -> None:
    """The data folder: as root one that the server's account may pass through, else for its owner only."""
    try:
        if not folder.exists():
            folder.mkdir(parents=True, exist_ok=True)
            folder.chmod(0o755 if os.geteuid() == 0 else 0o700)
    except OSError as fault:
        raise unmade(folder, fault) from fault
    if not os.access(folder, os.W_OK | os.X_OK):
        raise SetupFault(f"This account may not write to the data folder {folder}: set CARDLEDGER_DATA to another one.")


def unmade(folder: Path, fault: OSError) -> SetupFault:
    """Why there is no data folder."""
    return SetupFault(
        f"The data folder {folder} cannot be made ({fault.strerror}): set CARDLEDGER_DATA to a folder you may write to."
    )


def check_reach(folder: Path, account: Account) -> None:
    """The server's account must get into the data folder; raises SetupFault if it cannot, or if we may not act as it."""
    try:
        reached = account.can_enter(folder)
    except OSError as fault:
        raise SetupFault(
            f"This process may not start programs as the account {account.name} ({fault.strerror}): "
            "run cardledger as an ordinary user, or set DATABASE_URL."
        ) from fault
    if not reached:
        raise SetupFault(
            f"The account {account.name}, which runs the database for root, cannot enter {folder}: "
            "set CARDLEDGER_DATA to a folder outside of closed homes, such as /var/lib/cardledger."
        )


def major_of(cluster: Path) -> int | None:
    """The major version of PostgreSQL that made this cluster; None if there is no cluster yet."""
    if not cluster.exists():
        return None
    try:
        return int((cluster / "PG_VERSION").read_text().split(".")[0])
    except (OSError, ValueError) as fault:
        raise SetupFault(
            f"{cluster} is no PostgreSQL data folder (its PG_VERSION cannot be read): move it away, or set CARDLEDGER_DATA."
        ) from fault


def make_cluster(cluster: Path, binaries: Binaries, account: Account, *, synced: bool) -> None:
    """A new cluster, made beside and then renamed, so that one whose making was cut short is never used.

    `synced` waits until all of it is on the disk; only a throwaway server does without.
    """
    making = Path(tempfile.mkdtemp(prefix="making-", dir=cluster.parent))
    os.chown(making, account.uid, account.gid)
    words = ["-U", "postgres", "-A", "trust", "-E", "UTF8", "--locale=C", "--data-checksums"] + ([] if synced else ["--no-sync"])
    answer = account.run(binaries.program("initdb"), "-D", making, *words)
    if answer.returncode != 0:
        raise SetupFault(f"The database could not be made in {cluster.parent}: {(answer.stderr or answer.stdout).strip()}")
    making.rename(cluster)


def sweep(folder: Path) -> None:
    """Delete what a killed start left unfinished. An initdb that still runs there may keep a part until the next sweep."""
    for pattern in ("making-*", "copying-*"):
        for cut_short in folder.glob(pattern):
            shutil.rmtree(cut_short, ignore_errors=True)


def socket_folder(cluster: Path, before: Path | None, account: Account) -> Path:
    """Where the socket lies: in the cluster, or, if that path will not do, in a short closed folder of the server's account.

    `before` is where it lay when the server ran last: a restart keeps it, so that addresses stay good.
    """
    for folder in (cluster, before):
        if folder and _fits(folder) and not folder.is_symlink() and folder.is_dir() and folder.stat().st_uid == account.uid:
            return folder
    for parent in (tempfile.gettempdir(), "/tmp", "/var/tmp"):  # noqa: S108 - mkdtemp makes a closed folder there
        if not (_fits(Path(parent) / "cardledger-12345678") and os.access(parent, os.W_OK)):
            continue
        folder = Path(tempfile.mkdtemp(prefix="cardledger-", dir=parent))
        os.chown(folder, account.uid, account.gid)
        if account.can_enter(folder):
            return folder
        folder.rmdir()
    raise SetupFault(
        f"The path {cluster} will not do for a socket, and no shorter folder was found: set CARDLEDGER_DATA to a shorter one."
    )


def _fits(folder: Path) -> bool:
    """True if the socket's path in this folder keeps the limit, and names one place only for clients (they split at commas)."""
    return "," not in str(folder) and len(os.fsencode(folder / SOCKET_NAME)) <= SOCKET_BYTES_MAX
