"""The feed: polling, long polling, server-sent events; what each viewer may follow; and the limits."""

from __future__ import annotations

import json
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager

import httpx
import pytest

from api.http.limits import Limits
from ledger.people import keys
from tests.api.service import Client, Service, served
from tests.conftest import Database
from tests.ledger.relay import Relay


def everything(client: Client, after: int = 0) -> list[dict[str, object]]:
    """All that this viewer may follow behind a position."""
    seen: list[dict[str, object]] = []
    while True:
        page = client.read(f"/v1/events?after={after}")
        seen += page["events"]
        if page["after"] == after:
            return seen
        after = page["after"]


def streams(items: list[dict[str, object]]) -> set[str]:
    return {item["event"]["stream"] for item in items}  # type: ignore[index]


def test_the_feed_gives_events_in_the_order_of_their_positions(service: Service) -> None:
    head = service.ledger.head()
    player = service.player(10)
    items = everything(service.auditor, head)
    assert [item["position"] for item in items] == [head + 1, head + 2]
    assert [item["event"]["type"] for item in items] == ["wallet.opened", "wallet.deposited"]  # type: ignore[index]
    assert streams(items) == {f"wallet-{player}"}


def test_each_viewer_follows_what_is_his(service: Service) -> None:
    head = service.ledger.head()
    table = service.table(3)
    stranger = service.player(10)
    table.start()
    own, game = f"wallet-{table.seats[1]}", f"game-{table.game}"
    assert streams(everything(table.of(1), head)) == {own, f"table-{table.id}", game}
    assert streams(everything(service.room.acting_for(stranger), head)) == {f"wallet-{stranger}"}
    assert {stream.partition("-")[0] for stream in streams(everything(service.cashier, head))} == {"wallet"}
    assert {stream.partition("-")[0] for stream in streams(everything(service.steward, head))} == {"table", "game"}
    assert game in streams(everything(service.auditor, head))


def test_a_hand_in_the_feed_is_opened_to_its_owner_only(service: Service) -> None:
    head = service.ledger.head()
    table = service.table(3)
    table.start()
    table.play_until("blind")
    first = table.seen(1)["turn"]
    for seat in table.seats:
        dealt = next(item["event"] for item in everything(table.of(seat), head) if item["event"]["type"] == "azi.cards_dealt")  # type: ignore[index]
        opened = dealt.get("opened")  # type: ignore[attr-defined]
        assert (opened is None) if seat == first else (set(opened["hands"]) == {str(seat)}), seat
    for client in (service.auditor, service.steward, service.room, service.admin):
        assert '"opened"' not in json.dumps(everything(client, head))


def test_a_long_poll_answers_as_soon_as_something_happens(service: Service) -> None:
    player = service.player()
    head = service.ledger.head()
    answers: list[httpx.Response] = []
    waiting = threading.Thread(target=lambda: answers.append(service.auditor.get(f"/v1/events?after={head}&wait=20")))
    begin = time.monotonic()
    waiting.start()
    service.cashier.done(f"/v1/players/{player}/deposits", {"amount": "5"})
    waiting.join(15)
    assert answers[0].json()["after"] == head + 1
    assert time.monotonic() - begin < 10


def test_a_long_poll_ends_empty_after_its_time(service: Service) -> None:
    head = service.ledger.head()
    assert service.auditor.read(f"/v1/events?after={head}&wait=1") == {"events": [], "after": head}


@pytest.mark.parametrize("query", ["after=-1", "after=x", "wait=26", "wait=-1", "limit=0", "after=9999999999999999999", "since=1"])
def test_a_senseless_place_in_the_feed_is_refused(service: Service, query: str) -> None:
    assert service.auditor.get(f"/v1/events?{query}").status_code == 422


@contextmanager
def streaming(client: Client, query: str = "", **headers: str) -> Iterator[Iterator[dict[str, str]]]:
    """Server-sent events as dicts of their fields; a sign of life has no data."""

    def blocks(response: httpx.Response) -> Iterator[dict[str, str]]:
        block: dict[str, str] = {}
        for line in response.iter_lines():
            if line:
                name, _, value = line.partition(":")
                block[name] = value.strip()
            else:
                yield block
                block = {}

    with client.http.stream("GET", f"/v1/events/stream{query}", headers=client.headers(**headers)) as response:
        assert response.status_code == 200
        assert response.headers["Content-Type"].startswith("text/event-stream")
        yield blocks(response)


