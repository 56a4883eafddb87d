"""Webhooks over HTTP and at the terminal: registered, told, rotated, looked at, sent again, ended."""

from __future__ import annotations

import json
from collections.abc import Iterator

import pytest

from ledger.notices import webhooks
from tests.api.program import here
from tests.api.service import Client, Service
from tests.conftest import Database
from tests.ledger.notices.receiver import Receiver, receiving, telling, until

ELSEWHERE = "https://books.example.org/cardledger"


@pytest.fixture
def receiver() -> Iterator[Receiver]:
    with receiving() as made:
        yield made


def test_a_key_registers_a_webhook_and_is_told_by_it(service: Service, receiver: Receiver) -> None:
    cashier = service.client("cashier")
    made = cashier.done("/v1/webhooks", {"url": ELSEWHERE, "types": ["wallet.deposited"]})
    assert made["secret"].startswith("whsec_")
    receiver.secrets.append(made["secret"])
    service.ledger.recorder.rows("update receivers set address = %s where id = %s returning id", receiver.url, made["id"])
    player = service.player(70)
    with telling(service.ledger, receiver):
        until(lambda: any(player in str(message.told) for message in receiver.came))
        until(lambda: cashier.read(f"/v1/webhooks/{made['id']}")["waiting"] == 0)
    assert all(message.good for message in receiver.came)
    stands = cashier.read(f"/v1/webhooks/{made['id']}")
    assert (stands["state"], stands["url"], stands["types"]) == ("on", receiver.url, ["wallet.deposited"])
    assert stands["delivered"] == len(receiver.came)
    assert stands["delivered_at"] is not None


def test_the_secret_is_shown_once_and_in_no_list(service: Service) -> None:
    steward = service.client("steward")
    body = {"url": ELSEWHERE, "types": ["dispute.*", "dispute.*"]}
    first, again = (steward.post("/v1/webhooks", body, "webhook-1") for _ in range(2))
    assert first.json()["types"] == ["dispute.*"]
    assert again.json() == {**first.json(), "secret": None}
    webhook, secret = first.json()["id"], first.json()["secret"]
    turned = steward.post(f"/v1/webhooks/{webhook}/secrets", {}, "webhook-2")
    assert turned.json()["secret"] not in {None, secret}
    assert steward.post(f"/v1/webhooks/{webhook}/secrets", {}, "webhook-2").json() == {**turned.json(), "secret": None}
    assert webhooks.secrets_of(service.ledger, webhook) == [turned.json()["secret"], secret]
    for who in (steward, service.admin):
        for path in ("/v1/webhooks?limit=100", f"/v1/webhooks/{webhook}"):
            assert "whsec_" not in who.get(path).text
    kept = service.ledger.recorder.rows("select count(*) from answers where position('whsec_' in convert_from(body, 'utf8')) > 0")
    assert kept == [(0,)]


def test_everybody_sees_his_own_webhooks_and_an_admin_all(service: Service) -> None:
    one, other = service.client("steward"), service.client("steward")
    ids = {who: who.done("/v1/webhooks", {"url": ELSEWHERE, "types": ["table.*"]})["id"] for who in (one, other)}
    for who in (one, other):
        assert [each["id"] for each in who.read("/v1/webhooks")["webhooks"]] == [ids[who]]
    found, cursor = [], ""
    while True:
        page = service.admin.read(f"/v1/webhooks?limit=1{cursor}")
        found += [each["id"] for each in page["webhooks"]]
        if page["next"] is None:
            break
        cursor = f"&cursor={page['next']}"
    assert set(ids.values()) <= set(found)
    assert one.get(f"/v1/webhooks/{ids[other]}").status_code == 403
    assert one.send("DELETE", f"/v1/webhooks/{ids[one]}").status_code == 204
    assert one.get(f"/v1/webhooks/{ids[one]}").status_code == 404


@pytest.mark.parametrize(
    ("body", "status"),
    [
        ({"url": "http://books.example.org/", "types": ["table.*"]}, 422),
        ({"url": "https://127.0.0.1/", "types": ["table.*"]}, 422),
        ({"url": "https://books.example.org/" + "a" * 2000, "types": ["table.*"]}, 422),
        ({"url": ELSEWHERE, "types": []}, 422),
        ({"url": ELSEWHERE, "types": ["table.*"] * 51}, 422),
        ({"url": ELSEWHERE, "types": ["table.nothing"]}, 422),
        ({"url": ELSEWHERE, "types": "table.*"}, 422),
        ({"url": ELSEWHERE}, 422),
        ({"url": ELSEWHERE, "types": ["wallet.*"]}, 403),
    ],
)
def test_what_no_webhook_can_be_is_refused(service: Service, body: dict[str, object], status: int) -> None:
    assert service.steward.post("/v1/webhooks", body).status_code == status


