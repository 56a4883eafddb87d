"""Those who wait for events together: what is asked and encoded once for all, who hears what, and when each of them has to go."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack

import pytest

from api.http.limits import Limits
from api.server import reader
from api.service import batch as batches
from ledger.people import keys
from ledger.store.errors import NotYet
from tests.api.service import Client, Service, served
from tests.api.test_feed import everything, streaming
from tests.conftest import Database

SOON_S = 5.0
Blocks = Iterator[dict[str, str]]


@pytest.fixture
def own(database: Database) -> Iterator[Service]:
    """A service in which nobody else waits or writes."""
    with served(database.place, Limits(heartbeat_s=0.2)) as service:
        yield service


def positions(blocks: Blocks, until: int) -> list[int]:
    """Of the events that come, up to the word that the stream has got so far."""
    found = []
    for block in blocks:
        place = int(block.get("id", 0))
        if "data" in block:
            found.append(place)
        if place >= until:
            return found
    raise AssertionError("the stream has ended")


def followed(client: Client, after: int) -> list[object]:
    """The same as the feed gives it."""
    return [item["position"] for item in everything(client, after)]


def counting(monkeypatch: pytest.MonkeyPatch, module: object, name: str) -> list[tuple[object, ...]]:
    """What a function is called with, from now on."""
    calls: list[tuple[object, ...]] = []
    real: Callable[..., object] = vars(module)[name]

    def counted(*given: object) -> object:
        calls.append(given)
        return real(*given)

    monkeypatch.setattr(module, name, counted)
    return calls


def test_many_players_hear_each_his_own_and_are_asked_about_in_one_query(own: Service, monkeypatch: pytest.MonkeyPatch) -> None:
    table, other = own.table(3), own.table(2)
    crowd = [seated.of(seat) for seated in (table, other) for seat in seated.seats]
    crowd += [own.auditor, own.cashier, own.steward, own.room, own.client("player", table.seats[2])]
    head = own.ledger.head()
    with ExitStack() as stack:
        open_streams = [stack.enter_context(streaming(client, f"?after={head}")) for client in crowd]
        for blocks in open_streams:
            assert positions(blocks, head) == []
        asked, looked = counting(monkeypatch, batches, "followed_by"), counting(monkeypatch, keys, "good")
        table.start()
        end = own.ledger.head()
        with ThreadPoolExecutor(len(crowd)) as pool:
            heard = list(pool.map(lambda blocks: positions(blocks, end), open_streams))
    assert heard == [followed(client, head) for client in crowd]
    assert heard[0] != heard[3], "at the other table nobody hears of it"
    together = {client.on_behalf_of for client in crowd if client.on_behalf_of}
    own_queries = [players for _, players, _ in asked if isinstance(players, set)]
    assert 1 <= len(own_queries) <= end - head
    assert all(together <= players for players in own_queries)
    assert len(looked) <= end - head + 3, "of all keys in one query a batch, and every two seconds"


def test_what_a_caller_hears_is_worked_out_once_however_often_he_listens(own: Service, monkeypatch: pytest.MonkeyPatch) -> None:
    head, player = own.ledger.head(), own.player()
    with ExitStack() as stack:
        open_streams = [stack.enter_context(streaming(own.auditor)) for _ in range(12)]
        for blocks in open_streams:
            positions(blocks, own.ledger.head())
        made = counting(monkeypatch, batches.Batch, "frames")
        head = own.ledger.head()
        own.cashier.done(f"/v1/players/{player}/deposits", {"amount": "5"})
        assert [positions(blocks, head + 1) for blocks in open_streams] == [[head + 1]] * 12
    assert len(made) == 1


def test_a_key_that_is_revoked_while_nothing_happens_ends_its_streams_soon(own: Service) -> None:
    key, secret = keys.issue(own.ledger, "steward", None, "watcher")
    with streaming(Client(own.http, secret)) as blocks, streaming(own.steward) as others:
        next(blocks)
        keys.revoke(own.ledger, key)
        begun = time.monotonic()
        assert all("data" not in block for block in blocks)  # to its end
        assert time.monotonic() - begun < reader.ADMITTED_S + SOON_S - 2
        head = own.ledger.head()
        own.table(1)
        assert positions(others, own.ledger.head()) == followed(own.steward, head)


def test_a_room_that_has_handed_its_player_over_hears_no_more_of_him(own: Service) -> None:
    player, other = own.player(), own.player()
    with streaming(own.room.acting_for(player)) as blocks, streaming(own.room.acting_for(other)) as others:
        next(blocks)
        own.ledger.recorder.rows("update people set registrar = %s where player = %s returning player", "another-room", player)
        own.cashier.done(f"/v1/players/{player}/deposits", {"amount": "5"})
        own.cashier.done(f"/v1/players/{other}/deposits", {"amount": "5"})
        assert all("data" not in block for block in blocks)
        assert positions(others, own.ledger.head()) == [own.ledger.head()]


def test_when_the_ledger_is_restored_streams_end_and_polls_are_told_where_it_ends(
    own: Service, monkeypatch: pytest.MonkeyPatch
) -> None:
    own.player()
    head = own.ledger.head()
    with streaming(own.auditor) as blocks, ThreadPoolExecutor(1) as pool:
        positions(blocks, head)
        poll = pool.submit(own.auditor.get, f"/v1/events?after={head}&wait=20")
        monkeypatch.setattr(own.ledger, "head", lambda: head - 1)
        assert all("data" not in block for block in blocks)
        answer = poll.result(SOON_S)
        assert (answer.status_code, answer.json()["type"], answer.json()["newest"]) == (410, "/problems/beyond-end", head - 1)
        again = own.auditor.get("/v1/events/stream", Last_Event_ID=str(head))
        assert (again.status_code, again.json()["newest"]) == (410, head - 1)


def test_when_the_read_models_stand_still_players_come_again_and_the_others_hear_on(
    own: Service, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = own.table(3)
    head = own.ledger.head()

    def stands(*_: object) -> None:
        raise NotYet(head)

    with streaming(table.of(1), f"?after={head}") as blocks, streaming(own.auditor, f"?after={head}") as others:
        positions(blocks, head)
        monkeypatch.setattr(batches, "wait_for", stands)
        table.start()
        assert all("data" not in block for block in blocks)
        assert positions(others, own.ledger.head())[-1] == own.ledger.head()
        answer = table.of(1).get(f"/v1/events?after={head}&wait=1")
        assert (answer.status_code, answer.json()["type"]) == (503, "/problems/not-yet")


def test_who_goes_leaves_his_place_at_once_and_who_asks_for_the_head_alone_takes_none(database: Database) -> None:
    with served(database.place, Limits(waiting_max=1)) as service:  # signs of life come every ten seconds
        for _ in range(3):
            head = service.http.head("/v1/events/stream", headers=service.auditor.headers())
            assert (head.status_code, head.headers["Content-Type"]) == (200, "text/event-stream; charset=utf-8")
        begun = time.monotonic()
        for _ in range(5):
            while True:
                with service.http.stream("GET", "/v1/events/stream", headers=service.auditor.headers()) as stream:
                    if stream.status_code == 200:
                        break
                assert time.monotonic() - begun < SOON_S


def test_a_poll_takes_one_token_of_its_key_however_often_it_is_woken(database: Database) -> None:
    with served(database.place, Limits(rate_per_s=0.001, burst=2)) as service, ThreadPoolExecutor(1) as pool:
        watcher = service.client("steward")
        poll = pool.submit(watcher.get, f"/v1/events?after={service.ledger.head()}&wait=10")
        other = Service(service.url, service.ledger, service.http, *[service.client(role) for role in
                        ("admin", "cashier", "steward", "auditor", "room")])  # fmt: skip
        for _ in range(2):
            time.sleep(0.3)
            other.room = service.client("room")
            other.player()  # nothing that a steward follows
        table = other.steward.done("/v1/tables", {"name": "T", "preset": "azi-three", "seats": 3})["id"]
        assert [item["event"]["stream"] for item in poll.result(SOON_S).json()["events"]] == [f"table-{table}"]
        assert [watcher.get("/v1/keys").status_code for _ in range(2)] == [403, 429]
