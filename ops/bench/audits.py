"""Audits of games, penalties and misdeals in one pass, in events a second of the auditing process's core, reading from the database
included; by the clock too, where the server and whatever else runs have their share; and the memory that it takes.

Run by itself it starts a PostgreSQL of its own in a folder for the time being: `python -m ops.bench.audits [GAMES …]`; with numbers
of games it tells the memory at each of them.
"""

import json
import sys
import tempfile
import tracemalloc
from pathlib import Path
from time import perf_counter, process_time

from ledger.app import Ledger
from ledger.audits.auditing import audited
from ledger.audits.findings import OF_GAMES
from ledger.database.local import LocalPostgres
from ledger.database.migrate import migrate, service_url
from ops.bench.rebuild import fill
from tests.ledger.random_club import RandomClub

EVENTS_LEAST = 15_000
ROUNDS = 5
SCHEMA = "audits_bench"


def measure_on(ledger: Ledger, events: int = EVENTS_LEAST) -> dict[str, float]:
    """The figures on a ledger, which is filled first; the best of five rounds. Raises ValueError if anything is found."""
    fill(ledger, events)
    busy, taken = [], []
    for _ in range(ROUNDS):
        began, worked = perf_counter(), process_time()
        report = audited(ledger, OF_GAMES)
        busy.append(process_time() - worked)
        taken.append(perf_counter() - began)
        if report.counts:
            raise ValueError(f"The audit has found something in sound games: {report.findings[0]}")
    return {
        "audited_games": report.games,
        "audited_events": report.events,
        "audit_events_per_s": round(report.events / min(busy)),
        "audit_events_per_s_by_the_clock": round(report.events / min(taken)),
    }


def memory_mb(ledger: Ledger) -> float:
    """The most memory of Python that one audit of all games holds at a time, in MB."""
    tracemalloc.start()
    try:
        audited(ledger, OF_GAMES)
        return round(tracemalloc.get_traced_memory()[1] / 1e6, 2)
    finally:
        tracemalloc.stop()


def memory_at(ledger: Ledger, sizes: list[int]) -> dict[str, float]:
    """The same at each of these numbers of games, in their order, ascending."""
    club, played, figures = RandomClub(ledger, seed=7, players=4, chips=10**9), 0, {}
    for size in sizes:
        club.play(size - played)
        played = size
        figures[f"audit_memory_mb_{size}_games"] = memory_mb(ledger)
    return figures


def measure(admin_url: str | None = None, sizes: list[int] | None = None) -> dict[str, float]:
    """The figures on an empty database: a fresh one of an embedded server, or the one whose administrator's address is given."""
    if admin_url is not None:
        return _measure_at(admin_url, sizes)
    with tempfile.TemporaryDirectory(prefix="cardledger-bench-") as folder:
        Path(folder).chmod(0o755)  # as root the server runs under another account
        with LocalPostgres(Path(folder) / "data") as server:
            return _measure_at(server.url(), sizes)


def _measure_at(admin_url: str, sizes: list[int] | None) -> dict[str, float]:
    migrate(admin_url, SCHEMA)
    with Ledger({"LEDGER_URL": service_url(admin_url), "LEDGER_SCHEMA": SCHEMA}) as ledger:
        return memory_at(ledger, sizes) if sizes else measure_on(ledger)


if __name__ == "__main__":
    json.dump(measure(sizes=[int(size) for size in sys.argv[1:]]), sys.stdout, indent=2)
