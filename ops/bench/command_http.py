"""Requests a second of whole commands by HTTP against an endpoint that commits one raw row, both on the same server of two.

A whole command is an act in a game of Azi: key, idempotency, schema, folding the game, deciding, sealing, one append with the
stored answer, and what the caller may see of it. Sixteen connections play sixteen tables: bids and cards come from an online room's
server on behalf of each player, and a steward enters what was shuffled, cut and dealt.
"""

from __future__ import annotations

import itertools
import json
import os
import secrets
import selectors
import socket
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from statistics import median
from typing import Any

from engine.rules import RuleBroken
from ledger.money import wallets
from ledger.orders.app import Ledger
from ledger.orders.order import Answer, Caller, Decided, Order
from ledger.people import keys
from ledger.play import tables
from ledger.play.games import DEALING
from ledger.running.opening import Place, opened
from ledger.settings import Settings
from ledger.store.ids import new_id
from ops.bench.raw_endpoint import serving

CONNECTIONS = 16
SECONDS = 4.0
ROUNDS = 3
PROCESSES = 2
STEWARD, ROOM, CASHIER = Caller("bench-steward", "steward"), Caller("bench-room", "room"), Caller("bench-cashier", "cashier")

# Seat 1 deals and takes the pot, so it deals again: the same acts, game after game.
LOT = {"type": "draw_lot", "draws": [{"seat": 1, "card": "AH"}, {"seat": 2, "card": "7H"}, {"seat": 3, "card": "6H"}]}
GAME: tuple[dict[str, Any], ...] = (
    {"type": "shuffle", "seat": 1},
    {"type": "cut", "seat": 3, "at": 9},
    {"type": "offer_cut", "seat": 1},
    {"type": "cut", "seat": 3, "at": 11},
    {
        "type": "deal",
        "seat": 1,
        "hands": {"1": ["AS", "KS", "QS"], "2": ["AH", "KH", "QH"], "3": ["AD", "KD", "QD"]},
        "trump": "6S",
    },
    {"type": "bet_blind", "seat": 2, "amount": "10"},
    {"type": "call", "seat": 3},
    {"type": "call", "seat": 1},
    {"type": "play", "seat": 2, "card": "AH"},
    {"type": "play", "seat": 3, "card": "AD"},
    {"type": "play", "seat": 1, "card": "AS"},
    {"type": "play", "seat": 1, "card": "KS"},
    {"type": "play", "seat": 2, "card": "KH"},
    {"type": "play", "seat": 3, "card": "KD"},
    {"type": "play", "seat": 1, "card": "QS"},
    {"type": "play", "seat": 2, "card": "QH"},
    {"type": "play", "seat": 3, "card": "QD"},
)


def measure(seconds: float = SECONDS, rounds: int = ROUNDS) -> dict[str, float]:
    """command_http: commands a second over raw commits a second, the median of the rounds; and both figures themselves."""
    with tempfile.TemporaryDirectory(prefix="cardledger-bench-") as folder:
        Path(folder).chmod(0o755)
        settings = Settings.read(
            {
                **os.environ,
                "CARDLEDGER_DATA": os.environ.get("CARDLEDGER_DATA", folder + "/data"),
                "CARDLEDGER_SCHEMA": f"bench_{secrets.token_hex(4)}",
            }
        )
        with opened(settings) as place, serving(place, settings, PROCESSES) as port:
            scripts = _prepared(place)
            pairs = [(_rate(port, _raw_requests(), seconds), _rate(port, scripts, seconds)) for _ in range(rounds)]
    raw, command = median(pair[0] for pair in pairs), median(pair[1] for pair in pairs)
    ratio = median(command / raw for raw, command in pairs)
    return {"command_http": round(ratio, 3), "http_command_per_s": round(command, 1), "http_raw_commit_per_s": round(raw, 1)}


def _prepared(place: Place) -> list[Iterator[bytes]]:
    """Sixteen tables of three players, and for each the requests that play game after game at it."""
    ledger = place.ledger
    steward, room = (keys.issue(ledger, who.role, who.subject, "bench")[1] for who in (STEWARD, ROOM))
    players = [player(ledger) for _ in range(3)]
    return [_requests(_table(ledger, players), players, steward, room) for _ in range(CONNECTIONS)]


