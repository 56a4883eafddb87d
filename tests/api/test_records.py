"""GET /v1/games/{game}/record, POST /v1/records: who is given a record, that it is the game, and how a changed one is refused."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import httpx
import pytest

from engine.record import read, write
from ledger.replays.records import record_of
from tests.api.attack import unchanged
from tests.api.real_table import RealTable
from tests.api.service import Client, PlayedTable, Service

TOML = "application/toml"
GOLDEN = (Path(__file__).parents[1] / "records" / "azi-three-raise-over-the-blind.toml").read_text(encoding="utf-8")


def sent(client: Client, text: str | bytes, kind: str = TOML) -> httpx.Response:
    """A record, sent to be checked; without an Idempotency-Key."""
    content = text.encode() if isinstance(text, str) else text
    return client.http.post("/v1/records", content=content, headers=client.headers(Content_Type=kind))


def line_of(text: str, words: str) -> int:
    """The line that has these words."""
    return next(number for number, line in enumerate(text.splitlines(), 1) if words in line)


@pytest.fixture(scope="module")
def over(service: Service) -> PlayedTable:
    """A game that is over, at an online table: the service has shuffled."""
    table = service.table(3)
    table.start()
    table.play()
    return table


@pytest.fixture(scope="module")
def real(service: Service) -> RealTable:
    """A game at a real table with a renege claimed, a correction and a settlement."""
    table = RealTable(service, 3).start()
    table.deal({2: "KD 7H 6S", 3: "TD AH 8H", 1: "AD QS KH"}, "9S")
    table.bids((2, "bet_blind", 5), (3, "call"), (1, "call"))
    table.plays("KD 8H")
    assert table.correct(table.step_of("card_played")).status_code == 201
    table.plays("AH")
    assert table.by(1, "claim", deal=1, trick=1, card="AH").status_code == 201
    table.plays("TD AD KH 7H AH 8H QS 6S")
    table.do("settle")
    assert table.now()["over"]
    return table


def test_stewards_and_auditors_are_given_the_record_of_a_game_that_is_over(service: Service, over: PlayedTable) -> None:
    texts = set()
    for client in (service.steward, service.auditor, service.client("steward")):
        answer = client.get(f"/v1/games/{over.game}/record", Accept=TOML)
        assert answer.status_code == 200
        assert answer.headers["Content-Type"] == "application/toml; charset=utf-8"
        assert answer.headers["Cache-Control"] == "private, no-store"
        texts.add(answer.text)
    (text,) = texts
    record = read(text)
    stored = tuple(service.ledger.decode(row).event for row in service.ledger.history(f"game-{over.game}"))
    assert record.events == stored
    assert record.state == service.ledger.load(f"game-{over.game}").state
    assert answer.headers["ETag"] == f'"{len(stored)}"'
    assert "with the secret" in text


def test_a_record_of_a_real_table_holds_all_that_went_wrong(service: Service, real: RealTable) -> None:
    text = service.steward.get(f"/v1/games/{real.game}/record").text
    assert "steward: corrects step" in text
    assert "1 claims AH of trick 1, deal 1" in text
    assert read(text) == record_of(service.ledger, real.game)
    told = sent(service.steward, text).json()
    assert {one["seat"]: int(one["end"]["amount"]) for one in told["players"]} == real.stacks()


def test_nobody_else_is_given_it_unless_everything_is_revealed(service: Service, over: PlayedTable) -> None:
    for client in (over.of(1), service.room, service.admin, service.cashier, service.room.acting_for(service.player())):
        answer = client.get(f"/v1/games/{over.game}/record")
        assert answer.status_code == 403, answer.text
        assert answer.json()["type"] == "/problems/not-allowed"
    table = service.table(3, reveal="all")
    table.start()
    table.play()
    expected = service.steward.get(f"/v1/games/{table.game}/record").text
    for client in (table.of(1), table.of(3), service.room, service.admin):
        answer = client.get(f"/v1/games/{table.game}/record")
        assert (answer.status_code, answer.text) == (200, expected)
    assert service.cashier.get(f"/v1/games/{table.game}/record").status_code == 403


def test_there_is_no_record_of_a_running_game_not_even_for_who_types_it(service: Service) -> None:
    typed = RealTable(service, 3).start()
    typed.deal({2: "KD 7H 6S", 3: "TD AH 8H", 1: "AD QS KH"}, "9S")
    online = service.table(3, reveal="all")
    online.start()
    for game in (typed.game, online.game):
        for client in (service.steward, service.auditor, service.admin, service.room):
            answer = client.get(f"/v1/games/{game}/record")
            assert answer.status_code == 403, answer.text
    assert "when the game is over" in service.steward.get(f"/v1/games/{typed.game}/record").json()["detail"]
    assert service.steward.get(f"/v1/games/{'a' * 16}-1/record").status_code == 404
    assert service.steward.get(f"/v1/games/{typed.game}/record", Accept="application/json").status_code == 406


def test_a_record_in_order_is_told_and_nothing_is_stored(service: Service) -> None:
    for role in ("steward", "auditor", "admin"):
        with unchanged(service):
            answer = sent(getattr(service, role), GOLDEN)
        assert answer.status_code == 200, answer.text
        told = answer.json()
        assert told["words"] == "The record is in order. Nothing was stored: a record is checked, and no game is made of it."
        assert (told["stored"], told["record"]) == (False, None)
        assert (told["game"], told["preset"], told["table"], told["number"]) == ("azi", "azi-three", "blue", 1)
        assert (told["how"], told["acts"], told["steps"]) == ("won", 21, len(read(GOLDEN).events))
        assert told["pot"] == {"amount": "130", "unit": "chip", "scale": 0}
        assert [one["player"] for one in told["players"]] == ["anna", "boris", "clara", "dmitri"]
        assert told["players"][3]["end"]["amount"] == "995"


def test_a_typed_record_comes_back_with_its_checks(service: Service) -> None:
    answer = sent(service.steward, write(read(GOLDEN), checks=False))
    assert answer.status_code == 200
    assert answer.json()["record"] == GOLDEN


def test_nobody_else_has_records_checked(service: Service, over: PlayedTable) -> None:
    for client in (service.cashier, service.room, over.of(1)):
        assert sent(client, GOLDEN).status_code == 403
    assert service.http.post("/v1/records", content=GOLDEN, headers={"Content-Type": TOML}).status_code == 401


def test_whatever_is_changed_is_named_by_its_line(service: Service, over: PlayedTable) -> None:
    for text in (GOLDEN, service.steward.get(f"/v1/games/{over.game}/record").text):
        lines = text.splitlines(keepends=True)
        with unchanged(service):
            for number in range(1, len(lines) + 1):
                answer = sent(service.steward, "".join(lines[: number - 1] + lines[number:]))
                told = answer.json()
                assert answer.status_code in (409, 422), told
                assert told["line"] == number
                assert told["detail"].startswith(f"Line {number}: ")
                assert (answer.status_code == 409) == ("rule" in told)


def test_an_act_against_the_rules_is_refused_by_its_rule_with_its_line(service: Service) -> None:
    typed = write(read(GOLDEN), checks=False)
    with unchanged(service):
        answer = sent(service.steward, typed.replace("3 raises to 40", "3 raises to 41"))
    told: dict[str, Any] = answer.json()
    assert answer.status_code == 409
    assert (told["rule"], told["type"], told["line"]) == ("AZI-BID-3", "/rules/azi#AZI-BID-3", line_of(typed, "3 raises to 40"))
    assert (told["low"], told["high"]) == ("21", "40")
    told = sent(service.steward, typed.replace('ante = "5"', 'ante = "{x}"')).json()
    assert (told["rule"], told["line"]) == ("TABLE-1", line_of(typed, "ante = "))
    told = sent(service.steward, GOLDEN.replace("3 raises to 40", "3 raises to 41")).json()
    assert (told["rule"], told["line"]) == ("AZI-BID-3", line_of(GOLDEN, "3 raises to 40"))


def test_what_is_no_record_is_refused(service: Service) -> None:
    steward = service.steward
    with unchanged(service):
        for kind in ("application/json", "text/plain", "application/toml; charset=latin-1"):
            assert sent(steward, GOLDEN, kind).status_code == 415
        large = sent(steward, b"#" * (1024 * 1024 + 1))
        assert (large.status_code, large.json()["limit_bytes"]) == (413, 1024 * 1024)
        for content, line in (
            (b"", 1),
            (b"\xff", 1),
            (b"# a\n\xff\n", 2),
            (b"a = " + b"[" * 60_000 + b"\n", 1),
            (b"\n" * 900_000, 1),
        ):
            answer = sent(steward, content)
            assert (answer.status_code, answer.json()["type"]) == (422, "/problems/record-faulty")
            assert answer.json()["line"] == line
        assert steward.get("/v1/records").status_code == 405


def test_a_record_may_have_the_times_of_its_acts_behind_it_and_is_the_same_game(over: PlayedTable, service: Service) -> None:
    path = f"/v1/games/{over.game}/record"
    plain, told = service.steward.get(path).text, service.steward.get(f"{path}?times=yes").text
    assert told.startswith(plain + "\n[times]\n")
    events = service.steward.read(f"/v1/games/{over.game}/events")["events"]
    rows = [line.split(" = ") for line in told.removeprefix(plain).splitlines()[3:]]
    assert [at.strip('"')[:19] for _, at in rows] == [events[int(step) - 1]["at"][:19] for step, _ in rows]
    assert sent(service.steward, told).status_code == 200
    wrong = sent(service.steward, plain + told.removeprefix(plain).replace("\n1 = ", "\n2 = "))
    assert (wrong.status_code, wrong.json()["line"]) == (422, plain.count("\n") + 4)
    assert service.steward.get(f"{path}?times=maybe").status_code == 422
