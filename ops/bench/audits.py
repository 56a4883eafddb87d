"""Audits of games, penalties and misdeals in one pass, in events a second of the auditing process's core, reading from the database
included; by the clock too, where the server and whatever else runs take their share; and the memory needed.

Run by itself it starts a PostgreSQL of its own in a temporary folder: `python -m ops.bench.audits [GAMES …]`; with numbers of games
it measures an audit of that many: 100,000 need an hour, and gigabytes on the disk.
"""

import json
import sys
import tempfile
from collections.abc import Mapping
from itertools import pairwise
from pathlib import Path
from time import perf_counter, process_time

from ledger.audits.auditing import audited
from ledger.audits.findings import OF_GAMES
from ledger.database.local import LocalPostgres
from ledger.database.migrate import migrate, service_url
from ledger.orders.app import Ledger
from ops.bench.audit_memory import figures_of, told
from ops.bench.club import fill as fill_by_import
from ops.bench.rebuild import fill

EVENTS_LEAST = 15_000
ROUNDS = 5
SCHEMA = "audits_bench"
TOLD_EVERY = 1_000  # games
FILLED_FAST = {"fsync": "off", "synchronous_commit": "off", "max_wal_size": "4GB"}  # audits write nothing


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


def memory_at(ledger: Ledger, settings: Mapping[str, str], sizes: list[int]) -> dict[str, float]:
    """The cost of an audit in a club of each of these numbers of games, ascending; the club is filled by import on the way."""
    figures: dict[str, float] = {}
    for before, size in pairwise([0, *sizes]):
        fill_by_import(ledger, size, lambda games, size=size: _tell(games, size), before)
        figures |= {f"audit_{name}_{size}_games": figure for name, figure in figures_of(settings).items()}
    return figures


def _tell(games: int, size: int) -> None:
    if games % TOLD_EVERY == 0 or games == size:
        told(f"filling: {games:,} of {size:,} games")


def measure(admin_url: str | None = None, sizes: list[int] | None = None) -> dict[str, float]:
    """The figures on an empty database: a fresh one of an embedded server, or the one whose administrator's address is given."""
    if admin_url is not None:
        return _measure_at(admin_url, sizes)
    with tempfile.TemporaryDirectory(prefix="cardledger-bench-") as folder:
        Path(folder).chmod(0o755)  # as root the server runs under another account
        with LocalPostgres(Path(folder) / "data", options=FILLED_FAST if sizes else {}) as server:
            return _measure_at(server.url(), sizes)


def _measure_at(admin_url: str, sizes: list[int] | None) -> dict[str, float]:
    migrate(admin_url, SCHEMA)
    settings = {"LEDGER_URL": service_url(admin_url), "LEDGER_SCHEMA": SCHEMA}
    with Ledger(settings) as ledger:
        return memory_at(ledger, settings, sizes) if sizes else measure_on(ledger)


if __name__ == "__main__":
    json.dump(measure(sizes=[int(size) for size in sys.argv[1:]]), sys.stdout, indent=2)