def order(caller: Caller, told: list[str]) -> Order:
    """An order of this caller. told: gets the streams that were written."""

    def answer(decided: Decided) -> Answer:
        told.extend(decided.streams)
        return Answer(201, b"{}")

    def refuse(broken: RuleBroken) -> Answer:
        raise broken

    return Order(caller, new_id(), b"", answer, refuse)


def player(ledger: Ledger) -> str:
    """A new player with chips enough; his id."""
    told: list[str] = []
    wallets.register(ledger, order(ROOM, told), "Bench")
    player = told[0].removeprefix("wallet-")
    wallets.deposit(ledger, order(CASHIER, told), player, 10**12)
    return player


def _table(ledger: Ledger, players: list[str]) -> str:
    told: list[str] = []
    tables.open_table(ledger, order(STEWARD, told), name="Bench", preset="azi-three", changes={"deck": "entered"}, seats=3)
    table = told[0].removeprefix("table-")
    for seat, player in enumerate(players, 1):
        tables.seat(ledger, order(STEWARD, told), table, player, seat, 10**9)
    return table


def _requests(table: str, players: list[str], steward: str, room: str) -> Iterator[bytes]:
    """What one connection sends: it starts games at its table and plays them."""
    for number in itertools.count(1):
        yield request(f"/v1/tables/{table}/games", {}, steward)
        for body in (LOT, *GAME) if number == 1 else GAME:
            path = f"/v1/games/{table}-{number}/actions"
            if body["type"] in DEALING:
                yield request(path, body, steward)
            else:
                yield request(path, body, room, f"On-Behalf-Of: {players[body['seat'] - 1]}\r\n")


def _raw_requests() -> list[Iterator[bytes]]:
    return [(request("/raw", {"id": f"game-{new_id()}"}, "none") for _ in itertools.count()) for _ in range(CONNECTIONS)]


def request(path: str, body: Any, secret: str, more: str = "") -> bytes:
    """A POST with a key of its own, as bytes."""
    content = json.dumps(body).encode()
    head = (
        f"POST {path} HTTP/1.1\r\nHost: bench\r\nAuthorization: Bearer {secret}\r\nIdempotency-Key: {new_id()}\r\n"
        f"{more}Content-Type: application/json\r\nContent-Length: {len(content)}\r\n\r\n"
    )
    return head.encode() + content


def _rate(port: int, scripts: list[Iterator[bytes]], seconds: float) -> float:
    """Requests a second with one connection a script, each sending its next request when its last is answered."""
    with selectors.DefaultSelector() as ready:
        connections = []
        for script in scripts:
            connection = socket.create_connection(("127.0.0.1", port))
            connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
            ready.register(connection, selectors.EVENT_READ, script)
            connection.sendall(next(script))
            connections.append(connection)
        begin, answered, open_still = time.perf_counter(), 0, len(connections)
        while open_still:
            late = time.perf_counter() - begin >= seconds
            for key, _ in ready.select():
                _answer(key.fileobj)  # type: ignore[arg-type]
                answered += not late
                if late:
                    ready.unregister(key.fileobj)
                    open_still -= 1
                else:
                    key.fileobj.sendall(next(key.data))  # type: ignore[union-attr]
        for connection in connections:
            connection.close()
    return answered / seconds


def _answer(connection: socket.socket) -> None:
    """Reads one answer to its end. Raises RuntimeError unless it is 201."""
    data = connection.recv(65536)
    while b"\r\n\r\n" not in data:
        data += connection.recv(65536)
    head, _, body = data.partition(b"\r\n\r\n")
    if not head.startswith(b"HTTP/1.1 201"):
        raise RuntimeError(data.decode())
    length = int(head.lower().split(b"content-length:")[1].split(b"\r\n")[0])
    while len(body) < length:
        body += connection.recv(65536)


if __name__ == "__main__":
    print(json.dumps(measure()))
