"""The service as it is served, and beside its routes one that commits one raw row, for benches to compare with."""

from __future__ import annotations

import secrets
import socket
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from typing import Any

import flask
import psycopg

from api.app import create_app
from api.http.limits import Limits
from api.server.running import answering
from api.server.workers import working
from api.serving import bound
from ledger.orders.app import Ledger
from ledger.running.opening import Place, opened
from ledger.settings import Settings

STATE = b"x" * 400
MANY_PER_S = 1_000_000


@contextmanager
def serving(place: Place, settings: Settings, processes: int) -> Iterator[int]:
    """The service in so many processes, on a free port, which it gives; its database has a table for raw rows."""
    with psycopg.connect(place.admin_url, autocommit=True) as connection:
        connection.execute(f"set search_path to {place.schema}")
        connection.execute(
            'create table if not exists bench_raw (originator_id text collate "C", originator_version bigint, topic text,'
            " state bytea, notification_id bigserial unique, primary key (originator_id, originator_version))"
        )
        connection.execute("grant insert on bench_raw to public")
        connection.execute("grant usage on sequence bench_raw_notification_id_seq to public")
    given = replace(settings, database_url=place.admin_url, schema=place.schema, rate=MANY_PER_S)
    with bound("127.0.0.1", 0) as line:
        port = int(line.getsockname()[1])
        with working(one_process, (given, line), processes):
            yield port


@contextmanager
def one_process(settings: Settings, line: socket.socket) -> Iterator[None]:
    """What each of the processes does."""
    with opened(settings) as place:
        app = create_app(place.ledger, settings, Limits.of(settings))
        _add_routes(app, place.ledger)
        with answering(app, line):
            yield


def _add_routes(app: flask.Flask, ledger: Ledger) -> None:
    def raw() -> tuple[dict[str, Any], int]:
        body = flask.request.get_json()
        with ledger.datastore.get_connection() as connection:
            values = (body["id"], secrets.randbits(62), "t", STATE)
            connection.execute("insert into bench_raw values (%s, %s, %s, %s)", values, prepare=True)
        return {"ok": True, "id": body["id"]}, 201

    def processor() -> dict[str, float]:
        return {"seconds": time.process_time()}

    app.add_url_rule("/raw", "raw", raw, methods=["POST"])
    app.add_url_rule("/processor", "processor", processor)
