"""Where else a hidden card or a key could come out: streams that are open all the time, logs, answers about damaged events."""

from __future__ import annotations

import json
import logging
import random
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from http.client import HTTPConnection, HTTPResponse
from typing import Any

import psycopg
import pytest

from api.http.limits import Limits
from tests.api.onlookers import Onlooker, Watch, Wire
from tests.api.service import Service, served
from tests.api.sight_lines import CODE, Heard, Truth, findings
from tests.api.wild_games import WildGame
from tests.conftest import Database

LISTENERS = 15
CLIENTS_OWN = ("httpx", "httpcore")  # what these log is not the service's


class Ear:
    """A stream of events that one onlooker keeps open."""

    def __init__(self, service: Service, one: Onlooker, after: int) -> None:
        self.one, self.versions = one, set[int]()
        self._http = HTTPConnection(service.url.removeprefix("http://"), timeout=10)
        self._http.request("GET", f"/v1/events/stream?after={after}", headers=dict(one.headers))
        self._answer: HTTPResponse = self._http.getresponse()
        self.status = self._answer.status

    def until(self, position: int) -> bytes:
        """What has come, up to the word that the stream has got as far as this position."""
        lines, at = [], 0
        while at < position or lines[-1].strip():
            lines.append(self._answer.readline())
            assert lines[-1], "the stream has ended"
            if lines[-1].startswith(b"id: "):
                at = int(lines[-1][4:])
        return b"".join(lines)

    def close(self) -> None:
        """Hangs up."""
        self._answer.close()
        self._http.close()


class Listening(Watch):
    """Instead of asking, everybody listens."""

    ears: list[Ear]

    def look(self) -> Truth:
        """What each stream has brought since the last step."""
        head, truth = self.service.ledger.head(), self.truth.read_on()
        for ear in self.ears:
            told = ear.until(head)
            self.found += [f"{ear.one.name}: {leak}" for leak in findings(truth, ear.one.eyes, Heard(200, "event-stream", told))]
            items = [json.loads(line[6:])["event"] for line in told.splitlines() if line.startswith(b"data: ")]
            ear.versions |= {item["version"] for item in items if item["stream"] == truth.stream}
        return truth


def listening(stack: ExitStack) -> Callable[..., Watch]:
    """Makes a watch that listens from the game's first event on."""

    def made(service: Service, table: Any, everybody: list[Onlooker], dice: random.Random) -> Watch:
        watch = Listening(service, table, everybody, Wire(service.url), dice, 0)
        stack.callback(watch.wire.close)
        since = (service.ledger.history(f"game-{table.game}")[0].position or 0) - 1
        ears = [Ear(service, one, since) for one in everybody if not one.twin]
        for ear in ears:
            stack.callback(ear.close)
        assert [ear.one.name for ear in ears if ear.status != 200] == ["another room for seat 1", "a revoked key", "no key"]
        watch.ears = [ear for ear in ears if ear.status == 200]
        return watch

    return made


@pytest.mark.parametrize(("deck", "seed"), [("service", 3), ("entered", 1)])
def test_a_stream_that_is_open_all_the_time_tells_no_more(
    club: Database, monkeypatch: pytest.MonkeyPatch, deck: str, seed: int
) -> None:
    limits = Limits(waiting_max=LISTENERS, heartbeat_s=0.05)
    with served(club.place, limits) as service, ExitStack() as stack:
        monkeypatch.setattr(service.ledger, "dice", random.Random(seed).randbytes)  # noqa: S311
        game = WildGame(service, "bold", 3, seed, {"deck": deck}, listening(stack))
        for _ in game.steps():
            assert not game.watch.found, "\n".join(game.watch.found)
        assert isinstance(game.watch, Listening)
        version = service.ledger.load(f"game-{game.table.game}").version
        for ear in game.watch.ears:
            assert ear.versions == (set(range(1, version + 1)) if ear.one.welcome else set()), ear.one.name


def damaged_rows(sealed: dict[str, list[Any]], state: bytes) -> Iterator[tuple[str, bytes, bytes | None]]:
    """How somebody could spoil a row behind the service's back: what, its public bytes, its sealed parts."""

    def parts(change: Callable[[str, list[Any]], Any]) -> bytes:
        return json.dumps({name: change(name, part) for name, part in sealed.items()}).encode()

    yield "a card is exchanged", state, parts(lambda _, part: [part[0], part[1][::-1]])
    yield "a salt is no number", state, parts(lambda _, part: ["x" + part[0], part[1]])
    yield "hands are numbers", state, parts(lambda _, part: [part[0], 7])
    yield "a part is missing", state, parts(lambda name, part: part).replace(b"hands:2", b"hands:9")
    yield "parts are broken off", state, parts(lambda _, part: part)[:-40]
    yield "parts are a list", state, json.dumps(list(sealed.values())).encode()
    yield "nothing is sealed", state, None
    yield "public bytes are broken off", state[:-30], parts(lambda _, part: part)
    yield "a digest is another", state.replace(b'"sealed":{"1":"', b'"sealed":{"1":"0'), parts(lambda _, part: part)
    yield "the trump is a number", state.replace(b'"trump":"', b'"trump":5,"was":"'), parts(lambda _, part: part)


def test_a_damaged_event_is_reported_without_a_word_of_what_was_sealed(
    database: Database, caplog: pytest.LogCaptureFixture
) -> None:
    with served(database.place) as service, ExitStack() as stack, psycopg.connect(database.admin_url, autocommit=True) as owner:
        wire = Wire(service.url)
        stack.callback(wire.close)
        game = WildGame(service, "bold", 3, 2, {}, lambda *who, dice: Watch(*who, wire, dice, 0))
        while game.state.phase != "blind":
            game.move()
        truth, turn, path = Truth(service.ledger, game.table.game), game.state.turn, f"/v1/games/{game.table.game}"
        dealt = next(row for row in service.ledger.history(truth.stream) if row.topic == "azi.cards_dealt")
        reads = [path, f"{path}/events", f"{path}/replay?step={truth.version}"]
        whole = [f"{path}/replay", f"{path}/replay?format=text"]  # as far as it can be evaluated
        feed = f"/v1/events?after={(dealt.position or 0) - 1}"
        owner.execute(f"alter table {database.schema}.events disable trigger user")
        caplog.set_level(logging.DEBUG)
        for what, state, sealed in damaged_rows(json.loads(dealt.sealed or b""), dealt.state):
            owner.execute(
                f"update {database.schema}.events set state = %s, sealed = %s where notification_id = %s",
                (state, sealed, dealt.position),
            )
            for one in game.watch.everybody:
                heard = [game.watch.ask(one, "GET", read) for read in reads]
                heard.append(game.watch.ask(one, "POST", f"{path}/actions", {"type": "look", "seat": turn}))
                assert min(answer.status for answer in heard) >= 400, what
                told = [game.watch.ask(one, "GET", read) for read in whole]
                if one.welcome:
                    unread = json.loads(told[0].body)["stopped"]["not_evaluated"]
                    assert unread[0]["step"] == dealt.originator_version, what
                for answer in [*heard, *told, game.watch.ask(one, "GET", feed)]:
                    leaks = [leak for leak in findings(truth, one.eyes, answer) if not leak.startswith("opened")]
                    assert not leaks, what  # that a spoilt part is not opened at all is no leak
        assert not [part.name for part in truth.parts if part.salt in caplog.text]
        assert not CODE.findall(caplog.text)
