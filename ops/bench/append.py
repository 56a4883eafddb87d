"""Appends a second, with key and stored answer, against raw one-row commits of psycopg; and whether a tailing reader misses any.

The same processes do both by turns, round by round, so that a noisy machine disturbs both alike; a figure is the median of the
rounds' ratios.
"""

from __future__ import annotations

import multiprocessing
import os
import secrets
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from hashlib import sha256
from multiprocessing.connection import Connection
from pathlib import Path
from statistics import median
from typing import Any

import psycopg

from ledger.orders.app import Ledger
from ledger.running.opening import Place, opened
from ledger.settings import Settings
from ledger.store.envelope import GENESIS, Kept
from ledger.store.ids import new_id
from ledger.store.recorder import Entry

SECONDS = 1.0
ROUNDS = 9
WRITERS_MOST = 8
TAILED_WRITERS = 6
TAILED_SECONDS = 5.0
BATCH = 500
STREAM_LENGTH = 40
TOPIC = "azi.card_played"
STATE = (
    '{"actor":"abcdefghijklmnop","at":"2026-11-29T23:05:20.508901Z","by":"49a3ee967a934f749f51ac11a6a09b9a","data":{"card":"9H","deal":1,'
    f'"seat":3,"trick":2}},"prev":"{GENESIS}","stream":"game-abcdefghijklmnop-12","type":"azi.card_played","v":1,"version":12,"via":null}}'
).encode()
HEAD = sha256(STATE).hexdigest()
RAW_TABLE = (
    'create table {schema}.bench_raw (originator_id text collate "C", originator_version bigint, topic text, state bytea,'
    " notification_id bigserial, primary key (originator_id, originator_version));"
    "create unique index on {schema}.bench_raw (notification_id)"
)


def measure(seconds: float = SECONDS, rounds: int = ROUNDS) -> dict[str, float]:
    """append_1, append_8: appends over raw commits with one and with eight writing processes. tail_missed: events that a reader
    by position did not see while six wrote, or saw out of order. Beside them the figures per second."""
    with _place() as place, _writers(place) as writers:
        figures: dict[str, float] = {}
        for number in (1, WRITERS_MOST):
            some = writers[:number]
            pairs = [(_rate(some, "raw", seconds), _rate(some, "append", seconds)) for _ in range(rounds)]
            figures[f"append_{number}"] = round(median(append / raw for raw, append in pairs), 3)
            figures[f"append_{number}_per_s"] = round(median(append for _, append in pairs), 1)
            figures[f"append_{number}_raw_commit_per_s"] = round(median(raw for raw, _ in pairs), 1)
        figures["tail_missed"] = _missed(place, writers[:TAILED_WRITERS])
    return figures


@contextmanager
def _place() -> Iterator[Place]:
    """A club of its own: in the database that the environment names, or on an embedded server that is removed afterwards."""
    with tempfile.TemporaryDirectory(prefix="cardledger-bench-") as folder:
        Path(folder).chmod(0o755)
        schema = f"bench_{secrets.token_hex(4)}"
        settings = Settings.read({"CARDLEDGER_DATA": f"{folder}/data", **os.environ, "CARDLEDGER_SCHEMA": schema})
        with opened(settings) as place:
            with psycopg.connect(place.admin_url) as connection:
                connection.execute(RAW_TABLE.format(schema=schema).encode())
            try:
                yield place
            finally:
                place.ledger.close()
                with psycopg.connect(place.admin_url) as connection:
                    connection.execute(f"drop schema {schema}, {schema}_views cascade".encode())


@contextmanager
def _writers(place: Place) -> Iterator[list[Connection]]:
    """Processes that write on request, each at the end of a pipe."""
    context = multiprocessing.get_context("spawn")
    pipes, processes = [], []
    for _ in range(WRITERS_MOST):
        ours, theirs = context.Pipe()
        process = context.Process(target=_serve, args=(theirs, place.admin_url, place.service_url, place.schema), daemon=True)
        process.start()
        pipes.append(ours)
        processes.append(process)
    for pipe in pipes:
        pipe.recv()
    try:
        yield pipes
    finally:
        for pipe, process in zip(pipes, processes, strict=True):
            pipe.send(None)
            process.join(10)


def _serve(pipe: Connection, admin_url: str, service_url: str, schema: str) -> None:
    """One writing process: (what, seconds) comes in, (how many, in how many seconds) goes out."""
    ledger = Ledger({"LEDGER_URL": service_url, "LEDGER_SCHEMA": schema})
    with psycopg.connect(admin_url, autocommit=True) as connection:
        does: dict[str, Callable[[str, int], Any]] = {"raw": _raw(connection, schema), "append": _append(ledger)}
        for do in does.values():
            _write(do, 0.2)
        pipe.send("ready")
        while (order := pipe.recv()) is not None:
            what, seconds = order
            pipe.send(_write(does[what], seconds))
    ledger.close()


def _raw(connection: psycopg.Connection[Any], schema: str) -> Callable[[str, int], Any]:
    cursor, statement = connection.cursor(), f"insert into {schema}.bench_raw values (%s, %s, %s, %s)".encode()
    return lambda stream, version: cursor.execute(statement, (stream, version, TOPIC, STATE), prepare=True)


def _append(ledger: Ledger) -> Callable[[str, int], Any]:
    def append(stream: str, version: int) -> None:
        entry = Entry("room:bench", new_id(), b"f" * 32, 201, STATE, str(version), actor="abcdefghijklmnop")
        outcome = ledger.recorder.append([Kept(stream, version, TOPIC, STATE)], entry, {stream: (version - 1, HEAD)})
        if outcome.name != "appended":
            raise RuntimeError(outcome.name)

    return append


def _write(do: Callable[[str, int], Any], seconds: float) -> tuple[int, float]:
    count, start = 0, time.perf_counter()
    while True:
        stream = f"game-{new_id()}-1"
        for version in range(1, STREAM_LENGTH + 1):
            do(stream, version)
            count += 1
            if (lasted := time.perf_counter() - start) >= seconds:
                return count, lasted


def _rate(writers: list[Connection], what: str, seconds: float) -> float:
    for writer in writers:
        writer.send((what, seconds))
    rates: list[float] = [count / lasted for count, lasted in [writer.recv() for writer in writers]]
    return sum(rates)


def _missed(place: Place, writers: list[Connection]) -> int:
    """Reads on by position while others write; the total written is what the writers report."""
    ledger = place.ledger
    first = at = ledger.head()
    for writer in writers:
        writer.send(("append", TAILED_SECONDS))
    seen = written = 0
    waiting = list(writers)
    while True:
        for writer in [writer for writer in waiting if writer.poll()]:
            written += writer.recv()[0]
            waiting.remove(writer)
        over = not waiting
        rows = ledger.tail(at, BATCH)
        for row in rows:
            seen += row.position == first + seen + 1
            at = row.position or at
        if over and not rows:
            return written - seen