def test_events_are_streamed_from_behind_the_last_one_that_was_got(service: Service) -> None:
    head = service.ledger.head()
    player = service.player(7)
    with streaming(service.auditor, f"?after={head}") as blocks:
        assert next(blocks) == {"retry": "2000"}
        first, second = next(blocks), next(blocks)
        assert (first["event"], first["id"]) == ("wallet.opened", str(head + 1))
        assert json.loads(second["data"])["event"]["data"]["chips"] == "7"
        service.cashier.done(f"/v1/players/{player}/deposits", {"amount": "8"})
        assert json.loads(next(blocks)["data"])["event"]["data"]["chips"] == "8"
    with streaming(service.auditor, Last_Event_ID=second["id"]) as blocks:
        next(blocks)
        assert next(blocks)["id"] == str(head + 3)


def test_a_last_event_id_that_is_none_is_refused(service: Service) -> None:
    for place in ("x", "-1", "1.5", "9" * 30):
        assert service.auditor.get("/v1/events/stream", Last_Event_ID=place).status_code == 400


def test_streams_are_capped_give_signs_of_life_and_end_for_a_revoked_key(database: Database) -> None:
    limits = Limits(waiting_max=2, heartbeat_s=0.2)
    with served(database.place, limits) as service:
        made = service.admin.done("/v1/keys", {"role": "auditor", "name": "watcher"})
        watcher = Client(service.http, made["key"])
        with streaming(watcher) as one, streaming(service.auditor):
            next(one)
            assert next(one) == {"id": str(service.ledger.head()), "": "nothing new"}
            for path in ("/v1/events/stream", f"/v1/events?after={service.ledger.head()}&wait=5"):
                full = service.auditor.get(path)
                assert (full.status_code, full.json()["type"]) == (503, "/problems/too-many-streams")
                assert full.headers["Retry-After"]
            assert service.auditor.get("/v1/events").status_code == 200
            assert service.http.delete(f"/v1/keys/{made['id']}", headers=service.admin.headers()).status_code == 204
            assert all("data" not in block for block in one)
        end = time.monotonic() + 10
        while service.auditor.get(f"/v1/events?after={service.ledger.head()}&wait=1").status_code == 503:
            assert time.monotonic() < end


def test_a_revoked_key_sees_nothing_more_however_fast_it_asks(database: Database) -> None:
    with served(database.place, Limits(waiting_max=2, heartbeat_s=0.2, rate_per_s=0.01, burst=2)) as service:
        key, secret = keys.issue(service.ledger, "auditor", None, "watcher")
        watcher = Client(service.http, secret)
        with streaming(watcher) as blocks:
            next(blocks)
            assert [watcher.get("/v1/events").status_code for _ in range(2)] == [200, 429]
            assert next(blocks)[""] == "nothing new"  # too fast, but still good
            keys.revoke(service.ledger, key)
            service.player()
            assert all("data" not in block for block in blocks)


def test_a_key_that_is_revoked_during_a_long_poll_sees_nothing_more(database: Database) -> None:
    with served(database.place, Limits(waiting_max=1)) as service:
        key, secret = keys.issue(service.ledger, "auditor", None, "watcher")
        watcher, path = Client(service.http, secret), f"/v1/events?after={service.ledger.head()}&wait="
        answers = [httpx.Response(503)]

        def poll() -> None:
            while answers[-1].status_code == 503:
                answers.append(watcher.get(f"{path}20"))

        polling = threading.Thread(target=poll)
        polling.start()
        while service.auditor.get(f"{path}1").status_code != 503:
            pass  # until the watcher has the one place to wait at
        keys.revoke(service.ledger, key)
        service.player()
        polling.join(25)
        assert (answers[-1].status_code, answers[-1].json()["type"]) == (401, "/problems/not-authenticated")


def test_a_stream_ends_in_order_when_the_store_stays_away(database: Database) -> None:
    relay = Relay(database.service_url)
    try:
        with served({"LEDGER_URL": relay.url, "LEDGER_SCHEMA": database.schema}, Limits(heartbeat_s=0.2)) as service:
            service.ledger.recorder.patience.seconds = 0.5
            with streaming(service.auditor) as blocks:
                next(blocks)
                relay.refusing = True
                relay.drop()
                assert all("data" not in block for block in blocks)  # to the end, which is no broken connection
            answer = service.auditor.get("/v1/events")
            assert (answer.status_code, answer.headers["Retry-After"]) == (503, "1")
            relay.refusing = False
            service.ledger.recorder.patience.seconds = 20
            assert service.auditor.get("/v1/events").status_code == 200
    finally:
        relay.close()


def test_a_key_that_asks_too_fast_is_told_when_to_come_back(database: Database) -> None:
    with served(database.place, Limits(rate_per_s=0.5, burst=5)) as service:
        answers = [service.auditor.get("/v1/tables") for _ in range(7)]
        assert [answer.status_code for answer in answers] == [200] * 5 + [429] * 2
        assert (answers[-1].json()["type"], int(answers[-1].headers["Retry-After"]) > 0) == ("/problems/too-many-requests", True)
        assert service.steward.get("/v1/tables").status_code == 200
