"""How programs end: told once or many times, at whatever moment."""

from __future__ import annotations

import random
import signal
import subprocess
import sys
import time
from pathlib import Path

ROOT = Path(__file__).parents[2]
WAIT_S = 60
WAITING = """
import os, signal
from ledger.cli.ending import ENDING, until_told
for each in ENDING:
    signal.signal(each, signal.SIG_IGN)
print("ready", flush=True)
for _ in range(1000):
    until_told()
os._exit(0)  # while Python ends it hears of no signal
"""
DROPPED = """
import os, signal
from ledger.cli.ending import ends_in_order, until_told

class Freed:
    def __del__(self):
        os.kill(os.getpid(), signal.SIGTERM)
        for _ in range(1000):
            pass

ends_in_order()
Freed()  # the SystemExit of the signal is lost here
print("goes on", flush=True)
until_told()
"""
APART_S_MAX = 0.00006  # about what it takes to hear of a signal


def test_who_is_told_to_end_again_and_again_ends() -> None:
    dice = random.Random(3)  # noqa: S311
    waiting = subprocess.Popen([sys.executable, "-c", WAITING], stdout=subprocess.PIPE, cwd=ROOT)
    with waiting:
        assert waiting.stdout is not None
        assert waiting.stdout.readline() == b"ready\n"
        end = time.monotonic() + WAIT_S
        try:
            while waiting.poll() is None:
                assert time.monotonic() < end, "it hangs"
                for _ in range(100):
                    waiting.send_signal(dice.choice([signal.SIGTERM, signal.SIGINT]))
                    _pass(dice.uniform(0, APART_S_MAX))
        finally:
            waiting.kill()
    assert waiting.returncode == 0


def test_who_is_told_to_end_while_an_object_is_freed_ends_when_it_would_wait() -> None:
    done = subprocess.run([sys.executable, "-c", DROPPED], capture_output=True, text=True, timeout=WAIT_S, cwd=ROOT, check=False)
    assert done.stdout == "goes on\n"
    assert "SystemExit: 143" in done.stderr
    assert done.returncode == 0


def _pass(seconds: float) -> None:
    """Less time than a sleep can last."""
    end = time.perf_counter() + seconds
    while time.perf_counter() < end:
        pass
