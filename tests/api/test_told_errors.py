"""What an error tells: which field names nobody, which fields there are, what is no card; where a fine went, and whether so great
an amount is meant."""

from __future__ import annotations

from typing import Any

import pytest

from tests.api.service import Service, served
from tests.api.test_disputes import after_the_bidding, settled
from tests.api.test_rulings import RENEGE, Case
from tests.conftest import Database

NOBODY = "b" * 16
CARD = 'A card is a rank (2 to 9, T, J, Q, K, A) and a suit (C, D, H, S), such as "9H", not {card}.'


@pytest.mark.parametrize(
    ("path", "body"),
    [
        ("seats", {"player": NOBODY, "seat": 1}),
        ("chips", {"player": NOBODY, "direction": "top_up", "amount": "5"}),
        ("chips", {"player": NOBODY, "direction": "cash_out", "amount": "5"}),
        ("leave", {"player": NOBODY}),
    ],
)
def test_a_player_whom_nobody_knows_is_named_by_his_field(service: Service, path: str, body: Any) -> None:
    table = service.steward.done("/v1/tables", {"name": "Nobody", "preset": "azi-three", "seats": 5})["id"]
    told = service.steward.post(f"/v1/tables/{table}/{path}", body)
    problem = told.json()
    assert (told.status_code, problem["detail"]) == (404, "player: There is no such player.")
    assert problem["errors"] == {"player": ["There is no such player."]}
    other = service.steward.post(f"/v1/tables/{NOBODY}/{path}", body).json()
    assert (other["status"], other["detail"], "errors" in other) == (404, "There is no such table.", False)


def test_the_player_of_a_new_key_and_the_game_of_a_dispute_are_named_by_their_fields(service: Service) -> None:
    key = service.admin.post("/v1/keys", {"role": "player", "subject": NOBODY, "name": "nobody"}).json()
    assert (key["status"], list(key["errors"]), key["detail"]) == (404, ["subject"], "subject: There is no such player.")
    body = {"game": f"{NOBODY}-1", "kind": "other", "words": "What game?"}
    dispute = service.steward.post("/v1/disputes", body, Accept_Language="de").json()
    assert (dispute["status"], dispute["errors"]) == (404, {"game": ["Diese Partie gibt es nicht."]})


def test_whoever_names_an_unknown_field_is_told_those_that_there_are(service: Service) -> None:
    told = service.steward.post("/v1/tables", {"name": "Typo", "preset": "azi-three", "seats": 5, "endsat": None}).json()
    known = "name, preset, house, seats, ends_at, stewards, dispute_hours, game"
    assert told["errors"] == {"endsat": [f"Unknown field. Known here: {known}."]}
    act = service.steward.post(f"/v1/games/{NOBODY}-1/actions", {"type": "play", "seat": 1, "card": "9H", "Card": "9H"}).json()
    assert act["detail"] == "Card: Unknown field. Known here: type, seat, card."
    draw = {"type": "draw_lot", "draws": [{"seat": 1, "card": "9H"}, {"seat": 2, "rank": "9"}]}
    inner = service.steward.post(f"/v1/games/{NOBODY}-1/actions", draw).json()
    assert inner["errors"]["draws"]["1"]["rank"] == ["Unknown field. Known here: seat, card."]


@pytest.mark.parametrize(
    ("given", "shown"), [("9X", "'9X'"), ("10H", "'10H'"), ("x" * 400, repr("x" * 20)), ("\u202e", "'\\u202e'")]
)
def test_what_is_no_card_is_named(service: Service, given: str, shown: str) -> None:
    dealt = {"type": "deal", "seat": 1, "hands": {"1": ["9H", given]}, "trump": "9S"}
    told = service.steward.post(f"/v1/games/{NOBODY}-1/actions", dealt).json()
    assert told["detail"] == f"hands.1.value.1: {CARD.format(card=shown)}"


@pytest.fixture(scope="module")
def case(service: Service) -> Case:
    """A dispute on a game that is over."""
    table = after_the_bidding(service)
    table.plays(RENEGE)
    settled(table)
    return Case(table, deal=1, trick=1, card="7D")


def test_a_ruling_says_where_the_fine_went(case: Case) -> None:
    for to, went in (([], "house"), ([1, 2], "seats"), ([], "house")):
        ruled = case.rule("penalty", seat=3, amount="30", to=to).json()["rulings"]
        assert ruled[-1]["went_to"] == went
        assert {one["way"] for one in ruled[-1]["moved"]} == ({"fined"} if went == "house" else {"taken", "given"})
    assert case.rule("stands").json()["rulings"][-1]["went_to"] is None
    assert [one["went_to"] for one in case.seen()["rulings"]] == ["house", "seats", "house", None]


def test_a_fine_in_a_running_game_went_into_its_pot(service: Service) -> None:
    table = after_the_bidding(service)
    table.plays("AH 7D")
    told = Case(table, deal=1, trick=1, card="7D").rule("penalty").json()["rulings"][-1]
    assert (told["went_to"], bool(told["steps"])) == ("pot", True)


def test_more_than_all_chips_of_the_club_is_taken_only_if_it_is_meant(database: Database) -> None:
    with served(database.place) as service:
        table = after_the_bidding(service)
        table.plays(RENEGE)
        settled(table)
        too_much(Case(table, deal=1, trick=1, card="7D"))


def too_much(case: Case) -> None:
    service = case.service
    page = service.auditor.read(f"/v1/accounts?limit=1&min_position={service.ledger.head()}")
    cash = next(one for one in service.auditor.read("/v1/accounts?limit=100")["accounts"] if one["account"] == "house:cash")
    assert page["sum"]["amount"] == "0"
    much = -int(cash["balance"]["amount"]) + 1
    before = case.seen()["version"]
    told = case.rule("penalty", seat=3, amount=str(much))
    assert (told.status_code, list(told.json()["errors"])) == (422, ["amount"])
    assert "send confirm: true" in told.json()["detail"]
    assert case.seen()["version"] == before
    assert case.rule("penalty", seat=3, amount=str(much), confirm=True).status_code == 201
    assert case.rule("penalty", seat=3, amount="30").status_code == 201
    player = case.table.table.of(1)
    assert case.rule("penalty", by=player, version=before + 2, seat=3, amount=str(much)).status_code == 403