def test_dead_letters_are_listed_and_sent_again(service: Service, receiver: Receiver) -> None:
    cashier = service.client("cashier")
    made = cashier.done("/v1/webhooks", {"url": ELSEWHERE, "types": ["wallet.deposited"]})
    webhook = made["id"]
    receiver.secrets.append(made["secret"])
    service.ledger.recorder.rows("update receivers set address = %s where id = %s returning id", receiver.url, webhook)
    receiver.answer = lambda _: 500
    service.player(1), service.player(2)
    path = f"/v1/webhooks/{webhook}"
    with telling(service.ledger, receiver, backoff_s=()):
        until(lambda: cashier.read(path)["dead"] == 2)
        first = cashier.read(f"{path}/dead-letters?limit=1")
        (one,) = first["dead_letters"]
        (two,) = cashier.read(f"{path}/dead-letters?cursor={first['next']}")["dead_letters"]
        assert (one["attempts"], one["error"]) == (1, "the receiver answered 500")
        receiver.answer = lambda _: 200
        assert cashier.post(f"{path}/resendings", {"positions": [one["position"], 10**12]}).status_code == 404
        sent = cashier.done(f"{path}/resendings", {"positions": [one["position"]]})
        assert sent == {"id": webhook, "positions": [one["position"]]}
        until(lambda: cashier.read(path)["dead"] == 1)
        assert cashier.done(f"{path}/resendings")["positions"] == [two["position"]]
        until(lambda: cashier.read(path)["delivered"] == 2)
        cashier.done(f"{path}/resumptions", {"after": one["position"]})
        until(lambda: receiver.positions[-1] == two["position"] and cashier.read(path)["delivered"] == 3)
    answer = cashier.post(f"{path}/resumptions", {"after": 10**12})
    assert (answer.status_code, answer.json()["type"]) == (410, "/problems/beyond-end")


def test_a_room_has_webhooks_and_those_it_speaks_for_have_none(service: Service) -> None:
    room = service.client("room")
    assert room.done("/v1/webhooks", {"url": ELSEWHERE, "types": ["azi.*", "casino.*", "table.*"]})["types"][0] == "azi.*"
    player = service.player()
    for who in (service.room.acting_for(player), service.client("player", player)):
        assert who.post("/v1/webhooks", {"url": ELSEWHERE, "types": ["table.*"]}).status_code == 403


def test_an_operator_does_all_of_it_at_the_terminal(database: Database, receiver: Receiver) -> None:
    settings = {"DATABASE_URL": database.admin_url, "CARDLEDGER_WEBHOOK_HOSTS": f"localhost:{receiver.port}"}

    def asked(*words: str) -> dict[str, object]:
        ran = here(*words, "--json", **settings)
        assert ran.exit_code == 0, ran.output
        told: dict[str, object] = json.loads(ran.stdout)
        return told

    key = str(asked("key", "create", "--role", "cashier", "--name", "Katya")["id"])
    made = asked("webhook", "create", receiver.url, "--key", key, "--type", "wallet.deposited", "--type", "desk.*")
    webhook = str(made["id"])
    assert str(made["secret"]).startswith("whsec_")
    (listed,) = asked("webhook", "list")["webhooks"]  # type: ignore[misc]
    assert (listed["id"], listed["types"]) == (webhook, ["desk.*", "wallet.deposited"])
    assert asked("webhook", "rotate", webhook)["secret"] != made["secret"]
    assert asked("webhook", "dead", webhook) == {"dead_letters": []}
    assert asked("webhook", "resend", webhook) == {"positions": []}
    assert asked("webhook", "resume", webhook, "--after", "0") == {"id": webhook, "after": 0}
    said = here("webhook", "list", **settings).stdout
    assert webhook in said
    assert "whsec_" not in said
    assert here("webhook", "create", "https://10.0.0.1/", "--key", key, "--type", "desk.*", **settings).exit_code == 4
    assert here("webhook", "resume", webhook, "--after", "999", **settings).exit_code == 4
    asked("webhook", "end", webhook)
    assert asked("webhook", "list") == {"webhooks": []}
    assert here("webhook", "end", webhook, **settings).exit_code == 4


def test_a_role_cannot_choose_what_it_does_not_see_and_says_so_in_german(service: Service) -> None:
    asking = Client(service.http, service.steward.secret)
    answer = asking.post("/v1/webhooks", {"url": ELSEWHERE, "types": ["wallet.*"]}, Accept_Language="de")
    assert answer.json()["detail"] == "Ein Schlüssel der Rolle steward sieht keine Ereignisse 'wallet.*'."
