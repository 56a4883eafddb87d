"""The service as its clients meet it: real HTTP, a real database, a key for each role; tables at which whole games are played."""

from __future__ import annotations

import itertools
import json
import random
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any

import flask
import httpx

from api.app import create_app
from api.http.limits import Limits
from api.server.door import Door
from api.server.running import answering
from api.serving import bound
from ledger.orders.app import Ledger
from ledger.people import keys
from ledger.projections.batch import prepare
from ledger.running.models import APART
from ledger.running.runner import Runner
from ledger.settings import Settings
from tests.api.filling import filled

_NUMBERS = itertools.count(1)
# Acts that end a game at once, or nearly; random games go on without them where they can.
ENDING = {"fold", "claim_target"}


def new_key() -> str:
    """An Idempotency-Key that no test has used."""
    return f"key-{next(_NUMBERS)}"


@dataclass(frozen=True)
class Client:
    """Somebody with a key. `acting_for` is for rooms."""

    http: httpx.Client
    secret: str
    on_behalf_of: str | None = None

    def headers(self, **more: str) -> dict[str, str]:
        """The headers of a request."""
        speaking = {"On-Behalf-Of": self.on_behalf_of} if self.on_behalf_of else {}
        return {
            "Authorization": f"Bearer {self.secret}",
            **speaking,
            **{name.replace("_", "-"): value for name, value in more.items()},
        }

    def get(self, path: str, **headers: str) -> httpx.Response:
        """A read."""
        return self.http.get(path, headers=self.headers(**headers))

    def send(self, method: str, path: str, body: Any = None, key: str | None = None, **headers: str) -> httpx.Response:
        """A write, under a new key or the one given."""
        named = self.headers(Idempotency_Key=key or new_key(), Content_Type="application/json", **headers)
        return self.http.request(method, path, headers=named, content=json.dumps({} if body is None else body))

    def post(self, path: str, body: Any = None, key: str | None = None, **headers: str) -> httpx.Response:
        """A write by POST."""
        return self.send("POST", path, body, key, **headers)

    def done(self, path: str, body: Any = None) -> Any:
        """A write by POST that must be accepted; its answer."""
        answer = self.post(path, body)
        assert answer.status_code == 201, answer.text
        return answer.json()

    def read(self, path: str) -> Any:
        """A read that must be answered; its answer."""
        answer = self.get(path)
        assert answer.status_code == 200, answer.text
        return answer.json()

    def acting_for(self, player: str) -> Client:
        """The room, speaking for a player."""
        return Client(self.http, self.secret, player)


@dataclass
class Service:
    """A running service. players made here are registered by `room`. app: what is served, where it is in this process."""

    url: str
    ledger: Ledger
    http: httpx.Client
    admin: Client
    cashier: Client
    steward: Client
    auditor: Client
    room: Client
    app: flask.Flask | None = None

    def client(self, role: str, subject: str | None = None) -> Client:
        """Somebody with a new key of this role."""
        return Client(self.http, keys.issue(self.ledger, role, subject, f"test {role}")[1])

    def player(self, chips: int = 0, name: str = "Anna") -> str:
        """A new player with so many chips in his wallet; his id."""
        player = str(self.room.done("/v1/players", {"name": name})["id"])
        if chips:
            self.cashier.done(f"/v1/players/{player}/deposits", {"amount": str(chips)})
        return player

    def table(self, players: int = 3, chips: int = 500, preset: str = "azi-three", seats: int = 7, **house: Any) -> PlayedTable:
        """A table of this preset with so many players, each with so many chips; opened by `steward`."""
        body = {"name": "Test table", "preset": preset, "seats": seats, "house": house}
        table = self.steward.done("/v1/tables", body)["id"]
        sitting: dict[int, str] = {}
        for seat in range(1, players + 1):
            sitting[seat] = self.player(chips)
            self.steward.done(f"/v1/tables/{table}/seats", {"player": sitting[seat], "seat": seat, "amount": str(chips)})
        return PlayedTable(self, table, sitting)


@dataclass
class PlayedTable:
    """A table whose players act through the room. seats: player by seat."""

    service: Service
    id: str
    seats: dict[int, str]
    game: str = ""
    dice: random.Random = field(default_factory=lambda: random.Random(7))  # noqa: S311

    def of(self, seat: int) -> Client:
        """The player at this seat, through the room."""
        return self.service.room.acting_for(self.seats[seat])

    def start(self) -> str:
        """Begins the next game; its id."""
        self.game = str(self.service.steward.done(f"/v1/tables/{self.id}/games")["id"])
        return self.game

    def now(self) -> Any:
        """The state as the service has it."""
        return self.service.ledger.load(f"game-{self.game}").state

    def seen(self, seat: int) -> Any:
        """The game as this seat sees it."""
        return self.of(seat).read(f"/v1/games/{self.game}")

    def act(self, seat: int, word: str, **fields: Any) -> httpx.Response:
        """An act of this seat."""
        return self.of(seat).post(f"/v1/games/{self.game}/actions", {"type": word, "seat": seat, **fields})

    def steps(self) -> Iterator[tuple[int, httpx.Response]]:
        """Plays on, one legal act a time, each drawn at random among the legal ones; gives (seat, answer) after each act."""
        while not (game := self.now()).over:
            seat = game.turn
            body = self.chosen(self.seen(seat)["legal"])
            answer = self.of(seat).post(f"/v1/games/{self.game}/actions", body)
            assert answer.status_code == 201, (body, answer.text)
            yield seat, answer

    def chosen(self, legal: list[dict[str, Any]]) -> dict[str, Any]:
        """One of the legal acts; of free amounts the least or the greatest. Looking alone would not go on for ever."""
        return filled(self.dice.choice([act for act in legal if act["type"] not in ENDING] or legal), self.dice)

    def play_until(self, phase: str) -> Any:
        """Plays until this phase; the game as seat 1 sees it."""
        for _ in self.steps():
            if self.now().phase == phase:
                return self.seen(1)
        raise AssertionError(f"the game ended without {phase}")

    def play(self) -> Any:
        """Plays the game to its end; the game as seat 1 sees it."""
        for _ in self.steps():
            pass
        return self.seen(1)


@contextmanager
def served(
    place: Mapping[str, str], limits: Limits | None = None, door: Door | None = None, settings: Settings | None = None
) -> Iterator[Service]:
    """A service on a migrated database, on a free port of the loopback, with the read models kept up to date."""
    ledger = Ledger(place)
    app = create_app(ledger, settings or Settings(), limits)
    try:
        prepare(ledger, APART.values())  # a test that wants findings rebuilds them, or has a runner of its own
        with Runner(ledger), bound("127.0.0.1", 0) as line, answering(app, line, door):
            url = f"http://127.0.0.1:{line.getsockname()[1]}"
            with httpx.Client(base_url=url, timeout=30, limits=httpx.Limits(max_connections=100)) as http:
                clients = {
                    role: Client(http, keys.issue(ledger, role, None, f"test {role}")[1])
                    for role in ("admin", "cashier", "steward", "auditor", "room")
                }
                yield Service(url, ledger, http, **clients, app=app)
    finally:
        ledger.close()
