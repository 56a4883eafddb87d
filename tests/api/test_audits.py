"""Audits over HTTP: what they find, in pages and as CSV, and what each viewer is told of it."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterator
from typing import Any

import pytest

from ledger.running.rebuild import rebuild
from tests.api.real_table import RealTable
from tests.api.service import Client, Service, served
from tests.conftest import Database
from tests.ledger.audits.forging import rewritten, step_of

HANDS = {2: "AH KD QD", 3: "9H 7D 8D", 1: "KH JD TD"}


@pytest.fixture
def own(database: Database) -> Iterator[Service]:
    """A service whose events a test may change behind its back."""
    with served(database.place) as running:
        yield running


def reneged(service: Service) -> RealTable:
    """A running game in which seat 3 has reneged in the first trick, and nobody has said so."""
    table = RealTable(service).start()
    table.deal(HANDS, "6S")
    table.bids((2, "bet_blind", 10), (3, "call"), (1, "call"))
    table.plays("AH 7D KH")
    return table


def audit(client: Client, service: Service, what: str, **query: Any) -> Any:
    query = {"min_position": service.ledger.head(), **query}
    return client.read(f"/v1/audits{what and '/'}{what}?" + "&".join(f"{name}={value}" for name, value in query.items()))


def test_an_unclaimed_renege_of_a_running_game_is_told_to_its_steward_and_to_auditors_alone(
    service: Service,
) -> None:
    table = reneged(service)
    for client in (service.auditor, service.steward):
        told = audit(client, service, "penalties", table=table.id)
        assert (told["ok"], told["faults"], told["notes"], told["running"], told["next"]) == (True, 0, 1, 1, None)
        (note,) = told["findings"]
        assert {name: note[name] for name in ("severity", "audit", "kind", "rule", "game", "table", "step", "withheld")} == {
            "severity": "note",
            "audit": "penalties",
            "kind": "unclaimed",
            "rule": "AZI-PLAY-2",
            "game": table.game,
            "table": table.id,
            "step": table.step_of("card_played", 1),
            "withheld": False,
        }
    told = audit(service.admin, service, "penalties", game=table.game)
    assert (told["findings"], told["notes"]) == ([], 0)
    money = audit(service.admin, service, "money")
    assert (money["audit"], money["games"], money["next"]) == ("money", 0, None)


def test_what_a_changed_hand_held_is_withheld_while_the_game_runs(own: Service, database: Database) -> None:
    table = reneged(own)
    stream = f"game-{table.game}"
    step = step_of(own.ledger, stream, "azi.cards_dealt")
    hands = own.ledger.decode(own.ledger.history(stream)[step - 1]).event.hands
    rewritten(database, own.ledger, stream, step, hands={**hands, 1: (hands[1][0], hands[2][0], hands[1][2])})
    told = audit(own.auditor, own, "misdeals", game=table.game)
    twice = next(one for one in told["findings"] if one["kind"] == "card_twice")
    assert (twice["step"], twice["rule"], twice["withheld"], twice["found"]) == (step, "AZI-DEAL-9", True, None)
    assert "AH" not in str(twice)
    seen = next(one for one in audit(own.steward, own, "misdeals", game=table.game)["findings"] if one["kind"] == "card_twice")
    assert (seen["found"], seen["withheld"]) == ("AH", False)


def test_games_are_audited_in_pages_and_as_csv(own: Service, database: Database) -> None:
    table = own.table()
    played = []
    for _ in range(3):
        played.append(table.start())
        table.play()
    step = step_of(own.ledger, f"game-{played[1]}", "azi.game_ended")
    rewritten(database, own.ledger, f"game-{played[1]}", step, how="void")
    seen, cursor, query = [], None, {"limit": 2, "table": table.id}
    while True:
        told = audit(own.auditor, own, "games", **query, **({"cursor": cursor} if cursor else {}))
        seen.append((told["games"], [(one["game"], one["step"], one["rule"]) for one in told["findings"]]))
        if (cursor := told["next"]) is None:
            break
    assert [games for games, _ in seen] == [2, 1]
    assert (played[1], step, "AZI-SETTLE-1") in seen[0][1]
    answer = own.auditor.get(f"/v1/audits/games?limit=2&table={table.id}", Accept="text/csv")
    assert (answer.status_code, answer.headers["Content-Type"].partition(";")[0]) == (200, "text/csv")
    lines = list(csv.DictReader(io.StringIO(answer.text)))
    assert (played[1], str(step)) in {(line["game"], line["step"]) for line in lines}
    following = answer.headers["Link"].partition(">")[0].removeprefix("<")
    assert list(csv.DictReader(io.StringIO(own.auditor.get(following, Accept="text/csv").text))) == []


def test_the_standing_audit_tells_what_it_has_found_in_pages_to_whom_it_concerns(own: Service, database: Database) -> None:
    table = own.table()
    played = []
    for _ in range(3):
        played.append(table.start())
        table.play()
    for game in (played[0], played[2]):
        rewritten(database, own.ledger, f"game-{game}", step_of(own.ledger, f"game-{game}", "azi.game_ended"), how="void")
    rebuild(own.ledger, "findings")
    seen, cursor = [], None
    while True:
        told = audit(own.auditor, own, "", limit=1, severity="fault", **({"cursor": cursor} if cursor else {}))
        seen += told["findings"]
        if (cursor := told["next"]) is None:
            break
    assert (told["ok"], told["games"], told["faults"], told["notes"]) == (False, 3, len(seen), 0)
    assert told["position"] == own.ledger.head()
    assert list(dict.fromkeys(one["game"] for one in seen)) == [played[2], played[0]]
    of_demand = audit(own.auditor, own, "games", game=played[0])["findings"]
    assert [one for one in seen if one["game"] == played[0]] == of_demand
    assert audit(own.steward, own, "", table=table.id)["findings"] == seen
    assert audit(own.admin, own, "", game=played[1])["findings"] == audit(own.admin, own, "", audit="penalties")["findings"] == []


def test_what_there_is_not_is_not_found_and_what_is_not_understood_is_a_problem(service: Service) -> None:
    for path, status in {
        "/v1/audits/cards": 404,
        "/v1/audits?game=nothing-1": 404,
        "/v1/audits?table=nowhere": 404,
        "/v1/audits?audit=money": 422,
        "/v1/audits/money?game=nothing-1": 422,
        "/v1/audits?severity=grave": 422,
        "/v1/audits?cursor=IngueSI": 422,
        "/v1/audits/games?game=nothing-1": 404,
        "/v1/audits/games?table=nowhere": 404,
        "/v1/audits/games?limit=0": 422,
        "/v1/audits/games?format=xml": 422,
        "/v1/audits/games?cursor=x": 422,
    }.items():
        assert service.auditor.get(path).status_code == status, path
    assert service.auditor.get("/v1/audits/games", Accept="image/png").status_code == 406


def test_findings_are_told_in_the_language_that_the_reader_accepts(own: Service, database: Database) -> None:
    table = own.table()
    game = table.start()
    table.play()
    rewritten(database, own.ledger, f"game-{game}", step_of(own.ledger, f"game-{game}", "azi.game_ended"), how="void")
    rebuild(own.ledger, "findings")
    for accepted, tag, words in (
        ("", "en", "Worked out again, game ended comes out otherwise: how."),
        ("ru-RU, en;q=0.5", "ru", "При пересчёте «game ended» выходит иначе: how."),
        ("de, ru;q=0.9", "de", "Noch einmal ausgerechnet, kommt bei „game ended“ etwas anderes heraus: how."),
        ("fr", "en", "Worked out again, game ended comes out otherwise: how."),
    ):
        for path in ("/v1/audits", "/v1/audits/games", "/v1/audits/games?format=csv"):
            answer = own.auditor.get(path, Accept_Language=accepted)
            assert answer.status_code == 200
            assert (answer.headers["Content-Language"], answer.headers["Vary"]) == (tag, "Accept-Language")
            assert words in answer.text, path
    (said,) = {one["says"] for one in own.auditor.read("/v1/audits")["findings"] if one["kind"] == "differs"} - {
        "The table goes on otherwise than the game has ended."
    }
    assert said == "Worked out again, game ended comes out otherwise: how."
