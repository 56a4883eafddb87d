"""Everybody who can ask about a game, and every question that he can put.

What is written or refused is taken as bytes from the wire. Of the many reads most are put to the application itself, which takes
half the time and gives all that it would send.
"""

from __future__ import annotations

import io
import itertools
import json
import random
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from http.client import HTTPConnection
from typing import Any
from wsgiref.util import setup_testing_defaults

import flask

from ledger.people import keys
from tests.api.service import Client, PlayedTable, Service, new_key
from tests.api.sight_lines import CODE, NOBODY, OVERSEER, PLAYER, STEWARD, TABLE, Eyes, Heard, Truth, findings


class Wire:
    """One connection that is kept open."""

    def __init__(self, url: str) -> None:
        self._http = HTTPConnection(url.removeprefix("http://"), timeout=30)

    def ask(self, method: str, path: str, headers: Mapping[str, str], body: str | None = None) -> Heard:
        """Status, headers and body, just as they came. What the asker has named himself is told to him again."""
        self._http.request(method, path, body, dict(headers))
        answer = self._http.getresponse()
        told = "".join(f"{name.title()}: {value}\n" for name, value in answer.getheaders() if name != "date")
        return Heard(answer.status, told, answer.read(), frozenset(CODE.findall(f"{path} {body}")))

    def close(self) -> None:
        """Hangs up."""
        self._http.close()


def answered(app: flask.Flask, path: str, headers: Mapping[str, str]) -> Heard:
    """What the application answers to a GET, before it goes on the wire."""
    place, _, query = path.partition("?")
    environ: dict[str, Any] = {"REQUEST_METHOD": "GET", "PATH_INFO": place, "QUERY_STRING": query, "wsgi.input": io.BytesIO()}
    setup_testing_defaults(environ)
    environ |= {"HTTP_" + name.upper().replace("-", "_"): value for name, value in headers.items()}
    told: list[Any] = []
    body = b"".join(app.wsgi_app(environ, lambda status, named, _=None: told.extend((status, named))))
    return Heard(int(told[0][:3]), "".join(f"{name}: {value}\n" for name, value in told[1]), body, frozenset(CODE.findall(path)))


@dataclass(frozen=True)
class Onlooker:
    """Somebody with what he sends along, and with what he may see. twin: another one here has just the same rights."""

    name: str
    headers: Mapping[str, str]
    eyes: Eyes
    player: str | None = None
    twin: bool = False

    @property
    def welcome(self) -> bool:
        """Whether he may see the game at all."""
        return self.eyes.kind != NOBODY


def onlookers(service: Service, table: PlayedTable, beside: str, strangers: tuple[str, ...]) -> list[Onlooker]:
    """Each seat with its own key and through the room, and everybody else. beside: sits at the table and is not in the game."""

    def of(name: str, client: Client, kind: str, seat: int = 0, player: str | None = None) -> Onlooker:
        twin = name.endswith("by room") or name in {"another room", "another steward"}
        return Onlooker(name, client.headers(), Eyes(kind, seat), player, twin)

    key, revoked = keys.issue(service.ledger, "steward", None, "revoked")
    keys.revoke(service.ledger, key)
    seats = [
        of(f"seat {seat} by {way}", client, PLAYER, seat, player)
        for seat, player in table.seats.items()
        for way, client in (("key", service.client("player", player)), ("room", service.room.acting_for(player)))
    ]
    return [
        *seats,
        of("beside the game, by key", service.client("player", beside), TABLE, player=beside),
        of("beside the game, by room", service.room.acting_for(beside), TABLE, player=beside),
        *[of("a player of another table", service.client("player", player), NOBODY, player=player) for player in strangers],
        of("the room", service.room, TABLE),
        of("another room", service.client("room"), TABLE),
        Onlooker("another room for seat 1", service.client("room").acting_for(table.seats[1]).headers(), Eyes(NOBODY)),
        of("the steward of the table", service.steward, STEWARD),
        of("another steward", service.client("steward"), OVERSEER),
        of("the auditor", service.auditor, OVERSEER),
        of("the admin", service.admin, TABLE),
        of("the cashier", service.cashier, NOBODY),
        Onlooker("a revoked key", {"Authorization": f"Bearer {revoked}"}, Eyes(NOBODY)),
        Onlooker("no key", {}, Eyes(NOBODY)),
    ]


