"""Nothing that a run of the tests or benches has started outlives it, however the run ends: call `own_place()` at its start.

The run gets a folder of its own for temporary files, and a child, the warden, that waits until the run is gone: ended in order, by
Ctrl-C, or killed with -9. Then the warden ends what is left of it, known by that folder alone, and removes the folder.
"""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import suppress
from itertools import pairwise
from pathlib import Path

NAME = "cardledger-run-"
MARK = "TMPDIR"  # every program that the run starts has it in its environment, but for the servers, which are started without
LOOK_S = 0.2
PATIENCE_S = 6.0  # PostgreSQL itself kills after five seconds those of its processes that do not obey


def own_place(parent: str | None = None) -> Path:
    """A new folder, in which the temporary files of this process lie from now on, and of all programs that it starts.

    It is in `parent`, or where temporary files usually lie. A run within a run has its folder in that of the outer one, so that the
    end of the outer one ends both.
    """
    outer = os.environ.get(MARK, "")
    within = NAME in outer
    folder = Path(tempfile.mkdtemp(prefix="run-" if within else NAME, dir=outer if within else parent)).resolve()
    if os.geteuid() == 0:
        folder.chmod(0o755)  # the servers' account must be able to enter it
    os.environ[MARK] = tempfile.tempdir = str(folder)
    words = [sys.executable, "-I", "-S", __file__, str(folder), str(os.getpid())]
    quiet = subprocess.DEVNULL  # readers of the run's output do not wait for the warden
    child = subprocess.Popen(words, cwd="/", env={}, stdin=quiet, stdout=quiet, stderr=quiet, start_new_session=True)
    child.returncode = 0  # it outlives us: not a child to wait for
    return folder


def started_in(folder: Path) -> Iterator[tuple[int, bool]]:
    """Process ids of all that a run with this folder has started and that still lives, and whether it is a server.

    A server is known by the data folder in its words, every other program by its environment; the processes that a server has
    started itself end with it. Where there is no /proc, `ps` tells the same.
    """
    for pid, words, environment in _processes():
        server = any(Path(word).is_relative_to(folder) for flag, word in pairwise(words) if flag == "-D")
        places = [Path(line.partition("=")[2]) for line in environment if line.startswith(f"{MARK}=")]
        if pid != os.getpid() and (server or any(place.is_relative_to(folder) for place in places)):
            yield pid, server


def _processes() -> Iterator[tuple[int, list[str], list[str]]]:
    """Process id, words and environment of every process of this machine, as far as we may read them."""
    if not Path("/proc/self").exists():
        told = subprocess.run(["ps", "-axEww", "-o", "pid=,command="], capture_output=True, text=True, check=False).stdout
        for line in told.splitlines():
            pid, *words = line.split()
            yield int(pid), words, words
        return
    for place in Path("/proc").glob("[0-9]*"):
        words, environment = b"", b""
        with suppress(OSError):
            words = (place / "cmdline").read_bytes()
            environment = (place / "environ").read_bytes()
        yield int(place.name), os.fsdecode(words).split("\0"), os.fsdecode(environment).split("\0")


def end_all(folder: Path) -> None:
    """End what was started in this folder, servers by immediate shutdown, and remove it."""
    begun = time.monotonic()
    while left := list(started_in(folder)):
        for pid, server in left:
            gently = server and time.monotonic() - begun < PATIENCE_S
            with suppress(OSError):
                os.kill(pid, signal.SIGQUIT if gently else signal.SIGKILL)
                os.kill(pid, signal.SIGCONT)  # also one that is stopped
        time.sleep(LOOK_S)
    while folder.exists() and time.monotonic() - begun < 2 * PATIENCE_S:
        shutil.rmtree(folder, ignore_errors=True)


def main(folder: Path, run: int) -> None:
    """Wait until the run, of which this process is a child, is gone; then end all. Only kill -9 ends the warden itself before."""
    for one in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP, signal.SIGQUIT):
        signal.signal(one, signal.SIG_IGN)
    while os.getppid() == run:
        time.sleep(LOOK_S)
    end_all(folder)


if __name__ == "__main__":
    main(Path(sys.argv[1]), int(sys.argv[2]))
