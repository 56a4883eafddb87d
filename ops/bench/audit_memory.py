"""The memory of one audit of all games in a process of its own: as Python counts it, as the machine sees it, and at the server.
Only Linux reports a process's memory; the server must be on the same machine.
"""

from __future__ import annotations

import os
import sys
import time
import tracemalloc
from collections.abc import Mapping
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from pathlib import Path

from ledger.audits.auditing import audited
from ledger.audits.findings import OF_GAMES
from ledger.orders.app import Ledger

NAME = "audit bench"  # by which the server recognises the connections of the auditing process
STATISTICS_SECONDS = 1.5  # until the server has counted what a session did that has ended
_BACKEND = "select pid from pg_stat_activity where application_name = %s and xact_start is not null and pid <> pg_backend_pid()"
_TEMPORARY = "select temp_bytes from pg_stat_database where datname = current_database()"


def told(words: str) -> None:
    """Progress, for whoever waits."""
    print(words, file=sys.stderr, flush=True)


def figures_of(settings: Mapping[str, str]) -> dict[str, float]:
    """The figures of the audit of a ledger that is as large as it is, each audit in a new process: one is timed, one is traced.

    memory_mb: the peak that Python held. resident_mb: the peak of the process, and resident_at_start_mb before it began. server_mb:
    the peak of the server process's private memory; temporary_mb: files that it wrote.
    """
    with ProcessPoolExecutor(1, get_context("spawn"), max_tasks_per_child=1) as pool:
        timed = pool.submit(_audit, dict(settings), traces=False).result()
        told(f"audited: {timed}; once more, traced, which takes several times as long")
        traced = pool.submit(_audit, dict(settings), traces=True).result()
    return {**timed, "memory_mb": traced["memory_mb"]}


def _audit(settings: dict[str, str], *, traces: bool) -> dict[str, float]:
    os.environ["PGAPPNAME"] = NAME
    with Ledger(settings) as ledger:
        watch = _Watch(ledger, "tracing" if traces else "auditing")
        written, at_start = _temporary(ledger), of_process("self", "VmRSS")
        if traces:
            tracemalloc.start()
        began, worked = time.perf_counter(), time.process_time()
        report = audited(ledger, OF_GAMES, progress=watch)
        lasted, busy = time.perf_counter() - began, time.process_time() - worked
        if report.counts:
            raise ValueError(f"The audit has found something in sound games: {report.findings[0]}")
        if traces:
            return {"memory_mb": round(tracemalloc.get_traced_memory()[1] / 1e6, 2)}
        time.sleep(STATISTICS_SECONDS)
        return {
            "games": report.games,
            "events": report.events,
            "positions": report.position,
            "seconds": round(lasted, 1),
            "events_per_s": round(report.events / busy),
            "events_per_s_by_the_clock": round(report.events / lasted),
            "resident_at_start_mb": at_start,
            "resident_mb": of_process("self", "VmHWM"),
            "server_mb": watch.server_mb,
            "temporary_mb": round((_temporary(ledger) - written) / 1e6, 1),
        }


def of_process(process: str, what: str) -> float:
    """A figure that the kernel gives for a process, in MB: VmRSS, VmHWM (the peak), RssAnon (private memory)."""
    for line in Path(f"/proc/{process}/status").read_text("utf-8").splitlines():
        if line.startswith(f"{what}:"):
            return round(int(line.split()[1]) * 1024 / 1e6, 1)
    raise LookupError(what)


def _temporary(ledger: Ledger) -> int:
    """Bytes of temporary files that the server has ever written for this database."""
    return int(ledger.recorder.rows(_TEMPORARY)[0][0])


class _Watch:
    """Samples the server's process at each stride of the audit, and reports every tenth of the way."""

    def __init__(self, ledger: Ledger, doing: str) -> None:
        self._ledger, self._doing = ledger, doing
        self._tenths = 0
        self._backend = ""
        self.server_mb = 0.0

    def __call__(self, _what: str, seen: int, there: int) -> None:
        if not self._backend:
            self._backend = str(self._ledger.recorder.rows(_BACKEND, NAME)[0][0])
        self.server_mb = max(self.server_mb, of_process(self._backend, "RssAnon"))
        if (tenths := 10 * seen // there) > self._tenths:
            self._tenths = tenths
            told(f"{self._doing}: {seen:,} of {there:,} positions")