@dataclass
class Watch:
    """Asks everybody's questions about one game and gathers what should not have been answered."""

    service: Service
    table: PlayedTable
    everybody: list[Onlooker]
    wire: Wire
    dice: random.Random
    after: int
    truth_of: Callable[..., Truth] = Truth
    found: list[str] = field(default_factory=list)
    asked: int = 0
    _turns: Iterator[int] = field(default_factory=itertools.count)

    def __post_init__(self) -> None:
        self.truth = self.truth_of(self.service.ledger, self.table.game)
        alike: dict[Eyes, list[Onlooker]] = {}
        for one in self.everybody:
            alike.setdefault(one.eyes, []).append(one)
        self._alike = list(alike.values())
        self._told = [(0, self.after)] * len(alike)

    def look(self) -> Truth:
        """At this moment one of each who may see the same, by turns, asks for the game, its last step, what has happened since his
        like were told last, or what was refused; and one, whoever he is, for something else."""
        truth, turn, head = self.truth.read_on(), next(self._turns), self.service.ledger.head()
        game = f"/v1/games/{self.table.game}"
        for number, alike in enumerate(self._alike):
            one, (version, position) = alike[turn % len(alike)], self._told[number]
            judges = one.eyes.kind in {OVERSEER, STEWARD}
            match (turn + number) % 6:
                case 0:
                    path, self._told[number] = f"{game}/events?after={version}", (truth.version, position)
                case 3:
                    path, self._told[number] = f"/v1/events?after={position}", (version, head)
                case 4:
                    path = f"{game}/replay?step={truth.version}"
                case 1 if judges:
                    path = f"/v1/refusals?game={self.table.game}"
                case _:
                    path = game
            self.read(one, path)
        extra, one = self._extra(truth), self.dice.choice(self.everybody)
        method, path, body = extra[turn % len(extra)]
        self.judge(one, self.ask(one, method, path, body), path if method == "GET" else f"{method} {path} {body}")
        self.after = max(self.after, head - 12)
        return truth

    def look_back(self) -> Truth:
        """At the end one of each who may see the same reads all events and all of the feed, and replays every fifth step, so that
        together they replay all of them."""
        truth = self.truth.read_on()
        game = f"/v1/games/{self.table.game}"
        since = next(row.position or 0 for row in self.service.ledger.history(truth.stream)) - 1
        pages = [f"{game}/{what}?after={after}" for what in ("events", "replay") for after in range(0, truth.version, 100)]
        feed = [f"/v1/events?after={after}" for after in range(since, self.service.ledger.head(), 100)]
        for number, alike in enumerate(self._alike):
            one = self.dice.choice(alike)
            lang = ("en", "ru", "de")[number % 3]
            steps = [f"{game}/replay?lang={lang}&step={step}" for step in range(1 + number % 5, truth.version + 1, 5)]
            for path in [f"{game}/replay?format=text&lang={lang}", *steps, *pages, *feed] if one.welcome else feed:
                self.read(one, path)
        return truth

    def read(self, one: Onlooker, path: str) -> Heard:
        """A GET, answered by the application itself."""
        assert self.service.app
        self.asked += 1
        heard = answered(self.service.app, path, one.headers)
        self.judge(one, heard, path)
        return heard

    def ask(
        self,
        one: Onlooker,
        method: str,
        path: str,
        body: Any = None,
        key: str | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> Heard:
        """One question. body: text as it is, else JSON."""
        self.asked += 1
        text = body if body is None or isinstance(body, str) else json.dumps(body)
        writes = {} if text is None else {"Content-Type": "application/json", "Idempotency-Key": key or new_key()}
        return self.wire.ask(method, path, {**one.headers, **writes, **(headers or {})}, text)

    def judge(self, one: Onlooker, heard: Heard, what: str) -> None:
        """Gathers what the answer should not tell him. Whoever may not see the game is told so wherever he asks for it."""
        truth = self.truth
        self.found += [f"{one.name}, event {truth.version}, {what}: {leak}" for leak in findings(truth, one.eyes, heard)]
        if what.startswith(f"/v1/games/{self.table.game}") and not what.endswith("/record"):
            expected = {200, 404, 422} if one.welcome else {401, 403, 422}
            if heard.status not in expected:
                self.found.append(f"{one.name}, event {truth.version}, {what}: {heard.status}")

    def _extra(self, truth: Truth) -> list[tuple[str, str, Any]]:
        """Every other question, refused ones among them. No act here can succeed, whoever sends it."""
        table, dice = self.table.id, self.dice
        game, last = f"/v1/games/{self.table.game}", truth.version
        player = dice.choice(list(truth.players.values()))
        reads = (
            f"{game}/replay",
            f"{game}/replay?step={dice.randint(1, last)}",
            f"{game}/replay?step={dice.randint(1, last)}",
            f"{game}/replay?step={last + 1}",
            f"{game}/replay?step=0",
            f"{game}/events?after={dice.randint(0, last)}&limit=3",
            f"{game}/record",
            f"/v1/games/{table}-99",
            f"/v1/tables/{table}",
            "/v1/tables?limit=5",
            f"/v1/games?table={table}",
            "/v1/games?status=running&limit=5",
            f"/v1/players/{player}",
            f"/v1/players/{player}/balance",
            f"/v1/players/{player}/statement?min_position={self.service.ledger.head()}",
            "/v1/players?limit=5",
            "/v1/accounts?limit=5",
            "/v1/keys?limit=5",
            "/v1/house-rules",
            f"/v1/refusals?game={self.table.game}",
            f"/v1/refusals?game={self.table.game}&rule=AZI-PLAY-2&limit=1",
            f"/v1/penalties?game={self.table.game}",
            f"/v1/events?after={self.after}&limit=2",
        )
        card = dice.choice(sorted(truth.pack))
        seat, held = dice.choice(list(truth.players)), truth.held[last]
        turn = self.service.ledger.load(truth.stream).state.turn
        if seat == turn:
            card = dice.choice(sorted(truth.pack - set(held.get(seat, ()))))
        play = {"type": truth.plays, "seat": seat, "card": card}
        return [
            *[("GET", path, None) for path in reads],
            ("HEAD", game, None),
            ("HEAD", f"{game}/events", None),
            ("OPTIONS", game, None),
            ("PUT", f"{game}/actions", play),
            ("POST", f"{game}/actions", play),
            ("POST", f"{game}/actions", {**play, "seat": 10}),
            ("POST", f"{game}/actions", {**play, "card": "1C"}),
            ("POST", f"{game}/actions", {**play, "why": 1}),
            ("POST", f"{game}/actions", json.dumps(play)[:-2]),
            *([] if truth.over else [("POST", f"/v1/tables/{table}/close", {}), ("POST", f"/v1/tables/{table}/games", {})]),
        ]
