"""DESK-3: nothing is entered into a closed period, by whatever way; closing and reopening leave their trace."""

from __future__ import annotations

import json
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest

from engine.record import read, write
from engine.room.events import Deposited
from ledger.audits.money import audit
from ledger.money import closing, wallets
from ledger.orders.app import Ledger
from ledger.store.ids import wallet_stream
from ledger.store.times import utc_text
from tests.api.program import here
from tests.api.service import Service, new_key
from tests.conftest import Database
from tests.ledger.audits.forging import Dated, forged_at
from tests.ledger.evening import GOLDEN
from tests.ledger.random_club import ADMIN, CASHIER, order, register

GAME = GOLDEN["azi-three-walkover"]


def ago(**by: float) -> str:
    return (datetime.now(UTC) - timedelta(**by)).isoformat()


@pytest.fixture
def closed(service: Service) -> Iterator[str]:
    """The books, closed up to five days ago; open again afterwards."""
    answer = service.admin.post("/v1/books/closings", {"before": ago(days=5), "reason": "Reported"})
    assert answer.status_code == 201, answer.text
    yield str(answer.json()["closed_before"])
    service.admin.done("/v1/books/reopenings", {"reason": "The test is over"})


def test_nothing_comes_into_a_closed_period_by_any_way_and_what_is_later_does(service: Service) -> None:
    player, name = service.player(100, "Closed"), new_key()
    service.admin.done("/v1/players", {"name": name})
    service.cashier.done(f"/v1/players/{player}/deposits", {"amount": "50", "effective_at": ago(days=6)})
    begin = read(GAME).begin
    ids = {one.player: service.player() for one in begin.seats}
    for one in ids.values():
        service.cashier.done(f"/v1/players/{one}/deposits", {"amount": "9000", "effective_at": ago(days=7)})
    service.admin.done("/v1/books/closings", {"before": ago(days=5)})
    try:
        for days, done in ((6, False), (4, True)):
            for what in ("deposits", "withdrawals"):
                answer = service.cashier.post(f"/v1/players/{player}/{what}", {"amount": "1", "effective_at": ago(days=days)})
                assert (answer.status_code, answer.json().get("rule")) == ((201, None) if done else (409, "DESK-3")), what
            csv = f"player,amount,reference,at\n{name},5,{new_key()},{ago(days=days)}\n"
            (told,) = service.cashier.done("/v1/imports/deposits", {"csv": csv})["outcomes"]
            assert (told["status"], told["rule"]) == (("imported", None) if done else ("failed", "DESK-3"))
            text = write(read(GAME), checks=False).replace(f'table = "{begin.table}"', f'table = "{new_key()}"')
            record = {"name": new_key(), "text": write(read(text)), "played_at": ago(days=days)}
            (told,) = service.admin.done("/v1/imports/games", {"records": [record], "players": ids})["outcomes"]
            assert (told["status"], told["rule"]) == (("imported", None) if done else ("failed", "DESK-3"))
        step, version = 3, service.ledger.load(wallet_stream(player)).version
        for more, status in (({}, 409), ({"effective_at": ago(days=5.5)}, 409), ({"effective_at": ago(days=4)}, 201)):
            body = {"step": step, "amount": "40", "reason": "Mistyped", **more}
            answer = service.admin.post(f"/v1/players/{player}/corrections", body, If_Match=f'"{version}"')
            assert (answer.status_code, answer.json().get("rule")) == (status, "DESK-3" if status == 409 else None)
        assert service.cashier.post(f"/v1/players/{player}/deposits", {"amount": "1"}).status_code == 201
    finally:
        service.admin.done("/v1/books/reopenings", {"reason": "The test is over"})


def test_closing_and_reopening_are_told_with_who_did_it_and_why(service: Service, closed: str) -> None:
    assert service.auditor.read("/v1/books")["closed_before"] == closed
    for body, says in (
        ({"before": ago(days=6)}, "closed up to"),
        ({"before": ago(minutes=5)}, "over for some minutes"),
    ):
        refused = service.admin.post("/v1/books/closings", body)
        assert (refused.status_code, refused.json()["rule"], says in refused.json()["detail"]) == (409, "DESK-3", True)
    assert service.cashier.post("/v1/books/closings", {"before": ago(days=1)}).status_code == 403
    changed = service.admin.done("/v1/books/reopenings", {"before": ago(days=9), "reason": "A receipt"})
    assert changed["closed_before"] < closed
    told: list[dict[str, Any]] = []
    cursor = ""
    while True:
        page = service.auditor.read(f"/v1/books/closings?limit=1{cursor}")
        told += page["closings"]
        if page["next"] is None:
            break
        cursor = f"&cursor={page['next']}"
    assert [(one["closes"], one["before"], one["reason"]) for one in told[-2:]] == [
        (True, closed, "Reported"),
        (False, changed["closed_before"], "A receipt"),
    ]


def test_who_closes_the_books_while_something_is_entered_has_it_decided_again(ledger: Ledger) -> None:
    player, moment = register(ledger), datetime.now(UTC) - timedelta(days=1)
    first, real = True, ledger.clock

    def clock() -> datetime:
        nonlocal first
        if first:  # the entry has been begun, and has not been decided yet
            first = False
            closing.close(ledger, order(ADMIN), moment + timedelta(hours=1))
        return real()

    asked = order(CASHIER, moment)
    ledger.clock = clock
    with pytest.raises(Exception, match="DESK-3"):
        wallets.deposit(ledger, asked, player, 5)
    assert ledger.load(wallet_stream(player)).version == 1


def test_the_audit_finds_what_stands_in_a_period_that_was_closed_then(ledger: Ledger) -> None:
    player, before = register(ledger), datetime.now(UTC) - timedelta(days=1)
    wallets.deposit(ledger, order(CASHIER, before - timedelta(days=1)), player, 5)
    closing.close(ledger, order(ADMIN), before)
    at = before - timedelta(hours=1)
    position = forged_at(ledger, Dated(wallet_stream(player), Deposited(player, 7, None), at))
    closing.reopen(ledger, order(ADMIN), None, "Open")
    wallets.deposit(ledger, order(CASHIER, at), player, 5)
    (told,) = [one for one in audit(ledger).findings if one.check == "closed"]
    assert (told.position, told.expected, told.found) == (position, utc_text(before), utc_text(at))


def test_the_books_are_closed_and_reopened_at_the_terminal(database: Database) -> None:
    club = {"DATABASE_URL": database.admin_url, "CARDLEDGER_SCHEMA": database.schema}
    day = (datetime.now(UTC) - timedelta(days=40)).date().isoformat()
    said = here("books", "close", day, "--tz", "Europe/Berlin", "--by", "ada", "--json", **club)
    assert (said.exit_code, json.loads(said.stdout)["closed_before"] > day[:8]) == (0, True)
    again = here("books", "close", day, "--tz", "Europe/Berlin", "--by", "ada", **club)
    assert (again.exit_code, "DESK-3" in again.stderr) == (4, True)
    assert here("books", "close", "2026-W01-1", "--by", "ada", **club).exit_code == 4
    assert here("books", "close", day, "--tz", "Mars", "--by", "ada", **club).exit_code == 4
    assert "Nothing is closed any more." in here("books", "reopen", "--reason", "A receipt", "--by", "ada", **club).stdout
    shown = here("books", "show", **club).stdout
    assert ("Nothing is closed." in shown, "A receipt" in shown, "ada" in shown) == (True, True, True)
    assert len(json.loads(here("books", "show", "--json", **club).stdout)["closings"]) == 2
