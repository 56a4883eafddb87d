"""The program `cardledger` as a person or a script meets it: a process of its own with an environment of its own.

Where the process does not matter, `here` runs the same words in this one: a start costs more than most commands do.
"""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from click.testing import Result
from typer.testing import CliRunner

from api.cli import app

ROOT = Path(__file__).parents[2]
WAIT_S = 120


def environment(**settings: str) -> dict[str, str]:
    """The environment of a run: nothing of cardledger's but these settings."""
    kept = {name: text for name, text in os.environ.items() if not name.startswith(("CARDLEDGER_", "DATABASE_URL"))}
    return {**kept, "PYTHONPATH": str(ROOT), "NO_COLOR": "1", "COLUMNS": "200", **settings}


def run(*words: str, **settings: str) -> subprocess.CompletedProcess[str]:
    """Run the program to its end."""
    command = [sys.executable, "-W", "error", "-m", "api.cli", *words]
    return subprocess.run(
        command, env=environment(**settings), capture_output=True, text=True, timeout=WAIT_S, cwd="/", check=False
    )


def here(*words: str, **settings: str) -> Result:
    """Run the program to its end in this process; an error that it lets through is raised."""
    cleared = {name: None for name in os.environ if name.startswith(("CARDLEDGER_", "DATABASE_URL"))}
    return CliRunner().invoke(
        app, words, env={**cleared, "NO_COLOR": "1", **settings}, prog_name="cardledger", catch_exceptions=False
    )


@contextmanager
def serving(*words: str, **settings: str) -> Iterator[tuple[subprocess.Popen[str], str]]:
    """A running service and its address; told to end on the way out. If it does not, the test fails with what its threads do."""
    command = [sys.executable, "-X", "faulthandler", "-m", "api.cli", *words]
    process = subprocess.Popen(
        command, env=environment(**settings), stderr=subprocess.PIPE, stdout=subprocess.PIPE, text=True, cwd="/"
    )
    try:
        yield process, address_said_by(process)
        process.send_signal(signal.SIGTERM)
        _end(process)
    finally:
        if process.poll() is None:
            process.kill()
            process.communicate(timeout=WAIT_S)


def _end(process: subprocess.Popen[str]) -> None:
    """Wait until it has ended; an AssertionError tells where it hangs."""
    try:
        process.communicate(timeout=WAIT_S)
    except subprocess.TimeoutExpired:
        process.send_signal(signal.SIGABRT)  # has Python tell what each thread does
        raise AssertionError("the service does not end: " + process.communicate(timeout=WAIT_S)[1]) from None


def address_said_by(process: subprocess.Popen[str]) -> str:
    """The address that the service says it answers at."""
    assert process.stderr is not None
    said = []
    for line in process.stderr:
        said.append(line)
        if found := re.search(r"answers at (http://\S+?)[;\s]", line):
            return found[1]
    raise AssertionError("the service did not come up: " + "".join(said))
