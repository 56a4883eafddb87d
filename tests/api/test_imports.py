"""POST /v1/imports/games and /v1/imports/deposits: what comes in, what each answer says, and that nothing comes in twice."""

from __future__ import annotations

import itertools
import re
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta
from typing import Any

from engine.record import read, write
from ledger.projections import MODELS
from ledger.projections.position import wait_for
from tests.api.attack import unchanged
from tests.api.service import Service, new_key
from tests.ledger.evening import GOLDEN, evening

GAMES, DEPOSITS = "/v1/imports/games", "/v1/imports/deposits"
_NAMES = itertools.count(1)
GAME = GOLDEN["azi-three-raise-over-the-blind"]
PLAYERS = sorted(set(re.findall(r'player = "([^"]+)"', GAME)))


def table_of(text: str, name: str) -> str:
    """The same record, of another table: the tests share one club."""
    typed = write(read(text), checks=False).replace('table = "blue"', f'table = "{name}"')
    return write(read(typed))


def given(*texts: str, **more: Any) -> dict[str, Any]:
    """A request that imports these. Their players are new, whoever else of the club is nearly called so."""
    return {"records": [{"name": f"{next(_NAMES)}.toml", "text": text} for text in texts], "new": PLAYERS, **more}


@contextmanager
def no_event(service: Service) -> Iterator[None]:
    """Asserts that none comes in between."""
    before = service.ledger.head()
    yield
    assert service.ledger.head() == before


def test_an_evening_is_imported_in_two_requests_and_counts_like_any_other(service: Service) -> None:
    texts = evening(77, 3)
    ids = {name: service.player(1000, f"{name} of 77") for name in ("Vera", "Wim", "Xenia", "Yuri")}
    first = service.steward.done(GAMES, given(*texts[:2], players=ids, keep_open=True))
    assert (first["imported"], first["failed"], first["notes"]) == (2, 0, [])
    again = service.steward.done(GAMES, given(*texts, players=ids))
    assert [one["status"] for one in again["outcomes"]] == ["known", "known", "imported"]
    game = again["outcomes"][2]["became"]
    shown = service.steward.read(f"/v1/games/{game}")
    assert shown["over"]
    events = service.steward.read(f"/v1/games/{game}/events")["events"]
    assert {one["via"] for one in events} == {"import"}
    position = service.ledger.head()
    wait_for(service.ledger, tuple(MODELS), position, 20)
    assert service.auditor.read("/v1/accounts")["sum"]["amount"] == "0"
    line = service.cashier.read(f"/v1/players/{ids['Vera']}/statement?min_position={position}")
    assert line["closing"]["amount"] == service.cashier.read(f"/v1/players/{ids['Vera']}")["wallet"]["amount"]
    table = game.rpartition("-")[0]
    assert service.steward.read(f"/v1/tables/{table}")["status"] == "closed"
    told = service.steward.read(f"/v1/statistics?table={table}")["statistics"]
    assert {one["player"]: one["games"] for one in told} == dict.fromkeys(ids.values(), 3)
    ends = read(texts[-1]).state.stacks
    net = {one["player"]: int(one["net"]["amount"]) for one in told}
    assert net == {ids[name]: ends[seat] - 1000 for seat, name in enumerate(ids, 1)}
    (whole,) = service.auditor.read(f"/v1/statistics?table={table}&by=table")["statistics"]
    assert (whole["player"], whole["games"], whole["net"]["amount"]) == (None, 3, "0")
    first = service.admin.read(f"/v1/statistics?table={table}&limit=3")
    rest = service.admin.read(f"/v1/statistics?table={table}&limit=3&cursor={first['next']}")
    assert (first["statistics"] + rest["statistics"], rest["next"]) == (told, None)
    own = service.client("player", ids["Wim"])
    assert [one["table"] for one in own.read("/v1/statistics")["statistics"]] == [table]


def test_what_can_not_come_in_is_named_with_line_and_rule_and_the_others_do(service: Service) -> None:
    good, played = table_of(GAME, "named"), datetime.now(UTC).replace(microsecond=0) - timedelta(days=365)
    wrong = table_of(GAME, "other").replace("raises to 40", "raises to 41")
    lines = good.splitlines(keepends=True)
    gap = "".join(lines[:60] + lines[61:])
    body = {
        "records": [
            {"name": "good", "text": good, "played_at": played.isoformat()},
            {"name": "wrong", "text": wrong},
            {"name": "gap", "text": gap},
            {"name": "nothing", "text": "x"},
            {"name": "ahead", "text": table_of(GAME, "ahead"), "played_at": "2999-03-01T20:00:00+01:00"},
        ],
        "register": True,
        "deposit_missing": True,
        "new": PLAYERS,
    }
    answer = service.admin.done(GAMES, body)
    told = [(one["status"], one["line"], one["rule"]) for one in answer["outcomes"]]
    at = next(number for number, line in enumerate(wrong.splitlines(), 1) if "raises to 41" in line)
    assert told == [
        ("imported", None, None),
        ("failed", at, "AZI-BID-3"),
        ("failed", 61, None),
        ("failed", 1, None),
        ("failed", 1, "WALLET-5"),
    ]
    assert answer["outcomes"][0]["events"] == answer["events"]
    game = answer["outcomes"][0]["became"]
    assert {one["at"] for one in service.steward.read(f"/v1/games/{game}/events")["events"]} == {
        played.isoformat().replace("+00:00", "Z")
    }


