"""What the rules of a game refuse, what the engine says of a dispute, what is wrong with a record or an import: told in the
language of whoever asks, over HTTP by Accept-Language, at the command line by that of the environment or of `--lang`."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from tests.api.casino_table import TypedGame
from tests.api.program import here
from tests.api.real_table import RealTable
from tests.api.service import Service, new_key
from tests.ledger.evening import GOLDEN

NO_DATABASE = {"DATABASE_URL": "postgresql://nobody@127.0.0.1:1/nothing", "LC_MESSAGES": "", "LANG": ""}
GAME = GOLDEN["azi-three-raise-over-the-blind"]
LINE = "'# Seats stand for their players. Amounts are whole chips.'"
NOT_HIS_TURN = {
    "en": "It is the turn of seat 2 (Anna), not of seat 3 (Anna).",
    "ru": "Черёд места 2 (Anna), а не места 3 (Anna).",
    "de": "Platz 2 (Anna) ist an der Reihe, nicht Platz 3 (Anna).",
}
RENEGE = {
    "en": "Seat 3 had to follow suit with 8H and played 7D; that is a renege (AZI-VIOL-2).",
    "ru": "Игрок на месте 3 должен был ответить в масть (8♥), а сыграл 7♦; это ренонс (AZI-VIOL-2).",
    "de": "Platz 3 musste mit 8♥ bedienen und spielte 7♦; das ist eine Renonce (AZI-VIOL-2).",
}


def told(client: Any, path: str, body: dict[str, Any], tag: str) -> dict[str, Any]:
    """The refusal in this language."""
    answer = client.send("POST", path, body, Accept_Language=tag)
    assert (answer.status_code, answer.headers["Content-Language"]) == (409, tag), answer.text
    found: dict[str, Any] = answer.json()
    return found


@pytest.fixture(scope="module")
def reneged(service: Service) -> RealTable:
    """Seat 3 does not follow, and nobody has said so."""
    table = RealTable(service, 3, open_max="15").start()
    table.deal({2: "AH KD QD", 3: "8H 7D 8D", 1: "KH JD TD"}, "6S")
    table.bids((2, "bet_blind", 15), (3, "call"), (1, "call"))
    table.plays("AH 7D KH")
    return table


def test_what_a_game_refuses_is_told_in_the_language_of_who_asks_and_is_the_same_refusal(service: Service) -> None:
    table = RealTable(service, 3).start()
    table.deal({2: "AH KD QD", 3: "8H 7D 8D", 1: "KH JD TD"}, "6S")
    path, act = f"/v1/games/{table.game}/actions", {"type": "call", "seat": 3}
    facts = set()
    for tag in NOT_HIS_TURN:
        problem = told(service.steward, path, act, tag)
        facts.add(json.dumps({name: value for name, value in problem.items() if name not in {"detail", "title"}}, sort_keys=True))
        assert problem["rule"] in {"AZI-ORDER-1", "AZI-VIOL-7"}
    assert len(facts) == 1
    table.bids((2, "bet_blind", 5), (3, "call"), (1, "call"))
    for tag, says in NOT_HIS_TURN.items():
        assert told(service.steward, path, {"type": "play", "seat": 3, "card": "8H"}, tag)["detail"] == says


def test_house_rules_are_refused_with_what_is_possible_in_the_language(service: Service) -> None:
    body = {"name": "One", "preset": "azi-three", "seats": 3, "house": {"players_min": 9}}
    said = {tag: told(service.steward, "/v1/tables", body, tag) for tag in ("en", "ru", "de")}
    assert [one["detail"] for one in said.values()] == [
        "The house rule players_min cannot be 9. Possible: 2 to 7.",
        "Условие players_min не может быть 9. Возможно: от 2 до 7.",
        "Die Hausregel players_min kann nicht 9 sein. Möglich: 2 bis 7.",
    ]
    assert {(str(one["possible"]), one["choices"]) for one in said.values()} == {("['2 to 7']", "2 to 7")}


def test_what_is_left_over_of_a_capture_is_told_with_the_form_for_its_number(service: Service) -> None:
    game = TypedGame(service, 2)
    game.deal("7D 2C 6C 5D", a="9S KC QC JC", b="2H 3H 4H 5S")
    path = f"/v1/games/{game.game}/actions"
    act = {"type": "capture", "seat": 1, "card": "9S", "loose": ["7D", "2C", "6C"], "builds": []}
    said = [told(service.steward, path, act, tag)["detail"] for tag in ("en", "ru", "de")]
    assert said == [
        "9S takes sets of 9, each card in one set: 6C is left over.",
        "9♠ берёт группы по 9, каждая карта только в одной группе: остаётся лишней 6♣.",
        "9♠ nimmt Sätze von 9, jede Karte in einem Satz: 6♣ bleibt übrig.",
    ]
    act["loose"] = ["7D", "2C", "6C", "5D"]
    assert told(service.steward, path, act, "ru")["detail"].endswith("остаются лишними 6♣ и 5♦.")


def test_the_engine_says_in_the_language_of_who_reads_a_dispute_what_it_thinks(service: Service, reneged: RealTable) -> None:
    body = {"game": reneged.game, "kind": "renege", "words": "Hm.", "deal": 1, "trick": 1, "card": "7D"}
    dispute = service.steward.done("/v1/disputes", body)["id"]
    opinions = {}
    for tag, says in RENEGE.items():
        answer = service.steward.get(f"/v1/disputes/{dispute}", Accept_Language=tag)
        assert (answer.headers["Content-Language"], "Accept-Language" in answer.headers["Vary"]) == (tag, True)
        opinions[tag] = answer.json()["evidence"]["opinion"]
        assert opinions[tag].pop("says") == says
    assert opinions["en"] == opinions["ru"] == opinions["de"]


def test_what_an_import_says_is_told_to_each_reader_in_his_language_also_when_the_key_comes_again(service: Service) -> None:
    body = {"records": [{"name": "told.toml", "text": GAME.replace("# Seats", "# Places")}]}
    key = new_key()
    said = [
        service.steward.send("POST", "/v1/imports/games", body, key=key, **headers)
        for headers in ({}, {"Accept_Language": "ru"}, {"Accept_Language": "de"}, {})
    ]
    assert said[0].content == said[3].content
    outcomes = [answer.json()["outcomes"][0] for answer in said]
    assert [one.pop("says") for one in outcomes[:3]] == [
        f"Here the line {LINE} comes.",
        f"Здесь должна стоять строка {LINE}.",
        f"Hier gehört die Zeile {LINE} hin.",
    ]
    assert outcomes[0] == outcomes[1] == outcomes[2]
    assert "saying" not in said[0].text
    csv = {"csv": "player,amount,reference\nnobody at all,5,told-1\n"}
    answer = service.cashier.send("POST", "/v1/imports/deposits", csv, Accept_Language="de").json()
    assert answer["outcomes"][0]["says"].startswith("Kein Spieler heißt 'nobody at all': Trage ihn ein, ")


def test_the_fault_of_a_record_is_told_in_the_language_of_who_has_it_checked(service: Service) -> None:
    for tag, says in (("ru", "Строка 2: Здесь должна стоять строка"), ("de", "Zeile 2: Hier gehört die Zeile")):
        headers = service.steward.headers(Content_Type="application/toml", Accept_Language=tag)
        answer = service.steward.http.post("/v1/records", content=GAME.replace("# Seats", "# Places").encode(), headers=headers)
        assert answer.json()["detail"].startswith(says), answer.text


@pytest.mark.parametrize(
    ("locale", "says"),
    [
        ({"LC_ALL": "ru_RU.UTF-8"}, ", строка 2: Здесь должна стоять строка"),
        ({"LC_ALL": "", "LC_MESSAGES": "de_AT.UTF-8", "LANG": "ru_RU.UTF-8"}, ", Zeile 2: Hier gehört die Zeile"),
        ({"LC_ALL": "", "LANG": "de"}, ", Zeile 2: Hier gehört die Zeile"),
        ({"LC_ALL": "", "LANG": "fr_FR.UTF-8"}, ", line 2: Here the line"),
        ({"LC_ALL": "C.UTF-8", "LANG": "de"}, ", line 2: Here the line"),
        ({"LC_ALL": "", "LANG": "del"}, ", line 2: Here the line"),
    ],
)
def test_a_command_tells_what_is_wrong_in_the_language_of_its_environment(
    locale: dict[str, str], says: str, tmp_path: Path
) -> None:
    file = tmp_path / "game.toml"
    file.write_text(GAME.replace("# Seats", "# Places"), encoding="utf-8")
    answer = here("import", str(file), "--check", **{**NO_DATABASE, **locale})
    assert (answer.exit_code, says in answer.stderr) == (1, True), answer.stderr


def test_the_language_that_a_command_is_given_goes_before_that_of_the_environment(service: Service, club: Any) -> None:
    where = {**NO_DATABASE, "DATABASE_URL": club.admin_url, "LC_ALL": "ru_RU.UTF-8"}
    assert here("replay", "nowhere-1", **where).stderr.strip() == "Стола nowhere нет."
    assert here("replay", "nowhere-1", "--lang", "de", **where).stderr.strip() == "Es gibt keinen Tisch nowhere."
    assert here("replay", "nowhere-1", "--lang", "en", **where).stderr.strip() == "There is no table nowhere."
    refused = here("replay", "nowhere-1", "--lang", "xx", **where)
    assert (refused.exit_code, refused.stderr.strip()) == (4, "There is no language xx; there are en, ru, de.")


def test_a_record_that_is_in_order_is_told_so_in_the_language(service: Service) -> None:
    for tag, says in (
        ("en", "The record is in order."),
        ("ru", "Запись кона в порядке."),
        ("de", "Die Aufzeichnung ist in Ordnung."),
    ):
        headers = service.steward.headers(Content_Type="application/toml", Accept_Language=tag)
        answer = service.steward.http.post("/v1/records", content=GAME.encode(), headers=headers)
        assert (answer.headers["Content-Language"], answer.json()["words"].startswith(says)) == (tag, True)


def test_what_has_happened_in_a_branch_is_told_in_the_language_of_who_reads_it(service: Service, reneged: RealTable) -> None:
    made = service.steward.done(f"/v1/games/{reneged.game}/branches", {"step": reneged.step_of("card_played") - 1})
    service.steward.done(f"/v1/branches/{made['id']}/actions", {"type": "play", "seat": 1, "card": "JD"})
    told_in = {
        tag: service.steward.get(f"/v1/branches/{made['id']}", Accept_Language=tag).json()["happened"][0]["words"]
        for tag in ("en", "ru", "de")
    }
    assert "J♦" in told_in["en"]
    assert "В♦" in told_in["ru"]
    assert "B♦" in told_in["de"]
