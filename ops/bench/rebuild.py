"""Rebuild of all read models from nothing, in events a second, and two bare figures of the same run to compare it with. Run by
itself it starts a PostgreSQL of its own in a temporary folder: `python -m ops.bench.rebuild`.
"""

import json
import sys
import tempfile
from pathlib import Path
from statistics import median
from time import perf_counter

from ledger.database.local import LocalPostgres
from ledger.database.migrate import migrate, service_url
from ledger.orders.app import Ledger
from ledger.projections import MODELS
from ledger.projections.model import connect
from ledger.projections.position import wait_for
from ledger.running.rebuild import STRIDE, rebuild
from ledger.running.runner import Runner
from tests.ledger.random_club import RandomClub, deposit, register

EVENTS_LEAST = 60_000
ROUNDS = 5


def fill(ledger: Ledger, events: int) -> int:
    """Whole random games, at tables of three to five, until at least that many events are stored; how many there are."""
    clubs = [RandomClub(ledger, seed=7 + players, players=players, chips=10**9) for players in (3, 4, 5)]
    stored = 0
    while stored < events:
        for club in clubs:
            stored = club.play(5)
    return stored


def read_bare(ledger: Ledger) -> float:
    """Seconds to read the same rows to the client, in strides of the rebuild, and nothing else."""
    began = perf_counter()
    after = 0
    while rows := ledger.tail(after, STRIDE):
        after += len(rows)
    return perf_counter() - began


def copy_bare(ledger: Ledger) -> float:
    """Seconds to copy the same rows from one plain table into another, inside the server."""
    with connect(ledger) as connection, connection.transaction(force_rollback=True):
        began = perf_counter()
        connection.execute(
            f'create table "{ledger.datastore.schema}_views".plain as select * from "{ledger.datastore.schema}".events'
        )
        return perf_counter() - began


def seconds_of_rebuild(ledger: Ledger) -> float:
    """Seconds to rebuild all models from nothing."""
    began = perf_counter()
    rebuild(ledger)
    return perf_counter() - began


def own_write_ms(ledger: Ledger, times: int = 100) -> float:
    """Milliseconds from the answer to a deposit until every read model shows it, the middle one of so many."""
    player, waited = register(ledger), []
    with Runner(ledger):
        for _ in range(times):
            position = deposit(ledger, player, 1)
            began = perf_counter()
            wait_for(ledger, MODELS, position, 10)
            waited.append(perf_counter() - began)
    return median(waited) * 1000


def measure_on(ledger: Ledger, events: int = EVENTS_LEAST) -> dict[str, float]:
    """The figures on a ledger, which is filled first.

    Each is the best of five rounds, in which all take turns: what else runs on the machine only ever slows them.
    rebuild_to_bare_reading: of the same rows.
    """
    began = perf_counter()
    stored = fill(ledger, events)
    filling = perf_counter() - began
    rounds = [(seconds_of_rebuild(ledger), read_bare(ledger), copy_bare(ledger)) for _ in range(ROUNDS)]
    rebuilt, reading, copying = (stored / min(figures) for figures in zip(*rounds, strict=True))
    return {
        "events": stored,
        "models": len(MODELS),
        "stored_events_per_s": round(stored / filling),
        "rebuild_events_per_s": round(rebuilt),
        "read_bare_events_per_s": round(reading),
        "copy_bare_events_per_s": round(copying),
        "rebuild_to_bare_reading": round(rebuilt / reading, 3),
        "own_write_shown_ms": round(own_write_ms(ledger), 2),
    }


def measure(admin_url: str | None = None) -> dict[str, float]:
    """The figures on an empty database: a fresh one of an embedded server, or the one whose administrator's address is given."""
    if admin_url is not None:
        return _measure_at(admin_url)
    with tempfile.TemporaryDirectory(prefix="cardledger-bench-") as folder:
        Path(folder).chmod(0o755)  # as root the server runs under another account
        with LocalPostgres(Path(folder) / "data") as server:
            return _measure_at(server.url())


def _measure_at(admin_url: str) -> dict[str, float]:
    migrate(admin_url, "rebuild_bench")
    with Ledger({"LEDGER_URL": service_url(admin_url), "LEDGER_SCHEMA": "rebuild_bench"}) as ledger:
        return measure_on(ledger)


if __name__ == "__main__":
    json.dump(measure(), sys.stdout, indent=2)