def test_one_receipt_comes_in_once_by_whatever_ways(service: Service) -> None:
    """WALLET-1: at the desk and in imports, whoever's wallet it is, whichever of the two was first."""
    ids = {name: service.player(0, name) for name in ("Receipt One", "Receipt Two")}
    one, two = ids.values()

    def at_the_desk(player: str, reference: str) -> str:
        answer = service.cashier.post(f"/v1/players/{player}/deposits", {"amount": "5", "reference": reference})
        return "in" if answer.status_code == 201 else str(answer.json()["rule"])

    def in_a_table(player: str, reference: str) -> str:
        csv = f"player,amount,reference\n{player},5,{reference}\n"
        (told,) = service.cashier.done(DEPOSITS, {"csv": csv})["outcomes"]
        return "in" if told["status"] == "imported" else str(told["rule"])

    for number, (first, second) in enumerate(itertools.product((at_the_desk, in_a_table), repeat=2)):
        reference = f"receipt {number}"
        assert first(one, reference) == "in"
        assert second(two, reference) == "WALLET-1", reference
    assert service.cashier.read(f"/v1/players/{two}")["wallet"]["amount"] == "0"


def test_a_request_that_comes_again_is_answered_as_before_and_another_one_under_its_key_is_refused(service: Service) -> None:
    key, body = new_key(), given(table_of(GAME, "again"), register=True, deposit_missing=True)
    first = service.admin.post(GAMES, body, key)
    assert first.json()["imported"] == 1
    with unchanged(service):
        second = service.admin.post(GAMES, body, key)
        assert (second.status_code, second.content) == (201, first.content)
        assert service.admin.post(GAMES, given("x"), key).status_code == 422
    with no_event(service):
        assert service.admin.done(GAMES, body)["known"] == 1


def test_deposits_come_in_by_cashiers_and_their_own_lines_are_told(service: Service) -> None:
    player = service.player(0, "Depositor of March")
    text = f"player,amount,reference\nDepositor of March,9007199254740993,M1\n{player},5,M2\n{player},0,M3\nnobody at all,5,M4\n"
    answer = service.cashier.done(DEPOSITS, {"csv": text})
    assert [(one["status"], one["line"]) for one in answer["outcomes"]] == [
        ("imported", 2),
        ("imported", 3),
        ("failed", 4),
        ("failed", 5),
    ]
    assert service.cashier.read(f"/v1/players/{player}")["wallet"]["amount"] == "9007199254740998"
    with no_event(service):
        assert service.cashier.done(DEPOSITS, {"csv": text})["known"] == 2
        answer = service.cashier.done(DEPOSITS, {"csv": text.replace("9007199254740993", "1")})
        assert (answer["changed"], answer["outcomes"][0]["rule"]) == (1, "WALLET-1")


def test_what_is_no_import_is_refused_with_a_reason(service: Service) -> None:
    other, table = service.client("steward"), service.table(0).id
    with unchanged(service):
        for client, path, body, status in (
            (service.cashier, DEPOSITS, {"csv": "name,sum\n"}, 422),
            (service.cashier, DEPOSITS, {"csv": "player,amount,reference\nA,5,1\n", "register": True}, 403),
            (service.steward, GAMES, given("x", deposit_missing=True), 403),
            (service.steward, GAMES, given("x", table="a" * 16), 404),
            (other, GAMES, given("x", table=table), 403),
            (service.steward, GAMES, {"records": []}, 422),
            (service.steward, GAMES, given("x" * 1_000_001), 422),
            (service.steward, GAMES, given("\n".join(GAME for _ in range(501))), 422),
            (service.steward, GAMES, given("x" * 5_000_000), 413),
        ):
            answer = client.post(path, body)
            assert answer.status_code == status, answer.text[:300]
            assert answer.json()["detail"]


def test_a_rehearsed_request_keeps_nothing_and_its_key_is_free_for_the_real_one(service: Service) -> None:
    key, csv = new_key(), f"player,amount,reference\nQuentin Rehearsed,5,{new_key()}\n"
    body = {"csv": csv, "register": True, "dry_run": True}
    head = service.ledger.head()
    told = service.admin.post("/v1/imports/deposits", body, key).json()
    assert (told["imported"], told["outcomes"][0]["became"]) == (1, None)
    assert told["notes"] == ["This was a rehearsal: nothing was kept.", "New players would be: Quentin Rehearsed."]
    assert service.ledger.head() == head
    assert service.admin.post("/v1/imports/deposits", {**body, "dry_run": False}, key).json()["imported"] == 1
    nearly = {"csv": csv.replace("Quentin", "Quentyn").replace("key", "kex"), "register": True}
    (refused,) = service.admin.done("/v1/imports/deposits", nearly)["outcomes"]
    assert (refused["status"], "Quentin Rehearsed (" in refused["says"]) == ("failed", True)
    assert service.admin.done("/v1/imports/deposits", {**nearly, "new": ["Quentyn Rehearsed"]})["imported"] == 1
    record = {"records": [{"name": "x", "text": "x"}], "dry_run": True}
    assert service.steward.done("/v1/imports/games", record)["failed"] == 1
